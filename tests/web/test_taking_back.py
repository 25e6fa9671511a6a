"""Taking back and again, over and over: a game costs what stands at its end, and grows only so far."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from sqlalchemy import select
from tests.web.conftest import Visitor
from tests.web.test_api import legal, opened
from tests.web.test_hall import SEATS, first, in_a_hall, nobody_listens

from stockrail.bots import RandomBot
from stockrail.rules.game import RailGame
from stockrail.web.play import bounds
from stockrail.web.play.errors import Enough
from stockrail.web.play.hall import Hall
from stockrail.web.play.live import LiveGame
from stockrail.web.play.opening import import_table
from stockrail.web.rates import Rate
from stockrail.web.store import games as store
from stockrail.web.store import people
from stockrail.web.store.database import Database
from stockrail.web.store.tables import chat
from stockrail.web.views.logbook import Logbook
from stockrail.web.views.logbook import log_of as log_view
from stockrail.web.views.turns import turns_of

SAVES = Path(__file__).parents[1] / "corpus" / "2026-11-18" / "saves"
BOTH = frozenset({0, 1})


def log_of(live: LiveGame) -> list[Any]:
    """All that the page's log and the API say of a game."""
    books = [Logbook(live.position, language) for language in ("en", "it")]
    rows = [[book.said(turn) for turn in turns_of(live.projection.lines)] for book in books]
    return [rows, [[book.plain(line) for line in live.projection.lines] for book in books], live.projection.lines]


