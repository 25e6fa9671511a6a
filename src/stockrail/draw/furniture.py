"""What stands in a hex: stops with their tokens, plates and names, discs, labels, badges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from . import parts
from .faces import Face, Plan, plan
from .geometry import Point, mean, polar
from .label import READABLE, label, label_use, most_scale
from .metrics import held, text_width
from .pen import Pen
from .place import BADGE_HEIGHT, PILL_WIDTH, placement
from .setting import (
    BOLD,
    BOX_HEIGHT,
    CORNER_SIZE,
    MARK_RADIUS,
    PIECE_PLACES,
    PLATE_AIR,
    PLATE_HEIGHT,
    PORT,
    PORT_HALF,
    Disc,
    Line,
    Placement,
    Setting,
    corner_place,
    mark_places,
)
from .svg import element, num, translate, words
from .view import CompanyStyle

BADGE_SIZE = 16.0
MARK_SIZE = 16.0
LINE_MARK = "line:"  # before a letter that belongs to a printed line
SIGN_SCALE = ".34"
SPREAD = 13.0  # between tokens that share the last slot
BOX_SLOT = 16.5  # the radius of a slot of an off-map place
TIGHT = 4  # circles of a city whose tokens are drawn smaller
CAPITALS = 0.33  # half the height of capital letters, in sizes
BOX_MOST = 1.14  # how far an off-board box may grow: beyond, it meets its name


@dataclass(frozen=True)
class Guests:
    """The tokens of one hex, by stop, what its empty slots say, and other pieces: company and sign."""

    tokens: Mapping[int, Sequence[str]] = field(default_factory=dict)
    reserved: Mapping[int, str] = field(default_factory=dict)
    ghosts: frozenset[tuple[int, str]] = frozenset()
    styles: Mapping[str, CompanyStyle] = field(default_factory=dict)
    pieces: Sequence[tuple[str, str]] = ()
    claims: Mapping[int, Sequence[tuple[str, str]]] = field(default_factory=dict)


NOBODY = Guests()


def furniture(pen: Pen, setting: Setting, column: str, guests: Guests = NOBODY, corner: str = "") -> str:
    """The inside of a hex's group but for its name, about its centre; `column` is the value table's column in force."""
    places = placement(setting)
    drawn = plan(setting.face, setting.layout)
    stops = [_stop(pen, drawn, i, setting.rotation, column, guests) for i in range(len(setting.face.stops))]
    tags = [_text(pen, setting, [line], "tag") for line in places.lines if line.style == "label"]
    discs = [_disc(pen, setting, disc, column) for disc in places.discs]
    badge = _terrain(pen, setting, places)
    if corner:
        text = words(corner, (0, 0), CORNER_SIZE, fill=pen.palette.soft)
        tags.append(label(pen, corner_place(setting.layout), text, "corner", CORNER_SIZE))
    printed = [_mark(pen, mark, place) for mark, place in zip(setting.marks, mark_places(setting.marks), strict=True)]
    pieces = [
        pen.turned(parts.piece(pen, sign, company, guests.styles[company]), place, 0)
        for (company, sign), place in zip(guests.pieces, PIECE_PLACES, strict=False)
    ]
    return "".join(printed + stops + tags + discs) + badge + "".join(pieces)


def _mark(pen: Pen, mark: str, place: Point) -> str:
    """The sign of a port or a terrain; the letter of a printed line, in a ring of its colour; any other letter."""
    if mark.startswith(PORT):
        return _port(pen, int(mark.removeprefix(PORT)), place)
    if mark == "anchor":
        return pen.turned(parts.port(pen), place, 0, ".52")
    if len(mark) > 1 and not mark.startswith(LINE_MARK):
        return _sign_mark(pen, mark, place)
    colour = pen.palette.line if mark.startswith(LINE_MARK) else pen.palette.soft
    ring = element("circle", r=MARK_RADIUS, fill=pen.palette.badge, stroke=colour, stroke_width=2)
    text = words(mark.removeprefix(LINE_MARK), (0, 0), MARK_SIZE, fill=colour, font_weight="700")
    return label(pen, place, ring + text, "mark", MARK_SIZE)


def _port(pen: Pen, value: int, place: Point) -> str:
    """An anchor with what the port adds to its city."""
    half = PORT_HALF + MARK_RADIUS
    plate = element(
        "rect", x=-half, y=-MARK_RADIUS, width=2 * half, height=2 * MARK_RADIUS, rx=11, fill=pen.palette.port
    )
    text = words(str(value), (7, 0), MARK_SIZE, fill="#FFFFFF", font_weight="700")
    anchor = element("g", parts.anchor("#FFFFFF"), transform=translate((-12, 0), 0, ".9"))
    return label(pen, place, plate + anchor + text, "mark", MARK_SIZE)


def _sign_mark(pen: Pen, kind: str, place: Point) -> str:
    """The sign of a terrain on a plate of its own, as it stands beside a cost."""
    look = {"fill": pen.palette.badge, "stroke": pen.palette.hill_sign, "stroke_width": "1"}
    plate = element("rect", x=-19, y=-BADGE_HEIGHT / 2, width=38, height=BADGE_HEIGHT, rx=11, **look)
    sign = pen.turned(parts.sign(pen, kind), (0, 0.5), 0, SIGN_SCALE)
    return label(pen, place, plate + sign, "mark", BADGE_SIZE)


def name_of(pen: Pen, setting: Setting, hex_: str = "", centre: Point = (0.0, 0.0)) -> str:
    """The name of a hex in its place; a layer of its own, as a reader may want to do without."""
    lines = [line for line in placement(setting).lines if line.style != "label"]
    if not lines:
        return ""
    known = f"n{hex_}" if hex_ else ""
    if lines[0].style == "plate":
        return _plate(pen, setting, lines, known, centre)
    kind = "name" if lines[0].style in BOLD else "name town"
    return _text(pen, setting, lines, kind, known, centre)


def _disc(pen: Pen, setting: Setting, disc: Disc, column: str) -> str:
    value = setting.face.stops[disc.stop].value(column)
    kind = "value" if setting.face.stops[disc.stop].kind == "city" else "value town"
    half = PILL_WIDTH / 2 if value >= 100 else disc.radius
    most = setting.layout.edge_room(disc.middle) / half
    size = parts.disc_size(value, disc.radius)
    return label_use(pen, disc.middle, parts.disc(pen, value, disc.radius), kind, size, most)


def _stop(pen: Pen, drawn: Plan, index: int, rotation: int, column: str, guests: Guests) -> str:
    stop = drawn.face.stops[index]
    place = drawn.place(index, rotation)
    if stop.kind == "city":
        return _city(pen, drawn, index, rotation, guests)
    if stop.kind == "port":
        return pen.use(parts.port(pen), place)
    if stop.kind == "offboard":
        box = _box(pen, drawn.face, index, place, column)
        return box + (_box_slots(pen, drawn, index, place, guests) if stop.slots else "")
    if drawn.is_bar(index):
        return pen.turned(parts.town_bar(pen), place, (drawn.bar_angle(index) + 60 * rotation) % 180)
    return pen.use(parts.town_dot(pen), place)


def _box(pen: Pen, face: Face, index: int, place: Point, column: str) -> str:
    stop = face.stops[index]
    steps = stop.steps()
    value = stop.value(column)
    current = max(i for i, (names, paid) in enumerate(steps) if paid == value)
    return label(pen, place, parts.value_box(pen, steps, current), "box", parts.box_size(value), BOX_MOST)


def _city(pen: Pen, drawn: Plan, index: int, rotation: int, guests: Guests) -> str:
    city = drawn.face.stops[index]
    place, axis = drawn.place(index, rotation), drawn.axis(index, rotation)
    block = pen.turned(parts.city_block(pen, city.slots, city.slot_radius), place, axis)
    slots = drawn.slots(index, rotation)
    tokens = list(guests.tokens.get(index, ()))
    seats = [(company, _seat(slots, i)) for i, company in enumerate(tokens) if company]
    marks = [_token(pen, guests, index, company, seat, city.slot_radius) for company, seat in seats]
    free = [slot for i, slot in enumerate(slots) if i >= len(tokens) or not tokens[i]]
    made = list(guests.claims.get(index, ()))
    for claim, slot in zip(made, free, strict=False):
        marks.append(_claim(pen, claim, slot, city.slot_radius / parts.SLOT))
    free = free[len(made) :]
    note = guests.reserved.get(index, "")
    if note and free:
        marks.insert(0, _reserved(pen, note, free[0], city.slot_radius / parts.SLOT))
    seated = "".join(marks)
    if pen.live and seated and city.slots >= TIGHT:
        seated = element("g", seated, **{"class": "tight"})
    return block + seated


def _box_slots(pen: Pen, drawn: Plan, index: int, place: Point, guests: Guests) -> str:
    """The slots of an off-map place, in a row below its values."""
    count = drawn.face.stops[index].slots
    scale = BOX_SLOT / parts.SLOT
    wide, below = 2 * BOX_SLOT + 3, place[1] + BOX_HEIGHT / 2 + BOX_SLOT + 5
    slots = [(place[0] + wide * (n - (count - 1) / 2), below) for n in range(count)]
    empty = "".join(element("circle", cx=x, cy=y, r=BOX_SLOT) for x, y in slots)
    look = {"fill": pen.palette.slotfill, "stroke": pen.palette.cityline, "stroke_width": "1.5"}
    tokens = list(guests.tokens.get(index, ()))
    seated = [_token(pen, guests, index, c, _seat(slots, i), BOX_SLOT) for i, c in enumerate(tokens) if c]
    free = slots[len(tokens) :]
    marks = [_claim(pen, claim, slot, scale) for claim, slot in zip(guests.claims.get(index, ()), free, strict=False)]
    return element("g", empty, **look) + "".join(seated + marks)


def _claim(pen: Pen, claim: tuple[str, str], slot: Point, scale: float) -> str:
    """What takes a slot besides a token: a piece, a company for which it is kept, or that it opens later."""
    text, kind = claim
    shrunk = "" if scale == 1 else f"{scale:.2f}".lstrip("0")
    return pen.turned(parts.claim(pen, text, kind), slot, 0, shrunk)


def _reserved(pen: Pen, note: str, slot: Point, scale: float) -> str:
    """Whose home an empty slot is kept for: as large as on a token."""
    text = parts.token_text(pen, note, pen.palette.slot)
    shrunk = "" if scale == 1 else f"{scale:.2f}".lstrip("0")
    return element("g", text, transform=translate(slot, 0, shrunk) or None)


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
    mark = pen.turned(name, seat, 0, scale, data_company=company if pen.live else None)
    return element("g", mark, opacity=".5") if (stop, company) in guests.ghosts else mark


def _text(
    pen: Pen, setting: Setting, lines: Sequence[Line], kind: str, known: str = "", centre: Point = (0.0, 0.0)
) -> str:
    """A name or a tile's letter, of one or two lines, growing about its middle."""
    middle = mean(line.middle for line in lines)
    look = {"font_weight": "700"} if lines[0].style in BOLD else {}
    if lines[0].style == "pass":
        look["font_style"] = "italic"
    if lines[0].style == "offboard":
        look["fill"] = pen.palette.offboard_ink
    drawn = "".join(_line(pen, line, middle, look) for line in lines)
    size = lines[0].size
    half = max(line.width for line in lines) / 2
    high = middle[1] - lines[0].middle[1] + size * CAPITALS
    most = most_scale(setting.layout, middle, (-half, -high, half, high))
    if kind == "tag":  # a tile's letter is large: it grows no more than it must
        most = min(most, max(1.0, READABLE / size))
    return label(pen, (centre[0] + middle[0], centre[1] + middle[1]), drawn, kind, size, most, known)


