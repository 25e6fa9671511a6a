"""Sides of hexes that say something: mountains, rivers, sides that are closed, the signs of sides that meet apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .geometry import Point, plus
from .grid import Grid
from .label import label
from .metrics import text_width
from .pen import Pen
from .scene import Scene
from .setting import SIGN_RADIUS, sign_place
from .svg import at, element, words

COST_SIZE = 15.0
WIDTH = 7.0
APART = 9.0  # between two lines on one side
DOTS = "0 12.5"
RIVER, MOUNTAIN = "river", "mountain"
CROSS = 15.0
SIGN_SIZE = 19.0

Border = Mapping[str, Any]
Side = tuple[str, int]


def borders(pen: Pen, scene: Scene) -> str:
    """Rivers, mountains and other sides that cost or close, with a cost on the middle; then what is closed for now."""
    drawn = [_side(pen, scene.grid, side, listed) for side, listed in _by_side(scene).items()]
    crosses = [_cross(pen, scene.grid, side) for side in _once(scene.grid, scene.view.closed)]
    signs = [
        _sign(pen, scene.grid, side, link.sign)
        for link in scene.grid.board.chart.links
        for side in link.sides
        if link.sign
    ]
    return element("g", "".join([*drawn, *crosses, *signs]), stroke_linecap="round") if drawn or signs else ""


def _by_side(scene: Scene) -> dict[Side, list[Border]]:
    """What is printed on each side, once for the two hexes that lie at it; sides that meet apart show it twice."""
    links = {side: other for link in scene.grid.board.chart.links for side, other in _ways(link.sides)}
    found: dict[Side, list[Border]] = {}
    for name in scene.grid.playable:
        for border in scene.hexes[name].borders:
            side = (name, int(border["edge"]))
            twin = links.get(side) or _beyond(scene.grid, side)
            if side in links:
                found.setdefault(links[side], []).append(border)
            if side in links or twin not in found or border["kind"] in (RIVER, MOUNTAIN):
                found.setdefault(side, []).append(border)
    return found


def _ways(sides: tuple[Side, Side]) -> Iterator[tuple[Side, Side]]:
    yield sides
    yield sides[1], sides[0]


def _beyond(grid: Grid, side: Side) -> Side:
    """The same side as the hex beyond it calls it."""
    return grid.neighbour(*side) or "", (side[1] + 3) % 6


def _once(grid: Grid, sides: frozenset[Side]) -> list[Side]:
    """Of each pair of names for one side the first."""
    return sorted(side for side in sides if _beyond(grid, side) not in sides or side < _beyond(grid, side))


def _side(pen: Pen, grid: Grid, side: Side, listed: list[Border]) -> str:
    """Lines one beside the other along the side, and their cost if the map gives one."""
    lines = []
    for number, border in enumerate(listed):
        shift = APART * (number - (len(listed) - 1) / 2)
        a, b = _ends(grid, side, shift)
        lines.append(_line(pen, str(border["kind"]), f"M{at(a)}L{at(b)}"))
    cost = sum(int(border.get("cost", 0)) for border in listed)
    return "".join(lines) + (_cost(pen, grid, side, str(cost)) if cost else "")


def _line(pen: Pen, kind: str, d: str) -> str:
    p = pen.palette
    if kind == MOUNTAIN:
        return element("path", d=d, stroke=p.mountain_sign, stroke_width=WIDTH + 0.5, stroke_dasharray=DOTS)
    known = {RIVER: p.river, "impassable": p.cityline}
    return element("path", d=d, stroke=known.get(kind, p.hill_sign), stroke_width=WIDTH)


def _ends(grid: Grid, side: Side, shift: float) -> tuple[Point, Point]:
    """The two ends of a line along a side, so far outwards."""
    (x, y), (a, b) = grid.centres[side[0]], grid.layout.edge_ends(side[1])
    mx, my = grid.layout.edge_mid(side[1])
    far = (mx * mx + my * my) ** 0.5
    dx, dy = x + mx / far * shift, y + my / far * shift
    return (a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy)


def _middle(grid: Grid, side: Side) -> Point:
    (x, y), (dx, dy) = grid.centres[side[0]], grid.layout.edge_mid(side[1])
    return x + dx, y + dy


def _cost(pen: Pen, grid: Grid, side: Side, cost: str) -> str:
    p = pen.palette
    width = text_width(cost, COST_SIZE, bold=True) + 10
    box = element("rect", x=-width / 2, y=-10, width=width, height=20, rx=10, fill=p.badge)
    text = words(cost, (0, 0), COST_SIZE, fill=p.badge_ink, font_weight="700")
    return label(pen, _middle(grid, side), box + text, "cost", COST_SIZE)


def _cross(pen: Pen, grid: Grid, side: Side) -> str:
    """A side that is closed for now is crossed out."""
    x, y = _middle(grid, side)
    c = CROSS
    d = f"M{at((x - c, y - c))}L{at((x + c, y + c))}M{at((x - c, y + c))}L{at((x + c, y - c))}"
    under = element("path", d=d, stroke=pen.palette.casing, stroke_width=11)
    return under + element("path", d=d, stroke=pen.palette.line, stroke_width=5.5)


def _sign(pen: Pen, grid: Grid, side: Side, sign: str) -> str:
    """The sign of a side that meets another one far away, beside the way of the track."""
    place = plus(grid.centres[side[0]], sign_place(grid.layout, side[1]))
    p = pen.palette
    disc = element("circle", r=SIGN_RADIUS, fill=p.ink, stroke=p.casing, stroke_width=2)
    return label(pen, place, disc + words(sign, (0, 0), SIGN_SIZE, fill=p.casing, font_weight="700"), "mark", SIGN_SIZE)
