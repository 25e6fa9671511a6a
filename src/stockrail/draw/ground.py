"""The ground of a board: sea, land and laid colours, coast, frames of parts that are printed by themselves."""

from __future__ import annotations

from . import parts
from .grid import FRAME, Grid
from .label import label
from .pen import Pen
from .scene import GROUNDS, Scene
from .states import hatch
from .svg import at, element, words

SHEET_TITLE = 34.0
RIM_SIZE = 17.0
TEXT_SIZE = 21.0


def sea(pen: Pen, grid: Grid) -> str:
    p = pen.palette
    parts.define_hex(pen, grid.layout)
    order, around = (sorted(names, key=lambda name: grid.steps[name]) for names in (grid.sea, grid.border))
    sea = "".join(pen.use("h", grid.centres[name]) for name in order)
    rest = "".join(pen.use("h", grid.centres[name]) for name in around)
    waves, written = [], grid.board.chart.texts
    for name in order:
        if name not in grid.playable and name not in written:
            x, y = grid.centres[name]
            waves += [pen.use(parts.wave(pen), (x - 18, y - 12)), pen.use(parts.wave(pen), (x + 16, y + 14))]
    groups = element("g", rest, fill=p.border, stroke=p.border, stroke_width=1) if rest else ""
    if sea:
        groups += element("g", sea, id=pen.id("sea"), fill=p.sea, stroke=p.sea, stroke_width=1)
    if waves:
        drawn = "".join(waves)
        groups += element("g", drawn, fill="none", stroke=p.waves, stroke_width=2.5, stroke_linecap="round")
    return groups


def ground(pen: Pen, scene: Scene) -> str:
    """Hexes grouped by colour; hatching on top of the bare ones that need consent."""
    p, grid = pen.palette, scene.grid
    members: dict[str, list[str]] = {}
    for name in grid.playable:
        if name not in grid.sea:
            members.setdefault(scene.ground(name), []).append(name)
    tints = {"closed": p.border, "land": p.land, "rough": p.rough, "mountain": p.mountain}
    groups = []
    for colour in GROUNDS:
        if colour in members:
            shape = parts.ground_hex(pen, grid.layout, colour)
            fill, line = p.ground[colour] if colour in p.ground else (tints[colour], p.landline)
            uses = "".join(pen.use(shape, grid.centres[name]) for name in members[colour])
            width = 2 if colour in p.ground else 1.5
            groups.append(element("g", uses, fill=fill, stroke=line, stroke_width=width))
    marks = [pen.use(hatch(pen, grid.layout), grid.centres[name]) for name in sorted(scene.view.hatched)]
    return element("g", "".join(groups + marks), id=pen.id("ground"))


def coast(pen: Pen, grid: Grid) -> str:
    d = "".join(f"M{at(a)}L{at(b)}" for a, b in grid.coast())
    if not d:
        return ""
    return element("path", d=d, fill="none", stroke=pen.palette.coast, stroke_width=3, stroke_linecap="round")


def frames(pen: Pen, grid: Grid) -> str:
    """A frame around each part of the map that is printed by itself, with its name."""
    drawn = []
    for sheet in grid.board.chart.insets:
        _, (left, top, right, bottom) = grid.inset(sheet.prefix)
        box = element(
            "rect", x=left, y=top, width=right - left, height=bottom - top, rx=10,
            fill=pen.palette.page, stroke=pen.palette.rim, stroke_width=3,
        )  # fmt: skip
        name = words(sheet.name, (0, 0), SHEET_TITLE, text_anchor="start", font_weight="700")
        name = label(pen, (left + 56, bottom - 74), name, "name", SHEET_TITLE) if sheet.name else ""
        drawn.append(box + name + _coordinates(pen, grid, sheet.prefix))
    return "".join(drawn)


def _coordinates(pen: Pen, grid: Grid, prefix: str) -> str:
    """Those of a part of the map, within its frame."""
    _, (left, top, right, bottom) = grid.inset(prefix)
    air = FRAME / 2 + 2
    marks = [((x, y), text) for text, (x, _) in grid.rim_marks(0, prefix) for y in (top + air, bottom - air)]
    marks += [((x, y), text) for text, (_, y) in grid.rim_marks(1, prefix) for x in (left + air, right - air)]
    drawn = [label(pen, point, words(text, (0, 0), RIM_SIZE), "corner", RIM_SIZE) for point, text in marks]
    return element("g", "".join(drawn), fill=pen.palette.rim)


def texts(pen: Pen, grid: Grid) -> str:
    """Words on hexes in which nothing is built: islands, seas."""
    look = {"fill": pen.palette.soft, "font_style": "italic", "letter_spacing": "1.5"}
    drawn = [
        label(pen, grid.centres[name], words(text, (0, 0), TEXT_SIZE, **look), "name", TEXT_SIZE)
        for name, text in grid.board.chart.texts.items()
    ]
    return element("g", "".join(drawn), id=pen.id("texts")) if drawn else ""
