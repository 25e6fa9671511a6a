"""What is still open in a trial, and how its routes can come to hang together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from stockrail.routes.together.position import Plan
from stockrail.routes.together.prices import NEVER
from stockrail.routes.together.twin.rows import Entry, Row

Group = list[tuple[int, Entry]]
"""Entries with the numbers of their rows."""


class Position(NamedTuple):
    """Some slots are filled."""

    rows: list[Row]
    covered: int = 0  # resources that are counted
    met: int = 0  # where the routes of the plan can be met
    value: int = 0
    home: bool = False
    plan: Plan = ()
    cost: int = 0  # of the trains and hexes in the plan


def with_entries(position: Position, wanted: Callable[[Entry], bool]) -> Position:
    """With some entries only."""
    rows = [row._replace(entries=[entry for entry in row.entries if wanted(entry)]) for row in position.rows]
    return position._replace(rows=[row for row in rows if row.entries])


class Outlook:
    """What prices make of a position."""

    def __init__(self, prices: list[int], bound: int) -> None:
        self.prices = prices
        self.open = 0  # resources that somebody may still count
        self.bound = bound
        self.by_prices = 0  # the bound before other reasons made it smaller
        self.earns: list[list[int]] = []
        self.as_first: list[list[int]] = []  # while nobody visits the home, as the first who does
        self.best: list[int] = []
        self.best_home: list[int] = []
        self.champion: list[Entry | None] = []

    def add(self, earns: list[int], as_first: list[int], best: int, best_home: int, champion: Entry | None) -> None:
        """What a row makes of the prices."""
        self.earns.append(earns)
        self.as_first.append(as_first)
        self.best.append(best)
        self.best_home.append(best_home)
        self.champion.append(champion)

    def detour(self, rows: Sequence[Row], without: int = -1) -> int:
        """What it costs at least that somebody must visit the home; `without` one slot of a row."""
        costs = [self.best[n] - self.best_home[n] for n, row in enumerate(rows) if n != without or row.times > 1]
        return min([-NEVER, *costs])


class Connections:
    """How the routes of a position can come to hang together."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.near = 0  # where the routes that hang on the home can be met
        for _, choice in position.plan:
            self.near |= choice.touch if choice.home else 0
        apart = [choice.touch for _, choice in position.plan if not choice.home]
        self.near, apart = grown(self.near, apart)
        self.reached: set[Entry] = set()
        met = self.near
        for _ in range(sum(row.times for row in position.rows)):
            before = met
            met |= self._reach(met)
            met, apart = grown(met, apart)
            if met == before:
                break
        self.possible = not apart

    def _reach(self, met: int) -> int:
        """Marks the entries that one more route comes to, and says what they touch."""
        touched = 0
        for row in self.position.rows:
            for entry in row.entries:
                if entry not in self.reached and (entry.choice.touch & met or self._begins(entry)):
                    self.reached.add(entry)
                    touched |= entry.choice.touch
        return touched

    def _begins(self, entry: Entry) -> bool:
        return entry.choice.home and not self.position.home

    def is_near(self, entry: Entry) -> bool:
        return bool(entry.choice.touch & self.near) or self._begins(entry)

    def pruned(self) -> Position:
        """Without the entries that nothing can connect with the home."""
        return with_entries(self.position, self.reached.__contains__)


def grown(met: int, apart: list[int]) -> tuple[int, list[int]]:
    """Adds all that is connected; and what is left apart."""
    joined = True
    while joined:
        before, left = len(apart), []
        for touch in apart:
            if touch & met:
                met |= touch
            else:
                left.append(touch)
        apart, joined = left, len(left) < before
    return met, apart
