"""The board and the market as they stand in a page: colours are the page's, so one picture serves both themes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup

from stockrail.draw import BoardView, MarketView, Marks, Palette, Way, Words, board_svg, market_svg, tile_svg
from stockrail.draw.board import PICTURE
from stockrail.draw.geometry import H, R
from stockrail.draw.grid import Grid
from stockrail.draw.market import HEIGHT, RIM, WIDTH, units
from stockrail.draw.of_game import board_view, market_view
from stockrail.draw.parts import hex_path
from stockrail.draw.runs import legs
from stockrail.draw.scene import Scene
from stockrail.draw.svg import FONT
from stockrail.draw.tiles import tile_key
from stockrail.rules.game import RailGame
from stockrail.rules.laying import supply
from stockrail.rules.rounds import operating_company
from stockrail.rules.track import track
from stockrail.web.language import tongue

_GROUND = {
    colour: (f"var(--b-{colour})", f"var(--b-{colour}l)") for colour in ("yellow", "green", "brown", "grey", "red")
}
_GROUND["darkgreen"] = ("var(--b-greenl)", "var(--b-green)")

PAGE = Palette(
    page="var(--stage)",
    land="var(--b-land)",
    landline="var(--b-landline)",
    rough="var(--b-rough)",
    mountain="var(--b-mountain)",
    border="var(--b-wall)",
    sea="var(--b-sea)",
    waves="var(--b-wave)",
    coast="var(--b-coast)",
    hill_sign="var(--b-hill)",
    mountain_sign="var(--b-mtn)",
    snow="var(--b-snow)",
    port="var(--b-port)",
    rail="var(--b-rail)",
    casing="var(--b-casing)",
    city="var(--b-city)",
    cityline="var(--b-cityline)",
    slotfill="var(--b-slotfill)",
    slot="var(--b-slot)",
    disc="var(--b-disc)",
    ink="var(--b-ink)",
    plate_ink="#1F2328",
    soft="var(--b-soft)",
    rim="var(--b-faint)",
    badge="var(--b-badge)",
    badge_ink="var(--b-badgeink)",
    offboard_ink="var(--b-offink)",
    other_value="var(--b-dimink)",
    river="var(--b-coast)",
    line="var(--b-line)",
    par="var(--b-par)",
    parline="var(--b-parline)",
    cell="var(--b-cell)",
    cellline="var(--b-cellline)",
    accent="var(--accent)",
    last="var(--b-last)",
    reach="var(--b-reach)",
    route_opacity="var(--route-opacity)",
    routes=("var(--route1)", "var(--route2)", "var(--route3)", "var(--route4)"),
    ground=_GROUND,
    values={
        "yellow": "var(--b-offy)",
        "green": "var(--b-offg)",
        "brown": "var(--b-offb)",
        "grey": "var(--b-offgrey)",
    },
)

Routes = Sequence[tuple[str, Sequence[str]]]
LINE = 12  # cells in a line of a market that is one long row
CUT = (4, 7)  # rows and columns of the small market
NEVER_OUT = "∞"


class Shown:
    """What a board shows besides the position: a tile or token being tried, runs, hexes that can be chosen."""

    def __init__(
        self,
        buildable: frozenset[str] = frozenset(),
        selected: frozenset[str] = frozenset(),
        routes: Routes = (),
        lay: tuple[str, str, int] | None = None,
        token: tuple[str, int, str] | None = None,
        fits: Mapping[str, Sequence[str]] | None = None,
        ways: Sequence[Way] = (),
    ) -> None:
        self.buildable = buildable
        self.selected = selected
        self.routes = routes
        self.lay = lay
        self.token = token
        self.ways = ways  # along which something can be placed
        self.fits = fits or {}  # by hex the tiles that can be laid there, once for each turn


def picture_words(language: str) -> Words:
    """The few words that pictures bring themselves."""
    _ = tongue(language).gettext
    return Words(
        tile=_("tile"),
        legal=_("legal"),
        par=_("PAR"),
        market=_("Market"),
        closed=_("Closed"),
        left=_("{left} of {count} left"),
        count=_("{count} in the box"),
        totals=_("{kinds} types, {count} tiles"),
    )


def board_markup(
    game: RailGame, shown: Shown, label: str, last: frozenset[str] = frozenset(), language: str = "en"
) -> Markup:
    """The board; hexes that can be chosen are buttons."""
    view = board_view(game, label)
    laid, tokens, ghosts = dict(view.laid), dict(view.tokens), view.ghosts
    if shown.lay is not None:
        hex_, tile, rotation = shown.lay
        laid[hex_] = (tile, rotation)
    if shown.token is not None:
        hex_, stop, company = shown.token
        tokens[hex_, stop] = [*tokens.get((hex_, stop), ()), company]
        ghosts = frozenset({shown.token})
    company = operating_company(game) or ""
    edges = reach_edges(game, company) if company else frozenset()
    marks = Marks(shown.buildable, shown.selected, last=last, reachable_edges=edges, veil=bool(shown.buildable))
    view = replace(
        view, laid=laid, tokens=tokens, ghosts=ghosts, marks=marks, title="", routes_company=company,
        ways=shown.ways, words=picture_words(language),
    )  # fmt: skip
    view = replace(view, routes=drawable(view, shown.routes))
    return Markup(board_svg(view, PAGE, interactive=True))


def reach_edges(game: RailGame, company: str) -> frozenset[tuple[str, int]]:
    """The borders that a company's track crosses or comes up to."""
    setting = game.title.run_setting(game, company)
    return track(game).reach(company, setting is None or setting.rules.one_stop_a_hex).edges


