"""5.6, 6.11 Concessions: who buys them, who completes them, what they pay, and what happens to late ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stockrail.core import CHANCE, Draw, IllegalAction
from stockrail.rules.actions import LayTile, Pass, PlaceToken, SellShares, StartCompany
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, OperatingTurn, StockRound, current_round
from stockrail.rules.state import BANK, IPO, POOL, certs_at
from stockrail.testing import Position
from stockrail.titles.g1883.actions import BuyConcession, BuySupport, PaySupport
from stockrail.titles.g1883.concessions import (
    BonusChoice,
    ConcessionCheck,
    advance_clocks,
    remove_unsold,
    rounds_left,
    settle_concessions,
)
from stockrail.titles.g1883.debts import Debt, close_all
from stockrail.titles.g1883.track import LayTrack
from stockrail.words import Speaker

from .lying import FERRARA_TO_PARMA, GUASTALLA, TITLE, VIGNOLA

A, B, C, D = range(4)
KINGS_VISIT = 12  # a card that does nothing here


def position(players: int = 3, phase: str = "2", **rulings: str) -> Position:
    found = Position(TITLE, players, rulings=rulings).phase(phase)
    found.state.flags["ccfr_president"] = C if players > 2 else B
    return found


def own(found: Position, number: str, company: str, clock: int = 0) -> Position:
    state: Any = found.state
    state.concession[number] = company
    state.clock[number] = clock
    return found


def fbv(found: Position, number: str = "1", clock: int = 1, cash: int = 100) -> Position:
    """A presides FBV, which has a token at home and a concession."""
    return own(found.corporation("FBV", {A: 2}, 65, cash).token("FBV", "86"), number, "FBV", clock)


def reggio_to_ciano(**rulings: str) -> Position:
    """Concession 3 is complete from Reggio to Ciano here, where CCFR has tokens and track."""
    title = TITLE.changed({"facts.concessions.3.sequence": ["31", "5"]})
    found = Position(title, 3, rulings=rulings).phase("2").tiles(**{"18": ("8", 4), "17": ("8", 1)})
    found.state.flags["ccfr_president"] = C
    return found


def refused(game: Any, action: Any) -> str:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind


def until(game: Any, there: Callable[[Any], bool]) -> Any:
    """Everybody passes, and a harmless card is drawn, until the game is there."""
    while not there(game):
        if game.actor == CHANCE:
            stream = game.decision.stream
            game.push(Draw(CHANCE, stream, KINGS_VISIT) if stream.startswith("event") else game.draw())
        else:
            passing = Pass(game.actor)
            game.push(passing if game.is_legal(passing) else game.legal_actions()[0])
    return game


def lays(company: str, nth: int) -> Callable[[Any], bool]:
    """Whether the company lays track in that operating round."""

    def there(game: Any) -> bool:
        step, round_ = game.decision, current_round(game)
        return isinstance(step, LayTrack) and step.company == company and getattr(round_, "nth", 0) == nth

    return there


def check(found: Position) -> Any:
    """The check after an operating round."""
    return found.round(ConcessionCheck(), coming="rotation", nth=1)


# -- buying --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:5.6-a", "1883:5.6-g")
@pytest.mark.parametrize(
    ("number", "cost"), list(zip("12345678", (15, 20, 20, 15, 20, 20, 10, 10), strict=True)), ids=list("12345678")
)
def test_a_president_buys_a_concession_from_the_treasury(number: str, cost: int) -> None:
    found = position().corporation("SV", {A: 2, B: 1}, cash=50)
    game: Any = found.stock_round(A)
    cash, bank = game.state.cash[A], game.state.cash[BANK]
    game.push(BuyConcession(A, "SV", number))
    assert game.state.concession[number] == "SV"
    assert (game.state.cash["SV"], game.state.cash[A], game.state.cash[BANK]) == (50 - cost, cash, bank + cost)


@pytest.mark.rule("1883:5.6-a")
def test_only_the_president_buys_and_only_what_the_treasury_can_pay() -> None:
    found = position().corporation("SV", {B: 2, A: 2}, cash=14).corporation("FBV", {A: 2}, 65, 9)
    game: Any = found.stock_round(A)
    assert refused(game, BuyConcession(A, "SV", "7")) == "not_your_company"
    assert refused(game, BuyConcession(A, "SAFRE", "7")) == "not_your_company", "it is not launched"
    assert refused(game, BuyConcession(A, "FBV", "7")) == "concession_too_dear"
    game.push(Pass(A))
    offers = [each.concession for each in game.legal_actions() if isinstance(each, BuyConcession)]
    assert offers == ["7", "8"]
    game.state.cash.pay(BANK, "SV", 1)
    assert game.is_legal(BuyConcession(B, "SV", "1")), "15 is enough for it"
    assert refused(game, BuyConcession(B, "SV", "9")) == "concession_not_for_sale"


@pytest.mark.rule("1883:5.6-b", "1883:5.6-d", "1883:5.6-j")
def test_one_concession_a_turn_and_one_a_company_and_stock_round() -> None:
    found = position(2).corporation("SV", {A: 2, B: 1}, cash=100).corporation("FBV", {A: 2}, 65, 100)
    game: Any = found.stock_round(A)
    game.push(BuyConcession(A, "SV", "7"))
    assert game.actor == B, "and nothing can be sold"
    game.push(Pass(B))
    assert refused(game, BuyConcession(A, "SV", "8")) == "one_concession_a_round"
    assert refused(game, BuyConcession(A, "FBV", "7")) == "concession_not_for_sale"
    game.push(BuyConcession(A, "FBV", "8"))
    until(game, lambda game: not isinstance(current_round(game), StockRound))
    until(game, lambda game: isinstance(current_round(game), StockRound) and game.actor == A)
    game.push(BuyConcession(A, "SV", "2"))
    assert [each for each in "123456789" if game.state.concession.get(each) == "SV"] == ["2", "7"]


@pytest.mark.rule("1883:5.6-b", "1883:5.1-a")
def test_shares_may_be_sold_with_the_purchase_of_a_concession() -> None:
    found = position().corporation("SV", {A: 2, B: 1}, cash=100).corporation("FMV", {B: 2, A: 1}, 65)
    game: Any = found.stock_round(A)
    game.push(BuyConcession(A, "SV", "7"))
    game.push(SellShares(A, "FMV", 1))
    assert game.actor == B


@pytest.mark.rule("1883:5.6-c")
def test_a_company_launched_in_this_round_buys_none_before_the_next() -> None:
    game: Any = position(2).cash(A, 400).stock_round(A)
    game.push(StartCompany(A, "FBV", 100))
    game.push(Pass(B))
    assert refused(game, BuyConcession(A, "FBV", "1")) == "launched_this_round"
    assert not any(isinstance(each, BuyConcession) for each in game.legal_actions())
    until(game, lambda game: not isinstance(current_round(game), StockRound))
    until(game, lambda game: isinstance(current_round(game), StockRound) and game.actor == A)
    game.push(BuyConcession(A, "FBV", "1"))


@pytest.mark.rule("1883:5.6-e", "1883:8.2-l")
def test_sarsa_holds_none() -> None:
    game: Any = position().corporation("SARSA", {A: 2}, 65, 100).corporation("SV", {A: 4}).stock_round(A)
    assert refused(game, BuyConcession(A, "SARSA", "3")) == "holds_no_concessions"


@pytest.mark.rule("1883:5.6-f")
def test_ccfr_buys_one_by_whoever_presides_at_that_time() -> None:
    found = position().cash("CCFR", 30)
    found.state.flags["ccfr_president"] = B
    game: Any = found.stock_round(A)
    assert refused(game, BuyConcession(A, "CCFR", "3")) == "not_your_company"
    game.push(Pass(A))
    game.push(BuyConcession(B, "CCFR", "3"))
    assert game.state.cash["CCFR"] == 10


@pytest.mark.rule("1883:5.6-f")
def test_by_another_ruling_ccfr_buys_none_before_phase_5() -> None:
    found = position(ccfr_concessions="railways_only").cash("CCFR", 30)
    found.state.flags["ccfr_president"] = A
    game: Any = found.stock_round(A)
    assert refused(game, BuyConcession(A, "CCFR", "3")) == "holds_no_concessions"
    game.state.flags["ccfr"] = "capitalised"
    game.state.shelves.move("CCFR_0", certs_at(A, "CCFR"))
    game.push(BuyConcession(A, "CCFR", "3"))


# -- completion ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:T-l", "1883:5.6.1-d", "1883:5.6.1-h", "1883:6.1-b")
def test_fbv_completes_the_first_concession_in_its_second_round() -> None:
    found = position().corporation("FBV", {A: 2, B: 1}, 65, 150).token("FBV", "86")
    found.state.support[A] = 0  # type: ignore[attr-defined]
    game: Any = found.stock_round(A)
    game.push(BuyConcession(A, "FBV", "1"))
    until(game, lays("FBV", 1))
    assert game.state.clock["1"] == 1
    game.push(LayTile(A, "FBV", "86", "5", 0))
    until(game, lays("FBV", 2))
    assert game.state.clock["1"] == 2
    cash = game.state.cash["FBV"]
    game.push(LayTile(A, "FBV", "75", "6", 2))
    assert game.state.cash["FBV"] == cash - 20 + 100
    assert game.state.concession["1"] == "gone" and "1" not in game.state.clock


@pytest.mark.rule("1883:5.6.2-a", "1883:6.1-b")
def test_the_round_that_is_on_counts_among_those_that_are_left() -> None:
    """Concession 1 has two rounds: both are left when it is bought and in the first of them, one in the second."""
    first = TITLE.facts["concessions"][0]
    found = position().corporation("FBV", {A: 2, B: 1}, 65, 150).token("FBV", "86")
    game: Any = found.stock_round(A)
    assert rounds_left(game, first) == 2, "for sale"
    game.push(BuyConcession(A, "FBV", "1"))
    assert rounds_left(game, first) == 2
    for nth in (1, 2):
        until(game, lays("FBV", nth))
        assert rounds_left(game, first) == 3 - nth
        assert rounds_left(game, TITLE.facts["concessions"][1]) == 4, "nobody has that one"
    until(game, lambda game: isinstance(current_round(game), StockRound))
    assert rounds_left(game, first) == 2, "it is for sale again"


@pytest.mark.rule("1883:T-l2", "1883:5.6.2-a", "1883:6.11-a")
def test_not_laid_in_time_the_concession_is_for_sale_again() -> None:
    found = position().corporation("FBV", {A: 2, B: 1}, 65, 150).token("FBV", "86")
    game: Any = found.stock_round(A)
    game.push(BuyConcession(A, "FBV", "1"))
    until(game, lays("FBV", 1))
    game.push(LayTile(A, "FBV", "86", "5", 0))
    until(game, lays("FBV", 2))
    assert game.state.cash["FBV"] == 135 and game.state.concession["1"] == "FBV"
    until(game, lambda game: isinstance(current_round(game), StockRound))
    assert game.state.concession["1"] == POOL
    assert game.state.cash["FBV"] == 105
    until(game, lambda game: game.actor == A)
    game.push(BuyConcession(A, "FBV", "1"))
    assert game.state.clock["1"] == 0


def guastalla(support: int) -> Any:
    """T-m SV has the last tile of concession 7 to lay."""
    laid = {hex_: tile for hex_, tile in GUASTALLA.items() if hex_ != "6"}
    found = position(phase="3").corporation("SV", {A: 4, B: 2, POOL: 1}).token("SV", "21").tiles(**laid)
    found.state.support[A] = support  # type: ignore[attr-defined]
    own(found, "7", "SV", 1).train("3bis", "SV").cash("SV", 50).cash(A, 0).cash(B, 0)
    return found.operating("SV", "LayTrack")


@pytest.mark.rule("1883:T-m", "1883:5.6.1-f", "1883:5.6.1-g")
@pytest.mark.parametrize("support", [0, 1])
def test_without_a_support_card_the_treasury_gets_the_bonus(support: int) -> None:
    game = guastalla(support)
    before = price(game, "SV")
    game.push(LayTile(A, "SV", "6", "4", 1))
    if support:
        assert isinstance(game.decision, BonusChoice)
        assert refused(game, PaySupport(A, 2)) == "wrong_support"
        assert refused(game, BuySupport(A)) == "bonus_first"
        game.push(Pass(A))
    assert game.state.cash["SV"] == 50 + 150
    assert (game.state.cash[A], game.state.support[A], price(game, "SV")) == (0, support, before)


@pytest.mark.rule("1883:T-m", "1883:5.6.1-f")
def test_for_a_support_card_the_bonus_is_shared() -> None:
    game = guastalla(1)
    before, bank = price(game, "SV"), game.state.cash[BANK]
    game.push(LayTile(A, "SV", "6", "4", 1))
    assert list(game.legal_actions()) == [Pass(A), PaySupport(A, 1)]
    game.push(PaySupport(A, 1))
    assert [game.state.cash[holder] for holder in (A, B, "SV")] == [60, 30, 50 + 60]
    assert game.state.cash[BANK] == bank - 150
    assert (game.state.support[A], price(game, "SV")) == (0, before)
    assert isinstance(game.stack[-2], OperatingTurn) and game.stack[-2].company == "SV", "its turn goes on"
    said = Speaker(game).event(game.log[-1])
    assert said.endswith("L. 150: Ada (president) L. 60, Ben L. 30, its treasury L. 60")


@pytest.mark.rule("1883:5.6-h", "1883:5.6.1-g", "1883:4.0-g")
@pytest.mark.parametrize("phase", list("12345678"))
def test_the_bonus_is_that_of_the_phase(phase: str) -> None:
    levels = {
        "1": (100, 150, 200), "2": (200, 250, 300), "3": (200, 250, 300), "4": (150, 200, 250),
        "5": (350, 400, 450), "6": (200, 250, 300), "7": (100, 150, 200), "8": (100, 150, 200),
    }  # fmt: skip
    for each in TITLE.facts["concessions"]:
        assert tuple(each["bonus"].values()) == levels[each["id"]]
    found = fbv(position(phase=phase)).tiles(**VIGNOLA)
    found.state.support[A] = 0  # type: ignore[attr-defined]
    settle_concessions(found.game)  # type: ignore[arg-type]
    assert found.state.cash["FBV"] == 100 + levels["1"][{"1": 0, "2": 0, "3": 1, "4": 1, "5": 1}.get(phase, 2)]


@pytest.mark.rule("1883:5.6.1-d", "1883:5.6.1-f")
def test_another_company_completes_it_and_the_owner_is_paid_in_that_turn() -> None:
    """FMV lays Bazzano in its turn; FBV's president decides about the bonus, then FMV's turn goes on."""
    found = fbv(position()).corporation("FMV", {B: 2}, 65, 100).token("FMV", "64").tiles(**{"86": ("5", 0)})
    game: Any = found.operating("FMV", "LayTrack")
    game.push(LayTile(B, "FMV", "75", "6", 2))
    assert isinstance(game.decision, BonusChoice) and game.actor == A
    assert game.decision.subject(game) == "FBV"
    game.push(PaySupport(A, 1))
    assert (game.state.cash["FBV"], game.state.support[A]) == (100 + 80, 0)
    turn = next(frame for frame in game.stack if isinstance(frame, OperatingTurn))
    assert turn.company == "FMV" and game.actor == B


@pytest.mark.rule("1883:5.6.1-a", "1883:5.6.1-d")
def test_a_token_may_complete_it() -> None:
    """From Castelnovo track leads to Reggio, and no way past the junction to Ciano: a token in Reggio has one."""
    found = reggio_to_ciano().corporation("SAFRE", {A: 2}, 65, 50).token("SAFRE", "15")
    found.tiles(**{"17": ("23", 3), "16": ("9", 0), "15": ("57", 0)})
    own(found, "3", "SAFRE").state.support[A] = 0  # type: ignore[attr-defined]
    game: Any = found.operating("SAFRE", "PlaceStation")
    settle_concessions(game)
    assert game.state.concession["3"] == "SAFRE"
    game.push(PlaceToken(A, "SAFRE", "31", 0))
    assert game.state.concession["3"] == "gone"
    assert game.state.cash["SAFRE"] == 50 - 40 + 200


@pytest.mark.rule("1883:5.6.1-e")
def test_completed_while_nobody_owns_it_is_lost() -> None:
    found = position().corporation("FMV", {B: 2}, 65, 100).token("FMV", "64").tiles(**{"86": ("5", 0)})
    game: Any = found.operating("FMV", "LayTrack")
    cash = game.state.cash["FMV"]
    game.push(LayTile(B, "FMV", "75", "6", 2))
    assert game.state.concession["1"] == "gone"
    assert game.state.cash["FMV"] == cash - 20
    assert "concession_is_lost" in [event.kind for event in game.last_events()]


@pytest.mark.rule("1883:5.6.1-e")
@pytest.mark.parametrize(("ruling", "left"), [("if_a_railway_could_claim_it", POOL), ("by_track_alone", "gone")])
def test_whether_track_without_anybodys_token_counts_is_a_ruling(ruling: str, left: str) -> None:
    found = position(unowned_concession=ruling).tiles(**VIGNOLA)
    game: Any = found.game
    settle_concessions(game)
    assert game.state.concession["1"] == left
    assert game.state.concession["2"] == POOL


@pytest.mark.rule("1883:5.6.1-e")
@pytest.mark.parametrize(("ruling", "left"), [("if_a_railway_could_claim_it", POOL), ("by_track_alone", "gone")])
def test_whether_tokens_in_the_way_count_is_a_ruling(ruling: str, left: str) -> None:
    found = position(unowned_concession=ruling).tiles(**FERRARA_TO_PARMA)
    for company, hexes in {"FSF": ["34", "59"], "SV": ["21"], "FMV": ["92"], "FBV": ["81"]}.items():
        found.corporation(company, {B: 2}, 65)
        for hex_ in hexes:
            found.token(company, hex_)
    settle_concessions(found.game)  # type: ignore[arg-type]
    assert found.state.concession["2"] == left  # type: ignore[attr-defined]


@pytest.mark.rule("1883:5.6.1-e", "1883:5.6-f")
@pytest.mark.parametrize(("ruling", "left"), [("allowed", "gone"), ("railways_only", POOL)])
def test_ccfr_counts_as_a_claimant_only_if_it_may_hold_concessions(ruling: str, left: str) -> None:
    game: Any = reggio_to_ciano(ccfr_concessions=ruling).game
    settle_concessions(game)
    assert game.state.concession["3"] == left


@pytest.mark.rule("1883:5.6.1-e", "1883:5.6-f", "1883:8.1.8-f")
def test_what_ccfr_could_claim_as_a_railway_is_lost_before_the_next_stock_round() -> None:
    found = reggio_to_ciano(ccfr_concessions="railways_only")
    game: Any = check(found)
    assert game.state.concession["3"] == POOL
    found = reggio_to_ciano(ccfr_concessions="railways_only")
    found.state.flags["ccfr"] = "capitalised"
    found.state.shelves.move("CCFR_0", certs_at(A, "CCFR"))
    game = check(found)
    assert game.state.concession["3"] == "gone"


@pytest.mark.rule("1883:5.6.1-e", "1883:8.1.6-a")
def test_a_frozen_ccfr_claims_nothing() -> None:
    found = reggio_to_ciano()
    found.state.flags["ccfr"] = "frozen"
    settle_concessions(found.game)  # type: ignore[arg-type]
    assert found.state.concession["3"] == POOL  # type: ignore[attr-defined]


@pytest.mark.rule("1883:5.6.1-h")
def test_what_cuts_the_route_later_takes_nothing_back() -> None:
    """An air raid removes Bazzano; FMV lays it once more, and nothing is paid again."""
    found = fbv(position()).tiles(**VIGNOLA).corporation("FMV", {B: 2}, 65, 100).token("FMV", "64")
    found.state.support[A] = 0  # type: ignore[attr-defined]
    game: Any = found.operating("FMV", "LayTrack")
    settle_concessions(game)
    assert game.state.cash["FBV"] == 200
    del game.state.laid["75"]
    settle_concessions(game)
    assert game.state.cash["FBV"] == 200 and game.state.concession["1"] == "gone"
    game.push(LayTile(B, "FMV", "75", "6", 2))
    assert game.state.cash["FBV"] == 200


@pytest.mark.rule("1883:5.6.1-d")
def test_two_companies_that_complete_at_once_are_asked_by_price() -> None:
    found = fbv(position(), "1").tiles(**VIGNOLA, **GUASTALLA)
    own(found.corporation("SV", {B: 2}, 100).token("SV", "21"), "7", "SV")
    game: Any = found.operating("FBV", "PlaceStation")
    settle_concessions(game)
    assert [(frame.company, frame.amount) for frame in game.stack[-2:]] == [("FBV", 100), ("SV", 100)]
    game.push(Pass(B))
    game.push(PaySupport(A, 1))
    assert (game.state.cash["SV"], game.state.cash["FBV"]) == (100, 180)


@pytest.mark.rule("1883:5.6.1-f")
def test_one_card_shares_one_bonus() -> None:
    """The second bonus of a president who has spent the only card goes to the treasury."""
    found = fbv(position(), "1").tiles(**VIGNOLA, **GUASTALLA)
    own(found.corporation("SV", {A: 2}, 100).token("SV", "21"), "7", "SV")
    game: Any = found.operating("FBV", "PlaceStation")
    settle_concessions(game)
    game.push(PaySupport(A, 1))
    assert not isinstance(game.decision, BonusChoice)
    assert (game.state.cash["SV"], game.state.cash["FBV"]) == (80, 200)


@pytest.mark.rule("1883:5.6.1-f", "1883:5.3.4-a")
def test_whoever_presides_when_it_is_completed_decides() -> None:
    """A bought the concession, but B presides now: A's card does not matter."""
    found = position().corporation("FBV", {A: 2, B: 2}, 65, 100).token("FBV", "86").tiles(**{"86": ("5", 0)})
    found.corporation("FMV", {C: 2}, 65, 100).token("FMV", "64").cash(B, 100)
    game: Any = found.stock_round(A)
    game.push(BuyConcession(A, "FBV", "1"))
    game.push(Pass(A))
    game.push(next(each for each in game.legal_actions() if type(each).__name__ == "BuyShare"))
    assert game.title.controller(game, "FBV") == B
    until(game, lays("FMV", 1))
    game.push(LayTile(C, "FMV", "75", "6", 2))
    assert isinstance(game.decision, BonusChoice) and game.actor == B


