"""The engine: loading recorded games, push, pop and fork, random play-outs, and trying tiles as a bot does."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import stockrail
from benchmarks.timing import SHARED, Spent, best_of, spending, spread, yardstick
from stockrail.bots import RandomBot, match, rare_collections
from stockrail.routes import Effort, good_run
from stockrail.rules.actions import LayTile
from stockrail.titles import title as find_title

TITLE = "Engine"
LOGS = [SHARED / "18EU" / "74045.json", SHARED / "1862" / "46925.json"]
TITLES = ("18EU", "1862", "1883")

FIRST_LOAD = """
import sys, time
import stockrail
cpu, wall = time.process_time(), time.perf_counter()
stockrail.load(sys.argv[1])
print(time.process_time() - cpu, time.perf_counter() - wall)
"""


def figures() -> Iterator[tuple[str, str]]:
    loop = yardstick()
    yield "the yardstick loop (public engine, unchecked replay of 74045)", f"{loop:.3f} s"
    for log in LOGS:
        if log.exists():
            yield from _loading(log, loop)
    yield from _moves()
    for title in TITLES:
        yield from _playouts(title)
        yield _tries(title)


def _loading(log: Path, loop: float) -> Iterator[tuple[str, str]]:
    """Each first load happens in a process of its own: nothing may be remembered from an earlier one.

    Except for compiled modules, which everybody has after the first start: to compile them takes 15 % of a load.
    """
    command = [sys.executable, "-c", FIRST_LOAD, str(log)]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    outputs = [subprocess.run(command, capture_output=True, check=True, text=True, env=env).stdout for _ in range(5)]
    first = min(Spent(*map(float, output.split())) for output in outputs)
    again = best_of(3, lambda: stockrail.load(log))
    yield f"first load of {log.stem}, everything checked", f"{first}; {loop / first.cpu:.2f} times as fast"
    yield f"loading {log.stem} again", f"{again:.3f} s, {loop / again:.2f} times as fast"


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


def _playouts(title: str) -> Iterator[tuple[str, str]]:
    for players in (3, min(5, find_title(title).players[-1])):
        with spending() as spent:
            records = [match(title, ["random"] * players, seed=seed) for seed in range(3)]
        actions = sum(record.actions for record in records)
        cpu = spent[0].cpu
        rate = f"{len(records) / cpu:.2f} games/s, {actions / cpu:,.0f} actions/s"
        yield f"random games of {title}, {players} players, one core", f"{rate}; {spent[0]}"


def _tries(title: str) -> tuple[str, str]:
    """A bot looks one tile ahead: each legal lay is pushed, the company's run is asked for, and it is taken back."""
    game, bot = stockrail.new(title, ["Ada", "Ben", "Cy", "Dee"], seed=1), RandomBot(1)
    tried, total = 0, Spent(0.0, 0.0)
    while not game.is_over and tried < 1000:
        chosen = bot.choose(game)
        if isinstance(chosen, LayTile) and game.ply > 120:
            lays = [lay for lay in game.legal_actions() if isinstance(lay, LayTile)]
            with rare_collections(), spending() as spent:
                for lay in lays:
                    game.push(lay)
                    good_run(game, lay.company, Effort.BOT)
                    game.pop()
            tried, total = tried + len(lays), Spent(total.cpu + spent[0].cpu, total.wall + spent[0].wall)
        game.push(chosen)
    return f"lays tried in {title}: push, good_run for a bot, pop", f"{tried / total.cpu:,.0f} a second; {total}"
