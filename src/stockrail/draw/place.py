"""Where names, revenue discs, labels and badges of a hex go.

The answer depends on the face, its turn, the name, the terrain and the badge only, never on tokens or routes,
so it is kept for every such setting once met.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from .faces import COLOURS, Face, Plan, plan
from .geometry import CENTRE, FLAT, Layout, Point, distance, polar
from .room import NARROW, WIDE, Cost, Room
from .svg import text_width

PLATE_HEIGHT = 21.5
PLATE_AIR = 15.0
SMALLER = (13.0, 12.0)  # sizes for a name in two lines
BADGE_HEIGHT = 22.0
SIGNED_BADGE = 62.0
CITY_DISC, TOWN_DISC = 15.0, 13.0
BOX_STEP, BOX_HEIGHT = 40.0, 34.0
TEXT_HEIGHT = 0.8  # of the size: letters do not fill their line
LINE_STEP = 1.05
BAR_RADIUS = 10.0  # its casing, and a little air
PIP_AIR = 10.0  # nearer, a dot would read as a full stop
LABEL_PLACE = (-38.0, -58.0)  # where most labels find room: a label that stays put is found sooner
SIZES = {
    "plate": (16.0, 15.0, 14.0, 13.0),
    "city": (17.0, 16.0, 15.0),
    "town": (17.0, 16.0, 15.0),
    "pass": (16.5, 15.5, 14.5),
}
SIZES |= {"offboard": (20.0, 18.0, 16.0, 14.0), "label": (24.0, 20.0, 17.0, 13.0)}
MOST_KNOWN = 8192
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


_known: dict[Setting, Placement] = {}


def known_places() -> bytes:
    """What has been found so far, for `learn_places` of another day: each search takes a tenth of a second."""
    return msgspec.json.encode(list(_known.copy().items()))


def learn_places(data: bytes) -> int:
    """Take over what was found before by this very code. Returns how many there are."""
    found = msgspec.json.decode(data, type=list[tuple[Setting, Placement]])
    _known.update(found[-MOST_KNOWN:])
    return len(found)


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


def is_open(setting: Setting) -> bool:
    """Whether nothing but ground lies there: no stop, no track."""
    return not setting.face.stops and not setting.face.track


def furnished_room(setting: Setting) -> Room:
    """The room of a hex with its track, stops and pips in it."""
    drawn = plan(setting.face, setting.layout)
    room = Room(setting.layout, [piece.curve.turn(60 * setting.rotation) for piece in drawn.pieces])
    for point in pips(setting.face.colour, setting.layout):
        room.block(point, point, PIP_AIR)
    for index in range(len(setting.face.stops)):
        _block_stop(room, drawn, index, setting.rotation)
    if setting.corner:
        room.block_text(corner_place(setting.layout), 26, 12, 1)
    return room


def corner_place(layout: Layout) -> Point:
    return (-38.0, -77.0) if layout.flat else (0.0, -80.0)


def _block_stop(room: Room, drawn: Plan, index: int, rotation: int) -> None:
    stop = drawn.face.stops[index]
    place = drawn.place(index, rotation)
    if stop.kind == "city":
        for slot in drawn.slots(index, rotation):
            room.block(slot, slot, stop.slot_radius + 5)
    elif stop.kind == "offboard":
        half = max(0.0, box_width(drawn.face, index) / 2 - BOX_HEIGHT / 2)
        room.block((place[0] - half, place[1]), (place[0] + half, place[1]), BOX_HEIGHT / 2 + 3)
    elif drawn.is_bar(index):
        dx, dy = polar(17, drawn.bar_angle(index) + 60 * rotation)
        room.block((place[0] - dx, place[1] - dy), (place[0] + dx, place[1] + dy), BAR_RADIUS)
    else:
        room.block(place, place, 27 if stop.kind == "port" else 16)


@lru_cache(MOST_KNOWN)
def placement(setting: Setting) -> Placement:
    """Places for everything in a hex that has no fixed one; searched for once, see `known_places`."""
    found = _known.get(setting)
    if found is None:
        found = _known[setting] = _search(setting)
        while len(_known) > MOST_KNOWN:
            _known.pop(next(iter(_known)), None)
    return found


def _search(setting: Setting) -> Placement:
    if is_open(setting):
        return _open_ground(setting)
    if not (setting.face.stops or setting.name or setting.face.label or setting.badge):
        return Placement()
    room = furnished_room(setting)
    lines = _name(room, setting)
    for line in lines:
        height = PLATE_HEIGHT if line.style == "plate" else line.size * TEXT_HEIGHT
        room.block_text(line.middle, line.width + (PLATE_AIR if line.style == "plate" else 0), height, 4)
    discs = tuple(_discs(room, setting))
    label = _label(room, setting)
    badge = _badge(room, setting) if setting.badge else None
    return Placement(lines + label, discs, None, badge, signed_badge=True)


def _open_ground(setting: Setting) -> Placement:
    """Empty country: sign, cost and name one below the other."""
    if not setting.sign:
        return Placement(_pass_name(setting, 0.0))
    sign, badge = ((0.0, -14.0), (0.0, 24.0)) if setting.name else ((0.0, -10.0), (0.0, 34.0))
    return Placement(_pass_name(setting, 54.0), (), sign, badge if setting.badge else None)


def _pass_name(setting: Setting, y: float) -> tuple[Line, ...]:
    if not setting.name:
        return ()
    widest = 2 * (setting.layout.edge_room((0, y)) + 50) if y else 150.0
    sizes = [s for s in SIZES["pass"] if text_width(setting.name, s) <= widest]
    return (Line(setting.name, (0.0, y), sizes[0] if sizes else SIZES["pass"][-1], "pass"),)


def name_style(face: Face) -> str:
    kinds = [stop.kind for stop in face.stops]
    if kinds == ["city"]:
        return "plate"
    if not kinds:
        return "pass"
    return "city" if "city" in kinds else "offboard" if "offboard" in kinds else "town"


def _name(room: Room, setting: Setting) -> tuple[Line, ...]:
    if not setting.name:
        return ()
    style = name_style(setting.face)
    if style == "plate":
        return (_plate(setting),)
    cost = _box_cost(setting) if style == "offboard" else _stop_cost(setting, style)
    return _free_name(room, setting.name, style, cost)


def _plate(setting: Setting) -> Line:
    """The plate of a lone city: below its block, or above where only the way down has track."""
    drawn = plan(setting.face, setting.layout)
    slots = drawn.slots(0, setting.rotation)
    away = setting.face.stops[0].slot_radius - 1.5 + PLATE_HEIGHT / 2
    exits = {(edge + setting.rotation) % 6 for edge in setting.face.exits()}
    above = setting.layout.flat and 0 in exits and 3 not in exits
    y = min(y for _, y in slots) - away if above else max(y for _, y in slots) + away
    room = 2 * 100 - 2 * abs(y) / 3**0.5 if setting.layout.flat else 160.0
    sizes = [s for s in SIZES["plate"] if text_width(setting.name, s, bold=True) + PLATE_AIR <= room]
    return Line(setting.name, (0.0, y), sizes[0] if sizes else SIZES["plate"][-1], "plate")


def _stop_places(setting: Setting) -> list[Point]:
    drawn = plan(setting.face, setting.layout)
    return [drawn.place(i, setting.rotation) for i in range(len(setting.face.stops))] or [CENTRE]


def _stop_cost(setting: Setting, style: str) -> Cost:
    """A name belongs next to its stop, rather below than above, its ends not far past it."""
    stops = _stop_places(setting)
    half = text_width(setting.name, SIZES[style][0], style in BOLD) / 2

    def cost(x: float, y: float) -> float:
        return min(
            max(0.0, abs(x - sx) - half) * 1.2 + abs(y - sy) + 0.3 * abs(x - sx) + (6 if y < sy else 0)
            for sx, sy in stops
        )

    return cost


def _box_cost(setting: Setting) -> Cost:
    """A name over the value box, else under it."""
    stops = _stop_places(setting)
    y0 = min(y for _, y in stops) - 39
    y1 = max(y for _, y in stops) + 39
    return lambda x, y: min(abs(y - y0), abs(y - y1) + 3) + 1.2 * abs(x)


def _free_name(room: Room, name: str, style: str, cost: Cost) -> tuple[Line, ...]:
    sizes = SIZES[style]
    tries = [(size, WIDE) for size in sizes[:2]] + [(size, NARROW) for size in sizes]
    for size, air in tries:
        point = room.best(cost, text_width(name, size, style in BOLD), size * TEXT_HEIGHT, 1.5, air)
        if point is not None:
            return (Line(name, point, size, style),)
    return _two_lines(room, name, style, cost)


def _two_lines(room: Room, name: str, style: str, cost: Cost) -> tuple[Line, ...]:
    """A long name in two lines; if even that fits nowhere, where it covers the least."""
    first, second = _broken(name)
    for size in (*SIZES[style], *SMALLER):
        width = max(text_width(part, size, style in BOLD) for part in (first, second))
        height = size * (LINE_STEP + TEXT_HEIGHT) if second else size * TEXT_HEIGHT
        point = room.best(cost, width + (size / 2 if second else 0), height, 1, NARROW)
        lost = point is None and size == SMALLER[-1]
        if lost:
            point = room.least_bad(width, 2 * size)
        if point is not None:
            down = size * LINE_STEP / 2 if second else 0.0
            halves = ((first, point[1] - down), (second, point[1] + down))
            return tuple(Line(text, (point[0], y), size, style, lost) for text, y in halves if text)
    raise AssertionError("the last size always finds a place")


def _broken(name: str) -> tuple[str, str]:
    """A name in two parts of about equal length."""
    signs = "/" if "/" in name else " -"
    gaps = [i for i, letter in enumerate(name) if letter in signs]
    if not gaps:
        return name, ""
    middle = min(gaps, key=lambda i: abs(i - len(name) / 2))
    return name[: middle + 1].strip(" /"), name[middle + 1 :].strip(" /")


def _discs(room: Room, setting: Setting) -> list[Disc]:
    """One disc if all stops pay the same, else one for each."""
    paying = [i for i, stop in enumerate(setting.face.stops) if _has_disc(setting, i)]
    tables = {setting.face.stops[i].revenue for i in paying}
    groups = [paying] if len(tables) == 1 else [[i] for i in paying]
    return [disc for group in groups if (disc := _disc(room, setting, group)) is not None]


def _has_disc(setting: Setting, index: int) -> bool:
    stop = setting.face.stops[index]
    return stop.kind != "offboard" and any(value for _, value in stop.revenue)


def _disc(room: Room, setting: Setting, group: Sequence[int]) -> Disc | None:
    drawn = plan(setting.face, setting.layout)
    places = [drawn.place(i, setting.rotation) for i in group]
    radius = CITY_DISC if setting.face.stops[group[0]].kind == "city" else TOWN_DISC

    def cost(x: float, y: float) -> float:
        far = [distance((x, y), place) for place in places]
        return sum(far) / len(far) + 0.6 * (max(far) - min(far)) + (2 if x <= 0 else 0) + (1 if y > 0 else 0)

    for air in (WIDE, NARROW, 0.0):
        point = room.best(cost, 2 * radius, 2 * radius, 1, air)
        if point is not None:
            room.block(point, point, radius + 3)
            return Disc(point, radius, group[0])
    return Disc(room.least_bad(2 * radius, 2 * radius), radius, group[0])


def _label(room: Room, setting: Setting) -> tuple[Line, ...]:
    label = setting.face.label
    if not label:
        return ()

    def cost(x: float, y: float) -> float:
        usual = 0.1 * distance((x, y), LABEL_PLACE)
        return abs(distance((x, y), CENTRE) - 70) + (4 if x > 0 else 0) + (2 if y > 0 else 0) + usual

    for size in SIZES["label"]:
        width = text_width(label, size, bold=True)
        for air in (WIDE, NARROW):
            point = room.best(cost, width, size * TEXT_HEIGHT, 2, air)
            if point is not None:
                room.block_text(point, width, size * TEXT_HEIGHT, 3)
                return (Line(label, point, size, "label"),)
    size = SIZES["label"][-1]
    return (Line(label, room.least_bad(text_width(label, size, bold=True), size), size, "label"),)


def _badge(room: Room, setting: Setting) -> Point:
    """A cost with its sign: above a stop of bare ground, else out of the way on a laid tile."""
    bare = not setting.face.track

    def cost(x: float, y: float) -> float:
        if bare:
            return distance((x, y), (0.0, -46.0))
        return abs(distance((x, y), CENTRE) - 58) + (0 if y > 0 else 8) + 0.1 * abs(x)

    for air in (WIDE, NARROW):
        point = room.best(cost, SIGNED_BADGE, BADGE_HEIGHT, 1, air)
        if point is not None:
            return point
    return room.least_bad(SIGNED_BADGE, BADGE_HEIGHT)