@pytest.mark.rule("1883:5.6-f", "1883:8.1.6-a", "1883:5.6.1-f")
def test_a_frozen_ccfr_has_nobody_to_share_its_bonus() -> None:
    found = own(position(phase="4"), "1", "CCFR")
    found.state.flags["ccfr"] = "frozen"
    game: Any = found.tiles(**VIGNOLA).token("CCFR", "86").game
    settle_concessions(game)
    assert not isinstance(game.decision, BonusChoice)
    assert game.state.cash["CCFR"] == 150


@pytest.mark.rule("1883:5.8-a", "1883:5.6.1-f")
def test_a_company_that_has_closed_meanwhile_gets_no_bonus() -> None:
    game: Any = position().round(BonusChoice("SV", "7", 100))
    assert game.state.cash["SV"] == 0


# -- time ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:5.6.2-C1", "1883:5.6.2-a", "1883:5.6-g")
@pytest.mark.parametrize(
    ("number", "penalty", "due"),
    list(zip("12345678", (30, 40, 40, 30, 40, 40, 20, 20), (2, 4, 4, 6, 6, 5, 4, 5), strict=True)),
    ids=list("12345678"),
)
def test_a_late_concession_costs_twice_its_price(number: str, penalty: int, due: int) -> None:
    found = fbv(position(), number, due - 1)
    game: Any = check(found)
    assert (game.state.cash["FBV"], game.state.concession[number]) == (100, "FBV"), "one round is left"
    found = fbv(position(), number, due - 1)
    advance_clocks(found.game)  # type: ignore[arg-type]
    game = check(found)
    assert (game.state.cash["FBV"], game.state.concession[number]) == (100 - penalty, POOL)


