"""3.5.6, 3.5.7 Dividends and how prices move."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import PayOut
from stockrail.rules.prices import move_left, move_right, price
from stockrail.rules.rounds import OperatingRound, OperatingTurn
from stockrail.rules.state import BANK, IPO, POOL, Holder, certs_at
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.accounts import Dividend, shared_half
from stockrail.titles.g18fb.companies import DEFINITIVE, FROZEN, PROVISIONAL

from .holding import A, B, C, D, Place, noted, refused
from .playing import BAY

OTHER: dict[Holder, int] = {D: 2}


def before_paying(place: Place, company: str, revenue: int) -> Any:
    """The company's turn before it pays; then trains and finance follow."""
    steps = [type(step).__name__ for step in place.game.title.operating_steps(place.game, company)]
    turn = OperatingTurn(company, steps.index("BuyTrains"))
    return place._wait(OperatingRound(place.turn, 1), turn, Dividend(company, revenue))


def nn(state: str = PROVISIONAL, **more: Any) -> Place:
    """NN of player 0 at 100 with three shares, one of them that of Bayard."""
    return Place(**more).card(BAY, A).major("NN", {A: 2}, state)


def paying(revenue: int, place: Place | None = None, company: str = "NN") -> Any:
    """NN before it pays; FSC operates after it."""
    place = place or nn()
    place.train("2+2", company).major("FSC", OTHER, value=60)
    return before_paying(place, company, revenue)


def paid(game: Any, kind: str, company: str = "NN") -> dict[Any, int]:
    before = {holder: game.state.cash[holder] for holder in (A, B, C, D, company, BANK)}
    check_doors(game)
    game.push(PayOut(game.actor, company, kind))
    return {holder: game.state.cash[holder] - was for holder, was in before.items() if game.state.cash[holder] != was}


@pytest.mark.rule(
    "18FB:T-4b",
    "18FB:3.5.6-a",
    "18FB:3.5.6-b",
    "18FB:3.5.6-c",
    "18FB:3.5.6-e",
    "18FB:3.5.6-d",
    "18FB:2.2.5-c",
    "18FB:2.2.5-e",
)
@pytest.mark.parametrize(
    ("kind", "player", "company", "cell"),
    [("full", 21, 49, (6, 6)), ("half", 12, 58, (6, 6)), ("withhold", 0, 70, (6, 5))],
)
def test_earnings_of_70_at_100(kind: str, player: int, company: int, cell: tuple[int, int]) -> None:
    game = paying(70)
    change = paid(game, kind)
    assert (change.get(A, 0), change.get("NN", 0), change[BANK]) == (player, company, -70)
    assert game.state.cell["NN"] == cell
    assert price(game, "NN") == (90 if kind == "withhold" else 100)


@pytest.mark.rule("18FB:T-4d", "18FB:2.2.5-d", "18FB:2.2.5-n", "18FB:2.2.5-e")
@pytest.mark.parametrize(
    ("revenue", "kind", "treasury", "after"),
    [
        (200, "full", 140, 110),
        (200, "half", 170, 110),
        (190, "half", 160, 110),
        (180, "half", 153, 100),
        (180, "full", 126, 110),
    ],
)
def test_the_whole_dividend_is_compared_with_the_price(revenue: int, kind: str, treasury: int, after: int) -> None:
    game = paying(revenue)
    change = paid(game, kind)
    assert change["NN"] == treasury and price(game, "NN") == after


@pytest.mark.rule("18FB:3.5.6-f", "18FB:3.5.6-c")
@pytest.mark.parametrize(("revenue", "half"), [(130, 70), (120, 60), (10, 10), (20, 10), (190, 100)])
def test_half_is_rounded_up_to_ten(revenue: int, half: int) -> None:
    assert shared_half(revenue) == half


@pytest.mark.rule("18FB:T-7d", "18FB:3.4-g", "18FB:3.5.6-g", "18FB:3.5.6-f")
def test_a_frozen_company_pays_half_without_choice() -> None:
    place = Place().card(BAY, A).major("NN", {A: 9}, FROZEN)
    before = place.state.cash[A], place.state.cash["NN"]
    game = paying(130, place)
    assert not isinstance(game.decision, Dividend)
    assert game.state.cash[A] - before[0] == 70 and game.state.cash["NN"] - before[1] == 60
    assert noted(game, "dividend")[-1]["dividend"] == 70
    assert price(game, "NN") == 100, "70 is less"


