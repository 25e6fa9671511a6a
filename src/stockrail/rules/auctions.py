"""An auction in which players raise in turn until one is left."""

from __future__ import annotations

from stockrail.core import Action, ActionRange, Decision, Menu
from stockrail.rules.actions import Bid, Pass
from stockrail.rules.game import R

STEP = 5


class RisingAuction(Decision[R], frozen=True):
    """Raise in multiples of five or drop out. `others` are still in, the next to act first; the leader waits."""

    item: str
    leader: int
    price: int
    others: tuple[int, ...]

    def actor(self, game: R) -> int:
        return self.others[0]

    def any(self, game: R) -> bool:
        return bool(self.others) and self.most(game, self.others[0]) >= self.price + STEP

    def check(self, game: R, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, Bid) or action.item != self.item:
            raise game.refusal("bid_or_pass", item=self.item)
        if action.price < self.price + STEP:
            raise game.refusal("bid_too_low", bid=action.price, minimum=self.price + STEP)
        self.check_bid(game, self.others[0], action.price)

    def kinds(self, game: R) -> tuple[type[Action], ...]:
        return (Bid, Pass)

    def list(self, game: R) -> Menu:
        player, low = self.others[0], self.price + STEP
        bid = Bid(player, self.item, low)
        return [ActionRange(bid, "price", low, self.most(game, player), STEP), Pass(player)]

    def take(self, game: R, action: Action) -> None:
        if isinstance(action, Bid):
            game.note("bids", player=action.player, item=self.item, price=action.price)
            others = (*self.others[1:], self.leader)
            game.change_frame(leader=action.player, price=action.price, others=others)
        else:
            game.note("passes_auction", player=action.player, item=self.item)
            game.change_frame(others=self.others[1:])

    def skip(self, game: R) -> None:
        """A player who cannot raise drops out; the last one left wins."""
        if self.others:
            game.change_frame(others=self.others[1:])
        else:
            self.won(game)

    def most(self, game: R, player: int) -> int:
        """The highest bid that a player may make, a multiple of five."""
        raise NotImplementedError

    def check_bid(self, game: R, player: int, price: int) -> None:
        """Raise IllegalAction if a bid that is high enough breaks another rule."""
        raise NotImplementedError

    def won(self, game: R) -> None:
        """The leader has won: leave this frame and proceed."""
        raise NotImplementedError