@pytest.mark.rule("1883:6.11-a", "1883:6.8.6-a")
def test_the_president_pays_what_the_treasury_lacks() -> None:
    game: Any = check(fbv(position(), clock=2, cash=10).cash(A, 70))
    assert (game.state.cash["FBV"], game.state.cash[A]) == (0, 50)
    assert "FBV" in game.state.par


@pytest.mark.rule("1883:T-cc", "1883:6.11-a", "1883:6.8.6-c", "1883:5.8-a")
def test_a_penalty_that_cannot_be_paid_ruins_president_and_company() -> None:
    found = position().corporation("FMV", {B: 2, A: 1}, 65, 10).token("FMV", "64").cash(B, 5)
    own(own(found, "5", "FMV", 6), "8", "FMV", 1)
    bank = found.state.cash[BANK]
    game: Any = check(found)
    assert game.decision.owed == 40 - 10 and game.decision.missing(game) == 30 - 5
    until(game, lambda game: game.state.bankrupt.get(B) or isinstance(current_round(game), StockRound))
    assert game.state.bankrupt.get(B) and "FMV" not in game.state.par
    assert game.state.cash[BANK] == bank + 10 + 5
    assert game.state.cash[B] == game.state.cash["FMV"] == 0
    assert game.state.concession["5"] == game.state.concession["8"] == POOL
    until(game, lambda game: isinstance(game.decision, LayTrack) or isinstance(current_round(game), StockRound))


