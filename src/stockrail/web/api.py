"""The JSON API: list games, read a position and its legal actions, act for a seat by token."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, cast

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency
from litestar.exceptions import (
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
    ValidationException,
)
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from stockrail.core.marking import N_
from stockrail.core.saving import dump
from stockrail.draw import DARK, LIGHT, board_svg, market_svg
from stockrail.draw.of_game import board_view, market_view
from stockrail.files.exports import dump_running, is_open
from stockrail.rules.game import RailGame
from stockrail.rules.overlay import values
from stockrail.titles import all_titles
from stockrail.titles import title as find_title
from stockrail.web.language import language_of
from stockrail.web.play.live import LiveGame
from stockrail.web.play.names import clean, unlike
from stockrail.web.play.opening import Order
from stockrail.web.play.thinking import FORMER
from stockrail.web.problems import Problem
from stockrail.web.services import Services, bearer
from stockrail.web.store import games as store
from stockrail.web.store import people
from stockrail.web.store.games import GameRow
from stockrail.web.views.bots import levels_in
from stockrail.web.views.logbook import Logbook
from stockrail.web.views.position import Choice, Position, choices, position_of
from stockrail.web.watching import DOOR

Asking = Request[Any, Any, Any]
At = Annotated[
    int | None, QueryParameter(ge=0, description="The position after this many actions; by default, the current one.")
]


class RulingInfo(msgspec.Struct, frozen=True):
    name: str
    question: str
    answers: dict[str, str]


class TitleInfo(msgspec.Struct, frozen=True):
    """A title, and what can be chosen for a game of it."""

    name: str
    players: list[int]
    options: dict[str, str]
    presets: list[str]
    rulings: list[RulingInfo]


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    seat: int
    name: str
    kind: str
    free: bool = False
    level: str = ""  # of a bot
    token: str = ""  # told once, to whoever opens the table, sits down or asks for a new one


class GameInfo(msgspec.Struct, frozen=True):
    """A game in a list."""

    id: str
    title: str
    name: str
    over: bool
    actor: int | None
    entries: int
    changed: float
    seats: list[SeatInfo]
    pace: str = "now"  # of its bots: "now" or "readable"
    paused: bool = False  # whether its bots wait
    gathers: bool = False  # whether it waits for players; nobody can act before its owner starts it


class Guest(msgspec.Struct, frozen=True):
    """Who sits down."""

    name: str = ""


class Acts(msgspec.Struct, frozen=True):
    """Actions for a seat, all or none of them. `expected` is the position's `number`: what you have seen."""

    expected: int
    actions: list[dict[str, Any]]


class Undo(msgspec.Struct, frozen=True):
    """Without `to` one's own last action; else all actions but the first `to`."""

    expected: int
    to: int | None = None


class Pacing(msgspec.Struct, frozen=True):
    """How fast the bots of a table act: "now" or "readable"; `paused` if they wait until somebody lets them act."""

    pace: str = ""
    paused: bool = False


class LevelInfo(msgspec.Struct, frozen=True):
    """A level at which bots play; the first one is the usual one."""

    name: str
    text: str


class Reasons(msgspec.Struct, frozen=True):
    """What a bot chose, and what it thought of its alternatives."""

    chosen: str
    others: list[str]


class Expected(msgspec.Struct, frozen=True):
    expected: int


class Answered(msgspec.Struct, frozen=True):
    expected: int
    accept: bool


class Now(msgspec.Struct, frozen=True):
    """How many entries the game has now, and whether what was asked for is done."""

    number: int
    done: bool = True


class LogLine(msgspec.Struct, frozen=True):
    number: int
    kind: str
    seat: int
    at: float
    undone: bool
    sentences: list[str]


@get("/titles", summary="The titles and what can be chosen", tags=["titles"])
async def titles() -> list[TitleInfo]:
    return [
        TitleInfo(
            title.name,
            list(title.players),
            {option.name: option.text for option in title.options},
            sorted(title.presets),
            [RulingInfo(r.name, r.question, dict(r.answers)) for r in title.rulings],
        )
        for title in all_titles().values()
    ]


