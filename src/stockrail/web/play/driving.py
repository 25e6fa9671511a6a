"""What goes on at tables by itself: bots act at the pace that is set there, and standing orders are followed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any

import msgspec

from stockrail.core import CHANCE, Action
from stockrail.web.play.errors import Stale
from stockrail.web.play.live import LiveGame, Table
from stockrail.web.play.standing import followed
from stockrail.web.play.thinking import FORMER, Asked, Choice, Thinker, decide
from stockrail.web.play.turns import Turns
from stockrail.web.store.orders import Order

log = logging.getLogger("stockrail.web")
NOW, READABLE = "now", "readable"
READING: Mapping[str, float] = MappingProxyType({NOW: 0.0, READABLE: 1.5})  # seconds for the action of a bot, by pace
TRIES = 8  # of a bot whose action could not be found or written down
STUBBORN = 3  # tries, after which it is not thought about any more: any move is better than none
LOOK = 60.0  # seconds that a table of bots goes on after somebody has looked at it
MOST_DRIVEN = 100  # tables that nobody watches and that go on at once; the others wait their turn, out of memory
Put = Callable[[Table, int, Choice], Awaitable[None]]
Obey = Callable[[Table, int, Order, Action | str], Awaitable[None]]


class Tempo(msgspec.Struct, frozen=True):
    """Seconds that bots let pass."""

    pause: float = 0.0  # between two actions, whatever the pace: others want to be served too
    rest: float = 0.5  # after a failure, and twice as long after each further one
    reading: Mapping[str, float] = READING


class Driving:
    """Lets bots act, each table in a task of its own."""

    def __init__(
        self,
        put: Put,
        obey: Obey,
        load: Callable[[str], Awaitable[object]],
        thinker: Thinker,
        watched: Callable[[str], bool],
        clock: Callable[[], float],
        tempo: Tempo,
    ) -> None:
        self._put, self._obey, self._load = put, obey, load
        self.thinker = thinker
        self._watched, self._clock = watched, clock
        self._tempo = tempo
        self._turns = Turns(thinker.most)
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False
        self.parked: dict[str, None] = {}  # tables whose bots act as soon as others have, in the order of their coming

    def drive(self, table: Table) -> None:
        """Let bots act and orders be followed, in a task of their own."""
        if table.driven or not self._goes_on(table):
            return
        id_ = table.now.row.id
        if len(self._running) >= MOST_DRIVEN and not self._watched(id_):
            self.parked[id_] = None
            return
        self.parked.pop(id_, None)
        table.driver = self._start(self._act(table))
        table.driver.add_done_callback(lambda _: self._call_up())

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    def _call_up(self) -> None:
        """One table less: there is room for one that waits."""
        if self.parked and not self._closed:
            id_ = next(iter(self.parked))
            del self.parked[id_]
            self._start(self._loaded(id_))

    async def _loaded(self, id_: str) -> None:
        """Whoever loads a table drives it."""
        try:
            await self._load(id_)
        except Exception:
            log.exception("the bots of game %s cannot go on", id_)

    def _goes_on(self, table: Table) -> bool:
        """Bots among themselves rest when nobody watches: no person waits for them."""
        return table.needs_nobody and (table.has_people or self._is_watched(table))

    def _is_watched(self, table: Table) -> bool:
        return self._watched(table.now.row.id) or self._clock() - table.seen < LOOK

    async def _act(self, table: Table) -> None:
        """Until it is a person's turn. A bot that fails tries again, ever later, as long as that may help."""
        failed = 0
        while self._goes_on(table) and failed < TRIES:
            by_bot = table.now.bot_to_act
            try:
                async with self._turns.turn(self._rank(table)):
                    await self._act_once(table, failed >= STUBBORN)
                failed = 0
            except Exception:
                log.exception("a bot of game %s failed", table.now.row.id)  # people can still undo and go on
                failed += 1
            await self._let_pass(table, self._tempo.rest * 2**failed if failed else self._pause_at(table, by_bot))

    def _rank(self, table: Table) -> int:
        """Where somebody watches and waits for a bot, it comes first; where nobody does, last."""
        return 0 if table.has_people and self._is_watched(table) else 1 if table.has_people else 2

    def _pause_at(self, table: Table, by_bot: bool) -> float:
        """At a readable pace, what a bot has done stands for a while before the next one acts."""
        follows = by_bot and table.now.bot_to_act and self._goes_on(table)
        return max(self._tempo.pause, self._tempo.reading.get(table.now.row.pace, 0.0) if follows else 0.0)

    async def _let_pass(self, table: Table, seconds: float) -> None:
        """Seconds, unless somebody sets another pace meanwhile."""
        table.nudged.clear()
        table.resting = seconds
        with suppress(TimeoutError):
            await asyncio.wait_for(table.nudged.wait(), seconds)
        table.resting = 0.0

    async def _act_once(self, table: Table, stubborn: bool) -> None:
        """One action, chosen aside; if the game has gone on meanwhile, it is forgotten."""
        if not self._goes_on(table):
            return  # it was so when the bot began to wait for its turn
        now = table.now
        if now.by_order is not None:
            await self._follow(table, now, now.by_order)
            return
        choice = await self._chosen(now, stubborn)
        async with table.lock:
            if table.now.number == now.number and not self._goes_on(table):
                return  # somebody has paused the bots
            with suppress(Stale):
                await self._put(table, now.number, choice)

    async def _follow(self, table: Table, now: LiveGame, order: Order) -> None:
        """What a standing order says, found aside: it may need a search."""
        try:
            found = await asyncio.to_thread(followed, now.projection, order)
        except Exception:
            log.exception("an order in game %s could not be followed", now.row.id)
            found = "cannot"
        async with table.lock:
            if table.now.number == now.number and table.now.by_order == order:
                with suppress(Stale):
                    await self._obey(table, now.number, order, found)

    async def _chosen(self, now: LiveGame, stubborn: bool) -> Choice:
        """By chance, or by thinking; where that fails again and again, any move will do."""
        game = now.position
        if game.actor == CHANCE:
            return Choice(game.draw())
        assert game.actor is not None
        if stubborn:
            return await asyncio.to_thread(decide, game, FORMER)
        level = now.row.seats[game.actor].level
        return await self.thinker.choose(Asked(now.row.id, game, now.projection.course.standing, level))

    async def close(self) -> None:
        self._closed = True
        running = list(self._running)
        for driver in running:
            driver.cancel()
        self.thinker.close()
        await asyncio.gather(*running, return_exceptions=True)


def entry_of(action: Action) -> tuple[str, int, str]:
    """What is written down of an action that nobody has sent."""
    return "act", action.player, msgspec.json.encode(action).decode()
