"""What lies in one hex: its stops, its track, and where each of them sits.

A face is that of the board as a plain value, at rotation 0; its plan is the same face with places and curves. A laid
tile turns the plan. Since both are values, a plan is kept for every face once met.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from stockrail.board import End
from stockrail.board import Face as BoardFace
from stockrail.board import Stop as BoardStop

from .geometry import CENTRE, Curve, Layout, Point, curve, distance, mean, pair, polar, turned

COLOURS = ("yellow", "green", "brown", "grey")
TRIES = (0.5, 0.35, 0.65, 0.25, 0.75)
KINDS = frozenset({"city", "town", "port", "offboard"})
EXTENTS = {"port": 24.0, "offboard": 18.0}
AIR = 6.0  # kept free between two stops of one hex


@dataclass(frozen=True)
class Stop:
    """A place where a train may earn. A plain revenue is a table with one nameless column."""

    kind: str
    slots: int
    revenue: tuple[tuple[str, int], ...]
    run_through: bool = False

    @property
    def slot_radius(self) -> float:
        return 26.5 if self.slots <= 3 else 23.0 if self.slots == 4 else 20.5

    @property
    def extent(self) -> float:
        return self.slot_radius + 4 if self.kind == "city" else EXTENTS.get(self.kind, 13.0)

    def value(self, column: str) -> int:
        """What it pays while this column of its table is in force."""
        return self.revenue[current_column([name for name, _ in self.revenue], column)][1]

    def steps(self) -> list[tuple[list[str], int]]:
        """The table with neighbouring columns of equal value made one."""
        runs = itertools.groupby(self.revenue, key=lambda column: column[1])
        return [([name for name, _ in columns], value) for value, columns in runs]


def current_column(names: Sequence[str], wanted: str) -> int:
    """The column in force: the wanted one, or of a table by colours the latest not after it."""
    if wanted in names:
        return names.index(wanted)
    if wanted in COLOURS:
        reached = [i for i, name in enumerate(names) if name in COLOURS[: COLOURS.index(wanted) + 1]]
        return reached[-1] if reached else 0
    return 0


@dataclass(frozen=True)
class Face:
    """What a picture shows of a tile or of a printed hex."""

    colour: str
    stops: tuple[Stop, ...] = ()
    track: tuple[tuple[str, str], ...] = ()
    label: str = ""

    @staticmethod
    def of(face: BoardFace) -> Face:
        """A face of the board as it looks before it is turned."""
        stops = tuple(_seen(stop) for stop in face.stops)
        track = tuple((_unturned(a, face.rotation), _unturned(b, face.rotation)) for a, b in face.pieces)
        return Face(face.color, stops, track, face.label or "")

    def edges_of(self, node: str) -> list[int]:
        """The edges that track joins to this stop or junction."""
        ends = [other for a, b in self.track for this, other in ((a, b), (b, a)) if this == node]
        return [int(end[1:]) for end in ends if end[0] == "e"]

    def exits(self) -> set[int]:
        return {int(end[1:]) for a, b in self.track for end in (a, b) if end[0] == "e"}


def _seen(stop: BoardStop) -> Stop:
    """A stop of another kind than the usual ones is drawn as an off-map place."""
    kind = stop.kind if stop.kind in KINDS else "offboard"
    revenue = stop.revenue
    table = (("", revenue),) if isinstance(revenue, int) else tuple(revenue.items())
    return Stop(kind, stop.slots, table, stop.run_through)


def _unturned(end: End, rotation: int) -> str:
    kind, number = end
    return f"e{(number - rotation) % 6}" if kind == "e" else f"{kind}{number}"


@dataclass(frozen=True)
class Piece:
    """One drawn curve between two ends; at a junction there is one for every pair of edges."""

    ends: tuple[str, str]
    curve: Curve
    component: int
    taper: bool = False


@dataclass(frozen=True)
class Plan:
    """A face with everything in its place."""

    face: Face
    layout: Layout
    places: tuple[Point, ...]
    pieces: tuple[Piece, ...]

    def place(self, stop: int, rotation: int = 0) -> Point:
        return turned(self.places[stop], 60 * rotation)

    def bar_angle(self, stop: int) -> float:
        """The angle of a town bar, across its track."""
        mine = [p.curve for p in self.pieces if p.ends[1] == f"s{stop}"]
        return (mine[0].tangent(1) + 90) % 180

    def is_bar(self, stop: int) -> bool:
        return self.face.stops[stop].kind == "town" and len(self.face.edges_of(f"s{stop}")) == 2

    def slots(self, stop: int, rotation: int = 0) -> list[Point]:
        """Centres of the slots of a city, in the order in which tokens fill them."""
        city = self.face.stops[stop]
        x, y = self.place(stop, rotation)
        axis = self.axis(stop, rotation)
        offsets = [turned(offset, axis) for offset in slot_offsets(city.slots, city.slot_radius)]
        return [(x + dx, y + dy) for dx, dy in offsets]

    def axis(self, stop: int, rotation: int = 0) -> float:
        """The turn of a city's slots: upright, but two slots stand across the way to the other stops."""
        if self.face.stops[stop].slots != 2 or len(self.places) < 2:
            return 0.0
        here = self.place(stop, rotation)
        other = mean(self.place(i, rotation) for i in range(len(self.places)) if i != stop)
        if distance(here, other) < 1:
            return 0.0
        return upright(angle_to(here, other) + 90)


