"""Sheets of tiles, and the picture of one tile."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from stockrail.board import Board, catalogue
from stockrail.board import Face as BoardFace

from . import parts
from .faces import COLOURS, Face, plan
from .furniture import furniture, name_of
from .geometry import LAYOUTS, Layout, Point
from .pen import Pen
from .setting import Setting
from .svg import element, escaped, translate, words
from .theme import Palette, palette
from .track import track_markup
from .view import Words

ACROSS = 9
COLUMN, ROW = 218.0, 236.0
SIDE, HEAD = 30.0, 100.0
CAPTION = 108.6  # below the centre of its tile
ENDLESS = "∞"


def tile_key(name: str, colour: str) -> tuple[int, int, str]:
    """Sort by colour, then number, then letters."""
    digits = re.search(r"\d+", name)
    rank = COLOURS.index(colour) if colour in COLOURS else len(COLOURS)
    return rank, int(digits[0]) if digits else 10**6, name


def tiles_svg(
    board: Board,
    left: Mapping[str, int] | None = None,
    theme: str | Palette = "light",
    *,
    title: str = "",
    prefix: str = "",
    text: Words | None = None,
) -> str:
    """All tiles of a box; with `left`, how many are still there, those used up drawn faintly."""
    said = text or Words()
    pen = Pen(palette(theme), prefix)
    names = _sorted(board)
    cells = []
    for place, name in enumerate(names):
        remaining = None if left is None else left.get(name, 0)
        cells.append(_cell(pen, board, name, _centre(place), remaining, said))
    counts = [board.tiles[name].count for name in names]
    total = sum(count for count in counts if isinstance(count, int))
    return _sheet(pen, cells, title, said.totals.format(kinds=len(names), count=total))


def catalogue_svg(theme: str | Palette = "light", *, title: str = "", layout: str = "flat", prefix: str = "") -> str:
    """The standard tiles with their numbers."""
    board = Board.from_facts({"layout": layout, "hexes": {}}, {"tiles": catalogue()})
    pen = Pen(palette(theme), prefix)
    cells = []
    for place, name in enumerate(_sorted(board)):
        caption = words(name, (0, CAPTION), 20, font_weight="700")
        cells.append(_tile(pen, board, name, _centre(place), f"{name}, {board.tiles[name].color}", caption))
    return _sheet(pen, cells, title)


def _sorted(board: Board) -> list[str]:
    return sorted(board.tiles, key=lambda name: tile_key(name, board.tiles[name].color))


def _centre(place: int) -> Point:
    return SIDE + COLUMN / 2 + COLUMN * (place % ACROSS), HEAD + 90.6 + ROW * (place // ACROSS)


def _sheet(pen: Pen, cells: Sequence[str], title: str, totals: str = "") -> str:
    size = (2 * SIDE + ACROSS * COLUMN, HEAD + ROW * -(-len(cells) // ACROSS) + 10)
    head = words(title, (46, 50), 40, font_weight="700", text_anchor="start") if title else ""
    head += words(totals, (size[0] - 46, 54), 22, fill=pen.palette.soft, text_anchor="end") if totals else ""
    return pen.picture(size, head + "".join(cells), title or totals)


def _cell(pen: Pen, board: Board, name: str, centre: Point, left: int | None, said: Words) -> str:
    """A tile with its number and how many there are."""
    tile = board.tiles[name]
    number = str(tile.count) if isinstance(tile.count, int) else ENDLESS
    note = said.count.format(count=number) if left is None else said.left.format(left=left, count=number)
    shown = number if left is None else str(left)
    caption = words(name, (-4, CAPTION), 20, font_weight="700", text_anchor="end")
    caption += words(f"× {shown}", (4, CAPTION), 18, fill=pen.palette.soft, text_anchor="start")
    return _tile(pen, board, name, centre, f"{said.tile} {name}, {tile.color}, {note}", caption, faint=left == 0)


def _tile(pen: Pen, board: Board, name: str, centre: Point, spoken: str, caption: str, faint: bool = False) -> str:
    inner = element("title", escaped(spoken))
    inner += tile_inside(pen, LAYOUTS[board.chart.layout], name, Face.of(board.face(name, 0))) + caption
    opacity = ".35" if faint else None
    return element("g", inner, id=pen.id("tile" + name), transform=translate(centre), opacity=opacity)


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
    face: BoardFace,
    theme: str | Palette = "light",
    *,
    place: str = "",
    layout: str = "flat",
    prefix: str = "",
) -> str:
    """One tile as it is turned, without a page behind it; `place` names the hex on which it would lie."""
    shape = LAYOUTS[layout]
    pen = Pen(palette(theme), prefix)
    name = face.tile or ""
    inner = tile_inside(pen, shape, name, Face.of(face), face.rotation, place)
    size = (204.0, 178.0) if shape.flat else (178.0, 204.0)
    body = element("g", inner, transform=translate((size[0] / 2, size[1] / 2)))
    return pen.picture(size, body, name, page=False)
