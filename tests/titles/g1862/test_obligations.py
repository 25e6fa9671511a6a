"""4.3 Charters that do not float in time."""

from __future__ import annotations

import pytest

from stockrail.rules.actions import Bid, BuyShare, Pass, SellShares, StartCompany
from stockrail.rules.state import POOL
from stockrail.titles.g1862.companies import startable
from stockrail.titles.g1862.obligations import PayFine
from stockrail.titles.g1862.parliament import OpenAuction
from stockrail.titles.g1862.state import IPO, Game1862
from stockrail.titles.g1862.stock import StockTurn

from .conftest import Scene, holdings, menu, pass_until, refusal, round_kind


def missed(cash: int, held: int = 3, other: int = 0, rulings: dict[str, str] | None = None, ben: int = 0) -> Scene:
    """Player 0 must float ENR (IPO price 62, fine 310); he may hold some EUR, which has a train."""
    scene = Scene(rulings=rulings).company("ENR", {0: held, 1: ben}, price=62, floated=False).cash(0, cash)
    scene.state.obliged["ENR"] = 0
    if other:
        scene.company("EUR", {1: 5, 0: other}, price=100).trains("EUR", "2E")
    return scene


def end_round(game: Game1862) -> None:
    while isinstance(game.decision, StockTurn):
        game.push(Pass(game.decision.player))


@pytest.mark.rule("1862:4.3-a")
def test_a_charter_that_floats_in_the_stock_round_is_free() -> None:
    game = missed(200).in_stock_round()
    game.push(BuyShare(0, "ENR", IPO))
    game.push(Pass(1))
    game.push(Pass(2))
    game.push(BuyShare(0, "ENR", IPO))
    assert game.state.floated["ENR"] and not game.state.obliged.unordered
    end_round(game)
    assert game.state.cash[0] == 200 - 124
    assert game.state.cash["ENR"] == 620 - 180


@pytest.mark.rule("1862:4.3-a", "1862:4.3-b", "1862:4.3-d")
def test_a_missed_charter_costs_five_times_its_price_and_all_shares_go_back() -> None:
    scene = missed(400, ben=1)
    ben = scene.state.cash[1]
    game = scene.in_stock_round()
    end_round(game)
    assert game.state.cash[0] == 400 - 310
    assert game.state.cash[1] == ben  # nobody is paid for his shares
    assert holdings(game, "ENR") == {IPO: 10}
    assert "ENR" not in game.state.par and "ENR" not in game.state.cell


@pytest.mark.rule("1862:4.3-c")
def test_who_lacks_cash_sells_shares_of_other_companies() -> None:
    game = missed(60, other=4).in_stock_round()
    end_round(game)
    decision = game.decision
    assert isinstance(decision, PayFine) and decision.owed == 250 and game.state.cash[0] == 0
    assert refusal(game, Pass(0)) == ("pay_fine_first", "4.3-c")
    assert {sale.count for sale in menu(game, SellShares)} == {1, 2, 3, 4}
    assert refusal(game, SellShares(0, "EUR", 5)) == ("not_enough_shares", "6.4-a")
    game.push(SellShares(0, "EUR", 3))
    assert game.state.cash[0] == 50
    assert not isinstance(game.decision, PayFine)


@pytest.mark.rule("1862:4.3-c")
def test_not_even_the_last_pound_is_forgiven_while_there_are_shares_to_sell() -> None:
    game = missed(309, other=2).in_stock_round()
    end_round(game)
    assert isinstance(game.decision, PayFine) and game.decision.owed == 1
    game.push(SellShares(0, "EUR", 1))
    assert game.state.cash[0] == 99


@pytest.mark.rule("1862:4.3-c")
@pytest.mark.parametrize(("opener", "order"), [(0, [0, 2]), (1, [2, 0]), (2, [2, 0])])
def test_several_debtors_sell_in_turn_from_whoever_began_the_round(opener: int, order: list[int]) -> None:
    """Q29 The first one still gets 100 a share, the second one less. Who has the priority now does not matter."""
    scene = Scene().company("EUR", {1: 4, 0: 3, 2: 3}, price=100).trains("EUR", "2E").company("WVR", {1: 5})
    for player, company in ((0, "ENR"), (2, "FDR")):
        scene.company(company, {player: 3}, price=62, floated=False).cash(player, 110)
        scene.state.obliged[company] = player
    game = scene.in_stock_round(opener)
    while game.actor != 1:
        game.push(Pass(game.actor or 0))
    game.push(BuyShare(1, "WVR", IPO))
    end_round(game)
    assert game.state.flags["priority"] == 2
    for player, count in zip(order, (2, 3), strict=True):
        decision = game.decision
        assert isinstance(decision, PayFine) and decision.player == player and decision.owed == 200
        game.push(SellShares(player, "EUR", count))
    assert [game.state.cash[player] for player in order] == [2 * 100 - 200, 3 * 90 - 200]


