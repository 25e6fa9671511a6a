"""Tables and seats besides playing: leaving, resigning, handing over, starting, removing, archiving, a rematch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import FormMultiDict
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException, ValidationException
from litestar.params import FromPath
from litestar.response import Template

from stockrail.core.marking import N_
from stockrail.web.language import language_of, tongue
from stockrail.web.pages.forms import done, form_of, number, text
from stockrail.web.pages.rendering import Asking, ago, page
from stockrail.web.people import somebody, whoever
from stockrail.web.play.live import LiveGame
from stockrail.web.play.names import clean
from stockrail.web.services import Services
from stockrail.web.store import keeping
from stockrail.web.store.games import GameRow, Seat
from stockrail.web.store.people import Person

OWNERS = N_("only the owner of the table may do this")
YOURS = N_("that seat is not yours")


async def _form_of_part(request: Asking, services: Services, game_id: str) -> tuple[FormMultiDict, Person, LiveGame]:
    """A form from somebody who takes part, and then the table as it is: the form may have come slowly."""
    form = await form_of(request)
    live = await services.hall.game(game_id)
    person = await whoever(request, services.database)
    if person is None or not live.row.takes_part(person.id):
        raise PermissionDeniedException(N_("you are watching this game; you have no seat in it"))
    return form, person, live


async def _form_of_owner(request: Asking, services: Services, game_id: str) -> tuple[FormMultiDict, Person, LiveGame]:
    form, person, live = await _form_of_part(request, services, game_id)
    if live.row.host != person.id:
        raise PermissionDeniedException(OWNERS)
    return form, person, live


def _seat(form: FormMultiDict, row: GameRow) -> Seat:
    wanted = number(form, "seat")
    found = next((seat for seat in row.seats if seat.seat == wanted), None)
    if found is None:
        raise ValidationException(N_("there is no such seat"))
    return found


# -- seats ------------------------------------------------------------------------------------------------------------


async def _leave(services: Services, live: LiveGame, seat: Seat, person: Person, level: str) -> None:
    if person.id not in (seat.person, live.row.host):
        raise PermissionDeniedException(YOURS)
    await services.manage.leave(live.row, seat)


async def _put_bot(services: Services, live: LiveGame, seat: Seat, person: Person, level: str) -> None:
    if live.row.host != person.id:
        raise PermissionDeniedException(OWNERS)
    await services.manage.put_bot(live.row, seat, level)


async def _resign(services: Services, live: LiveGame, seat: Seat, person: Person, level: str) -> None:
    if seat.person != person.id:
        raise PermissionDeniedException(YOURS)
    await services.manage.resign(live, seat, level)


async def _replace(services: Services, live: LiveGame, seat: Seat, person: Person, level: str) -> None:
    await services.manage.replace(live, seat, person, level)


async def _back(services: Services, live: LiveGame, seat: Seat, person: Person, level: str) -> None:
    await services.manage.take_back(live, seat, person)


async def _offer(services: Services, live: LiveGame, seat: Seat, person: Person, level: str) -> None:
    await services.manage.offer(live, seat, person.id, True)


async def _keep(services: Services, live: LiveGame, seat: Seat, person: Person, level: str) -> None:
    await services.manage.offer(live, seat, person.id, False)


Work = Callable[[Services, LiveGame, Seat, Person, str], Awaitable[None]]
WORKS: dict[str, Work] = {
    "leave": _leave, "put-bot": _put_bot, "resign": _resign, "replace": _replace, "back": _back, "offer": _offer,
    "keep": _keep,
}  # fmt: skip


@post("/game/{game_id:str}/seat", include_in_schema=False)
async def seat(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    """Somebody else shall decide for a seat, or nobody."""
    form, person, live = await _form_of_part(request, services, game_id)
    work = WORKS.get(text(form, "what", 20))
    if work is None:
        raise ValidationException(N_("the form could not be read; reload the page and try again"))
    await work(services, live, _seat(form, live.row), person, text(form, "level", 40))
    return done(request, f"/game/{game_id}")


@get("/take/{token:str}", include_in_schema=False)
async def offered(request: Asking, token: FromPath[str], services: NamedDependency[Services]) -> Template:
    """Behind a link that hands a seat over; taking it needs a click, so that no preview of the link does it."""
    live, seat = await _offered(services, token)
    person = await whoever(request, services.database)
    return page(request, "take.html", person, row=live.row, seat=seat, token=token, over=live.position.is_over)


@post("/take/{token:str}", include_in_schema=False)
async def take(request: Asking, token: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    form = await form_of(request)
    name = clean(text(form, "name"))
    live, seat = await _offered(services, token)
    person = await somebody(request, services.database, name)
    if seat.person != person.id:
        await services.manage.take_over(live, seat, person, name)
    return done(request, f"/game/{live.row.id}", id=live.row.id)


async def _offered(services: Services, token: str) -> tuple[LiveGame, Seat]:
    found = await services.manage.offered(token)
    if found is None:
        raise NotFoundException(N_("this link has been used or replaced: ask for a new one"))
    return found


# -- tables -----------------------------------------------------------------------------------------------------------


@post("/game/{game_id:str}/start", include_in_schema=False)
async def start(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    """The owner starts: all seats are taken, or bots take the rest, or the rest is left out."""
    form, _, live = await _form_of_owner(request, services, game_id)
    await services.manage.start(live.row, text(form, "how", 10))
    return done(request, f"/game/{game_id}")


@post("/game/{game_id:str}/close", include_in_schema=False)
async def close(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    """Spectators may watch, or not."""
    form, _, live = await _form_of_owner(request, services, game_id)
    await services.manage.close(live.row, text(form, "closed") == "yes")
    return done(request, f"/game/{game_id}")


@post("/game/{game_id:str}/archive", include_in_schema=False)
async def archive(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    """Put a table out of one's own list; everybody else keeps it."""
    _, person, live = await _form_of_part(request, services, game_id)
    await services.manage.shelve(live.row, person.id, True)
    return done(request, "/")


