"""Bots think in processes of their own: what those know, what they are told, and what happens when one fails."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.web.conftest import TITLE, Server
from tests.web.odd_bots import install
from tests.web.test_resting import WAIT, until

import stockrail
from stockrail.bots import RandomBot, random_bot, registry
from stockrail.core import CHANCE, Action, Game
from stockrail.rules.game import RailGame
from stockrail.web.play import workers as module
from stockrail.web.play.thinking import Asked, decide
from stockrail.web.play.workers import Desk, ThoughtFailed, Worker, Workers
from stockrail.web.store.games import Entry


@pytest.fixture
def odd(tmp_path: Path) -> Iterator[Callable[[], None]]:
    """Odd bots, here and in processes that are started with this."""
    ready = partial(install, str(tmp_path))
    ready()
    yield ready
    registry.forget("tests.web.odd_bots")


def entries_of(game: RailGame) -> list[Entry]:
    texts = [msgspec.json.encode(action).decode() for action in game.actions]
    return [Entry(n, "act", action.player, texts[n], 0) for n, action in enumerate(game.actions)]


def asked(game: RailGame, level: str = "random", id_: str = "a") -> Asked:
    return Asked(id_, game, entries_of(game), level)


def played(actions: int, seed: int = 7, title: str = TITLE) -> RailGame:
    game, bot = stockrail.new(title, ["Ada", "Ben", "Cy"], seed=seed), RandomBot(seed)
    while game.ply < actions or game.actor == CHANCE:
        game.push(bot.choose(game))
    return game


def with_workers(workers: Workers, work: Callable[[Workers], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        try:
            await work(workers)
        finally:
            workers.close()

    asyncio.run(asyncio.wait_for(all_of_it(), 2 * WAIT))


# -- what a worker is told --------------------------------------------------------------------------------------------


def test_a_worker_hears_only_what_has_happened_since_and_what_was_taken_back() -> None:
    worker, desk = Worker(None), Desk()
    game, dice, bot = played(60), Random(3), RandomBot(3)
    entries = entries_of(game)
    number = len(entries)
    told = []
    for _ in range(40):
        question = worker._question(Asked("a", game, entries, "random"))
        told.append(len(question.more))
        desk.answer(question)
        assert desk.games["a"].state.picture() == game.state.picture()
        for _ in range(dice.choice([0, 0, 1, 5])):
            game.pop()
            entries = entries[:-1]
        for _ in range(dice.choice([1, 2])):
            action = bot.choose(game)
            game.push(action)
            entries = [*entries, Entry(number, "act", action.player, msgspec.json.encode(action).decode(), 0)]
            number += 1
    assert told[0] == 60
    assert max(told[1:]) <= 2


def test_what_was_redone_is_known_again_by_its_numbers_only() -> None:
    """Another action in the place of one that was taken back has another number, though the count is the same."""
    worker, desk = Worker(None), Desk()
    game = played(30)
    desk.answer(worker._question(asked(game)))
    last = game.pop()
    other = next(entry for entry in game.legal_actions() if entry != last)
    game.push(other)
    entries = entries_of(game)
    entries[-1] = msgspec.structs.replace(entries[-1], number=31)
    question = worker._question(Asked("a", game, entries, "random"))
    assert (question.keep, len(question.more)) == (29, 1)
    desk.answer(question)
    assert desk.games["a"].state.picture() == game.state.picture()


def test_a_worker_keeps_so_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GAMES", 2)
    worker, desk, game = Worker(None), Desk(), played(3)
    for id_ in "abcab":
        desk.answer(worker._question(asked(game, id_=id_)))
        assert set(desk.games) == set(worker.known)
    assert sorted(desk.games) == ["a", "b"]


def test_a_bot_sees_what_its_seat_may_see_and_has_dice_that_follow_from_the_secret_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[tuple[int, int]] = []

    class Watched(RandomBot):
        def choose(self, game: Game) -> Action:
            seen.append((self.dice.state, game.seed))
            return super().choose(game)

    monkeypatch.setattr(random_bot, "RandomBot", Watched)
    one, other = stockrail.new(TITLE, ["Ada", "Ben"], seed=1), stockrail.new(TITLE, ["Ada", "Ben"], seed=2)
    first = decide(one, "random").action
    assert decide(one.fork(), "random").action == first, "as after a restart"
    decide(other, "random")
    one.push(first)
    decide(one, "random")
    assert seen[0] == seen[1]
    assert len({number for pair in seen[1:] for number in (*pair, 1, 2)}) == 8, "each is another, none is the seed"


def test_a_worker_chooses_as_the_server_would() -> None:
    games = [played(n) for n in (0, 40, 90)]

    async def work(workers: Workers) -> None:
        for n, game in enumerate(games):
            found = await workers.choose(asked(game, id_=str(n)))
            assert found == decide(game, "random")

    with_workers(Workers(1), work)


# -- when something fails ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["dying", "failing", "hanging"])
def test_after_a_bot_has_failed_the_next_one_answers(odd: Callable[[], None], tmp_path: Path, level: str) -> None:
    async def work(workers: Workers) -> None:
        game = played(20)
        workers.patience = 0.2 if level == "hanging" else WAIT
        with pytest.raises(ThoughtFailed):
            await workers.choose(asked(game, level))
        workers.patience = WAIT
        (tmp_path / level).touch()
        game.push(decide(game, "random").action)
        assert (await workers.choose(asked(game, level))).action == decide(game, level).action
        assert len(workers._idle) == 1
        assert not workers._busy

    with_workers(Workers(1, ready=odd), work)


def test_whoever_goes_away_leaves_the_worker_to_the_next(odd: Callable[[], None]) -> None:
    async def work(workers: Workers) -> None:
        game = played(10)
        gone = asyncio.create_task(workers.choose(asked(game)))
        await until(lambda: bool(workers._busy))
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert (await workers.choose(asked(game))).action == decide(game, "random").action
        assert len(workers._idle) == 1, "the same one, which had to finish its thought first"

    with_workers(Workers(1), work)


def test_two_think_at_once_and_a_game_stays_with_the_worker_that_knows_it() -> None:
    async def work(workers: Workers) -> None:
        games = {id_: played(5, seed) for seed, id_ in enumerate("ab")}
        await asyncio.gather(*(workers.choose(asked(game, id_=id_)) for id_, game in games.items()))
        assert sorted(list(worker.known) for worker in workers._idle) == [["a"], ["b"]]
        for _ in range(3):
            for id_, game in games.items():
                await workers.choose(asked(game, id_=id_))
        assert sorted(list(worker.known) for worker in workers._idle) == [["a"], ["b"]]

    with_workers(Workers(2), work)


def test_a_server_that_closes_ends_its_workers_in_the_middle_of_a_thought(odd: Callable[[], None]) -> None:
    async def work(workers: Workers) -> None:
        thinking = asyncio.create_task(workers.choose(asked(played(5), "hanging")))
        await until(lambda: any(worker._process is not None for worker in workers._busy))
        (worker,) = workers._busy
        workers.close()
        with pytest.raises(ThoughtFailed):
            await thinking
        assert not worker._process.is_alive()

    with_workers(Workers(1, ready=odd), work)


# -- the whole server -------------------------------------------------------------------------------------------------


def is_running(process: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_nothing_is_left_of_the_bots_of_a_server_that_has_ended(tmp_path: Path, end: str) -> None:
    server = Server(tmp_path)
    with server.client() as client:
        seats = [{"kind": "bot"}, {"kind": "link"}]
        made = client.post("/api/games", json={"title": TITLE, "seats": seats, "draw_seats": False}).json()
        with client.stream("GET", f"/game/{made['id']}/events") as news:
            next(line for line in news.iter_lines() if '"number":' in line and '"number":0' not in line)
    # Processes that a thread has started are children of that thread.
    tasks = [int(task) for task in os.listdir(f"/proc/{server.process.pid}/task")]
    started = [int(child) for t in tasks for child in _children(server.process.pid, t)]
    assert started, "its bots think in processes"
    getattr(server, end)()
    asyncio.run(until(lambda: not any(is_running(process) for process in started)))


def _children(process: int, task: int) -> list[str]:
    path = Path(f"/proc/{process}/task/{task}/children")
    if not path.exists():
        pytest.skip("this system does not list the children of a process")
    return path.read_text().split()
