"""5.1 to 5.3, 5.5, 5.7 A turn of the stock round: what is sold and bought in it, and how the round ends."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import ActionRange, IllegalAction
from stockrail.rules.actions import BuyShare, Pass, SellShares, StartCompany
from stockrail.rules.prices import price
from stockrail.rules.rounds import StockRound, current_round
from stockrail.rules.shares import owner_of, percent_of, singles_of
from stockrail.rules.state import BANK, IPO, POOL, certs_at
from stockrail.testing import Position
from stockrail.titles.g1883.actions import BuyConcession, BuySupport
from stockrail.titles.g1883.concessions import BonusChoice

from .lying import FERRARA_TO_PARMA, TITLE

A, B, C, D = range(4)


def position(players: int = 3, phase: str = "2", turn: int = 2, **rulings: str) -> Position:
    """From the second turn on CCFR has a president."""
    found = Position(TITLE, players, rulings=rulings).phase(phase)
    found.turn = turn
    if turn > 1:
        found.state.flags["ccfr_president"] = C if players > 2 else B
    return found


def refused(game: Any, action: Any) -> str:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind


def sizes(game: Any, company: str) -> list[int]:
    """How many shares of a company the menu lets the player sell."""
    entries = [each for each in game.legal_actions() if isinstance(each, ActionRange)]
    return [n for e in entries if e.action.company == company for n in range(e.low, e.high + 1)]


def kinds(game: Any) -> set[type]:
    return {type(e.action) if isinstance(e, ActionRange) else type(e) for e in game.legal_actions()}


def pass_round(game: Any) -> Any:
    """Everybody passes until the stock round is over."""
    while game.decision and isinstance(current_round(game), StockRound):
        game.push(Pass(game.actor))
    return game


# -- selling -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:5.2-T1", "1883:5.2-c", "1883:5.0-c")
def test_only_so_much_is_sold_as_the_pool_may_hold() -> None:
    found = position().corporation("SV", {B: 2, A: 2, POOL: 4}).corporation("FMV", {C: 2, A: 1, POOL: 1}, 65)
    game: Any = found.stock_round(A)
    assert sizes(game, "SV") == [1] and sizes(game, "FMV") == [1]
    assert refused(game, SellShares(A, "SV", 2)) == "pool_limit"
    game.push(SellShares(A, "SV", 1))
    game.push(SellShares(A, "FMV", 1))
    assert (percent_of(game, POOL, "SV"), percent_of(game, POOL, "FMV")) == (50, 20)


@pytest.mark.rule("1883:5.2.2-T1", "1883:5.2.2-T2", "1883:5.2-a", "1883:5.2-b", "1883:5.2-d")
def test_prices_fall_a_row_for_each_share_after_the_sale() -> None:
    found = position().corporation("SAFRE", {B: 2, A: 1}).corporation("FMMSF", {B: 2, A: 2})
    found.corporation("SV", {B: 2, A: 1}).price("SAFRE", 4, 6).price("FMMSF", 4, 7).price("SV", 4, 8).cash(A, 0)
    game: Any = found.stock_round(A)
    bank = game.state.cash[BANK]
    for company, count in (("SAFRE", 1), ("FMMSF", 2), ("SV", 1)):
        game.push(SellShares(A, company, count))
    assert (game.state.cash[A], game.state.cash[BANK]) == (340, bank - 340)
    assert [price(game, company) for company in ("SAFRE", "FMMSF", "SV")] == [75, 80, 90]
    assert game.state.cell["SAFRE"] == (5, 6) and game.state.cell["FMMSF"] == (5, 7)


@pytest.mark.rule("1883:5.2-d")
def test_a_company_is_sold_in_one_block_a_turn() -> None:
    game: Any = position().corporation("SV", {B: 2, A: 3}).stock_round(A)
    game.push(SellShares(A, "SV", 1))
    assert refused(game, SellShares(A, "SV", 1)) == "sold_in_block"
    assert sizes(game, "SV") == []


@pytest.mark.rule("1883:5.2.1-a")
def test_nothing_is_sold_in_the_first_stock_round() -> None:
    found = position(phase="1", turn=1).corporation("FBV", {B: 2, A: 2})
    game: Any = found.stock_round(A)
    assert sizes(game, "FBV") == []
    assert refused(game, SellShares(A, "FBV", 1)) == "no_sales_yet"
    game.push(BuySupport(A))
    assert game.actor == B, "nothing is left to do in the turn"


@pytest.mark.rule("1883:5.2-b", "1883:5.8-a")
def test_a_sale_may_send_the_marker_into_a_closed_cell() -> None:
    found = position().corporation("SV", {B: 3, A: 4, C: 1}).token("SV", "21").cash(A, 0).cash("SV", 70)
    found.price("SV", 6, 1)
    game: Any = found.stock_round(A)
    assert price(game, "SV") == 45
    game.push(SellShares(A, "SV", 2))
    assert "SV" not in game.state.par and "SV" not in game.state.cell
    assert game.state.cash[A] == 90, "the sale is paid, the other two shares are not"
    assert game.state.cash["SV"] == 0 and percent_of(game, IPO, "SV") == 100
    assert game.actor == A, "the turn goes on"
    assert refused(game, StartCompany(A, "SV", 65)) == "closed_this_round"
    game.push(Pass(A))
    game.push(Pass(B))
    game.push(Pass(C))
    game.state.cash.pay(BANK, A, 500)
    assert refused(game, StartCompany(A, "SV", 65)) == "closed_this_round", "it may be launched in the next round"


@pytest.mark.rule("1883:5.8-a", "1883:5.6.1-d")
def test_a_sale_that_closes_a_company_may_open_the_way_for_a_concession() -> None:
    """SV's token in Guastalla blocks concession 2. The seller's turn goes on after FSF's president was asked."""
    found = position().corporation("FSF", {B: 2}).token("FSF", "34").token("FSF", "59").tiles(**FERRARA_TO_PARMA)
    found.corporation("SV", {C: 2, A: 2}).token("SV", "21").price("SV", 7, 1).cash("FSF", 0).cash(A, 500)
    game: Any = found.stock_round(A)
    game.state.concession["2"] = "FSF"
    game.state.clock["2"] = 1
    game.push(SellShares(A, "SV", 1))
    assert isinstance(game.decision, BonusChoice) and game.actor == B
    game.push(Pass(B))
    assert game.state.cash["FSF"] == 200
    assert game.actor == A
    game.push(StartCompany(A, "FBV", 65))
    assert game.actor == B, "who sold before buying sells no more"


