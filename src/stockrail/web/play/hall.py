"""All games in play. Whoever acts comes through here: checked, written down, then told to all who watch."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Executor
from types import MappingProxyType

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from stockrail.core import Action, IllegalAction
from stockrail.core.marking import N_
from stockrail.rules.overlay import Unplayable
from stockrail.web.aside import Threads
from stockrail.web.play import bounds
from stockrail.web.play.course import SEAT, Back, Seated, Yes
from stockrail.web.play.driving import READING, Driving, Tempo, entry_of
from stockrail.web.play.entries import (
    Also,
    decoded,
    entry_by,
    fresh,
    going_back,
    made_already,
    project,
    setting,
    stands_there,
    tried,
    write_down,
)
from stockrail.web.play.errors import CANNOT_GO_ON, Gone, NoSuchGame, NotYours, Refused, Stale, Taken, Unreadable
from stockrail.web.play.live import LiveGame, Table
from stockrail.web.play.memory import LATELY, forgettable
from stockrail.web.play.projection import Known
from stockrail.web.play.standing import Orders, acted, cancelled, ended, settled
from stockrail.web.play.thinking import Choice, Thinker
from stockrail.web.play.wishes import Asked, with_wish
from stockrail.web.play.workers import InThreads
from stockrail.web.store import games as store
from stockrail.web.store.database import Database
from stockrail.web.store.finished import put_stage
from stockrail.web.store.games import Entry, GameRow
from stockrail.web.store.orders import Order, read_orders, write_orders
from stockrail.web.store.thoughts import thought_of

log = logging.getLogger("stockrail.web")
Tell = Callable[[GameRow, int, str], Awaitable[None]]
BATCH = 4  # actions in one request: a run and its dividend, a sale and a purchase
BOTS = 2  # that act at once: Python computes one thing at a time, and pages want to be drawn too
YES = msgspec.json.encode(Yes(True)).decode()
_ID = re.compile(r"[0-9a-f]{1,16}")


class Hall:
    """Loads games on demand and keeps the latest in memory, and those that people need."""

    def __init__(
        self,
        database: Database,
        tell: Tell,
        keep: int = 64,
        tempo: Tempo | None = None,
        watched: Callable[[str], bool] = lambda _: False,
        clock: Callable[[], float] = time.monotonic,
        thinker: Thinker | None = None,
    ) -> None:
        self.database = database
        self._tell = tell
        self.keep = keep
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._watched = watched  # whether somebody listens for news of a game
        self._clock = clock
        self._bots = Threads(BOTS, "bot")  # what they do is carried out; they think elsewhere
        self._driving = Driving(
            self._put_choice,
            self._obey,
            self._load_again,
            thinker or InThreads(BOTS),
            watched,
            clock,
            tempo or Tempo(),
        )

    async def game(self, id_: str, looking: bool = True) -> LiveGame:
        """A game as it stands, read from its entries if it is not in memory; `looking` if somebody wants to see it."""
        live = (await self._table(id_, looking)).now
        if live.row.removed is not None:
            raise Gone(N_("this table has been removed by its owner"))
        return live

    async def row(self, id_: str) -> GameRow:
        """Who sits at a table and who may see it, without its entries."""
        table = self._tables.get(id_)
        if table is not None and not self.database.shared and not table.doubt:
            return table.now.row
        row = await self.database.read(lambda c: store.read_game(c, id_)) if _ID.fullmatch(id_) else None
        if row is None:
            raise NoSuchGame(f"there is no game {id_!r}")
        return row

    async def _load_again(self, id_: str) -> None:
        await self._table(id_, looking=False)

    async def _table(self, id_: str, looking: bool = True) -> Table:
        table = self._tables.get(id_)
        if table is None:
            table = await self._loaded(id_)
        elif self.database.shared or table.doubt:
            async with table.lock:
                await self._catch_up(table)
        self._tables[id_] = table
        self._tables.move_to_end(id_)
        table.seen = self._clock() if looking else table.seen
        self._trim()
        self._driving.drive(table)
        return table

    async def _loaded(self, id_: str) -> Table:
        """Whoever comes while a game is being read waits for the same reading."""
        if not _ID.fullmatch(id_):
            raise NoSuchGame(f"there is no game {id_!r}")
        task = self._loading.get(id_)
        if task is None:
            task = self._loading[id_] = asyncio.get_running_loop().create_task(self._load(id_))
            task.add_done_callback(lambda _: self._loading.pop(id_, None))
        return await asyncio.shield(task)

    async def _load(self, id_: str) -> Table:
        live = await self._read(id_)
        if live.projection.bots and not live.row.over:
            self._driving.thinker.prepare()
        table = self._tables[id_] = Table(live)
        return table

    async def _read(self, id_: str) -> LiveGame:
        """A game from the database alone."""
        row = await self.database.read(lambda c: store.read_game(c, id_))
        if row is None:
            raise NoSuchGame(f"there is no game {id_!r}")
        entries = await self.database.read(lambda c: store.read_entries(c, id_))
        orders = await self.database.read(lambda c: read_orders(c, id_))
        known = await self.database.read(lambda c: thought_of(c, id_))
        projection = await asyncio.to_thread(project, row, entries)
        if row.over and projection.game.is_over and not row.stage.worth:
            stage = projection.stage()
            row = msgspec.structs.replace(row, stage=stage)
            await self.database.write(lambda c: put_stage(c, id_, stage))
        return LiveGame(row, projection, orders, known)

    async def _catch_up(self, table: Table) -> None:
        """Something may have been written of which this process knows nothing. Needs the table's lock."""
        now = table.now
        entries = await self.database.read(lambda c: store.read_entries(c, now.row.id, now.number - 1))
        row = await self.database.read(lambda c: store.read_game(c, now.row.id))
        orders = await self.database.read(lambda c: read_orders(c, now.row.id))
        known = await self.database.read(lambda c: thought_of(c, now.row.id))
        if row is not None and row.gathering != now.row.gathering:
            table.now = await self._read(row.id)  # it has started, with other seats
        elif entries or orders != now.orders or (row is not None and setting(row) != setting(now.row)):
            projection = await asyncio.to_thread(now.projection.after, entries)
            table.now = LiveGame(now.row, projection, orders, known).seated(row or now.row)
        table.doubt = False

    def _trim(self) -> None:
        for id_ in forgettable(list(self._tables), self.keep, self._needed):
            table = self._tables[id_]
            if table.idle:
                del self._tables[id_]
                if table.driver is not None:
                    table.driver.cancel()

    def _needed(self, id_: str) -> bool:
        """Whether somebody watches a game, or people have acted in it a short while ago."""
        table = self._tables[id_]
        return self._watched(id_) or (table.has_people and self._clock() - table.acted < LATELY)

    def has_changed_facts(self, id_: str) -> bool:
        """Whether a game in memory is played with facts that its players have changed."""
        table = self._tables.get(id_)
        return table is not None and bool(table.now.position.title.overlay)

    def holds(self, id_: str) -> bool:
        """Whether a game is in memory, or on its way there."""
        return id_ in self._tables or id_ in self._loading

    def forget(self, id_: str) -> None:
        """A game that is no longer in the database."""
        table = self._tables.pop(id_, None)
        if table is not None and table.driver is not None:
            table.driver.cancel()

    async def reseat(self, id_: str) -> None:
        """Somebody sat down: names and owners of seats have changed, the position has not."""
        table = await self._table(id_)
        async with table.lock:
            doubt, table.doubt = table.doubt, True  # should the reading fail, the next look reads again
            row = await self.database.read(lambda c: store.read_game(c, id_))
            assert row is not None
            pairs = zip(table.now.row.seats, row.seats, strict=True)
            changed = [new.seat for old, new in pairs if old.person != new.person]
            orders = tuple(order for order in table.now.orders if order.seat not in changed)  # nobody inherits them
            if orders != (before := table.now.orders):
                await self.database.write(lambda c: write_orders(c, id_, before, orders))
            table.now = table.now.seated(row).ordered(orders)
            table.doubt = doubt
        await self.tell(table.now, "seat")

    async def begin(self, id_: str, work: Callable[[Connection], bool]) -> None:
        """A table starts: `work` writes its seats and its header anew, or says that somebody was faster."""
        table = await self._table(id_)
        async with table.lock:
            if not await self.database.write(work):
                table.doubt = True
                raise Taken(N_("the table has changed meanwhile: look again"))
            table.now = await self._read(id_)
            if table.now.projection.bots:
                self._driving.thinker.prepare()
        await self.tell(table.now, "start")
        self._driving.drive(table)

    async def change_seat(self, id_: str, seat: int, what: Seated, work: Callable[[Connection], bool]) -> None:
        """Somebody else decides for a seat: `work` writes it down, the log says it; or neither."""
        table = await self._table(id_)
        async with table.lock:
            said = (SEAT, seat, msgspec.json.encode(what).decode())
            await self._put(table, table.now.number, [said], also=work)
            await self._reorder(table, tuple(order for order in table.now.orders if order.seat != seat))
        if table.now.projection.bots:
            self._driving.thinker.prepare()
        self._driving.drive(table)

    async def tell(self, live: LiveGame, kind: str) -> None:
        """What is written down counts, whether others hear of it at once or not."""
        try:
            await self._tell(live.row, live.number, kind)
        except Exception:
            log.exception("news of game %s were not told", live.row.id)

    # -- changing a game ------------------------------------------------------------------------------------------

    async def act(self, id_: str, seats: frozenset[int], expected: int, raw: Sequence[bytes]) -> int:
        """Take actions for seats, all or none. Returns the number of entries after them."""
        table = await self._table(id_)
        if not 1 <= len(raw) <= BATCH:
            raise Unreadable(f"send between 1 and {BATCH} actions at a time")
        actions = [decoded(table.now.projection, text) for text in raw]
        made = [entry_by(table.now.position, seats, action) for action in actions]
        known = {expected + n: action for n, action in enumerate(actions)}
        async with table.lock:
            try:
                await self._put(table, expected, made, known)
            except Stale:
                if not stands_there(table.now.projection, expected, made):
                    raise  # else it was a double click: there is nothing to do and nothing wrong
        self._driving.drive(table)
        return table.now.number

    async def undo(self, id_: str, seats: frozenset[int], expected: int, to: int | None = None) -> bool:
        """Take back one's last action and what followed, or all down to `to`.

        Returns whether it is done; if not, others are asked.
        """
        table = await self._table(id_)
        async with table.lock:
            again = made_already(table.now.projection, expected, seats, ("undo", "ask"))
            if again is not None and (to is None or msgspec.json.decode(again.data, type=Back).to == to):
                return again.kind == "undo"
            projection = fresh(table, expected)
            target = projection.own_last(seats) if to is None else to
            if target is None or not 0 <= target < len(projection.done) or not seats:
                raise Unreadable(N_("there is nothing to undo"))
            own = projection.done[target].line.seat
            seat = own if own in seats else min(seats)
            touched = projection.others_touched(seat, target)
            others = touched - seats
            mine = [("answer", agrees, YES) for agrees in sorted(touched & seats)] if others else []
            data = going_back(target, projection.tells_seed) if others else projection.course.back(target)
            await self._put(table, expected, [("ask" if others else "undo", seat, data), *mine])
        self._driving.drive(table)
        return not others

    async def redo(self, id_: str, seats: frozenset[int], expected: int) -> None:
        table = await self._table(id_)
        async with table.lock:
            if made_already(table.now.projection, expected, seats, ("redo",)):
                return
            undone = fresh(table, expected).undone
            seat = next((entry.seat for entry in undone[-1] if entry.seat in seats), None) if undone else None
            if seat is None:
                raise Unreadable(N_("there is nothing to redo"))
            await self._put(table, expected, [("redo", seat, "{}")])
        self._driving.drive(table)

    async def answer(self, id_: str, seats: frozenset[int], expected: int, accept: bool) -> None:
        """Answer a request to undo, for all of one's seats that are asked; the last answer takes back."""
        table = await self._table(id_)
        data = msgspec.json.encode(Yes(accept)).decode()
        async with table.lock:
            again = made_already(table.now.projection, expected, seats, ("answer",))
            if again is not None and again.data == data:
                return
            projection = fresh(table, expected)
            asked = projection.asked
            mine = sorted(asked.waiting & seats) if asked else []
            if asked is None or not mine:
                raise Unreadable(N_("nobody has asked you to undo anything"))
            made = [("answer", seat, data) for seat in (mine if accept else mine[:1])]
            if accept and not asked.waiting - seats:
                made.append(("undo", asked.seat, projection.course.back(asked.to)))
            await self._put(table, expected, made)
        self._driving.drive(table)

    async def _put(  # noqa: PLR0913  (all but three are named)
        self,
        table: Table,
        expected: int,
        made: Sequence[tuple[str, int, str]],
        known: Known = MappingProxyType({}),
        threads: Executor | None = None,
        thoughts: str = "",
        by: int = 0,
        also: Also | None = None,
    ) -> None:
        """Carry entries out, write them down, and show them to everybody; or none of it. Needs the table's lock.

        `by` is the standing order that has asked for them.
        """
        if table.now.row.gathering:
            raise Unreadable(N_("this table has not started yet"))
        projection, row, at = fresh(table, expected), table.now.row, time.time()
        bounds.check(projection, made)
        lines = [Entry(expected + n, kind, seat, data, at) for n, (kind, seat, data) in enumerate(made)]
        try:
            then, lines = await asyncio.get_running_loop().run_in_executor(threads, tried, projection, lines, at, known)
        except IllegalAction as error:
            raise Refused(error, projection.game) from error
        except Exception as error:
            if not projection.game.title.overlay:
                raise
            log.warning("changed facts of game %s do not allow an action (%r)", row.id, error)
            raise Unplayable(CANNOT_GO_ON) from error
        actor, stage, before = then.game.actor, then.stage(), table.now.orders
        orders = settled(acted(before, by, len(projection.done)), then, made[-1][0] == "undo")

        def write(connection: Connection) -> GameRow:
            found = write_down(connection, row, lines, actor, stage, thoughts, also)
            write_orders(connection, row.id, before, orders)
            return found

        try:
            then_row = await self.database.write(write)
        except IntegrityError as error:
            await self._catch_up(table)
            raise Stale(table.now.number) from error
        except Taken:
            await self._catch_up(table)
            raise
        except BaseException:
            table.doubt = True  # the entries in the database are the truth; nobody knows whether these are among them
            raise
        reasons = table.now.thought_of | {expected} if thoughts else table.now.thought_of
        table.now = LiveGame(row, then, orders, reasons)
        if also is not None:
            table.now = table.now.seated(then_row)
        table.acted = self._clock()
        await self.tell(table.now, lines[-1].kind)

    # -- standing orders ------------------------------------------------------------------------------------------

    async def order(self, id_: str, seat: int, asked: Asked, by: str | None = None) -> None:
        """Let the table do something for a seat, from now on. `by` must still sit there when it is the order's turn."""
        table = await self._table(id_)
        async with table.lock:
            if table.now.row.gathering:
                raise Unreadable(N_("this table has not started yet"))
            if by is not None and seat not in table.now.row.seats_of(by):
                raise NotYours(N_("that seat is not yours"))
            await self._reorder(table, with_wish(table.now.projection, table.now.orders, seat, asked))
        self._driving.drive(table)

    async def cancel(self, id_: str, seats: frozenset[int], number: int) -> None:
        """End a standing order of one of these seats; whoever says so twice has said it once."""
        table = await self._table(id_)
        async with table.lock:
            orders = table.now.orders
            if not any(order.number == number and order.seat in seats for order in orders):
                raise NotYours(N_("that is not one of your orders"))
            await self._reorder(table, cancelled(orders, number))

    async def _reorder(self, table: Table, orders: Orders) -> None:
        """Write down other orders. Only the pages of those who gave them change. Needs the table's lock."""
        now = table.now
        if orders == now.orders:
            return
        try:
            await self.database.write(lambda c: write_orders(c, now.row.id, now.orders, orders))
        except IntegrityError as error:  # another process has given the same number to an order
            await self._catch_up(table)
            raise Stale(table.now.number) from error
        table.now = now.ordered(orders)
        await self.tell(table.now, "order")

    async def _obey(self, table: Table, number: int, order: Order, found: Action | str) -> None:
        """Do what an order says, or end it. Needs the table's lock."""
        if isinstance(found, str):
            if number == table.now.number:
                await self._reorder(table, ended(table.now.orders, order.number, found))
            return
        await self._put(table, number, [entry_of(found)], {number: found}, self._bots, by=order.number)

    # -- bots -----------------------------------------------------------------------------------------------------

    async def pace(self, id_: str, pace: str, paused: bool) -> None:
        """How fast the bots of a table act, or that they wait; without a pace, it stays as it was."""
        table = await self._table(id_)
        async with table.lock:
            now = table.now
            wanted = pace or now.row.pace
            if wanted not in READING:
                raise Unreadable(f"a pace must be one of {', '.join(READING)}, not {pace!r}")
            if (wanted, paused) != (now.row.pace, now.row.paused):
                await self.database.write(lambda c: store.set_pace(c, id_, wanted, paused))
                table.now = now.seated(msgspec.structs.replace(now.row, pace=wanted, paused=paused))
                await self.tell(table.now, "pace")
        table.nudged.set()
        self._driving.drive(table)

    async def step(self, id_: str, expected: int) -> None:
        """Let a bot that is paused act once; who presses twice has pressed once."""
        table = await self._table(id_)
        if expected == table.now.number:
            table.stepping = expected
            table.nudged.set()
        self._driving.drive(table)

    async def _put_choice(self, table: Table, number: int, choice: Choice) -> None:
        """The action of a bot, or what an order or chance brings. Needs the table's lock."""
        data = msgspec.json.encode(choice.thoughts).decode() if choice.thoughts else ""
        await self._put(table, number, [entry_of(choice.action)], {number: choice.action}, self._bots, data)

    async def close(self) -> None:
        await self._driving.close()
        self._bots.shutdown(wait=False, cancel_futures=True)
