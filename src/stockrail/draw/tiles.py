"""The sheet of a title's tiles, and the picture of one tile."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from . import parts
from .faces import COLOURS, Face, plan
from .furniture import furniture, name_of
from .geometry import LAYOUTS, Layout, Point
from .pen import Pen
from .place import Setting
from .svg import element, escaped, translate, words
from .theme import Palette, palette
from .track import track_markup
from .view import Words

ACROSS = 9
COLUMN, ROW = 218.0, 236.0
SIDE, HEAD = 30.0, 100.0
ENDLESS = "∞"


def tile_key(name: str, colour: str) -> tuple[int, int, str]:
    """Sort by colour, then number, then letters."""
    digits = re.search(r"\d+", name)
    rank = COLOURS.index(colour) if colour in COLOURS else len(COLOURS)
    return rank, int(digits[0]) if digits else 10**6, name


def tiles_svg(
    tiles: Mapping[str, Any],
    left: Mapping[str, int] | None = None,
    theme: str | Palette = "light",
    *,
    title: str = "",
    layout: str = "flat",
    prefix: str = "",
    text: Words | None = None,
) -> str:
    """All tiles of a box; with `left`, how many are still there, those used up drawn faintly."""
    facts: Mapping[str, Any] = tiles.get("tiles", tiles)
    said = text or Words()
    pen = Pen(palette(theme), prefix)
    names = sorted(facts, key=lambda name: tile_key(name, Face.read(facts[name]).colour))
    cells = []
    for place, name in enumerate(names):
        centre = (SIDE + COLUMN / 2 + COLUMN * (place % ACROSS), HEAD + 90.6 + ROW * (place // ACROSS))
        remaining = None if left is None else left.get(name, 0)
        cells.append(_cell(pen, LAYOUTS[layout], name, facts[name], centre, remaining, said))
    rows = -(-len(names) // ACROSS)
    size = (2 * SIDE + ACROSS * COLUMN, HEAD + ROW * rows + 10)
    total = sum(count for name in names if isinstance(count := facts[name].get("count"), int))
    totals = said.totals.format(kinds=len(names), count=total)
    head = words(title, (46, 50), 40, font_weight="700", text_anchor="start") if title else ""
    head += words(totals, (size[0] - 46, 54), 22, fill=pen.palette.soft, text_anchor="end")
    return pen.picture(size, head + "".join(cells), title or totals)


def _cell(
    pen: Pen,
    layout: Layout,
    name: str,
    facts: Mapping[str, Any],
    centre: Point,
    left: int | None,
    said: Words,
) -> str:
    count = facts.get("count")
    number = str(count) if isinstance(count, int) else ENDLESS
    note = said.count.format(count=number) if left is None else said.left.format(left=left, count=number)
    shown = number if left is None else str(left)
    face = Face.read(facts)
    inner = element("title", escaped(f"{said.tile} {name}, {face.colour}, {note}"))
    inner += tile_inside(pen, layout, name, face)
    caption = words(name, (-4, 108.6), 20, font_weight="700", text_anchor="end")
    caption += words(f"× {shown}", (4, 108.6), 18, fill=pen.palette.soft, text_anchor="start")
    gone = ".35" if left == 0 else None
    return element("g", inner + caption, id=pen.id("tile" + name), transform=translate(centre), opacity=gone)


def tile_inside(pen: Pen, layout: Layout, name: str, face: Face, rotation: int = 0, place: str = "") -> str:
    """Ground, track and furniture of a tile about its centre."""
    fill, line = pen.palette.ground.get(face.colour, (pen.palette.land, pen.palette.landline))
    ground = pen.use(parts.ground_hex(pen, layout, face.colour), fill=fill, stroke=line, stroke_width=2)
    track = ""
    if face.track:
        shape = pen.shape("k" + name, track_markup(plan(face, layout), pen.palette))
        track = element("g", pen.turned(shape, (0, 0), 60 * rotation), fill="none")
    setting = Setting(face, rotation, layout, place)
    return ground + track + furniture(pen, setting, COLOURS[0]) + name_of(pen, setting)


def tile_svg(
    name: str,
    facts: Mapping[str, Any],
    rotation: int = 0,
    theme: str | Palette = "light",
    *,
    place: str = "",
    layout: str = "flat",
    prefix: str = "",
) -> str:
    """One tile, turned, without a page behind it; `place` names the hex on which it would lie."""
    shape = LAYOUTS[layout]
    pen = Pen(palette(theme), prefix)
    inner = tile_inside(pen, shape, name, Face.read(facts), rotation % 6, place)
    size = (204.0, 178.0) if shape.flat else (178.0, 204.0)
    body = element("g", inner, transform=translate((size[0] / 2, size[1] / 2)))
    return pen.picture(size, body, name, page=False)
