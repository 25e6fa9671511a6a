"""The hall alone: what happens when a write fails, when somebody reads in the middle, and when bots stumble."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import OperationalError
from tests.web.conftest import TITLE

from stockrail.bots import RandomBot
from stockrail.web.play.driving import Tempo
from stockrail.web.play.errors import Stale
from stockrail.web.play.hall import Hall
from stockrail.web.play.memory import LATELY, SPARE
from stockrail.web.play.opening import Order, SeatOrder, open_table
from stockrail.web.store import games as store
from stockrail.web.store import people
from stockrail.web.store.database import Database

SEATS = [frozenset({0}), frozenset({1})]
Work = Callable[[Hall, str], Awaitable[None]]


async def nobody_listens(*_: Any) -> None:
    pass


def in_a_hall(folder: Path, work: Work, *kinds: str) -> None:
    """Open a table in a hall of its own and do something there."""
    database = Database(f"sqlite:///{folder / 'hall.db'}")
    database.migrate()

    async def run() -> None:
        host = await database.write(lambda c: people.add(c, "Ada"))
        order = Order(title=TITLE, seats=[SeatOrder(kind, level="random") for kind in kinds], draw_seats=False)
        opened = open_table(order, host.id, {}, "secret")
        await database.write(lambda c: store.create_game(c, opened.row))
        hall = Hall(database, nobody_listens, tempo=Tempo(rest=0))
        await asyncio.wait_for(work(hall, opened.row.id), 30)
        await hall.close()

    asyncio.run(run())
    database.close()


async def first(hall: Hall, game: str) -> bytes:
    return msgspec.json.encode((await hall.game(game)).position.legal_actions()[0])


async def numbers(hall: Hall, game: str) -> list[int]:
    return [entry.number for entry in await hall.database.read(lambda c: store.read_entries(c, game))]


class Writes:
    """Stands before the database: lets a write wait, fail before it is done, or fail after it."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.write, self.gate, self.inside = database.write, asyncio.Event(), asyncio.Event()
        self.fails, self.batches = "", 0
        monkeypatch.setattr(database, "write", self)

    async def __call__(self, work: Any) -> Any:
        self.batches += 1
        self.inside.set()
        fails, self.fails = self.fails, ""
        await self.gate.wait()
        if fails != "before":
            await self.write(work)
        if fails:
            raise OperationalError("INSERT", {}, Exception("disk full"))


def test_a_failed_write_is_no_success_for_the_second_click(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall, game: str) -> None:
        raw = [await first(hall, game)]
        writes = Writes(hall.database, monkeypatch)
        writes.fails = "before"
        clicks = [asyncio.ensure_future(hall.act(game, SEATS[0], 0, raw)) for _ in range(2)]
        await writes.inside.wait()
        writes.gate.set()
        one, other = await asyncio.gather(*clicks, return_exceptions=True)
        assert isinstance(one, OperationalError)
        assert other == 1
        assert await numbers(hall, game) == [0], "what was answered is not written down"

    in_a_hall(tmp_path, work, "screen", "screen")


def test_a_write_that_failed_after_it_was_done_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall, game: str) -> None:
        raw = [await first(hall, game)]
        writes = Writes(hall.database, monkeypatch)
        writes.gate.set()
        writes.fails = "after"
        with pytest.raises(OperationalError):
            await hall.act(game, SEATS[0], 0, raw)
        assert (await hall.game(game)).number == 1
        assert await hall.act(game, SEATS[0], 0, raw) == 1, "the very same action stands there already"
        assert await numbers(hall, game) == [0]

    in_a_hall(tmp_path, work, "screen", "screen")


