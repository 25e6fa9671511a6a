"""4.4.8 A corporation sells its treasury shares into the pool, or buys its own back from there."""

from __future__ import annotations

from stockrail.rules.actions import IssueShares, RedeemShares
from stockrail.rules.game import RailGame
from stockrail.rules.prices import fall, price
from stockrail.rules.shares import singles_of
from stockrail.rules.state import POOL
from stockrail.rules.treasury import OwnSharesStep
from stockrail.titles.g18eu.stock import room_in_pool


class OwnShares(OwnSharesStep, frozen=True):
    """One of both, once, or neither."""

    def most_issued(self, game: RailGame) -> int:
        if self._first_turn(game):
            return 0
        return min(len(singles_of(game, self.company, self.company)), room_in_pool(game, self.company))

    def most_redeemed(self, game: RailGame) -> int:
        if self._first_turn(game) and game.ruling("first_turn_buyback") == "no":
            return 0
        affordable = game.state.cash[self.company] // price(game, self.company)
        return min(len(singles_of(game, POOL, self.company)), affordable)

    def fault(self, game: RailGame, action: IssueShares | RedeemShares) -> str | None:
        """P-4"""
        if not self._first_turn(game):
            return None
        if isinstance(action, IssueShares):
            return "no_issue_in_first_turn"
        return "no_buyback_in_first_turn" if game.ruling("first_turn_buyback") == "no" else None

    def issue(self, game: RailGame, action: IssueShares) -> None:
        """4.4.8-a At the price before the fall, which is one row a share; 4.4.8-b a purchase does not move it."""
        super().issue(game, action)
        fall(game, self.company, action.count)

    def _first_turn(self, game: RailGame) -> bool:
        return not game.state.turns.get(self.company)
