"""The straight line between two ends of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stockrail.board.distance import hexes_apart
from stockrail.routes.rules import LineBonus


class Terminal(NamedTuple):
    """An end as the line sees it."""

    kind: str
    hex: str
    beside: str  # of an end off the map, the hex next to it on the way
    beyond: bool  # whether it lies off the map: no route passes it

    @classmethod
    def of(cls, kind: str, run_through: bool, end: str, beside: str) -> Terminal:
        return cls(kind, end, end if run_through else beside, not run_through)

    def measured(self, by_entry: bool) -> tuple[str, int]:
        """The hex where the line is measured, and how many more the end is away from it."""
        return (self.beside, 1) if self.beyond and by_entry else (self.hex, 0)


def line_pays(line: LineBonus | None, first: Terminal, last: Terminal) -> int:
    """What the hexes between two ends bring."""
    if line is None or (first == last and not line.to_itself):
        return 0
    (here, before), (there, after) = first.measured(line.by_entry), last.measured(line.by_entry)
    between = hexes_apart(here, there) - 1 + before + after
    return line.value(max(0, between), (first.kind, last.kind))


def line_table(line: LineBonus, terminals: Sequence[Terminal], unit: int) -> tuple[tuple[int, ...], ...]:
    """What `line_pays` says for each pair of terminals, in units."""
    places = [terminal.measured(line.by_entry) for terminal in terminals]
    pays = [line.value(1, (terminal.kind,)) * unit for terminal in terminals]
    ends = list(zip(places, pays, strict=True))
    rows = [[0] * len(ends) for _ in ends]
    for n, ((here, before), pay) in enumerate(ends):
        row = rows[n]
        for k in range(n, len(ends)):
            (there, after), other = ends[k]
            between = hexes_apart(here, there) - 1 + before + after
            row[k] = rows[k][n] = between * (pay if pay > other else other) if between > 0 else 0
    for row, one in zip(rows, terminals, strict=True) if not line.to_itself else ():
        for n in (n for n, other in enumerate(terminals) if other == one):
            row[n] = 0
    return tuple(map(tuple, rows))