def drawable(view: BoardView, routes: Routes) -> Routes:
    """Those routes for which there is track all the way; somebody may be in the middle of drawing one."""
    scene = Scene(replace(view, routes=()))
    found = []
    for label, hexes in routes:
        try:
            legs(scene.grid, scene.settings, hexes)
        except (ValueError, KeyError):
            continue
        found.append((label, hexes))
    return found


def market_markup(game: RailGame, prefix: str, language: str) -> Markup:
    view = _market(game, language)
    return _pointable(_in_lines(view, LINE) if _is_long(game) else view, game, prefix)


def _pointable(view: MarketView, game: RailGame, prefix: str) -> Markup:
    """A market whose cells can be inspected; Tab stops where companies stand."""

    def named(found: re.Match[str]) -> str:
        cell = int(found[1]), int(found[2])
        button = 'tabindex="0" role="button"' if game.state.pile.get(cell) else 'tabindex="-1"'
        return f'data-inspect="cell:{cell[0]}.{cell[1]}" {button}'

    drawn = market_svg(view, PAGE, prefix=prefix, interactive=True)
    return Markup(re.sub(r'data-cell="(\d+)\.(\d+)" tabindex="-1" role="img"', named, drawn))


def _market(game: RailGame, language: str) -> MarketView:
    return replace(market_view(game), title="", words=picture_words(language))


def _is_long(game: RailGame) -> bool:
    """Whether the market is one row that nobody could read in a page's width."""
    rows = game.title.grid.rows
    return len(rows) == 1 and len(rows[0]) > 2 * LINE


def _in_lines(view: MarketView, length: int) -> MarketView:
    """One long row, going on in the next line like text."""
    row = view.rows[0]
    return replace(
        view,
        rows=[row[n : n + length] for n in range(0, len(row), length)],
        par=frozenset(divmod(column, length) for _, column in view.par),
        piles={divmod(column, length): pile for (_, column), pile in view.piles.items()},
        cells={divmod(column, length): (0, column) for column in range(len(row))},
        turns=False,
    )


def market_cell(game: RailGame, cell: tuple[int, int]) -> tuple[int, int]:
    """Where a cell of the market is shown."""
    return divmod(cell[1], LINE) if _is_long(game) else cell


def market_cut(game: RailGame, language: str) -> Markup:
    """The market in a small place: the cells around the markers, or all if they lie too far apart."""
    if _is_long(game):
        return _pointable(_lines_in_use(_in_lines(_market(game, language), CUT[1])), game, "s-")
    cells = list(game.state.cell.by_key().values() or game.title.grid.par.values())
    whole = market_markup(game, "s-", language)
    rows, columns = [cell[0] for cell in cells], [cell[1] for cell in cells]
    if not cells or max(rows) - min(rows) >= CUT[0] or max(columns) - min(columns) >= CUT[1]:
        return whole
    most = len(game.title.grid.rows), max(len(row) for row in game.title.grid.rows)
    top, left = (_first(span, cut, all_) for span, cut, all_ in zip((rows, columns), CUT, most, strict=True))
    width, height = CUT[1] * WIDTH + 2 * RIM, CUT[0] * HEIGHT + 2 * RIM
    part = f'viewBox="{left * WIDTH:.0f} {top * HEIGHT:.0f} {width:.0f} {height:.0f}"'
    return Markup(re.sub(r"--units:\d+", units(width), re.sub(r'viewBox="[^"]*"', part, whole, count=1), count=1))


