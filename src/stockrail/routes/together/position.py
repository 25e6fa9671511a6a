"""What is still open in a trial, and how its routes can come to hang together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stockrail.board.track import bits
from stockrail.routes.together.choices import Choice, Slot
from stockrail.routes.together.prices import NEVER

Plan = tuple[tuple[Slot, Choice], ...]


class Entry(NamedTuple):
    """A choice that says which resources are counted, or may be."""

    counted: tuple[int, ...]
    mask: int
    choice: Choice

    @classmethod
    def of(cls, choice: Choice, mask: int) -> Entry:
        return cls(tuple(bits(mask)), mask, choice)


class Row(NamedTuple):
    """What is still open to the slots that are alike."""

    slot: Slot
    times: int  # so many slots
    entries: tuple[Entry, ...]


Group = list[tuple[int, Entry]]
"""Entries with the numbers of their rows."""


class Position(NamedTuple):
    """Some slots are filled."""

    rows: tuple[Row, ...]
    covered: int  # mask of the resources that are counted
    met: int  # mask of the locations where the routes of the plan can be met
    value: int  # the rating if nobody else runs
    home: bool  # whether the home may be visited
    plan: Plan


class Outlook(NamedTuple):
    """What prices make of a position."""

    prices: list[int]
    bound: int
    earns: list[list[int]]  # by row and entry
    as_first: list[list[int]]  # the same for the first who visits the home
    best: list[int]  # by row
    best_home: list[int]

    def detour(self, rows: Sequence[Row], without: int = -1) -> int:
        """What it costs at least that somebody must visit the home; `without` one slot of a row."""
        costs = [
            best - home
            for n, (best, home) in enumerate(zip(self.best, self.best_home, strict=True))
            if n != without or rows[n].times > 1
        ]
        return min(costs, default=-NEVER)


class Connections:
    """How the routes of a position can come to hang together."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.near = 0  # where the routes that hang on the home can be met
        apart = [choice.touch for _, choice in position.plan if not choice.home]
        for _, choice in position.plan:
            self.near |= choice.touch if choice.home else 0
        self.near, apart = grown(self.near, apart)
        self.reached = [[False] * len(row.entries) for row in position.rows]
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
        for row, reached in zip(self.position.rows, self.reached, strict=True):
            for n, entry in enumerate(row.entries):
                if not reached[n] and (entry.choice.touch & met or self.begins(entry)):
                    reached[n] = True
                    touched |= entry.choice.touch
        return touched

    def begins(self, entry: Entry) -> bool:
        """Whether it is the first that visits the home."""
        return entry.choice.home and not self.position.home

    def is_near(self, entry: Entry) -> bool:
        return bool(entry.choice.touch & self.near) or self.begins(entry)

    def pruned(self) -> Position:
        """Without the entries that nothing can connect with the home."""
        rows = []
        for row, reached in zip(self.position.rows, self.reached, strict=True):
            entries = tuple(entry for entry, ok in zip(row.entries, reached, strict=True) if ok)
            if entries:
                rows.append(row._replace(entries=entries))
        return self.position._replace(rows=tuple(rows))

    def bridges(self) -> int:
        """Where near entries must come to for the others to be of use."""
        far = 0
        for row in self.position.rows:
            for entry in row.entries:
                far |= 0 if self.is_near(entry) else entry.choice.touch
        return far


def grown(met: int, apart: list[int]) -> tuple[int, list[int]]:
    """Adds all that is connected; and what is left apart."""
    joined = True
    while joined:
        joined = False
        for touch in apart:
            if touch & met:
                met |= touch
                joined = True
        apart = [touch for touch in apart if not touch & met]
    return met, apart
