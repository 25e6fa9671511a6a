"""4.4.8 A corporation sells its treasury shares, or buys its own shares from the pool."""

import pytest

from stockrail import ActionRange, IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import IssueShares, Pass, RedeemShares
from stockrail.rules.prices import price
from stockrail.rules.shares import shares_of
from stockrail.rules.state import BANK, POOL
from stockrail.testing import Position, check_doors


def at_shares(pool: int, cash: int = 0, turns: int = 1, president: int = 5) -> RailGame:
    """NS at 100; what neither its president nor the pool holds is in the treasury."""
    position = Position("18EU").phase("3")
    position.corporation("NS", {0: president, POOL: pool}, cash=cash, turns=turns).train("3", "NS")
    return position.operating("NS", "OwnShares", nth=2)


def refused(game: RailGame, action: Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


def holdings(game: RailGame) -> tuple[int, int]:
    """Shares in treasury and pool."""
    return shares_of(game, "NS", "NS"), shares_of(game, POOL, "NS")


def menu(game: RailGame) -> list[tuple[str, int, int]]:
    return [(type(e.action).__name__, e.low, e.high) for e in game.legal_actions() if isinstance(e, ActionRange)]


def logged(game: RailGame) -> list[tuple[str, object]]:
    return [(event.kind, event.params) for event in game.last_events()]


# -- selling ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.8-a")
@pytest.mark.parametrize(("count", "falls_to"), [(1, 90), (2, 82), (3, 75)])
def test_a_corporation_sells_treasury_shares_at_the_price_before_the_fall(count: int, falls_to: int) -> None:
    game = at_shares(pool=1, cash=30)
    bank = game.state.cash[BANK]
    game.push(IssueShares(0, "NS", count))
    assert holdings(game) == (4 - count, 1 + count)
    assert (game.state.cash["NS"], game.state.cash[BANK]) == (30 + 100 * count, bank - 100 * count)
    assert price(game, "NS") == falls_to
    assert game.state.cell["NS"] == (2 + count, 4)
    assert ("issues", {"company": "NS", "count": count, "amount": 100 * count}) in logged(game)


@pytest.mark.rule("18EU:4.4.8-a")
@pytest.mark.parametrize(("pool", "president", "most"), [(3, 2, 2), (4, 5, 1), (0, 3, 5), (1, 6, 3)])
def test_sales_stop_at_five_shares_in_the_pool_and_at_an_empty_treasury(pool: int, president: int, most: int) -> None:
    game = at_shares(pool, president=president)
    assert menu(game) == [("IssueShares", 1, most)]
    for count in (0, -1, most + 1):
        assert refused(game, IssueShares(0, "NS", count)) == ("issue_limit", "4.4.8-a")
    game.push(IssueShares(0, "NS", most))
    assert holdings(game)[1] == pool + most


@pytest.mark.rule("18EU:4.4.8-a")
def test_a_full_pool_takes_no_share() -> None:
    game = at_shares(pool=5, president=3, cash=100)
    assert menu(game) == [("RedeemShares", 1, 1)]
    assert refused(game, IssueShares(0, "NS", 1)) == ("issue_limit", "4.4.8-a")


@pytest.mark.rule("18EU:4.4.8-a")
def test_no_treasury_share_is_sold_in_the_first_turn() -> None:
    game = at_shares(pool=1, cash=100, turns=0)
    assert menu(game) == [("RedeemShares", 1, 1)]
    assert refused(game, IssueShares(0, "NS", 1)) == ("no_issue_in_first_turn", "4.4.8-a")
    assert at_shares(pool=1, cash=100, turns=1).is_legal(IssueShares(0, "NS", 1))


@pytest.mark.rule("18EU:4.4.8-a")
def test_the_second_turn_is_counted_by_turns_not_by_rounds() -> None:
    """NS operates for the first time in the first round of a set; in the second it may sell."""
    position = Position("18EU").phase("3").corporation("NS", {0: 5}, turns=0).train("3", "NS")
    game = position.operating("NS", nth=1)
    assert (type(game.decision).__name__, game.state.turns["NS"]) == ("OwnShares", 1)
    # it fell from 100 to 90 to 82, having no route in either round
    game.push(IssueShares(0, "NS", 1))
    assert game.state.cash["NS"] == 82


@pytest.mark.rule("18EU:4.4.8-a")
def test_only_the_treasurys_own_certificates_are_sold() -> None:
    game = at_shares(pool=1)
    assert refused(game, IssueShares(0, "NS", 1, ("NS_0",)))[0] == "issue_limit"
    assert refused(game, IssueShares(0, "NS", 2, ("NS_8",)))[0] == "issue_limit"
    assert refused(game, IssueShares(0, "KBS", 1)) == ("own_shares_or_pass", "4.4-d")
    game.push(IssueShares(0, "NS", 1, ("NS_8",)))
    assert game.state.shelves.place_of["NS_8"] == ("certs", POOL, "NS")


# -- buying -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.8-b")
@pytest.mark.parametrize("turns", [0, 1])
@pytest.mark.parametrize("count", [1, 2])
def test_a_corporation_buys_its_own_shares_from_the_pool_also_in_its_first_turn(turns: int, count: int) -> None:
    game = at_shares(pool=3, cash=299, turns=turns)
    bank = game.state.cash[BANK]
    game.push(RedeemShares(0, "NS", count))
    assert holdings(game) == (2 + count, 3 - count)
    assert (game.state.cash["NS"], game.state.cash[BANK]) == (299 - 100 * count, bank + 100 * count)
    assert game.state.cell["NS"] == (2, 4)
    assert ("redeems", {"company": "NS", "count": count, "amount": 100 * count}) in logged(game)


@pytest.mark.rule("18EU:4.4.8-b")
@pytest.mark.parametrize(("pool", "cash", "most"), [(3, 299, 2), (3, 300, 3), (3, 1000, 3), (1, 1000, 1)])
def test_purchases_stop_at_the_cash_and_at_an_empty_pool(pool: int, cash: int, most: int) -> None:
    game = at_shares(pool, cash, turns=0)
    assert menu(game) == [("RedeemShares", 1, most)]
    for count in (0, most + 1):
        assert refused(game, RedeemShares(0, "NS", count)) == ("redeem_limit", "4.4.8-b")
    game.push(RedeemShares(0, "NS", most))
    assert holdings(game)[1] == pool - most


@pytest.mark.rule("18EU:4.4.8-b")
def test_the_president_does_not_pay_for_the_corporations_purchase() -> None:
    game = at_shares(pool=3, cash=99)
    assert refused(game, RedeemShares(0, "NS", 1)) == ("redeem_limit", "4.4.8-b")


@pytest.mark.rule("18EU:4.4.8-b")
def test_only_certificates_of_the_pool_are_bought() -> None:
    """NS_4 and NS_5 lie in the pool, NS_8 in the treasury, NS_1 is the president's."""
    game = at_shares(pool=2, cash=500)
    assert game.state.shelves.on(("certs", POOL, "NS")) == ["NS_4", "NS_5"]
    for named in (("NS_8",), ("NS_1",), ("NS_0",), ("NS_4", "NS_5")):
        assert refused(game, RedeemShares(0, "NS", 1, named)) == ("redeem_limit", "4.4.8-b")
    game.push(RedeemShares(0, "NS", 1, ("NS_5",)))
    assert game.state.shelves.on(("certs", POOL, "NS")) == ["NS_4"]
    game.pop()
    game.push(RedeemShares(0, "NS", 2, ("NS_4", "NS_5")))
    assert holdings(game) == (5, 0)


# -- one of both --------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.8-c")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (IssueShares(0, "NS", 1), RedeemShares(0, "NS", 1)),
        (RedeemShares(0, "NS", 1), IssueShares(0, "NS", 1)),
    ],
)
def test_a_corporation_does_not_sell_and_buy_in_one_turn(first: Action, second: Action) -> None:
    game = at_shares(pool=2, cash=500)
    assert menu(game) == [("IssueShares", 1, 3), ("RedeemShares", 1, 2)]
    game.push(first)
    assert type(game.decision).__name__ == "StockTurn"
    assert not game.is_legal(second)


@pytest.mark.rule("18EU:4.4.8-c")
def test_it_may_do_neither() -> None:
    game = at_shares(pool=2, cash=500)
    assert Pass(0) in game.legal_actions()
    check_doors(game)
    game.push(Pass(0))
    assert holdings(game) == (3, 2)
    assert game.state.cash["NS"] == 500


@pytest.mark.rule("18EU:4.4.8-a", "18EU:4.4.8-b")
def test_minors_have_no_shares_to_sell_or_buy() -> None:
    position = Position("18EU").phase("3").owned("12", 0, 1000).owned("13", 1)
    game = position.operating("12", "BuyTrains")
    game.push(Pass(0))
    assert game.decision is not None
    assert game.decision.subject(game) == "13"
