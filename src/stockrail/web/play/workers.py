"""Processes in which bots think, so that no page waits for them. One that dies or thinks for ever is replaced.

A worker keeps the games on which it has thought lately and is told only what has happened since: nothing is replayed
for a move but the moves before it that the worker has not seen.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock
from traceback import format_exc
from typing import Any

import msgspec

from stockrail.core import StockrailError
from stockrail.rules.game import RailGame
from stockrail.web.aside import Threads
from stockrail.web.play.thinking import Asked, Choice, Considered, decide

GAMES = 12  # that a worker keeps; one takes about 2 MB
PATIENCE = 60.0  # seconds; who has not answered then never will
POLITE = 2  # how much the system prefers the server, on Unix


class ThoughtFailed(StockrailError):
    """A bot has raised something, or its process has ended."""


class Question(msgspec.Struct, frozen=True):
    """What a worker is asked: a game as far as the worker does not know it, and the level of the bot."""

    game: str
    level: str
    keep: int  # so many of the actions it knows still stand
    more: list[str]  # those after them
    start: tuple[Any, ...] | None = None  # how the game begins, if it does not know it at all
    forget: str = ""  # a game that it will not be asked about soon


class Answer(msgspec.Struct, frozen=True):
    """The action as text, as it is kept; or what went wrong."""

    action: str = ""
    thoughts: list[Considered] = []
    fault: str = ""


# -- within a worker --------------------------------------------------------------------------------------------------


class Desk:
    """The games that a worker has before it."""

    def __init__(self) -> None:
        self.games: dict[str, RailGame] = {}

    def answer(self, question: Question) -> Answer:
        self.games.pop(question.forget, None)
        game = self._caught_up(question)
        choice = decide(game, question.level)
        return Answer(msgspec.json.encode(choice.action).decode(), choice.thoughts)

    def _caught_up(self, question: Question) -> RailGame:
        """The game as it stands: what was taken back goes, what is new is played."""
        game = self.games.pop(question.game, None) if question.start is None else RailGame(*question.start)
        assert game is not None, "a worker was asked about a game that it does not have"
        while game.ply > question.keep:
            game.pop()
        for text in question.more:
            game.push(msgspec.json.decode(text, type=game.title.kinds))
        self.games[question.game] = game
        return game


def work(pipe: Connection, ready: Callable[[], None] | None) -> None:
    """What a worker does until nobody asks any more: its server has ended, however that came about."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl C is for the server, which then ends its workers
    if hasattr(os, "nice"):
        os.nice(POLITE)
    gc.set_threshold(100_000, 50, 50)  # as for simulations: play leaves few cycles
    if ready is not None:
        ready()
    desk = Desk()
    with suppress(EOFError, OSError):
        while True:
            question = pipe.recv()
            try:
                answer = desk.answer(question)
            except Exception:
                answer = Answer(fault=format_exc())  # the server tells it to its log
            pipe.send(answer)


# -- within the server ------------------------------------------------------------------------------------------------


