"""Pages about a game as a whole: the overview sheet, as a page and as files, and the end."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from stockrail.core.marking import N_
from stockrail.files.checking import report_of
from stockrail.web.language import language_of
from stockrail.web.pages.rendering import Asking, fragment, page
from stockrail.web.pages.searching import once
from stockrail.web.people import whoever
from stockrail.web.play.live import LiveGame
from stockrail.web.services import Services
from stockrail.web.views.checked import CheckedView, checked_of
from stockrail.web.views.ending import ending_of
from stockrail.web.views.overview import TABLES, csv_of, overview_of, story_of
from stockrail.web.views.voice import Voice

MARK = "\ufeff"  # by which spreadsheets know that it is UTF-8


@get("/game/{game_id:str}/overview", include_in_schema=False)
async def overview(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Template:
    """What everybody at the table may know, at any time."""
    live = await services.hall.game(game_id)
    language = language_of(request)
    memo, key = live.memo, ("overview", language)
    if key not in memo:
        memo[key] = await asyncio.to_thread(overview_of, live, language)
    return await _page(request, services, live, "story/overview.html", **memo[key])


@get("/game/{game_id:str}/end", include_in_schema=False)
async def end(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Template | Redirect:
    """How the game ended; while it goes on, how it stands."""
    live = await services.hall.game(game_id)
    if not live.position.is_over:
        return Redirect(f"/game/{live.row.id}/overview")
    language = language_of(request)
    memo, key = live.memo, ("end", language)
    if key not in memo:
        memo[key] = await asyncio.to_thread(ending_of, live, language)
    return await _page(request, services, live, "story/end.html", end=memo[key])


async def _page(request: Asking, services: Services, live: LiveGame, template: str, **context: Any) -> Template:
    person = await whoever(request, services.database)
    title, over = live.position.title.name, live.position.is_over
    return page(request, template, person, row=live.row, title_name=title, over=over, **context)


@get("/game/{game_id:str}/csv/{table:str}", include_in_schema=False)
async def sheet(
    request: Asking, game_id: FromPath[str], table: FromPath[str], services: NamedDependency[Services]
) -> Response[str]:
    """A table of the overview for a spreadsheet."""
    live = await services.hall.game(game_id)
    if table not in TABLES:
        raise NotFoundException(N_("there is no such thing in this game"))
    voice = Voice(live.position, language_of(request))
    text = await asyncio.to_thread(lambda: csv_of(voice, story_of(live).rounds, table))
    name = f'attachment; filename="{live.row.title}-{live.row.id}-{table}.csv"'
    return Response(MARK + text, media_type="text/csv; charset=utf-8", headers={"Content-Disposition": name})


async def _checked(live: LiveGame, language: str) -> CheckedView:
    """All who ask wait for the same search."""
    key = ("checked", "")
    if key not in live.memo:
        live.memo[key] = await once(live, "checked", partial(report_of, live.position))
    return await asyncio.to_thread(checked_of, live, live.memo[key], language)


@get("/game/{game_id:str}/runs", include_in_schema=False)
async def runs(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Template:
    """All runs so far beside the best that were possible."""
    live = await services.hall.game(game_id)
    checked = await _checked(live, language_of(request))
    return await _page(request, services, live, "story/runs.html", checked=checked)


@get("/game/{game_id:str}/checked", include_in_schema=False)
async def report(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[str]:
    """The same in a sentence, for whoever has just imported the game."""
    live = await services.hall.game(game_id)
    checked = await _checked(live, language_of(request))
    text = fragment(request, "story/checked.html", checked=checked, base=f"/game/{live.row.id}")
    return Response(text, media_type="text/html")


HANDLERS = [overview, end, sheet, runs, report]
