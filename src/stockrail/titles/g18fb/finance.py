"""3.5.9 The financial step, and sales that the zones of the market force."""

from __future__ import annotations

from stockrail.rules.decisions import CompanyDecision
from stockrail.titles.g18fb.state import Game18FB


class ForcedSales(CompanyDecision[Game18FB], frozen=True):
    """2.2.3-b, 2.2.4-a, Q47 At the start of a turn."""

    def any(self, game: Game18FB) -> bool:
        return False  # TO BUILD (D)

    def skip(self, game: Game18FB) -> None:
        game.pop_frame()


class Finance(CompanyDecision[Game18FB], frozen=True):
    """3.5.9-a to i Sell any number, then buy one certificate."""

    def any(self, game: Game18FB) -> bool:
        return False  # TO BUILD (D)

    def skip(self, game: Game18FB) -> None:
        game.pop_frame()
