"""Where the hexes of a map lie on the sheet, which touch, and which are sea."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .geometry import LAYOUTS, H, Layout, Point, R

MARGIN = 64.0
_NAME = re.compile(r"([A-Z]+)(-?\d+)")


def coordinates(name: str) -> tuple[int, int] | None:
    """The number of a name's letters and its number ("B12" is 1, 12), or None if it is not of that form."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    letters = 0
    for letter in match[1]:
        letters = letters * 26 + ord(letter) - 64
    return letters - 1, int(match[2])


@dataclass
class Grid:
    """The sheet of a map. `steps` counts columns and rows (half ones in the direction that staggers)."""

    layout: Layout
    steps: dict[str, tuple[int, int]]
    centres: dict[str, Point]
    size: Point
    playable: tuple[str, ...]
    sea: frozenset[str]
    border: frozenset[str]
    rim: bool
    _by_place: dict[tuple[int, int], str] = field(default_factory=dict)

    @staticmethod
    def read(facts: Mapping[str, Any]) -> Grid:
        """The sheet of parsed map facts."""
        layout = LAYOUTS[facts.get("layout", "flat")]
        hexes: Mapping[str, Any] = facts["hexes"]
        outside: Mapping[str, Any] = facts.get("outside", {})
        around = [name for names in outside.values() for name in names]
        steps = {name: _step(name, hexes.get(name, {}), layout) for name in [*hexes, *around]}
        centres, size = _centres(steps, layout)
        sea = {name for name, hex_ in hexes.items() if hex_["color"] == "blue"}
        sea |= set(outside.get("ocean", ()))
        grid = Grid(
            layout, steps, centres, size, tuple(hexes), frozenset(sea), frozenset(around) - sea,
            rim=not any("at" in hex_ for hex_ in hexes.values()),
        )  # fmt: skip
        grid._by_place = {_key(centre): name for name, centre in centres.items()}
        return grid

    def neighbour(self, name: str, edge: int) -> str | None:
        x, y = self.centres[name]
        dx, dy = self.layout.step(edge)
        return self._by_place.get(_key((x + dx, y + dy)))

    def edge_between(self, name: str, other: str) -> int:
        """The edge of a hex that leads to another."""
        for edge in range(6):
            if self.neighbour(name, edge) == other:
                return edge
        raise ValueError(f"{name} and {other} do not touch")

    def coast(self) -> Iterable[tuple[Point, Point]]:
        """The edges between land in play and sea."""
        land = set(self.playable) - self.sea
        for name in sorted(self.sea, key=lambda name: self.steps[name]):
            x, y = self.centres[name]
            for edge in range(6):
                if self.neighbour(name, edge) in land:
                    a, b = self.layout.edge_ends(edge)
                    yield (x + a[0], y + a[1]), (x + b[0], y + b[1])


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] / 10), round(point[1] / 10)


def _step(name: str, facts: Mapping[str, Any], layout: Layout) -> tuple[int, int]:
    """Column and row of a hex; letters count columns on a flat layout and rows on a pointy one."""
    if "at" in facts:
        column, row = facts["at"]
        return int(column), int(row)
    parsed = coordinates(name)
    if parsed is None:
        raise ValueError(f"hex {name}: neither a coordinate nor a place ('at')")
    return parsed if layout.flat else (parsed[1], parsed[0])


def _centres(steps: Mapping[str, tuple[int, int]], layout: Layout) -> tuple[dict[str, Point], Point]:
    across, down = (1.5 * R, H) if layout.flat else (H, 1.5 * R)
    half = (R, H) if layout.flat else (H, R)
    left, top = min(c for c, _ in steps.values()), min(r for _, r in steps.values())
    right, bottom = max(c for c, _ in steps.values()), max(r for _, r in steps.values())
    x0, y0 = MARGIN + half[0], MARGIN + half[1]
    centres = {name: (x0 + (c - left) * across, y0 + (r - top) * down) for name, (c, r) in steps.items()}
    return centres, ((right - left) * across + 2 * x0, (bottom - top) * down + 2 * y0)
