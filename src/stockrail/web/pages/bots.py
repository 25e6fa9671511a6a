"""Bots at a table: their pace, one step of theirs, and why one chose what it chose."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath
from litestar.response import Template

from stockrail.core.marking import N_
from stockrail.web.language import language_of
from stockrail.web.pages.forms import done, form_of, number, text
from stockrail.web.pages.rendering import Asking, page
from stockrail.web.people import whoever
from stockrail.web.services import Services


async def _check_part(request: Asking, services: Services, game_id: str) -> None:
    """Whoever sits at the table, or has opened it, decides how fast its bots act; spectators do not."""
    row = (await services.hall.game(game_id)).row
    person = await whoever(request, services.database)
    if person is None or not (row.seats_of(person.id) or row.host == person.id):
        raise PermissionDeniedException(N_("you are watching this game; you have no seat in it"))


@post("/game/{game_id:str}/pace", include_in_schema=False)
async def pace(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    form = await form_of(request)
    await _check_part(request, services, game_id)
    await services.hall.pace(game_id, text(form, "pace", 10), text(form, "paused") == "yes")
    return done(request, f"/game/{game_id}")


@post("/game/{game_id:str}/step", include_in_schema=False)
async def step(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    """One action of a bot that is paused."""
    form = await form_of(request)
    await _check_part(request, services, game_id)
    await services.hall.step(game_id, number(form, "expected"))
    return done(request, f"/game/{game_id}")


@get("/game/{game_id:str}/why/{entry:int}", include_in_schema=False)
async def why(
    request: Asking, game_id: FromPath[str], entry: FromPath[int], services: NamedDependency[Services]
) -> Response[Any] | Template:
    """The reasons for a bot's move: for scripts, or as a page."""
    live, language = await services.hall.game(game_id), language_of(request)
    found = await services.reasons(live, entry, language)
    if found is None:
        raise NotFoundException(N_("nothing is known about the reasons for this move"))
    if "application/json" in request.headers.get("accept", ""):
        return Response({"chosen": found.chosen, "others": found.others}, media_type=MediaType.JSON)
    person = await whoever(request, services.database)
    return page(request, "why.html", person, row=live.row, why=found)


HANDLERS = [pace, step, why]
