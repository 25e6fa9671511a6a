"""3.2, 3.4 Where private companies meet what else goes on: the exchange of CNP at any moment, debts, mergers."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import CHANCE, Frame, IllegalAction
from stockrail.rules.actions import (
    Answer,
    BuyShare,
    BuyTrain,
    GoBankrupt,
    Merge,
    Pass,
    ProposeEnd,
    SellShares,
    StartCompany,
)
from stockrail.rules.agreement import AgreeToEnd
from stockrail.rules.cards import give_card, owner_of_card
from stockrail.rules.discards import DiscardStep
from stockrail.rules.merging import MergerOffer
from stockrail.rules.rounds import OperatingRound, OperatingTurn
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BOX, IPO, POOL
from stockrail.rules.trains import trains_of
from stockrail.titles.g1883.actions import BuyConcession, BuyPrivate, ExchangeCard
from stockrail.titles.g1883.concessions import BonusChoice
from stockrail.titles.g1883.debts import Debt, close_all
from stockrail.titles.g1883.dividends import Dividend
from stockrail.titles.g1883.events import AvoidStrike, DrawCard, SaveGold, TakePlan
from stockrail.titles.g1883.merger import OddShare
from stockrail.titles.g1883.privates import PrivateOffer
from stockrail.titles.g1883.running import hand_on_anchors
from stockrail.titles.g1883.state import anchor_at

from .lying import TITLE
from .operating import A, B, C, launched, standing, step

SWAP = ExchangeCard(B, "CNP")


def before(phase: str = "4", shares: dict[Any, int] | None = None, **cards: int | str) -> Any:
    """A leads FBV; SV has shares in the offering, B has CNP. Cards that are not named are out of the game."""
    found = standing("FBV", phase, cash=300, shares={A: 3})
    launched(found, "SV", shares=shares or {A: 3, C: 2})
    for card in TITLE.cards:
        give_card(found.game, card, {"CNP": B, **cards}.get(card, BOX))
    return found


def during(found: Any, *frames: Frame[Any]) -> Any:
    """In FBV's turn the game waits for the last of these frames."""
    return found._wait(OperatingRound(2, 1), OperatingTurn("FBV", 5), *frames)


# -- the exchange at any moment ---------------------------------------------------------------------------------------


@pytest.mark.rule("1883:3.2-f")
@pytest.mark.parametrize(
    "frame",
    [
        Debt(A, 1000), Dividend("FBV", 50), BonusChoice("FBV", "1", 100), AvoidStrike("general_strike", "FBV"),
        SaveGold("gold_to_homeland", C), TakePlan("marshall_plan", "FBV"), DiscardStep("FBV"), AgreeToEnd(A, C),
        PrivateOffer(C, BuyPrivate(A, "FBV", "TCB", 20)),
    ],
    ids=lambda frame: type(frame).__name__,
)  # fmt: skip
def test_cnp_is_exchanged_whatever_somebody_is_asked(frame: Frame[Any]) -> None:
    found = before(TCB=C).train("4-0", "FBV")
    found.state.support[C] = 3
    game = during(found, frame)
    assert game.decision == frame and game.actor != B
    cash = game.state.cash["SV"]
    game.push(SWAP)
    assert game.decision == frame, "and the same is still asked"
    assert (percent_of(game, B, "SV"), game.state.cash["SV"]) == (10, cash + 100)
    assert owner_of_card(game, "CNP") is None and game.state.shelves.on(anchor_at("SV")) == ["anchor.CNP.0"]
    with pytest.raises(IllegalAction):
        game.push(SWAP)


@pytest.mark.rule("1883:3.2-f")
def test_a_card_is_drawn_before_anybody_exchanges_cnp() -> None:
    game = during(before(), DrawCard("event/2/1"))
    assert game.actor == CHANCE and not game.is_legal(SWAP)


