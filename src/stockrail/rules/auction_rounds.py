"""Items that players name in turn and auction one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from stockrail.core import Action, Decision, Menu
from stockrail.rules.actions import Select
from stockrail.rules.auctions import RisingAuction
from stockrail.rules.decisions import PlayerDecision
from stockrail.rules.game import R
from stockrail.rules.rounds import Round


class NameItem(PlayerDecision[R], frozen=True):
    """Choose what is put up for auction; somebody must. `lot` is the auction, if it is like all others."""

    lot: ClassVar[type[RisingAuction[Any]]]

    def check(self, game: R, action: Action) -> None:
        if not isinstance(action, Select):
            raise game.refusal("select_first", player=self.player)
        if action.item not in self.items(game):
            raise game.refusal("not_for_sale", item=action.item)

    def kinds(self, game: R) -> tuple[type[Action], ...]:
        return (Select,)

    def list(self, game: R) -> Menu:
        return [Select(self.player, item) for item in self.items(game)]

    def take(self, game: R, action: Action) -> None:
        assert isinstance(action, Select)
        game.note("selects", player=self.player, item=action.item)
        game.replace_frame(self.auction(game, action.item))

    def items(self, game: R) -> Sequence[str]:
        """What has not been up yet."""
        raise NotImplementedError

    def auction(self, game: R, item: str) -> Decision[R]:
        """The auction of an item that the player has named, who speaks first."""
        lot = self.lot(item, None, 0, tuple(game.seats_from(self.player)))
        return msgspec.structs.replace(lot, price=self.lowest(game, item) - lot.step(game))

    def lowest(self, game: R, item: str) -> int:
        """The lowest first bid."""
        raise NotImplementedError


class AuctionRound(Round[R], frozen=True):
    """Items are named in turn and auctioned, until each has been up once. `opener` names the next one."""

    kind: ClassVar[str] = "auctions"
    naming: ClassVar[type[NameItem[Any]]]  # the decision of the player who names an item

    opener: int

    def proceed(self, game: R) -> None:
        naming = self.naming(game.seats_from(self.opener)[0])
        if naming.items(game):
            game.change_frame(opener=game.next_seat(naming.player))
            game.push_frame(naming)
        else:
            game.pop_frame()
            self.ended(game)

    def ended(self, game: R) -> None:
        """What follows the last auction; the round has left the stack."""


class CashAuction(RisingAuction[R], frozen=True):
    """Bids are multiples of the step, up to all the cash that a player has."""

    def most(self, game: R, player: int) -> int:
        return game.state.cash[player] // self.step(game) * self.step(game)

    def check_bid(self, game: R, player: int, price: int) -> None:
        if price % self.step(game):
            raise game.refusal("bid_not_multiple", bid=price, step=self.step(game))
        if price > game.state.cash[player]:
            raise game.refusal("bid_beyond_cash", bid=price, cash=game.state.cash[player])
