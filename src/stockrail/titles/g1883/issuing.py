"""6.9 A company sells shares of the initial offering at the end of its turn."""

from __future__ import annotations

from stockrail.rules.decisions import CompanyDecision
from stockrail.titles.g1883.state import Game1883


class IssueStep(CompanyDecision[Game1883], frozen=True):
    """6.9-a to d"""

    def any(self, game: Game1883) -> bool:
        return False  # TO BUILD