@get("/titles/{title:str}/facts", summary="A title's values by path: what a table may change", tags=["titles"])
async def facts(title: FromPath[str]) -> dict[str, Any]:
    return dict(values(find_title(title)))


@get("/bots", summary="The levels at which bots play, the usual one first", tags=["titles"])
async def bots(request: Asking) -> list[LevelInfo]:
    return [LevelInfo(level.id, level.note) for level in levels_in(language_of(request))]


@get("/games", summary="Games with a free seat; with a token, its game", tags=["games"])
async def list_games(request: Asking, services: NamedDependency[Services]) -> list[GameInfo]:
    if request.headers.get("authorization", "").partition(" ")[2]:
        found = await services.seat_of_token(bearer(request))
        if found is None:
            raise NotAuthorizedException("this token does not belong to a seat")
        return [_info((await services.hall.game(found[0])).row)]
    return [_info(row) for row in await services.database.read(lambda c: store.open_games(c, None))]


@post(
    "/games", summary="Open a table; the answer contains a token for each seat that you can give away", tags=["games"]
)
async def open_game(request: Asking, data: JSONBody[Order], services: NamedDependency[Services]) -> GameInfo:
    services.count_table(request)
    host = await services.database.write(lambda c: people.add(c, "API"))
    row = await services.open(data, host.id)
    return _info(row, {s.seat: services.link_of(row.id, s) for s in row.seats if s.kind in ("screen", "link")})


@post(
    "/games/{game_id:str}/join",
    summary="Take a free seat; the answer contains its token",
    tags=["games"],
    opt={DOOR: True},
)
async def join(game_id: FromPath[str], data: JSONBody[Guest], services: NamedDependency[Services]) -> GameInfo:
    row = (await services.hall.game(game_id)).row
    free = [seat for seat in row.seats if seat.kind == "open" and seat.person is None]
    if not free:
        raise ValidationException(N_("all seats at this table are taken"))
    name = unlike(clean(data.name) or "API", [seat.name for seat in row.seats])
    person = await services.database.write(lambda c: people.add(c, name))
    await services.sit(row, free[0], person.id, name)
    return await _with_token(services, game_id, free[0].seat)


