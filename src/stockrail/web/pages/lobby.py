"""The lobby: my games, new game, open tables, import; and the door behind a secret link."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, ValidationException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from markupsafe import Markup

from stockrail.core import CHANCE, StockrailError
from stockrail.core.marking import N_
from stockrail.core.saving import Header
from stockrail.files.changed_facts import read_changes
from stockrail.rules.game import RailGame
from stockrail.rules.overlay import SIZE
from stockrail.titles import all_titles
from stockrail.titles import title as find_title
from stockrail.web import places
from stockrail.web.aside import importing
from stockrail.web.language import language_of, tongue
from stockrail.web.pages.forms import done, form_of, text
from stockrail.web.pages.rendering import Asking, ago, page
from stockrail.web.people import somebody, whoever
from stockrail.web.play.names import clean, unlike
from stockrail.web.play.opening import KINDS, Order, SeatOrder, import_table, is_used_up
from stockrail.web.rates import Waiting, whence
from stockrail.web.services import Services
from stockrail.web.settings import IMPORT_LIMIT
from stockrail.web.store import games as store
from stockrail.web.store import keeping
from stockrail.web.store.games import GameRow, Seat, Stage
from stockrail.web.store.people import Person
from stockrail.web.views.board import thumbnail
from stockrail.web.views.bots import levels_in
from stockrail.web.watching import DOOR
from stockrail.words import Speaker

MOST_SEATS = 8
USUAL_SEATS = 4
MOST_WEIGHT = 5
IMPORTS = Waiting(24, 3)


class Listed(msgspec.Struct, frozen=True):
    """A game in the lobby."""

    id: str
    title: str
    name: str
    stage: str
    players: str
    actor: str
    mine: bool
    over: bool
    ago: str
    thumb: Any
    seats: str = ""
    free: int = -1
    choices: str = ""
    winner: str = ""  # of a finished game
    scores: str = ""  # everybody with their worth, the winner first
    gathers: bool = False


@get("/", include_in_schema=False)
async def lobby(request: Asking, services: NamedDependency[Services]) -> Template:
    person = await whoever(request, services.database)
    mine = await services.database.read(lambda c: store.games_of(c, person.id) if person else [])
    free = await services.database.read(lambda c: store.open_games(c, person.id if person else None))
    shelved = await services.database.read(lambda c: keeping.has_shelved(c, person.id) if person else False)
    language = language_of(request)
    me = person.id if person else None
    rows = await asyncio.to_thread(listed, mine, me, language)
    return page(
        request,
        "lobby.html",
        person,
        playing=[row for row in rows if not row.over],
        finished=[row for row in rows if row.over],
        tables=await asyncio.to_thread(listed, free, me, language),
        titles=[_title(title) for title in all_titles().values()],
        shelved=shelved,
        kinds=KINDS,
        levels=levels_in(language),
        most=MOST_SEATS,
        heaviest=MOST_WEIGHT,
    )


def _title(title: Any) -> dict[str, Any]:
    return {
        "name": title.name,
        "players": title.players,
        "options": title.options,
        "rulings": title.rulings,
        "presets": sorted(title.presets),
        "draws": title.draws,
        "bank": title.facts.get("bank", 12000),
        "region": title.region,
        "hours": title.hours,
        "weight": title.weight,
        "blurb": (import_module(title.package).__doc__ or "").partition(": ")[2],
        "thumb": _thumbnail(title.name),
    }


def listed(rows: Sequence[GameRow], me: str | None, language: str) -> list[Listed]:
    """Rows for the page; a game of a title that is no longer here does not spoil the others."""
    found = []
    for row in rows:
        with suppress(StockrailError):
            found.append(_listed(row, me, language))
    return found


@cache
def _thumbnail(name: str) -> Markup:
    title = find_title(name)
    return thumbnail(RailGame(title, [f"{n}" for n in range(title.players[0])]))


def _listed(row: GameRow, me: str | None, language: str) -> Listed:
    words = tongue(language)
    header = msgspec.json.decode(row.header, type=Header)
    title = find_title(row.title)
    names = [seat.name for seat in row.seats]
    game = RailGame(title, names, header.options, title.restore_rulings(header.rulings))
    stage = row.stage
    params = {"kind": stage.kind, "turn": stage.turn, "number": stage.number}
    speaker = Speaker(game, language)
    said = speaker.say("names", "round", params) if stage.kind else ""
    free = [seat.seat for seat in row.seats if seat.kind == "open" and seat.person is None]
    options = [words.gettext(option.text) for option in title.options if option.name in header.options]
    return Listed(
        id=row.id,
        title=row.title,
        name=row.name,
        stage=words.gettext("Waiting for players") if row.gathering else said,
        players=", ".join(names),
        actor="" if row.actor is None else speaker.player(row.actor),
        mine=_calls(row, me),
        over=row.over,
        ago=ago(row.changed, words),
        thumb=_thumbnail(row.title),
        seats=words.gettext("{taken} of {all}").format(taken=sum(not seat.free for seat in row.seats), all=len(names)),
        free=free[0] if free else -1,
        choices=", ".join(options),
        winner=speaker.listing(names[seat] for seat in stage.winners if seat < len(names)),
        scores=", ".join(f"{names[seat]} {speaker.money(stage.worth[seat])}" for seat in _ranked(stage, names)),
        gathers=bool(row.gathering),
    )


def _ranked(stage: Stage, names: Sequence[str]) -> list[int]:
    """The seats of a finished game, the winner first; none of one whose result has not been written down."""
    seats = range(min(len(names), len(stage.worth)))
    return sorted(seats, key=lambda seat: (seat not in stage.winners, -stage.worth[seat]))


def _calls(row: GameRow, me: str | None) -> bool:
    """Whether a game waits for somebody."""
    if row.gathering:
        return row.host == me and not any(seat.free for seat in row.seats)
    return bool(row.seats_of(me)) if row.actor == CHANCE else row.actor in row.seats_of(me)


@post("/games", include_in_schema=False)
async def new_game(request: Asking, services: NamedDependency[Services]) -> Response[Any]:
    form = await form_of(request)
    title = find_title(text(form, "title", 20))
    seats = _seats_of(form, title.players)
    if len(seats) not in title.players:
        told = tongue(language_of(request)).gettext("this title is for {low} to {high} players")
        raise ValidationException(told.format(low=title.players[0], high=title.players[-1]))
    options = [option.name for option in title.options if text(form, f"{title.name}:option-{option.name}")]
    answers = {r.name: text(form, f"{title.name}:ruling-{r.name}", 60) for r in title.rulings}
    order = Order(
        title=title.name,
        seats=seats,
        name=text(form, "name", 60),
        options=options,
        preset=text(form, f"{title.name}:preset", 40),
        rulings={name: answer for name, answer in answers.items() if answer},
        draw_seats=text(form, "draw") != "no",
        facts=_facts_of(text(form, f"{title.name}:facts", SIZE + 1)),
        real_dice=bool(text(form, f"{title.name}:real-dice")),
        gather=bool(text(form, "gather")),
    )
    services.count_table(request)
    first = next((seat.name for seat in seats if seat.kind == "screen" and seat.name), "")
    person = await somebody(request, services.database, first)
    if order.gather:
        await services.manage.check_gathering(person.id)
    row = await services.open(order, person.id)
    return done(request, f"/game/{row.id}", id=row.id)


def _facts_of(written: str) -> dict[str, Any]:
    try:
        return read_changes(written.encode())
    except ValueError as error:
        raise ValidationException(str(error)) from error


def _seats_of(form: Any, players: range) -> list[SeatOrder]:
    """The seats as they are asked for, or oneself against bots at the press of a button."""
    if text(form, "bots"):
        count = min(max(USUAL_SEATS, players[0]), players[-1])
        return [SeatOrder("screen", clean(text(form, "name0"))), *[SeatOrder("bot")] * (count - 1)]
    asked = [(text(form, f"kind{n}", 50), clean(text(form, f"name{n}"))) for n in range(MOST_SEATS)]
    return [_seat_of(kind, name) for kind, name in asked if kind and kind != "none"]


def _seat_of(asked: str, name: str) -> SeatOrder:
    """A kind of seat; of a bot also its level, as in "bot:greedy"."""
    kind, _, level = asked.partition(":")
    return SeatOrder(kind, name, level)


@post("/import", include_in_schema=False, request_max_body_size=IMPORT_LIMIT)
async def import_game(request: Asking, services: NamedDependency[Services]) -> Response[Any]:
    form = await form_of(request)
    file = form.get("file")
    if not isinstance(file, UploadFile):
        raise ValidationException(N_("choose a file"))
    with IMPORTS.one(whence(request), N_("your other files are still being read; wait until they are done")):
        services.count_table(request)
        data = await file.read()
        person = await somebody(request, services.database)
        opened = await importing(import_table, data, person.id, services.secret, text(form, "name", 60))
        row = await services.keep(opened)
        await importing(places.search, (await services.hall.game(row.id)).position)
    return done(request, f"/game/{row.id}#imported", id=row.id)


@get("/join/{token:str}", include_in_schema=False)
async def door(request: Asking, token: FromPath[str], services: NamedDependency[Services]) -> Template | Redirect:
    """Behind a secret link; sitting down takes a click, so that no preview of the link does it."""
    person = await whoever(request, services.database)
    row, seat = await _seat(services, token, person)
    if person is not None and seat.person == person.id:
        return Redirect(f"/game/{row.id}")
    return page(request, "join.html", person, row=row, seat=seat, token=token, used_up=is_used_up(row, seat))


@post("/join/{token:str}", include_in_schema=False)
async def sit_down(request: Asking, token: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    row, seat = await _seat(services, token, await whoever(request, services.database))
    form = await form_of(request)
    return await _sit(request, services, row, seat, clean(text(form, "name")))


@post("/game/{game_id:str}/join", include_in_schema=False, opt={DOOR: True})
async def take_seat(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    """Take the first free seat of an open table."""
    form = await form_of(request)
    row = (await services.hall.game(game_id)).row
    person = await whoever(request, services.database)
    if row.gathering and person is not None and row.seats_of(person.id):
        return done(request, f"/game/{row.id}", id=row.id)  # one seat each, until the table starts
    free = [seat for seat in row.seats if seat.kind == "open" and seat.person is None]
    if not free:
        raise ValidationException(N_("all seats at this table are taken"))
    return await _sit(request, services, row, free[0], clean(text(form, "name")))


async def _seat(services: Services, token: str, person: Person | None) -> tuple[GameRow, Seat]:
    """Where a link leads."""
    return await services.seat_behind(token) or await _own_seat(services, token, person)


async def _own_seat(services: Services, token: str, person: Person | None) -> tuple[GameRow, Seat]:
    """Where a link led until it was used or replaced: it takes whoever sits there to their seat, and nobody else."""
    found = await services.seat_of_former_token(token)
    if found is None:
        raise NotFoundException(N_("this link does not lead to a seat: ask for a new one"))
    row = (await services.hall.game(found[0])).row
    if person is None or row.seats[found[1]].person != person.id:
        raise NotFoundException(N_("this link has been used or replaced: ask for a new one"))
    return row, row.seats[found[1]]


async def _sit(request: Asking, services: Services, row: GameRow, seat: Seat, name: str) -> Response[Any]:
    person = await somebody(request, services.database, name)
    others = [other.name for other in row.seats if other.seat != seat.seat]
    fresh = seat.person is None and seat.kind in ("open", "link")
    shown = unlike(name or person.name, others) if fresh and (name or seat.kind == "open") else None
    if seat.person != person.id:
        await services.sit(row, seat, person.id, shown)
    return done(request, f"/game/{row.id}", id=row.id)


HANDLERS = [lobby, new_game, import_game, door, sit_down, take_seat]
