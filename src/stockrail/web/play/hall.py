"""All games in play. Whoever acts comes through here: checked, written down, then told to all who watch."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy.exc import IntegrityError

from stockrail.bots import RandomBot
from stockrail.core import Action, IllegalAction
from stockrail.core.marking import N_
from stockrail.core.saving import Header
from stockrail.files import FileError
from stockrail.files.saves import begin
from stockrail.rules.game import RailGame
from stockrail.web.play.errors import NoSuchGame, NotYours, Refused, Stale, Unreadable
from stockrail.web.play.projection import Back, Projection, Yes
from stockrail.web.store import games as store
from stockrail.web.store.database import Database
from stockrail.web.store.games import Entry, GameRow

log = logging.getLogger("stockrail.web")
Tell = Callable[[GameRow, int, str], Awaitable[None]]
BATCH = 4  # actions in one request: a run and its dividend, a sale and a purchase


class LiveGame:
    """A game in memory: its row, its projection, and a lock for whoever changes it."""

    def __init__(self, row: GameRow, projection: Projection) -> None:
        self.row = row
        self.projection = projection
        self.lock = asyncio.Lock()
        self.memo: dict[tuple[str, str], Any] = {}  # what was computed for the position as it stands
        self.driver: asyncio.Task[None] | None = None
        self._still = projection.game.fork()

    @property
    def number(self) -> int:
        return self.projection.number

    @property
    def position(self) -> RailGame:
        """The game as it stands, for reading; whoever wants to try something out forks it."""
        return self._still  # type: ignore[return-value]

    def settle(self) -> None:
        """The projection has changed and is whole again."""
        self._still = self.projection.game.fork()
        self.memo = {}

    def at(self, act: int) -> RailGame:
        """The position after so many actions."""
        game: RailGame = self.position.fork()  # type: ignore[assignment]
        while len(game._steps) > act:
            game.pop()
        return game


class Hall:
    """Loads games on demand and keeps the latest in memory."""

    def __init__(self, database: Database, tell: Tell, keep: int = 64, bot_pause: float = 0.0) -> None:
        self.database = database
        self.tell = tell
        self.keep = keep
        self.bot_pause = bot_pause
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._loading = asyncio.Lock()

    async def game(self, id_: str) -> LiveGame:
        """A game in memory, read from its entries if it is not there."""
        live = self._games.get(id_)
        if live is None:
            async with self._loading:
                live = self._games.get(id_) or await self._load(id_)
            self._trim()
        elif self.database.shared:
            await self._catch_up(live)
        self._games[id_] = live
        self._games.move_to_end(id_)
        self._drive(live)
        return live

    async def _load(self, id_: str) -> LiveGame:
        row = await self.database.read(lambda c: store.read_game(c, id_))
        if row is None:
            raise NoSuchGame(f"there is no game {id_!r}")
        live = self._games[id_] = await self._build(row)
        return live

    async def _catch_up(self, live: LiveGame) -> None:
        """Another process may have written since."""
        async with live.lock:
            news = await self.database.read(lambda c: store.read_entries(c, live.row.id, live.number - 1))
            row = await self.database.read(lambda c: store.read_game(c, live.row.id))
            if news:
                await asyncio.to_thread(live.projection.replay, news)
                live.settle()
            if row is not None and row.seats != live.row.seats:
                self._seat(live, row)

    async def _build(self, row: GameRow) -> LiveGame:
        entries = await self.database.read(lambda c: store.read_entries(c, row.id))
        return LiveGame(row, await asyncio.to_thread(project, row, entries))

    def _trim(self) -> None:
        for id_ in list(self._games)[: -self.keep]:
            live = self._games[id_]
            if not live.lock.locked() and (live.driver is None or live.driver.done()):
                del self._games[id_]

    def forget(self, id_: str) -> None:
        """Read it anew next time."""
        self._games.pop(id_, None)

    async def reseat(self, id_: str) -> None:
        """Somebody sat down: names and owners of seats have changed, the position has not."""
        live = await self.game(id_)
        async with live.lock:
            row = await self.database.read(lambda c: store.read_game(c, id_))
            assert row is not None
            self._seat(live, row)
        await self.tell(row, live.number, "seat")

    def _seat(self, live: LiveGame, row: GameRow) -> None:
        live.row = row
        live.projection.game.players = tuple(seat.name for seat in row.seats)
        live.settle()

    # -- changing a game ------------------------------------------------------------------------------------------

    async def act(self, id_: str, seats: frozenset[int], expected: int, raw: Sequence[bytes]) -> int:
        """Take actions for seats, all or none. Returns the number of entries after them."""
        live = await self.game(id_)
        if not 1 <= len(raw) <= BATCH:
            raise Unreadable(f"between one and {BATCH} actions at a time")
        actions = [decoded(live.projection, text) for text in raw]
        for action in actions:
            if action.player not in seats:
                raise NotYours(f"seat {action.player} is not yours")
        texts = [msgspec.json.encode(action).decode() for action in actions]
        async with live.lock:
            if expected != live.number:
                return await self._repeated(live, expected, actions, texts)
            lines = [
                Entry(expected + n, "act", action.player, text, time.time())
                for n, (action, text) in enumerate(zip(actions, texts, strict=True))
            ]
            await self._put(live, lines)
        self._drive(live)
        return live.number

    async def _repeated(self, live: LiveGame, expected: int, actions: Sequence[Action], texts: list[str]) -> int:
        """A double click: what is asked for stands there already, so there is nothing to do and nothing wrong."""
        there = live.projection.entries[max(0, expected) : max(0, expected) + len(texts)]
        if [(entry.kind, entry.seat, entry.data) for entry in there] == [
            ("act", action.player, text) for action, text in zip(actions, texts, strict=True)
        ]:
            return live.number
        raise Stale(live.number)

    async def undo(self, id_: str, seats: frozenset[int], expected: int, to: int | None = None) -> bool:
        """Take back one's last action, or all down to `to`. Returns whether it is done; if not, others are asked."""
        live = await self.game(id_)
        async with live.lock:
            if expected != live.number:
                raise Stale(live.number)
            projection = live.projection
            last = projection.last_by_people()
            target = last if to is None else to
            if target is None or not 0 <= target < len(projection.done) or not seats:
                raise Unreadable(N_("there is nothing to take back"))
            own = projection.done[target].line.seat
            seat = own if own in seats else min(seats)
            others = projection.others_touched(seat, target) - seats
            kind = "ask" if others else "undo"
            data = msgspec.json.encode(Back(target)).decode()
            await self._put(live, [Entry(expected, kind, seat, data, time.time())])
            if others:
                await self._agree_for(live, seats)
        self._drive(live)
        return not others

    async def _agree_for(self, live: LiveGame, seats: frozenset[int]) -> None:
        """Whoever asks agrees for all the seats that are his."""
        asked = live.projection.asked
        yes = msgspec.json.encode(Yes(True)).decode()
        for seat in sorted(asked.waiting & seats) if asked else []:
            await self._put(live, [Entry(live.number, "answer", seat, yes, time.time())])

    async def redo(self, id_: str, seats: frozenset[int], expected: int) -> None:
        live = await self.game(id_)
        async with live.lock:
            if expected != live.number:
                raise Stale(live.number)
            undone = live.projection.undone
            if not undone or not {one.line.seat for one in undone[-1]} & seats:
                raise Unreadable(N_("there is nothing to take again"))
            seat = next(one.line.seat for one in undone[-1] if one.line.seat in seats)
            await self._put(live, [Entry(expected, "redo", seat, "{}", time.time())])
        self._drive(live)

    async def answer(self, id_: str, seats: frozenset[int], expected: int, accept: bool) -> None:
        """Answer a request to undo, for all of one's seats that are asked."""
        live = await self.game(id_)
        async with live.lock:
            if expected != live.number:
                raise Stale(live.number)
            asked = live.projection.asked
            mine = sorted(asked.waiting & seats) if asked else []
            if asked is None or not mine:
                raise Unreadable(N_("nobody asks you to take anything back"))
            data = msgspec.json.encode(Yes(accept)).decode()
            for seat in mine if accept else mine[:1]:
                await self._put(live, [Entry(live.number, "answer", seat, data, time.time())])
            left = live.projection.asked
            if left is not None and not left.waiting:
                back = msgspec.json.encode(Back(asked.to)).decode()
                await self._put(live, [Entry(live.number, "undo", asked.seat, back, time.time())])
        self._drive(live)

    async def _put(self, live: LiveGame, lines: Sequence[Entry]) -> None:
        """Carry entries out, write them down, and tell everybody; or none of it."""
        projection = live.projection
        taken, before = 0, (projection.undone.copy(), projection.asked)
        try:
            for line in lines:
                await asyncio.to_thread(projection.take, line)
                taken += 1
            actor, stage = projection.game.actor, projection.stage()
            await self.database.write(lambda c: store.append(c, live.row.id, lines, actor, stage))
        except IllegalAction as error:
            for _ in range(taken):
                projection.drop_last()
            projection.undone, projection.asked = before
            raise Refused(error, live.position) from error
        except IntegrityError as error:
            await self._reload(live)
            raise Stale(live.number) from error
        except BaseException:
            self.forget(live.row.id)  # whatever went wrong, the entries in the database are the truth
            raise
        live.settle()
        await self.tell(live.row, live.number, lines[-1].kind)

    async def _reload(self, live: LiveGame) -> None:
        """Another process has written; its entries are the truth."""
        live.projection = (await self._build(live.row)).projection
        live.settle()

    # -- bots -----------------------------------------------------------------------------------------------------

    def _drive(self, live: LiveGame) -> None:
        """Let bots act, in a task of their own."""
        waiting = live.position.actor in live.projection.bots
        if waiting and (live.driver is None or live.driver.done()):
            live.driver = asyncio.get_running_loop().create_task(self._bots_act(live))

    async def _bots_act(self, live: LiveGame) -> None:
        try:
            while live.position.actor in live.projection.bots:
                await self._bot_acts(live)
                await asyncio.sleep(self.bot_pause)
        except Exception:
            log.exception("a bot of game %s failed", live.row.id)  # people can still undo and go on

    async def _bot_acts(self, live: LiveGame) -> None:
        """One action, chosen aside; if the game has gone on meanwhile, it is forgotten."""
        number, twin = live.number, live.position.fork()
        action = await asyncio.to_thread(RandomBot(secrets.randbits(64)).choose, twin)
        async with live.lock:
            if number == live.number:
                text = msgspec.json.encode(action).decode()
                with suppress(Stale):
                    await self._put(live, [Entry(number, "act", action.player, text, time.time())])

    async def close(self) -> None:
        for live in self._games.values():
            if live.driver is not None:
                live.driver.cancel()


def project(row: GameRow, entries: Sequence[Entry]) -> Projection:
    """The position of a game from its entries."""
    header = msgspec.json.decode(row.header, type=Header)
    names = [seat.name for seat in row.seats]
    game = begin(msgspec.structs.replace(header, players=names))
    projection = Projection(game, frozenset(seat.seat for seat in row.seats if seat.kind == "bot"))
    try:
        projection.replay(entries)
    except IllegalAction as error:
        raise FileError(f"entry {projection.number}", str(error), error, game) from error
    return projection


def decoded(projection: Projection, text: bytes) -> Action:
    try:
        return projection.decode(text)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError, UnicodeDecodeError) as error:
        raise Unreadable(f"not an action ({error})") from error
