"""An auction in which players raise in turn until one is left."""

from __future__ import annotations

from stockrail.core import Action, ActionRange, Decision, Menu
from stockrail.rules.actions import Bid, Pass
from stockrail.rules.game import R

STEP = 5


class RisingAuction(Decision[R], frozen=True):
    """Raise by steps or drop out. `others` are still in, the next to act first; the leader waits.

    Where nobody leads yet the price is one step below the lowest bid, and the next to act may pass like anybody. If all
    pass the item is `unsold`.
    """

    item: str
    leader: int | None
    price: int
    others: tuple[int, ...]

    def actor(self, game: R) -> int:
        return self.others[0]

    def any(self, game: R) -> bool:
        return bool(self.others) and self.most(game, self.others[0]) >= self.least(game)

    def check(self, game: R, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, Bid) or action.item != self.item:
            raise game.refusal("bid_or_pass", item=self.item)
        if action.price < self.least(game):
            raise game.refusal("bid_too_low", bid=action.price, minimum=self.least(game))
        self.check_bid(game, self.others[0], action.price)

    def kinds(self, game: R) -> tuple[type[Action], ...]:
        return (Bid, Pass)

    def list(self, game: R) -> Menu:
        player, low = self.others[0], self.least(game)
        bid = Bid(player, self.item, low)
        return [ActionRange(bid, "price", low, self.most(game, player), self.step(game)), Pass(player)]

    def take(self, game: R, action: Action) -> None:
        if isinstance(action, Bid):
            game.note("bids", player=action.player, item=self.item, price=action.price)
            others = self.others[1:] if self.leader is None else (*self.others[1:], self.leader)
            game.change_frame(leader=action.player, price=action.price, others=others)
        else:
            game.note("passes_auction", player=action.player, item=self.item)
            game.change_frame(others=self.others[1:])

    def skip(self, game: R) -> None:
        """A player who cannot raise drops out; the last one left wins."""
        if self.others:
            game.change_frame(others=self.others[1:])
        elif self.leader is None:
            self.unsold(game)
        else:
            self.won(game)

    def least(self, game: R) -> int:
        """The lowest bid that tops the leader's."""
        return self.price + self.step(game)

    def step(self, game: R) -> int:
        """By how much a bid must top another; five unless the facts differ (`auction.step`)."""
        step: int = game.title.facts.get("auction", {}).get("step", STEP)
        return step

    def most(self, game: R, player: int) -> int:
        """The highest bid that a player may make, a multiple of the step."""
        raise NotImplementedError

    def check_bid(self, game: R, player: int, price: int) -> None:
        """Raise IllegalAction if a bid that is high enough breaks another rule."""
        raise NotImplementedError

    def won(self, game: R) -> None:
        """The leader has won (there is one): leave this frame and proceed."""
        raise NotImplementedError

    @property
    def winner(self) -> int:
        """The leader, where somebody certainly leads."""
        assert self.leader is not None, f"nobody has bid for {self.item}"
        return self.leader

    def unsold(self, game: R) -> None:
        """Nobody has bid: leave this frame and proceed."""
        raise NotImplementedError
