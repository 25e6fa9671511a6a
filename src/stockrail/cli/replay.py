"""The command `replay`: a log through the engine, beside its trace if there is one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stockrail.cli.problems import DIFFERENCE, Failure, of_file, of_path, usage
from stockrail.cli.screen import Screen
from stockrail.cli.sources import RECOVER, counts, open_source, read_log
from stockrail.cli.summary import count
from stockrail.files import FileError, LogReplay
from stockrail.files.trace import Difference, compare, read_trace
from stockrail.rules.game import RailGame


def replay_file(path: Path, trace: Path | None, recover: bool) -> int:
    if trace is None:
        return _replay(path, recover)
    if recover:
        raise usage("--recover and --trace cannot be combined: a trace is compared with a whole log")
    return _compare(path, trace)


def _replay(path: Path, recover: bool) -> int:
    source = open_source(path, recover)
    screen, done = Screen(), count(source.game.ply, "action")
    ours = ""
    if source.is_log:
        done, ours = count(source.steps, "action"), f" ({done} in this engine)"
    screen.line(outcome(source.game))
    if source.fault is None:
        screen.line(f"ok: {done} replayed{ours}", "green")
        return 0
    screen.line(f"{count(source.game.ply, 'action')} replayed, then {of_file(source.fault)}", "bold red")
    return DIFFERENCE


def _compare(path: Path, trace: Path) -> int:
    raw = read_log(path)
    if raw is None:
        raise usage(f"{path} is a save file; a trace belongs to an 18xx.games log")
    records = _records(trace)
    try:
        replay = LogReplay(raw)
        steps, difference = _first_difference(replay, records)
    except FileError as error:
        raise of_path(path, error, hint=f"{RECOVER[:-1]}, without --trace.") from error
    screen = Screen()
    if difference is not None:
        screen.line(_told(difference), "bold red")
        return DIFFERENCE
    screen.line(outcome(replay.game))
    ours = count(len(replay.game.actions), "action")
    screen.line(f"ok: {count(steps, 'action')} agree with the trace ({ours} in this engine)", "green")
    return 0


def _told(difference: Difference) -> str:
    """A difference as a sentence; one of the two may just have ended."""
    if difference.field == "actions" and difference.expected is None:
        return f"the trace ends before action {difference.number}"
    if difference.field == "actions" and difference.got is None:
        return f"the log ends before action {difference.number} of the trace"
    return str(difference)


def _records(trace: Path) -> list[dict[str, Any]]:
    try:
        records = read_trace(trace)
    except OSError as error:
        raise usage(f"{trace}: {error.strerror or error}") from error
    except FileError as error:
        raise of_path(trace, error) from error
    if not records or not all(isinstance(record, dict) and {"i", "type"} <= set(record) for record in records):
        raise Failure(f"{trace} is not a trace")
    return records


def _first_difference(replay: LogReplay, records: list[dict[str, Any]]) -> tuple[int, Difference | None]:
    """How many steps agree, and what comes after them."""
    steps = 0
    for step in compare(replay, records):
        if isinstance(step, Difference):
            return steps, step
        steps += counts(step)
    return steps, None


def outcome(game: RailGame) -> str:
    """Who is ahead or has won."""
    result = game.result()
    order = sorted(range(len(game.players)), key=lambda seat: -result.worth[seat])
    worth = ", ".join(f"{game.players[seat]} {money(game, result.worth[seat])}" for seat in order)
    state = "over" if game.is_over else "not over"
    return f"{game.title.name}, {state}: {worth}"


def money(game: RailGame, amount: int) -> str:
    from stockrail.words import Speaker

    return Speaker(game).money(amount)
