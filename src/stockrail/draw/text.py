"""A board as plain text for a terminal: hexes of slashes, each with coordinate, value, name, tokens and tile.

 /K14 60\\    coordinate and value          marks on a side: = ‖ joined track,
/Vienna  \\   name, or the ground            < > ^ v track that points there alone
\\FS KV KS/   tokens by two letters, o = free slot
 \\584↓__/    tile, and where its edge 0 points; a star at the coordinate: one may build there
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from stockrail.board.places import signs

from .geometry import Layout
from .grid import Grid
from .scene import Scene
from .view import BoardView, CompanyStyle

WIDEST = 120
TURN_ARROWS = {"flat": "↓↙↖↑↗↘", "pointy": "↙←↖↗→↘"}
ANSI = {"yellow": "33", "green": "32", "brown": "38;5;137", "grey": "37", "red": "31", "sea": "34"}
BOLD = "1"
RESET = "\x1b[0m"
GROUND_SIGNS = {"mountain": "^^", "rough": "nn", "hill": "nn", "river": "~~"}


@dataclass(frozen=True)
class Art:
    """How a hex is drawn with letters: its steps on the page, its outline, and where each edge is marked."""

    step: tuple[int, int]
    outline: tuple[str, ...]
    lines: tuple[tuple[int, int, int], ...]  # column, row and width of each line of text
    edges: tuple[tuple[int, int], ...]


ARTS = {
    "flat": Art(
        (8, 2),
        (r"  ______", r" /      \ ", r"/        \ ", r"\        /", r" \______/"),
        ((2, 1, 6), (1, 2, 8), (1, 3, 8), (2, 4, 6)),
        ((7, 4), (0, 3), (0, 2), (7, 0), (9, 2), (9, 3)),
    ),
    "pointy": Art(
        (5, 4),
        (" ________", "|        |", "|        |", "|        |", "|________|"),
        ((1, 1, 8), (1, 2, 8), (1, 3, 8), (1, 4, 8)),
        ((0, 4), (0, 2), (0, 1), (9, 1), (9, 2), (9, 4)),
    ),
}


class Page:
    """A grid of letters, each with a colour of its own."""

    def __init__(self, width: int, height: int) -> None:
        self.letters = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        for i, letter in enumerate(text):
            self.letters[y][x + i] = letter
            self.styles[y][x + i] = style

    def stamp(self, x: int, y: int, outline: Sequence[str]) -> None:
        """Write an outline without wiping what its blanks lie on."""
        for row, line in enumerate(outline):
            for column, letter in enumerate(line):
                if letter != " " and self.letters[y + row][x + column] in " _":
                    self.letters[y + row][x + column] = letter

    def show(self, first: int, last: int, ansi: bool) -> list[str]:
        """The lines between two columns, with colours as escape sequences or without."""
        shown = []
        for letters, styles in zip(self.letters, self.styles, strict=True):
            cells = list(zip(letters[first:last], styles[first:last], strict=True))
            shown.append(_coloured(cells) if ansi else "".join(letter for letter, _ in cells).rstrip())
        return shown


def _coloured(cells: Iterable[tuple[str, str]]) -> str:
    line, current = "", ""
    for letter, style in cells:
        if style != current:
            line += (RESET if current else "") + (f"\x1b[{style}m" if style else "")
            current = style
        line += letter
    return (line + (RESET if current else "")).rstrip()


def board_text(view: BoardView, width: int | None = None, *, ansi: bool = False) -> str:
    """A board for a terminal. A map wider than `width` columns is shown in strips, one below the other."""
    scene = Scene(view)
    grid = scene.grid
    art = ARTS[grid.layout.name]
    codes = short_codes(view.styles)
    left = min(c for c, _ in grid.steps.values())
    top = min(r for _, r in grid.steps.values())
    across, down = art.step
    corner = {n: (4 + (c - left) * across, 1 + (r - top) * down) for n, (c, r) in grid.steps.items()}
    page = Page(max(x for x, _ in corner.values()) + 12, max(y for _, y in corner.values()) + 6)
    for name in grid.playable:
        page.stamp(*corner[name], art.outline)
    for name in grid.playable:
        _write_hex(page, art, scene, name, corner[name], codes)
    _write_edges(page, art, scene, corner)
    if grid.rim:
        _write_rim(page, art, grid, corner)
    lines = _strips(page, width or WIDEST, ansi)
    heading = "  ".join(part for part in (view.title, view.subtitle) if part)
    return "\n".join([*([heading] if heading else []), *lines, *_key(view, codes, width or WIDEST)]) + "\n"


def _strips(page: Page, width: int, ansi: bool) -> list[str]:
    total = len(page.letters[0])
    lines: list[str] = []
    for first in range(0, total, width):
        shown = page.show(first, min(total, first + width), ansi)
        if any(line.strip() for line in shown):
            lines += ([""] if lines else []) + shown
    return lines


def _write_hex(
    page: Page, art: Art, scene: Scene, name: str, corner: tuple[int, int], codes: Mapping[str, str]
) -> None:
    setting = scene.settings[name]
    colour = ANSI.get("sea" if name in scene.grid.sea else setting.face.colour, "")
    values = [stop.value(scene.view.phase_colour) for stop in setting.face.stops]
    paid = "/".join(str(value) for value in dict.fromkeys(values) if value)
    open_ = name in scene.view.marks.buildable | scene.view.marks.selected
    head = _two(name + "*" * open_, paid, art.lines[0][2])
    texts = [head, _called(scene, name), _seated(scene, name, codes), ""]
    styles = [colour, BOLD if setting.name else colour, "", colour]
    if name in scene.view.laid:
        tile, rotation = scene.view.laid[name]
        texts[3] = tile + TURN_ARROWS[scene.grid.layout.name][rotation % 6]
    for (column, row, room), text, style in zip(art.lines, texts, styles, strict=True):
        page.write(corner[0] + column, corner[1] + row, text[:room], style)


def _two(left: str, right: str, room: int) -> str:
    """Two words at the ends of a line, if they fit and stay apart."""
    fits = len(left) + len(right) < room + left.endswith("*")
    return left + right.rjust(room - len(left)) if fits else left


def _called(scene: Scene, name: str) -> str:
    """A hex's name, or its ground and what building there costs."""
    setting = scene.settings[name]
    if setting.name:
        return abbreviated(setting.name, 8)
    kinds = [stop.kind for stop in setting.face.stops]
    return GROUND_SIGNS.get(setting.sign, "") + setting.badge or (kinds[0] if kinds else "")


