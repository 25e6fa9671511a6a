"""The shapes that recur: hexes, city blocks, tokens, discs, signs. Each is defined once in a picture."""

from __future__ import annotations

import math

from .faces import slot_offsets
from .geometry import Layout, Point
from .metrics import fitted, text_width
from .pen import Pen
from .place import PILL_HEIGHT, PILL_WIDTH
from .setting import BOX_HEIGHT, BOX_STEP, pips
from .svg import at, element, num, words
from .view import CompanyStyle

TOKEN_TEXT = 37.0  # the room for an id within the ring
TOKEN_RADIUS = 25.6
SLOT = 26.5
OTHER_VALUE = 17.0  # off-board, of another phase


def hex_path(layout: Layout, scale: float = 1.0) -> str:
    return "M" + "L".join(at((x * scale, y * scale)) for x, y in layout.corners()) + "Z"


def define_hex(pen: Pen, layout: Layout) -> None:
    pen.define("h", lambda: element("path", id="{id}", d=hex_path(layout)))


def ground_hex(pen: Pen, layout: Layout, colour: str) -> str:
    """The name of the hex for a colour; a tile's has pips."""
    define_hex(pen, layout)
    dots = pips(colour, layout)
    if not dots:
        return "h"

    def make() -> str:
        marks = "".join(element("circle", cx=x, cy=y, r=2.4) for x, y in dots)
        inner = element("g", marks, fill=pen.palette.ink, stroke="none", fill_opacity=".7")
        return element("g", pen.use("h") + inner, id="{id}")

    pen.define("h" + colour, make)
    return "h" + colour


def _hull(points: list[Point]) -> list[Point]:
    """The outline of slot centres (they never lie inside it)."""
    cx = sum(x for x, _ in points) / len(points)
    cy = sum(y for _, y in points) / len(points)
    return sorted(points, key=lambda p: math.atan2(p[1] - cy, p[0] - cx))


def city_block(pen: Pen, slots: int, radius: float) -> str:
    """The name of the block of a city with this many slots."""
    name = f"c{slots}"
    palette = pen.palette

    def make() -> str:
        centres = list(slot_offsets(slots, radius))
        circles = "".join(element("circle", cx=x or None, cy=y or None, r=radius - 1.2) for x, y in centres)
        inner = element("g", circles, fill=palette.slotfill, stroke=palette.slot)
        if slots == 1:
            line = palette.cityline
            outer = element("circle", r=radius + 3.5, fill=palette.city, stroke=line, stroke_width=2.5)
            return element("g", outer + inner, id="{id}")
        d = "M" + "L".join(at(point) for point in _hull(centres)) + "Z"
        line = element("path", d=d, stroke=palette.cityline, stroke_width=2 * (radius + 4.7))
        fill = element("path", d=d, fill=palette.city, stroke=palette.city, stroke_width=2 * (radius + 2.2))
        return element("g", element("g", line + fill, stroke_linejoin="round") + inner, id="{id}")

    pen.define(name, make)
    return name


def _arc_ring(colour: str, count: int, share: float, width: float, first: float, radius: float = 21.8) -> str:
    """Equal arcs, the middle of the first at an angle."""
    part = 2 * math.pi * radius / count
    turn = first - 360 / count * share / 2
    dashes = f"{num(part * share)} {num(part * (1 - share))}"
    move = f"rotate({num(turn)})" if num(turn) != "0" else None
    return _ring(radius, colour, width, stroke_dasharray=dashes, transform=move)


def _ring(radius: float, colour: str, width: float, **values: str | float | None) -> str:
    return element("circle", "", r=radius, fill="none", stroke=colour, stroke_width=width, **values)


def _ring_of(style: CompanyStyle) -> str:
    """The second sign of a company: a ring by its place among those with shares."""
    colour = style.text_color
    if style.ring is None:
        return _ring(21.8, colour, 1.2)
    dots = num(2 * math.pi * 21.8 / 14)
    rings = (
        lambda: _ring(21.8, colour, 2.6),
        lambda: _arc_ring(colour, 4, 0.62, 2.6, 0),
        lambda: _ring(21.8, colour, 3.6, stroke_dasharray=f"0 {dots}", stroke_linecap="round"),
        lambda: _arc_ring(colour, 2, 0.62, 3.2, -90),
        lambda: _arc_ring(colour, 3, 0.72, 2.6, -90),
        lambda: _arc_ring(colour, 12, 0.55, 2.6, 0),
        lambda: _ring(22.9, colour, 1.4) + _ring(19.9, colour, 1.4),
        lambda: _arc_ring(colour, 2, 0.42, 4.0, 0, 21.4),
    )
    extra = element("circle", cy=-13.5, r=2.6, fill=colour) if style.ring >= len(rings) else ""
    return rings[style.ring % len(rings)]() + extra


