"""Tells all who listen at a table what has happened: the page's changed parts, drawn once for each kind of reader."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from random import randint
from typing import Any, NamedTuple

import msgspec

from stockrail.web.drawings import Drawings, Reader, reader_of
from stockrail.web.fragments import Drawing
from stockrail.web.listening import AGAIN, GOODBYE, Listener, Listeners
from stockrail.web.play.errors import Gone
from stockrail.web.play.hall import Hall
from stockrail.web.play.live import LiveGame
from stockrail.web.store.news import News

log = logging.getLogger("stockrail.web")
RETRY = 1_000, 5_000  # milliseconds after which a browser comes again; not all of them at the same moment
AT_ONCE = 4  # drawings; a position that is past when its turn comes is not drawn


class Told(NamedTuple):
    """The drawing that readers of a kind were told of last, as far as the next needs it."""

    stamp: str
    digests: Mapping[str, int]


def event(**said: Any) -> bytes:
    """A server-sent event, encoded once for all who get it."""
    return b"data: %b\n\n" % msgspec.json.encode(said)


class Telling:
    """At most one task for each game and kind of reader: it draws the newest position until there is no newer one."""

    def __init__(self, hall: Hall, listeners: Listeners, drawings: Drawings) -> None:
        self.hall, self.listeners, self.drawings = hall, listeners, drawings
        self._told: dict[str, dict[Reader, Told]] = {}  # by game
        self._kinds: dict[tuple[str, Reader], str] = {}  # what has happened and was not told yet
        self._drawing: set[tuple[str, Reader]] = set()
        self._running: set[asyncio.Task[None]] = set()
        self._turns = asyncio.Semaphore(AT_ONCE)

    def hear(self, news: News) -> None:
        """Lobbies are told where to look; those at the table get it drawn."""
        for person in news.people:
            for listener in self.listeners.at(f"person:{person}"):
                listener.tell(event(game=news.game, number=news.number, kind=news.kind))
        if self.listeners.watched(news.game):
            self._start(self._sort(news))

    async def _sort(self, news: News) -> None:
        """Draw it for each kind of reader who listens there now, whatever they were when they came."""
        try:
            live = await self.hall.game(news.game, looking=False)
        except Gone:
            self._ask_to_look(news.game)
            return
        except Exception:
            self._fail(news.game)
            return
        here = _let_in(live, self.listeners.at(f"game:{news.game}"))
        for listener in here:
            _recognise(listener, _reader(live, listener))
        for reader in {_reader(live, listener) for listener in here}:
            self._begin(news.game, reader, news.kind)

    def _fail(self, game: str) -> None:
        """Something happened that cannot be drawn, or not now: everybody looks for themselves."""
        log.exception("news of game %s were not drawn", game)
        self._ask_to_look(game)

    def _ask_to_look(self, game: str) -> None:
        for listener in self.listeners.at(f"game:{game}"):
            listener.tell(AGAIN)

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._running.add(task)  # which nobody else holds
        task.add_done_callback(self._running.discard)
        return task

    def _begin(self, game: str, reader: Reader, kind: str) -> None:
        self._kinds[game, reader] = kind
        if (game, reader) not in self._drawing:
            self._drawing.add((game, reader))
            self._start(self._tell(game, reader))

    async def hello(self, listener: Listener) -> bytes:
        """What a new listener should have on the screen; what comes later follows upon it."""
        live = await self.hall.game(listener.game)
        listener.kind = reader = _reader(live, listener)
        drawing = await self.drawings.of(live, reader)
        known = self._told.setdefault(listener.game, {}).setdefault(reader, _told(drawing))
        if known.stamp != drawing.stamp:
            self._begin(listener.game, reader, "hello")  # it has changed in silence: the others are behind
        return b"retry: %d\n" % randint(*RETRY) + event(kind="hello", number=live.number, drawn=drawing.stamp)

    def leave(self, listener: Listener) -> None:
        """Forget what nobody needs any more. To be called when the listener has gone."""
        if not self.listeners.watched(listener.game):
            self._told.pop(listener.game, None)

    async def _tell(self, game: str, reader: Reader) -> None:
        try:
            while kind := self._kinds.pop((game, reader), ""):
                async with self._turns:
                    live = await self.hall.game(game, looking=False)
                    drawing = await self.drawings.of(live, reader)
                self._show(live, reader, drawing, kind)
        except Exception:
            self._fail(game)
        finally:
            self._drawing.discard((game, reader))

    def _show(self, live: LiveGame, reader: Reader, drawing: Drawing, kind: str) -> None:
        """Send what differs from the drawing before. A browser that has another one fetches the page instead."""
        game = live.row.id
        here = _let_in(live, [one for one in self.listeners.at(f"game:{game}") if _reader(live, one) == reader])
        if not here:
            self._told.get(game, {}).pop(reader, None)
            return
        before = self._told.setdefault(game, {}).get(reader)
        if before and before.stamp == drawing.stamp:
            return
        self._told[game][reader] = _told(drawing)
        changes = {"was": before.stamp, "html": drawing.since(before.digests)} if before else {}
        news = event(kind=kind, number=drawing.number, drawn=drawing.stamp, **changes)
        for listener in here:
            listener.tell(news)


def _reader(live: LiveGame, listener: Listener) -> Reader:
    return reader_of(live.row, listener.person, listener.language)


def _let_in(live: LiveGame, listeners: list[Listener]) -> list[Listener]:
    """Those who may see the table; whoever is shut out finds the door closed at the next look, and hears nothing."""
    for listener in listeners:
        if not live.row.may_watch(listener.person):
            listener.tell(AGAIN)
            listener.tell(GOODBYE)
    return [listener for listener in listeners if live.row.may_watch(listener.person)]


def _recognise(listener: Listener, now: Reader) -> None:
    """Whoever sat down or stood up is another kind of reader, and may be the last of them to learn what those know."""
    if listener.kind is None:
        return  # still to be greeted, as what it will be then
    if listener.kind != now:
        listener.tell(AGAIN)
    listener.kind = now


def _told(drawing: Drawing) -> Told:
    return Told(drawing.stamp, drawing.digests)
