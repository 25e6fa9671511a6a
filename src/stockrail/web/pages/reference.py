"""A title on one page, as such or as it is played at a table."""

from __future__ import annotations

import asyncio
from functools import cache

from litestar import get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from stockrail.core.marking import N_
from stockrail.rules.game import RailGame
from stockrail.titles import UnknownTitle
from stockrail.titles import title as find_title
from stockrail.web.language import language_of
from stockrail.web.pages.rendering import Asking, page
from stockrail.web.people import whoever
from stockrail.web.services import Services
from stockrail.web.views.reference import Reference, reference_of


@get("/titles/{name:str}", include_in_schema=False)
async def title(request: Asking, name: FromPath[str], services: NamedDependency[Services]) -> Template:
    """Without a table: what newcomers read before they open one."""
    try:
        found = find_title(name[:40])
    except UnknownTitle as error:
        raise NotFoundException(N_("there is no such title")) from error
    person = await whoever(request, services.database)
    shown = await asyncio.to_thread(_of_title, found.name, language_of(request))
    return page(request, "reference.html", person, title_name=found.name, shown=shown, row=None)


@cache
def _of_title(name: str, language: str) -> Reference:
    found = find_title(name)
    return reference_of(RailGame(found, [f"{n}" for n in range(found.players[0])]), language)


@get("/game/{game_id:str}/about", include_in_schema=False)
async def about(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Template:
    """With the options, rulings and facts of a table."""
    live = await services.hall.game(game_id)
    person = await whoever(request, services.database)
    language, game = language_of(request), live.position
    memo, key = live.memo, ("about", language)
    if key not in memo:
        begun = RailGame(game.title, game.players, game.options, game.rulings)
        memo[key] = await asyncio.to_thread(reference_of, begun, language)
    return page(request, "reference.html", person, title_name=game.title.name, shown=memo[key], row=live.row)


HANDLERS = [title, about]