@pytest.mark.rule("1883:3.2-f", "1883:3.4-a")
def test_while_cnp_itself_is_asked_for_it_is_not_exchanged_but_after_a_refusal_it_is() -> None:
    game = before().operating("FBV")
    game.push(BuyPrivate(A, "FBV", "CNP", 60))
    game.push(ProposeEnd(C))
    assert not game.is_legal(SWAP), "the offer for it waits under the other question"
    game.push(Answer(A, False))
    assert isinstance(game.decision, PrivateOffer) and not game.is_legal(SWAP)
    game.push(Answer(B, False))
    game.push(SWAP)
    assert percent_of(game, B, "SV") == 10 and BuyPrivate(A, "FBV", "CNP", 61) not in game.legal_actions(A)


@pytest.mark.rule("1883:3.2-f", "1883:8.3-k", "1883:3.5-a")
@pytest.mark.parametrize("swaps", [True, False])
def test_whoever_is_asked_to_merge_may_exchange_cnp_before_the_merger_closes_it(swaps: bool) -> None:
    found = before(shares={A: 3}).tiles(**{"64": ("57", 2), "54": ("8", 3)})
    found.no_trains("CCFR").corporation("FMMSF", {A: 4}, 85, 100).token("FMMSF", "55")
    game = found.corporation("FMV", {B: 4}, 65, 100).token("FMV", "64").operating("FMMSF", "MergeStep", alone=True)
    game.push(Merge(A, "FMMSF", "FMV", "SEFTA"))
    assert isinstance(game.decision, MergerOffer) and game.actor == B
    cash = game.state.cash["SV"]
    if swaps:
        game.push(SWAP)
    game.push(Answer(B, True))
    assert game.state.flags["sefta"] and game.state.cash["SV"] == cash + 100
    assert (percent_of(game, B, "SV"), percent_of(game, POOL, "SV")) == ((10, 0) if swaps else (0, 10))
    assert game.state.shelves.on(anchor_at("SV")) == (["anchor.CNP.0"] if swaps else [])


@pytest.mark.rule("1883:3.2-f", "1883:8.3-f")
def test_cnp_is_exchanged_while_single_shares_are_settled() -> None:
    found = before(shares={A: 3}).tiles(**{"64": ("57", 2), "54": ("8", 3)})
    found.no_trains("CCFR").corporation("FMMSF", {A: 4, C: 1}, 85, 100).token("FMMSF", "55")
    game = found.corporation("FMV", {A: 4}, 65, 100).token("FMV", "64").operating("FMMSF", "MergeStep", alone=True)
    game.push(Merge(A, "FMMSF", "FMV", "SEFTA"))
    assert isinstance(game.decision, OddShare) and game.actor == C
    game.push(SWAP)
    assert isinstance(game.decision, OddShare) and percent_of(game, B, "SV") == 10


@pytest.mark.rule("1883:3.2-f", "1883:5.3.3-d", "1883:5.3.2-b")
def test_the_launch_of_sv_brings_the_par_of_the_share_that_was_exchanged_before() -> None:
    found = standing("", "2").cash(A, 500)
    give_card(found.game, "CNP", B)
    game = found.stock_round(A)
    game.push(SWAP)
    assert (percent_of(game, B, "SV"), game.state.cash["SV"]) == (10, 0)
    game.push(StartCompany(A, "SV", 110))
    assert game.state.cash["SV"] == 3 * 110


@pytest.mark.rule("1883:3.2-f", "1883:6.8.6-b", "1883:6.8.6-c")
def test_a_debtor_whose_shares_do_not_suffice_may_exchange_cnp_and_sell_the_share() -> None:
    found = before().cash(B, 20)
    game = during(found, Debt(B, 100))
    assert list(game.legal_actions()) == [GoBankrupt(B, "")]
    game.push(SWAP)
    assert not game.is_legal(GoBankrupt(B, ""))
    game.push(SellShares(B, "SV", 1))
    assert game.state.cash[B] == 20 + 100 - 100 and not game.state.bankrupt.get(B)


