"""2.7 Powers of political cards that their owners use, or lend to the company of another president."""

from __future__ import annotations

from typing import Any

import pytest
from tests.titles.g18fb.playing import beside

from stockrail.core import IllegalAction
from stockrail.rules.cards import holder_of_card, owner_of_card
from stockrail.rules.prices import price
from stockrail.rules.state import BOX, POOL
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.accounts import account, pay_interest
from stockrail.titles.g18fb.actions import UseCard
from stockrail.titles.g18fb.cards import band_of, station_bonus
from stockrail.titles.g18fb.companies import FROZEN, PROVISIONAL
from stockrail.titles.g18fb.extras import is_pressing
from stockrail.titles.g18fb.finance import Trade

from .holding import A, B, C, Place
from .playing import CIM, DEL, LAL, MEL, RIS, VAL, listed, passes, refused

# -- interest and stations -------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:2.7-e", "18FB:2.7-t", "18FB:2.7-p")
def test_melisurgo_serves_a_building_company_and_uses_up_no_turn() -> None:
    place = Place().card(MEL, A).major("LdA", {B: 2}).major("FC", {B: 2}, PROVISIONAL).major("NN", {C: 2}, FROZEN)
    game = place.stock_round(A)
    check_doors(game)
    assert listed(game, UseCard) == [UseCard(A, MEL, "LdA")]
    assert refused(game, UseCard(A, MEL, "FC")) == "power_for_building"
    assert refused(game, UseCard(A, MEL, "NN")) == "power_for_building"
    game.push(UseCard(A, MEL, "LdA"))
    assert game.actor == A and band_of(game, "LdA") == "E"
    assert refused(game, UseCard(A, MEL, "LdA")) == "power_is_used"
    assert owner_of_card(game, MEL) == A


@pytest.mark.rule("18FB:2.7-t", "18FB:2.7-g")
def test_falcon_names_any_floated_company() -> None:
    place = Place().card(CIM, A).major("LdA", {B: 2}).major("FC", {C: 2}, FROZEN)
    game = place.stock_round(A)
    assert listed(game, UseCard) == [UseCard(A, CIM, "LdA"), UseCard(A, CIM, "FC")]
    assert refused(game, UseCard(A, CIM, "FB")) == "power_for_floated"
    assert refused(game, UseCard(A, CIM, "FG")) == refused(game, UseCard(A, CIM, "X")) == "power_for_majors"
    assert refused(game, UseCard(A, CIM, "LdA", ("I30",))) == "power_without_line"
    game.push(UseCard(A, CIM, "FC"))
    assert station_bonus(game, "FC", "I30") == 30


@pytest.mark.rule("18FB:2.7-t")
def test_a_company_that_has_left_the_game_is_not_named() -> None:
    place = Place().card(CIM, A).major("LdA", {B: 2}).major("FC", {C: 2})
    place.state.closed["FC"] = True
    game = place.stock_round(A)
    assert refused(game, UseCard(A, CIM, "FC")) == "power_for_majors"


@pytest.mark.rule("18FB:2.7-p", "18FB:2.7-v")
def test_only_the_owner_of_a_card_uses_it_and_riseis_with_a_concession_only() -> None:
    game = Place().card(MEL, B).card(CIM, POOL).card(RIS, A).major("LdA", {A: 2}).stock_round(A)
    assert listed(game, UseCard) == []
    assert refused(game, UseCard(A, MEL, "LdA")) == "power_of_another"
    assert refused(game, UseCard(A, CIM, "LdA")) == refused(game, UseCard(A, "X", "LdA")) == "card_has_no_owner"
    assert refused(game, UseCard(A, RIS, "LdA")) == "power_with_concession"


@pytest.mark.rule("18FB:2.7-p", "18FB:2.7-t")
def test_they_are_used_in_the_turn_of_a_company_too_for_whichever_company() -> None:
    game: Any = Place().card(MEL, A).card(CIM, B).major("LdA", {A: 2}).major("FC", {B: 2}).game
    uses = [UseCard(A, MEL, "LdA"), UseCard(A, MEL, "FC")]
    assert [entry for entry in beside(game, "LdA") if isinstance(entry, UseCard)] == uses
    assert is_pressing(game, "LdA")
    Trade("LdA").check(game, uses[1])
    Trade("LdA").take(game, uses[1])
    assert band_of(game, "FC") == "E"
    assert not is_pressing(game, "LdA") and is_pressing(game, "FC"), "B still has Falcon"


@pytest.mark.rule("18FB:2.7-u")
def test_a_ruling_closes_a_card_that_was_used_but_not_its_power() -> None:
    game = Place(cards_after_use="close").card(CIM, A).major("LdA", {B: 2}).stock_round(A)
    game.push(UseCard(A, CIM, "LdA"))
    assert holder_of_card(game, CIM) == BOX and station_bonus(game, "LdA", "F35") == 10


