"""The engine: loading a recorded game, push, pop and fork, random play-outs."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import stockrail
from benchmarks.timing import SHARED, best_of, spread, yardstick
from stockrail.bots import RandomBot, match

TITLE = "Engine"
LOG = SHARED / "18EU" / "74045.json"

FIRST_LOAD = """
import sys, time
import stockrail
start = time.process_time()
stockrail.load(sys.argv[1])
print(time.process_time() - start)
"""


def figures() -> Iterator[tuple[str, str]]:
    if LOG.exists():
        yield from _loading()
    yield from _moves()
    yield from _playouts()


def _loading() -> Iterator[tuple[str, str]]:
    """Each first load happens in a process of its own: nothing may be remembered from an earlier one."""
    loop = yardstick()
    command = [sys.executable, "-c", FIRST_LOAD, str(LOG)]
    first = min(float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(3))
    again = best_of(3, lambda: stockrail.load(LOG))
    yield "the yardstick loop (public engine, unchecked replay)", f"{loop:.3f} s"
    yield "first load of the recorded game, everything checked", f"{first:.3f} s, {loop / first:.1f} times as fast"
    yield "loading it again", f"{again:.3f} s, {loop / again:.1f} times as fast"


def _moves() -> Iterator[tuple[str, str]]:
    game = stockrail.new("18EU", ["Ada", "Ben", "Cy", "Dee"], seed=4)
    bot = RandomBot(4)
    actions = []
    for _ in range(600):
        actions.append(bot.choose(game))
        game.push(actions[-1])
    pops = [_timed(game.pop) for _ in actions]
    pushes = [_timed(partial(game.push, action)) for action in actions]
    forks = [_timed(game.fork) for _ in range(200)]
    bare = [_timed(partial(game.fork, history=False)) for _ in range(200)]
    for _ in actions:
        game.pop()
    known = [_timed(partial(game.push_known, action)) for action in actions]
    keys = [_timed(game.key) for _ in range(200)]
    yield "push (600 actions of a random game)", spread(pushes)
    yield "pop", f"{spread(pops)}; {sum(pops) / sum(pushes):.2f} of push"
    yield "push_known", f"{spread(known)}; {sum(known) / sum(pushes):.2f} of push"
    yield "fork", spread(forks)
    yield "fork without history", f"{spread(bare)}; {sum(bare) / sum(forks):.2f} of fork"
    yield "key", spread(keys)


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _playouts() -> Iterator[tuple[str, str]]:
    for players in (3, 5):
        records = [match("18EU", ["random"] * players, seed=seed) for seed in range(3)]
        seconds = sum(record.seconds for record in records)
        actions = sum(record.actions for record in records)
        yield (
            f"random games, {players} players, one core",
            f"{len(records) / seconds:.2f} games/s, {actions / seconds:,.0f} actions/s",
        )
