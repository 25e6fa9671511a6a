"""News for open pages, as server-sent events: a table gets what has changed, a lobby is told where to look."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Stream
from sqlalchemy.exc import SQLAlchemyError

from stockrail.web.language import language_of
from stockrail.web.listening import AGAIN, GOODBYE, Listener
from stockrail.web.pages.rendering import Asking
from stockrail.web.people import whoever
from stockrail.web.rates import whence
from stockrail.web.services import Services
from stockrail.web.store import games as store
from stockrail.web.store.sessions import COOKIE, SessionStore
from stockrail.web.telling import event

PING = 20.0  # seconds between two signs of life
PINGED = b"ping"
STILL_HERE = b": still here\n\n"
NOBODY = "nobody"
HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}


@get("/game/{game_id:str}/events", include_in_schema=False)
async def events(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Stream:
    await services.hall.game(game_id)
    return await _opened(request, services, game_id)


@get("/events", include_in_schema=False)
async def my_events(request: Asking, services: NamedDependency[Services]) -> Stream:
    """News of all games of the person at this browser, for the lobby."""
    return await _opened(request, services, "")


async def _opened(request: Asking, services: Services, game: str) -> Stream:
    person = await whoever(request, services.database)
    listener = Listener(whence(request), game, person.id if person else NOBODY, language_of(request))
    services.listeners.check(listener.address)
    session = request.cookies.get(COOKIE, "") if person else ""
    return Stream(news_for(services, listener, session), media_type="text/event-stream", headers=HEADERS)


async def news_for(services: Services, listener: Listener, session: str = "") -> AsyncIterator[bytes]:
    """What is told; a sign of life now and then, so that a broken line is noticed."""
    try:
        with services.listeners.listening(listener) as waiting:
            if listener.game:
                yield await services.telling.hello(listener)  # drawn while listening: nothing gets lost
            else:
                yield event(kind="hello", number=0)
            while (news := await _next(waiting)) != GOODBYE and await _lasts(services, session):
                yield await _state(services, listener.game, news) if news in (PINGED, AGAIN) else news
    finally:
        services.telling.leave(listener)


async def _lasts(services: Services, session: str) -> bool:
    """Whether whoever listens is still logged in: after that, what only that person may see is not told any more."""
    try:
        return not session or await SessionStore(services.database).exists(session)
    except SQLAlchemyError:
        return False  # the browser comes again


async def _next(waiting: asyncio.Queue[bytes]) -> bytes:
    try:
        return await asyncio.wait_for(waiting.get(), PING)
    except TimeoutError:
        return PINGED


async def _state(services: Services, game: str, why: bytes) -> bytes:
    """How far the game is, for a page that may have missed something; a lobby is told only if it may have."""
    said: dict[str, Any] = {"kind": why.decode()}
    try:
        if game:
            said["number"] = await services.database.read(lambda c: store.number_of(c, game))
    except SQLAlchemyError:
        pass  # the next sign of life tells it
    return STILL_HERE if len(said) == 1 and why == PINGED else event(**said)


HANDLERS = [events, my_events]