def angle_to(a: Point, b: Point) -> float:
    return Curve(a, b).tangent(0)


def upright(angle: float) -> float:
    """The same axis between -90 and 90, so that the first slot is on the left or on top."""
    angle = round(angle, 6) % 180
    return angle if angle <= 90 else angle - 180


@lru_cache(maxsize=64)
def slot_offsets(count: int, radius: float) -> tuple[Point, ...]:
    """Slot centres about the middle of a city."""
    g = radius + 0.8
    p = g / polar(1, 60)[1]
    known: dict[int, tuple[Point, ...]] = {
        1: (CENTRE,),
        2: ((-g, 0), (g, 0)),
        3: ((0, -p), (g, p / 2), (-g, p / 2)),
        4: ((-g, -g), (g, -g), (g, g), (-g, g)),
        5: ((-2 * g, -0.87 * g), (0, -0.87 * g), (2 * g, -0.87 * g), (-g, 0.87 * g), (g, 0.87 * g)),
    }
    if count in known:
        return known[count]
    across = max(3, -(-count // 2))
    return tuple(((i % across - (across - 1) / 2) * 2 * g, (i // across * 2 - 1) * g) for i in range(count))


@lru_cache(maxsize=2048)
def plan(face: Face, layout: Layout) -> Plan:
    """Stops and curves of a face at rotation 0."""
    places = _places(face, layout)
    return Plan(face, layout, places, tuple(_pieces(face, layout, places)))


def _places(face: Face, layout: Layout) -> tuple[Point, ...]:
    if len(face.stops) == 1:
        return (_only_place(face, layout),)
    placed: list[Point] = []
    for index in range(len(face.stops)):
        placed.append(_shared_place(face, layout, index, placed))
    return tuple(_apart(placed, [stop.extent for stop in face.stops]))


def _only_place(face: Face, layout: Layout) -> Point:
    edges = face.edges_of("s0")
    if face.stops[0].kind == "town" and len(edges) == 2:
        return pair(layout, *edges).at(0.5)
    return CENTRE


def _shared_place(face: Face, layout: Layout, index: int, placed: Sequence[Point]) -> Point:
    """A place for one of several stops, before they are pushed apart."""
    edges = face.edges_of(f"s{index}")
    if face.stops[index].kind == "offboard":
        return _stacked(face, layout, index)
    if not edges:
        bare = [i for i in range(len(face.stops)) if not face.edges_of(f"s{i}")]
        return polar(42, 180 + 360 * bare.index(index) / max(2, len(bare)))
    if len(edges) != 2:
        towards = mean(layout.edge_mid(edge) for edge in edges)
        return polar(40, angle_to(CENTRE, towards)) if distance(towards, CENTRE) > 1 else CENTRE
    arc = pair(layout, *edges)
    best = _best_fraction(face, layout, index, arc, placed)
    if face.stops[index].slots >= 2 and arc.centre is not None:
        return polar(28, angle_to(CENTRE, best))
    return best


def _stacked(face: Face, layout: Layout, index: int) -> Point:
    """Value boxes are wide: several stand one above the other, in the order of their edges."""
    boxes = [i for i, stop in enumerate(face.stops) if stop.kind == "offboard"]
    heights = {i: mean([layout.edge_mid(e) for e in face.edges_of(f"s{i}")] or [CENTRE])[1] for i in boxes}
    rank = sorted(boxes, key=lambda i: (heights[i], i)).index(index)
    return 0.0, 42.0 * (rank - (len(boxes) - 1) / 2)


def _best_fraction(face: Face, layout: Layout, index: int, arc: Curve, placed: Sequence[Point]) -> Point:
    """The point of its own arc which keeps clear of the other stops and their track."""
    others = _rough_track(face, layout, index)
    weight = 0.6 if face.stops[index].kind == "city" else 0.45
    best, best_value = arc.at(TRIES[0]), -1.0
    for t in TRIES:
        point = arc.at(t)
        near = [track.distance(point) for track in others] + [weight * distance(point, p) for p in placed]
        value = min([28.0, *near])
        if value > best_value + 1 or t == TRIES[0]:
            best, best_value = point, value
    return best


def _rough_track(face: Face, layout: Layout, index: int) -> list[Curve]:
    """The track of the other stops while these have no place yet."""
    curves = []
    for other in range(len(face.stops)):
        edges = face.edges_of(f"s{other}") if other != index else []
        if len(edges) == 2:
            curves.append(pair(layout, *edges))
        else:
            curves += [Curve(layout.edge_mid(e), polar(40, layout.edge_angle(e))) for e in edges]
    return curves


def _apart(places: Sequence[Point], extents: Sequence[float]) -> list[Point]:
    """Push stops of one hex apart along their connecting lines until their blocks do not touch."""
    points = list(places)
    for _ in range(30):
        moved = False
        for i, j in itertools.combinations(range(len(points)), 2):
            lack = extents[i] + extents[j] + AIR - distance(points[i], points[j])
            if lack > 0.01:
                dx, dy = polar(lack / 2, angle_to(points[i], points[j]))
                points[i] = (points[i][0] - dx, points[i][1] - dy)
                points[j] = (points[j][0] + dx, points[j][1] + dy)
                moved = True
        if not moved:
            break
    return points


def _pieces(face: Face, layout: Layout, places: Sequence[Point]) -> list[Piece]:
    components = _components(face)
    pieces: list[Piece] = []
    for ends in _drawn_ends(face):
        shape = _shape(layout, ends, places)
        stop = face.stops[int(ends[1][1:])] if ends[1][0] == "s" else None
        taper = stop is not None and stop.kind == "offboard" and not stop.run_through
        pieces.append(Piece(ends, shape, components[ends[0]], taper and ends[0][0] == "e"))
    return sorted(pieces, key=lambda piece: piece.component)


def _shape(layout: Layout, ends: tuple[str, str], places: Sequence[Point]) -> Curve:
    first, second = (int(end[1:]) for end in ends)
    if ends[0][0] == "s":
        return Curve(places[first], places[second])
    return curve(layout, first, layout.edge_mid(second) if ends[1][0] == "e" else places[second])


def _drawn_ends(face: Face) -> list[tuple[str, str]]:
    """The ends of every curve to draw, edges first; a junction becomes the pairs of what it joins."""
    found: list[tuple[str, str]] = []
    junctions: dict[str, list[str]] = {}
    for a, b in face.track:
        first, second = sorted((a, b), key=lambda end: "ejs".index(end[0]))
        if "j" in (a[0], b[0]):
            joint, end = (a, b) if a[0] == "j" else (b, a)
            junctions.setdefault(joint, []).append(end)
        else:
            found.append((first, second))
    for ends in junctions.values():
        found += [(a, b) if a[0] == "e" else (b, a) for a, b in itertools.combinations(ends, 2)]
    return found


def _components(face: Face) -> dict[str, int]:
    """A number for every node, equal where track connects them, in the order of the facts."""
    label: dict[str, int] = {}
    for number, (a, b) in enumerate(face.track):
        low = min(label.get(a, number), label.get(b, number))
        for old in {label.get(a), label.get(b)} - {None}:
            label.update({node: low for node, mine in label.items() if mine == old})
        label[a] = label[b] = low
    return label
