"""6.1, 6.2, 6.5, 6.6 Stock rounds: buying, starting, floating, and who comes next."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import BuyShare, Pass, SellShares, StartCompany
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of
from stockrail.rules.state import BANK, POOL
from stockrail.rules.tokens import spare_of
from stockrail.titles.g1862.actions import BuyTokens
from stockrail.titles.g1862.companies import ChooseStations, certificate_limit, certificates_of
from stockrail.titles.g1862.state import IPO, Game1862
from stockrail.titles.g1862.stock import StockTurn
from stockrail.titles.g1862.trains import change_certificate_limit

from .conftest import Scene, holdings, menu, refusal, round_kind


def free_start(value: int = 65, cash: int = 800) -> Game1862:
    game = Scene().cash(0, cash).in_stock_round()
    game.push(StartCompany(0, "ENR", value))
    return game


@pytest.mark.rule("1862:6.1-a")
def test_turns_go_clockwise_from_the_priority_holder_until_all_pass() -> None:
    game = Scene().company("ENR", {1: 5}).in_stock_round(2)
    assert game.actor == 2
    game.push(Pass(2))
    game.push(BuyShare(0, "ENR", IPO))
    game.push(Pass(1))
    game.push(Pass(2))
    assert isinstance(game.decision, StockTurn) and game.actor == 0
    game.push(Pass(0))
    assert round_kind(game) != "stock"


@pytest.mark.rule("1862:6.2-a")
def test_a_turn_is_sales_then_one_purchase() -> None:
    made = Scene().company("ENR", {1: 5, 0: 2}).trains("ENR", "2E").company("EUR", {2: 5})
    game = made.in_stock_round()
    game.push(SellShares(0, "ENR", 1))
    game.push(BuyShare(0, "EUR", IPO))
    assert game.actor == 1
    again = made.in_stock_round()
    again.push(SellShares(0, "ENR", 1))
    again.push(Pass(0))  # to have sold is to have acted
    for player in (1, 2):
        again.push(Pass(player))
    assert isinstance(again.decision, StockTurn) and again.actor == 0


@pytest.mark.rule("1862:6.5.1-a", "1862:6.5.1-b", "1862:3.1-c")
@pytest.mark.parametrize(("source", "cost", "gets"), [(IPO, 82, BANK), (POOL, 100, BANK), ("ENR", 100, "ENR")])
def test_where_a_share_comes_from_decides_its_price_and_who_is_paid(source: str, cost: int, gets: str) -> None:
    game = Scene().company("ENR", {1: 5, POOL: 1, "ENR": 1}, price=100, par=82).in_stock_round()
    before = game.state.cash[gets]
    game.push(BuyShare(0, "ENR", source))
    assert game.state.cash[0] == 800 - cost
    assert game.state.cash[gets] == before + cost


@pytest.mark.rule("1862:6.5.1-a")
def test_no_player_sells_to_another_and_no_holding_is_too_large() -> None:
    game = Scene().company("ENR", {1: 9}).cash(1, 800).in_stock_round(1)
    assert [buy.source for buy in menu(game, BuyShare)] == [IPO]
    game.push(BuyShare(1, "ENR", IPO))
    assert holdings(game, "ENR") == {1: 10}
    assert refusal(game, BuyShare(2, "ENR", "1"))[0] == "none_there"


@pytest.mark.rule("1862:6.5.1-c")
def test_trains_do_not_change_what_a_share_costs() -> None:
    for train in (False, True):
        made = Scene().company("ENR", {1: 5, POOL: 1}, price=100)
        game = (made.trains("ENR", "2E") if train else made).in_stock_round()
        game.push(BuyShare(0, "ENR", POOL))
        assert game.state.cash[0] == 700


@pytest.mark.rule("1862:6.5.1-d")
def test_who_sold_shares_of_a_company_buys_none_of_it_in_that_round() -> None:
    game = Scene().company("ENR", {1: 5, 0: 2}).trains("ENR", "2E").in_stock_round()
    game.push(SellShares(0, "ENR", 1))
    assert refusal(game, BuyShare(0, "ENR", IPO)) == ("sold_this_round", "6.5.1-d")


@pytest.mark.rule("1862:6.5.2-a")
@pytest.mark.parametrize(("players", "limit"), [(2, 25), (3, 18), (4, 13), (5, 11), (6, 10), (7, 9), (8, 8)])
def test_the_certificate_limit(players: int, limit: int) -> None:
    scene = Scene(players=players).company("ENR", {0: 5})
    assert certificate_limit(scene.game) == limit
    assert certificates_of(scene.game, 0) == 3  # a director's certificate counts once


def full_hand(extra: int = 0) -> Scene:
    """Eight players, limit eight; player 0 holds eight certificates (and more)."""
    scene = Scene(players=8).company("ENR", {0: 6}).company("EUR", {0: 6}).company("FDR", {1: 5, 0: extra})
    return scene.trains("ENR", "2E").trains("EUR", "2E").trains("FDR", "2E").cash(0, 900)


@pytest.mark.rule("1862:6.5.2-b")
def test_at_the_limit_nothing_is_bought_and_above_it_something_is_sold() -> None:
    game = full_hand().in_stock_round()
    assert refusal(game, BuyShare(0, "FDR", IPO)) == ("certificate_limit", "6.5.2-b")
    assert not menu(game, StartCompany)
    assert refusal(game, StartCompany(0, "WVR", 65)) == ("certificate_limit", "6.5.2-b")
    over = full_hand(extra=1).in_stock_round()
    assert refusal(over, Pass(0)) == ("must_sell_first", "6.5.2-b")
    over.push(SellShares(0, "FDR", 1))
    over.push(Pass(0))


@pytest.mark.rule("1862:6.5.2-c", "1862:10.3-f")
def test_after_the_lner_the_limit_is_the_largest_holding_and_nobody_sells_down() -> None:
    scene = full_hand(extra=1)
    change_certificate_limit(scene.game)
    assert certificate_limit(scene.game) == 13  # shares, not certificates
    scene.state.flags["certificate_limit"] = 5
    scene.state.flags["lner"] = "formed"
    game = scene.in_stock_round()
    game.push(Pass(0))


@pytest.mark.rule("1862:6.5.3-a", "1862:3.1-a")
def test_a_company_can_be_started_without_a_charter() -> None:
    game = free_start()
    assert owner_of(game, "ENR") == 0 and not game.state.chartered.get("ENR")
    assert refusal(game, StartCompany(1, "ENR", 65)) == ("already_started", "6.5.3-a")
    blocked = Scene().company("EUR", {1: 5}).city("F3", "yellow", 0, 3).station("EUR", "F3").in_stock_round()
    assert refusal(blocked, StartCompany(0, "ENR", 65)) == ("home_is_full", "3.2-b")


@pytest.mark.rule("1862:6.5.3-b")
def test_it_starts_at_any_price_from_54_to_200_under_what_lies_there() -> None:
    scene = Scene().company("EUR", {1: 5}, price=65)
    game = scene.in_stock_round()
    values = {start.value for start in menu(game, StartCompany)}
    assert min(values) == 54 and 56 in values and 200 in values and max(values) == 200
    assert refusal(game, StartCompany(0, "ENR", 52)) == ("no_par_value", "6.5.3-b")
    assert refusal(game, StartCompany(0, "ENR", 210)) == ("no_par_value", "6.5.3-b")
    game.push(StartCompany(0, "ENR", 65))
    assert game.state.pile[game.state.cell["ENR"]] == ("EUR", "ENR")


@pytest.mark.rule("1862:6.5.3-c")
def test_the_founder_must_be_able_to_pay() -> None:
    game = Scene().cash(0, 194).in_stock_round()
    assert refusal(game, StartCompany(0, "ENR", 65)) == ("cannot_pay_start", "6.5.3-c")
    assert max(start.value for start in menu(game, StartCompany)) == 62
    exact = Scene().cash(0, 195).in_stock_round()
    assert max(start.value for start in menu(exact, StartCompany)) == 65


@pytest.mark.rule("1862:6.5.3-c", "1862:3.1-c")
def test_the_founder_pays_the_company_which_keeps_its_other_shares() -> None:
    game = free_start(65)
    assert game.state.cash[0] == 800 - 195 and game.state.cash["ENR"] == 195
    assert holdings(game, "ENR") == {0: 3, "ENR": 7}


@pytest.mark.rule("1862:6.5.3-d", "1862:6.5.3-e")
@pytest.mark.parametrize(("value", "chart"), [(65, 62), (78, 74), (150, 100), (54, 54), (200, 100)])
def test_its_ipo_marker_lies_at_or_below_the_price_and_prices_nothing(value: int, chart: int) -> None:
    game = free_start(value)
    assert game.state.par["ENR"] == chart
    assert price(game, "ENR") == value
    buys = [buy for buy in menu(game, BuyShare) if buy.company == "ENR"]
    assert [buy.source for buy in buys] == ["ENR"]
    game.push(buys[0])
    assert game.state.cash[1] == 800 - value


@pytest.mark.rule("1862:6.5.4-a", "1862:6.5.4.1-a", "1862:6.5.4.2-a", "1862:3.1-e", "1862:3.1-c", "1862:2.1-c")
def test_at_half_it_floats_and_buys_two_to_seven_stations() -> None:
    game = free_start(65)
    game.push(BuyShare(1, "ENR", "ENR"))
    assert not game.state.floated.get("ENR")
    game.push(BuyShare(2, "ENR", "ENR"))
    assert isinstance(game.decision, ChooseStations) and game.actor == 0
    assert game.state.cash["ENR"] == 5 * 65
    assert [choice.count for choice in menu(game, BuyTokens)] == [2, 3, 4, 5, 6, 7]
    assert refusal(game, Pass(0)) == ("stations_first", "6.5.4.2-a")
    assert refusal(game, BuyTokens(0, "ENR", 1)) == ("station_count", "3.1-e")
    game.push(BuyTokens(0, "ENR", 4))
    assert game.state.cash["ENR"] == 325 - 160 and len(spare_of(game, "ENR")) == 4


@pytest.mark.rule("1862:6.5.4.2-a")
@pytest.mark.parametrize(("cash", "counts"), [(100, [2, 3]), (106, [2, 3, 4])])
def test_no_more_stations_than_the_company_can_pay(cash: int, counts: list[int]) -> None:
    """It has 54 more then; four stations cost exactly 160."""
    scene = Scene().company("ENR", {0: 4}, price=54, chartered=False, floated=False, cash=216)
    game = scene.in_stock_round(1)
    scene.cash("ENR", cash)
    game.push(BuyShare(1, "ENR", "ENR"))
    assert [choice.count for choice in menu(game, BuyTokens)] == counts


@pytest.mark.rule("1862:6.5.4-a")
def test_floating_counts_what_has_left_the_offer_also_when_it_was_sold_since() -> None:
    """Q3"""
    scene = Scene().company("ENR", {0: 3, POOL: 1}, price=62, floated=False)
    game = scene.in_stock_round()
    game.push(BuyShare(0, "ENR", IPO))
    assert game.state.floated["ENR"]


@pytest.mark.rule("1862:6.6-a")
def test_the_priority_goes_to_the_left_of_the_last_to_act() -> None:
    game = Scene().company("ENR", {1: 5}).in_stock_round(0)
    game.push(Pass(0))
    game.push(BuyShare(1, "ENR", IPO))
    for player in (2, 0, 1):
        game.push(Pass(player))
    assert game.state.flags["priority"] == 2


@pytest.mark.rule("1862:6.5.2-b", "1862:6.4-a")
def test_who_has_sold_a_block_of_everything_and_is_still_above_the_limit_goes_on() -> None:
    """Q9 Two blocks of one leave ten certificates of eight; the next turn begins with sales again."""
    scene = Scene(players=8).company("ENR", {1: 4, 0: 6}).company("EUR", {1: 4, 0: 6})
    game = scene.trains("ENR", "2E").trains("EUR", "2E").in_stock_round()
    game.push(SellShares(0, "ENR", 1))
    assert refusal(game, Pass(0)) == ("must_sell_first", "6.5.2-b")
    game.push(SellShares(0, "EUR", 1))
    for player in range(1, 8):  # there is nothing left that he could do
        game.push(Pass(player))
    assert game.actor == 0 and refusal(game, Pass(0)) == ("must_sell_first", "6.5.2-b")


@pytest.mark.rule("1862:6.5.1-d")
def test_in_the_next_round_a_company_sold_before_can_be_bought_again() -> None:
    game = Scene().company("ENR", {1: 5, 0: 2}).trains("ENR", "2E").home("ENR").in_stock_round()
    game.push(SellShares(0, "ENR", 1))
    game.push(Pass(0))
    first = game.stack[0]
    while game.stack[0].turn == first.turn or not isinstance(game.decision, StockTurn) or game.actor != 0:  # type: ignore[attr-defined]
        entry: Any = game.legal_actions()[-1]
        game.push(entry.lowest() if hasattr(entry, "lowest") else entry)
    game.push(BuyShare(0, "ENR", POOL))