@pytest.mark.rule("1883:6.11-a", "1883:6.8.6-c")
def test_the_company_closes_even_if_somebody_could_take_it_over() -> None:
    """The pool is full, so B has nothing to sell; A holds as much of FMV."""
    found = position().corporation("FMV", {B: 2, A: 2, POOL: 5}, 65, 10).token("FMV", "64").cash(B, 5)
    game: Any = check(own(found, "5", "FMV", 6))
    until(game, lambda game: game.state.bankrupt.get(B) or isinstance(current_round(game), StockRound))
    assert game.state.bankrupt.get(B) and "FMV" not in game.state.par


@pytest.mark.rule("1883:6.11-a")
def test_the_dearest_company_pays_first() -> None:
    found = own(fbv(position(), clock=2), "7", "SV", 4).corporation("SV", {B: 2}, 100, 100).token("SV", "21")
    game: Any = check(found)
    late = [event.params["company"] for event in game.log if event.kind == "misses_concession"]
    assert late == ["SV", "FBV"]


@pytest.mark.rule("1883:6.11-a", "1883:5.2-b", "1883:5.8-a")
def test_a_sale_for_one_penalty_may_close_the_next_company_that_owes_one() -> None:
    """A sells the last FBV share for SV's penalty; FBV closes and owes nothing more, its concession is for sale."""
    found = own(position(), "1", "FBV", 2).corporation("FBV", {B: 2, A: 1}, 65, 100).token("FBV", "86")
    own(found.corporation("SV", {A: 2}, 100, 0).token("SV", "21"), "7", "SV", 4).price("FBV", 7, 1).cash(A, 0)
    game: Any = check(found)
    assert game.actor == A
    game.push(SellShares(A, "FBV", 1))
    assert "FBV" not in game.state.par and game.state.concession["1"] == POOL
    assert game.state.cash[A] == 20, "40 for the share, 20 for the penalty"
    assert [e.params["company"] for e in game.log if e.kind == "misses_concession"] == ["SV"]