class Pushes:
    """Counts the actions that are played."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count, push = 0, RailGame.push

        def counted(game: RailGame, action: Any) -> None:
            self.count += 1
            push(game, action)

        monkeypatch.setattr(RailGame, "push", counted)


async def act(hall: Hall, game: str, bot: RandomBot, times: int = 1) -> None:
    for _ in range(times):
        live = await hall.game(game)
        await hall.act(game, BOTH, live.number, [msgspec.json.encode(bot.choose(live.position.fork()))])


async def back_and_forth(hall: Hall, game: str, to: int, times: int) -> None:
    for _ in range(times):
        await hall.undo(game, BOTH, (await hall.game(game)).number, to)
        await hall.redo(game, BOTH, (await hall.game(game)).number)


async def a_game_with_all_that_can_be_taken_back(hall: Hall, game: str) -> None:
    """Ends with two stretches that can be taken again, after others that cannot."""
    bot = RandomBot(5)
    await act(hall, game, bot, 30)
    await back_and_forth(hall, game, 3, 20)
    await hall.undo(game, BOTH, (await hall.game(game)).number, 25)
    await act(hall, game, bot, 5)
    await back_and_forth(hall, game, 0, 20)
    for to in (28, 20):
        await hall.undo(game, BOTH, (await hall.game(game)).number, to)


def test_a_game_that_is_loaded_is_the_one_that_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall, game: str) -> None:
        await a_game_with_all_that_can_be_taken_back(hall, game)
        live = await hall.game(game)
        pushes = Pushes(monkeypatch)
        again = Hall(hall.database, nobody_listens)
        loaded = await again.game(game)
        assert pushes.count == 20, "what was taken back is not played"
        assert loaded.position.state.picture() == live.position.state.picture()
        assert loaded.projection.entries == live.projection.entries
        assert log_of(loaded)[:2] == log_of(live)[:2]
        for stands in (28, 30):
            pushes.count = 0
            await again.redo(game, BOTH, (await again.game(game)).number)
            assert pushes.count == {28: 8, 30: 2}[stands]
            assert len((await again.game(game)).position.actions) == stands

    in_a_hall(tmp_path, work, "screen", "screen")


def test_what_is_taken_again_after_loading_is_what_was_taken_back(tmp_path: Path) -> None:
    async def work(hall: Hall, game: str) -> None:
        await act(hall, game, RandomBot(6), 25)
        before = await hall.game(game)
        await hall.undo(game, BOTH, 25, 4)
        again = Hall(hall.database, nobody_listens)
        await again.redo(game, BOTH, 26)
        after = await again.game(game)
        assert after.position.state.picture() == before.position.state.picture()
        assert after.projection.done == before.projection.done
        assert log_of(after)[0][0][:-2] == log_of(before)[0][0]

    in_a_hall(tmp_path, work, "screen", "screen")


def with_a_save(folder: Path, name: str, work: Callable[[Hall, str, frozenset[int]], Awaitable[None]]) -> None:
    database = Database(f"sqlite:///{folder / 'hall.db'}")
    database.migrate()

    async def run() -> None:
        host = await database.write(lambda c: people.add(c, "Ada"))
        opened = import_table(gzip.decompress((SAVES / f"{name}.json.gz").read_bytes()), host.id, "secret")
        await database.write(lambda c: store.create_game(c, opened.row, opened.entries))
        hall = Hall(database, nobody_listens)
        await work(hall, opened.row.id, frozenset(range(len(opened.row.seats))))
        await hall.close()

    asyncio.run(run())
    database.close()


@pytest.mark.parametrize("name", ["1862-wild-3", "1862-finished-5", "18EU-other-rulings", "1862-other-rulings"])
def test_every_sentence_of_what_was_taken_back_is_kept(name: str, tmp_path: Path) -> None:
    async def work(hall: Hall, game: str, seats: frozenset[int]) -> None:
        whole = await hall.game(game)
        said = [line.events for line in whole.projection.lines]
        assert await hall.undo(game, seats, whole.number, 0)
        live = await hall.game(game)
        loaded = await Hall(hall.database, nobody_listens).game(game)
        assert len(loaded.projection.lines) == len(said) + 1
        assert all(line.undone for line in loaded.projection.lines[1:-1])
        assert log_of(loaded)[:2] == log_of(live)[:2]

    with_a_save(tmp_path, name, work)


def test_what_the_log_says_of_an_action_is_written_down_once(tmp_path: Path) -> None:
    async def work(hall: Hall, game: str) -> None:
        await act(hall, game, RandomBot(7), 20)
        await back_and_forth(hall, game, 0, 10)
        entries = await hall.database.read(lambda c: store.read_entries(c, game))
        undone = [len(entry.data) for entry in entries if entry.kind == "undo"]
        assert max(undone[1:]) < 20 < undone[0]

    in_a_hall(tmp_path, work, "screen", "screen")


def test_an_undo_of_an_older_version_says_how_many_actions_went(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hall: Hall, game: str) -> None:
        await act(hall, game, RandomBot(8), 6)
        entry = store.Entry(6, "undo", 0, '{"to":2}', 0)
        await hall.database.write(lambda c: store.append(c, game, [entry], 0, store.Stage()))
        pushes = Pushes(monkeypatch)
        loaded = await Hall(hall.database, nobody_listens).game(game)
        assert pushes.count == 2
        last = log_view(loaded, BOTH, None, "en").last
        assert last is not None and "undoes 4 actions" in last.html

    in_a_hall(tmp_path, work, "screen", "screen")


def test_what_another_process_took_back_and_again_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hall: Hall, game: str) -> None:
        await act(hall, game, RandomBot(9), 12)
        other = Hall(hall.database, nobody_listens)
        await other.game(game)
        await back_and_forth(hall, game, 8, 20)
        pushes = Pushes(monkeypatch)
        monkeypatch.setattr(hall.database, "shared", True)
        assert (await other.game(game)).projection.entries == (await hall.game(game)).projection.entries
        assert pushes.count <= 4

    in_a_hall(tmp_path, work, "screen", "screen")


# -- how far a game grows ---------------------------------------------------------------------------------------------


def test_without_an_action_in_between_there_is_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "IN_A_ROW", 6)

    async def work(hall: Hall, game: str) -> None:
        await act(hall, game, RandomBot(1), 3)
        await back_and_forth(hall, game, 2, 3)
        with pytest.raises(Enough, match="take an action first"):
            await hall.undo(game, BOTH, 9, 2)
        with pytest.raises(Enough):
            await hall.undo(game, SEATS[0], 9, 0)  # which would be a request
        await act(hall, game, RandomBot(1))
        assert await hall.undo(game, BOTH, 10)

    in_a_hall(tmp_path, work, "screen", "screen")


def test_who_takes_back_all_the_time_does_not_keep_others_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "A_SEAT", 3)

    async def work(hall: Hall, game: str) -> None:
        for number in range(0, 6, 2):
            await hall.act(game, SEATS[0], number, [await first(hall, game)])
            assert await hall.undo(game, SEATS[0], number + 1)
        await hall.act(game, SEATS[0], 6, [await first(hall, game)])
        with pytest.raises(Enough, match="too often"):
            await hall.undo(game, SEATS[0], 7)
        assert not await hall.undo(game, SEATS[1], 7), "the other may still ask"
        await hall.answer(game, SEATS[0], 8, True)
        assert (await hall.game(game)).position.actions == []

    in_a_hall(tmp_path, work, "screen", "screen")


def test_a_game_ends_somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "ACTIONS", 3)

    async def work(hall: Hall, game: str) -> None:
        await act(hall, game, RandomBot(2), 3)
        with pytest.raises(Enough, match="too long"):
            await act(hall, game, RandomBot(2))
        assert await hall.undo(game, BOTH, 3, 2)
        await act(hall, game, RandomBot(2))

    in_a_hall(tmp_path, work, "screen", "screen")


def test_bots_stop_where_a_game_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "ACTIONS", 5)

    async def work(hall: Hall, game: str) -> None:
        table = await hall._table(game)
        assert table.driver is not None
        await table.driver
        assert len(table.now.position.actions) == 5
        await hall.game(game)
        assert table.driver.done(), "nobody tries what cannot succeed"

    in_a_hall(tmp_path, work, "bot", "bot")


def test_the_refusal_says_what_to_do(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "IN_A_ROW", 1)
    game, keys = opened(client, "link", "link")
    body = {"expected": 0, "actions": [legal(client, game)[0]["action"]]}
    client.post(f"/api/games/{game}/actions", json=body, headers=keys[0])
    path = f"/api/games/{game}"
    assert client.post(f"{path}/undo", json={"expected": 1}, headers=keys[0]).status_code == 200
    for language, said in (("en", "take an action first"), ("it", "prima")):
        headers = {**keys[0], "accept-language": language}
        refused = client.post(f"{path}/redo", json={"expected": 2}, headers=headers)
        assert (refused.status_code, refused.json()["kind"]) == (429, "enough")
        assert said in refused.json()["detail"]


# -- talk -------------------------------------------------------------------------------------------------------------


def test_old_talk_goes_when_there_is_too_much(visitor: Visitor, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "TALK", 5)
    game = visitor.new_game("screen", "screen")
    other = visitor.new_game("screen", "screen")
    visitor.post(f"/game/{other}/chat", text="elsewhere")
    for number in range(12):
        assert visitor.post(f"/game/{game}/chat", text=f"word {number}").status_code == 200
    database = Database(settings.url)
    with database.engine.connect() as connection:
        rows = connection.execute(select(chat).where(chat.c.game.in_([game, other])).order_by(chat.c.id))
        kept = [(row.game, row.text) for row in rows]
    database.close()
    assert kept == [(other, "elsewhere"), *((game, f"word {number}") for number in range(7, 12))]


def test_nobody_talks_without_end(visitor: Visitor, client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client.app.state.services, "talk", Rate(3, 60))
    game = visitor.new_game("screen", "screen")
    said = [visitor.post(f"/game/{game}/chat", text="again").status_code for _ in range(5)]
    assert said == [200, 200, 200, 429, 429]
