"""7.13 A company buys one of its own shares back."""

from __future__ import annotations

from typing import ClassVar

from stockrail.core import Menu
from stockrail.rules.actions import IssueShares, Pass, RedeemShares
from stockrail.rules.prices import price
from stockrail.rules.shares import singles_of
from stockrail.rules.state import POOL
from stockrail.rules.treasury import OwnSharesStep
from stockrail.titles.g1862.companies import in_receivership, is_floated
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.variants import novices


class RedeemShare(OwnSharesStep[Game1862], frozen=True):
    """7.13-a One share a turn from the pool, at the market price; Q14 after the LNER too."""

    deals: ClassVar[tuple[type[IssueShares | RedeemShares], ...]] = (RedeemShares,)

    def list(self, game: Game1862) -> Menu:
        return [RedeemShares(self.actor(game), self.company, 1), Pass(self.actor(game))]

    def other_fault(self) -> str:
        return "redeem_or_pass"

    def limit_fault(self, action: IssueShares | RedeemShares) -> str:
        return "one_share_a_turn"

    def most_redeemed(self, game: Game1862) -> int:
        return int(is_floated(game, self.company) and self._fault(game) is None)

    def fault(self, game: Game1862, action: IssueShares | RedeemShares) -> str | None:
        return self._fault(game)

    def _fault(self, game: Game1862) -> str | None:
        if novices(game):
            return "no_redeeming"
        if in_receivership(game, self.company):
            return "receivership_redeems_not"
        if not singles_of(game, POOL, self.company):
            return "none_in_pool"
        return "treasury_cannot_redeem" if game.state.cash[self.company] < price(game, self.company) else None
