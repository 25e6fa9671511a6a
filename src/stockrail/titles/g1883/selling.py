"""5.2, 5.3.4, 6.9 Shares that are sold: by players, in a stock turn as well as for a debt, and by companies."""

from __future__ import annotations

from typing import ClassVar

from stockrail.rules.actions import IssueShares, RedeemShares, SellShares
from stockrail.rules.prices import fall
from stockrail.rules.shares import block_is_named, most_to_sell, pool_room, shares_of, singles_of
from stockrail.rules.state import IPO
from stockrail.rules.treasury import OwnSharesStep
from stockrail.titles.g1883.closing import close_if_worthless
from stockrail.titles.g1883.companies import is_cooperative, is_launched
from stockrail.titles.g1883.state import Game1883


def largest_block(game: Game1883, player: int, company: str) -> int:
    """5.2-c, A59 How many shares a player could sell now; 8.1.1-b CCFR's not before its capitalisation."""
    if not is_launched(game, company) or is_cooperative(game, company):
        return 0
    room = pool_room(game, company, game.title.facts["shares"]["pool_limit"])
    return max(0, min(most_to_sell(game, player, company), room))


def check_block(game: Game1883, player: int, action: SellShares) -> None:
    """Raise IllegalAction unless the player could sell this block of a launched company."""
    company, count, held = action.company, action.count, shares_of(game, player, action.company)
    if not 1 <= count <= held or not block_is_named(game, player, company, count, action.certificates):
        raise game.refusal("not_enough_shares", company=company, count=count, held=held)
    if is_cooperative(game, company):
        raise game.refusal("cooperative_not_traded", company=company)
    if count > most_to_sell(game, player, company):
        raise game.refusal("president_needs_heir", company=company, count=count)
    if count > largest_block(game, player, company):
        limit = game.title.facts["shares"]["pool_limit"]
        raise game.refusal("pool_limit", company=company, count=count, limit=limit)


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