@pytest.mark.rule("1883:5.6.1-e", "1883:5.6.2-a")
def test_a_concession_that_returns_while_somebody_could_trace_it_is_removed() -> None:
    """SV holds concession 1 and has no way to complete it; FBV has."""
    found = position().corporation("FBV", {A: 2}, 65).token("FBV", "86").tiles(**VIGNOLA)
    own(found.corporation("SV", {B: 2}, 100, 100).token("SV", "21"), "1", "SV", 2)
    game: Any = check(found)
    assert game.state.concession["1"] == "gone" and game.state.cash["SV"] == 70


@pytest.mark.rule("1883:5.8-a", "1883:5.6.1-e")
@pytest.mark.parametrize(("laid", "left"), [({}, POOL), (VIGNOLA, "gone")])
def test_a_company_that_closes_gives_its_concession_back(laid: dict[str, Any], left: str) -> None:
    found = own(position(), "1", "SV", 1).corporation("SV", {B: 2}).token("SV", "21").tiles(**laid)
    game: Any = found.corporation("FBV", {A: 2}, 65).token("FBV", "86").operating("FBV", "PlaceStation")
    close_all(game, ["SV"])
    assert game.state.concession["1"] == left and "1" not in game.state.clock


@pytest.mark.rule("1883:5.8-a", "1883:5.6.1-e")
def test_a_closed_company_could_not_claim_what_it_gives_back() -> None:
    found = own(position(), "1", "SV", 1).corporation("SV", {B: 2}).token("SV", "86")
    game: Any = found.tiles(**VIGNOLA).corporation("FSF", {A: 2}).token("FSF", "34").operating("FSF", "PlaceStation")
    close_all(game, ["SV"])
    assert game.state.concession["1"] == POOL, "no token is left on its track"


