"""Where two rules of 18FB meet: cards and states, waiting tokens and reserved slots, closings and bonuses."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import Answer, BuyTrain, LayTile, Pass, SellShares
from stockrail.rules.cards import owner_of_card
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of
from stockrail.rules.state import BOX, IPO
from stockrail.rules.tokens import cities_of
from stockrail.rules.trains import trains_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import Acquire, BuyConcession, BuyStock, ChooseBase, UseCard
from stockrail.titles.g18fb.cards import pay_card_incomes
from stockrail.titles.g18fb.companies import DEFINITIVE, FROZEN, PROVISIONAL, state_of
from stockrail.titles.g18fb.emergency import close_company
from stockrail.titles.g18fb.regional import is_waiting, settle_bonuses
from stockrail.titles.g18fb.state import deposit_on

from .holding import A, B, C, D, Place, noted, refused
from .national import begin, eve, only, partners, presides
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


# -- trains, phases and presidents -------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.5.10-d", "18FB:3.3.3-e", "18FB:3.3.3-g", "18FB:3.5.10-c")
@pytest.mark.parametrize("buys_back", [True, False])
def test_a_company_lost_in_an_emergency_sale_is_offered_to_its_new_president_before_the_train_is_bought(
    buys_back: bool,
) -> None:
    """A needs 280 for FC, has 100, and sells four shares of NN at 100, of which B holds three."""
    place = Place("3").major("FC", {A: 2, C: 1}, PROVISIONAL, value=80, cash=0)
    place.major("NN", {A: 4, B: 3}, PROVISIONAL, deposit=50).cash(A, 100).cash(B, 60)
    bank = place.state.cash[deposit_on("NN")]
    game: Any = place.operating("FC", "BuyTrains")
    game.push(SellShares(A, "NN", 4))
    assert bank == 50 and game.state.cash[A] == 300 and price(game, "NN") == 60, "four rows"
    assert type(game.decision).__name__ == "RebuyConcession" and game.actor == B
    game.push(BuyConcession(B, "NN", 0) if buys_back else Pass(B))
    assert state_of(game, "NN") == (PROVISIONAL if buys_back else FROZEN) and owner_of(game, "NN") == B
    assert type(game.decision).__name__ == "BuyTrains" and game.actor == A
    game.push(BuyTrain(A, "FC", "4+6-0", 280))
    assert game.state.cash[A] == 20


@pytest.mark.rule("18FB:2.1-n", "18FB:3.6-d", "18FB:3.6-a", "18FB:3.5.9-a")
def test_a_building_company_that_begins_phase_5_trades_stock_in_the_same_turn_under_its_new_president() -> None:
    place = Place("4").major("FC", {A: 3, B: 4}, cash=900).major("NN", {C: 2}, PROVISIONAL, value=60)
    for train in ("5+8-0", "5+8-1", "5+8-2"):
        place.train(train, BOX)
    game: Any = place.operating("FC", "BuyTrains")
    game.push(BuyTrain(A, "FC", "6+10-0", 600))
    assert state_of(game, "FC") == DEFINITIVE and owner_of(game, "FC") == B == game.actor
    assert not noted(game, "dividend"), "it had its interest, or none"
    assert type(game.decision).__name__ == "Trade" and game.actor == B
    game.push(BuyStock(B, "FC", "NN", IPO))
    assert game.state.cash["FC"] == 240


@pytest.mark.rule("18FB:3.5.10-b", "18FB:3.7.1-l", "18FB:3.7.1-n", "18FB:3.7.1-o")
def test_a_company_that_begins_phase_6_with_its_presidents_help_merges_with_the_train() -> None:
    """The help is spent; its stock is exchanged, and what was left of its turn is gone."""
    place = eve().major("LdA", {A: 4}, DEFINITIVE, cash=100).major("NN", {B: 4}, DEFINITIVE, value=90, cash=20)
    place = only(place, "LdA", "NN").cash(A, 750)
    game: Any = place.operating("LdA", "BuyTrains")
    game.push(BuyTrain(A, "LdA", "8+12-0", 800))
    assert partners(game) == {"LdA", "NN"} and trains_of(game, "RM") == ["8+12-0"]
    assert game.state.cash[A] == 50 and game.state.cash["RM"] == 20 and "RM" not in game.state.lease
    assert presides(game, A) and game.decision.company != "LdA"
    assert not game.title.audit(game)


@pytest.mark.rule("18FB:3.7.1-n", "18FB:3.5.8-a", "18FB:3.7.1-q")
def test_a_leased_train_is_not_for_sale_and_nothing_is_bought_of_a_national_that_nobody_leads() -> None:
    place = eve().major("LdA", {A: 3}, DEFINITIVE).major("NN", {B: 3}, DEFINITIVE)
    place = only(place, "LdA", "NN").major("FST", {C: 5}, DEFINITIVE, cash=900)
    game: Any = begin(place)
    assert game.title.controller(game, "RM") is None and game.state.lease["RM"] == 800
    train = trains_of(game, "RM")[0]
    place = Place.of(game).cash("FB", 900)
    game = place.operating("FB", "BuyTrains")
    check_doors(game)
    assert refused(game, BuyTrain(C, "FB", train, 800))[0] == "train_not_for_sale"
    place = Place.of(game)
    del place.state.lease["RM"]
    assert refused(place.operating("FB", "BuyTrains"), BuyTrain(C, "FB", train, 800))[0] == "train_not_for_sale"


@pytest.mark.rule("18FB:3.6.2-g", "18FB:3.7.1-a", "18FB:1.1-b", "18FB:3.6.3-j")
def test_phase_6_may_begin_before_the_regional_round_of_the_same_operating_round() -> None:
    place = eve()
    for regional in place.game.title.companies_of("regional"):
        place.regional(regional, IPO)
    place.state.flags["regional_due"] = True
    place = only(place.major("LdA", {A: 4}, DEFINITIVE).major("NN", {B: 2}, DEFINITIVE), "LdA", "NN")
    game: Any = begin(place)
    assert partners(game) == {"LdA", "NN"} and type(game.decision).__name__ != "NameRegional"
    while type(game.decision).__name__ != "NameRegional":
        assert not [entry for entry in game.legal_actions() if isinstance(entry, Acquire)]
        game.push(game.legal_actions()[-1])
    assert len(game.legal_actions()) == 7 and game.phase.name == "6"