@pytest.mark.rule("1883:5.8-a", "1883:5.6.1-d")
def test_the_sale_that_closes_a_company_may_follow_the_purchase() -> None:
    found = position().corporation("SV", {C: 2, A: 2}).price("SV", 7, 1).corporation("FBV", {B: 2, A: 1}).cash(A, 500)
    game: Any = found.stock_round(A)
    game.push(BuySupport(A))
    game.push(SellShares(A, "SV", 1))
    assert "SV" not in game.state.par
    assert sizes(game, "FBV") == [1]
    game.push(Pass(A))
    assert game.actor == B


# -- presidents ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:5.2.2-a", "1883:5.3.4-c")
def test_a_president_without_heir_keeps_the_certificate() -> None:
    game: Any = position().corporation("SV", {A: 4, B: 1}).stock_round(A)
    assert sizes(game, "SV") == [1, 2]
    assert refused(game, SellShares(A, "SV", 3)) == "president_needs_heir"


@pytest.mark.rule("1883:5.3.4-a", "1883:5.3.4-c", "1883:5.2.2-a")
def test_a_president_sells_all_and_the_heir_takes_the_certificate() -> None:
    game: Any = position().corporation("SV", {A: 3, B: 2}).stock_round(A)
    game.push(SellShares(A, "SV", 3))
    assert owner_of(game, "SV") == B
    assert (percent_of(game, A, "SV"), percent_of(game, B, "SV"), percent_of(game, POOL, "SV")) == (0, 20, 30)
    assert len(singles_of(game, POOL, "SV")) == 3, "the president's certificate is never in the pool"


@pytest.mark.rule("1883:5.3.4-d")
def test_of_equal_heirs_the_first_clockwise_takes_over() -> None:
    game: Any = position(4).corporation("SV", {C: 4, B: 2, D: 2}).stock_round(C)
    game.push(SellShares(C, "SV", 3))
    assert owner_of(game, "SV") == D


@pytest.mark.rule("1883:5.3.4-a", "1883:5.3.4-b")
def test_who_buys_more_than_the_president_takes_over_at_once() -> None:
    game: Any = position().corporation("SV", {B: 2, A: 2}).cash(A, 300).stock_round(A)
    game.push(BuyShare(A, "SV", IPO))
    assert owner_of(game, "SV") == A
    assert len(singles_of(game, B, "SV")) == 2
    assert game.decision.player == A, "and may now sell"