def abbreviated(name: str, room: int) -> str:
    """A name cut to fit, its inner vowels going first."""
    letters = list(name)
    for i in range(len(name) - 2, 1, -1):
        if len(letters) > room and letters[i].lower() in "aeiouäöüéè" and letters[i - 1] not in " -'":
            del letters[i]
    return "".join(letters)[:room]


def _seated(scene: Scene, name: str, codes: Mapping[str, str]) -> str:
    """Tokens and free slots of a hex's cities, cities apart; of other ground what building costs."""
    setting, guests = scene.settings[name], scene.guests[name]
    cities = []
    for index, stop in enumerate(setting.face.stops):
        if stop.kind == "city":
            tokens = list(guests.tokens.get(index, ()))
            tokens += [""] * (stop.slots - len(tokens))
            free = f"({guests.reserved[index]})" if index in guests.reserved else "o"
            cities.append(" ".join(codes[c] if c else free for c in tokens))
    text = "|".join(cities)
    if len(text) > 8:
        text = text.replace(" ", "")
    if not cities and setting.badge and setting.name:
        return GROUND_SIGNS.get(setting.sign, "") + setting.badge
    return text


def _write_edges(page: Page, art: Art, scene: Scene, corner: Mapping[str, tuple[int, int]]) -> None:
    """Mark on every side where track crosses it, or points at it from one side alone."""
    exits = {n: {(e + s.rotation) % 6 for e in s.face.exits()} for n, s in scene.settings.items()}
    for name, edges in exits.items():
        for edge in edges:
            other = scene.hexes[name].neighbors[edge]
            joined = other in exits and (edge + 3) % 6 in exits[other]
            column, row = art.edges[edge]
            x, y = corner[name][0] + column, corner[name][1] + row
            page.write(x, y, _edge_mark(scene.grid.layout, edge, joined))


def _edge_mark(layout: Layout, edge: int, joined: bool) -> str:
    if layout.flat and edge % 3 == 0:
        return "‖" if joined else "v" if edge == 0 else "^"
    return "=" if joined else ">" if edge in ((4, 5) if layout.flat else (3, 4, 5)) else "<"


def _write_rim(page: Page, art: Art, grid: Grid, corner: Mapping[str, tuple[int, int]]) -> None:
    """Columns on top, rows at the left: letters and numbers, on a pointy layout the other way round.

    Hexes of another sheet have their own coordinates in them.
    """
    for name, (x, y) in corner.items():
        if grid.board.chart.sheet(name).prefix:
            continue
        letters, digits = signs(name)
        column, row = (letters, digits) if grid.layout.flat else (digits, letters)
        page.write(x + 4, 0, column)
        page.write(0, y + 2, row.rjust(3))


def short_codes(styles: Mapping[str, CompanyStyle]) -> dict[str, str]:
    """Two letters for every company, all different: its first with its last, or with another of its own."""
    codes: dict[str, str] = {}
    for company, style in styles.items():
        label = style.label
        tries = [label] if len(label) <= 2 else [label[0] + letter for letter in label[-1] + label[1:-1]]
        tries += [label[:1] + digit for digit in "123456789"]
        codes[company] = next((code for code in tries if code not in codes.values()), label)
    return codes


def _key(view: BoardView, codes: Mapping[str, str], width: int) -> list[str]:
    """What the codes mean, of the companies with tokens on the board."""
    seated = {company for companies in view.tokens.values() for company in companies if company}
    entries = [f"{codes[c]} {s.label}" for c, s in view.styles.items() if c in seated and codes[c] != s.label]
    lines = [""]
    for entry in entries:
        if len(lines[-1]) + len(entry) + 3 > width:
            lines.append("")
        lines[-1] += (" · " if lines[-1] else "") + entry
    return [line for line in lines if line]
