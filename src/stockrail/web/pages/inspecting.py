"""The inspector's requests: what a thing is, and afterwards what takes a search."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from stockrail.core.marking import N_
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import operating_company
from stockrail.rules.track import track
from stockrail.web.language import language_of, tongue
from stockrail.web.pages.rendering import Asking, fragment
from stockrail.web.pages.searching import once
from stockrail.web.people import whoever
from stockrail.web.play.live import LiveGame
from stockrail.web.services import Services
from stockrail.web.views.bots import level_names
from stockrail.web.views.inspecting import Inspected, at_rest, inspected
from stockrail.web.views.inspecting.thing import line
from stockrail.web.views.inspecting.trying import Effect, effect, lays_for
from stockrail.web.views.running import PATIENCE
from stockrail.web.views.voice import Voice

_LAY = re.compile(r"\w{1,10}\.[0-5]")
LONGEST = 40  # letters of an address
MOST_LATER = 4  # tiles whose effect on a run is reckoned for one hex


class Later(msgspec.Struct, frozen=True):
    """A line that is filled in afterwards: a label, and what to ask for."""

    label: str
    query: str


@get("/game/{game_id:str}/inspect", include_in_schema=False)
async def inspect(
    request: Asking,
    game_id: FromPath[str],
    services: NamedDependency[Services],
    of: FromQuery[str] = "",
    at: FromQuery[str] = "",
    lay: FromQuery[str] = "",
) -> Response[str]:
    """A thing in four parts, as a fragment of the page; without an address, what is shown at rest."""
    live = await services.hall.game(game_id)
    person = await whoever(request, services.database)
    mine = live.row.seats_of(person.id if person else None)
    acts = len(live.projection.done)
    past = int(at) if at.isascii() and at.isdecimal() and len(at) < 10 and int(at) < acts else None
    turned = lay if _LAY.fullmatch(lay) else ""
    text = await asyncio.to_thread(_markup, request, live, mine, of[:LONGEST], past, turned)
    if not text:
        raise NotFoundException(N_("there is no such thing in this game"))
    headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
    return Response(text, media_type=MediaType.HTML, headers=headers)


def _markup(request: Asking, live: LiveGame, mine: frozenset[int], of: str, past: int | None, lay: str) -> str:
    """Drawn once for all who hold the same seats; nothing is kept of the past, of which there is much."""
    language = language_of(request)
    key = ("inspect", f"{of} {lay} {sorted(mine)} {language}")
    if past is None and key in live.memo:
        return str(live.memo[key])
    game = live.position if past is None else live.at(past)
    voice = Voice(game, language)
    thing = inspected(game, voice, of or at_rest(game))
    if thing is None:
        return ""
    thing = _with_level(live, language, thing)
    later = _later(game, voice, thing, mine, lay) if past is None else []
    text = fragment(request, "table/inspected.html", thing=thing, later=later, base=f"/game/{live.row.id}")
    if past is None and _is_plain(thing, of, lay):
        live.memo[key] = text
    return text


def _with_level(live: LiveGame, language: str, thing: Inspected) -> Inspected:
    """A bot's seat also tells how strong it plays."""
    kind, _, seat = thing.of.partition(":")
    level = level_names(live, language).get(int(seat)) if kind == "player" else None
    if level is None:
        return thing
    text = tongue(language).gettext("bot, {level}").format(level=level)
    return msgspec.structs.replace(thing, what=[*thing.what, line("", text)])


def _is_plain(thing: Inspected, of: str, lay: str) -> bool:
    """Whether this is one of the few ways to ask for a thing: a stranger must not fill the memory with others."""
    tiles = [tile.tile for tile in thing.tiles]
    return of in ("", thing.of) and (not lay or lay.rpartition(".")[0] in tiles)


def _later(game: RailGame, voice: Voice, thing: Inspected, mine: frozenset[int], lay: str) -> list[Later]:
    """What a company would earn; what tiles of a hex would do to the runs of the reader's own companies."""
    if thing.runs:
        return [Later(voice._("Would earn now"), urlencode({"company": thing.runs}))]
    tile, _, turn = lay.rpartition(".")
    tiles = [each.tile for each in thing.tiles if each.now and (not tile or each.tile == tile)]
    companies = [c for c in thing.reached_by if _concerns(game, c, mine)]
    text = voice._("Tile {tile}: best run of {company}")
    return [
        Later(text.format(tile=name, company=company), _query(company, thing.hex, name, turn))
        for company in companies
        for name in tiles
        if lays_for(game, company, thing.hex, name)
    ][:MOST_LATER]


def _query(company: str, hex_: str, tile: str, turn: str) -> str:
    return urlencode({"company": company, "hex": hex_, "tile": tile, "turn": turn})


def _concerns(game: RailGame, company: str, mine: frozenset[int]) -> bool:
    """Whether the reader decides for a company, or it is its turn."""
    return company == operating_company(game) or game.title.controller(game, company) in mine


@get("/game/{game_id:str}/inspect/run", include_in_schema=False)
async def run(
    request: Asking,
    game_id: FromPath[str],
    services: NamedDependency[Services],
    company: FromQuery[str],
    hex: FromQuery[str] = "",
    tile: FromQuery[str] = "",
    turn: FromQuery[str] = "",
) -> dict[str, Any]:
    """The best run of a company as things stand, or with a tile: a search, made once for all who ask."""
    live = await services.hall.game(game_id)
    game = live.position
    lays = [lay for lay in _lays(game, company, hex, tile) if not turn or str(lay.rotation) == turn]
    if company not in game.title.companies or (hex and not lays):
        raise NotFoundException(N_("there is no such thing in this game"))
    key = ("run", f"{company} {hex} {tile} {turn}" if lays else company)
    if key not in live.memo:
        live.memo[key] = await once(live, " ".join(key), partial(_reckoned, game, company, lays))
    return _said(Voice(game, language_of(request)), live.memo[key], bool(lays))


def _lays(game: RailGame, company: str, hex_: str, tile: str) -> list[Any]:
    known = company in game.title.companies and hex_ in game.title.board.hexes and tile in game.title.board.tiles
    return lays_for(game, company, hex_, tile) if known and track(game).tokens_of(company) else []


def _reckoned(game: RailGame, company: str, lays: list[Any]) -> Effect:
    if lays:
        return effect(game, company, lays, PATIENCE)
    account = game.title.account(game, company, PATIENCE)
    return Effect(0, account.total, account.proven)


def _said(voice: Voice, found: Effect, changes: bool) -> dict[str, Any]:
    doubt = "" if found.proven else " ?"
    change = f" ({voice.signed(found.change)})" if changes else ""
    return {"text": f"{voice.money(found.total)}{change}{doubt}", "change": found.change}


HANDLERS = [inspect, run]
