"""The frame of a stock turn: sell any blocks, then do one thing more or pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.actions import Pass, SellShares
from stockrail.rules.decisions import PlayerDecision
from stockrail.rules.rounds import end_stock_turn
from stockrail.rules.title import R


class SellingTurn(PlayerDecision[R], frozen=True):
    """One player's turn in a stock round. A title says what is sold how, and what else can be done."""

    sold: tuple[str, ...] = ()

    # -- the doors ----------------------------------------------------------------------------------------------

    def check(self, game: R, action: Action) -> None:
        if isinstance(action, SellShares):
            self._check_sale(game, action)
            return
        first = self.to_sell_first(game)
        if first:
            raise game.refusal("must_sell_first", player=self.player, companies=first)
        if not isinstance(action, Pass):
            self.check_deed(game, action)

    def list(self, game: R) -> Menu:
        return [*self.entries(game)]

    def take(self, game: R, action: Action) -> None:
        if isinstance(action, SellShares):
            self.sell(game, action)
            game.state.sold[self.player, action.company] = True
            game.change_frame(sold=(*self.sold, action.company))
            return
        self._leave(game, bool(self.sold) or not isinstance(action, Pass))
        if not isinstance(action, Pass):
            self.do(game, action)

    def skip(self, game: R) -> None:
        self._leave(game, bool(self.sold))

    def _leave(self, game: R, acted: bool) -> None:
        if not acted:
            game.note("passes", player=self.player)
        end_stock_turn(game, self.player, acted)

    def _check_sale(self, game: R, action: SellShares) -> None:
        if action.company not in game.state.par:
            raise game.refusal("not_started", company=action.company)
        if action.company in self.sold:
            raise game.refusal("sold_in_block", company=action.company)
        self.check_block(game, action)

    # -- what a title says --------------------------------------------------------------------------------------

    def entries(self, game: R) -> Iterator[Action | ActionRange[Any]]:
        """The menu, one entry after the other; passing comes last."""
        raise NotImplementedError

    def to_sell_first(self, game: R) -> Sequence[str]:
        """Companies of which the player must sell before anything else."""
        raise NotImplementedError

    def check_block(self, game: R, action: SellShares) -> None:
        """Raise IllegalAction unless the block may be sold."""
        raise NotImplementedError

    def sell(self, game: R, action: SellShares) -> None:
        raise NotImplementedError

    def check_deed(self, game: R, action: Action) -> None:
        """Raise IllegalAction unless the player may do this with his turn."""
        raise NotImplementedError

    def do(self, game: R, action: Action) -> None:
        raise NotImplementedError
