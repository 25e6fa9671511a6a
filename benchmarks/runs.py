"""Best runs at every recorded run of the fixtures."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

import msgspec

import stockrail
from benchmarks.timing import SHARED, best_of, spending, spread
from stockrail.bots import RandomBot
from stockrail.files.public_log import LogReplay
from stockrail.routes import Effort, best_run, kernel
from stockrail.routes.answers import Part
from stockrail.routes.parts import TrackPart
from stockrail.routes.runs import Question, find_good_run
from stockrail.routes.together import kernel as together_kernel
from stockrail.routes.together.part import TogetherPart
from stockrail.routes.together.twin import search as together_twin
from stockrail.routes.twin import search as twin
from stockrail.rules.actions import RunTrains
from stockrail.rules.game import RailGame
from stockrail.rules.running import RunDecision

TITLE = "Best runs"
UNRECORDED, PLAYED = ("1883",), 10  # titles, and how many games of each


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
    for folder in ("18EU", "1862"):
        if SHARED.exists():
            yield from _figures_of(f"{folder}: recorded", recorded_positions(folder))
            yield from _efforts(folder)
    for name in UNRECORDED:
        yield from _figures_of(f"{name}: played", played_positions(name))


def played_positions(name: str) -> Iterator[tuple[RailGame, str]]:
    """The same in games between random players, for titles of which nobody has recorded any."""
    for seed in range(PLAYED):
        game, bot = stockrail.new(name, ["Ada", "Ben", "Cy"], seed=seed), RandomBot(seed)
        while not game.is_over:
            if isinstance(game.decision, RunDecision):
                yield game, game.decision.company
            game.push(bot.choose(game))


def _efforts(folder: str) -> Iterator[tuple[str, str]]:
    """What less effort loses on recorded runs, and what it saves."""
    positions = list(recorded_positions(folder))
    most, longest = _earned(positions, 0)
    for name, effort in (*((each.name, each.value) for each in Effort), ("a tenth of BOT", Effort.BOT // 10)):
        earned, seconds = _earned(positions, effort)
        lost, share = 100 * (most - earned) / most, seconds / longest
        yield f"{folder}: {effort:,} positions ({name})", f"{lost:.2f} % of revenue lost, {share:.2f} of the time"


def _earned(positions: list[tuple[RailGame, str]], effort: int) -> tuple[int, float]:
    total, seconds = 0, 0.0
    for game, company in positions:
        track, trains, rules = game.title.run_setting(game, company)
        track.memo.clear()
        track.board.memo.pop("solutions", None)
        with spending() as spent:
            total += find_good_run(track, company, trains, rules, effort).total
        seconds += spent[0].cpu
    return total, seconds


def _figures_of(name: str, positions: Iterable[tuple[RailGame, str]]) -> Iterator[tuple[str, str]]:
    seconds, complete = [], 0
    parts: list[Part] = []
    for game, company in positions:
        track, trains, rules = game.title.run_setting(game, company)
        track.memo.clear()  # what the replay found out would make the search look instant
        track.board.memo.pop("solutions", None)
        start = time.perf_counter()
        run = best_run(game, company)
        seconds.append(time.perf_counter() - start)
        complete += run.complete
        parts += Question(track, company, trains, rules).parts()
    yield (
        f"{name} positions, {len(seconds)}, {complete} proven",
        f"{spread(seconds)}; worst {1000 * max(seconds):.1f} ms",
    )
    if kernel.AVAILABLE:
        native = best_of(1, lambda: [_solve(part, native=True) for part in parts])
        python = best_of(1, lambda: [_solve(part, native=False) for part in parts])
        yield (
            f"{name}: the search alone, all of them, kernel and Python",
            f"{native:.3f} s, {python:.3f} s: {python / native:.0f} times",
        )


def _solve(part: Part, native: bool) -> None:
    if isinstance(part, TrackPart):
        (kernel.solve_natively if native else twin.solve)(part.network.problem)
    elif isinstance(part, TogetherPart):
        (together_kernel.solve_natively if native else together_twin.solve)(part.network.problem)
