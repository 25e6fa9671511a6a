"""Auctions that somebody leads from the start, and auctions that nobody leads yet."""

import pytest
from tests import mini

from stockrail import IllegalAction
from stockrail.rules.actions import Bid, Pass
from stockrail.rules.auctions import RisingAuction
from stockrail.rules.game import RailGame
from stockrail.rules.outlook import Outlook
from stockrail.testing import Position


class Sale(RisingAuction, frozen=True):
    """Up to a hundred, in fives; what came of it is noted."""

    def most(self, game: RailGame, player: int) -> int:
        return min(100, game.state.cash[player] // 5 * 5)

    def check_bid(self, game: RailGame, player: int, price: int) -> None:
        if price > self.most(game, player):
            raise game.refusal("cannot_pay", player=player)

    def won(self, game: RailGame) -> None:
        game.pop_frame()
        game.state.flags["sold"] = (self.winner, self.price)

    def unsold(self, game: RailGame) -> None:
        game.pop_frame()
        game.state.flags["sold"] = None


def sale(leader: int | None, *others: int, price: int = 35) -> RailGame:
    position = Position(mini.TITLE, players=3)
    for seat in range(3):
        position.cash(seat, 500)
    game = position.stock_round(0)
    game.push_frame(Sale("Ferry", leader, price, others))
    game._run()
    return game


def test_the_first_bid_may_be_the_nominal_value_and_leads() -> None:
    game = sale(None, 1, 2, 0)
    assert game.actor == 1
    with pytest.raises(IllegalAction):
        game.push(Bid(1, "Ferry", 35))
    game.push(Bid(1, "Ferry", 40))
    assert game.actor == 2
    game.push(Pass(2))
    game.push(Bid(0, "Ferry", 45))
    assert game.actor == 1
    game.push(Pass(1))
    assert game.state.flags["sold"] == (0, 45)


def test_who_speaks_first_may_pass_and_is_out() -> None:
    game = sale(None, 1, 2, 0)
    for action in (Pass(1), Bid(2, "Ferry", 40), Bid(0, "Ferry", 50)):
        game.push(action)
    assert game.actor == 2
    game.push(Pass(2))
    assert game.state.flags["sold"] == (0, 50)


def test_what_all_pass_is_unsold() -> None:
    game = sale(None, 1, 2, 0)
    for seat in (1, 2, 0):
        assert "sold" not in game.state.flags
        game.push(Pass(seat))
    assert game.state.flags["sold"] is None


def test_the_last_one_wins_with_the_first_bid() -> None:
    game = sale(None, 1, 2, 0)
    for action in (Pass(1), Pass(2), Bid(0, "Ferry", 40)):
        game.push(action)
    assert game.state.flags["sold"] == (0, 40)


def test_nobody_is_asked_who_could_not_bid() -> None:
    game = sale(None, 1, 2, 0, price=100)
    assert game.state.flags["sold"] is None


def test_a_bid_of_whoever_leads_stands_if_all_pass() -> None:
    game = sale(0, 1, 2)
    game.push(Pass(1))
    game.push(Pass(2))
    assert game.state.flags["sold"] == (0, 35)


def test_at_stake_there_is_no_bid_yet() -> None:
    stake = Outlook().at_stake(sale(None, 1, 2, 0))
    assert stake is not None
    assert (stake.item, stake.price, stake.leader, stake.least) == ("Ferry", 0, None, 40)