def token_text(pen: Pen, text: str, colour: str) -> str:
    """An id as large as a slot allows; a page leaves it out by its class where it gets too small."""
    long = len(text) >= 4
    size = 20.0 if long else 22.0
    fit = fitted(TOKEN_TEXT) if text_width(text, size, bold=True) > TOKEN_TEXT else {}
    kind = ("id long" if long else "id") if pen.live else None
    return words(text, (0, 0), size, fill=colour, font_weight="700", **{"class": kind}, **fit)


def token(pen: Pen, company: str, style: CompanyStyle) -> str:
    """The name of a company's token."""
    name = "t" + company

    def make() -> str:
        line = pen.palette.cityline
        disc = element("circle", r=TOKEN_RADIUS, fill=style.color, stroke=line, stroke_width=1.5)
        label = token_text(pen, style.label, style.text_color)
        return element("g", disc + _ring_of(style) + label, id="{id}")

    pen.define(name, make)
    return name


def disc_size(value: int, radius: float) -> float:
    """The size of a revenue's figures."""
    return radius + 2 if value < 100 else 15.0


def disc(pen: Pen, value: int, radius: float) -> str:
    """The name of a revenue disc; three figures stand in a pill."""
    name = f"{'r' if radius > 14 else 'v'}{value}"
    palette = pen.palette

    def make() -> str:
        look = {"fill": palette.disc, "stroke": palette.plate_ink, "stroke_width": "1.2"}
        if value < 100:
            ground = element("circle", "", r=radius, **look)
        else:
            w, h = PILL_WIDTH, PILL_HEIGHT
            ground = element("rect", "", x=-w / 2, y=-h / 2, width=w, height=h, rx=h / 2, **look)
        text = words(str(value), (0, 0), disc_size(value, radius), fill=palette.plate_ink, font_weight="700")
        return element("g", ground + text, id="{id}")

    pen.define(name, make)
    return name


def town_dot(pen: Pen) -> str:
    p = pen.palette
    line = {"stroke": p.casing, "stroke_width": "3.5"}
    pen.define("dot", lambda: element("circle", "", id="{id}", r=12.5, fill=p.rail, **line))
    return "dot"


def town_bar(pen: Pen) -> str:
    def make() -> str:
        casing = element("path", d="M-17 0H17", stroke=pen.palette.casing, stroke_width=17)
        rail = element("path", d="M-17 0H17", stroke=pen.palette.rail, stroke_width=11)
        return element("g", casing + rail, id="{id}", stroke_linecap="round")

    pen.define("town-bar", make)
    return "town-bar"


def port(pen: Pen) -> str:
    def make() -> str:
        disc = element("circle", r=24, fill=pen.palette.port, stroke=pen.palette.casing, stroke_width=2.5)
        arms = "M0 -9V14M-7 -4H7M-12 4C-11 11 -6 14 0 14C6 14 11 11 12 4"
        shank = element("path", d=arms, stroke_width=3.2)
        eye = element("circle", cy=-12.5, r=3.6, stroke_width=2.8)
        anchor = element("g", shank + eye, fill="none", stroke="#fff", stroke_linecap="round")
        return element("g", disc + anchor, id="{id}")

    pen.define("port", make)
    return "port"


ANCHOR = "M0 -6V8M-4.5 -2.5H4.5M-8 2C-7 6.5 -4 8 0 8C4 8 7 6.5 8 2"
COACH = "M-8.5 -6.5H6Q8.5 -6.5 8.5 -4V4.5H-8.5ZM-8.5 -.5H8.5M-3 -6.5V-.5M2.5 -6.5V-.5"
PIECE = 15.0


def anchor(colour: str) -> str:
    """The sign of a port, small."""
    drawn = element("path", d=ANCHOR, stroke_width=2.2) + element("circle", cy=-8, r=2.2, stroke_width=1.8)
    return element("g", drawn, fill="none", stroke=colour, stroke_linecap="round", stroke_linejoin="round")


def claim(pen: Pen, text: str, kind: str) -> str:
    """The name of what takes a slot and is no token: black on white, a piece white on black; a slot closed for now."""
    name = f"q{kind}{text}"
    p = pen.palette

    def make() -> str:
        if kind == "piece":
            disc = element("circle", r=TOKEN_RADIUS, fill=p.plate_ink, stroke=p.cityline, stroke_width=1.5)
            return element("g", disc + _ring(21.0, p.city, 1.4) + token_text(pen, text, p.city), id="{id}")
        if kind == "later":
            bars = element(
                "path", d="M-17 -17L17 17M17 -17L-17 17", stroke=p.slot, stroke_width=2, stroke_opacity=".55"
            )
            disc = element("circle", r=13, fill=p.slotfill)
            return element("g", bars + disc + token_text(pen, text, p.slot), id="{id}")
        return element("g", token_text(pen, text, p.plate_ink), id="{id}")

    pen.define(name, make)
    return name


