"""The stage: which views it has, where its map should look, and the sentence on each hex and company of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import dist

import msgspec

from stockrail.draw.grid import Grid
from stockrail.rules.game import RailGame
from stockrail.rules.laying import terrain_cost
from stockrail.rules.rounds import operating_company
from stockrail.rules.track import track
from stockrail.web.views.board import Shown, last_hexes
from stockrail.web.views.sheets import sheet_name
from stockrail.web.views.voice import Voice

NAMED = 3  # tiles that are listed by name before they are only counted


class View(msgspec.Struct, frozen=True):
    """One of the views to switch between; one with `src` is fetched when somebody looks at it."""

    id: str
    name: str
    src: str = ""
    wide: bool = False  # needs a wide window


class HexLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said of a hex; name, value, cost and tokens come back where the map has no room for them."""

    where: str
    more: str = ""
    name: str = ""
    value: str = ""
    cost: str = ""
    tokens: str = ""


class Pointing(msgspec.Struct, frozen=True):
    """Sentences for the pointing line: at rest, by hex, by company; the company that is lit without pointing."""

    rest: str
    hexes: dict[str, HexLine]
    homes: dict[str, str]
    lit: str


class Inset(msgspec.Struct, frozen=True):
    """A part of the map in a frame of its own: its name, its middle, and how many hexes can be chosen there."""

    name: str
    middle: str
    marks: int


class Stage(msgspec.Struct, frozen=True):
    views: list[View]
    insets: list[Inset]
    default: str
    focus: str  # "x y" where the map should look
    near: str  # the same for a small screen
    pointing: str  # JSON


def stage_of(game: RailGame, voice: Voice, shown: Shown, stock: bool) -> Stage:
    """With `stock` the market is shown above the map."""
    lit = _lot(game)
    where = focus_hexes(game, shown, lit)
    near = shown.selected or _innermost(game, where)
    return Stage(
        views=views_of(game, voice),
        insets=_insets(game, shown),
        default=_opening_view(game, stock),
        focus=_middle(game, where),
        near=_middle(game, near),
        pointing=msgspec.json.encode(pointing_of(game, voice, shown, lit)).decode(),
    )


def _opening_view(game: RailGame, stock: bool) -> str:
    """A sheet if it is what is decided about; in a stock round market and map."""
    sheet = next((sheet.id for sheet in game.title.sheets(game) if sheet.now), "")
    return sheet or ("both" if stock else "map")


def views_of(game: RailGame, voice: Voice) -> list[View]:
    """What every board has, and the sheets of the title."""
    _ = voice._
    ids = [sheet.id for sheet in game.title.sheets(game)]
    return [
        View("map", _("Map")),
        View("market", _("Market")),
        View("both", _("Both"), wide=True),
        View("tiles", _("Tiles"), src="tiles"),
        *(View(id_, sheet_name(voice, id_), src=f"sheets/{id_}") for id_ in ids),
    ]


def _insets(game: RailGame, shown: Shown) -> list[Inset]:
    """Parts of the map that lie apart, so that readers find the way there."""
    chart, grid = game.title.board.chart, Grid.of(game.title.board)
    lying = [(sheet, grid.inset(sheet.prefix)) for sheet in chart.insets if sheet.name]
    return [
        Inset(sheet.name, f"{(left + right) / 2:.0f} {(top + bottom) / 2:.0f}", len(shown.buildable & set(hexes)))
        for sheet, (hexes, (left, top, right, bottom)) in lying
    ]


def focus_hexes(game: RailGame, shown: Shown, lit: str = "") -> frozenset[str]:
    """Where it matters: legal hexes, else an auctioned company's home, the acting company's track, the last move.

    Of hexes in parts of the map that lie apart only those of one part: between them is nothing to see.
    """
    asked = game.decision.subject(game) if game.decision else None
    company = str(asked) if asked in game.title.companies else operating_company(game)
    home = game.title.companies[lit].homes if lit else ()
    own = [hex_ for hex_, _ in track(game).tokens_of(company)] if company else []
    run = [hex_ for _, hexes in shown.routes for hex_ in hexes]
    tries: tuple[Iterable[str], ...] = (shown.buildable, [hex_ for hex_, _ in home], [*own, *run], last_hexes(game))
    known = game.title.board.hexes
    return _together(game, next((found for hexes in tries if (found := frozenset(hexes) & known.keys())), frozenset()))


def _together(game: RailGame, hexes: frozenset[str]) -> frozenset[str]:
    """Those on the sheet that has most of them."""
    sheets: dict[str, set[str]] = {}
    for hex_ in sorted(hexes):
        sheets.setdefault(game.title.board.chart.sheet(hex_).prefix, set()).add(hex_)
    return frozenset(max(sheets.values(), key=len) if sheets else ())


