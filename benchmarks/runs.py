"""Best runs at every recorded run of the fixtures."""

from __future__ import annotations

import time
from collections.abc import Iterator

import msgspec

from benchmarks.timing import SHARED, best_of, spread
from stockrail.files.public_log import LogReplay
from stockrail.routes import best_run, has_route, kernel, search
from stockrail.routes.network import contract
from stockrail.rules.actions import RunTrains
from stockrail.rules.game import RailGame

TITLE = "Best runs"


def recorded_positions(folder: str) -> Iterator[tuple[RailGame, str]]:
    """The game right before each recorded run, and the company that runs."""
    for path in sorted((SHARED / folder).glob("*.json")):
        replay = LogReplay(msgspec.json.decode(path.read_bytes()))
        for played in replay.play():
            for number, action in enumerate(played.actions):
                if isinstance(action, RunTrains):
                    game = replay.game.fork()
                    for _ in played.actions[number:]:
                        game.pop()
                    assert isinstance(game, RailGame)
                    yield game, action.company


def figures() -> Iterator[tuple[str, str]]:
    if not SHARED.exists():
        return
    seconds, complete, problems = [], 0, []
    for game, company in recorded_positions("18EU"):
        start = time.perf_counter()
        run = best_run(game, company)
        seconds.append(time.perf_counter() - start)
        complete += run.complete
        setting = game.title.run_setting(game, company)
        if has_route(setting.track, company, setting.rules):
            problems.append(contract(setting.track, company, setting.trains, setting.rules).problem)
    yield f"{len(seconds)} recorded positions, {complete} proven", spread(seconds)
    if kernel.AVAILABLE:
        native = best_of(1, lambda: [kernel.solve_natively(problem) for problem in problems])
        python = best_of(1, lambda: [search.solve(problem) for problem in problems])
        yield (
            "the search alone, all of them, kernel and Python",
            f"{native:.3f} s, {python:.3f} s: {python / native:.0f} times",
        )
