"""3.5.4, 3.5.5 Interest for a company that is building, earnings for all others."""

from __future__ import annotations

from stockrail.rules.decisions import CompanyDecision
from stockrail.titles.g18fb.state import Game18FB


class Income(CompanyDecision[Game18FB], frozen=True):
    """3.4-k No decision: by the state at this moment interest (3.5.4), or the account and `Dividend`."""

    def any(self, game: Game18FB) -> bool:
        return False  # TO BUILD (D)

    def skip(self, game: Game18FB) -> None:
        game.pop_frame()