@post(
    "/games/{game_id:str}/token",
    summary="A new token for your seat; the old one and its link stop working at once",
    tags=["games"],
    status_code=200,
)
async def renew(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> GameInfo:
    """Whoever opened the table, or sees its link, can then no longer act for the seat."""
    await _seats(request, services, game_id)
    found = await services.seat_behind(bearer(request))
    if found is None:
        raise NotAuthorizedException("this token is no longer valid")
    row, seat = found
    owner = seat.person or (await services.database.write(lambda c: people.add(c, seat.name))).id
    await services.renew(row, seat, owner)
    return await _with_token(services, game_id, seat.seat)


async def _with_token(services: Services, game_id: str, seat: int) -> GameInfo:
    row = (await services.hall.game(game_id)).row
    return _info(row, {seat: services.link_of(game_id, row.seats[seat])})


@get("/games/{game_id:str}", summary="A position: who has what, and what the game waits for", tags=["play"])
async def position(
    request: Asking, game_id: FromPath[str], services: NamedDependency[Services], at: At = None
) -> Position:
    live = await services.hall.game(game_id)
    return await asyncio.to_thread(lambda: position_of(live, _at(live, at), language_of(request)))


@get(
    "/games/{game_id:str}/actions",
    summary="What is legal now, for a token's seat or for the player whose turn it is",
    tags=["play"],
)
async def legal(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> list[Choice]:
    live = await services.hall.game(game_id)
    seats = await services.seats_by_token(request, game_id)
    return await asyncio.to_thread(choices, live.position, min(seats, default=None), language_of(request))


@post("/games/{game_id:str}/actions", summary="Act for a seat", tags=["play"], status_code=200)
async def act(
    request: Asking, game_id: FromPath[str], data: JSONBody[Acts], services: NamedDependency[Services]
) -> Now:
    seats = await _seats(request, services, game_id)
    raw = [msgspec.json.encode(action) for action in data.actions]
    return Now(await services.hall.act(game_id, seats, data.expected, raw))


@post(
    "/games/{game_id:str}/undo",
    summary="Undo; if others have acted since, they are asked",
    tags=["play"],
    status_code=200,
)
async def undo(
    request: Asking, game_id: FromPath[str], data: JSONBody[Undo], services: NamedDependency[Services]
) -> Now:
    seats = await _seats(request, services, game_id)
    done = await services.hall.undo(game_id, seats, data.expected, data.to)
    return Now((await services.hall.game(game_id)).number, done)


@post("/games/{game_id:str}/redo", summary="Redo what was undone", tags=["play"], status_code=200)
async def redo(
    request: Asking, game_id: FromPath[str], data: JSONBody[Expected], services: NamedDependency[Services]
) -> Now:
    await services.hall.redo(game_id, await _seats(request, services, game_id), data.expected)
    return Now((await services.hall.game(game_id)).number)


@post("/games/{game_id:str}/answer", summary="Answer a request to undo", tags=["play"], status_code=200)
async def answer(
    request: Asking, game_id: FromPath[str], data: JSONBody[Answered], services: NamedDependency[Services]
) -> Now:
    await services.hall.answer(game_id, await _seats(request, services, game_id), data.expected, data.accept)
    return Now((await services.hall.game(game_id)).number)


@post("/games/{game_id:str}/pace", summary="How fast the table's bots act", tags=["play"], status_code=200)
async def pace(
    request: Asking, game_id: FromPath[str], data: JSONBody[Pacing], services: NamedDependency[Services]
) -> Now:
    await _seats(request, services, game_id)
    await services.hall.pace(game_id, data.pace, data.paused)
    return Now((await services.hall.game(game_id)).number)


@post("/games/{game_id:str}/step", summary="Let a paused bot act once", tags=["play"], status_code=200)
async def step(
    request: Asking, game_id: FromPath[str], data: JSONBody[Expected], services: NamedDependency[Services]
) -> Now:
    await _seats(request, services, game_id)
    await services.hall.step(game_id, data.expected)
    return Now((await services.hall.game(game_id)).number)


@get("/games/{game_id:str}/why/{entry:int}", summary="Why a bot made an entry of the log", tags=["play"])
async def why(
    request: Asking, game_id: FromPath[str], entry: FromPath[int], services: NamedDependency[Services]
) -> Reasons:
    live = await services.hall.game(game_id)
    found = await services.reasons(live, entry, language_of(request))
    if found is None:
        raise NotFoundException(N_("nothing is known about the reasons for this move"))
    return Reasons(found.chosen, found.others)


@get("/games/{game_id:str}/log", summary="What happened, in sentences", tags=["play"])
async def log(
    request: Asking, game_id: FromPath[str], services: NamedDependency[Services], after: FromQuery[int] = -2
) -> list[LogLine]:
    live = await services.hall.game(game_id)
    return await asyncio.to_thread(_lines, live, after, language_of(request))


def _lines(live: LiveGame, after: int, language: str) -> list[LogLine]:
    """All who ask for the same lines hear what was said to the first."""
    book = Logbook(live.position, language)
    said: dict[int, list[str]] = live.memo.setdefault(("said", language), {})
    found = []
    for line in live.projection.lines:
        if line.number > after:
            said[line.number] = sentences = said.get(line.number) or book.plain(line)
            found.append(LogLine(line.number, line.kind, line.seat, line.at, line.undone, sentences))
    return found


@get("/games/{game_id:str}/board.svg", summary="The board as a picture", tags=["pictures"], media_type="image/svg+xml")
async def board(
    game_id: FromPath[str], services: NamedDependency[Services], at: At = None, dark: FromQuery[bool] = False
) -> Response[str]:
    live = await services.hall.game(game_id)
    return _svg(await asyncio.to_thread(lambda: board_svg(board_view(_at(live, at)), DARK if dark else LIGHT)))


@get(
    "/games/{game_id:str}/market.svg",
    summary="The share market as a picture",
    tags=["pictures"],
    media_type="image/svg+xml",
)
async def market(
    game_id: FromPath[str], services: NamedDependency[Services], at: At = None, dark: FromQuery[bool] = False
) -> Response[str]:
    live = await services.hall.game(game_id)
    return _svg(await asyncio.to_thread(lambda: market_svg(market_view(_at(live, at)), DARK if dark else LIGHT)))


@get(
    "/games/{game_id:str}/save",
    summary="The save file; while the game goes on, for whoever has a seat in it, and without its seed",
    tags=["games"],
)
async def save(
    request: Asking, game_id: FromPath[str], services: NamedDependency[Services]
) -> Response[dict[str, Any]]:
    live = await services.hall.game(game_id)
    seated = not live.position.is_over and bool(await services.seats_by_token(request, game_id))
    return cast("Response[dict[str, Any]]", await save_file(live, seated))


async def save_file(live: LiveGame, takes_part: bool) -> Response[bytes]:
    """The game in a file. Its seed leaves only when nothing can be learnt from it any more."""
    if not live.position.is_over and not (takes_part and is_open(live.position)):
        raise PermissionDeniedException(N_("while a game goes on, only its players can save it"))
    write = dump if live.position.is_over else dump_running
    name = f'attachment; filename="{live.row.title}-{live.row.id}.json"'
    data = await asyncio.to_thread(write, live.position)
    return Response(data, media_type="application/json", headers={"Content-Disposition": name})


async def _seats(request: Asking, services: Services, game_id: str) -> frozenset[int]:
    await services.hall.game(game_id)
    seats = await services.seats_by_token(request, game_id)
    if not seats:
        raise NotAuthorizedException("name the seat by its token: Authorization: Bearer TOKEN")
    return seats


def _at(live: LiveGame, at: int | None) -> RailGame:
    return live.position if at is None else live.at(at)


def _svg(markup: str) -> Response[str]:
    return Response(markup, media_type="image/svg+xml")


def _info(row: GameRow, tokens: dict[int, str] | None = None) -> GameInfo:
    seats = [
        SeatInfo(
            s.seat,
            s.name,
            s.kind,
            s.kind == "open" and s.person is None,
            (s.level or FORMER) if s.kind == "bot" else "",
            (tokens or {}).get(s.seat, ""),
        )
        for s in row.seats
    ]
    return GameInfo(
        row.id,
        row.title,
        row.name,
        row.over,
        row.actor,
        row.stage.entries,
        row.changed,
        seats,
        row.pace,
        row.paused,
        bool(row.gathering),
    )


WRITES = (400, 408, 413)
CHANGES = (*WRITES, 401, 404, 409)
HANDLERS = {  # and which of the things below each may say
    titles: (), bots: (), facts: (400,), list_games: (401,), open_game: WRITES, join: (*WRITES, 404),
    renew: (400, 401, 404),
    position: (400, 404, 422), legal: (401, 404, 422), act: (*CHANGES, 403, 422), undo: (*CHANGES, 422),
    redo: (*CHANGES, 422), answer: (*CHANGES, 422), log: (400, 404, 422), board: (400, 404, 422),
    market: (400, 404, 422), pace: CHANGES, step: CHANGES, why: (400, 404, 422), save: (401, 403, 404),
}  # fmt: skip

SAID: dict[int, str] = {
    400: "the request cannot be read, or asks for what does not exist",
    401: "no token, or one for another game",
    403: "the seat is somebody else's, the game is not over yet, or its owner has shut spectators out",
    404: "there is no such game",
    408: "the request took too long to arrive",
    409: "the game has gone on: look again",
    410: "the owner of the table has removed it",
    413: "the request is too long",
    422: "the rules say no, with the rule's id; or facts that the table has changed do not go together",
    429: "too many requests",
}

OF_GAMES = (403, 410)  # what may be said wherever a game is named
for handler, codes in HANDLERS.items():
    said = {*codes, 429, *(OF_GAMES if "{game_id" in "".join(handler.paths) else ())}
    handler.responses = {code: ResponseSpec(Problem, description=SAID[code]) for code in sorted(said)}
for handler in (act, undo, redo, answer, renew, pace, step):
    handler.security = [{"seat": []}]

api = Router("/api", route_handlers=list(HANDLERS))

__all__ = ["api", "save_file"]
