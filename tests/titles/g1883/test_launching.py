"""5.3.3 Launching: the buyer sets the par, the company gets its capital, its marker and its home tokens."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import IllegalAction
from stockrail.rules.actions import BuyShare, Pass, SellShares, StartCompany
from stockrail.rules.cards import give_card
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BANK, BOX, IPO, POOL, certs_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.testing import Position
from stockrail.titles.g1883.actions import BuyConcession
from stockrail.titles.g1883.debts import close_all
from stockrail.titles.g1883.setup import launch
from stockrail.titles.g1883.state import CAPITALISED, FROZEN

from .lying import TITLE, VIGNOLA

A, B, C, D = range(4)


def position(players: int = 3, phase: str = "1", turn: int = 2, **rulings: str) -> Position:
    found = Position(TITLE, players, rulings=rulings).phase(phase)
    found.turn = turn
    return found


def share(found: Position, company: str, player: int) -> None:
    """A share that came with a private company."""
    found.state.shelves.move(f"{company}_1", certs_at(player, company))


def starts(game: Any, company: str) -> list[int]:
    """At which values the menu lets the player start a company."""
    return [e.value for e in game.legal_actions() if isinstance(e, StartCompany) and e.company == company]


def refused(game: Any, action: Any) -> str:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind


@pytest.mark.rule("1883:5.3.3-T1", "1883:5.3.3-d")
def test_the_bank_pays_for_the_share_that_came_with_fcv() -> None:
    found = position().cash(A, 500)
    share(found, "FBV", B)
    game = found.stock_round(A)
    bank = game.state.cash[BANK]
    game.push(StartCompany(A, "FBV", 100))
    assert game.state.cash["FBV"] == 300
    assert game.state.cash[A] == 300
    assert game.state.cash[BANK] == bank - 100


@pytest.mark.rule("1883:5.3.3-d")
def test_the_bank_pays_for_every_share_that_is_out() -> None:
    found = position().cash(A, 500)
    share(found, "FBV", B)
    found.state.shelves.move("FBV_2", certs_at(C, "FBV"))
    game = found.stock_round(A)
    game.push(StartCompany(A, "FBV", 65))
    assert game.state.cash["FBV"] == 4 * 65


@pytest.mark.rule("1883:T-c", "1883:5.6-c", "1883:5.6-i")
def test_fbv_is_launched_after_the_opening_auction() -> None:
    found = position(4, turn=1).cash(A, 295).cash(B, 275).cash(C, 320).cash(D, 230)
    for card, seat in {"FCV": A, "FRV": B, "TMM": B, "CNP": C, "TCB": D}.items():
        give_card(found.game, card, seat)
    give_card(found.game, "FSF-P", BOX)
    share(found, "FBV", A)
    share(found, "FMV", B)
    found.corporation("FSF", {D: 2}, 100, 200, turns=0)
    game: Any = found.stock_round(A)
    game.state.launched["FSF"] = 0
    game.push(StartCompany(A, "FBV", 65))
    assert game.state.cash["FBV"] == 195
    assert game.state.cell["FBV"] == (5, 4)
    assert (percent_of(game, A, "FBV"), game.state.cash[A]) == (30, 165)
    assert game.actor == B, "nothing can be sold in the first stock round"
    for seat in (B, C):
        game.push(Pass(seat))
    game.push(BuyConcession(D, "FSF", "2"))
    assert game.state.cash["FSF"] == 180
    assert refused(game, BuyConcession(A, "FBV", "1")) == "launched_this_round"


@pytest.mark.rule("1883:5.3.3-a", "1883:6.5-a")
def test_a_company_floats_at_once_with_a_token_in_each_of_its_homes() -> None:
    game: Any = position().cash(A, 400).stock_round(A)
    game.push(StartCompany(A, "FSF", 100))
    assert game.state.floated["FSF"]
    assert cities_of(game, "FSF") == [("34", 0), ("59", 0)]
    assert len(spare_of(game, "FSF")) == 2
    assert owner_of(game, "FSF") == A
    assert "FSF" in game.title.operating_order(game)


@pytest.mark.rule("1883:5.3.3-a")
def test_the_coaches_wait_for_their_first_turn() -> None:
    game: Any = position().cash(A, 400).stock_round(A)
    game.push(StartCompany(A, "SARSA", 65))
    assert game.state.floated["SARSA"] and not game.state.shelves.on(("coach", "15"))


@pytest.mark.rule("1883:5.3.3-b", "1883:5.3.3-c", "1883:4.0-c")
@pytest.mark.parametrize(
    ("phase", "values"), [("1", [65, 85, 100]), ("2", [65, 85, 100, 110]), ("5", [65, 85, 100, 110, 150])]
)
def test_the_phase_says_which_par_prices_there_are(phase: str, values: list[int]) -> None:
    game: Any = position(phase=phase).cash(A, 400).stock_round(A)
    assert starts(game, "SV") == values
    for value in {110, 150} - set(values):
        assert refused(game, StartCompany(A, "SV", value)) == "no_par_value"
    game.push(StartCompany(A, "SV", values[-1]))
    assert game.state.cash["SV"] == 2 * values[-1]
    assert game.state.cell["SV"] == TITLE.grid.par[values[-1]]
    assert price(game, "SV") == values[-1]


@pytest.mark.rule("1883:5.3.3-b")
def test_who_cannot_pay_twice_the_par_does_not_launch() -> None:
    game: Any = position().cash(A, 169).stock_round(A)
    assert starts(game, "SV") == [65]
    assert refused(game, StartCompany(A, "SV", 85)) == "cannot_pay"


@pytest.mark.rule("1883:5.3.2-b")
def test_no_share_from_the_offering_before_the_presidents_certificate() -> None:
    game: Any = position().cash(A, 400).stock_round(A)
    assert refused(game, BuyShare(A, "SV", IPO)) == "president_first"
    assert not any(isinstance(each, BuyShare) for each in game.legal_actions())


@pytest.mark.rule("1883:5.8-e")
def test_a_closed_company_may_be_launched_again_from_the_next_stock_round() -> None:
    found = position().corporation("SV", {A: 3, B: 1}, 85).token("SV", "21").cash(A, 400)
    found.turn = 3
    game: Any = found.stock_round(A)
    close_all(game, ["SV"])
    assert refused(game, StartCompany(A, "SV", 65)) == "closed_this_round"
    assert starts(game, "SV") == []
    found.turn = 4
    game = found.stock_round(A)
    game.push(StartCompany(A, "SV", 65))
    assert cities_of(game, "SV") == [("21", 0)]
    assert game.state.cash["SV"] == 130, "nobody holds an old share that the bank would pay for"


@pytest.mark.rule("1883:5.8-e", "1883:8.3-m")
def test_a_closed_sefta_is_launched_again_and_its_parents_are_not() -> None:
    found = position(phase="4").cash(A, 400)
    for parent in ("FMMSF", "FMV"):
        for cert in list(found.state.shelves.on(certs_at(IPO, parent))):
            found.state.shelves.move(cert, certs_at(BOX, parent))
    for cert in list(found.state.shelves.on(certs_at(BOX, "SEFTA"))):
        found.state.shelves.move(cert, certs_at(IPO, "SEFTA"))
    found.state.flags["sefta"] = True
    game: Any = found.stock_round(A)
    assert refused(game, StartCompany(A, "FMV", 65)) == "company_not_in_game"
    assert starts(game, "FMMSF") == []
    game.push(StartCompany(A, "SEFTA", 100))
    assert cities_of(game, "SEFTA") == [("55", 0), ("64", 0)]


@pytest.mark.rule("1883:8.3-m")
def test_sefta_cannot_be_launched_before_the_merger() -> None:
    game: Any = position().cash(A, 400).stock_round(A)
    assert refused(game, StartCompany(A, "SEFTA", 65)) == "company_not_in_game"


@pytest.mark.rule("1883:8.1.8-e")
def test_a_frozen_ccfr_is_launched_with_a_new_par_once_capitalised() -> None:
    found = position(phase="5").cash(A, 400).cash("CCFR", 100)
    for seat in (A, B, C):
        found.state.shelves.move(f"CCFR_{seat + 1}", certs_at(IPO, "CCFR"))
    found.state.flags["ccfr"] = CAPITALISED
    del found.state.par["CCFR"]
    game: Any = found.stock_round(A)
    game.push(StartCompany(A, "CCFR", 150))
    assert game.state.cell["CCFR"] == TITLE.grid.par[150]
    assert [cell for cell, pile in game.state.pile.by_key().items() if "CCFR" in pile] == [TITLE.grid.par[150]]
    assert cities_of(game, "CCFR") == [("31", 0), ("5", 0)], "its tokens were there"
    assert len(spare_of(game, "CCFR")) == 2
    assert game.state.cash["CCFR"] == 400


@pytest.mark.rule("1883:8.1.8-e", "1883:5.3.4-a", "1883:8.1.1-c")
def test_who_has_bought_most_of_a_looted_ccfr_presides_as_soon_as_somebody_launches_it() -> None:
    """A63 the other way round: B has bought 30 % from the pool before phase 5."""
    found = position(phase="5", ccfr_shares_before_5="pool_shares_for_sale").cash(A, 400).cash("CCFR", 100)
    for number, holder in ((1, B), (2, B), (3, B)):
        found.state.shelves.move(f"CCFR_{number}", certs_at(holder, "CCFR"))
    found.state.flags["ccfr"] = CAPITALISED
    del found.state.par["CCFR"]
    game: Any = found.stock_round(A)
    game.push(StartCompany(A, "CCFR", 100))
    assert owner_of(game, "CCFR") == B
    assert (percent_of(game, A, "CCFR"), percent_of(game, B, "CCFR")) == (20, 30)
    assert game.state.cash["CCFR"] == 100 + 200 + 300, "its capital, the founder's shares, and those that are out"


@pytest.mark.rule("1883:8.1.8-e")
@pytest.mark.parametrize("kind", [FROZEN, "cooperative"])
def test_ccfr_cannot_be_launched_before_its_capitalisation(kind: str) -> None:
    found = position(phase="4").cash(A, 400)
    found.state.flags["ccfr"] = kind
    game: Any = found.stock_round(A)
    assert refused(game, StartCompany(A, "CCFR", 65)) == "already_started"
    del game.state.par["CCFR"]  # its marker came to a closed cell
    assert refused(game, StartCompany(A, "CCFR", 65)) == "already_started"
    assert starts(game, "CCFR") == []


@pytest.mark.rule("1883:5.6.1-e", "1883:5.3.3-a")
def test_a_launch_removes_a_concession_that_the_new_company_could_trace() -> None:

    found = position().cash(A, 400).tiles(**VIGNOLA)
    game: Any = found.stock_round(A)
    game.push(StartCompany(A, "FBV", 65))
    assert game.state.concession["1"] == "gone"


@pytest.mark.rule("1883:5.3.3-a")
def test_a_launch_counts_as_the_purchase_of_the_turn() -> None:
    found = position().corporation("SV", {B: 2, A: 2}, 85).cash(A, 900)
    game: Any = found.stock_round(A)
    game.push(StartCompany(A, "FBV", 65))
    assert refused(game, StartCompany(A, "SAFRE", 65)) == "stock_turn_only"
    assert refused(game, BuyShare(A, "SV", IPO)) == "stock_turn_only"
    game.push(SellShares(A, "SV", 1))
    assert percent_of(game, POOL, "SV") == 10


def test_a_launch_in_the_private_phase_is_no_launch_of_the_first_stock_round() -> None:
    found = position()
    found.game.stack = found.game.stack[:1]
    launch(found.game, "FSF", 85)  # type: ignore[arg-type]
    assert found.state.launched["FSF"] == 0  # type: ignore[attr-defined]
