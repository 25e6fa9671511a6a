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
    """A game as a file records it. `numbers` are the places of its actions in the file's own list of `size` entries.

    An entry of a public log may be several actions of ours, and one that was undone is none. `steps` counts what was
    carried out of a log.
    """

    path: Path
    game: RailGame
    numbers: list[int]
    size: int
    fault: FileError | None
    is_log: bool
    steps: int = 0

    @property
    def last(self) -> int:
        """The number of the last action in the file, -1 if there is none."""
        return self.numbers[-1] if self.numbers else -1

    def must_have(self, number: int) -> None:
        """`--at` takes the number of an action, or the next one after them all, which is the end."""
        if 0 <= number <= self.size:
            return
        if not self.size:
            raise usage(f"{self.path}: the game has no actions yet, so there is no action {number}")
        raise usage(f"{self.path}: there is no action {number}; use 0 to {self.size - 1}, or {self.size} for the end")

    def back_to(self, number: int | None) -> RailGame:
        """The game as action `number` of the file was about to be taken; without a number at its end."""
        if number is not None:
            self.must_have(number)
            while self.last >= number:
                self.step_back()
        return self.game

    def step_back(self) -> tuple[int, Action]:
        """Take the last action back; returns its number in the file and the action."""
        return self.numbers.pop(), self.game.pop()


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
    """The error with the number of the first action that cannot be read."""
    return error if torn is None else FileError(f"action {len(torn['actions'])}", error.message)


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
    return Source(path, game, list(range(len(game.actions))), len(game.actions), fault, is_log=False)


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
    numbers: list[int] = []
    steps, fault = 0, None
    try:
        for played in replay.play():
            numbers += [played.step.number] * len(played.actions)
            steps += counts(played)
    except FileError as error:
        fault = error
    while len(replay.game.actions) > len(numbers):  # the entry at fault may have got half-way
        replay.game.pop()
    return Source(path, replay.game, numbers, len(replay.actions), fault, is_log=True, steps=steps)


def counts(played: Played) -> bool:
    """Whether a step of a log is more than talk."""
    return bool(played.actions) or played.step.entry["type"] not in ("message", "log")
