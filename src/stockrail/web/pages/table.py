"""The table: one page for a game, and the requests by which it is played."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import FormMultiDict
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException, ValidationException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from stockrail.core import ActionRange
from stockrail.core.marking import N_
from stockrail.rules.actions import LayTile
from stockrail.rules.game import RailGame
from stockrail.rules.overlay import differing
from stockrail.rules.running import RunDecision
from stockrail.web.api import save_file
from stockrail.web.drawings import reader_of, sees_the_link
from stockrail.web.language import language_of
from stockrail.web.pages.forms import done, form_of, number, text, texts
from stockrail.web.pages.rendering import Asking, fragment, page, table_page
from stockrail.web.pages.searching import once
from stockrail.web.people import somebody, whoever
from stockrail.web.play.errors import Beware, Unreadable
from stockrail.web.play.live import LiveGame
from stockrail.web.play.names import clean, unlike
from stockrail.web.play.opening import branch_table
from stockrail.web.services import Services
from stockrail.web.store import games as store
from stockrail.web.views.choices import tried
from stockrail.web.views.panel import Chosen
from stockrail.web.views.running import PATIENCE
from stockrail.web.views.sheets import sheet_of
from stockrail.web.views.table import rules_of, tiles_of
from stockrail.web.views.voice import Voice
from stockrail.web.views.warning import harms_of

TALK = 500
SPECTATOR = "Spectator"  # who has not said their name
UNSEEN = frozenset(
    {"part", "view", "map", "fill", "look"}
)  # what an address may say without changing what the server draws


@get("/game/{game_id:str}", include_in_schema=False)
async def table(  # noqa: PLR0913 - what can be chosen on the page
    request: Asking,
    game_id: FromPath[str],
    services: NamedDependency[Services],
    at: FromQuery[str] = "",
    hex: FromQuery[str] = "",
    lay: FromQuery[str] = "",
    circle: FromQuery[str] = "",
    run: FromQuery[str | None] = None,
    log: FromQuery[str] = "",
    part: FromQuery[str] = "",
) -> Response[str]:
    live = await services.hall.game(game_id)
    person = await whoever(request, services.database)
    chosen = Chosen(hex[:6], lay[:12], circle[:12], None if run is None else run[:2000])
    acts = len(live.projection.done)
    past = min(int(at), acts) if at.isascii() and at.isdecimal() and len(at) < 10 else None
    past = None if past == acts else past
    reader = reader_of(live.row, person.id if person else "", language_of(request))
    if set(request.query_params) <= UNSEEN:
        drawing = await services.drawings.of(live, reader)
    else:
        drawing = await services.drawings.chosen(live, reader, chosen, past, log[:40])
    return await table_page(request, person, drawing, whole=not part)


async def _form_of_mine(
    request: Asking, services: Services, game_id: str
) -> tuple[FormMultiDict, frozenset[int], LiveGame]:
    """A form, and then the seats of whoever sends it: it may come so slowly that they have lost them meanwhile."""
    form = await form_of(request)
    live = await services.hall.game(game_id)
    seats = await services.seats_by_session(request, live.row)
    if not seats:
        raise PermissionDeniedException(N_("you are watching this game; you have no seat in it"))
    return form, seats, live


@post("/game/{game_id:str}/act", include_in_schema=False)
async def act(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    """Actions as JSON, one field each; `field` and `value` set a number in the last of them.

    What would harm the player is answered with a warning, until `sure` is said.
    """
    form, seats, live = await _form_of_mine(request, services, game_id)
    raw = [action.encode() for action in texts(form, "action")]
    field = text(form, "field", 20)
    if field and raw:
        raw[-1] = _with_number(raw[-1], field, number(form, "value"))
    if not text(form, "sure"):
        await _warn(live, seats, number(form, "expected"), raw, form)
    entries = await services.hall.act(game_id, seats, number(form, "expected"), raw)
    return done(request, f"/game/{game_id}", number=entries)


async def _warn(live: LiveGame, seats: frozenset[int], expected: int, raw: list[bytes], form: FormMultiDict) -> None:
    """Refuse for once what its player may not want; whatever else is wrong with it is said by who carries it out."""
    if expected != live.number:
        return
    found = await asyncio.to_thread(harms_of, live.projection, seats, raw)
    if found is not None:
        fields = [(name, value) for name, value in form.multi_items() if isinstance(value, str) and name[:1] != "_"]
        raise Beware(found[1], found[0], fields)


def _with_number(raw: bytes, field: str, value: int) -> bytes:
    try:
        action = msgspec.json.decode(raw, type=dict[str, Any])
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise Unreadable("not an action") from error
    return msgspec.json.encode({**action, field: value})


@post("/game/{game_id:str}/undo", include_in_schema=False)
async def undo(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    form, seats, _ = await _form_of_mine(request, services, game_id)
    to = number(form, "to") if text(form, "to") else None
    did = await services.hall.undo(game_id, seats, number(form, "expected"), to)
    return done(request, f"/game/{game_id}", done=did)


@post("/game/{game_id:str}/redo", include_in_schema=False)
async def redo(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    form, seats, _ = await _form_of_mine(request, services, game_id)
    await services.hall.redo(game_id, seats, number(form, "expected"))
    return done(request, f"/game/{game_id}")


@post("/game/{game_id:str}/answer", include_in_schema=False)
async def answer(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    form, seats, _ = await _form_of_mine(request, services, game_id)
    await services.hall.answer(game_id, seats, number(form, "expected"), text(form, "accept") == "yes")
    return done(request, f"/game/{game_id}")


@post("/game/{game_id:str}/link", include_in_schema=False)
async def new_link(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    """Another secret link to a seat; the one before ends at once."""
    row = (await services.hall.game(game_id)).row
    person = await whoever(request, services.database)
    form = await form_of(request)
    wanted = number(form, "seat")
    seat = next((seat for seat in row.seats if seat.seat == wanted), None)
    if seat is None or person is None or not sees_the_link(row, seat, person.id):
        raise PermissionDeniedException(N_("that seat is not yours"))
    await services.renew(row, seat, seat.person)
    return done(request, f"/game/{game_id}")


@post("/game/{game_id:str}/chat", include_in_schema=False)
async def chat(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    """Say something: players to each other, and spectators among themselves."""
    form = await form_of(request)
    live = await services.hall.game(game_id)
    row = live.row
    known = await whoever(request, services.database)
    plays = known is not None and row.plays(known.id)
    if plays != (text(form, "to", 10) != store.WATCHERS) or (row.gathering and not plays):
        raise PermissionDeniedException(N_("you are watching this game; you have no seat in it"))
    said = clean(text(form, "text", 2 * TALK), TALK)
    if not said:
        raise ValidationException(N_("the message is empty"))
    services.count_talk(request)
    person = await somebody(request, services.database, "" if plays else clean(text(form, "name")) or SPECTATOR)
    seats = row.seats_of(person.id)
    seat = min(seats) if len(seats) == 1 else None
    others = [] if plays else [each.name for each in row.seats]
    name = row.seats[seat].name if seat is not None else unlike(person.name, others)
    room = store.TABLE if plays else store.WATCHERS
    await services.database.write(lambda c: store.say(c, game_id, name, seat, said, room))
    await services.tell(row, live.number, "chat")
    return done(request, f"/game/{game_id}#chat")


@post("/game/{game_id:str}/branch", include_in_schema=False)
async def branch(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    """A private game from any position, all seats at this screen."""
    live = await services.hall.game(game_id)
    form = await form_of(request)
    at = max(0, min(number(form, "at"), len(live.projection.done)))
    services.count_table(request)
    person = await somebody(request, services.database)
    name = f"{live.row.name or live.row.title} @{at}"
    opened = await asyncio.to_thread(lambda: branch_table(live.at(at), person.id, services.secret, name))
    row = await services.keep(opened)
    return done(request, f"/game/{row.id}", id=row.id)


@get("/game/{game_id:str}/save", include_in_schema=False)
async def save(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[bytes]:
    """The game in a file; a running one only for those who take part, and without its seed."""
    live = await services.hall.game(game_id)
    person = await whoever(request, services.database)
    me = person.id if person else ""
    return await save_file(live, bool(me) and (bool(live.row.seats_of(me)) or live.row.host == me))


@get("/game/{game_id:str}/tiles", include_in_schema=False)
async def tiles(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[str]:
    """The tiles that are left, for the stage; asked for when somebody looks at them."""
    live = await services.hall.game(game_id)
    language = language_of(request)
    memo, key = live.memo, ("tiles", language)
    if key not in memo:
        memo[key] = str(await asyncio.to_thread(tiles_of, live.position, language))
    return Response(memo[key], media_type="text/html")


@get("/game/{game_id:str}/sheets/{sheet:str}", include_in_schema=False)
async def sheet(
    request: Asking, game_id: FromPath[str], sheet: FromPath[str], services: NamedDependency[Services]
) -> Response[str]:
    """One of the lists that the title lays beside the board; asked for when somebody looks at it."""
    live = await services.hall.game(game_id)
    language = language_of(request)
    memo, key = live.memo, ("sheet", f"{sheet} {language}")
    if key not in memo:
        found = sheet_of(live.position, Voice(live.position, language), sheet)
        if found is None:
            raise NotFoundException(N_("there is no such thing in this game"))
        memo[key] = fragment(request, "table/sheet.html", sheet=found)
    return Response(memo[key], media_type="text/html")


@get("/game/{game_id:str}/gain", include_in_schema=False)
async def gain(
    request: Asking,
    game_id: FromPath[str],
    services: NamedDependency[Services],
    hex: FromQuery[str] = "",
    lay: FromQuery[str] = "",
) -> dict[str, Any]:
    """What a tile does to the company's best run: of the best tile for a hex, or of one tile in one turn."""
    live = await services.hall.game(game_id)
    game, memo = live.position, live.memo
    key, whole = ("gain", hex) if not lay else ("lay", f"{hex}.{lay}"), ("change", f"{hex}.{lay}")
    if key not in memo:
        found = await once(live, f"gain {hex}.{lay}", partial(_gain, game, hex, lay))
        if found is None:
            raise NotFoundException(N_("no tile can be laid there now"))
        memo[key], memo[whole] = found.then - found.now, found
    voice, change = Voice(game, language_of(request)), memo[whole]
    text = voice.signed(memo[key])
    said = text if change.proven else f"{text} ?"
    return {"gain": memo[key], "text": said, "now": voice.money(change.now), "then": voice.money(change.then)}


