"""6.9 A company sells shares of the initial offering at the end of its turn."""

from __future__ import annotations

from typing import ClassVar

from stockrail.rules.actions import IssueShares, RedeemShares
from stockrail.rules.prices import fall
from stockrail.rules.shares import pool_room, singles_of
from stockrail.rules.state import IPO
from stockrail.rules.treasury import OwnSharesStep
from stockrail.titles.g1883.closing import close_if_worthless
from stockrail.titles.g1883.companies import is_cooperative
from stockrail.titles.g1883.state import Game1883


class IssueStep(OwnSharesStep[Game1883], frozen=True):
    """6.9-a to d One block, or none."""

    deals: ClassVar[tuple[type[IssueShares | RedeemShares], ...]] = (IssueShares,)

    def source(self) -> str:
        return IPO

    def most_issued(self, game: Game1883) -> int:
        if self._cooperative(game):
            return 0
        offered = len(singles_of(game, IPO, self.company))
        return min(offered, pool_room(game, self.company, game.title.facts["shares"]["pool_limit"]))

    def fault(self, game: Game1883, action: IssueShares | RedeemShares) -> str | None:
        return "no_issue_by_cooperative" if self._cooperative(game) else None

    def issue(self, game: Game1883, action: IssueShares) -> None:
        """6.9-b, A39 The price falls first."""
        fall(game, self.company, action.count)
        super().issue(game, action)
        close_if_worthless(game, self.company)

    def _cooperative(self, game: Game1883) -> bool:
        """6.9-d, A64"""
        return is_cooperative(game, self.company) and game.ruling("ccfr_issues_before_5") == "no"
