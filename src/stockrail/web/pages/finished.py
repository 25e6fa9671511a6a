"""Finished games: all of a person's, searched by title, table or player."""

from __future__ import annotations

import asyncio

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.response import Template

from stockrail.web.language import language_of
from stockrail.web.pages.lobby import listed
from stockrail.web.pages.rendering import Asking, page
from stockrail.web.people import whoever
from stockrail.web.services import Services
from stockrail.web.store.finished import PAGE, finished_games

WORDS = 60  # letters of a search
UNKNOWN = 8  # games from before results were written down that are looked at for one page


@get("/finished", include_in_schema=False)
async def finished(
    request: Asking, services: NamedDependency[Services], q: FromQuery[str] = "", after: FromQuery[str] = ""
) -> Template:
    person = await whoever(request, services.database)
    asked = "".join(letter for letter in q[:WORDS] if letter.isprintable()).strip()  # no database keeps a NUL
    start = int(after) if after.isascii() and after.isdecimal() and len(after) < 7 else 0
    me = person.id if person else ""
    rows = await services.database.read(lambda c: finished_games(c, me, asked, start))
    for row in [row for row in rows if not row.stage.worth][:UNKNOWN]:
        await services.hall.game(row.id, looking=False)  # which writes its result down
    rows = await services.database.read(lambda c: finished_games(c, me, asked, start))
    shown = await asyncio.to_thread(listed, rows[:PAGE], me or None, language_of(request))
    older = start + PAGE if len(rows) > PAGE else None
    newer = max(0, start - PAGE) if start else None
    return page(request, "finished.html", person, rows=shown, asked=asked, older=older, newer=newer)


HANDLERS = [finished]
