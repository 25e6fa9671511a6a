"""The picture of a share market: cells, par cells, markers in their piles, and what moves a price."""

from __future__ import annotations

from collections.abc import Sequence

from . import parts
from .geometry import Point
from .pen import Pen
from .svg import element, escaped, text_width, translate, words
from .theme import Palette, palette
from .view import Cell, MarketView

WIDTH, HEIGHT = 80.0, 92.0
LEFT, TOP, FOOT = 46.0, 96.0, 50.0
ARROWS = {"up": 0.0, "right": 90.0, "down": 180.0, "left": -90.0}
NOTE_STEP, NOTE_SIZE = 30.0, 18.0
PILE = ".76"


def market_svg(view: MarketView, theme: str | Palette = "light", *, prefix: str = "") -> str:
    """A share market as SVG."""
    pen = Pen(palette(theme), prefix)
    top = TOP if view.title or view.subtitle else 24.0
    cells = "".join(
        _cell(pen, view, (r, c), top)
        for r, row in enumerate(view.rows)
        for c, price in enumerate(row)
        if price is not None
    )
    columns = max((len(row) for row in view.rows), default=0)
    width = 2 * LEFT + columns * WIDTH
    notes, height = _notes(pen, view, width, top)
    body = _heading(pen, view, width) + cells + notes
    title = ", ".join(part for part in (view.title, view.subtitle) if part)
    return pen.picture((width, height), body, title or "Market")


def _heading(pen: Pen, view: MarketView, width: float) -> str:
    title = words(view.title, (50, 46), 36, font_weight="700", text_anchor="start") if view.title else ""
    if not view.subtitle:
        return title
    return title + words(view.subtitle, (width - 50, 50), 20, fill=pen.palette.soft, text_anchor="end")


def _has(view: MarketView, row: int, column: int) -> bool:
    if not 0 <= row < len(view.rows) or not 0 <= column < len(view.rows[row]):
        return False
    return view.rows[row][column] is not None


def _cell(pen: Pen, view: MarketView, cell: Cell, top: float) -> str:
    row, column = cell
    price = view.rows[row][column]
    par = cell in view.par
    word, tint = view.zones.get(cell, ("", ""))
    origin = (LEFT + column * WIDTH, top + row * HEIGHT)
    pile = list(view.piles.get(cell, ()))
    remarks = [view.words.par.lower() if par else "", word]
    said = ", ".join([view.currency.format(price), *(remark for remark in remarks if remark)])
    seated = ", ".join(view.styles[company].label for company in pile)
    inner = [element("title", escaped(f"{said}; {seated}" if seated else said))]
    inner.append(_ground(pen, par, tint))
    inner.append(words(str(price), (10, 17), 19, text_anchor="start", font_weight="700" if par else None))
    caption = view.words.par if par else word
    if caption:
        fill = pen.palette.parline if par else pen.palette.soft
        inner.append(words(caption, (70, 17), 11.5, text_anchor="end", font_weight="700", fill=fill))
    inner += _turns(pen, view, row, column) + _pile(pen, view, pile)
    return element("g", "".join(inner), id=pen.id(f"m{row}-{column}"), transform=translate(origin))


def _ground(pen: Pen, par: bool, tint: str) -> str:
    p = pen.palette
    if par:
        pen.define("cp", lambda: _rounded(3, 6, fill=p.par, stroke=p.parline, stroke_width=2.5))
        return pen.use("cp")
    pen.define("cell", lambda: _rounded(2, 7, stroke=p.cellline, stroke_width=1.2))
    return pen.use("cell", fill=tint or p.cell)


def _rounded(inset: float, radius: float, **values: str | float | None) -> str:
    size = {"width": WIDTH - 2 * inset, "height": HEIGHT - 2 * inset}
    return element("rect", "", id="{id}", x=inset, y=inset, rx=radius, **size, **values)


def _arrow(pen: Pen, point: Point, direction: str, scale: str = "") -> str:
    d = "M0 -9L7 -1H2.5V9H-2.5V-1H-7Z"
    pen.define("ar", lambda: element("path", id="{id}", d=d, fill=pen.palette.soft))
    return pen.turned("ar", point, ARROWS[direction], scale)


def _turns(pen: Pen, view: MarketView, row: int, column: int) -> list[str]:
    """Small arrows at a row's ends: there the marker moves up or down instead."""
    found = []
    if view.turns and not _has(view, row, column + 1) and _has(view, row - 1, column):
        found.append(_arrow(pen, (66, 75), "up"))
    if view.turns and not _has(view, row, column - 1) and _has(view, row + 1, column):
        found.append(_arrow(pen, (14, 75), "down"))
    return found


def _pile(pen: Pen, view: MarketView, pile: Sequence[str]) -> list[str]:
    """Markers of a cell; the first to act lies on top, so it is painted last."""
    names = [parts.token(pen, company, view.styles[company]) for company in pile]
    if len(names) == 1:
        return [pen.use(names[0], (40, 57))]
    steps = max(1, len(names) - 1)
    places = [(24 + 32 * i / steps, 49 + 21 * i / steps) for i in range(len(names))]
    drawn = [pen.turned(name, place, 0, PILE) for name, place in zip(names, places, strict=True)]
    return drawn[::-1]


def _notes(pen: Pen, view: MarketView, width: float, top: float) -> tuple[str, float]:
    """What moves a price, in the corner that the grid leaves free, else below; and the picture's height."""
    height = top + len(view.rows) * HEIGHT + FOOT
    if not view.notes:
        return "", height - FOOT + 24
    wide = max(text_width(text, NOTE_SIZE) for _, text in view.notes) + 34
    tall = NOTE_STEP * len(view.notes)
    rows = int(-(-(tall + 40) // HEIGHT))
    beside = LEFT + WIDTH * max((len(row) for row in view.rows[-rows:]), default=0)
    free = width - LEFT - beside
    if free >= wide + 40 and rows <= len(view.rows):
        x, y = beside + (free - wide) / 2, height - FOOT - rows * HEIGHT / 2 - tall / 2
    else:
        x, y = LEFT + 4, height - FOOT + 24
        height = y + tall + 24
    lines = []
    for number, (direction, text) in enumerate(view.notes):
        middle = y + NOTE_STEP * (number + 0.5)
        if direction:
            lines.append(_arrow(pen, (x + 10, middle), direction, "1.1"))
        size = NOTE_SIZE if direction else 16.0
        lines.append(words(text, (x + (34 if direction else 0), middle), size, text_anchor="start"))
    return element("g", "".join(lines), fill=pen.palette.soft), height
