"""Lines that are printed on the map beside the track that players build: those of another railway."""

from __future__ import annotations

from itertools import pairwise

from .geometry import Curve
from .grid import Grid
from .pen import Pen
from .setting import line_curve
from .svg import at, curve_to, element

WIDTH, CORE = 7.0, 2.4
DASH = "10 8"
MIDDLE = -1


def crossings(grid: Grid) -> dict[str, tuple[tuple[int, int], ...]]:
    """By hex, the sides between which printed lines cross it; a line begins and ends in the middle of a hex."""
    found: dict[str, tuple[tuple[int, int], ...]] = {}
    for hexes in grid.board.chart.lines:
        leaves = [_side(grid, name, other) for name, other in pairwise(hexes)]
        enters = [MIDDLE, *((edge + 3) % 6 for edge in leaves)]
        for name, enter, leave in zip(hexes, enters, [*leaves, MIDDLE], strict=True):
            found[name] = (*found.get(name, ()), (enter, leave))
    return found


def _side(grid: Grid, name: str, other: str) -> int:
    """The edge beyond which another hex is drawn."""
    return next(edge for edge in range(6) if grid.neighbour(name, edge) == other)


def printed_lines(pen: Pen, grid: Grid) -> str:
    """A coloured line with a light dash in it, as maps show railways."""
    d = "".join(_path(grid, name, line) for name, lines in crossings(grid).items() for line in lines)
    if not d:
        return ""
    p = pen.palette
    line = element("path", d=d, stroke=p.line, stroke_width=WIDTH, stroke_linecap="round")
    core = element("path", d=d, stroke=p.casing, stroke_width=CORE, stroke_dasharray=DASH)
    return element("g", line + core, id=pen.id("ways"), fill="none")


def _path(grid: Grid, name: str, line: tuple[int, int]) -> str:
    curve = line_curve(grid.layout, *line).shift(grid.centres[name])
    return f"M{at(curve.start)}{curve_to(curve)}"


# -- for runs ---------------------------------------------------------------------------------------------------------


def chain(grid: Grid, first: str, last: str) -> list[str]:
    """The hexes along printed lines from one to another; raises ValueError if none leads there."""
    beside: dict[str, set[str]] = {}
    for one, other in (pair for line in grid.board.chart.lines for pair in pairwise(line)):
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    ways = [[first]]
    for way in ways:
        if way[-1] == last:
            return way
        ways += [[*way, name] for name in sorted(beside.get(way[-1], ())) if name not in way]
    raise ValueError(f"no line leads from {first} to {last}")


def curve_in(grid: Grid, name: str, before: str, after: str) -> Curve:
    """The part of a line in a hex, on the sheet; without a hex before or after it begins or ends in the middle."""
    sides = (_side(grid, name, other) if other else MIDDLE for other in (before, after))
    return line_curve(grid.layout, *sides).shift(grid.centres[name])