def _middle(game: RailGame, hexes: Iterable[str]) -> str:
    centres = Grid.of(game.title.board).centres
    points = [centres[hex_] for hex_ in hexes]
    if not points:
        return ""
    return " ".join(f"{(min(values) + max(values)) / 2:.0f}" for values in zip(*points, strict=True))


def _innermost(game: RailGame, hexes: Iterable[str]) -> frozenset[str]:
    """The hex nearest to the middle of several: a small screen would else show the emptiness between them."""
    centres = Grid.of(game.title.board).centres
    points = {hex_: centres[hex_] for hex_ in sorted(hexes)}
    if not points:
        return frozenset()
    middle = [(min(values) + max(values)) / 2 for values in zip(*points.values(), strict=True)]
    return frozenset({min(points, key=lambda hex_: dist(points[hex_], middle))})


def _lot(game: RailGame) -> str:
    """The company that is up for auction."""
    item = getattr(game.decision, "item", None)
    return item if isinstance(item, str) and item in game.title.companies else ""


def pointing_of(game: RailGame, voice: Voice, shown: Shown, lit: str = "") -> Pointing:
    names = game.title.board.names
    return Pointing(
        rest=_at_rest(game, voice, shown),
        hexes={hex_: hex_line(game, voice, shown, hex_) for hex_ in names},
        homes={c.id: _home(voice, c.id, c.homes) for c in game.title.companies.values() if c.homes},
        lit=lit,
    )


def _home(voice: Voice, company: str, homes: Sequence[tuple[str, int]]) -> str:
    places = voice.speaker.listing(_where(voice, hex_) for hex_ in dict.fromkeys(hex_ for hex_, _ in homes))
    return voice._("{company}: home {place}").format(company=voice.speaker.company(company), place=places)


def _where(voice: Voice, hex_: str) -> str:
    """ "Vienna, K14"."""
    place = voice.speaker.place(hex_)
    return hex_ if place == hex_ else f"{place}, {hex_}"


def _at_rest(game: RailGame, voice: Voice, shown: Shown) -> str:
    """What the map shows."""
    company = operating_company(game)
    if shown.buildable:
        count = len(shown.buildable)
        return voice.ngettext("{count} hex to choose from", "{count} hexes to choose from", count).format(count=count)
    if shown.routes and company:
        return voice._("{company}’s run").format(company=voice.speaker.company(company))
    last = sorted(last_hexes(game))
    if last:
        places = voice.speaker.listing(_where(voice, hex_) for hex_ in last)
        return voice._("Last move: {place}").format(place=places)
    if game.title.reconstruction_of("map.hexes"):
        return voice._("Reconstructed board of {title}").format(title=game.title.name)
    return voice._("Board of {title}").format(title=game.title.name)


def hex_line(game: RailGame, voice: Voice, shown: Shown, hex_: str) -> HexLine:
    """ "Vienna, K14 · tile 581 fits 2 ways · pays 50"."""
    place, laid = voice.speaker.place(hex_), game.state.laid.get(hex_)
    tried = shown.lay[1:] if shown.lay and shown.lay[0] == hex_ else None
    lying = track(game)
    face = game.title.board.face(*tried) if tried else lying.face(hex_)
    values = [str(v) for v in dict.fromkeys(stop.value(game.phase.offboard) for stop in face.stops) if v]
    tokens = [token for stop in range(len(lying.face(hex_).stops)) for token in lying.tokens(hex_, stop)]
    tile = tried[0] if tried else laid[0] if laid else ""
    cost = terrain_cost(game, hex_, "yellow") if not laid else 0
    parts = [
        _fits(voice, shown.fits[hex_]) if hex_ in shown.fits else "",
        voice._("tile {tile}").format(tile=tile) if tile and (tried or hex_ not in shown.fits) else "",
        voice.speaker.listing(voice.speaker.company(token) for token in tokens) if tokens else "",
        voice._("pays {value}").format(value=" / ".join(values)) if values else "",
        voice._("terrain {cost}").format(cost=voice.money(cost)) if cost else "",
    ]
    return HexLine(
        where=_where(voice, hex_),
        more=" · ".join(part for part in parts if part),
        name="" if place == hex_ else place,
        value=" / ".join(values),
        cost=str(cost) if cost else "",
        tokens=" ".join(tokens),
    )


def _fits(voice: Voice, lays: Sequence[str]) -> str:
    """The tiles that fit; of a single one in how many ways."""
    turns: Mapping[str, int] = Counter(lays)
    if len(turns) == 1:
        (tile, count), *_ = turns.items()
        text = voice.ngettext("tile {tile} fits {count} way", "tile {tile} fits {count} ways", count)
        return text.format(tile=tile, count=count)
    if len(turns) <= NAMED:
        return voice._("tiles {tiles} fit").format(tiles=voice.speaker.listing(turns))
    return voice._("{count} tiles fit").format(count=len(turns))