def test_whoever_reads_while_another_writes_sees_what_was_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hall: Hall, game: str) -> None:
        raw = [await first(hall, game)]
        writes = Writes(hall.database, monkeypatch)
        acting = asyncio.ensure_future(hall.act(game, SEATS[0], 0, raw))
        await writes.inside.wait()
        seen = await hall.game(game)
        assert (seen.number, len(seen.position.actions), len(seen.projection.lines)) == (0, 0, 1)
        writes.gate.set()
        assert await acting == 1
        assert (seen.number, len(seen.position.actions), len(seen.projection.lines)) == (0, 0, 1)
        assert (await hall.game(game)).number == 1

    in_a_hall(tmp_path, work, "screen", "screen")


def test_the_last_answer_and_the_undo_are_written_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall, game: str) -> None:
        await hall.act(game, SEATS[0], 0, [await first(hall, game)])
        assert not await hall.undo(game, SEATS[1], 1)
        writes = Writes(hall.database, monkeypatch)
        writes.gate.set()
        await hall.answer(game, SEATS[0], 2, True)
        assert writes.batches == 1, "a crash between the two would leave a request that nobody can answer"
        live = await hall.game(game)
        assert (live.number, live.projection.asked, live.projection.done) == (4, None, [])

    in_a_hall(tmp_path, work, "screen", "screen")


def test_a_double_click_on_undo_redo_and_answer_counts_once(tmp_path: Path) -> None:
    async def work(hall: Hall, game: str) -> None:
        await hall.act(game, SEATS[0], 0, [await first(hall, game)])
        assert await hall.undo(game, SEATS[0], 1) and await hall.undo(game, SEATS[0], 1)
        with pytest.raises(Stale):
            await hall.undo(game, SEATS[1], 1)
        await hall.redo(game, SEATS[0], 2)
        await hall.redo(game, SEATS[0], 2)
        assert [await hall.undo(game, SEATS[1], 3) for _ in range(2)] == [False, False]
        await hall.answer(game, SEATS[0], 4, True)
        await hall.answer(game, SEATS[0], 4, True)
        with pytest.raises(Stale):
            await hall.answer(game, SEATS[0], 4, False)
        assert await numbers(hall, game) == [0, 1, 2, 3, 4, 5]

    in_a_hall(tmp_path, work, "screen", "screen")


async def until_people_act(hall: Hall, game: str) -> None:
    while (await hall.game(game)).position.actor in (await hall.game(game)).projection.bots:
        await asyncio.sleep(0)


def test_a_bot_that_stumbles_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    choose, left = RandomBot.choose, [3]

    def stumble(bot: RandomBot, game: Any) -> Any:
        left[0] -= 1
        if left[0] >= 0:
            raise ValueError("stumbled")
        return choose(bot, game)

    async def work(hall: Hall, game: str) -> None:
        monkeypatch.setattr(RandomBot, "choose", stumble)
        table = await hall._table(game)
        assert table.driver is not None
        await table.driver
        assert table.now.position.actor == 1, "no browser asked, and yet the bot went on"

    with caplog.at_level(logging.CRITICAL):
        in_a_hall(tmp_path, work, "bot", "screen")


def test_an_undo_goes_back_over_the_bots_to_ones_own_action(tmp_path: Path) -> None:
    async def work(hall: Hall, game: str) -> None:
        await hall.act(game, SEATS[0], 0, [await first(hall, game)])
        await hall.act(game, SEATS[0], 1, [b'{"type":"Pass","player":0}'])
        await until_people_act(hall, game)
        live = await hall.game(game)
        assert live.number > 2
        assert await hall.undo(game, SEATS[0], live.number), "bots are not asked"
        live = await hall.game(game)
        assert (len(live.projection.done), live.position.actor) == (1, 0)
        assert [line.undone for line in live.projection.lines][:3] == [False, False, True]
        with pytest.raises(Stale):
            await hall.act(game, SEATS[0], -1, [b'{"type":"Pass","player":0}'])

    in_a_hall(tmp_path, work, "screen", "bot")


