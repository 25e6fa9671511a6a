"""4.4.4, 4.4.5 Dividends, and what they do to the price."""

import pytest

from stockrail import IllegalAction, RailGame
from stockrail.rules.actions import Pass, PayOut, RunTrains
from stockrail.rules.state import BANK
from stockrail.testing import Position


def track_for(position: Position, revenue: int) -> Position:
    """Track on which a 3 train in Munich (110) or Cologne (30 or 60) earns just that in phase 3."""
    if revenue == 110:
        position.tiles(G4=("9", 0), G6=("4", 0), G8=("9", 0), G10=("4", 0), G12=("201", 3), H11=("9", 1))
        position.tiles(I10=("9", 1), J9=("9", 1), K8=("9", 1), L7=("9", 1), M6=("9", 1))
    elif revenue == 60:
        position.tiles(D7=("57", 0), D9=("9", 0), D11=("9", 0), D13=("576", 0))
    else:
        position.tiles(D7=("57", 0), D5=("4", 0))
    return position


def run_best(game: RailGame) -> None:
    (best,) = game.legal_actions()
    assert isinstance(best, RunTrains)
    game.push(best)


def corporation(revenue: int, cell: tuple[int, int] = (2, 4)) -> RailGame:
    """KBS has run: 50 % are player 0's, 20 % player 1's, 10 % lie in the pool, 20 % in the treasury."""
    position = track_for(Position("18EU").phase("3"), revenue)
    position.corporation("KBS", {0: 5, 1: 2, "pool": 1}, cash=400).price("KBS", *cell).train("3", "KBS")
    position.corporation("DR", {2: 5}).price("DR", *cell)
    game = position.token("KBS", "G12" if revenue == 110 else "D7").operating("KBS", "RunStep")
    if revenue:
        run_best(game)
        assert game.state.flags["revenue"] == revenue
    return game


def gains(game: RailGame, kind: str) -> dict[str, int]:
    """Who gets how much by that dividend."""
    names = {"0": 0, "1": 1, "2": 2, "KBS": "KBS", "pool": "pool", "bank": BANK}
    before = {name: game.state.cash[holder] for name, holder in names.items()}
    game.push(PayOut(0, "KBS", kind))
    return {
        n: game.state.cash[holder] - before[n] for n, holder in names.items() if game.state.cash[holder] != before[n]
    }


@pytest.mark.rule("18EU:4.4.4-a")
def test_a_corporation_pays_in_full_in_half_or_not() -> None:
    game = corporation(110)
    assert game.legal_actions() == [PayOut(0, "KBS", kind) for kind in ("full", "half", "withhold")]
    with pytest.raises(IllegalAction) as error:
        game.push(PayOut(0, "KBS", "third"))
    assert (error.value.kind, error.value.rule) == ("no_such_dividend", "4.4.4-a")


@pytest.mark.rule("18EU:4.4.4-a", "18EU:4.4.4-b")
@pytest.mark.parametrize(("minor", "revenue", "half"), [("13", 110, 55), ("10", 50, 25), ("12", 40, 20)])
def test_a_minor_pays_exactly_half_unasked(minor: str, revenue: int, half: int) -> None:
    """Munich as above; Milan 30 with Turin 20; Amsterdam 30 with its port."""
    position = track_for(Position("18EU").phase("3"), 110).tiles(E18=("202", 1), D19=("57", 1), D3=("202", 3))
    position.owned(minor, 1, 7).no_trains(minor).train("3", minor)
    game = position.operating(minor, "RunStep")
    owner, bank = game.state.cash[1], game.state.cash[BANK]
    run_best(game)
    assert type(game.decision).__name__ != "Dividend"
    assert (game.state.cash[minor], game.state.cash[1] - owner) == (7 + half, half)
    assert game.state.cash[BANK] == bank - revenue


@pytest.mark.rule("18EU:4.4.4-b", "18EU:4.4.4-c")
@pytest.mark.parametrize(
    ("revenue", "paid"),
    [
        (110, {"0": 30, "1": 12, "KBS": 50 + 12, "bank": -104}),  # 60 to the holders, 50 kept
        (60, {"0": 15, "1": 6, "KBS": 30 + 6, "bank": -57}),  # 30 and 30
        (30, {"0": 10, "1": 4, "KBS": 10 + 4, "bank": -28}),  # 20 and 10
    ],
)
def test_half_is_rounded_up_to_ten_for_the_holders(revenue: int, paid: dict[str, int]) -> None:
    assert gains(corporation(revenue), "half") == paid


@pytest.mark.rule("18EU:4.4.4-c")
def test_holders_get_their_percentage_the_treasury_too_the_pool_nothing() -> None:
    assert gains(corporation(110), "full") == {"0": 55, "1": 22, "KBS": 22, "bank": -99}


@pytest.mark.rule("18EU:4.4.4-d")
def test_withheld_earnings_all_go_to_the_treasury() -> None:
    assert gains(corporation(110), "withhold") == {"KBS": 110, "bank": -110}


# -- the price ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.5-a")
@pytest.mark.parametrize(
    ("kind", "cell", "then"),
    [
        ("full", (0, 3), (0, 4)),  # 110 paid at a price of 110
        ("full", (0, 4), (0, 4)),  # 110 paid at 122
        ("full", (2, 4), (2, 5)),  # one column only, however much is paid
        ("full", (6, 0), (6, 1)),
        ("half", (4, 0), (4, 1)),  # 60 paid, rounded up from 55, at a price of 60
        ("half", (4, 1), (4, 1)),  # 60 paid at 65
        ("withhold", (2, 4), (2, 3)),
        ("withhold", (6, 1), (6, 0)),
        ("full", (4, 5), (3, 5)),  # at the right end of the row: up
        ("withhold", (3, 0), (4, 0)),  # at the left end of the row: down
    ],
)
def test_the_price_moves_by_the_dividend(kind: str, cell: tuple[int, int], then: tuple[int, int]) -> None:
    game = corporation(110, cell)
    assert game.state.cell["KBS"] == cell
    game.push(PayOut(0, "KBS", kind))
    assert game.state.cell["KBS"] == then
    assert game.state.pile[then][-1] == "KBS" or cell == then
    assert game.title.audit(game) == []  # its marker is on one cell only


@pytest.mark.rule("18EU:4.4.5-a")
def test_a_marker_that_stays_keeps_its_place_on_the_pile() -> None:
    game = corporation(110, (0, 4))
    game.push(PayOut(0, "KBS", "full"))
    assert game.state.pile[0, 4] == ("KBS", "DR")


@pytest.mark.rule("18EU:4.4.5-a")
def test_no_earnings_move_the_price_left_unasked() -> None:
    position = Position("18EU").phase("3").corporation("KBS", {0: 5}).train("3", "KBS")
    game = position.operating("KBS", "RunStep")
    assert type(game.decision).__name__ == "OwnShares"
    assert game.state.cell["KBS"] == (2, 3)
    assert game.state.cash["KBS"] == 0


@pytest.mark.rule("18EU:4.4.5-a")
def test_the_price_is_settled_once_a_turn() -> None:
    """Nothing later in the turn moves it: neither a pass over trains nor one over shares."""
    game = corporation(110)
    game.push(PayOut(0, "KBS", "full"))
    for _ in ("trains", "shares"):
        game.push(Pass(0))
        assert game.state.cell["KBS"] == (2, 5)
