"""What a hex shows, and where each part of it stands: the values that the search for places takes and gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from .faces import COLOURS, Face, plan
from .geometry import CENTRE, FLAT, Curve, Layout, Point, curve, pair, polar
from .metrics import text_width
from .room import Room

PLATE_HEIGHT, PLATE_STEP = 21.5, 16.0
PLATE_AIR = 15.0
BOX_STEP, BOX_HEIGHT = 40.0, 34.0
BAR_RADIUS = 10.0  # its casing, and a little air
PIP_AIR = 10.0  # nearer, a dot would read as a full stop
CORNER_SIZE = 15.0
LINE_AIR, LINE_STEPS = 5.0, 6
MARK_RADIUS = 11.5
SIGN_PLACE: Point = (35.0, -70.0)
LETTER_PLACE: Point = (-74.0, 0.0)
PIECE_PLACES: tuple[Point, ...] = ((-37.0, 68.0), (73.0, 0.0), (1.0, 70.0))
PIECE_RADIUS = 15.0
PORT = "port:"  # before what a port adds to its city
PORT_PLACE: Point = (34.0, -66.0)
PORT_HALF = 11.0  # of its plate, besides the round ends
SIGN_RADIUS = 14.0
SIGN_IN, SIGN_ALONG = 0.8, 0.3  # where a side's sign stands: from the middle to the side, and along it
BOLD = frozenset({"plate", "city", "offboard", "label"})


@dataclass(frozen=True)
class Setting:
    """All that a placement depends on. `sign` is the terrain to show, `badge` the cost."""

    face: Face
    rotation: int = 0
    layout: Layout = FLAT
    name: str = ""
    sign: str = ""
    badge: str = ""
    corner: bool = False  # the hex's own coordinate stands in its corner, for want of a rim
    lines: tuple[tuple[int, int], ...] = ()  # sides (or -1, the middle) between which a printed line crosses the hex
    marks: tuple[str, ...] = ()  # letters and signs printed in its corners
    pieces: int = 0  # things that companies have put there
    signs: tuple[int, ...] = ()  # sides with the sign of a side that they meet far away


@dataclass(frozen=True)
class Line:
    """One line of text in its place."""

    text: str
    middle: Point
    size: float
    style: str
    halo: bool = False  # it found no free place and lies over track

    @property
    def width(self) -> float:
        return text_width(self.text, self.size, self.style in BOLD)


@dataclass(frozen=True)
class Disc:
    """A revenue disc, and the stop whose value it shows."""

    middle: Point
    radius: float
    stop: int


@dataclass(frozen=True)
class Placement:
    """Everything of a hex that was searched for."""

    lines: tuple[Line, ...] = ()
    discs: tuple[Disc, ...] = ()
    sign: Point | None = None
    badge: Point | None = None
    signed_badge: bool = False


def pips(colour: str, layout: Layout) -> list[Point]:
    """The dots that tell a tile's colour without colour, in a corner that never carries track."""
    if colour not in COLOURS:
        return []
    count = COLOURS.index(colour) + 1
    if layout.flat:
        return [(43 - 7.2 * i, 79.5) for i in range(count)]
    return [((i - (count - 1) / 2) * 7.2, 88.0) for i in range(count)]


def box_width(face: Face, stop: int) -> float:
    return BOX_STEP * len(face.stops[stop].steps())


def corner_place(layout: Layout) -> Point:
    return (-36.0, -75.0) if layout.flat else (0.0, -78.0)


def furnished_room(setting: Setting) -> Room:
    """The room of a hex with its track, stops and pips in it."""
    return _bare_room(replace(setting, name="", sign="", badge="")).fork()


@lru_cache(64)
def _bare_room(setting: Setting) -> Room:
    """One for all hexes that look the same but for their names: what is measured for one serves the others."""
    drawn = plan(setting.face, setting.layout)
    room = Room(setting.layout, [piece.curve.turn(60 * setting.rotation) for piece in drawn.pieces])
    for point in pips(setting.face.colour, setting.layout):
        room.block(point, point, PIP_AIR)
    for index in range(len(setting.face.stops)):
        _block_stop(room, setting, index)
    if setting.corner:
        room.block_text(corner_place(setting.layout), 30, 14, 1)
    for line in setting.lines:
        _block_line(room, line_curve(setting.layout, *line))
    for mark, (x, y) in zip(setting.marks, mark_places(setting.marks), strict=True):
        half = PORT_HALF if mark.startswith(PORT) else 0.0
        room.block((x - half, y), (x + half, y), MARK_RADIUS + 2)
    for edge in setting.signs:
        place = sign_place(setting.layout, edge)
        room.block(place, place, SIGN_RADIUS + 2)
    for place in PIECE_PLACES[: setting.pieces]:
        room.block(place, place, PIECE_RADIUS + 2)
    return room


def line_curve(layout: Layout, first: int, second: int) -> Curve:
    """The way of a printed line through a hex, as track would lie; -1 is the middle."""
    if first >= 0 and second >= 0:
        return pair(layout, first, second)
    return curve(layout, first, CENTRE) if first >= 0 else curve(layout, second, CENTRE).back()


def _block_line(room: Room, line: Curve) -> None:
    points = [line.at(step / LINE_STEPS) for step in range(LINE_STEPS + 1)]
    for a, b in pairwise(points):
        room.block(a, b, LINE_AIR)


def sign_place(layout: Layout, edge: int) -> Point:
    """Where the sign of a side stands: within the hex, beside the way of the track."""
    (x, y), (a, b) = layout.edge_mid(edge), layout.edge_ends(edge)
    return SIGN_IN * x + SIGN_ALONG * (b[0] - a[0]), SIGN_IN * y + SIGN_ALONG * (b[1] - a[1])


def mark_places(marks: Sequence[str]) -> list[Point]:
    """Where marks stand, in corners without track, coordinate and pips: a plain letter left, all others above."""
    return [LETTER_PLACE if len(m) == 1 else PORT_PLACE if m.startswith(PORT) else SIGN_PLACE for m in marks]


def _block_stop(room: Room, setting: Setting, index: int) -> None:
    drawn = plan(setting.face, setting.layout)
    stop = drawn.face.stops[index]
    place = drawn.place(index, setting.rotation)
    if stop.kind == "city":
        for slot in drawn.slots(index, setting.rotation):
            room.block(slot, slot, stop.slot_radius + 5)
    elif stop.kind == "offboard":
        half = max(0.0, box_width(drawn.face, index) / 2 - BOX_HEIGHT / 2)
        room.block((place[0] - half, place[1]), (place[0] + half, place[1]), BOX_HEIGHT / 2 + 3)
    elif drawn.is_bar(index):
        dx, dy = polar(17, drawn.bar_angle(index) + 60 * setting.rotation)
        room.block((place[0] - dx, place[1] - dy), (place[0] + dx, place[1] + dy), BAR_RADIUS)
    else:
        room.block(place, place, 27 if stop.kind == "port" else 16)
