"""Where names, revenue discs, labels and badges of a hex go.

The answer depends on the face, its turn, the name, the terrain and the badge only, never on tokens or routes,
so it is kept for every such setting once met.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import msgspec

from .faces import plan
from .geometry import CENTRE, Layout, Point, distance, mean
from .label import GROWTH
from .metrics import text_width
from .naming import TEXT_HEIGHT, name_lines, pass_name
from .room import NARROW, WIDE, Ranked, Room
from .setting import PLATE_AIR, PLATE_HEIGHT, Disc, Line, Placement, Setting, furnished_room

BADGE_HEIGHT = 22.0
SIGNED_BADGE = 62.0
CITY_DISC, TOWN_DISC = 15.0, 13.0
PILL_WIDTH, PILL_HEIGHT = 36.0, 26.0  # of a value of three figures
LABEL_PLACE = (-38.0, -58.0)  # where most labels find room: a label that stays put is found sooner
LABEL_SIZES = (24.0, 20.0, 17.0, 15.0)
MOST_KNOWN = 8192
CROWDED = 7.0  # how far all moves up above a name on two lines, and above pieces

_known: dict[Setting, Placement] = {}


def known_places() -> bytes:
    """What has been found so far, for `learn_places` of another day: each search takes some milliseconds."""
    return msgspec.json.encode(list(_known.copy().items()))


def learn_places(data: bytes) -> int:
    """Take over what was found before by this very code. Returns how many there are."""
    found = msgspec.json.decode(data, type=list[tuple[Setting, Placement]])
    _known.update(found[-MOST_KNOWN:])
    return len(found)


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
    if not setting.face.stops and not setting.face.track and not setting.lines:
        return _open_ground(setting)
    if not (setting.face.stops or setting.name or setting.face.label or setting.badge):
        return Placement()
    room = furnished_room(setting)
    lines = name_lines(room, setting)
    _block_name(room, lines)
    discs = tuple(_discs(room, setting))
    label = _label(room, setting)
    badge = _badge(room, setting) if setting.badge else None
    return Placement(lines + label, discs, None, badge, signed_badge=True)


def _block_name(room: Room, lines: Sequence[Line]) -> None:
    """Keep the place of a name free, with the room into which it grows: a plate away from its city."""
    if not lines:
        return
    plate = lines[0].style == "plate"
    middle = mean(line.middle for line in lines)
    down = 1 if middle[1] > 0 else -1
    for line in lines:
        height = PLATE_HEIGHT if plate else line.size * TEXT_HEIGHT
        width = line.width + (PLATE_AIR if plate else 0)
        x, y = line.middle
        if plate:
            y += down * (GROWTH - 1) * (abs(y - lines[0 if down > 0 else -1].middle[1]) + height / 2)
        else:
            y = middle[1] + GROWTH * (y - middle[1])
        room.block_text((x, y), GROWTH * width, GROWTH * height, 2)


def _open_ground(setting: Setting) -> Placement:
    """Empty country: sign, cost and name one below the other."""
    if not setting.sign:
        return Placement(pass_name(setting, 0.0))
    if not setting.name:
        return Placement((), (), (0.0, -10.0), (0.0, 34.0) if setting.badge else None)
    name = pass_name(setting, 54.0)
    up = CROWDED * ((len(name) > 1) + (setting.pieces > 0))
    if setting.pieces:
        name = tuple(replace(line, middle=(line.middle[0], line.middle[1] - up)) for line in name)
    return Placement(name, (), (0.0, -14.0 - up), (0.0, 24.0 - up) if setting.badge else None)


def _discs(room: Room, setting: Setting) -> list[Disc]:
    """One disc if all stops pay the same, else one for each."""
    paying = [i for i, stop in enumerate(setting.face.stops) if _has_disc(setting, i)]
    tables = {setting.face.stops[i].revenue for i in paying}
    groups = [paying] if len(tables) == 1 else [[i] for i in paying]
    return [_disc(room, setting, group) for group in groups]


def _has_disc(setting: Setting, index: int) -> bool:
    stop = setting.face.stops[index]
    return stop.kind != "offboard" and any(value for _, value in stop.revenue)


def _disc(room: Room, setting: Setting, group: Sequence[int]) -> Disc:
    drawn = plan(setting.face, setting.layout)
    places = [drawn.place(i, setting.rotation) for i in group]
    stop = setting.face.stops[group[0]]
    radius = CITY_DISC if stop.kind == "city" else TOWN_DISC
    wide = max(value for _, value in stop.revenue) >= 100
    width, height = (PILL_WIDTH, PILL_HEIGHT) if wide else (2 * radius, 2 * radius)

    def cost(x: float, y: float) -> float:
        far = [distance((x, y), place) for place in places]
        spread = 0.6 * (max(far) - min(far)) if len(far) > 1 else 0.0
        return sum(far) / len(far) + spread + (2 if x <= 0 else 0) + (1 if y > 0 else 0)

    ranked = room.ranked(cost)
    for air, growth in ((WIDE, GROWTH), (NARROW, GROWTH), (NARROW, 1.0), (0.0, 1.0)):
        point = room.best(ranked, growth * width, growth * height, 1, air)
        if point is not None:
            break
    else:
        point = room.least_bad(width, height)
    room.block_text(point, GROWTH * width, GROWTH * height, 1)
    return Disc(point, radius, group[0])


def _label(room: Room, setting: Setting) -> tuple[Line, ...]:
    label = setting.face.label
    if not label:
        return ()

    ranked = _label_order(room.layout)
    for size in LABEL_SIZES:
        width = text_width(label, size, bold=True)
        for air in (WIDE, NARROW):
            point = room.best(ranked, GROWTH * width, GROWTH * size * TEXT_HEIGHT, 2, air)
            if point is not None:
                room.block_text(point, GROWTH * width, GROWTH * size * TEXT_HEIGHT, 1)
                return (Line(label, point, size, "label"),)
    size = LABEL_SIZES[-1]
    return (Line(label, room.least_bad(text_width(label, size, bold=True), size), size, "label"),)


@lru_cache(4)
def _label_order(layout: Layout) -> Ranked:
    def cost(x: float, y: float) -> float:
        usual = 0.1 * distance((x, y), LABEL_PLACE)
        return abs(distance((x, y), CENTRE) - 70) + (4 if x > 0 else 0) + (2 if y > 0 else 0) + usual

    return Room(layout, ()).ranked(cost)


def _badge(room: Room, setting: Setting) -> Point:
    """A cost with its sign: above a stop of bare ground, else out of the way on a laid tile."""
    bare = not setting.face.track

    def cost(x: float, y: float) -> float:
        if bare:
            return distance((x, y), (0.0, -46.0))
        return abs(distance((x, y), CENTRE) - 58) + (0 if y > 0 else 8) + 0.1 * abs(x)

    ranked = room.ranked(cost)
    for air, growth in ((WIDE, GROWTH), (NARROW, GROWTH), (NARROW, 1.0)):
        point = room.best(ranked, growth * SIGNED_BADGE, growth * BADGE_HEIGHT, 1, air)
        if point is not None:
            return point
    return room.least_bad(SIGNED_BADGE, BADGE_HEIGHT)
