"""Tables of bots alone: they rest when nobody watches, and however many there are, others are served."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.web.conftest import TITLE
from tests.web.test_hall import nobody_listens

from stockrail.bots import RandomBot
from stockrail.web.app import make_app
from stockrail.web.listening import Listener, Listeners
from stockrail.web.pages.news import news_for
from stockrail.web.play import driving
from stockrail.web.play import hall as halls
from stockrail.web.play.hall import Hall
from stockrail.web.play.opening import Order, SeatOrder, open_table
from stockrail.web.play.turns import Turns
from stockrail.web.settings import Settings
from stockrail.web.store import games as store
from stockrail.web.store import people
from stockrail.web.store.database import Database

WAIT = 30  # seconds, after which something hangs


async def until(true: Callable[[], bool]) -> None:
    """Let the others do something until it is so."""

    async def wait() -> None:
        while not true():
            await asyncio.sleep(0.001)

    await asyncio.wait_for(wait(), WAIT)


async def opened(database: Database, *kinds: str, name: str = "") -> str:
    host = await database.write(lambda c: people.add(c, "Ada"))
    order = Order(title=TITLE, seats=[SeatOrder(kind, level="random") for kind in kinds], draw_seats=False, name=name)
    made = open_table(order, host.id, {}, "secret")
    await database.write(lambda c: store.create_game(c, made.row))
    return made.row.id


async def number_of(database: Database, game: str) -> int:
    return len(await database.read(lambda c: store.read_entries(c, game)))


def with_database(folder: Path, work: Callable[[Database], Awaitable[None]]) -> None:
    database = Database(f"sqlite:///{folder / 'hall.db'}")
    database.migrate()
    asyncio.run(asyncio.wait_for(work(database), WAIT))
    database.close()


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Thinking:
    """Bots that think until they are let go, and count themselves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gate, self.lock = threading.Event(), threading.Lock()
        self.now = self.most = self.begun = 0
        self.order: list[tuple[str, ...]] = []
        choose = RandomBot.choose

        def think(bot: RandomBot, game: Any) -> Any:
            with self.lock:
                self.now, self.begun = self.now + 1, self.begun + 1
                self.most = max(self.most, self.now)
                self.order.append(game.players)
            self.gate.wait(WAIT)
            with self.lock:
                self.now -= 1
            return choose(bot, game)

        monkeypatch.setattr(RandomBot, "choose", think)


def driver_of(hall: Hall, game: str) -> asyncio.Task[None]:
    driver = hall._tables[game].driver
    assert driver is not None
    return driver


def test_bots_alone_rest_when_nobody_has_looked_for_a_while(tmp_path: Path) -> None:
    async def work(database: Database) -> None:
        clock = Clock()
        hall = Hall(database, nobody_listens, clock=clock)
        game = await opened(database, "bot", "bot")
        await hall.game(game, looking=False)
        assert hall._tables[game].driver is None, "nobody looks, as after a start of the server"
        await hall.game(game)
        table = hall._tables[game]
        await until(lambda: table.now.number >= 3)
        clock.now = driving.LOOK + 1
        await until(driver_of(hall, game).done)
        rested = table.now.number
        await hall.game(game, looking=False)
        assert driver_of(hall, game).done()
        await hall.game(game)
        await until(lambda: table.now.number > rested)
        await hall.close()

    with_database(tmp_path, work)


def test_bots_alone_go_on_while_somebody_listens(tmp_path: Path) -> None:
    async def work(database: Database) -> None:
        clock, listeners = Clock(), Listeners()
        hall = Hall(database, nobody_listens, clock=clock, watched=listeners.watched)
        game, other = await opened(database, "bot", "bot"), await opened(database, "bot", "bot")
        with listeners.listening(Listener("here", game)), listeners.listening(Listener("there", game)):
            await hall.game(game)
            await hall.game(other)
            clock.now = driving.LOOK + 1
            await until(driver_of(hall, other).done)
            number = hall._tables[game].now.number
            await until(lambda: hall._tables[game].now.number > number + 3)
        await until(driver_of(hall, game).done)
        assert not listeners.watched(game)
        await hall.close()

    with_database(tmp_path, work)


def test_bots_for_whom_a_person_waits_never_rest(tmp_path: Path) -> None:
    async def work(database: Database) -> None:
        clock = Clock()
        hall = Hall(database, nobody_listens, clock=clock)
        game = await opened(database, "bot", "link")
        clock.now = 10 * driving.LOOK
        await hall.game(game, looking=False)
        await driver_of(hall, game)
        assert hall._tables[game].now.position.actor == 1
        await hall.close()

    with_database(tmp_path, work)