@pytest.mark.rule("1883:5.3.5-a", "1883:5.1-b")
def test_what_was_just_bought_may_be_sold() -> None:
    game: Any = position().corporation("SV", {B: 2}).cash(A, 300).stock_round(A)
    game.push(BuyShare(A, "SV", IPO))
    game.push(SellShares(A, "SV", 1))
    assert percent_of(game, POOL, "SV") == 10


# -- buying --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:5.3.1-a", "1883:5.3.2-a")
def test_a_pool_share_costs_the_market_price_and_an_offered_one_the_par() -> None:
    found = position().corporation("SV", {B: 2, POOL: 1}, 85).price("SV", 0, 8).cash(A, 500)
    game: Any = found.stock_round(A)
    bank = game.state.cash[BANK]
    game.push(BuyShare(A, "SV", POOL))
    assert (game.state.cash[A], game.state.cash[BANK], game.state.cash["SV"]) == (370, bank + 130, 0)
    game.pop()
    game.push(BuyShare(A, "SV", IPO))
    assert (game.state.cash[A], game.state.cash[BANK], game.state.cash["SV"]) == (415, bank, 85)


@pytest.mark.rule("1883:5.3-a", "1883:5.1-a", "1883:5.5-a")
def test_one_purchase_a_turn_of_whatever_kind() -> None:
    found = position().corporation("SV", {A: 2, B: 2}, cash=100).corporation("FMV", {C: 2, A: 1}, 65).cash(A, 500)
    buys = [BuyShare(A, "SV", IPO), BuySupport(A), BuyConcession(A, "SV", "7"), StartCompany(A, "FBV", 65)]
    game: Any = found.stock_round(A)
    for first in buys:
        game.push(first)
        assert kinds(game) == {SellShares, Pass}
        assert [refused(game, second) for second in buys] == ["stock_turn_only"] * len(buys)
        game.pop()


@pytest.mark.rule("1883:T-dd", "1883:5.1-b", "1883:5.3.5-a")
def test_sales_may_follow_a_purchase_if_none_came_before() -> None:
    found = position().corporation("FBV", {B: 2}).corporation("SV", {B: 2, A: 2}).corporation("FMV", {C: 2, A: 1}, 65)
    game: Any = found.cash(A, 300).stock_round(A)
    game.push(BuyShare(A, "FBV", IPO))
    game.push(SellShares(A, "SV", 2))
    game.push(SellShares(A, "FMV", 1))
    assert refused(game, BuyShare(A, "FBV", IPO)) == "stock_turn_only"
    game.push(SellShares(A, "FBV", 1))
    assert game.actor == B, "nothing is left to sell"
    game.push(Pass(B))
    game.push(Pass(C))
    assert refused(game, BuyShare(A, "SV", POOL)) == "sold_this_round"


@pytest.mark.rule("1883:T-dd", "1883:5.1-b")
def test_no_sale_follows_a_purchase_if_one_came_before() -> None:
    found = position().corporation("FBV", {B: 2}).corporation("SV", {B: 2, A: 2}).corporation("FMV", {C: 2, A: 1}, 65)
    game: Any = found.cash(A, 300).stock_round(A)
    game.push(SellShares(A, "FMV", 1))
    game.push(BuyShare(A, "FBV", IPO))
    assert game.actor == B


@pytest.mark.rule("1883:8.1.1-b", "1883:8.1.1-c")
def test_ccfr_is_not_traded_before_phase_5() -> None:
    found = position(phase="4").cash(A, 300)
    found.state.shelves.move("CCFR_2", certs_at(POOL, "CCFR"))
    game: Any = found.stock_round(A)
    assert refused(game, SellShares(A, "CCFR", 1)) == "cooperative_not_traded"
    assert refused(game, BuyShare(A, "CCFR", POOL)) == "cooperative_not_for_sale"
    assert not game.is_legal(BuyShare(A, "CCFR", IPO))
    assert sizes(game, "CCFR") == [] and BuyShare not in kinds(game)


@pytest.mark.rule("1883:8.1.1-b", "1883:8.1.1-c")
def test_by_another_ruling_looted_shares_are_bought_from_the_pool_but_none_are_sold() -> None:
    found = position(phase="4", ccfr_shares_before_5="pool_shares_for_sale").cash(A, 300)
    found.state.shelves.move("CCFR_2", certs_at(POOL, "CCFR"))
    game: Any = found.stock_round(A)
    assert refused(game, BuyShare(A, "CCFR", IPO)) == "none_there"
    game.push(BuyShare(A, "CCFR", POOL))
    assert percent_of(game, A, "CCFR") == 20
    assert game.state.cash[A] == 200
    assert game.state.cash["CCFR"] == 0
    assert game.actor == B, "there is nothing that may be sold"


