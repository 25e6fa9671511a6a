"""3.3.3 Concessions that are withdrawn, and bought back."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import ActionRange, Game
from stockrail.rules.actions import BuyShare, Pass, SellShares
from stockrail.rules.rounds import OperatingRound
from stockrail.rules.shares import owner_of, percent_of, shares_of, singles_of
from stockrail.rules.state import BANK, IPO, POOL, certs_at
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import BuyConcession
from stockrail.titles.g18fb.companies import (
    BUILDING,
    DEFINITIVE,
    FROZEN,
    PROVISIONAL,
    concession_holder,
    concessionaire,
    state_of,
)
from stockrail.titles.g18fb.concessions import RebuyConcession, refund, settle
from stockrail.titles.g18fb.state import FINAL, INTERMEDIATE, deposit_on

from .holding import A, B, C, D, Place, noted, refused


def taken_over(phase: str = "2", state: str = BUILDING, deposit: int = 150, cash: int = 1000, **rulings: Any) -> Any:
    """T-7a P2 has the concession and 30% of LdA; P1 buys to 50%."""
    place = Place(phase, **rulings).cash(C, 600).cash(B, cash)
    place.major("LdA", {C: 3, B: 4}, state=state, deposit=deposit, value=80)
    game = place.stock_round(B)
    game.push(BuyShare(B, "LdA", IPO))
    return game


@pytest.mark.rule("18FB:T-7a", "18FB:3.3.3-a", "18FB:3.3.3-b", "18FB:3.3.3-c", "18FB:3.4-e", "18FB:3.3.5-a")
def test_a_lead_of_20_percent_takes_company_and_concession() -> None:
    place = Place("2").cash(C, 600).cash(B, 1000).major("LdA", {C: 3, B: 3}, deposit=150, value=80)
    game = place.stock_round(B)
    game.push(BuyShare(B, "LdA", IPO))
    assert owner_of(game, "LdA") == C and concession_holder(game, "LdA") == C  # 40% to 30%
    assert state_of(game, "LdA") == BUILDING
    bank = game.state.cash[BANK]
    for player in (C, D, A):
        game.push(Pass(player))
    game.push(BuyShare(B, "LdA", IPO))
    assert owner_of(game, "LdA") == B and concession_holder(game, "LdA") == POOL
    assert (percent_of(game, B, "LdA"), percent_of(game, C, "LdA")) == (50, 30)
    assert len(game.state.shelves.on(certs_at(B, "LdA"))) == 4 and len(singles_of(game, C, "LdA")) == 3
    assert game.state.cash[BANK] == bank + 150 and game.state.cash[deposit_on("LdA")] == 0
    assert state_of(game, "LdA") == FROZEN
    assert noted(game, "concession_is_withdrawn") == [{"company": "LdA", "player": C, "amount": 150}]


@pytest.mark.rule("18FB:T-7b", "18FB:3.3.3-e")
@pytest.mark.parametrize(("phase", "deposit"), [("2", 150), ("3", 80), ("4", 0)])
def test_the_new_president_may_buy_the_concession_back_at_once(phase: str, deposit: int) -> None:
    game = taken_over(phase)
    assert isinstance(game.decision, RebuyConcession) and game.actor == B
    assert list(game.legal_actions()) == [BuyConcession(B, "LdA", 0), Pass(B)]
    check_doors(game)
    before = game.state.cash[B]
    game.push(BuyConcession(B, "LdA", 0))
    assert game.state.cash[B] == before - deposit == 1000 - 80 - deposit
    assert game.state.cash[deposit_on("LdA")] == deposit
    assert concessionaire(game, "LdA") == B and state_of(game, "LdA") == BUILDING
    assert game.actor == C  # the purchase was the turn


@pytest.mark.rule("18FB:T-7b", "18FB:3.3.3-f")
@pytest.mark.parametrize("phase", "234")
def test_in_definitive_state_it_costs_nothing(phase: str) -> None:
    game = taken_over(phase, DEFINITIVE, 0, cash=80)
    game.push(BuyConcession(B, "LdA", 0))
    assert game.state.cash[B] == 0 and state_of(game, "LdA") == DEFINITIVE


@pytest.mark.rule("18FB:3.3.3-e")
def test_who_cannot_pay_is_not_asked() -> None:
    game = taken_over(cash=80 + 149)
    assert state_of(game, "LdA") == FROZEN and not isinstance(game.decision, RebuyConcession) and game.actor == C


@pytest.mark.rule("18FB:3.3.3-e")
def test_nothing_else_can_be_done_before_the_answer() -> None:
    game = taken_over()
    assert refused(game, SellShares(B, "LdA", 1)) == ("buy_back_or_pass", "3.3.3-e")
    assert refused(game, BuyConcession(B, "NN", 100)) == ("buy_back_or_pass", "3.3.3-e")
    assert refused(game, BuyConcession(B, "LdA", 100)) == ("has_its_value", "3.3.2-l")
    assert refused(game, BuyConcession(B, "LdA", 0, ("VAL",))) == ("cards_of_no_use", "3.3.2-g")
    assert refused(game, Pass(C)) == ("not_your_turn", "3.3.3-e")


@pytest.mark.rule("18FB:T-7b", "18FB:3.3.3-f")
def test_a_declined_concession_is_for_sale_from_the_next_stock_round_on() -> None:
    game = taken_over()
    game.push(Pass(B))
    assert concession_holder(game, "LdA") == POOL
    for player in (C, D, A):
        assert refused(game, BuyConcession(player, "LdA", 0))[0] in ("fell_this_round", "would_lose_it")
        game.push(Pass(player))
    assert refused(game, BuyConcession(B, "LdA", 0)) == ("fell_this_round", "3.3.3-f")
    assert not any(isinstance(entry, BuyConcession) and entry.company == "LdA" for entry in game.legal_actions())
    later = Place.of(game)
    later.turn = 3
    game = later.stock_round(B)
    game.push(BuyConcession(B, "LdA", 0))
    assert concessionaire(game, "LdA") == B


@pytest.mark.rule("18FB:3.3.3-f")
def test_what_fell_in_an_operating_round_is_for_sale_in_the_next_stock_round() -> None:
    place = Place("2").cash(B, 500).major("LdA", {C: 2, B: 4})
    place.turn = 3
    place.round(OperatingRound(3, 2))
    settle(place.game, "LdA")
    assert place.state.fell["LdA"] == 3
    assert isinstance(place.game.stack[-1], RebuyConcession)
    place.game.pop_frame()
    place.turn = 4
    game = place.stock_round(B)
    game.push(BuyConcession(B, "LdA", 0))
    assert state_of(game, "LdA") == BUILDING


def frozen(state: str, shares: dict[Any, int], phase: str = "2", **rulings: Any) -> Any:
    """LdA is frozen since the last turn; what it reached makes it what it would be."""
    place = Place(phase, **rulings)
    for seat in range(4):
        place.cash(seat, 500)
    return place.major("LdA", shares, state=state).concession("LdA", POOL)


@pytest.mark.rule("18FB:3.3.3-f", "18FB:3.3.3-h")
@pytest.mark.parametrize(("state", "deposit"), [(BUILDING, 150), (PROVISIONAL, 150), (DEFINITIVE, 0)])
def test_the_price_of_a_withdrawn_concession_goes_by_what_was_reached(state: str, deposit: int) -> None:
    game = frozen(state, {B: 3, C: 2}).stock_round(C)
    game.push(BuyConcession(C, "LdA", 0))
    assert game.state.cash[C] == 500 - deposit
    assert (concessionaire(game, "LdA"), owner_of(game, "LdA")) == (C, B)  # it does not move the presidency
    assert state_of(game, "LdA") == state
    assert percent_of(game, C, "LdA") == 20
    assert game.actor == D  # it was a stock turn


@pytest.mark.rule("18FB:3.3.3-f", "18FB:3.4-d")
def test_a_final_destination_alone_does_not_make_it_free() -> None:
    game = frozen(BUILDING, {B: 3}).stock_round(B)
    game.state.reached["LdA", FINAL] = True
    game.push(BuyConcession(B, "LdA", 0))
    assert game.state.cash[B] == 350 and state_of(game, "LdA") == BUILDING


@pytest.mark.rule("18FB:3.3.2-l", "18FB:3.3.3-f")
@pytest.mark.parametrize("ruling", ["not_outheld", "president", "anyone"])
def test_who_may_buy_a_withdrawn_one_does_not_matter_for_one_that_was_never_bought(ruling: str) -> None:
    game = Place("2", withdrawn_buyer=ruling).cash(B, 400).stock_round(B)
    assert game.is_legal(BuyConcession(B, "FC", 100))


@pytest.mark.rule("18FB:3.3.3-f")
@pytest.mark.parametrize(("ruling", "buyers"), [("not_outheld", [B, C]), ("president", [B]), ("anyone", [A, B, C, D])])
def test_who_may_buy_a_withdrawn_concession(ruling: str, buyers: list[int]) -> None:
    found = []
    for player in range(4):
        game = frozen(PROVISIONAL, {B: 3, C: 2, D: 1}, withdrawn_buyer=ruling).stock_round(player)
        check_doors(game)
        if game.is_legal(BuyConcession(player, "LdA", 0)):
            found.append(player)
            assert BuyConcession(player, "LdA", 0) in game.legal_actions()
    assert found == buyers


def test_who_may_not_is_told_why() -> None:
    game = frozen(PROVISIONAL, {B: 3, D: 1}).stock_round(D)
    assert refused(game, BuyConcession(D, "LdA", 0)) == ("would_lose_it", "3.3.3-f")
    game = frozen(PROVISIONAL, {B: 3, C: 2}, withdrawn_buyer="president").stock_round(C)
    assert refused(game, BuyConcession(C, "LdA", 0)) == ("for_the_president", "3.3.3-f")


@pytest.mark.rule("18FB:3.3.3-g", "18FB:3.3.3-f")
def test_who_bought_it_under_the_free_ruling_loses_it_with_the_next_movement_of_shares() -> None:
    game = frozen(PROVISIONAL, {B: 3, A: 1}, withdrawn_buyer="anyone").stock_round(A)
    game.push(BuyConcession(A, "LdA", 0))
    assert concessionaire(game, "LdA") == A
    game.push(BuyShare(B, "LdA", IPO))
    assert concession_holder(game, "LdA") == POOL
    assert game.actor == C  # nobody is new in the presidency, so nobody is asked


@pytest.mark.rule("18FB:3.3.3-f")
def test_the_withdrawal_looks_at_the_holder_and_the_presidency_at_the_president() -> None:
    """Q44 C holds the concession, B presides. D leads B by 20% but C by 10% only; then the other way round."""
    place = Place("2").cash(D, 1000).major("LdA", {B: 2, C: 3, D: 3}, state=PROVISIONAL).concession("LdA", C, 150)
    game = place.stock_round(D)
    game.push(BuyShare(D, "LdA", IPO))
    assert (owner_of(game, "LdA"), concessionaire(game, "LdA")) == (D, C)
    assert state_of(game, "LdA") == PROVISIONAL and game.actor == A

    place = Place("2").cash(D, 1000).major("LdA", {B: 3, C: 2, D: 3}, state=PROVISIONAL).concession("LdA", C, 150)
    game = place.stock_round(D)
    game.push(BuyShare(D, "LdA", IPO))
    assert (owner_of(game, "LdA"), concession_holder(game, "LdA")) == (B, POOL)
    assert state_of(game, "LdA") == FROZEN and game.actor == A


@pytest.mark.rule("18FB:3.3.3-d", "18FB:3.3.5-e")
def test_of_equal_challengers_the_next_in_order_of_play_after_the_old_president_comes_first() -> None:
    for order, heir in (((A, B, C, D), D), ((A, C, B, D), B)):
        place = Place("2").seats(*order).cash(C, 100).major("LdA", {C: 4, B: 2, D: 2}, state=PROVISIONAL)
        game = place.stock_round(C)
        game.push(SellShares(C, "LdA", 4))
        assert owner_of(game, "LdA") == heir and game.actor == heir


@pytest.mark.rule("18FB:T-7c", "18FB:3.3.1-g", "18FB:3.3.1-d", "18FB:2.3-e")
def test_one_or_three_shares_may_be_sold_but_not_two() -> None:
    place = Place("2").cash(A, 0).major("LdA", {A: 3, B: 2}, state=PROVISIONAL, value=80)
    game = place.stock_round(A)
    check_doors(game)
    sales = [entry for entry in game.legal_actions() if isinstance(entry, ActionRange)]
    assert [list(entry) for entry in sales] == [[SellShares(A, "LdA", 1)], [SellShares(A, "LdA", 3)]]
    assert refused(game, SellShares(A, "LdA", 2)) == ("president_needs_heir", "3.3.1-d")
    game.push(SellShares(A, "LdA", 1))
    assert (owner_of(game, "LdA"), concessionaire(game, "LdA")) == (A, A)
    game.pop()
    game.push(SellShares(A, "LdA", 3))
    assert (owner_of(game, "LdA"), concession_holder(game, "LdA")) == (B, POOL)
    assert shares_of(game, A, "LdA") == 0 and shares_of(game, POOL, "LdA") == 3
    assert isinstance(game.decision, RebuyConcession) and game.actor == B
    game.push(Pass(B))
    assert game.actor == A  # who may go on in their turn


@pytest.mark.rule("18FB:3.3.1-g", "18FB:3.3.3-g")
def test_a_sale_that_leaves_the_certificate_can_lose_the_company_too() -> None:
    place = Place("2").cash(B, 1000).major("LdA", {A: 4, B: 4}, state=PROVISIONAL, deposit=100)
    game = place.stock_round(A)
    game.push(SellShares(A, "LdA", 2))
    assert owner_of(game, "LdA") == B and game.actor == B
    assert len(singles_of(game, A, "LdA")) == 2 and shares_of(game, B, "LdA") == 4
    game.push(BuyConcession(B, "LdA", 0))
    assert concessionaire(game, "LdA") == B and game.actor == A


@pytest.mark.rule("18FB:3.3.3-f", "18FB:3.3.3-g")
def test_a_holder_who_does_not_preside_can_lose_the_concession_by_a_sale() -> None:
    place = Place("2").major("LdA", {B: 3, C: 2}, state=PROVISIONAL).concession("LdA", C, 50)
    game = place.stock_round(C)
    game.push(SellShares(C, "LdA", 1))
    assert concession_holder(game, "LdA") == POOL and owner_of(game, "LdA") == B
    assert game.actor == C


@pytest.mark.rule("18FB:3.3.3-i", "18FB:3.3.2-e")
@pytest.mark.parametrize(("ruling", "back"), [("all_at_final", 150), ("nothing", 0)])
def test_a_deposit_paid_after_the_first_destination_comes_back_at_the_final_one(ruling: str, back: int) -> None:
    game = frozen(PROVISIONAL, {B: 3}, rebought_deposit=ruling).stock_round(B)
    game.push(BuyConcession(B, "LdA", 0))
    refund(game, "LdA")
    assert game.state.cash[B] == 350
    game.state.reached["LdA", FINAL] = True
    refund(game, "LdA")
    assert game.state.cash[B] == 350 + back


@pytest.mark.parametrize("ruling", ["all_at_final", "nothing"])
def test_a_deposit_paid_again_before_it_comes_back_in_two_parts(ruling: str) -> None:
    game = frozen(BUILDING, {B: 3}, rebought_deposit=ruling).stock_round(B)
    game.push(BuyConcession(B, "LdA", 0))
    game.state.reached["LdA", INTERMEDIATE] = True
    refund(game, "LdA")
    assert game.state.cash[B] == 350 + 75


@pytest.mark.rule("18FB:3.3.3-b")
def test_what_was_refunded_before_stays_and_the_rest_is_lost() -> None:
    place = Place("2").cash(A, 500).cash(B, 1000).major("LdA", {A: 2, B: 3}, state=PROVISIONAL, deposit=150)
    refund(place.game, "LdA")
    bank = place.state.cash[BANK]
    game = place.stock_round(B)
    game.push(BuyShare(B, "LdA", IPO))
    assert game.state.cash[A] == 425 and game.state.cash[BANK] == bank + 75
    game.push(BuyConcession(B, "LdA", 0))
    assert game.state.deposit["LdA"] == 150 and game.state.cash[deposit_on("LdA")] == 150
    game.state.reached["LdA", FINAL] = True
    before = game.state.cash[B]
    refund(game, "LdA")
    assert game.state.cash[B] == before + 150  # nothing of what A got is counted


@pytest.mark.rule("18FB:3.3.3-f", "18FB:2.7-i")
def test_cards_lower_the_deposit_of_a_withdrawn_concession_only_by_a_ruling() -> None:
    place = frozen(PROVISIONAL, {B: 3}).card("RIS", B)
    assert refused(place.stock_round(B), BuyConcession(B, "LdA", 0, ("RIS",))) == ("cards_of_no_use", "3.3.2-g")
    game = frozen(PROVISIONAL, {B: 3}, withdrawn_price="discounts").card("RIS", B).stock_round(B)
    check_doors(game)
    game.push(BuyConcession(B, "LdA", 0, ("RIS",)))
    assert game.state.cash[B] == 425 and game.state.deposit["LdA"] == 75


def test_all_of_it_can_be_taken_back() -> None:
    game: Game = taken_over()
    game.push(BuyConcession(B, "LdA", 0))
    after = game.state.picture()
    game.pop()
    game.pop()
    game.push(BuyShare(B, "LdA", IPO))
    game.push(BuyConcession(B, "LdA", 0))
    assert game.state.picture() == after
