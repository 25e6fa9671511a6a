"""Where the name of a hex goes: on a plate at its city, or wherever there is room beside its stop."""

from __future__ import annotations

from collections.abc import Sequence

from .faces import Face, plan
from .geometry import CENTRE, Point
from .label import GROWTH
from .metrics import text_width
from .room import NARROW, WIDE, Cost, Room
from .setting import (
    BOLD,
    LETTER_PLACE,
    MARK_RADIUS,
    PLATE_AIR,
    PLATE_HEIGHT,
    PLATE_STEP,
    PORT_PLACE,
    SIGN_PLACE,
    Line,
    Setting,
    mark_places,
)

TEXT_HEIGHT = 0.8  # of the size: letters do not fill their line
LINE_STEP = 1.0
PLATE_SIZE = 16.0
LETTER_AIR = 3.0  # between a name and a mark beside it
ASIDE = 8.0  # how far a name moves away from that mark
WIDEST_PLATE = 128.0
SIZES = {
    "city": (17.0, 16.0, 15.0),
    "town": (17.0, 16.0, 15.0),
    "pass": (16.5, 15.5, 15.0),
    "offboard": (20.0, 18.0, 16.0, 15.0),
}


def name_style(face: Face) -> str:
    kinds = [stop.kind for stop in face.stops]
    if kinds == ["city"]:
        return "plate"
    if not kinds:
        return "pass"
    return "city" if "city" in kinds else "offboard" if "offboard" in kinds else "town"


def name_lines(room: Room, setting: Setting) -> tuple[Line, ...]:
    """The lines of a hex's name in a room that has its track and stops in it."""
    if not setting.name:
        return ()
    style = name_style(setting.face)
    if style == "plate":
        return _plate(setting)
    cost = _box_cost(setting) if style == "offboard" else _stop_cost(setting, style)
    return _free_name(room, setting.name, style, cost)


def pass_name(setting: Setting, y: float) -> tuple[Line, ...]:
    """The name of empty country about a height, below its sign: on two lines if it would leave the hex."""
    if not setting.name:
        return ()
    x, widest = 0.0, 2 * (setting.layout.edge_room((0, y)) + 50) if y else 150.0
    if not y and LETTER_PLACE in mark_places(setting.marks):
        x, widest = ASIDE, 2 * (ASIDE - LETTER_PLACE[0] - GROWTH * MARK_RADIUS - LETTER_AIR)
    halves = tuple(half for half in broken(setting.name) if half)
    for way in ((setting.name,), halves):
        for size in SIZES["pass"]:
            if GROWTH * max(text_width(part, size) for part in way) <= widest:
                return _lines(way, (x, y), size, "pass")
    return _lines(halves, (x, y), SIZES["pass"][-1], "pass")


def _plate(setting: Setting) -> tuple[Line, ...]:
    """The plate of a lone city: below its block, or above where only the way down has track."""
    drawn = plan(setting.face, setting.layout)
    slots = drawn.slots(0, setting.rotation)
    exits = {(edge + setting.rotation) % 6 for edge in setting.face.exits()}
    wide = text_width(setting.name, PLATE_SIZE, bold=True) + PLATE_AIR > WIDEST_PLATE
    halves = [half for half in (broken(setting.name) if wide else (setting.name, "")) if half]
    above = setting.layout.flat and 0 in exits and 3 not in exits
    marks = mark_places(setting.marks)
    if PORT_PLACE in marks or (len(halves) > 1 and SIGN_PLACE in marks):
        above = False  # the plate of a port has that place; two lines would reach a sign
    touch = setting.face.stops[0].slot_radius - 1.5 + PLATE_HEIGHT / 2
    if above:
        first = min(y for _, y in slots) - touch - PLATE_STEP * (len(halves) - 1)
    else:
        first = max(y for _, y in slots) + touch
    return tuple(Line(half, (0.0, first + PLATE_STEP * n), PLATE_SIZE, "plate") for n, half in enumerate(halves))


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
    """With room to grow if possible: on one line, on more, without that room, at last where it covers the least."""
    sizes = SIZES[style]
    ranked = room.ranked(cost)
    one, *more = ways = _ways(name)
    tries = [(one, size, WIDE, GROWTH) for size in sizes[:2]] + [(one, size, NARROW, GROWTH) for size in sizes]
    tries += [(way, size, NARROW, GROWTH) for way in more for size in sizes[-2:]]
    tries += [(way, sizes[-1], NARROW, 1.0) for way in ways]
    for way, size, air, growth in tries:
        width, height = _extent(_lines(way, CENTRE, size, style))
        point = room.best(ranked, growth * width, growth * height, 1.5, air)
        if point is not None:
            return _lines(way, point, size, style)
    width, height = _extent(_lines(ways[-1], CENTRE, sizes[-1], style))
    return _lines(ways[-1], room.least_bad(GROWTH * width, GROWTH * height), sizes[-1], style, halo=True)


def _ways(name: str) -> list[tuple[str, ...]]:
    """A name on one line, on two, and with each of two names on two lines again."""
    halves = tuple(half for half in broken(name) if half)
    quarters = tuple(part for half in halves for part in broken(half) if part) if "/" in name else halves
    return [(name,), *(way for way in (halves, quarters) if len(way) > 1)]


def _lines(parts: Sequence[str], middle: Point, size: float, style: str, halo: bool = False) -> tuple[Line, ...]:
    step = size * LINE_STEP
    first = middle[1] - step * (len(parts) - 1) / 2
    return tuple(Line(part, (middle[0], first + step * n), size, style, halo) for n, part in enumerate(parts))


def _extent(lines: Sequence[Line]) -> tuple[float, float]:
    size = lines[0].size
    corners = size / 2 if len(lines) > 1 else 0.0  # a capsule's ends are round, two lines are not
    return max(line.width for line in lines) + corners, size * (TEXT_HEIGHT + LINE_STEP * (len(lines) - 1))


def broken(name: str) -> tuple[str, str]:
    """A name in two parts of about equal length; the second is empty where it cannot be broken."""
    signs = "/" if "/" in name else " -"
    gaps = [i for i, letter in enumerate(name) if letter in signs]
    if not gaps:
        return name, ""
    middle = min(gaps, key=lambda i: abs(i - len(name) / 2))
    return name[: middle + 1].strip(" /"), name[middle + 1 :].strip(" /")
