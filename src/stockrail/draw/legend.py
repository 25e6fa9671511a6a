"""Title and legend of a board, set where the map leaves the sheet free."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from . import parts, runs
from .geometry import H, Layout, Point, R, polar
from .grid import MARGIN, Grid
from .metrics import text_width
from .pen import Pen
from .svg import MIDDLE, element, translate, words
from .theme import Palette
from .track import CASING, RAIL
from .view import BoardView

TITLE, SUBTITLE, HEADING, ENTRY = 74.0, 22.0, 22.0, 19.0
SAMPLE = 84.0
ROW = 42.0
STEP = 20
Dash = tuple[str | None, str | None]
DASHES: tuple[Dash, ...] = ((None, None), ("30 6", None), ("12 6", None), ("0 36", "round"))


def route_style(palette: Palette, number: int) -> tuple[str, str | None, str | None]:
    """Colour, dashes and line caps of a train's run."""
    dashes, cap = DASHES[number % len(DASHES)]
    return palette.routes[number % len(palette.routes)], dashes, cap


@dataclass(frozen=True)
class Box:
    """A rectangle of the sheet."""

    x: float
    y: float
    width: float
    height: float

    def meets(self, layout: Layout, centre: Point) -> bool:
        """Whether it overlaps a hex: no side of either parts them."""
        cx, cy = centre
        reach = (R, H) if layout.flat else (H, R)
        if self.x > cx + reach[0] or self.x + self.width < cx - reach[0]:
            return False
        if self.y > cy + reach[1] or self.y + self.height < cy - reach[1]:
            return False
        corners = [(x, y) for x in (self.x, self.x + self.width) for y in (self.y, self.y + self.height)]
        for edge in range(6):
            nx, ny = polar(1, layout.edge_angle(edge))
            if min((x - cx) * nx + (y - cy) * ny for x, y in corners) > H:
                return False
        return True

    def overlaps(self, other: Box) -> bool:
        apart_x = self.x >= other.x + other.width or other.x >= self.x + self.width
        return not (apart_x or self.y >= other.y + other.height or other.y >= self.y + self.height)


@dataclass(frozen=True)
class Sheet:
    """What is taken on the sheet: hexes, and boxes set before."""

    layout: Layout
    size: Point
    hexes: tuple[Point, ...]
    taken: tuple[Box, ...] = ()

    def is_free(self, box: Box) -> bool:
        met = any(box.meets(self.layout, centre) for centre in self.hexes)
        return not met and not any(box.overlaps(other) for other in self.taken)


@lru_cache(maxsize=256)
def free_box(sheet: Sheet, size: Point, corner: Point) -> Box | None:
    """The free rectangle of a size nearest to a corner of the sheet (0 or 1 across, 0 or 1 down), if any."""
    right, bottom = (sheet.size[i] - MARGIN - size[i] - 12 for i in (0, 1))
    xs = range(int(MARGIN) + 12, int(right) + 1, STEP)
    ys = range(int(MARGIN) + 12, int(bottom) + 1, STEP)
    wanted = (MARGIN + (right - MARGIN) * corner[0], MARGIN + (bottom - MARGIN) * corner[1])
    for _, x, y in sorted((abs(x - wanted[0]) + abs(y - wanted[1]), x, y) for x in xs for y in ys):
        box = Box(x, y, *size)
        if sheet.is_free(box):
            return box
    return None


def frame(pen: Pen, grid: Grid, view: BoardView) -> tuple[str, Point]:
    """Title and legend, and the size of the sheet, which grows at the foot if the map leaves no room."""
    drawn: list[str] = []
    taken: list[Box] = []
    width, height = grid.size
    for block, corner in ((_title(pen, view), (0.0, 0.0)), (_legend(pen, grid, view), (1.0, 1.0))):
        if block is None:
            continue
        inner, (w, h) = block
        sheet = Sheet(grid.layout, grid.size, tuple(grid.centres.values()), tuple(taken))
        box = free_box(sheet, (w, h), corner)
        if box is None:
            box = Box(MARGIN + 12, height, w, h)
            height += h + 24
        taken.append(box)
        drawn.append(element("g", inner, transform=translate((box.x, box.y))))
    return "".join(drawn), (width, height)


def _title(pen: Pen, view: BoardView) -> tuple[str, Point] | None:
    if not view.title:
        return None
    middle = (0.0, TITLE * MIDDLE + 2)
    name = words(view.title, middle, TITLE, font_weight="700", text_anchor="start", letter_spacing="-1")
    below = words(view.subtitle, (4, TITLE + 11), SUBTITLE, text_anchor="start", fill=pen.palette.soft)
    width = max(text_width(view.title, TITLE, bold=True), text_width(view.subtitle, SUBTITLE) + 4)
    return name + (below if view.subtitle else ""), (width, TITLE + (26 if view.subtitle else 0))


def _legend(pen: Pen, grid: Grid, view: BoardView) -> tuple[str, Point] | None:
    if not view.routes or not view.routes_title:
        return None
    head, width = _heading(pen, view)
    rows = [head]
    for number, (label, hexes) in enumerate(view.routes):
        text = f"{label}: {_ends(view, hexes)}"
        rows.append(_row(pen, number, text, 76 + ROW * number))
        width = max(width, 100 + text_width(text, ENTRY))
    return "".join(rows), (width, 76 + ROW * len(view.routes) - 20)


def _heading(pen: Pen, view: BoardView) -> tuple[str, float]:
    style = view.styles.get(view.routes_company)
    x = 60.0 if style else 0.0
    mark = pen.use(parts.token(pen, view.routes_company, style), (26, 26)) if style else ""
    text = words(view.routes_title, (x, 26), HEADING, font_weight="700", text_anchor="start")
    return mark + text, x + text_width(view.routes_title, HEADING, bold=True)


def _ends(view: BoardView, hexes: Sequence[str]) -> str:
    ends = [view.board.hexes[name].place or name for name in (hexes[0], hexes[-1])]
    return ends[0] if len(hexes) == 1 else " – ".join(ends)


def _row(pen: Pen, number: int, text: str, y: float) -> str:
    """A sample of the line as drawn, and whose it is."""
    p = pen.palette
    colour, dashes, cap = route_style(p, number)
    d = f"M0 {y:g}H{SAMPLE:g}"
    route = element(
        "path", d=d, stroke=colour, stroke_opacity=p.route_opacity, stroke_width=runs.WIDTH,
        stroke_dasharray=dashes, stroke_linecap=cap,
    )  # fmt: skip
    rail = _lines(d, ((p.casing, CASING), (p.rail, RAIL)))
    return route + rail + words(text, (SAMPLE + 16, y), ENTRY, text_anchor="start")


def _lines(d: str, strokes: Iterable[tuple[str, float]]) -> str:
    return "".join(element("path", d=d, stroke=colour, stroke_width=width) for colour, width in strokes)
