"""5.2, 5.3.4, 6.9 Shares that are sold: by players, in a stock turn as well as for a debt, and by companies."""

from __future__ import annotations

from typing import ClassVar

from stockrail.rules import shares
from stockrail.rules.actions import IssueShares, RedeemShares, SellShares
from stockrail.rules.prices import fall
from stockrail.rules.shares import pool_room, singles_of
from stockrail.rules.state import IPO
from stockrail.rules.treasury import OwnSharesStep
from stockrail.titles.g1883.closing import close_if_worthless
from stockrail.titles.g1883.companies import is_cooperative, is_launched
from stockrail.titles.g1883.state import Game1883


def largest_block(game: Game1883, player: int, company: str) -> int:
    """5.2-c, A59 How many shares a player could sell now; 8.1.1-b CCFR's not before its capitalisation."""
    if not is_launched(game, company) or is_cooperative(game, company):
        return 0
    return shares.largest_block(game, player, company, game.title.facts["shares"]["pool_limit"])


def check_block(game: Game1883, player: int, action: SellShares) -> None:
    """Raise IllegalAction unless the player could sell this block of a launched company."""
    closed = "cooperative_not_traded" if is_cooperative(game, action.company) else None
    shares.check_block(game, player, action, game.title.facts["shares"]["pool_limit"], closed)


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
