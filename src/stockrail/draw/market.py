"""The picture of a share market: cells, par cells, markers in their piles, and what moves a price."""

from __future__ import annotations

from collections.abc import Sequence

from . import parts
from .geometry import Point
from .metrics import fitted, text_width
from .pen import Pen
from .svg import element, escaped, num, translate, words
from .theme import Palette, palette
from .view import Cell, MarketView

WIDTH, HEIGHT = 80.0, 62.0
LEFT, TOP, FOOT = 46.0, 96.0, 50.0
RIM = 2.0  # around the cells in a page, which says what the market is itself
ARROWS = {"up": 0.0, "right": 90.0, "down": 180.0, "left": -90.0}
NOTE_STEP, NOTE_SIZE = 30.0, 18.0
CLOSED_SIZE = 20.0  # as prices, which are never shown smaller than can be read
PRICE_SIZE, WORD_SIZE = 20.0, 13.0
PRICE_LEFT, PRICE_MIDDLE, WORD_RIGHT = 9.0, 17.5, 72.5
WORD_AIR = 4.0
OPENINGS = ("yellow", "green", "brown", "grey")
"""The colours of starting values that are opened one after the other, as those of tiles."""
LEDGE_WIDTH = 6.0
HATCH_STEP, HATCH_INSET = 14, 4.0


def market_svg(view: MarketView, theme: str | Palette = "light", *, prefix: str = "", interactive: bool = False) -> str:
    """A share market as SVG. `interactive` is that of a page: each cell can have the focus and tells which it is in
    `data-cell`; `--units` is the picture's width, for a page that shows a unit at a size of its own."""
    pen = Pen(palette(theme), prefix, live=interactive)
    left, top = (RIM, RIM) if interactive else (LEFT, TOP if view.title or view.subtitle else 24.0)
    cells = "".join(
        _cell(pen, view, (r, c), (left + c * WIDTH, top + r * HEIGHT))
        for r, row in enumerate(view.rows)
        for c, price in enumerate(row)
        if price is not None
    )
    cells += _signs(pen, view, left, top) + _ledges(pen, view, left, top)
    columns = max((len(row) for row in view.rows), default=0)
    width = 2 * left + columns * WIDTH
    title = ", ".join(part for part in (view.title, view.subtitle) if part) or view.words.market
    if interactive:
        size = (width, 2 * top + len(view.rows) * HEIGHT)
        return pen.picture(size, cells, title, role="group", page=False, style=units(width))
    notes, height = _notes(pen, view, width, top)
    return pen.picture((width, height), _heading(pen, view, width) + cells + notes, title)


def units(width: float) -> str:
    return f"--units:{width:.0f}"


def _heading(pen: Pen, view: MarketView, width: float) -> str:
    title = words(view.title, (50, 46), 36, font_weight="700", text_anchor="start") if view.title else ""
    if not view.subtitle:
        return title
    return title + words(view.subtitle, (width - 50, 50), 20, fill=pen.palette.soft, text_anchor="end")


def _has(view: MarketView, row: int, column: int) -> bool:
    if not 0 <= row < len(view.rows) or not 0 <= column < len(view.rows[row]):
        return False
    return view.rows[row][column] is not None


def _closed(pen: Pen, view: MarketView, cell: Cell, origin: Point) -> str:
    """A cell without a price, where companies close."""
    ground = _ground(pen, False, pen.palette.ground["red"][0])
    fit = fitted(WIDTH - 16) if text_width(view.words.closed, CLOSED_SIZE, bold=True) > WIDTH - 16 else {}
    word = words(view.words.closed, (WIDTH / 2, HEIGHT / 2), CLOSED_SIZE, font_weight="700", **fit)
    act: dict[str, str] = {}
    if pen.live:
        act = {"data_cell": "{}.{}".format(*view.cells.get(cell, cell)), "tabindex": "-1", "role": "img"}
    name = pen.id("m{}-{}".format(*cell))
    return element(
        "g", element("title", view.words.closed) + ground + word, id=name, transform=translate(origin), **act
    )


def _cell(pen: Pen, view: MarketView, cell: Cell, origin: Point) -> str:
    if cell in view.closed:
        return _closed(pen, view, cell, origin)
    row, column = cell
    price = view.rows[row][column]
    par = cell in view.par
    word, tint = view.zones.get(cell, ("", _band(pen, view, cell)))
    pile = list(view.piles.get(cell, ()))
    remarks = [view.words.par.lower() if par else "", word]
    said = ", ".join([view.currency.format(price), *(remark for remark in remarks if remark)])
    seated = ", ".join(view.styles[company].label for company in pile)
    inner = [element("title", escaped(f"{said}; {seated}" if seated else said))]
    inner.append(_par_ground(pen, view, cell) if par else _ground(pen, False, tint))
    weight = "700" if par else None
    place = (PRICE_LEFT, PRICE_MIDDLE)
    inner.append(words(str(price), place, PRICE_SIZE, text_anchor="start", font_weight=weight))
    caption = view.words.par if par else word
    if caption:
        inner.append(_word(pen, caption, par, PRICE_LEFT + text_width(str(price), PRICE_SIZE, par)))
    inner += _turns(pen, view, row, column) + _pile(pen, view, pile)
    act: dict[str, str] = {}
    if pen.live:
        act = {"data_cell": "{}.{}".format(*view.cells.get(cell, cell)), "tabindex": "-1", "role": "img"}
    return element("g", "".join(inner), id=pen.id(f"m{row}-{column}"), transform=translate(origin), **act)