@pytest.mark.rule("1883:5.6.3-a")
def test_the_first_8_removes_what_is_not_sold() -> None:
    found = fbv(position(phase="8"))
    remove_unsold(found.game)  # type: ignore[arg-type]
    state: Any = found.state
    assert [state.concession[number] for number in "12345678"] == ["FBV", *["gone"] * 7]


@pytest.mark.rule("1883:5.6.3-a")
@pytest.mark.parametrize(("phase", "left"), [("7", POOL), ("8", "gone")])
def test_in_phase_8_a_late_one_is_paid_for_and_removed(phase: str, left: str) -> None:
    game: Any = check(fbv(position(phase=phase), clock=2))
    assert (game.state.cash["FBV"], game.state.concession["1"]) == (70, left)


@pytest.mark.rule("1883:5.6.3-a", "1883:5.6.1-g")
def test_in_phase_8_an_owned_one_may_still_be_completed() -> None:
    found = fbv(position(phase="8")).tiles(**{"86": ("5", 0)})
    found.state.support[A] = 0  # type: ignore[attr-defined]
    game: Any = found.operating("FBV", "LayTrack")
    game.push(LayTile(A, "FBV", "75", "6", 2))
    assert game.state.cash["FBV"] == 100 - 20 + 200


@pytest.mark.rule("1883:5.6-f", "1883:6.11-a", "1883:8.1.6-a")
def test_a_frozen_ccfr_pays_what_it_has() -> None:
    found = own(position(phase="4"), "1", "CCFR", 2).cash("CCFR", 12)
    found.state.flags["ccfr"] = "frozen"
    game: Any = check(found)
    assert (game.state.cash["CCFR"], game.state.concession["1"]) == (0, POOL)
    assert not any(isinstance(frame, Debt) for frame in game.stack), "nobody presides who could owe the rest"


@pytest.mark.rule("1883:6.1-b", "1883:4.2-a")
def test_only_concessions_that_somebody_holds_grow_older() -> None:
    found = own(fbv(position(), "1", 0), "7", "CCFR", 3)
    advance_clocks(found.game)  # type: ignore[arg-type]
    assert found.state.clock.by_key() == {"1": 1, "7": 4}  # type: ignore[attr-defined]


@pytest.mark.rule("1883:8.1.8-e", "1883:6.11-a")
def test_a_ccfr_that_waits_for_its_launch_keeps_its_concession() -> None:
    found = own(position(phase="5"), "3", "CCFR", 3).cash("CCFR", 100)
    found.state.flags["ccfr"] = "capitalised"
    for seat in (A, B, C):
        found.state.shelves.move(f"CCFR_{seat + 1}", certs_at(IPO, "CCFR"))
    del found.state.par["CCFR"]
    found.price("CCFR", 2, 7)
    del found.state.cell["CCFR"]
    found.state.pile[2, 7] = ()
    game: Any = found.round(OperatingRound(2, 1))
    assert game.state.concession["3"] == "CCFR"
    advance_clocks(game)
    assert game.state.clock["3"] >= 4