@pytest.mark.rule("1883:8.1.8-f", "1883:5.2.2-a")
def test_once_capitalised_ccfr_is_traded_like_others() -> None:
    found = position(phase="5").cash(A, 300)
    found.state.flags["ccfr"] = "capitalised"
    found.state.shelves.move("CCFR_0", certs_at(B, "CCFR"))
    game: Any = found.stock_round(A)
    assert sizes(game, "CCFR") == [1]
    game.push(BuyShare(A, "CCFR", IPO))
    assert game.state.cash["CCFR"] == 100


# -- support cards -------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:5.5-C1", "1883:5.5-a", "1883:5.5-b")
def test_the_second_and_third_card_cost_10_and_20() -> None:
    game: Any = position(2).cash(A, 100).stock_round(A)
    bank = game.state.cash[BANK]
    for _ in range(2):
        game.push(BuySupport(A))
        game.push(Pass(B))
    assert game.state.support[A] == 3
    assert (game.state.cash[A], game.state.cash[BANK]) == (70, bank + 30)


@pytest.mark.rule("1883:5.5-b")
def test_what_cards_cost_by_the_number_held() -> None:
    game: Any = position().cash(A, 1000).stock_round(A)
    costs = []
    for held in range(9):
        game.state.support[A] = held
        game.push(BuySupport(A))
        costs.append(1000 - game.state.cash[A])
        game.pop()
    assert costs == [5, 10, 20, 30, 40, 50, 60, 80, 100]
    game.state.support[A] = 9
    assert refused(game, BuySupport(A)) == "support_limit"
    assert BuySupport not in kinds(game)


@pytest.mark.rule("1883:5.5-b")
def test_who_cannot_pay_buys_no_card() -> None:
    game: Any = position().cash(A, 9).corporation("SV", {B: 2, A: 1}).stock_round(A)
    with pytest.raises(IllegalAction) as error:
        game.push(BuySupport(A))
    assert error.value.kind == "support_too_dear" and error.value.params["cost"] == 10
    assert BuySupport not in kinds(game)
    game.push(SellShares(A, "SV", 1))
    game.push(BuySupport(A))
    assert game.state.support[A] == 2


# -- the coaches' ratio --------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:5.1-d", "1883:8.2-k", "1883:T-o")
def test_nobody_passes_with_too_many_coach_shares_but_a_turn_may_end_so() -> None:
    found = position().corporation("SARSA", {B: 3, A: 2}, 65).corporation("FSF", {A: 3}).corporation("SV", {B: 6})
    found.cash(A, 300)
    game: Any = found.stock_round(A)
    assert refused(game, Pass(A)) == "coach_ratio"
    assert Pass not in kinds(game)
    game.push(BuySupport(A))
    game.push(Pass(A))
    assert game.actor == B, "ending a turn in which one has bought is no pass"
    game.push(Pass(B))
    game.push(Pass(C))
    assert refused(game, Pass(A)) == "coach_ratio"
    game.push(SellShares(A, "SARSA", 1))
    game.push(Pass(A))
    for seat in (B, C, A):
        assert game.decision.player == seat
        game.push(Pass(seat))
    assert not isinstance(current_round(game), StockRound)


@pytest.mark.rule("1883:8.2-k", "1883:5.1-d")
def test_who_can_do_nothing_for_the_ratio_may_pass() -> None:
    """The pool is full of SARSA and there is no money for a railway: a support card would not help."""
    found = position().corporation("SARSA", {B: 2, A: 1, POOL: 5}, 65).corporation("FSF", {C: 3}).cash(A, 10)
    game: Any = found.stock_round(A)
    assert kinds(game) == {BuySupport, Pass}
    game.push(Pass(A))
    assert game.actor == B


@pytest.mark.rule("1883:8.2-k", "1883:5.1-d")
def test_more_coach_shares_do_nothing_for_the_ratio() -> None:
    """A75 Nothing of SARSA can be sold; it can be bought, and no railway can."""
    found = position().corporation("SARSA", {B: 2, A: 1, POOL: 5}, 65).price("SARSA", 6, 0).corporation("FSF", {C: 3})
    game: Any = found.cash(A, 45).stock_round(A)
    assert kinds(game) == {BuyShare, BuySupport, Pass}
    game.push(Pass(A))
    game = found.cash(A, 100).stock_round(A)
    assert kinds(game) == {BuyShare, BuySupport} and refused(game, Pass(A)) == "coach_ratio"