class Worker:
    """One process, and what it knows: the numbers of the entries that stood when it was asked last, by game.

    One thread at a time asks it; another one may have been told to start it.
    """

    def __init__(self, ready: Callable[[], None] | None) -> None:
        self.known: OrderedDict[str, list[int]] = OrderedDict()
        self.alive = True
        self._ready = ready
        self._starting = Lock()
        self._process: Any = None
        self._pipe: Any = None

    def start(self) -> None:
        """Start the process, unless it runs already; it takes a second until it can think."""
        with self._starting:
            if self._process is None and self.alive:
                self._begin()

    def _begin(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=work, args=(theirs, self._ready), name="bot", daemon=True)
        process.start()
        theirs.close()
        self._process = process

    def ask(self, asked: Asked, patience: float) -> Choice:
        """Put a question and wait for the answer. Raises ThoughtFailed."""
        try:
            self.start()
            if not self.alive:
                raise EOFError("the server closes")
            self._pipe.send(self._question(asked))
            if not self._pipe.poll(patience):
                raise TimeoutError(f"no answer within {patience:.0f} seconds")
            answer: Answer = self._pipe.recv()
        except (EOFError, OSError) as error:
            self.end()
            raise ThoughtFailed(f"a bot’s process has ended ({error or type(error).__name__})") from error
        if answer.fault:
            del self.known[asked.id]  # nobody knows how far it got
            raise ThoughtFailed(answer.fault)
        return Choice(msgspec.json.decode(answer.action, type=asked.game.title.kinds), answer.thoughts)

    def _question(self, asked: Asked) -> Question:
        numbers = [entry.number for entry in asked.standing]
        known = self.known.pop(asked.id, None)
        keep = 0 if known is None else _common(known, numbers)
        more = [entry.data for entry in asked.standing[keep:]]
        self.known[asked.id] = numbers
        forgotten = self.known.popitem(last=False)[0] if len(self.known) > GAMES else ""
        return Question(asked.id, asked.level, keep, more, _start(asked.game) if known is None else None, forgotten)

    def kill(self) -> None:
        """At once, whatever it is doing: nothing that a worker knows is known to it alone."""
        with self._starting:
            self.alive = False
            if self._process is not None:
                self._process.kill()

    def end(self) -> None:
        """When nobody asks it."""
        self.kill()
        if self._process is not None:
            self._process.join()
            self._pipe.close()


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    """How many numbers two lists share at their beginning."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _start(game: RailGame) -> tuple[Any, ...]:
    """What makes the game in another process."""
    return game.title, game.players, game.options, game.rulings, game.seed, game.setup, game.real_dice


class Workers:
    """So many processes, started when bots are first needed."""

    def __init__(self, most: int = 1, patience: float = PATIENCE, ready: Callable[[], None] | None = None) -> None:
        self.most = most
        self.patience = patience
        self._ready = ready  # what a worker does first
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._free = asyncio.Semaphore(self.most)
        self._threads = Threads(self.most, "bot")
        self._closed = False

    async def choose(self, asked: Asked) -> Choice:
        """A worker whose answer nobody waits for any more comes to its end before it is asked again."""
        await self._free.acquire()
        worker = self._one_for(asked.id)
        self._busy.add(worker)
        thought = asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, asked, self.patience)
        thought.add_done_callback(lambda done: self._take_back(worker, done))
        return await asyncio.shield(thought)

    def _one_for(self, game: str) -> Worker:
        """A worker that knows the game, or any that has nothing to do, or a new one."""
        known = next((worker for worker in self._idle if game in worker.known), None)
        if known is None and len(self._idle) + len(self._busy) < self.most:
            return Worker(self._ready)
        found = known or self._idle[0]
        self._idle.remove(found)
        return found

    def _take_back(self, worker: Worker, done: asyncio.Future[Any]) -> None:
        self._busy.discard(worker)
        self._free.release()
        if worker.alive:
            self._idle.append(worker)
        if not done.cancelled():
            done.exception()  # which nobody else may ask for

    def prepare(self) -> None:
        if not (self._idle or self._busy or self._closed):
            self._idle.append(Worker(self._ready))
            asyncio.get_running_loop().run_in_executor(self._threads, self._idle[0].start)

    def close(self) -> None:
        self._closed = True
        for worker in self._idle:
            worker.end()
        for worker in self._busy:
            worker.kill()  # who waits for its answer ends it
        self._threads.shutdown(wait=False, cancel_futures=True)


class InThreads:
    """Bots that think within the server: for tests, and where no processes can be started."""

    def __init__(self, most: int = 2) -> None:
        self.most = most
        self._threads = Threads(most, "bot")

    async def choose(self, asked: Asked) -> Choice:
        return await asyncio.get_running_loop().run_in_executor(self._threads, decide, asked.game, asked.level)

    def prepare(self) -> None:
        """Threads are there when they are needed."""

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
