"""Where the hexes of a board lie on the picture, and which are sea."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stockrail.board import Board
from stockrail.board.places import signs

from .geometry import LAYOUTS, H, Layout, Point, R

MARGIN = 64.0  # for the rim of a picture of its own
AIR = 20.0  # around the hexes of a board in a page
FRAME = 40.0  # around the hexes of a part of the map that has a frame of its own

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass
class Grid:
    """The sheet of a board. `steps` counts columns and rows (half ones in the direction that staggers)."""

    board: Board
    layout: Layout
    steps: Mapping[str, tuple[int, int]]
    centres: dict[str, Point]
    size: Point
    playable: tuple[str, ...]
    sea: frozenset[str]
    border: frozenset[str]
    rim: bool

    @staticmethod
    def of(board: Board) -> Grid:
        chart = board.chart
        layout = LAYOUTS[chart.layout]
        centres, size = _centres(chart.places, layout, FRAME if chart.insets else 0.0)
        sea = {name for name, place in board.hexes.items() if place.printed.color == "blue"}
        sea |= set(chart.outside.get("ocean", ()))
        border = frozenset(chart.places) - set(board.hexes) - sea
        return Grid(board, layout, chart.places, centres, size, board.names, frozenset(sea), border, chart.by_name)

    @property
    def whole(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the hexes with a little air around them."""
        less = MARGIN - AIR
        return less, less, self.size[0] - 2 * less, self.size[1] - 2 * less

    def inset(self, prefix: str) -> tuple[list[str], Box]:
        """The hexes of a part of the map that is printed by itself, and the frame around it."""
        names = [name for name in self.steps if prefix and self.board.chart.sheet(name).prefix == prefix]
        across, down = (R, H) if self.layout.flat else (H, R)
        xs, ys = [self.centres[name][0] for name in names], [self.centres[name][1] for name in names]
        left, top = min(xs) - across - FRAME, min(ys) - down - FRAME
        return names, (left, top, max(xs) + across + FRAME, max(ys) + down + FRAME)

    def rim_marks(self, axis: int, prefix: str = "") -> list[tuple[str, Point]]:
        """Each column's (0) or row's (1) sign with the place of one of its hexes, of one part of the map."""
        letters = self.layout.flat == (axis == 0)
        found: dict[int, tuple[str, Point]] = {}
        for name, step in self.steps.items():
            if self.board.chart.sheet(name).prefix == prefix:
                found.setdefault(step[axis], (signs(name)[0 if letters else 1], self.centres[name]))
        return [found[key] for key in sorted(found)]

    def neighbour(self, name: str, edge: int) -> str | None:
        """The hex that is drawn on the other side of an edge."""
        return self.board.chart.beside(name, edge)

    def edge_between(self, name: str, other: str) -> int:
        """The edge of a hex by which track leads to another."""
        edge = self.board.edge_between.get((name, other))
        if edge is None:
            raise ValueError(f"{name} and {other} do not touch")
        return edge

    def coast(self) -> Iterable[tuple[Point, Point]]:
        """The edges between land in play and sea."""
        land = set(self.playable) - self.sea
        for name in sorted(self.sea, key=lambda name: self.steps[name]):
            x, y = self.centres[name]
            for edge in range(6):
                if self.neighbour(name, edge) in land:
                    a, b = self.layout.edge_ends(edge)
                    yield (x + a[0], y + a[1]), (x + b[0], y + b[1])


def _centres(steps: Mapping[str, tuple[int, int]], layout: Layout, air: float) -> tuple[dict[str, Point], Point]:
    """Where hexes lie, and how large the sheet is, with more air around them where a frame must keep off the rim."""
    across, down = (1.5 * R, H) if layout.flat else (H, 1.5 * R)
    half = (R, H) if layout.flat else (H, R)
    left, top = min(c for c, _ in steps.values()), min(r for _, r in steps.values())
    right, bottom = max(c for c, _ in steps.values()), max(r for _, r in steps.values())
    x0, y0 = MARGIN + air + half[0], MARGIN + air + half[1]
    centres = {name: (x0 + (c - left) * across, y0 + (r - top) * down) for name, (c, r) in steps.items()}
    return centres, ((right - left) * across + 2 * x0, (bottom - top) * down + 2 * y0)