@pytest.mark.rule("1883:3.2-f", "1883:6.8.6-c")
def test_a_president_who_cannot_pay_for_a_train_may_exchange_cnp_first() -> None:
    """FBV needs a 4 for 300; A has 130 and sells one share of FBV for 100, then that of SV for 100, too."""
    found = before(shares={C: 2}, CNP=A).cash("FBV", 0).cash(A, 130).tiles(**{"86": ("5", 0), "75": ("6", 2)})
    game = found.operating("FBV", "BuyTrains", alone=True)
    assert GoBankrupt(A, "FBV") in game.legal_actions()
    game.push(ExchangeCard(A, "CNP"))
    assert GoBankrupt(A, "FBV") not in game.legal_actions()
    game.push(BuyTrain(A, "FBV", "4-0", 300))
    for company in ("FBV", "SV"):
        game.push(SellShares(A, company, 1))
    assert game.state.cash[A] == 30 and "4-0" in trains_of(game, "FBV")


@pytest.mark.rule("1883:3.2-f", "1883:5.1-a", "1883:5.7.1-a")
def test_an_exchange_is_no_deed_of_a_stock_turn() -> None:
    found = before()
    game = found.stock_round(A)
    game.push(Pass(A))
    game.push(SWAP)
    assert game.actor == B and step(game) == "StockTurn"
    game.push(Pass(B))
    game.push(Pass(C))
    assert game.state.flags["priority"] == A, "nobody has bought or sold"


@pytest.mark.rule("1883:3.2-f", "1883:5.3.5-a")
def test_who_has_sold_sv_in_the_round_may_still_exchange_cnp_for_it() -> None:
    game = before(shares={A: 3, B: 1}).stock_round(B)
    game.push(SellShares(B, "SV", 1))
    game.push(SWAP)
    assert percent_of(game, B, "SV") == 10


@pytest.mark.rule("1883:3.2-f", "1883:5.6.1-f", "1883:5.3.4-a")
def test_an_exchange_that_changes_the_president_changes_who_decides_about_a_bonus() -> None:
    found = before(shares={A: 2, B: 2})
    found.state.support[B] = 0
    game = during(found, BonusChoice("SV", "7", 100))
    assert game.actor == A
    cash = game.state.cash["SV"]
    game.push(SWAP)
    assert owner_of(game, "SV") == B
    assert game.state.cash["SV"] == cash + 100 + 100, "B has no support card, so the bonus goes to the treasury"
    assert game.state.support[A] == 1


@pytest.mark.rule("1883:3.2-f", "1883:5.4-d", "1883:5.4-b")
def test_cnp_is_exchanged_at_the_certificate_limit_too_as_a_share_takes_its_place() -> None:
    found = before(shares={A: 6}, TCB=B, FRV=B)
    for company in ("FSF", "FMV", "FMMSF", "SAFRE"):
        launched(found, company, shares={C: 2, B: 4})
    found.corporation("SARSA", {C: 2, B: 2})
    game = found.stock_round(A)
    held, limit = TITLE.certificates(game, B)
    assert (held, limit) == (21, 21)
    game.push(SWAP)
    assert TITLE.certificates(game, B)[0] == 21 and percent_of(game, B, "SV") == 10


@pytest.mark.rule("1883:3.2-f", "1883:8.2-k", "1883:5.1-d")
def test_the_share_of_an_exchange_counts_for_the_ratio_of_the_coaches() -> None:
    found = before()
    found.corporation("SARSA", {A: 2, B: 1})
    game = launched(found, "FSF", shares={A: 2, B: 1}).stock_round(B)
    assert not game.is_legal(Pass(B)), "one share of a railway for one of the coaches"
    game.push(SWAP)
    assert game.is_legal(Pass(B))


@pytest.mark.rule("1883:3.2-f", "1883:5.7.2-a")
@pytest.mark.parametrize("swaps", [True, False])
def test_an_exchange_for_the_last_share_of_the_offering_makes_sv_rise_in_the_end(swaps: bool) -> None:
    game = before(shares={A: 5, C: 4}).stock_round(A)
    row, column = game.state.cell["SV"]
    if swaps:
        game.push(SWAP)
    while step(game) == "StockTurn":
        game.push(Pass(game.actor))
    assert game.state.cell["SV"] == (row - swaps, column)


# -- sales, launches and closings -------------------------------------------------------------------------------------


