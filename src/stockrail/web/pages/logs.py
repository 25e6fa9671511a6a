"""Older turns of the log, asked for when somebody scrolls up; in the past also later ones."""

from __future__ import annotations

import asyncio

from litestar import get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from stockrail.core.marking import N_
from stockrail.web.language import language_of
from stockrail.web.pages.rendering import Asking, page
from stockrail.web.people import whoever
from stockrail.web.services import Services
from stockrail.web.views.logbook import stretch_of


@get("/game/{game_id:str}/log", include_in_schema=False)
async def turns(
    request: Asking,
    game_id: FromPath[str],
    services: NamedDependency[Services],
    before: FromQuery[str] = "",
    after: FromQuery[str] = "",
    filter: FromQuery[str] = "",
) -> Template:
    """Some turns before or after one that the page has, under the same filter."""
    live = await services.hall.game(game_id)
    person = await whoever(request, services.database)
    mine = live.row.seats_of(person.id if person else None)
    language = language_of(request)
    found = await asyncio.to_thread(stretch_of, live, mine, language, filter[:40], before[:24], after[:24])
    if found is None:
        raise NotFoundException(N_("the log has no such turn"))
    return page(request, "table/stretch.html", person, stretch=found, base=f"/game/{game_id}")


HANDLERS = [turns]
