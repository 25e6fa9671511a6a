"""What a picture shows, as plain data. Nothing here knows how a game is kept, only how it looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from stockrail.board import Board

Cell = tuple[int, int]
StopId = tuple[str, int]


@dataclass(frozen=True)
class CompanyStyle:
    """How a company's token looks; `ring` is its place among those with shares, None for one with one owner."""

    label: str
    color: str
    text_color: str
    ring: int | None = None


@dataclass(frozen=True)
class Words:
    """The few words that a picture brings itself. A reader's language replaces them."""

    tile: str = "tile"
    legal: str = "legal"
    par: str = "PAR"
    market: str = "Market"
    closed: str = "Closed"
    left: str = "{left} of {count} left"
    count: str = "{count} in the box"
    totals: str = "{kinds} types, {count} tiles"


@dataclass(frozen=True)
class Marks:
    """States drawn on a hex. `reachable` lights all its track, `reachable_edges` single pieces."""

    buildable: frozenset[str] = frozenset()
    selected: frozenset[str] = frozenset()
    focused: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    reachable: frozenset[str] = frozenset()
    reachable_edges: frozenset[tuple[str, int]] = frozenset()
    veil: bool = False


@dataclass(frozen=True)
class Way:
    """A way over the board's track, hex by hex, which a page lights up: the one in use, others when they are named."""

    key: str
    hexes: Sequence[str]
    chosen: bool = False


@dataclass(frozen=True)
class BoardView:
    """One position of a board.

    `tokens` lists the companies of a stop slot by slot ("" for an empty
    slot), `reserved` what an empty slot says, `costs` the badge that remains on a laid hex. `routes` gives a
    label and the hexes of each train's run in order, the first and last holding its end stops. `ghosts` are
    tokens drawn faintly, `hatched` hexes that need a consent. `phase_colour` is the column of value tables.
    `homes` are the stops that a page lights up while their company is named, `ways` lines over track. `printed` are
    marks in corners of hexes: a letter ("F"), a letter of a printed line ("line:T"), "anchor", or the sign of a
    terrain ("hill").
    `pieces` are things that companies have put on a hex: company and sign ("coach", "anchor").
    `claims` are the slots of a stop, after its tokens, that are not free: what they say, and whether it is a piece
    ("piece"), kept for somebody ("kept") or not open yet ("later"). `closed` are sides that no route crosses now,
    `ports` what a port adds to the city of its hex.
    """

    board: Board
    laid: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    tokens: Mapping[StopId, Sequence[str]] = field(default_factory=dict)
    styles: Mapping[str, CompanyStyle] = field(default_factory=dict)
    reserved: Mapping[StopId, str] = field(default_factory=dict)
    phase_colour: str = "yellow"
    costs: Mapping[str, int] = field(default_factory=dict)
    routes: Sequence[tuple[str, Sequence[str]]] = ()
    routes_title: str = ""
    routes_company: str = ""
    marks: Marks = field(default_factory=Marks)
    ghosts: frozenset[tuple[str, int, str]] = frozenset()
    hatched: frozenset[str] = frozenset()
    homes: Mapping[str, StopId] = field(default_factory=dict)
    ways: Sequence[Way] = ()
    printed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    pieces: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    claims: Mapping[StopId, Sequence[tuple[str, str]]] = field(default_factory=dict)
    closed: frozenset[tuple[str, int]] = frozenset()
    ports: Mapping[str, int] = field(default_factory=dict)
    title: str = ""
    subtitle: str = ""
    description: str = ""
    words: Words = field(default_factory=Words)


@dataclass(frozen=True)
class MarketView:
    """A share market: rows from the top (None where the grid has no cell), piles with the first to act first.

    `zones` gives a cell's word and tint. `notes` are lines of a direction ("up", "down", "left", "right" or
    "") and what moves a price that way. `turns` draws the small arrows where a row's end sends a marker up or
    down. `cells` says which cell of the market is shown where, if it is not laid out as it is. `closed` are cells
    without a price: a company that comes there closes.
    """

    rows: Sequence[Sequence[int | None]]
    par: frozenset[Cell] = frozenset()
    piles: Mapping[Cell, Sequence[str]] = field(default_factory=dict)
    styles: Mapping[str, CompanyStyle] = field(default_factory=dict)
    zones: Mapping[Cell, tuple[str, str]] = field(default_factory=dict)
    closed: frozenset[Cell] = frozenset()
    notes: Sequence[tuple[str, str]] = ()
    currency: str = "{}"
    turns: bool = True
    cells: Mapping[Cell, Cell] = field(default_factory=dict)
    title: str = ""
    subtitle: str = ""
    words: Words = field(default_factory=Words)
