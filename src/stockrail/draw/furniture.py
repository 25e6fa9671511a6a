"""What stands in a hex: stops with their tokens, plates and names, discs, labels, badges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from . import parts
from .faces import Face, Plan, plan
from .geometry import Point, polar
from .pen import Pen
from .place import (
    BADGE_HEIGHT,
    BOLD,
    PLATE_AIR,
    PLATE_HEIGHT,
    Line,
    Placement,
    Setting,
    corner_place,
    placement,
)
from .svg import element, num, text_width, translate, words
from .view import CompanyStyle

BADGE_SIZE = 16.0
SIGN_SCALE = ".34"
SPREAD = 13.0  # between tokens that share the last slot


@dataclass(frozen=True)
class Guests:
    """The tokens of one hex, by stop, and what its empty slots say."""

    tokens: Mapping[int, Sequence[str]] = field(default_factory=dict)
    reserved: Mapping[int, str] = field(default_factory=dict)
    ghosts: frozenset[tuple[int, str]] = frozenset()
    styles: Mapping[str, CompanyStyle] = field(default_factory=dict)


NOBODY = Guests()


def furniture(pen: Pen, setting: Setting, column: str, guests: Guests = NOBODY, corner: str = "") -> str:
    """The inside of a hex's group but for its name, about its centre; `column` is the value table's column in force."""
    places = placement(setting)
    drawn = plan(setting.face, setting.layout)
    stops = [_stop(pen, drawn, i, setting.rotation, column, guests) for i in range(len(setting.face.stops))]
    lines = [_line(pen, line) for line in places.lines if line.style == "label"]
    discs = [
        pen.use(parts.disc(pen, setting.face.stops[disc.stop].value(column), disc.radius), disc.middle)
        for disc in places.discs
    ]
    badge = _terrain(pen, setting, places)
    if corner:
        lines.append(words(corner, corner_place(setting.layout), 12, fill=pen.palette.soft))
    return "".join(stops + lines + discs) + badge


def name_of(pen: Pen, setting: Setting) -> str:
    """The name of a hex in its place; a layer of its own, as a reader may want to do without."""
    return "".join(_line(pen, line) for line in placement(setting).lines if line.style != "label")


def _stop(pen: Pen, drawn: Plan, index: int, rotation: int, column: str, guests: Guests) -> str:
    stop = drawn.face.stops[index]
    place = drawn.place(index, rotation)
    if stop.kind == "city":
        return _city(pen, drawn, index, rotation, guests)
    if stop.kind == "port":
        return pen.use(parts.port(pen), place)
    if stop.kind == "offboard":
        return _box(pen, drawn.face, index, place, column)
    if drawn.is_bar(index):
        return pen.turned(parts.town_bar(pen), place, (drawn.bar_angle(index) + 60 * rotation) % 180)
    return pen.use(parts.town_dot(pen), place)


def _box(pen: Pen, face: Face, index: int, place: Point, column: str) -> str:
    stop = face.stops[index]
    steps = stop.steps()
    value = stop.value(column)
    current = max(i for i, (names, paid) in enumerate(steps) if paid == value)
    box = parts.value_box(pen, steps, current)
    return box if place == (0.0, 0.0) else element("g", box, transform=translate(place))


def _city(pen: Pen, drawn: Plan, index: int, rotation: int, guests: Guests) -> str:
    city = drawn.face.stops[index]
    place, axis = drawn.place(index, rotation), drawn.axis(index, rotation)
    block = pen.turned(parts.city_block(pen, city.slots, city.slot_radius), place, axis)
    slots = drawn.slots(index, rotation)
    tokens = list(guests.tokens.get(index, ()))
    seats = [(company, _seat(slots, i)) for i, company in enumerate(tokens) if company]
    marks = [_token(pen, guests, index, company, seat, city.slot_radius) for company, seat in seats]
    free = [slot for i, slot in enumerate(slots) if i >= len(tokens) or not tokens[i]]
    note = guests.reserved.get(index, "")
    if note and free:
        size = 20.0 if text_width(note, 20, bold=True) <= 40 else 14.0
        marks.insert(0, words(note, free[0], size, fill=pen.palette.slot, font_weight="700"))
    return block + "".join(marks)


def _seat(slots: Sequence[Point], index: int) -> Point:
    """The slot of a token; those beyond the last slot fan out from it."""
    if index < len(slots):
        return slots[index]
    x, y = slots[-1] if slots else (0.0, 0.0)
    dx, dy = polar(SPREAD * (index - len(slots) + 1), -45)
    return x + dx, y + dy


def _token(pen: Pen, guests: Guests, stop: int, company: str, seat: Point, radius: float) -> str:
    name = parts.token(pen, company, guests.styles[company])
    scale = "" if radius == parts.SLOT else f"{radius / parts.SLOT:.2f}".lstrip("0")
    mark = pen.turned(name, seat, 0, scale)
    return element("g", mark, opacity=".5") if (stop, company) in guests.ghosts else mark


def _line(pen: Pen, line: Line) -> str:
    if line.style == "plate":
        return _plate(pen, line)
    look = {"font_weight": "700"} if line.style in BOLD else {}
    if line.style == "pass":
        look["font_style"] = "italic"
    if line.style == "offboard":
        look["fill"] = pen.palette.offboard_ink
    text = words(line.text, line.middle, line.size, **look)
    if not line.halo:
        return text
    glow = {"stroke": pen.palette.casing, "stroke_width": "5", "stroke_linejoin": "round"}
    return words(line.text, line.middle, line.size, **look, **glow) + text


def _plate(pen: Pen, line: Line) -> str:
    palette = pen.palette
    width = line.width + PLATE_AIR
    x, y = line.middle
    plate = element(
        "rect", x=x - width / 2, y=y - PLATE_HEIGHT / 2, width=width, height=PLATE_HEIGHT, rx=5,
        fill=palette.city, stroke=palette.cityline, stroke_width=2,
    )  # fmt: skip
    return plate + words(line.text, line.middle, line.size, fill=palette.plate_ink, font_weight="700")


def _terrain(pen: Pen, setting: Setting, places: Placement) -> str:
    """The sign of the ground and what building there costs."""
    big = pen.use(parts.sign(pen, setting.sign), places.sign) if places.sign is not None else ""
    if places.badge is None:
        return big
    sign = parts.sign(pen, setting.sign) if setting.sign and places.signed_badge else ""
    name = f"b{sign}{setting.badge}"
    pen.define(name, lambda: _badge(pen, setting.badge, sign))
    return big + pen.use(name, places.badge)


def _badge(pen: Pen, cost: str, sign: str) -> str:
    palette = pen.palette
    text = text_width(cost, BADGE_SIZE, bold=True)
    width = text + (35 if sign else 13)
    box = element(
        "rect", x=-width / 2, y=-BADGE_HEIGHT / 2, width=width, height=BADGE_HEIGHT, rx=11,
        fill=palette.badge, stroke=palette.hill_sign, stroke_width=1,
    )  # fmt: skip
    middle = (width - text) / 2 - 3.5 if sign else 0.0
    small = pen.turned(sign, (-width / 2 + 19, 0.5), 0, SIGN_SCALE) if sign else ""
    label = words(cost, (middle, 0), BADGE_SIZE, fill=palette.badge_ink, font_weight="700")
    return f'<g id="{{id}}">{box}{small}{label}</g>'


def describe(name: str, hex_name: str, tile: str, guests: Guests, values: Sequence[int], word: str) -> str:
    """What a hex says of itself: "B7 Lille, tile 147; NS, KKÖB; 50"."""
    head = f"{name} {hex_name}".strip() + (f", {word} {tile}" if tile else "")
    seated = [guests.styles[c].label for companies in guests.tokens.values() for c in companies if c]
    paid = [num(value) for value in dict.fromkeys(values) if value]
    return "; ".join(part for part in (head, ", ".join(seated), "/".join(paid)) if part)