@pytest.mark.rule("18FB:3.4-j", "18FB:2.2.5-c")
def test_a_frozen_company_that_earns_nothing_falls() -> None:
    game = paying(0, nn(FROZEN))
    assert price(game, "NN") == 90


@pytest.mark.rule("18FB:3.5.6-d", "18FB:2.2.5-m")
def test_who_is_paid_for_which_shares() -> None:
    """Offer and treasury pay the company, another company is paid itself, the pool is not."""
    place = (
        Place().card(BAY, A).major("NN", {A: 2, B: 1, POOL: 2}, DEFINITIVE).major("LdA", {C: 5}, DEFINITIVE, value=60)
    )
    for holder in ("NN", "LdA"):
        place.state.shelves.move(place.state.shelves.on(certs_at(IPO, "NN"))[-1], certs_at(holder, "NN"))
    game = paying(100, place)
    lda = game.state.cash["LdA"]
    assert paid(game, "full") == {A: 30, B: 10, "NN": 30, BANK: -80}
    assert game.state.cash["LdA"] == lda + 10


@pytest.mark.rule("18FB:3.5.6-a")
def test_a_company_pays_in_one_of_three_ways() -> None:
    game = paying(70)
    assert [action.kind for action in game.legal_actions() if isinstance(action, PayOut)] == [
        "full",
        "half",
        "withhold",
    ]
    assert refused(game, PayOut(A, "NN", "third")) == ("no_such_dividend", "3.5.6-a")
    assert refused(game, PayOut(A, "LdA", "full")) == ("pay_first", "3.5.6-a")


@pytest.mark.rule("18FB:3.5.7-a")
def test_the_price_moves_before_trains_are_bought() -> None:
    game = paying(200)
    paid(game, "full")
    assert (
        price(game, "NN") == 110
        and game.decision.company == "NN"
        and type(game.decision).__name__ in ("BuyTrains", "Trade")
    )


@pytest.mark.rule("18FB:2.2.5-l")
@pytest.mark.parametrize(("answer", "right", "left"), [("turn", (10, 18), (2, 0)), ("stay", (11, 17), (1, 0))])
def test_ruling_row_ends(answer: str, right: tuple[int, int], left: tuple[int, int]) -> None:
    place = Place(row_ends=answer).major("NN", {A: 3}, PROVISIONAL)
    place.price("NN", 11, 17)
    move_right(place.game, "NN")
    assert place.state.cell["NN"] == ((10, 17) if answer == "turn" else right)
    place.price("NN", 1, 0)
    move_left(place.game, "NN")
    assert place.state.cell["NN"] == left


@pytest.mark.rule("18FB:T-12b", "18FB:4-c", "18FB:4-f", "18FB:1.1-c")
@pytest.mark.parametrize("answer", ["at_once", "after_set"])
def test_ruling_top_price(answer: str) -> None:
    place = Place("5", top_price=answer).major("NN", {A: 3}, DEFINITIVE)
    place.price("NN", 0, 18).train("5+8", "NN").major("FSC", OTHER, DEFINITIVE, value=60).train("5+8", "FSC")
    game: Any = before_paying(place, "NN", 380)
    paid(game, "full")
    assert price(game, "NN") == 400 and noted(game, "top_price") == [{"company": "NN", "amount": 400}]
    assert game.is_over == (answer == "at_once")
    while not game.is_over and type(game.decision).__name__ != "StockTurn":
        game.push(next(action for action in reversed(game.legal_actions())))
    assert game.is_over
    assert noted(game, "game_ends")[-1]["reason"] == "top_price"


@pytest.mark.rule("18FB:T-12a", "18FB:4-a", "18FB:4-b", "18FB:4-d", "18FB:1.1-c")
@pytest.mark.parametrize("left", [50, 100])
def test_an_empty_bank_lets_the_set_of_rounds_end_and_pays_on(left: int) -> None:
    """It is empty with its last ducat."""
    place = Place("5").major("NN", {A: 3}, DEFINITIVE).bank(left)
    place.train("5+8", "NN").major("FSC", OTHER, DEFINITIVE, value=60).train("5+8", "FSC")
    game: Any = before_paying(place, "NN", 100)
    assert paid(game, "full") == {A: 30, "NN": 70, BANK: -100}
    assert not game.is_over
    rounds = set()
    while not game.is_over and type(game.decision).__name__ != "StockTurn":
        rounds.add(game.stack[1].nth)
        game.push(next(action for action in reversed(game.legal_actions())))
    assert game.is_over and rounds == {1, 2}
    assert noted(game, "game_ends")[-1]["reason"] == "bank"