def _first(used: Sequence[int], cut: int, most: int) -> int:
    """Where a cut of so many rows or columns begins, so that what is used lies in its middle."""
    spare = cut - (max(used) - min(used) + 1)
    return max(0, min(min(used) - spare // 2, most - cut))


def _lines_in_use(view: MarketView) -> MarketView:
    """Only the lines where markers stand, or else companies may begin."""
    used = sorted({row for row, _ in view.piles} or {row for row, _ in view.par})
    place = {row: n for n, row in enumerate(used)}
    return replace(
        view,
        rows=[view.rows[row] for row in used],
        par=frozenset((place[row], column) for row, column in view.par if row in place),
        piles={(place[row], column): pile for (row, column), pile in view.piles.items()},
        cells={(place[row], column): cell for (row, column), cell in view.cells.items() if row in place},
    )


def hex_picture(game: RailGame, hex_: str) -> Markup:
    """One hex cut out of the board that stands in the same page; empty if the board has no such hex."""
    grid = Grid.of(game.title.board)
    if hex_ not in grid.playable:
        return Markup("")
    x, y = grid.centres[hex_]
    across, down = (R, H) if grid.layout.flat else (H, R)
    box = f"{x - across:.1f} {y - down:.1f} {2 * across:.1f} {2 * down:.1f}"
    clip = f'<clipPath id="cut"><path d="{hex_path(grid.layout)}" transform="translate({x:.1f} {y:.1f})"/></clipPath>'
    used = f'<use href="#{PICTURE}" clip-path="url(#cut)"/>'
    look = f'font-family="{FONT}" font-size="16" fill="{PAGE.ink}" text-anchor="middle"'
    return Markup(f'<svg class="cut" viewBox="{box}" {look} aria-hidden="true">{clip}{used}</svg>')


def tiles_markup(game: RailGame, language: str = "en") -> Markup:
    """All tiles with how many are left, as many beside each other as there is room for."""
    board, left, text = game.title.board, supply(game), picture_words(language)
    names = sorted(board.tiles, key=lambda name: tile_key(name, board.tiles[name].color))
    items = [_tile_left(game, name, left.get(name, 0), text) for name in names]
    return Markup('<ol class="box">{}</ol>').format(Markup("").join(items))


def _tile_left(game: RailGame, name: str, left: int, text: Words) -> Markup:
    count = game.title.board.tiles[name].count
    endless = not isinstance(count, int)
    shown = NEVER_OUT if endless else f"×{left}"
    item = Markup(
        '<li><button type="button" class="see{gone}" data-inspect="tile:{name}" title="{title}">{picture}'
        '<span><b>{name}</b> <span class="muted">{shown}</span></span></button></li>'
    )
    title = "" if endless else text.left.format(left=left, count=count)
    gone, picture = "" if left or endless else " gone", tile_markup(game, name, 0, f"t-{name}-")
    return item.format(gone=gone, name=name, title=title, picture=picture, shown=shown)


def tile_markup(game: RailGame, tile: str, rotation: int, prefix: str) -> Markup:
    board = game.title.board
    return Markup(tile_svg(board.face(tile, rotation % 6), PAGE, layout=board.chart.layout, prefix=prefix))


def last_hexes(game: RailGame) -> frozenset[str]:
    """Where the last action did something."""
    found = {str(event.params["hex"]) for event in game.last_events() if "hex" in event.params}
    return frozenset(found & set(game.title.board.hexes))


def last_runs(game: RailGame) -> Routes:
    """The runs of the company in turn, or of the last one that ran."""
    found: list[tuple[str, Sequence[str]]] = []
    for event in reversed(game.log):
        if event.kind == "runs":
            found.append((game.title.train_name(game, event["train"]), event["hexes"]))
        elif found or event.kind in ("operates", "round_begins"):
            break
    return found[::-1]


def thumbnail(game: RailGame) -> Markup:
    """A tiny map: hexes as dots in the colours of ground and tiles."""
    board, laid = game.title.board, game.state.laid
    grid = Grid.of(board)
    dots = []
    for name in grid.playable:
        colour = board.tiles[laid[name][0]].color if name in laid else board.hexes[name].printed.color
        fill = {"white": "landline", "blue": "sea"}.get(colour, colour)
        x, y = grid.centres[name]
        dots.append(f'<circle cx="{x / 20:.1f}" cy="{y / 20:.1f}" r="4.6" fill="var(--b-{fill})"/>')
        if any(stop.kind == "city" for stop in board.hexes[name].printed.stops):
            dots.append(f'<circle cx="{x / 20:.1f}" cy="{y / 20:.1f}" r="1.6" fill="var(--b-ink)"/>')
    width, height = grid.size[0] / 20, grid.size[1] / 20
    return Markup(f'<svg viewBox="0 0 {width:.0f} {height:.0f}" aria-hidden="true">{"".join(dots)}</svg>')