def piece(pen: Pen, kind: str, company: str, style: CompanyStyle) -> str:
    """The name of a thing that a company has put on a hex: its sign on a ground of the company's colour."""
    name = f"p{kind}{company}"

    def make() -> str:
        edge = {"fill": style.color, "stroke": pen.palette.casing, "stroke_width": "2"}
        if kind == "coach":
            ground = element("rect", x=-PIECE, y=-PIECE * 0.8, width=2 * PIECE, height=PIECE * 1.6, rx=5, **edge)
            wheels = "".join(element("circle", cx=x, cy=5.5, r=2.4, fill=style.text_color) for x in (-4.5, 4.5))
            drawn = element("path", d=COACH, stroke_width=1.7) + wheels
        else:
            ground = element("circle", r=PIECE, **edge)
            return element("g", ground + anchor(style.text_color), id="{id}")
        look = {"fill": "none", "stroke": style.text_color, "stroke_linecap": "round", "stroke_linejoin": "round"}
        return element("g", ground + element("g", drawn, **look), id="{id}")

    pen.define(name, make)
    return name


def sign(pen: Pen, kind: str) -> str:
    """The name of a terrain's sign."""
    palette = pen.palette

    def mountain() -> str:
        peaks = element("path", d="M-40 22L-14 -20L2 4L14 -12L38 22Z", fill=palette.mountain_sign)
        snow = "M-14 -20L-22 -7L-16 -10L-12 -5L-6 -9ZM14 -12L8.3 -4.4L13 -6L18 -2.5L20 -3.5Z"
        return element("g", peaks + element("path", d=snow, fill=palette.snow), id="{id}")

    def strokes(d: str, colour: str) -> str:
        look = {"fill": "none", "stroke": colour, "stroke_width": "4.5", "stroke_linecap": "round"}
        return element("path", "", id="{id}", d=d, **look)

    if kind == "mountain":
        pen.define("mt", mountain)
        return "mt"
    if kind in ("river", "water", "lake", "swamp", "marsh"):
        waves = "M-38 -8q9.5 -12 19 0t19 0t19 0t19 0M-28 10q9.5 -12 19 0t19 0t19 0"
        pen.define("rv", lambda: strokes(waves, palette.river))
        return "rv"
    hills = "M-38 14Q-22 -14 -6 14M-8 0Q8 -28 26 4M14 14Q26 -6 38 14"
    pen.define("rg", lambda: strokes(hills, palette.hill_sign))
    return "rg"


def wave(pen: Pen) -> str:
    d = "M-26 0q6.5 -7 13 0t13 0t13 0t13 0"
    pen.define("wv", lambda: element("path", id="{id}", d=d))
    return "wv"


def box_size(value: int) -> float:
    """The size of an off-board value in force."""
    return 21.0 if value < 100 else 19.0


def value_box(pen: Pen, steps: list[tuple[list[str], int]], current: int) -> str:
    """The box of an off-board stop: the value in force on a patch, the others above a bar of their colour."""
    palette = pen.palette
    width = BOX_STEP * len(steps)
    frame = element(
        "rect", x=-width / 2, y=-BOX_HEIGHT / 2, width=width, height=BOX_HEIGHT, rx=8, fill=palette.city,
        stroke=palette.cityline, stroke_width=2.5,
    )  # fmt: skip
    cells = []
    colours = list(palette.values)
    for index, (names, value) in enumerate(steps):
        x = BOX_STEP * (index + 0.5) - width / 2
        named = [name for name in names if name in palette.values]
        colour = palette.values[named[0] if named else colours[min(index, len(colours) - 1)]]
        cells.append(_value(pen, x, value, colour, index == current))
    return frame + "".join(cells)


def _value(pen: Pen, x: float, value: int, colour: str, now: bool) -> str:
    if now:
        patch = element("rect", x=x - 17, y=-14, width=34, height=28, rx=5.5, fill=colour)
        size = box_size(value)
        return patch + words(str(value), (x, 0), size, fill=pen.palette.plate_ink, font_weight="700")
    kind = {"class": "other" if pen.live else None}
    bar = element("rect", x=x - 12, y=9, width=24, height=4, rx=2, fill=colour)
    return bar + words(str(value), (x, -2.5), OTHER_VALUE, fill=pen.palette.other_value, **kind)