@post("/game/{game_id:str}/remove", include_in_schema=False)
async def remove(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    """The owner removes a table; it can be brought back for a while."""
    form, person, live = await _form_of_owner(request, services, game_id)
    if text(form, "sure") != "yes":
        raise ValidationException(N_("say first that you are sure"))
    await services.manage.remove(live.row, person.id)
    return done(request, "/shelf")


@post("/shelf/{shelved_id:str}", include_in_schema=False)
async def restore(request: Asking, shelved_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    """Back into one's list."""
    await form_of(request)
    person = await whoever(request, services.database)
    if person is None or not await services.manage.restore(shelved_id, person.id):
        raise NotFoundException(N_("there is no such table among yours"))
    return done(request, "/shelf")


@get("/shelf", include_in_schema=False)
async def shelf(request: Asking, services: NamedDependency[Services]) -> Template:
    """What somebody has put away or removed."""
    person = await whoever(request, services.database)
    found = await services.database.read(lambda c: keeping.shelved_by(c, person.id) if person else [])
    words = tongue(language_of(request))
    lists = [(kind, [(one, ago(one.at, words)) for one in found if one.kind == kind]) for kind in SHELVES]
    return page(request, "shelf.html", person, lists=lists, days=round(keeping.KEPT / keeping.DAY))


SHELVES = (keeping.ARCHIVED, keeping.REMOVED)


@post("/game/{game_id:str}/rematch", include_in_schema=False)
async def rematch(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    """The same people at the same settings; whoever presses first owns the table."""
    _, person, live = await _form_of_part(request, services, game_id)
    services.count_table(request)
    made = await services.manage.rematch(live, person.id, services.announce)
    return done(request, f"/game/{made}", id=made)


HANDLERS = [seat, offered, take, start, close, archive, remove, restore, shelf, rematch]
