"""The straight line between two ends of a run."""

from __future__ import annotations

from typing import NamedTuple

from stockrail.board.distance import hexes_apart
from stockrail.routes.rules import LineBonus


class Terminal(NamedTuple):
    """An end as the line sees it."""

    kind: str
    hex: str  # where the line is measured; of an end that cannot be passed, the hex next to it on the way
    beyond: bool  # whether the end itself lies one hex further

    @classmethod
    def of(cls, kind: str, run_through: bool, end: str, beside: str) -> Terminal:
        return cls(kind, end if run_through else beside, not run_through)


def line_pays(line: LineBonus | None, first: Terminal, last: Terminal) -> int:
    """What the hexes between two ends bring."""
    if line is None:
        return 0
    between = hexes_apart(first.hex, last.hex) - 1 + first.beyond + last.beyond
    return line.value(max(0, between), (first.kind, last.kind))
