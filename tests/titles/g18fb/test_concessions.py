"""3.3.2 Buying concessions: deposits, par values, what the company gets, refunds."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import ActionRange
from stockrail.rules.actions import BuyShare, Pass, StartCompany
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BANK, BOX, IPO, POOL, certs_at
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import BuyConcession
from stockrail.titles.g18fb.companies import BUILDING, DEFINITIVE, PROVISIONAL, concession_holder, state_of
from stockrail.titles.g18fb.concessions import deposit_now, discard_concessions, refund
from stockrail.titles.g18fb.state import FINAL, INTERMEDIATE, deposit_on

from .holding import TITLE, A, B, C, D, Place, noted, refused

MAJORS = ["NN", "FSC", "LdA", "FC", "FB", "LTF", "SFTF", "FS", "FP", "FST"]


def offers(game: Any, company: str) -> list[BuyConcession]:
    menu = game.legal_actions()
    return [entry for entry in menu if isinstance(entry, BuyConcession) and entry.company == company]


@pytest.mark.rule("18FB:3.3.2-b", "18FB:3.3.2-c", "18FB:3.3.2-a", "18FB:3.3.2-m", "18FB:3.4-b")
def test_a_concession_brings_par_the_presidents_certificate_and_a_floated_company() -> None:
    game = Place("1").cash(A, 750).stock_round(A)
    bank = game.state.cash[BANK]
    game.push(BuyConcession(A, "FSC", 90))
    cash = game.state.cash
    assert cash[A] == 750 - 200 - 180
    assert cash["FSC"] == 180 and cash[deposit_on("FSC")] == 200 and cash[BANK] == bank
    assert concession_holder(game, "FSC") == A and owner_of(game, "FSC") == A
    assert percent_of(game, A, "FSC") == 20 and percent_of(game, IPO, "FSC") == 80
    assert game.state.par["FSC"] == 90 and game.state.cell["FSC"] == (7, 6)
    assert state_of(game, "FSC") == BUILDING and game.state.steps["FSC"] == 2
    assert game.actor == B
    assert TITLE.operates(game, "FSC")


@pytest.mark.rule("18FB:3.3.2-d", "18FB:2.2.5-j")
def test_a_new_marker_goes_below_those_that_are_there() -> None:
    place = Place("1").major("NN", {B: 2}, value=100)
    game = place.cash(A, 1000).stock_round(A)
    game.push(BuyConcession(A, "LTF", 100))
    assert game.state.pile[6, 6] == ("NN", "LTF")


@pytest.mark.rule("18FB:2.2.2-b", "18FB:2.1-b", "18FB:2.1-c")
@pytest.mark.parametrize(("phase", "highest"), [("1", 100), ("2", 130), ("3", 130), ("4", 130)])
def test_the_values_of_the_phases_so_far_may_be_chosen(phase: str, highest: int) -> None:
    game = Place(phase).cash(A, 2000).stock_round(A)
    assert [offer.value for offer in offers(game, "NN")] == [*range(60, highest + 1, 10)]
    assert refused(game, BuyConcession(A, "NN", highest + 10)) == ("no_par_value", "2.2.2-b")
    assert refused(game, BuyConcession(A, "NN", 65)) == ("no_par_value", "2.2.2-b")
    game.push(BuyConcession(A, "NN", highest))
    assert game.state.par["NN"] == highest


@pytest.mark.rule("18FB:2.2.2-a", "18FB:2.2.2-c")
def test_the_ten_starting_spaces_are_white() -> None:
    assert sorted(TITLE.grid.par) == [*range(60, 160, 10)]
    assert {TITLE.grid.zone(cell) for cell in TITLE.grid.par.values()} == {""}
    place = Place("2").major("NN", {B: 2}, state=DEFINITIVE, value=110)
    place.major("FSC", {C: 2}, state=DEFINITIVE, value=100).price("FSC", 5, 6)
    assert TITLE.shares_worth(place.game, B, "NN") == TITLE.shares_worth(place.game, C, "FSC") == 220


@pytest.mark.rule("18FB:3.3.2-a", "18FB:3.3.2-f", "18FB:2.1-d", "18FB:2.1-f")
@pytest.mark.parametrize(
    ("company", "full", "reduced"),
    [
        ("NN", 100, 50), ("FSC", 200, 100), ("LdA", 150, 80), ("FC", 200, 100), ("FB", 150, 80),
        ("LTF", 100, 50), ("SFTF", 100, 50), ("FS", 200, 100), ("FP", 400, 200), ("FST", 240, 120),
    ],
)  # fmt: skip
def test_the_deposit_falls_with_the_phases(company: str, full: int, reduced: int) -> None:
    assert [deposit_now(Place(phase).game, company) for phase in "1234"] == [full, full, reduced, 0]


@pytest.mark.rule("18FB:3.3.2-k", "18FB:T-2e")
def test_the_deposit_of_fst_is_free_once_the_concession_of_ltf_was_bought() -> None:
    game = Place("1").cash(A, 500).cash(B, 160).stock_round(A)
    game.push(BuyConcession(A, "LTF", 100))
    assert offers(game, "FST") == [BuyConcession(B, "FST", value) for value in (60, 70, 80)]
    game.push(BuyConcession(B, "FST", 80))
    assert game.state.cash[B] == 0 and game.state.deposit["FST"] == 0


@pytest.mark.rule("18FB:3.3.2-k")
def test_it_stays_free_when_that_concession_was_withdrawn() -> None:
    place = Place("1").major("LTF", {B: 2}).concession("LTF", POOL)
    assert deposit_now(place.game, "FST") == 0
    assert deposit_now(Place("1").concession("NN", B).game, "FST") == 240


@pytest.mark.rule("18FB:3.3.2-k", "18FB:3.4-e")
def test_a_company_of_a_position_has_a_president_with_its_concession_on_which_nothing_lies() -> None:
    place: Any = Place("1").corporation("LTF", {B: 2, A: 3})
    assert (concession_holder(place.game, "LTF"), state_of(place.game, "LTF")) == (B, BUILDING)
    assert deposit_now(place.game, "FST") == 0 and place.state.steps["LTF"] == 2
    place.state.reached["LTF", INTERMEDIATE] = True
    refund(place.game, "LTF")
    assert not noted(place.game, "deposit_comes_back") and place.game.title.audit(place.game) == []
    assert concession_holder(Place("5").corporation("LTF", {B: 2}).game, "LTF") == BOX


@pytest.mark.rule("18FB:3.3.2-p")
def test_the_buyer_must_afford_deposit_and_certificate_together() -> None:
    game = Place("1").cash(A, 319).stock_round(A)
    assert offers(game, "FSC") == []
    assert refused(game, BuyConcession(A, "FSC", 60)) == ("cannot_pay_concession", "3.3.2-p")
    game = Place("1").cash(A, 320).stock_round(A)
    assert offers(game, "FSC") == [BuyConcession(A, "FSC", 60)]
    game.push(BuyConcession(A, "FSC", 60))
    assert game.state.cash[A] == 0


@pytest.mark.rule("18FB:3.3.2-c", "18FB:3.2-h")
def test_a_surplus_of_the_political_round_stays_in_the_treasury() -> None:
    game = Place("1").cash(A, 1000).cash("NN", 25).stock_round(A)
    game.push(BuyConcession(A, "NN", 100))
    assert game.state.cash["NN"] == 225


@pytest.mark.rule("18FB:3.3.2-l")
def test_a_concession_that_somebody_has_is_not_for_sale() -> None:
    place = Place("1").major("NN", {B: 2})
    game = place.cash(A, 1000).stock_round(A)
    assert offers(game, "NN") == []
    assert refused(game, BuyConcession(A, "NN", 100)) == ("concession_not_offered", "3.3.2-l")
    assert refused(game, BuyConcession(A, "SFM", 100)) == ("concession_not_offered", "3.3.2-l")
    assert refused(game, BuyConcession(A, "FG", 100)) == ("concession_not_offered", "3.3.2-l")
    assert refused(game, BuyConcession(A, "XYZ", 100)) == ("concession_not_offered", "3.3.2-l")


@pytest.mark.rule("18FB:3.3.4-d", "18FB:2.4-a", "18FB:3.4-a")
def test_a_share_cannot_be_bought_before_the_presidents_certificate() -> None:
    game = Place("1").cash(A, 1000).stock_round(A)
    assert {offer.company for offer in game.legal_actions() if isinstance(offer, BuyConcession)} == {*MAJORS}
    assert refused(game, BuyShare(A, "NN", IPO)) == ("president_first", "3.3.4-d")
    assert refused(game, StartCompany(A, "NN", 100)) == ("needs_concession", "3.3.4-d")
    assert not any(isinstance(entry, BuyShare | StartCompany) for entry in game.legal_actions())


@pytest.mark.rule("18FB:3.3.4-g", "18FB:3.3-a")
def test_a_concession_is_all_that_a_turn_allows() -> None:
    game = Place("1").cash(A, 2000).stock_round(A)
    game.push(BuyConcession(A, "NN", 60))
    assert game.actor == B and percent_of(game, A, "NN") == 20


@pytest.mark.rule("18FB:2.1-k")
@pytest.mark.parametrize(("phase", "steps"), [("1", 2), ("2", 2), ("3", 3), ("4", 3)])
def test_the_phase_in_which_a_company_floats_gives_its_tile_steps(phase: str, steps: int) -> None:
    game = Place(phase).cash(A, 2000).stock_round(A)
    game.push(BuyConcession(A, "NN", 60))
    assert game.state.steps["NN"] == steps
    game.state.flags["phase"] = "4"
    assert game.state.steps["NN"] == steps


@pytest.mark.rule("18FB:3.3.2-e", "18FB:3.3.2-n", "18FB:C-4", "18FB:T-2b", "18FB:T-2d", "18FB:3.5.3-b")
@pytest.mark.parametrize(("paid", "first", "second"), [(25, 10, 15), (75, 35, 40), (150, 75, 75), (100, 50, 50)])
def test_half_of_what_was_paid_comes_back_at_each_destination(paid: int, first: int, second: int) -> None:
    place = Place("1").cash(A, 500).major("NN", {A: 2}, deposit=paid)
    game, cash = place.game, place.state.cash
    refund(game, "NN")
    assert cash[A] == 500 - paid
    game.state.reached["NN", INTERMEDIATE] = True
    refund(game, "NN")
    refund(game, "NN")
    assert (cash[A], cash[deposit_on("NN")]) == (500 - paid + first, second)
    game.state.reached["NN", FINAL] = True
    refund(game, "NN")
    refund(game, "NN")
    assert (cash[A], cash[deposit_on("NN")]) == (500, 0)
    assert [note["amount"] for note in noted(game, "deposit_comes_back")] == [first, second]


@pytest.mark.rule("18FB:3.4-d")
def test_the_final_destination_alone_brings_nothing_and_both_together_everything() -> None:
    place = Place("1").cash(A, 500).major("NN", {A: 2}, deposit=75)
    place.state.reached["NN", FINAL] = True
    refund(place.game, "NN")
    assert place.state.cash[A] == 425
    place.state.reached["NN", INTERMEDIATE] = True
    refund(place.game, "NN")
    assert place.state.cash[A] == 500


@pytest.mark.rule("18FB:3.3.2-e")
def test_a_refund_goes_to_the_holder_of_the_concession_not_to_the_president() -> None:
    place = Place("1").cash(A, 500).cash(B, 500).major("NN", {A: 3, B: 2}).concession("NN", B, 100)
    place.state.reached["NN", INTERMEDIATE] = True
    refund(place.game, "NN")
    assert (place.state.cash[A], place.state.cash[B]) == (500, 450)


@pytest.mark.rule("18FB:3.6-c", "18FB:3.6-g", "18FB:T-8b", "18FB:3.6-d")
def test_phase_5_discards_all_concessions_and_what_is_left_of_deposits_is_lost() -> None:
    place = Place("4").cash(A, 500).major("LdA", {A: 2}, state=PROVISIONAL, deposit=150)
    place.concession("NN", POOL)
    refund(place.game, "LdA")
    bank = place.state.cash[BANK]
    place.phase("5")
    discard_concessions(place.game)
    assert place.state.cash[BANK] == bank + 75 and place.state.cash[deposit_on("LdA")] == 0
    assert {concession_holder(place.game, company) for company in MAJORS} == {BOX}
    assert state_of(place.game, "LdA") == DEFINITIVE
    game = place.cash(B, 2000).stock_round(B)
    assert offers(game, "NN") == []
    assert refused(game, BuyConcession(B, "NN", 100)) == ("concession_not_offered", "3.3.2-l")


@pytest.mark.rule("18FB:T-2a", "18FB:3.3.2-g", "18FB:3.3.2-o", "18FB:C-3", "18FB:2.7-f")
def test_nn_with_bayard_and_riseis() -> None:
    place = Place("1").card("BAY", A).card("RIS", A).cash(A, 465).cash("NN", 25)
    game = place.stock_round(A)
    assert BuyConcession(A, "NN", 100, ("RIS",)) in offers(game, "NN")
    assert BuyConcession(A, "NN", 100, ("BAY",)) in offers(game, "NN")
    both = next(offer for offer in offers(game, "NN") if len(offer.cards) == 2 and offer.value == 100)
    check_doors(game)
    game.push(both)
    assert game.state.cash[A] == 240 and percent_of(game, A, "NN") == 30
    assert game.state.cash["NN"] == 225 and game.state.cash[deposit_on("NN")] == 25
    assert len(game.state.shelves.on(certs_at(IPO, "NN"))) == 7
    assert state_of(game, "NN") == BUILDING and game.state.steps["NN"] == 2
    assert {event["card"] for event in noted(game, "lowers_deposit")} == {"BAY", "RIS"}
    assert noted(game, "buys_concession") == [{"player": A, "company": "NN", "amount": 25}]
    again = Place.of(game).cash(A, 2000).stock_round(A)
    assert refused(again, BuyConcession(A, "FSC", 60, ("RIS",))) == ("cards_of_no_use", "3.3.2-g")


@pytest.mark.rule("18FB:T-2c", "18FB:T-2d", "18FB:3.3.2-o")
@pytest.mark.parametrize(
    ("company", "card", "phase", "deposits"),
    [
        ("LdA", "VAL", "1", (150, 80, 40)), ("LdA", "VAL", "3", (80, 0, 0)), ("FP", "ALB", "1", (400, 200, 100)),
    ],
)  # fmt: skip
def test_cards_lower_a_deposit(company: str, card: str, phase: str, deposits: tuple[int, ...]) -> None:
    for cards, deposit in zip(((), (card,), ("RIS", card)), deposits, strict=True):
        game = Place(phase).card("RIS", A).card(card, A).cash(A, 2000).stock_round(A)
        buy = BuyConcession(A, company, 60, cards)
        if deposits[1] == 0 and len(cards) == 2:  # Riseis is not spent on nothing
            assert refused(game, buy) == ("cards_of_no_use", "3.3.2-g")
            continue
        assert buy in offers(game, company)
        game.push(buy)
        assert game.state.deposit[company] == deposit
    assert deposit_now(Place("4").game, company) == 0


@pytest.mark.rule("18FB:T-2d", "18FB:3.3.2-n")
def test_what_was_paid_with_cards_is_what_comes_back() -> None:
    game = Place("1").card("RIS", A).card("ALB", A).cash(A, 500).stock_round(A)
    game.push(BuyConcession(A, "FP", 60, ("RIS", "ALB")))
    game.state.reached["FP", INTERMEDIATE] = True
    refund(game, "FP")
    assert game.state.cash[A] == 500 - 100 - 120 + 50
    game.state.reached["FP", FINAL] = True
    refund(game, "FP")
    assert game.state.cash[A] == 500 - 120


@pytest.mark.rule("18FB:3.3.2-g", "18FB:2.7-i")
def test_cards_of_others_or_of_other_companies_do_not_help() -> None:
    game = Place("1").card("BAY", B).card("VAL", A).cash(A, 2000).stock_round(A)
    assert refused(game, BuyConcession(A, "NN", 100, ("BAY",))) == ("cards_of_no_use", "3.3.2-g")
    assert refused(game, BuyConcession(A, "NN", 100, ("VAL",))) == ("cards_of_no_use", "3.3.2-g")
    assert refused(game, BuyConcession(A, "NN", 100, ("XYZ",))) == ("cards_of_no_use", "3.3.2-g")


@pytest.mark.rule("18FB:3.3-b", "18FB:3.3-d", "18FB:3.2-l")
def test_turns_go_by_the_order_of_play_until_all_have_passed() -> None:
    game = Place("1").seats(B, C, A, D).cash(A, 2000).stock_round(B)
    for player in (B, C):
        game.push(Pass(player))
    game.push(BuyConcession(A, "NN", 60))
    for player in (D, B, C):
        game.push(Pass(player))
    assert game.actor == A
    game.push(Pass(A))
    assert game.state.flags["priority"] == D
    assert noted(game, "priority_goes") == [{"player": D}]


@pytest.mark.rule("18FB:3.3-a")
def test_the_menu_is_what_is_accepted() -> None:
    game = Place("2").cash(A, 700).major("NN", {B: 3, A: 2}, state=PROVISIONAL).concession("LTF", POOL).stock_round(A)
    check_doors(game)
    listed = [entry for entry in game.legal_actions() if not isinstance(entry, ActionRange)]
    thought = [BuyConcession(A, company, value) for company in (*MAJORS, "SFM") for value in range(0, 160, 10)]
    assert [offer for offer in thought if game.is_legal(offer)] == sorted(
        (entry for entry in listed if isinstance(entry, BuyConcession)), key=thought.index
    )