@get("/game/{game_id:str}/best", include_in_schema=False)
async def best(game_id: FromPath[str], services: NamedDependency[Services]) -> dict[str, Any]:
    """The best run, proven, for a page that did not wait for it."""
    live = await services.hall.game(game_id)
    game, memo = live.position, live.memo
    if not isinstance(game.decision, RunDecision):
        raise NotFoundException(N_("there are no trains to run now"))
    if ("best", "") not in memo:
        account = await once(live, "best", partial(game.title.account, game, game.decision.company))
        memo["best", ""] = account.run
    return {"total": memo["best", ""].total}


class Change(msgspec.Struct, frozen=True):
    """What a company earns now and with a tile; not proven if a search was cut short."""

    now: int
    then: int
    proven: bool


def _gain(game: RailGame, hex_: str, lay: str) -> Change | None:
    """How the earnings change: at best, over the tiles of a hex."""
    lays = [
        entry
        for entry in game.legal_actions()
        if isinstance(entry, LayTile) and not isinstance(entry, ActionRange) and entry.hex == hex_
    ]
    lays = [entry for entry in lays if not lay or f"{entry.tile}.{entry.rotation}" == lay]
    if not lays:
        return None
    account = game.title.account
    now = account(game, lays[0].company, PATIENCE)
    then = [account(tried(game, entry), entry.company, PATIENCE) for entry in lays]
    return Change(now.total, max(each.total for each in then), all(each.proven for each in (now, *then)))


@get("/game/{game_id:str}/rule/{rule:str}", include_in_schema=False)
async def rule(
    request: Asking, game_id: FromPath[str], rule: FromPath[str], services: NamedDependency[Services]
) -> dict[str, str]:
    live = await services.hall.game(game_id)
    found = rules_of(live.row.title, language_of(request)).get(rule)
    if found is None:
        raise NotFoundException(f"{live.row.title} has no rule {rule}")
    return {"rule": f"{live.row.title} {rule}", "text": found}


@get("/game/{game_id:str}/rules", include_in_schema=False)
async def rules(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Template:
    live = await services.hall.game(game_id)
    person = await whoever(request, services.database)
    title, game = live.position.title, live.position
    rulings = [(r, game.rulings[r.name]) for r in title.rulings]
    listed = rules_of(title.name, language_of(request))
    return page(
        request, "rules.html", person, row=live.row, rules=listed, rulings=rulings, differing=differing(title),
        title_name=title.name, reconstructed=title.reconstructed,
    )  # fmt: skip


HANDLERS = [
    table, act, undo, redo, answer, new_link, chat, branch, save,
    tiles, sheet, gain, best, rule, rules,
]  # fmt: skip
