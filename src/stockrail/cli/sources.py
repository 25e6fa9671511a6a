"""A game from a file for a command: a save or a public log, whole or its good part, at any of its actions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stockrail.cli import problems
from stockrail.cli.problems import Failure, usage
from stockrail.core import Action
from stockrail.files import FileError, LogReplay, load_bytes
from stockrail.files.public_log import Played, decode, looks_like_log
from stockrail.files.torn import torn_log
from stockrail.rules.game import RailGame

RECOVER = "--recover reads the file up to there."


@dataclass
class Source:
    """A game as a file records it. Its actions are counted from 1, as on the pages of the browser version.

    An entry of a public log may be several actions of ours, and one that was undone is none. `steps` counts what was
    carried out of a log.
    """

    path: Path
    game: RailGame
    fault: FileError | None
    is_log: bool
    steps: int = 0

    def must_have(self, number: int) -> None:
        """`--at` takes the number of an action, or 0, which is the beginning."""
        if 0 <= number <= self.game.ply:
            return
        if not self.game.ply:
            raise usage(f"{self.path}: the game has no actions yet, so there is no action {number}")
        raise usage(f"{self.path}: there is no action {number}; use 1 to {self.game.ply}, or 0 for the beginning")

    def back_to(self, number: int | None) -> RailGame:
        """The game after action `number`; without a number at its end."""
        if number is not None:
            self.must_have(number)
            while self.game.ply > number:
                self.step_back()
        return self.game

    def step_back(self) -> tuple[int, Action]:
        """Take the last action back; returns its number and the action."""
        return self.game.ply, self.game.pop()


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise usage(f"{path}: {error.strerror or error}") from error


def read_log(path: Path) -> Any | None:
    """The parsed log of the public site, or None if the file is a save."""
    data = read_bytes(path)
    return None if looks_like_save(data) else _log(path, data)


def looks_like_save(data: bytes) -> bool:
    return b'"stockrail"' in data[:200]


def _log(path: Path, data: bytes) -> Any:
    try:
        raw = decode(data)
    except FileError as error:
        raise problems.of_path(path, _at_action(error, torn_log(data))) from error
    if not looks_like_log(raw):
        raise Failure(f"{path}: neither a save file nor an 18xx.games log")
    return raw


def _at_action(error: FileError, torn: Any | None) -> FileError:
    """The error with the number of the first entry that cannot be read."""
    return error if torn is None else FileError(f"entry {len(torn['actions']) + 1}", error.message)


def open_source(path: Path, recover: bool = False) -> Source:
    """Read and replay a file. With `recover` what stops the replay is kept as the source's fault."""
    data = read_bytes(path)
    source = _open_save(path, data) if looks_like_save(data) else _open_log(path, data)
    if source.fault is not None and not recover:
        raise problems.of_path(path, source.fault, hint=RECOVER) from source.fault
    return source


def _open_save(path: Path, data: bytes) -> Source:
    fault = None
    try:
        game = load_bytes(data)
    except FileError as error:
        game, fault = _recovered(path, data, error), error
    return Source(path, game, fault, is_log=False)


def _recovered(path: Path, data: bytes, fault: FileError) -> RailGame:
    """The good part, if there is any."""
    try:
        return load_bytes(data, recover=True)
    except FileError:
        raise problems.of_path(path, fault) from fault


def _open_log(path: Path, data: bytes) -> Source:
    torn = None
    try:
        raw = decode(data)
    except FileError as error:
        raw = torn_log(data)
        if raw is None:
            raise problems.of_path(path, error) from error
        torn = _at_action(error, raw)
    if not looks_like_log(raw):
        raise Failure(f"{path}: neither a save file nor an 18xx.games log")
    source = _replayed(path, raw)
    source.fault = source.fault or torn
    return source


def _replayed(path: Path, raw: Any) -> Source:
    try:
        replay = LogReplay(raw)
    except FileError as error:
        raise problems.of_path(path, error) from error
    steps, whole, fault = 0, 0, None
    try:
        for played in replay.play():
            steps += counts(played)
            whole = replay.game.ply
    except FileError as error:
        fault = error
    while replay.game.ply > whole:  # the entry at fault may have got half-way
        replay.game.pop()
    return Source(path, replay.game, fault, is_log=True, steps=steps)


def counts(played: Played) -> bool:
    """Whether a step of a log is more than talk."""
    return bool(played.actions) or played.step.entry["type"] not in ("message", "log")
