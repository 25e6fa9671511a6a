"""Whole games by random bots, one after the other or in several processes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import msgspec

from stockrail.bots.collecting import rare_collections
from stockrail.bots.random_bot import RandomBot
from stockrail.core import StockrailError
from stockrail.rules.game import RailGame, begin
from stockrail.titles import add
from stockrail.titles import title as find_title

CAP = 20_000


class SimulationError(StockrailError):
    """A game that broke an invariant or did not end."""


class GameRecord(msgspec.Struct, frozen=True):
    """The result of one game."""

    seed: int
    actions: int
    worth: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    seconds: float


def play_game(title: str, players: int, seed: int, check: bool = False, options: tuple[str, ...] = ()) -> GameRecord:
    """Play one game to its end; with `check`, verify all invariants after each action."""
    with rare_collections():
        return _played(title, players, seed, check, options)


def _played(title: str, players: int, seed: int, check: bool, options: tuple[str, ...]) -> GameRecord:
    started = time.perf_counter()
    found = find_title(title)
    names = [f"Bot {number}" for number in range(1, players + 1)]
    game = begin(found, names, seed=seed, options=options)
    bot = RandomBot(seed)
    while not game.is_over:
        if game.ply >= CAP:
            raise SimulationError(f"game {seed} with {players} players did not end within {CAP} actions")
        _act(game, bot, check)
    result = game.result()
    seconds = time.perf_counter() - started
    return GameRecord(seed, len(game.actions), result.worth, result.winners, result.reason, seconds)


def _act(game: RailGame, bot: RandomBot, check: bool) -> None:
    action = bot.choose(game)
    if not check:
        game.push(action)
        return
    before = game.state.picture()
    game.push(action)
    faults = game.title.audit(game)
    after = game.state.picture()
    game.pop()
    if game.state.picture() != before:
        faults.append("taking the action back does not restore the state")
    game.push(action)
    if game.state.picture() != after:
        faults.append("taking the action again leads elsewhere")
    if faults:
        raise SimulationError(f"game {game.seed}, action {len(game.actions) - 1} ({action}): {'; '.join(faults)}")


def play_games(
    title: str,
    players: int,
    games: int,
    seed: int = 0,
    jobs: int = 1,
    check: bool = False,
    options: tuple[str, ...] = (),
) -> Iterator[GameRecord]:
    """Play many games with consecutive seeds; results are in the order of the seeds."""
    seeds = range(seed, seed + games)
    play = partial(play_game, title, players, check=check, options=options)
    if jobs <= 1:
        yield from map(play, seeds)
        return
    with ProcessPoolExecutor(jobs, initializer=add, initargs=(find_title(title),)) as pool:
        yield from pool.map(play, seeds, chunksize=1)