# -- the end of the round ------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:5.1-c", "1883:4.1-a")
def test_who_has_passed_may_act_later() -> None:
    game: Any = position().cash(A, 100).cash(B, 100).stock_round(A)
    game.push(Pass(A))
    game.push(BuySupport(B))
    game.push(Pass(C))
    game.push(BuySupport(A))
    assert game.actor == B


@pytest.mark.rule("1883:5.7.1-a")
@pytest.mark.parametrize("deed", [BuySupport(B), SellShares(B, "SV", 1), BuyConcession(B, "FBV", "1")])
def test_the_priority_goes_left_of_the_last_who_did_anything(deed: Any) -> None:
    found = position().corporation("SV", {C: 2, B: 1}).corporation("FBV", {B: 2}, cash=50).cash(B, 100)
    game: Any = found.stock_round(A)
    game.push(Pass(A))
    game.push(deed)
    pass_round(game)
    assert game.state.flags["priority"] == C


@pytest.mark.rule("1883:5.7.1-b")
def test_the_priority_stays_if_nobody_acts() -> None:
    game: Any = position().cash(A, 100).corporation("SV", {C: 2}).stock_round(B, priority=B)
    pass_round(game)
    assert game.state.flags["priority"] == B


@pytest.mark.rule("1883:5.7.2-a", "1883:5.7.2-b", "1883:5.7.2-c")
def test_sold_out_companies_rise_a_row_and_go_under_the_pile() -> None:
    found = position().corporation("SV", {A: 4, B: 6}).corporation("FBV", {B: 5, C: 5}).corporation("FMV", {C: 3})
    found.price("SV", 3, 5).price("FBV", 3, 4).price("FMV", 2, 5).corporation("SAFRE", {A: 5, C: 4, POOL: 1}, 85)
    game: Any = pass_round(found.stock_round(A))
    assert game.state.cell["SV"] == (2, 5) and game.state.cell["FBV"] == (2, 4)
    assert game.state.pile[2, 5] == ("FMV", "SV")
    assert game.state.cell["SAFRE"] == TITLE.grid.par[85], "a share in the pool is in nobody's hands"


@pytest.mark.rule("1883:5.7.2-c")
def test_prices_rise_after_the_priority_has_moved() -> None:
    found = position().corporation("SV", {A: 4, B: 6}, 85).cash(A, 100)
    game: Any = found.stock_round(A)
    game.push(BuySupport(A))
    pass_round(game)
    kinds_of_events = [event.kind for event in game.last_events()]
    assert kinds_of_events.index("priority_goes") < kinds_of_events.index("price_moves")


@pytest.mark.rule("1883:5.7.2-c")
def test_the_dearer_of_two_sold_out_companies_comes_first_into_a_cell() -> None:
    found = position().corporation("SV", {A: 4, B: 6}).corporation("FBV", {B: 5, C: 5})
    found.price("SV", 3, 5).price("FBV", 3, 5)
    game: Any = pass_round(found.stock_round(A))
    assert game.state.pile[2, 5] == ("SV", "FBV")


@pytest.mark.rule("1883:5.7.2-a")
def test_in_the_top_row_a_sold_out_company_stays() -> None:
    found = position().corporation("SV", {A: 4, B: 6}).price("SV", 0, 3)
    game: Any = pass_round(found.stock_round(A))
    assert game.state.cell["SV"] == (0, 3)


@pytest.mark.rule("1883:9-c", "1883:T-aa", "1883:5.7.2-a")
def test_sold_out_coaches_on_top_end_the_game_without_an_operating_round() -> None:
    found = position(2).corporation("SARSA", {A: 4, B: 6}, 65).price("SARSA", 1, 18)
    found.corporation("SV", {A: 6, B: 4}).corporation("FBV", {B: 6, A: 4}).corporation("FMV", {B: 2, A: 2})
    game: Any = pass_round(found.stock_round(A))
    assert game.is_over and price(game, "SARSA") == 300


@pytest.mark.rule("1883:5.3.5-a")
def test_sales_are_forgotten_when_the_round_ends() -> None:
    found = position().corporation("SV", {B: 2, A: 2}).cash(A, 500)
    game: Any = found.stock_round(A)
    game.push(SellShares(A, "SV", 1))
    pass_round(game)
    assert not game.state.sold.unordered and not game.state.bought_concession.unordered


@pytest.mark.rule("1883:8.1.2-a")
def test_ccfr_has_its_first_president_after_the_first_stock_round_only() -> None:
    game: Any = position(phase="1", turn=1).corporation("FSF", {B: 2}).stock_round(A)
    assert game.title.controller(game, "CCFR") is None
    pass_round(game)
    assert game.title.controller(game, "CCFR") == B