def test_an_undo_while_a_bot_thinks_makes_it_think_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall, game: str) -> None:
        await hall.act(game, SEATS[0], 0, [await first(hall, game)])
        await hall.act(game, SEATS[0], 1, [b'{"type":"Pass","player":0}'])
        number = (await hall.game(game)).number
        if number == 2:
            await hall.undo(game, SEATS[0], 2)
        await until_people_act(hall, game)
        live = await hall.game(game)
        assert live.position.actor == 0
        assert await numbers(hall, game) == list(range(live.number))
        kinds = [entry.kind for entry in live.projection.entries]
        assert kinds[2] == "undo", "the person was faster than the bot, so the bot's action was for another position"

    in_a_hall(tmp_path, work, "screen", "bot")


def test_who_sits_where_is_read_again_if_the_reading_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall, game: str) -> None:
        row = (await hall.game(game)).row
        guest = await hall.database.write(lambda c: people.add(c, "Ben"))
        await hall.database.write(
            lambda c: c.exec_driver_sql("UPDATE seats SET person = ? WHERE game = ? AND seat = 1", (guest.id, game))
        )
        reads, read_game = [OperationalError("", {}, Exception("disk"))], store.read_game

        def once_broken(connection: Any, id_: str) -> Any:
            if reads:
                raise reads.pop()
            return read_game(connection, id_)

        monkeypatch.setattr(store, "read_game", once_broken)
        with pytest.raises(OperationalError):
            await hall.reseat(game)
        assert row.seats[1].person != guest.id
        assert (await hall.game(game)).row.seats[1].person == guest.id

    in_a_hall(tmp_path, work, "screen", "link")


# -- memory -----------------------------------------------------------------------------------------------------------


def several(folder: Path, many: int, work: Callable[[Database, list[str]], Awaitable[None]]) -> None:
    """So many tables, none of them in memory."""
    database = Database(f"sqlite:///{folder / 'hall.db'}")
    database.migrate()

    async def run() -> None:
        host = await database.write(lambda c: people.add(c, "Ada"))
        order = Order(title=TITLE, seats=[SeatOrder("screen"), SeatOrder("screen")], draw_seats=False)
        rows = [open_table(order, host.id, {}, "secret").row for _ in range(many)]
        for row in rows:
            await database.write(partial(store.create_game, game=row))
        await asyncio.wait_for(work(database, [row.id for row in rows]), 30)

    asyncio.run(run())
    database.close()


async def in_memory(hall: Hall, games: list[str]) -> list[str]:
    return [game for game in games if hall.holds(game)]


def test_a_game_that_somebody_watches_stays_in_memory(tmp_path: Path) -> None:
    async def work(database: Database, games: list[str]) -> None:
        watched = games[:3]
        hall = Hall(database, nobody_listens, keep=2, watched=lambda game: game in watched)
        for game in games:
            await hall.game(game)
        assert await in_memory(hall, games) == watched + games[-2:]
        watched.clear()
        await hall.game(games[-1])
        assert await in_memory(hall, games) == games[-2:]

    several(tmp_path, 8, work)


def test_a_game_in_which_people_have_acted_lately_stays_in_memory(tmp_path: Path) -> None:
    async def work(database: Database, games: list[str]) -> None:
        now = [0.0]
        hall = Hall(database, nobody_listens, keep=2, clock=lambda: now[0])
        await hall.act(games[0], SEATS[0], 0, [await first(hall, games[0])])
        for game in games[1:]:
            await hall.game(game)
        assert await in_memory(hall, games) == [games[0], *games[-2:]]
        now[0] += LATELY
        await hall.game(games[-1])
        assert await in_memory(hall, games) == games[-2:]

    several(tmp_path, 5, work)


def test_however_many_games_are_watched_memory_has_a_bound(tmp_path: Path) -> None:
    async def work(database: Database, games: list[str]) -> None:
        hall = Hall(database, nobody_listens, keep=2, watched=lambda _: True)
        for game in games:
            await hall.game(game)
            assert len(await in_memory(hall, games)) <= 2 + 2 * SPARE
        assert await in_memory(hall, games) == games[-2 - 2 * SPARE :]

    several(tmp_path, 12, work)