def _word(pen: Pen, caption: str, par: bool, price_ends: float) -> str:
    """PAR or the word of a zone, beside the price and never touching it; squeezed where there is too little room."""
    room = WORD_RIGHT - price_ends - WORD_AIR
    fit = fitted(room) if text_width(caption, WORD_SIZE, bold=True) > room else {}
    fill = pen.palette.parline if par else pen.palette.soft
    kind = {"class": "par-word" if pen.live else None}
    place = (WORD_RIGHT, PRICE_MIDDLE - 2)
    return words(caption, place, WORD_SIZE, text_anchor="end", font_weight="700", fill=fill, **kind, **fit)


def _ground(pen: Pen, par: bool, tint: str) -> str:
    p = pen.palette
    if par:
        pen.define("cp", lambda: _rounded(3, 6, fill=p.par, stroke=p.parline, stroke_width=2.5))
        return pen.use("cp")
    pen.define("cell", lambda: _rounded(2, 7, stroke=p.cellline, stroke_width=1.2))
    return pen.use("cell", fill=tint or p.cell)


def _par_ground(pen: Pen, view: MarketView, cell: Cell) -> str:
    """In the colour of its opening; hatched as long as nobody may start there."""
    if not any(view.openings.values()):
        return _ground(pen, True, "")
    fill, line = pen.palette.ground[OPENINGS[min(view.openings.get(cell, 0), len(OPENINGS) - 1)]]
    pen.define("co", lambda: _rounded(3, 6, stroke_width=2.5))
    ground = pen.use("co", fill=fill, stroke=line)
    return ground + (_hatch(pen, line) if cell in view.shut else "")


def _hatch(pen: Pen, colour: str) -> str:
    """Slanting lines over a whole cell."""
    low, right, high = HATCH_INSET, WIDTH - HATCH_INSET, HEIGHT - HATCH_INSET
    parts = []
    for offset in range(HATCH_STEP, int(WIDTH + HEIGHT), HATCH_STEP):
        start = (min(right, offset - low), max(low, offset - right))
        end = (max(low, offset - high), min(high, offset - low))
        if start[0] > end[0]:
            parts.append(f"M{num(start[0])} {num(start[1])}L{num(end[0])} {num(end[1])}")
    pen.define("ch", lambda: element("path", "", id="{id}", d="".join(parts), stroke_width=2.2))
    return pen.use("ch", stroke=colour)


def _band(pen: Pen, view: MarketView, cell: Cell) -> str:
    """The tint of a zone: each one darker than the one before."""
    tints = (pen.palette.sea, pen.palette.waves)
    return tints[min(view.bands[cell], len(tints) - 1)] if cell in view.bands else ""


def _signs(pen: Pen, view: MarketView, left: float, top: float) -> str:
    """Words beside the last cell of a row, where the grid leaves room for them."""
    widest = max((len(row) for row in view.rows), default=0)
    drawn = []
    for row, text in sorted(view.signs.items()):
        free = (widest - len(view.rows[row])) * WIDTH - 2 * PRICE_LEFT
        if text_width(text, PRICE_SIZE) <= free:
            place = (left + len(view.rows[row]) * WIDTH + PRICE_LEFT, top + row * HEIGHT + PRICE_MIDDLE)
            drawn.append(words(text, place, PRICE_SIZE, text_anchor="start"))
    return element("g", "".join(drawn), fill=pen.palette.soft) if drawn else ""


def _ledges(pen: Pen, view: MarketView, left: float, top: float) -> str:
    """A heavy line below each ledge, as far as its row goes."""
    lines = []
    for row in sorted(view.ledges):
        present = [column for column, price in enumerate(view.rows[row]) if price is not None]
        y = top + (row + 1) * HEIGHT
        lines.append(f"M{num(left + present[0] * WIDTH)} {num(y)}H{num(left + (present[-1] + 1) * WIDTH)}")
    return element("path", d="".join(lines), stroke=pen.palette.ink, stroke_width=LEDGE_WIDTH) if lines else ""


def _rounded(inset: float, radius: float, **values: str | float | None) -> str:
    size = {"width": WIDTH - 2 * inset, "height": HEIGHT - 2 * inset}
    return element("rect", "", id="{id}", x=inset, y=inset, rx=radius, **size, **values)


def _arrow(pen: Pen, point: Point, direction: str, scale: str = "") -> str:
    d = "M0 -9L7 -1H2.5V9H-2.5V-1H-7Z"
    pen.define("ar", lambda: element("path", id="{id}", d=d, fill=pen.palette.soft))
    return pen.turned("ar", point, ARROWS[direction], scale)


def _turns(pen: Pen, view: MarketView, row: int, column: int) -> list[str]:
    """Small arrows at a row's ends, below the price: there the marker moves up or down instead."""
    found = []
    if view.turns and not _has(view, row, column + 1) and _has(view, row - 1, column):
        found.append(_arrow(pen, (30, 45), "up"))
    if view.turns and not _has(view, row, column - 1) and _has(view, row + 1, column):
        found.append(_arrow(pen, (14, 45), "down"))
    return found


def _pile(pen: Pen, view: MarketView, pile: Sequence[str]) -> list[str]:
    """Markers of a cell, below the price and from the right; the first to act lies on top, so it is painted last."""
    count = len(pile)
    scale = {1: ".7", 2: ".58"}.get(count, ".48")
    y = {1: 40.0, 2: 42.0}.get(count, 44.5)
    right = {1: 58.0, 2: 61.0}.get(count, 64.0)
    step = 0.0 if count < 2 else 28.0 if count == 2 else min(24.0, 48.0 / (count - 1))
    names = [parts.token(pen, company, view.styles[company]) for company in pile]
    drawn = [pen.turned(name, (right - step * (count - 1 - i), y), 0, scale) for i, name in enumerate(names)]
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
