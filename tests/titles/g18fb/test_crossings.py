"""Where two rules of 18FB meet: cards and states, waiting tokens and reserved slots, closings and bonuses."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import Answer, LayTile, Pass
from stockrail.rules.cards import owner_of_card
from stockrail.rules.tokens import cities_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import Acquire, ChooseBase, UseCard
from stockrail.titles.g18fb.bankruptcy import close_company
from stockrail.titles.g18fb.cards import pay_card_incomes
from stockrail.titles.g18fb.companies import DEFINITIVE, PROVISIONAL, state_of
from stockrail.titles.g18fb.regional import is_waiting, settle_bonuses

from .holding import A, B, C, D, Place, noted, refused
from .playing import ALB, CIM, LAL
from .regionals import BROWN_FOGGIA, FOGGIA, settled
from .tracks import joined, put, station, tokens

ADRIATIC = ("L39", "L37", "L35", "L33", "L31", "L29", "L27")
TO_CASERTA = UseCard(A, ALB, "FB", ("I30", "H29", "G28", "G30"))


# -- slots that are kept, and tokens that wait -------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.6.2-f", "18FB:2.5.4-d", "18FB:3.5.2-d")
def test_a_company_takes_its_reserved_slot_though_a_regional_token_waits_there() -> None:
    """All three slots of Foggia are reserved, one of them for LTF; FG waits for the next one."""
    place = settled({"FG": D}).major("LTF", {A: 5}, DEFINITIVE, cash=500)
    game = joined(station(place, "LTF", "L39"), *ADRIATIC).operating("LTF", "PlaceLine")
    assert is_waiting(game, "FG")
    assert tokens(game, FOGGIA) == [put(*ADRIATIC, company="LTF")]
    game.push(put(*ADRIATIC, company="LTF"))
    assert (FOGGIA, 0) in cities_of(game, "LTF") and is_waiting(game, "FG")
    assert not game.title.audit(game)


@pytest.mark.rule("18FB:3.6.2-f", "18FB:3.3.2-i")
def test_a_slot_that_fp_gives_up_goes_to_the_regional_token_that_waits() -> None:
    """Starting from Napoli FP needs no slot in Foggia."""
    place = settled({"FG": D}).major("FP", {A: 5}, DEFINITIVE, cash=500)
    game: Any = place.operating("FP", "ChooseBase")
    assert is_waiting(game, "FG")
    game.push(ChooseBase(A, "FP", "zC8"))
    assert cities_of(game, "FG") == [(FOGGIA, 0)] and not is_waiting(game, "FG")


TO_NAPOLI = ("F31", "G30", "zD11", "zC10", "zC8")


def alifana(*companies: str) -> Place:
    """FA waits in Capua; track leads by Caserta to Napoli Nord. These stand in Caserta, which has three slots."""
    place = joined(settled({"FA": A}), *TO_NAPOLI, F31="yellow")
    for company in companies:
        place.major(company, {B: 5}, DEFINITIVE).token(company, "G30")
    settle_bonuses(place.game)
    return place


def bonuses(game: Any) -> list[tuple[str, int]]:
    return [(event["hex"], event["amount"]) for event in noted(game, "regional_bonus")]


@pytest.mark.rule("18FB:3.6.3-e", "18FB:3.6.3-j")
def test_a_city_full_of_tokens_bars_a_regional_company_from_its_destination() -> None:
    assert bonuses(alifana("NN", "FC").game) == [("zC8", 50)]
    assert bonuses(alifana("NN", "FC", "FSC").game) == []


@pytest.mark.rule("18FB:3.6.3-j", "18FB:3.5.11-e")
def test_a_company_that_closes_bars_nobody_from_a_bonus_any_more() -> None:
    place = alifana("NN", "FC", "FSC")
    close_company(place.game, "FSC")
    assert bonuses(place.game) == [("zC8", 50)]


# -- cards -------------------------------------------------------------------------------------------------------------


def beneventane(state: str = "building", **rulings: Any) -> Place:
    """FB at home; track leads to Caserta, its first destination, where Albano may replace a Bourbon token."""
    place = Place(**rulings).card(ALB, A).card(LAL, B).major("FB", {A: 3}, state, cash=300)
    return place.tiles(I30=("57", 1), H29=("9", 1), G28=("7", 3)).major("FSC", {D: 2}, value=60)


@pytest.mark.rule("18FB:3.4-k", "18FB:2.7-p", "18FB:3.5.8-c", "18FB:3.5.9-a")
@pytest.mark.parametrize("answer", ["at_once", "next_turn"])
def test_who_leaves_the_building_state_after_its_interest_needs_no_train_in_that_turn_and_trades_nothing(
    answer: str,
) -> None:
    """The state at the destination check governs; a card's token comes at any moment, after the interest too."""
    place = beneventane(mid_turn_provisional=answer)
    game: Any = place.operating("FB", "Income")
    assert type(game.decision).__name__ == "BuyTrains" and noted(game, "interest_missed")
    game.push(TO_CASERTA)
    assert state_of(game, "FB") == PROVISIONAL and type(game.decision).__name__ == "BuyTrains"
    check_doors(game)
    game.push(Pass(A))
    assert game.decision.company == "FSC"


