"""From a game to its pictures: what `draw` needs to know of a position."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import ActionRange
from stockrail.draw import BoardView, CompanyStyle, MarketView, Marks, board_svg, board_text
from stockrail.rules.actions import RunTrains
from stockrail.rules.game import RailGame
from stockrail.rules.laying import terrain_cost
from stockrail.rules.prices import par_prices
from stockrail.rules.tokens import token_owner
from stockrail.rules.trains import type_of

BOARD_LEGEND = """\
Hexes: coordinate and value, name; nn60 rough ground, ^^120 mountain, ~~ river, with its cost; 58↓ tile, its turn
Cities: KV or 4 a token (letters explained above), o a free circle, (4) kept as the home of 4, | between two cities
Sides: = ‖ track goes across; < > ^ v track of one hex leads there, and the next hex has none that meets it"""

CLOSED = "×"
LEDGE = "─"
MARKET_LEGEND = """\
[100]  a price at which a company may start; (100) one at which it may in a later phase
Below a price stand the companies whose shares have it, the first on top: it operates before those below it.
Of two prices that are the same, the company further to the right operates first."""


def styles(game: RailGame) -> dict[str, CompanyStyle]:
    """How the companies look; those with shares count from 0."""
    ringed = list(game.title.with_shares)
    return {
        company.id: CompanyStyle(
            company.id,
            company.color,
            company.text_color,
            ringed.index(company.id) if company.id in ringed else None,
        )
        for company in game.title.companies.values()
    }


def board_view(game: RailGame, subtitle: str = "", marks: bool = False) -> BoardView:
    """The board as it lies; with `marks` also what the player in turn could do there."""
    title, state = game.title, game.state
    routes = _routes(game) if marks else []
    return BoardView(
        board=title.board,
        laid=state.laid.by_key(),
        tokens=_tokens(game),
        styles=styles(game),
        reserved=_reserved(game),
        phase_colour=game.phase.offboard,
        costs=_costs(game),
        routes=[(label, hexes) for _, label, hexes in routes],
        routes_company=routes[0][0] if routes else "",
        marks=_marks(game) if marks else Marks(),
        hatched=frozenset(hex_ for hex_ in title.map_facts.get("consent", ()) if hex_ not in state.laid),
        printed=title.printed_marks,
        pieces={
            hex_: [(piece.company, piece.sign) for piece in pieces] for hex_, pieces in title.map_pieces(game).items()
        },
        claims=title.claimed_slots(game),
        closed=title.closed_sides(game),
        ports=title.port_values(game),
        homes={company.id: company.home for company in title.companies.values() if company.home},
        title=title.name,
        subtitle=subtitle,
    )


def _tokens(game: RailGame) -> dict[tuple[str, int], list[str]]:
    places = game.state.shelves.things.items()
    cities = [(place, things) for place, things in places if things and isinstance(place, tuple) and place[0] == "city"]
    return {(hex_, stop): [token_owner(token) for token in things] for (_, hex_, stop), things in sorted(cities)}


def _reserved(game: RailGame) -> dict[tuple[str, int], str]:
    """The homes of companies that may still come to them."""
    return {home: company for company in game.title.expected(game) for home in game.title.companies[company].homes}


def _costs(game: RailGame) -> dict[str, int]:
    """What the next tile will cost where one lies already."""
    board, next_of = game.title.board, {"yellow": "green"}
    costs = {
        hex_: terrain_cost(game, hex_, next_of.get(board.tiles[tile].color, ""))
        for hex_, (tile, _) in game.state.laid.by_key().items()
    }
    return {hex_: cost for hex_, cost in costs.items() if cost}


def _marks(game: RailGame) -> Marks:
    offered = {hex_ for entry in game.legal_actions() if (hex_ := getattr(entry, "hex", ""))}
    last = {str(event.params["hex"]) for event in game.last_events() if "hex" in event.params}
    return Marks(buildable=frozenset(offered), last=frozenset(last & set(game.title.board.hexes)))


def _routes(game: RailGame) -> list[tuple[str, str, Sequence[str]]]:
    """The run on offer: company, label and hexes of each train."""
    run = next((entry for entry in game.legal_actions() if isinstance(entry, RunTrains)), None)
    if run is None or isinstance(run, ActionRange):
        return []
    engines = [single for single in run.runs if len(single.hexes) > 1]
    return [(run.company, type_of(game, single.train).name, single.hexes) for single in engines]


def market_view(game: RailGame, subtitle: str = "") -> MarketView:
    grid = game.title.grid
    zones = list(dict.fromkeys(grid.zones[cell] for cell in sorted(grid.zones)))
    return MarketView(
        rows=grid.rows,
        par=frozenset(grid.par.values()),
        openings=_openings(game),
        shut=frozenset(grid.par.values()) - {grid.par[price] for price in par_prices(game)},
        bands={cell: zones.index(zone) for cell, zone in grid.zones.items()},
        ledges=frozenset(grid.ledges),
        closed=frozenset(grid.closed),
        piles={cell: pile for cell, pile in game.state.pile.by_key().items() if pile},
        styles=styles(game),
        currency=game.title.facts["currency"],
        title=game.title.name,
        subtitle=subtitle,
    )


def _openings(game: RailGame) -> dict[tuple[int, int], int]:
    """In which order starting values are opened, where phases say which there are."""
    grid, first = game.title.grid, dict[int, int]()
    for number, phase in enumerate(game.title.facts["phases"]):
        for price in phase.get("par", ()):
            first.setdefault(price, number)
    order = sorted(set(first.values()))
    return {grid.par[price]: order.index(number) for price, number in first.items() if price in grid.par}


def market_text(view: MarketView, width: int = 108) -> str:
    """The market as plain text: starting values in brackets, markers below their price, the first on top.

    A line below a row is a ledge. Rows that are wider than the page go on below.
    """
    cell = max([6, *(len(company) + 1 for pile in view.piles.values() for company in pile)])
    fit = max(1, width // cell)
    lines: list[str] = []
    for r, row in enumerate(view.rows):
        for begin in range(0, len(row), fit):
            columns = range(begin, min(begin + fit, len(row)))
            lines.append("".join(_price(view, r, c).rjust(cell) for c in columns))
            piles = [list(view.piles.get((r, c), ())) for c in columns]
            for level in range(max(map(len, piles))):
                lines.append("".join((pile[level] if level < len(pile) else "").rjust(cell) for pile in piles).rstrip())
            if r in view.ledges:
                lines.append(
                    "".join(("" if row[c] is None else LEDGE * (cell - 1)).rjust(cell) for c in columns).rstrip()
                )
    return "\n".join(lines)


def _price(view: MarketView, row: int, column: int) -> str:
    price = view.rows[row][column]
    if price is None:
        return ""
    if (row, column) in view.closed:
        return CLOSED
    if (row, column) not in view.par:
        return str(price)
    return f"({price})" if (row, column) in view.shut else f"[{price}]"


def text_board(game: RailGame, width: int | None, ansi: bool) -> str:
    return board_text(board_view(game), width, ansi=ansi).rstrip("\n")


def svg_board(game: RailGame, subtitle: str = "") -> str:
    return board_svg(board_view(game, subtitle, marks=True))
