"""Where two rules of 18FB meet: cards and states, waiting tokens and reserved slots, closings and bonuses."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import Answer, BuyShare, BuyTrain, GoBankrupt, LayTile, Pass, SellShares
from stockrail.rules.cards import owner_of_card
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of, singles_of
from stockrail.rules.state import BANK, BOX, IPO, POOL, certs_at
from stockrail.rules.tokens import cities_of
from stockrail.rules.trains import trains_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.accounts import account
from stockrail.titles.g18fb.actions import Acquire, BuyCard, BuyConcession, BuyStock, ChooseBase, UseCard
from stockrail.titles.g18fb.cards import band_of, pay_card_incomes, station_bonus
from stockrail.titles.g18fb.companies import BUILDING, DEFINITIVE, FROZEN, PROVISIONAL, state_of
from stockrail.titles.g18fb.concessions import deposit_now, refund, settle
from stockrail.titles.g18fb.emergency import close_company
from stockrail.titles.g18fb.regional import is_waiting, settle_bonuses
from stockrail.titles.g18fb.state import FINAL, INTERMEDIATE, deposit_on

from .holding import A, B, C, D, Place, noted, refused
from .national import begin, eve, only, partners, presides
from .playing import ALB, BAY, CIM, DEL, LAL, MEL, RIS
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


@pytest.mark.rule("18FB:T-4e", "18FB:T-4f", "18FB:2.7-g", "18FB:2.7-h", "18FB:2.7-u", "18FB:2.5.3-g", "18FB:3.5.2-r")
def test_falcon_counts_at_pontecorvo_once_delahantes_line_to_rome_has_led_through_it() -> None:
    line = ("F31", "F33", "F35", "F37", "E38")
    place = Place("2").card(DEL, A).card(CIM, A).major("LdA", {A: 5}, PROVISIONAL, cash=500).train("3+4", "LdA")
    game: Any = joined(place, *line).operating("LdA", "LayTrack")
    passes = [isinstance(entry, Pass) for entry in game.legal_actions()]
    assert passes.count(True) == 1 and passes[-1], "powers come before it"
    game.push(UseCard(A, CIM, "LdA"))
    before = account(game, "LdA").total
    assert [part.source for part in account(game, "LdA").parts] == ["station"], "nothing has led there yet"
    game.push(UseCard(A, DEL, "LdA", line))
    assert ("E38", 0) in cities_of(game, "LdA")
    markers = 10 * game.state.markers["LdA"]
    assert markers and account(game, "LdA").total == before + 40 + markers + 10
    cash = game.state.cash[A]
    pay_card_incomes(game)
    assert game.state.cash[A] == cash + 15 + 20, "both cards pay on"


# -- concessions -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.3.3-b", "18FB:3.3.3-i", "18FB:3.5.3-b", "18FB:3.5.11-f")
def test_a_concession_that_falls_in_the_turn_of_its_first_destination_loses_the_half_that_is_left() -> None:
    """LTF reaches Pescara, which leaves A with D50; its train costs D80, and nothing can be sold."""
    line = ("K46", "K44", "K42", "L41", "L39")
    place = joined(Place().major("LTF", {A: 2, B: 2}, deposit=100, cash=120), *line).cash(A, 0).cash(B, 500)
    bank = place.state.cash[BANK]
    game: Any = place.operating("LTF", "PlaceLine")
    game.push(put(*line, company="LTF"))
    assert (game.state.cash[A], game.state.cash["LTF"]) == (50, 0)
    game.push(GoBankrupt(A, "LTF"))
    assert state_of(game, "LTF") == FROZEN and game.state.cash[BANK] == bank + 120 + 50
    game.push(BuyConcession(B, "LTF", 0))
    assert state_of(game, "LTF") == PROVISIONAL and game.state.cash[deposit_on("LTF")] == 100
    game.push(BuyTrain(B, "LTF", "2+2-0", 80))
    assert game.state.cash[B] == 500 - 100 - 30
    game.state.reached["LTF", FINAL] = True
    refund(game, "LTF")
    assert game.state.cash[B] == 500 - 30, "all of it, at the end"


@pytest.mark.rule("18FB:3.5.11-b", "18FB:3.5.11-d")
def test_the_concession_of_another_player_outlives_a_bankrupt_president() -> None:
    place = Place("1").major("FC", {A: 2, B: 2}, PROVISIONAL, cash=0).concession("FC", C, 100).cash(A, 0).cash(B, 200)
    game: Any = place.operating("FC", "BuyTrains")
    game.push(GoBankrupt(A, "FC"))
    assert state_of(game, "FC") == PROVISIONAL and game.state.cash[deposit_on("FC")] == 100
    assert game.actor == B and refused(game, Pass(B)) == ("must_own_train", "3.5.8-b")
    game.push(BuyTrain(B, "FC", "2+2-0", 80))
    assert game.state.cash[B] == 120


@pytest.mark.rule("18FB:3.3.2-n", "18FB:2.1-d", "18FB:2.1-f")
@pytest.mark.parametrize("later", ["3", "4"])
def test_a_lower_deposit_of_a_later_phase_changes_nothing_of_what_comes_back(later: str) -> None:
    place = Place("2").cash(A, 500).major("LdA", {A: 3, B: 5}, deposit=150).cash(B, 500)
    place.phase(later)
    place.state.reached["LdA", INTERMEDIATE] = True
    refund(place.game, "LdA")
    assert place.state.cash[A] == 500 - 150 + 75
    settle(place.game, "LdA")
    place.game.pop_frame()
    game: Any = place.stock_round(C)
    assert not game.state.cash[deposit_on("LdA")] and deposit_now(game, "LdA") == {"3": 80, "4": 0}[later]


@pytest.mark.rule("18FB:2.7-e", "18FB:3.3.3-h", "18FB:3.4-j")
def test_melisurgo_serves_a_company_that_builds_again_after_it_was_frozen() -> None:
    place = Place("2").card(MEL, A).cash(A, 500).major("LdA", {A: 2}).concession("LdA", POOL)
    place.state.played[MEL] = "LdA"
    game: Any = place.stock_round(A)
    game.push(BuyConcession(A, "LdA", 0))
    assert state_of(game, "LdA") == BUILDING and band_of(game, "LdA") == "E"


@pytest.mark.rule("18FB:3.3.2-g", "18FB:T-2a")
def test_cards_lower_a_deposit_in_whatever_order_they_are_named_and_each_once() -> None:
    game: Any = Place("1").card(BAY, A).card(RIS, A).cash(A, 465).stock_round(A)
    for twice in ((RIS, RIS), (BAY, RIS, RIS), (BAY, BAY)):
        assert refused(game, BuyConcession(A, "NN", 100, twice)) == ("cards_of_no_use", "3.3.2-g")
    game.push(BuyConcession(A, "NN", 100, (BAY, RIS)))
    assert game.state.cash[A] == 240


# -- limits and ledges -------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:2.3-b", "18FB:2.3-g", "18FB:3.3.4-e", "18FB:3.3.4-g")
@pytest.mark.parametrize(("players", "limit"), [(3, 26), (4, 20), (5, 16), (6, 13)])
def test_a_presidents_certificate_needs_one_place_at_each_limit(players: int, limit: int) -> None:
    place = Place("2", players=players).card(BAY, POOL).card(MEL, A).major("LdA", {B: 2}).cash(A, 2000)
    others = [f"{company}_{n}" for company in ("FSC", "FC", "LTF", "SFTF", "FST") for n in range(1, 7)]
    for certificate in others[: limit - 1]:
        place.state.shelves.move(certificate, certs_at(A, certificate[:-2]))
    game: Any = place.stock_round(A)
    for last in (BuyConcession(A, "NN", 100), BuyShare(A, "LdA", IPO), BuyCard(A, BAY)):
        fork = game.fork()
        fork.push(last)
        assert fork.title.certificates(fork, A) == (limit, limit)
        again = Place.of(fork).cash(A, 2000).stock_round(A)
        assert not any(isinstance(entry, BuyConcession | BuyShare | BuyCard) for entry in again.legal_actions())


@pytest.mark.rule("18FB:2.2.3-b", "18FB:2.2.3-d", "18FB:2.2.5-b", "18FB:3.5.9-f")
@pytest.mark.parametrize(("count", "forced"), [(1, False), (2, True)])
def test_only_a_sale_over_the_ledge_makes_other_companies_sell(count: int, forced: bool) -> None:
    place = Place("3").major("LTF", {A: 2, B: 3}, PROVISIONAL, value=60).major("FC", {C: 5}, PROVISIONAL, cash=0)
    place.state.shelves.move(singles_of(place.game, IPO, "LTF")[0], certs_at("FC", "LTF"))
    game: Any = place.stock_round(B)
    game.push(SellShares(B, "LTF", count))
    value = price(game, "LTF")
    game = Place.of(game).operating("FC")
    assert (game.state.cash["FC"], price(game, "LTF")) == (value if forced else 0, value) and value == 60 - 20 * forced


@pytest.mark.rule("18FB:3.4-f", "18FB:2.7-r", "18FB:2.7-t")
def test_no_owner_of_a_card_is_asked_for_a_token_of_a_frozen_company_whose_bonus_may_be_named() -> None:
    place = beneventane(FROZEN).card(ALB, B).card(CIM, A)
    game: Any = place.operating("FB", "LayTrack")
    assert refused(game, TO_CASERTA)[0] == "frozen_places_nothing" and TO_CASERTA not in game.legal_actions()
    game.push(UseCard(A, CIM, "FB"))
    assert station_bonus(game, "FB", "I30") == 30