@pytest.mark.rule("1862:4.3-c")
def test_a_debtor_of_two_charters_pays_for_both_and_neither_pays_for_the_other() -> None:
    scene = missed(60, other=4).company("FDR", {0: 4}, price=54, floated=False)
    scene.state.obliged["FDR"] = 0
    game = scene.in_stock_round()
    end_round(game)
    decision = game.decision
    assert isinstance(decision, PayFine) and decision.owed == 310 + 270 - 60
    assert {sale.company for sale in menu(game, SellShares)} == {"EUR"}
    assert refusal(game, SellShares(0, "FDR", 1)) == ("not_started", "6.5.1-a")
    assert holdings(game, "FDR") == {IPO: 10}


@pytest.mark.rule("1862:4.3-c", "1862:6.4-b")
def test_shares_bought_in_the_round_that_is_over_pay_for_the_fine_too() -> None:
    """Q29 Nobody escapes the fine by spending his cash first."""
    scene = missed(100).company("EUR", {1: 5, POOL: 1}, price=100).trains("EUR", "2E")
    game = scene.in_stock_round()
    game.push(BuyShare(0, "EUR", POOL))
    end_round(game)
    assert isinstance(game.decision, PayFine)
    game.push(SellShares(0, "EUR", 1))
    assert game.state.cash[0] == 0 and holdings(game, "EUR") == {1: 5, POOL: 1, IPO: 4}


@pytest.mark.rule("1862:4.3-c")
def test_what_cannot_be_raised_is_forgiven() -> None:
    game = missed(60, other=1).in_stock_round()
    end_round(game)
    game.push(SellShares(0, "EUR", 1))
    assert game.state.cash[0] == 0
    assert not isinstance(game.decision, PayFine)
    assert any(event.kind == "debt_forgiven" and event["amount"] == 150 for event in game.log)


@pytest.mark.rule("1862:4.3-e")
@pytest.mark.parametrize(("ruling", "open_"), [("next_stock_round", False), ("at_once", True)])
def test_a_failed_charter_waits_for_the_next_stock_round(ruling: str, open_: bool) -> None:
    game = missed(400, rulings={"missed_restart": ruling}).in_stock_round()
    end_round(game)
    pass_until(game, OpenAuction)
    assert ("ENR" in startable(game)) is open_
    if not open_:
        assert refusal(game, Bid(game.actor or 0, "ENR", 0)) == ("failed_charter", "4.3-e")
    pass_until(game, StockTurn)
    assert "ENR" in startable(game)


@pytest.mark.rule("1862:4.3-d", "1862:4.3-f", "1862:3.1-a")
def test_a_failed_charter_is_forgotten_and_the_company_can_start_without_one() -> None:
    game = missed(600).in_stock_round()
    end_round(game)
    pass_until(game, OpenAuction)
    pass_until(game, StockTurn)
    while game.actor != 0:
        game.push(Pass(game.actor or 0))
    game.push(StartCompany(0, "ENR", 54))
    assert holdings(game, "ENR") == {0: 3, "ENR": 7}
    end_round(game)
    assert game.state.cash[0] == 600 - 310 - 162  # no second fine, though it has not floated
    assert game.state.par["ENR"] == 54 and ("chartered", {}) not in game.title.remarks(game, "ENR")


@pytest.mark.rule("1862:4.3-f")
def test_a_company_without_charter_simply_waits() -> None:
    scene = Scene().company("ENR", {0: 3}, price=62, chartered=False, floated=False, cash=186)
    game = scene.in_stock_round()
    end_round(game)
    assert round_kind(game) != "stock"
    assert game.state.par["ENR"] == 62 and holdings(game, "ENR") == {0: 3, "ENR": 7}


def test_on_the_site_the_failed_shares_pay_first_at_half_price() -> None:
    game = missed(100, held=4, rulings={"missed_shares": "sold_half"}).in_stock_round()
    end_round(game)
    # 310 - 100 = 210; one share brings 31, the certificate 93: 86 is still owed and forgiven
    assert game.state.cash[0] == 0
    assert any(event.kind == "debt_forgiven" and event["amount"] == 86 for event in game.log)
    rich = missed(300, held=4, rulings={"missed_shares": "sold_half"}).in_stock_round()
    end_round(rich)
    assert rich.state.cash[0] == 21  # 10 is owed, one share brings 31


@pytest.mark.rule("1862:4.3-a", "1862:4.3-b")
def test_whoever_wins_a_charter_and_does_not_float_it_is_fined() -> None:
    game = Scene().in_parliament(1)
    game.push(Bid(1, "ENR", 0))
    game.push(Pass(2))
    game.push(Pass(0))
    game.push(StartCompany(1, "ENR", 54))
    while round_kind(game) != "operating" and not any(event.kind == "misses_obligation" for event in game.log):
        game.push(Pass(game.actor or 0))
    assert game.state.cash[1] == 800 - 162 - 270 and holdings(game, "ENR") == {IPO: 10}