@pytest.mark.rule("18FB:2.7-t")
def test_a_power_in_a_stock_turn_is_taken_back_like_any_action() -> None:
    game = Place().card(CIM, A).major("LdA", {B: 2}).stock_round(A)
    before = game.state.picture()
    game.push(UseCard(A, CIM, "LdA"))
    game.pop()
    assert game.state.picture() == before
    passes(game, A)


# -- tokens: whose turn, which phase, who is asked -------------------------------------------------------------------


def fault(game: Any, use: UseCard) -> str:
    with pytest.raises(IllegalAction) as caught:
        Trade(use.company).check(game, use)
    return caught.value.kind


@pytest.mark.rule("18FB:2.7-p", "18FB:2.7-r")
def test_a_token_is_placed_in_the_turn_of_its_company_only() -> None:
    game = Place().card(LAL, A).major("FB", {A: 2}).major("LdA", {A: 2}).stock_round(A)
    assert refused(game, UseCard(A, LAL, "FB", ("I30",))) == "power_in_its_turn"
    with pytest.raises(IllegalAction) as caught:
        Trade("LdA").check(game, UseCard(A, LAL, "FB", ("I30",)))
    assert caught.value.kind == "power_in_its_turn"


@pytest.mark.rule("18FB:2.7-h", "18FB:2.5.3-g", "18FB:C-1")
def test_delahante_waits_for_phase_2_and_the_others_for_none() -> None:
    early: Any = Place().card(DEL, A).card(LAL, A).major("LdA", {A: 2}).game
    assert fault(early, UseCard(A, DEL, "LdA")) == "power_not_yet"
    assert fault(early, UseCard(A, LAL, "LdA")) != "power_not_yet"
    late: Any = Place("2").card(DEL, A).major("LdA", {A: 2}).game
    assert fault(late, UseCard(A, DEL, "LdA")) != "power_not_yet"


@pytest.mark.rule("18FB:2.7-r")
def test_only_by_a_ruling_a_card_serves_none_but_its_owners_companies() -> None:
    strict: Any = Place(card_powers="own_companies").card(LAL, B).card(VAL, A).major("LdA", {A: 2}).game
    assert fault(strict, UseCard(A, LAL, "LdA")) == "power_of_another"
    assert fault(strict, UseCard(A, VAL, "LdA")) != "power_of_another"
    free: Any = Place().card(LAL, B).major("LdA", {A: 2}).game
    assert fault(free, UseCard(A, LAL, "LdA")) != "power_of_another"


# -- what comes of them ----------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:T-3a", "18FB:2.7-e")
@pytest.mark.parametrize(("raised", "sums"), [(False, [45, 15]), (True, [75, 25])])
def test_all_shareholders_get_the_raised_interest(raised: bool, sums: list[int]) -> None:
    place = Place().card(MEL, C).major("LdA", {A: 3, B: 1}, value=80)
    game: Any = place.stock_round(C)
    if raised:
        game.push(UseCard(C, MEL, "LdA"))
    game.state.flags["all_steps"] = "LdA"
    before = [game.state.cash[seat] for seat in (A, B)]
    pay_interest(game, "LdA")
    assert [game.state.cash[seat] - cash for seat, cash in zip((A, B), before, strict=True)] == sums
    assert price(game, "LdA") == 80


@pytest.mark.rule("18FB:T-3a", "18FB:2.7-e")
def test_by_a_ruling_the_second_payment_is_the_printed_one() -> None:
    game: Any = Place(melisurgo="one_payment").card(MEL, A).major("LdA", {A: 3}, value=80).stock_round(A)
    game.push(UseCard(A, MEL, "LdA"))
    game.state.flags["all_steps"] = "LdA"
    for amount in (75, 45):
        cash = game.state.cash[A]
        pay_interest(game, "LdA")
        assert game.state.cash[A] - cash == amount


@pytest.mark.rule("18FB:T-4e", "18FB:2.7-g")
def test_falcon_counts_in_the_earnings_of_its_company() -> None:
    place = Place().card(CIM, A).major("FB", {A: 2}, PROVISIONAL).train("2+2", "FB").token("FB", "G30")
    game: Any = place.tiles(I30=("57", 1)).stock_round(A)
    assert account(game, "FB").total == 50
    game.push(UseCard(A, CIM, "FB"))
    assert account(game, "FB").total == 80, "Benevento 20 + 30 and Caserta 30"
    game.state.passed["FB", "F35"] = True
    assert account(game, "FB").total == 90, "and Pontecorvo, once a line has passed it"
