"""Best runs at every recorded run of the fixtures."""

from __future__ import annotations

import time
from collections.abc import Iterator

import msgspec

from benchmarks.timing import SHARED, spread
from stockrail.files.public_log import LogReplay
from stockrail.routes import best_run
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
    seconds, complete = [], 0
    for game, company in recorded_positions("18EU"):
        start = time.perf_counter()
        run = best_run(game, company)
        seconds.append(time.perf_counter() - start)
        complete += run.complete
    yield f"{len(seconds)} recorded positions, {complete} proven", spread(seconds)
