"""2.1, 2.6, 3.6 What phases bring: scrapping, Garibaldi, the end of cards and concessions, late companies, export."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import BuyTrain, Pass, PayOut, StartCompany
from stockrail.rules.cards import holder_of_card
from stockrail.rules.claims import all_claims
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound
from stockrail.rules.shares import owner_of, percent_of, shares_of
from stockrail.rules.state import BANK, BOX, DEPOT, IPO, POOL, certs_at
from stockrail.rules.trains import holder_of, tops_of_stacks, trains_of, type_of
from stockrail.titles.g18fb.companies import BUILDING, DEFINITIVE, FROZEN, PROVISIONAL, concession_holder, state_of
from stockrail.titles.g18fb.concessions import concession_offers
from stockrail.titles.g18fb.emergency import close_company
from stockrail.titles.g18fb.nationals import FormNational
from stockrail.titles.g18fb.phases import change_phase, export_train
from stockrail.titles.g18fb.places import kept_slots, port_value
from stockrail.titles.g18fb.state import concessions_at, deposit_on
from stockrail.titles.g18fb.trains import BuyTrains

from .holding import TITLE, A, B, C, D, Place, noted, refused

ROME, VESUVIO, NAPOLI_SUD = ("E38", 0), ("zD5", 0), ("zC6", 1)


def about_to_buy(train: str, phase: str, buyer: str = "LTF", **rulings: Any) -> Any:
    """The train step of a definitive company that can pay for the train that starts the next phase."""
    place = Place(phase, **rulings).major(buyer, {D: 5}, state=DEFINITIVE, cash=2000)
    for earlier in [t for t in trains_of(place.game, DEPOT) if type_of(place.game, t).name != train]:
        if list(TITLE.train_types).index(earlier[: earlier.rindex("-")]) < list(TITLE.train_types).index(train):
            place.train(earlier, "box")
    return place


def bought(place: Place, train: str, buyer: str = "LTF") -> Any:
    game = place.operating(buyer, "BuyTrains")
    game.push(BuyTrain(D, buyer, f"{train}-0", TITLE.train_types[train].price))
    return game


# -- phases ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:2.1-a", "18FB:2.1-c", "18FB:2.1-n")
def test_the_first_train_of_a_phase_from_the_bank_begins_it_at_once() -> None:
    game = bought(about_to_buy("3+4", "1"), "3+4")
    assert game.phase.name == "2" and "green" in game.phase.tiles
    assert isinstance(game.decision, BuyTrains)


@pytest.mark.rule("18FB:2.1-d", "18FB:2.6-g", "18FB:2.1-m")
def test_phase_3_scraps_trains_of_phase_1_everywhere_without_payment() -> None:
    place = about_to_buy("4+6", "2")
    place.major("FC", {A: 5}, state=DEFINITIVE, cash=10)
    for train, holder in (("2+2-0", "FC"), ("2+2-1", POOL), ("2+2-2", "LTF"), ("3+4-0", "FC")):
        place.train(train, holder)
    port = port_value(place.game, "zC6")
    game = bought(place, "4+6")
    assert [holder_of(game, f"2+2-{n}") for n in range(3)] == [BOX] * 3
    assert trains_of(game, "FC") == ["3+4-0"] and game.state.cash["FC"] == 10
    assert port_value(game, "zC6") > port


@pytest.mark.rule("18FB:2.1-f", "18FB:2.5.3-g", "18FB:2.5.3-h", "18FB:3.5.2-r")
def test_phase_4_opens_slots_in_rome_and_on_the_vesuvio_and_scraps_nothing() -> None:
    place = about_to_buy("5+8", "3").train("3+4-0", "LTF")
    assert (kept_slots(place.game, "FC", ROME), kept_slots(place.game, "FC", VESUVIO)) == (4, 2)
    game = bought(place, "5+8")
    assert (kept_slots(game, "FC", ROME), kept_slots(game, "FC", VESUVIO)) == (1, 1)  # Bourbon tokens are still there
    assert trains_of(game, "LTF") == ["3+4-0", "5+8-0"]


@pytest.mark.rule("18FB:2.1-g", "18FB:2.1-i", "18FB:2.1-j")
def test_later_phases_scrap_trains_of_phases_2_and_3_and_no_others() -> None:
    place = about_to_buy("6+10", "4")
    for train in ("3+4-0", "4+6-0", "5+8-0"):
        place.train(train, "LTF")
    game = bought(place, "6+10")
    assert trains_of(game, "LTF") == ["4+6-0", "5+8-0", "6+10-0"] and "brown" in game.phase.tiles
    change_phase(game, "6", "LTF")
    assert trains_of(game, "LTF") == ["5+8-0", "6+10-0"]


# -- Garibaldi ---------------------------------------------------------------------------------------------------------


def garibaldi(shares: dict[Any, int], **concessions: int) -> int | None:
    """Who presides over LdA after phase 5 has begun."""
    place = Place("4").major("LdA", shares, state=DEFINITIVE)
    for company, holder in concessions.items():
        place.concession(company, holder)
    change_phase(place.game, "5", "LdA")
    return owner_of(place.game, "LdA")


@pytest.mark.rule("18FB:T-8a", "18FB:3.6-a", "18FB:3.6-b")
def test_presidencies_go_to_the_largest_holder_and_of_equals_to_one_without_the_concession() -> None:
    assert garibaldi({A: 3, B: 4}) == B
    assert garibaldi({A: 4, B: 3}) == A
    assert garibaldi({A: 3, B: 3}, FC=B, NN=B) == B
    assert garibaldi({A: 3, B: 3, C: 2}) == B
    assert garibaldi({A: 3, B: 3, C: 3}, FC=B, NN=B, FB=C) == C
    assert garibaldi({A: 3, B: 3, C: 3}, FC=B, NN=C) == B
    assert garibaldi({B: 3, A: 3, C: 3}) == C  # next after B


@pytest.mark.rule("18FB:3.6-a", "18FB:3.6-b")
def test_who_has_the_fewest_concessions_may_be_the_president_of_a_frozen_company() -> None:
    place = Place("4").major("LdA", {A: 3, B: 3}, state=FROZEN).concession("FC", B)
    change_phase(place.game, "5", "LdA")
    assert owner_of(place.game, "LdA") == A


@pytest.mark.rule("18FB:3.6-a")
def test_garibaldi_exchanges_two_shares() -> None:
    place = Place("4").major("LdA", {A: 3, B: 4}, state=DEFINITIVE)
    change_phase(place.game, "5", "LdA")
    game = place.game
    assert (percent_of(game, A, "LdA"), percent_of(game, B, "LdA")) == (30, 40)
    assert len(game.state.shelves.on(certs_at(A, "LdA"))) == 3 and len(game.state.shelves.on(certs_at(B, "LdA"))) == 3


@pytest.mark.rule("18FB:3.3.5-b", "18FB:3.6-a")
def test_the_order_of_seats_after_the_political_round_breaks_the_tie() -> None:
    place = Place("4").major("LdA", {A: 3, B: 3, C: 3}, state=DEFINITIVE).seats(A, D, C, B)
    change_phase(place.game, "5", "LdA")
    assert owner_of(place.game, "LdA") == C


# -- cards and concessions ---------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:T-8b", "18FB:3.6-c", "18FB:3.6-d", "18FB:3.6-g", "18FB:2.1-h", "18FB:2.7-d", "18FB:3.4-i")
def test_cards_concessions_and_deposits_are_gone_and_all_companies_are_definitive() -> None:
    place = about_to_buy("6+10", "4").card("VAL", A).card("ALB", POOL)
    place.major("LdA", {A: 5}, deposit=150).major("FC", {B: 5}, state=FROZEN).major("FB", {C: 5}, state=PROVISIONAL)
    place.state.refunded["LdA"] = 75
    place.state.cash.pay(deposit_on("LdA"), A, 75)
    assert state_of(place.game, "LdA") == BUILDING
    bank, ada = place.state.cash[BANK], place.state.cash[A]
    game = bought(place, "6+10")
    assert game.state.cash[BANK] == bank + 75 + 600 and game.state.cash[A] == ada
    assert game.state.cash[deposit_on("LdA")] == 0
    assert {state_of(game, company) for company in ("LdA", "FC", "FB", "LTF")} == {DEFINITIVE}
    assert {holder_of_card(game, card) for card in TITLE.cards} == {BOX}
    assert len(game.state.shelves.on(concessions_at(BOX))) == len(TITLE.facts["concessions"])
    assert concession_holder(game, "NN") == BOX and not list(concession_offers(game, A))
    assert "FP_8" in game.state.shelves.on(certs_at(IPO, "FP"))  # 2.7-q what lay with an unsold card
    assert TITLE.audit(game) == []


@pytest.mark.rule("18FB:T-8b", "18FB:3.6-d", "18FB:2.1-n")
def test_a_company_that_was_building_runs_its_trains_in_its_next_turn() -> None:
    place = Place("4").major("NN", {A: 5}, deposit=0, cash=5).train("5+8-0", "NN")
    change_phase(place.game, "5", "NN")
    game = place.operating("NN", "Income")
    game.push(PayOut(A, "NN", "withhold"))
    assert noted(game, "dividend")[-1]["revenue"] > 0 and not noted(game, "interest_missed")


@pytest.mark.rule("18FB:3.6-d", "18FB:3.5.8-b", "18FB:3.5.5-g", "18FB:2.2.5-c")
def test_without_a_train_it_earns_nothing_falls_and_must_buy_one() -> None:
    """It has played no tile step; there is no interest any more."""
    place = Place("4").major("NN", {A: 5}, deposit=0, cash=900)
    change_phase(place.game, "5", "NN")
    game = place.operating("NN", "Income")
    assert price(game, "NN") == 90 and not noted(game, "interest_missed")
    assert refused(game, Pass(A)) == ("must_own_train", "3.5.8-b")


@pytest.mark.rule("18FB:2.5.4-b", "18FB:3.6-i")
def test_bourbon_tokens_leave_and_their_slots_are_free() -> None:
    place = Place("4")
    assert kept_slots(place.game, "FC", NAPOLI_SUD) == 1
    change_phase(place.game, "5", "FC")
    assert kept_slots(place.game, "FC", NAPOLI_SUD) == 0
    assert not [claim for claim, _ in all_claims(place.game) if claim.startswith("bourbon")]


@pytest.mark.rule("18FB:3.6-i", "18FB:2.7-d")
def test_what_phase_5_brings_comes_in_its_order() -> None:
    place = about_to_buy("6+10", "4").card("VAL", A).train("3+4-0", "LTF")
    place.major("LdA", {A: 3, B: 4}, deposit=100)
    game = bought(place, "6+10")
    kinds = ("train_rusts", "president_changes", "card_closes", "deposit_is_lost", "all_are_definitive", "is_offered")
    told = [event.kind for event in game.log if event.kind in kinds]
    assert list(dict.fromkeys(told)) == list(kinds)


@pytest.mark.rule("18FB:2.1-h", "18FB:2.4-a", "18FB:2.4-b", "18FB:3.6-f", "18FB:3.6-h")
def test_the_sfm_is_offered_and_regional_companies_are_due() -> None:
    place = about_to_buy("6+10", "4")
    assert owner_of(place.game, "SFM") is None and not place.state.shelves.on(certs_at(IPO, "SFM"))
    offered = shares_of(place.game, IPO, "LTF")
    game = bought(place, "6+10")
    assert percent_of(game, IPO, "SFM") == 100 and shares_of(game, IPO, "LTF") == offered == 5
    assert game.state.flags["regional_due"]
    assert all(game.state.shelves.on(certs_at(IPO, regional)) for regional in TITLE.companies_of("regional"))
    assert percent_of(game, BOX, "RM") == 100


@pytest.mark.rule("18FB:3.5.11-e", "18FB:2.1-h", "18FB:3.6-i")
def test_a_company_that_closed_before_phase_5_is_not_offered_again() -> None:
    place = Place("4").card("LAL", POOL).major("FB", {A: 2}, state=PROVISIONAL, deposit=0)
    close_company(place.game, "FB")
    change_phase(place.game, "5", "FB")
    assert percent_of(place.game, IPO, "FB") == 0 and percent_of(place.game, BOX, "FB") == 100
    assert "FB" not in [note["company"] for note in noted(place.game, "is_offered")]
    game = place.cash(B, 2000).stock_round(B)
    assert not game.is_legal(StartCompany(B, "FB", 100)) and game.is_legal(StartCompany(B, "NN", 100))


# -- phase 6 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:2.1-i", "18FB:3.7.2-a")
def test_phase_6_forms_rm_and_then_ra() -> None:
    place = Place("5").major("FST", {A: 5})
    game = place.game
    change_phase(game, "6", "FST")
    assert game.stack[-2:] == (FormNational("RA", A), FormNational("RM", A))


# -- export ------------------------------------------------------------------------------------------------------------


def left(game: Any) -> int:
    """How many trains of phase 5 are in the depot."""
    return sum(type_of(game, train).name == "6+10" for train in trains_of(game, DEPOT))


@pytest.mark.rule("18FB:T-8e", "18FB:2.6-d", "18FB:2.6-e", "18FB:2.6-i", "18FB:2.6-c", "18FB:2.6-f")
def test_a_train_of_phase_5_leaves_at_the_end_of_each_operating_round() -> None:
    place = about_to_buy("6+10", "4")
    assert left(place.game) == 4
    export_train(place.game)
    assert left(place.game) == 4
    game = bought(place, "6+10")
    assert left(game) == 3
    for remaining in (2, 1, 0, 0):
        export_train(game)
        assert left(game) == remaining
    assert tops_of_stacks(game)[0] == "8+12-0" and game.phase.name == "5"
    assert [note["train"] for note in noted(game, "train_is_exported")] == ["6+10-1", "6+10-2", "6+10-3"]


@pytest.mark.rule("18FB:2.6-e")
def test_by_a_ruling_the_export_begins_a_round_later() -> None:
    game = bought(about_to_buy("6+10", "4", export_start="next_round"), "6+10")
    for remaining in (3, 2, 1):
        export_train(game)
        assert left(game) == remaining


@pytest.mark.rule("18FB:2.6-e", "18FB:1.1-b", "18FB:3.6-f")
def test_at_the_end_of_that_round_a_train_leaves_and_the_regional_round_comes() -> None:
    place = about_to_buy("6+10", "4")
    game = bought(place, "6+10")
    while any(isinstance(frame, OperatingRound) for frame in game.stack):
        game.push(game.legal_actions()[-1])
    assert left(game) == 2 and type(game.stack[-1]).__name__ == "NameRegional"
    while type(game.stack[-1]).__name__ != "StockTurn":
        game.push(game.legal_actions()[-1])
    rounds = [note["kind"] for note in noted(game, "round_begins")]
    assert rounds[-3:] == ["regional", "operating", "stock"], "the regional companies come once"


@pytest.mark.rule("18FB:4-c", "18FB:2.1-l")
@pytest.mark.parametrize(("nth", "over"), [(1, False), (2, True)])
def test_by_a_ruling_the_set_of_operating_rounds_is_finished_after_a_rise_to_the_top(nth: int, over: bool) -> None:
    place = Place("3", top_price="after_set").major("NN", {A: 5}, state=DEFINITIVE).train("4+6-0", "NN")
    place.state.flags["top"] = True
    game = place.operating("NN", "Finance", nth=nth, alone=True)
    while not game.is_over and type(game.stack[-1]).__name__ in ("Trade", "OperatingTurn"):
        game.push(game.legal_actions()[-1])
    assert game.is_over == over and (not over or game.result().reason == "top_price")
