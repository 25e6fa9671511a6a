"""A train's run as a line over the board: from the hexes it passes to the track that it uses."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import lines
from .faces import Plan, plan
from .geometry import Curve, Point, distance
from .grid import Grid
from .setting import Setting
from .svg import at, curve_to

WIDTH = 30.0
SHARED_WIDTH = 34.0
SHARED_STEP = 15.0
HANDLE = 0.4
LOCAL_RADIUS, LOCAL_WIDTH = 44, 12.0


@dataclass(frozen=True)
class Leg:
    """One curve of a run on the sheet; an end that is an edge names it by its two hexes, a stop by None."""

    curve: Curve
    start: tuple[str, str] | None
    end: tuple[str, str] | None


@dataclass(frozen=True)
class Stroke:
    """What is drawn of a run at one width."""

    width: float
    path: str


def legs(grid: Grid, settings: Mapping[str, Setting], hexes: Sequence[str]) -> list[Leg]:
    """The curves that a run uses, in order."""
    found: list[Leg] = []
    for index, name in enumerate(hexes):
        setting = settings[name]
        before = _touching(grid, name, hexes[index - 1]) if index else None
        beyond = hexes[index + 1] if index + 1 < len(hexes) else None
        after = _touching(grid, name, beyond)
        for curve, from_edge, to_edge in _crossing(grid, setting, name, before, after):
            start = (str(before), name) if from_edge else None
            found.append(Leg(curve.shift(grid.centres[name]), start, (name, str(after)) if to_edge else None))
        if beyond is not None and after is None:
            found += _line_legs(grid, name, beyond)
    return found


def _touching(grid: Grid, name: str, other: str | None) -> str | None:
    """A neighbour to which track can lead; None for a hex at the other end of a printed line."""
    return other if other is not None and (name, other) in grid.board.edge_between else None


def _line_legs(grid: Grid, first: str, last: str) -> list[Leg]:
    """From the middle of one hex along printed lines to the middle of another."""
    chain = lines.chain(grid, first, last)
    return [
        Leg(
            lines.curve_in(grid, name, before, after),
            (before, name) if before else None,
            (name, after) if after else None,
        )
        for before, name, after in zip(["", *chain[:-1]], chain, [*chain[1:], ""], strict=True)
    ]


def _crossing(
    grid: Grid, setting: Setting, name: str, before: str | None, after: str | None
) -> list[tuple[Curve, bool, bool]]:
    """The curves through one hex, each with whether it begins and ends at an edge."""
    drawn = plan(setting.face, setting.layout)
    turn = setting.rotation

    def edge(other: str | None) -> str | None:
        return None if other is None else f"e{(grid.edge_between(name, other) - turn) % 6}"

    for way in _ways(drawn, edge(before), edge(after)):
        return [(curve.turn(60 * turn), a[0] == "e", b[0] == "e") for curve, a, b in way]
    raise ValueError(f"no track through {name} from {before} to {after}")


def _ways(drawn: Plan, enter: str | None, leave: str | None) -> list[list[tuple[Curve, str, str]]]:
    """The ways through a face between two edges; without one of them, to the stop in which the run ends."""
    if enter is None and leave is None:
        return [[]]
    both = [(piece.curve, *piece.ends) for piece in drawn.pieces]
    both += [(curve.back(), end, start) for curve, start, end in both]
    ins = [leg for leg in both if leg[1] == enter and leg[2][0] == "s"]
    outs = [leg for leg in both if leg[2] == leave and leg[1][0] == "s"]
    if enter is None or leave is None:
        return [[leg] for leg in ins + outs]
    direct = [[leg] for leg in both if leg[1:] == (enter, leave)]
    return direct + [[a, b] for a in ins for b in outs if a[2] == b[1]]


Crossings = dict[frozenset[str], list[tuple[int, tuple[str, str]]]]


def crossings(runs: Sequence[Sequence[Leg]]) -> Crossings:
    """Which runs cross each border between two hexes, and in which direction the first of them does."""
    found: Crossings = {}
    for number, run in enumerate(runs):
        for leg in run:
            if leg.end is not None:
                users = found.setdefault(frozenset(leg.end), [])
                if number not in [user for user, _ in users]:
                    users.append((number, leg.end))
    return found


def _offset(shared: Crossings, number: int, border: tuple[str, str] | None) -> tuple[int, float]:
    """How many runs cross a border, and how far to the right this one lies of its own direction."""
    if border is None:
        return 1, 0.0
    users = shared[frozenset(border)]
    place = [user for user, _ in users].index(number)
    aside = (place - (len(users) - 1) / 2) * SHARED_STEP
    return len(users), aside if users[0][1] == border else -aside


def strokes(number: int, run: Sequence[Leg], shared: Crossings) -> list[Stroke]:
    """The paths of a run: full width where it is alone, slim and aside where it shares track."""
    paths: dict[int, list[str]] = {}
    previous: tuple[int, Point] | None = None
    for leg in run:
        first, aside = _offset(shared, number, leg.start)
        second, beyond = _offset(shared, number, leg.end)
        count = max(first, second)
        aside = beyond if leg.start is None else aside
        beyond = aside if leg.end is None else beyond
        start, command, end = _drawn(leg.curve, aside, beyond)
        goes_on = leg.start is not None and previous is not None and previous[0] == count
        joined = goes_on and previous is not None and distance(previous[1], start) < 0.1
        paths.setdefault(count, []).append(command if joined else f"M{at(start)}{command}")
        previous = (count, end)
    widths = {count: WIDTH if count == 1 else SHARED_WIDTH / count for count in paths}
    return [Stroke(widths[count], "".join(paths[count])) for count in sorted(paths)]


def _drawn(curve: Curve, aside: float, beyond: float) -> tuple[Point, str, Point]:
    """Start, path command and end of a curve drawn aside; a cubic where its two ends lie differently."""
    if aside == beyond:
        moved = curve.beside(aside) if aside else curve
        return moved.start, curve_to(moved), moved.end
    start, end = curve.beside(aside).start, curve.beside(beyond).end
    reach = HANDLE * distance(start, end)
    a, b = math.radians(curve.tangent(0)), math.radians(curve.tangent(1))
    first = (start[0] + reach * math.cos(a), start[1] + reach * math.sin(a))
    second = (end[0] - reach * math.cos(b), end[1] - reach * math.sin(b))
    return start, f"C{at(first)} {at(second)} {at(end)}", end


def local_ring(setting: Setting, centre: Point) -> Stroke:
    """A run that stays in one hex: a circle about its first stop."""
    drawn = plan(setting.face, setting.layout)
    x, y = drawn.place(0, setting.rotation) if setting.face.stops else (0.0, 0.0)
    r = LOCAL_RADIUS
    left = (centre[0] + x - r, centre[1] + y)
    return Stroke(LOCAL_WIDTH, f"M{at(left)}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z")