@pytest.mark.rule("18FB:3.4-k", "18FB:2.7-p", "18FB:3.5.8-b")
def test_who_leaves_it_by_a_card_before_its_income_needs_a_train() -> None:
    place = beneventane()
    game: Any = place.operating("FB", "LayTrack")
    game.push(TO_CASERTA)
    game.push(Pass(A))
    assert type(game.decision).__name__ == "BuyTrains" and not noted(game, "interest_missed")
    assert refused(game, Pass(A)) == ("must_own_train", "3.5.8-b")


@pytest.mark.rule("18FB:3.4-k", "18FB:3.6-d")
def test_from_phase_5_a_first_destination_ends_no_building_state_under_any_ruling() -> None:
    line = ("K46", "K44", "K42", "L41", "L39")
    place = Place("5", mid_turn_provisional="next_turn").major("LTF", {A: 5}, cash=900)
    game: Any = joined(place.train("5+8", "LTF"), *line).operating("LTF", "PlaceLine", alone=True)
    game.push(put(*line, company="LTF"))
    assert type(game.decision).__name__ == "Dividend" and not noted(game, "interest")


@pytest.mark.rule("18FB:2.7-m", "18FB:3.5.11-e")
def test_a_card_pays_no_more_than_before_when_its_company_closes() -> None:
    game: Any = beneventane().operating("FB", "LayTrack")
    game.push(TO_CASERTA)
    close_company(game, "FB")
    assert owner_of_card(game, LAL) == B
    before = game.state.cash[B]
    pay_card_incomes(game)
    assert game.state.cash[B] - before == 10


@pytest.mark.rule("18FB:3.3.2-i", "18FB:2.7-p")
def test_fp_lays_nothing_before_it_has_chosen_though_a_power_keeps_the_step_open() -> None:
    place = Place().card(CIM, A).major("FP", {A: 5}, cash=500)
    game: Any = place.operating("FP", "ChooseBase")
    game.push(Pass(A))
    assert type(game.decision).__name__ == "LayTrack"
    check_doors(game)
    assert refused(game, LayTile(A, "FP", "M22", "3", 4)) == ("base_first", "3.3.2-i")


# -- asking ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.7.3-f")
def test_owners_who_declined_are_not_asked_again_by_turns() -> None:
    """FG and FdC, each of another owner; by a ruling they must agree."""
    place = settled({"FG": A, "FdC": C}, BROWN_FOGGIA, "6", acquisition_consent="owner")
    place.major("LTF", {B: 5}, DEFINITIVE, cash=900).token("LTF", FOGGIA).token("LTF", "A2")
    game: Any = place.operating("LTF", "LayTrack")
    for regional, owner in (("FG", A), ("FdC", C)):
        game.push(Acquire(B, "LTF", regional))
        game.push(Answer(owner, False))
    assert refused(game, Acquire(B, "LTF", "FG"))[0] == "take_over_declined"
    assert refused(game, Acquire(B, "LTF", "FdC"))[0] == "take_over_declined"
    other = game.fork()
    other.push(Pass(B))
    assert other.is_legal(Acquire(B, "LTF", "FG"))


@pytest.mark.rule("18FB:3.7.3-f")
def test_after_a_take_over_whoever_declined_may_be_asked_again() -> None:
    place = settled({"FG": A, "FdC": C}, BROWN_FOGGIA, "6", acquisition_consent="owner")
    place.major("LTF", {B: 5}, DEFINITIVE, cash=900).token("LTF", FOGGIA).token("LTF", "A2")
    game: Any = place.operating("LTF", "LayTrack")
    for regional, owner in (("FG", A), ("FdC", C)):
        game.push(Acquire(B, "LTF", regional))
        game.push(Answer(owner, regional == "FdC"))
    assert game.is_legal(Acquire(B, "LTF", "FG"))
