"""Counts what is looked at, and ends a search that has looked at enough."""

from __future__ import annotations

from collections.abc import Callable

Look = Callable[[int], None]
"""Is told of so many positions."""


class Spent(Exception):
    """The budget is."""


class Pulse:
    """Positions so far, and at most; no limit if that is 0."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.looked_at = 0

    def look(self, positions: int = 1) -> None:
        self.looked_at += positions
        if self.budget and self.looked_at >= self.budget:
            raise Spent