def test_so_many_bots_think_at_once_and_others_are_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(database: Database) -> None:
        thinking = Thinking(monkeypatch)
        hall = Hall(database, nobody_listens)
        tables = [await opened(database, "bot", "bot") for _ in range(7)]
        quiet = await opened(database, "link", "link")
        for game in tables:
            await hall.game(game)
        await until(lambda: thinking.now == halls.BOTS)
        live = await hall.game(quiet)  # read and played in threads that no bot holds
        assert await asyncio.to_thread(lambda: live.number) == 0
        thinking.gate.set()
        await until(lambda: all(hall._tables[game].now.number > 2 for game in tables))
        assert thinking.most == halls.BOTS
        await hall.close()

    with_database(tmp_path, work)


def test_tables_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "BOTS", 1)

    async def work(database: Database) -> None:
        thinking = Thinking(monkeypatch)
        hall = Hall(database, nobody_listens)
        tables = [await opened(database, *kinds) for kinds in (("bot",) * 2, ("bot",) * 3, ("bot",) * 4)]
        for game in tables:
            await hall.game(game)
        await until(lambda: thinking.now == 1)
        thinking.gate.set()
        await until(lambda: len(thinking.order) >= 12)
        assert [len(players) for players in thinking.order[:12]] == [2, 3, 4] * 4
        await hall.close()

    with_database(tmp_path, work)


def test_whoever_a_person_waits_for_comes_first() -> None:
    async def work() -> None:
        turns, order = Turns(1), list[str]()

        async def think(name: str, rank: int) -> None:
            async with turns.turn(rank):
                order.append(name)
                await asyncio.sleep(0)

        names = [("first", 2), ("alone", 2), ("unseen", 1), ("awaited", 0), ("also alone", 2), ("too", 0)]
        await asyncio.gather(*(think(*name) for name in names))
        assert order == ["first", "awaited", "too", "unseen", "alone", "also alone"]

    asyncio.run(work())


@pytest.mark.parametrize("called_up", [False, True])
def test_whoever_goes_away_leaves_the_turn_to_the_next(called_up: bool) -> None:
    async def work() -> None:
        turns, gate = Turns(1), asyncio.Event()

        async def think() -> None:
            async with turns.turn(2):
                await gate.wait()

        tasks = [asyncio.create_task(think()) for _ in range(3)]
        await asyncio.sleep(0)
        if called_up:  # the second is cancelled after the first has left, before it can go on
            tasks[0].cancel()
            await asyncio.sleep(0)
        tasks[1].cancel()
        gate.set()
        await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), WAIT)
        assert [task.cancelled() for task in tasks] == [called_up, True, False]
        await asyncio.wait_for(think(), WAIT)

    asyncio.run(work())


def test_tables_of_bots_do_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(database: Database) -> None:
        thinking = Thinking(monkeypatch)
        hall = Hall(database, nobody_listens, keep=3)
        tables = [await opened(database, "bot", "bot") for _ in range(9)]
        for game in tables:
            await hall.game(game)
        assert list(hall._tables) == tables[-3:]
        thinking.gate.set()
        await until(lambda: all(hall._tables[game].now.number > 2 for game in tables[-3:]))
        assert [await number_of(database, game) for game in tables[:-3]] == [0] * 6
        await hall.close()

    with_database(tmp_path, work)


# -- the whole server -------------------------------------------------------------------------------------------------


def test_after_a_start_bots_alone_wait_until_somebody_opens_the_page(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, bot_pause=0)
    database = Database(settings.url)
    database.migrate()
    game = asyncio.run(opened(database, "bot", "bot"))
    with TestClient(make_app(settings)) as client, client.portal() as portal:
        services = client.app.state.services
        portal.call(services.resume)
        portal.call(services.hall.game, game, False)  # as the drawing of boards before anybody asks does
        assert services.hall._tables[game].driver is None
        assert asyncio.run(number_of(database, game)) == 0
        assert client.get(f"/game/{game}").status_code == 200
        portal.call(until, lambda: services.hall._tables[game].now.number > 0)
    database.close()


def test_an_open_page_is_heard_of(tmp_path: Path) -> None:
    with TestClient(make_app(Settings(data=tmp_path, warm=False))) as client, client.portal() as portal:
        services = client.app.state.services
        game = portal.call(opened, services.database, "link", "link")

        async def listen() -> None:
            news = news_for(services, Listener("here", game))
            await anext(news)
            assert services.listeners.watched(game)
            await news.aclose()  # type: ignore[attr-defined]
            assert not services.listeners.watched(game)

        portal.call(listen)
