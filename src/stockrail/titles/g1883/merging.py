"""8.3, 12.1 SEFTA: two railways become one in the middle of an operating round."""

from __future__ import annotations

from stockrail.rules.decisions import CompanyDecision
from stockrail.titles.g1883.state import Game1883


class MergeStep(CompanyDecision[Game1883], frozen=True):
    """8.3-a, b The last step of a parent's turn."""

    def any(self, game: Game1883) -> bool:
        return False  # TO BUILD


def merge_by_duty(game: Game1883) -> None:
    """12.1 After the turn (or card) that brought the first 5; pushes frames; gone for good if it is not possible."""
    return  # TO BUILD