def _line(pen: Pen, line: Line, about: Point, look: Mapping[str, str]) -> str:
    point = (line.middle[0] - about[0], line.middle[1] - about[1])
    fit = held(line.text, line.size, line.style in BOLD)
    text = words(line.text, point, line.size, **look, **fit)
    if not line.halo:
        return text
    glow = {"stroke": pen.palette.casing, "stroke_width": "5", "stroke_linejoin": "round"}
    return words(line.text, point, line.size, **look, **fit, **glow) + text


def _plate(pen: Pen, setting: Setting, lines: Sequence[Line], known: str, centre: Point) -> str:
    """A plate grows away from its city: its anchor is the middle of the edge that touches it."""
    palette = pen.palette
    width = max(line.width for line in lines) + PLATE_AIR
    height = PLATE_HEIGHT + lines[-1].middle[1] - lines[0].middle[1]
    below = mean(line.middle for line in lines)[1] > 0
    top = 0.0 if below else -height
    edge = (0.0, lines[0].middle[1] - PLATE_HEIGHT / 2 - top)
    plate = element(
        "rect", x=-width / 2, y=top, width=width, height=height, rx=5,
        fill=palette.city, stroke=palette.cityline, stroke_width=2,
    )  # fmt: skip
    look = {"fill": palette.plate_ink, "font_weight": "700"}
    drawn = plate + "".join(_line(pen, line, edge, look) for line in lines)
    most = most_scale(setting.layout, edge, (-width / 2 + 3, top, width / 2 - 3, top + height))
    return label(pen, (centre[0], centre[1] + edge[1]), drawn, "name", lines[0].size, most, known)


def _terrain(pen: Pen, setting: Setting, places: Placement) -> str:
    """The sign of the ground and what building there costs."""
    big = pen.use(parts.sign(pen, setting.sign), places.sign) if places.sign is not None else ""
    if places.badge is None:
        return big
    sign = parts.sign(pen, setting.sign) if setting.sign and places.signed_badge else ""
    name = f"b{sign}{setting.badge}"
    pen.define(name, lambda: _badge(pen, setting.badge, sign))
    return big + label_use(pen, places.badge, name, "cost", BADGE_SIZE)


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
    seated += [guests.styles[company].label for company, _ in guests.pieces]
    paid = [num(value) for value in dict.fromkeys(values) if value]
    return "; ".join(part for part in (head, ", ".join(seated), "/".join(paid)) if part)