@pytest.mark.rule("1883:3.4-a", "1883:6.3-c", "1883:6.10-a")
@pytest.mark.parametrize(
    "name", ["Prepare", "LayTrack", "PlaceStation", "RunStep", "BuyTrains", "IssueStep", "Dividend"]
)
def test_a_railway_buys_a_private_company_in_every_step_of_its_turn(name: str) -> None:
    found = before(TCB=B).no_trains("CCFR").train("4-0", "FBV").tiles(**{"86": ("5", 0), "75": ("6", 2)})
    found.cash("FBV", 400)
    game = during(found, Dividend("FBV", 50)) if name == "Dividend" else found.operating("FBV", name, alone=True)
    game.push(BuyPrivate(A, "FBV", "TCB", 40))
    game.push(Answer(B, True))
    assert (step(game), owner_of_card(game, "TCB"), game.state.cash["FBV"]) == (name, "FBV", 360)


@pytest.mark.rule("1883:3.4-a", "1883:3.5-a", "1883:4.0-j")
def test_the_first_5_of_its_own_turn_closes_what_a_railway_has_just_bought() -> None:
    found = before(CNP="FBV", FRV=A).no_trains("CCFR").train("4-0", "FBV").cash("FBV", 600).phase("5")
    found.state.flags["phase"] = "4"
    found.state.shelves.move("anchor.CNP.0", anchor_at("FBV"))
    game = found.tiles(**{"86": ("5", 0), "75": ("6", 2)}).operating("FBV", "BuyTrains", alone=True)
    game.push(BuyPrivate(A, "FBV", "FRV", 20))
    game.push(BuyTrain(A, "FBV", "5-0", 450))
    assert owner_of_card(game, "FRV") is owner_of_card(game, "CNP") is None
    assert game.state.laid["30"] == ("8", 3), "the link of FRV lays itself"
    assert game.state.shelves.on(anchor_at("FBV")) == ["anchor.CNP.0"], "the anchor stays with the company"
    assert percent_of(game, POOL, "SV") == 10


@pytest.mark.rule("1883:3.2-i", "1883:5.3.2-b", "1883:5.2-a")
def test_a_share_that_came_with_a_private_company_is_not_sold_before_the_launch() -> None:
    found = before()
    found.state.shelves.move("FMV_1", ("certs", B, "FMV"))
    game = found.stock_round(B)
    with pytest.raises(IllegalAction) as refusal:
        game.push(SellShares(B, "FMV", 1))
    assert refusal.value.kind == "not_started"


@pytest.mark.rule("1883:3.2-k", "1883:5.3.4-a", "1883:5.8-e")
def test_the_share_of_fcv_counts_like_any_other_and_is_lost_when_the_company_closes() -> None:
    found = standing("", "2").cash(A, 500).cash(B, 500)
    found.state.shelves.move("FBV_1", ("certs", B, "FBV"))
    game = found.stock_round(A)
    game.push(StartCompany(A, "FBV", 65))
    assert (game.state.cash["FBV"], owner_of(game, "FBV")) == (195, A)
    game.push(BuyShare(B, "FBV", IPO))
    game.push(Pass(B))
    game.push(Pass(C))
    game.push(Pass(A))
    game.push(BuyShare(B, "FBV", IPO))
    assert owner_of(game, "FBV") == B, "30 % against 20 %"
    close_all(game, ["FBV"])
    assert percent_of(game, B, "FBV") == 0 and percent_of(game, IPO, "FBV") == 100


@pytest.mark.rule("1883:5.8-c", "1883:3.2-n", "1883:5.8-e")
def test_fsf_that_is_launched_again_has_no_anchors_and_waits_with_concessions_like_others() -> None:
    found = standing("FSF", "2", shares={A: 2, B: 1}).cash(A, 500)
    for card in TITLE.cards:
        give_card(found.game, card, BOX)
    hand_on_anchors(found.game, "FSF-P", "FSF")
    found.turn = 3
    close_all(found.game, ["FSF"])
    found.game.state.closed["FSF"] = 2
    game = found.stock_round(A)
    game.push(StartCompany(A, "FSF", 85))
    assert game.state.cash["FSF"] == 170 and not game.state.shelves.on(anchor_at("FSF"))
    game.push(Pass(B))
    game.push(Pass(C))
    with pytest.raises(IllegalAction) as refusal:
        game.push(BuyConcession(A, "FSF", "7"))
    assert refusal.value.kind == "launched_this_round"
