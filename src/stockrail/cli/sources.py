"""A game from a file for a command: a save or a public log, whole or its good part, at any of its actions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stockrail.core import Action
from stockrail.files import FileError, LogReplay, load_bytes
from stockrail.files.public_log import decode, looks_like_log
from stockrail.rules.game import RailGame


class Source:
    """A game as a file records it. `numbers` are the places of its actions in the file's own list.

    An entry of a public log may be several actions of ours, and one that was undone is none.
    """

    def __init__(self, path: Path, game: RailGame, numbers: list[int], fault: FileError | None, is_log: bool) -> None:
        self.path = path
        self.game = game
        self.numbers = numbers
        self.fault = fault
        self.is_log = is_log

    @property
    def last(self) -> int:
        """The number of the last action in the file, -1 if there is none."""
        return self.numbers[-1] if self.numbers else -1

    def back_to(self, number: int | None) -> RailGame:
        """The game as action `number` of the file was about to be taken; without a number at its end."""
        if number is None:
            return self.game
        if not 0 <= number <= self.last + 1:
            raise FileError(str(self.path), f"has no action {number}, only 0 to {self.last}")
        while self.numbers and self.numbers[-1] >= number:
            self.step_back()
        return self.game

    def step_back(self) -> tuple[int, Action]:
        """Take the last action back; returns its number in the file and the action."""
        return self.numbers.pop(), self.game.pop()

    def backwards(self) -> Iterator[tuple[int, Action]]:
        """All actions from the last to the first, each still standing when it is yielded, then taken back."""
        while self.numbers:
            yield self.numbers[-1], self.game.actions[-1]
            self.step_back()


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileError(str(path), error.strerror or str(error)) from error


def read_log(path: Path) -> Any | None:
    """The parsed log of the public site, or None if the file is something else."""
    data = read_bytes(path)
    if b'"stockrail"' in data[:200]:
        return None
    raw = decode(data)
    return raw if looks_like_log(raw) else None


def open_source(path: Path, recover: bool = False) -> Source:
    """Read and replay a file. With `recover` what stops the replay is kept as the source's fault."""
    data = read_bytes(path)
    if b'"stockrail"' not in data[:200]:
        raw = decode(data)
        if looks_like_log(raw):
            return _open_log(path, LogReplay(raw), recover)
    fault = None
    try:
        game = load_bytes(data)
    except FileError as error:
        if not recover:
            raise
        fault, game = error, load_bytes(data, recover=True)
    return Source(path, game, list(range(len(game.actions))), fault, is_log=False)


def _open_log(path: Path, replay: LogReplay, recover: bool) -> Source:
    numbers: list[int] = []
    fault = None
    try:
        for played in replay.play():
            numbers += [played.step.number] * len(played.actions)
    except FileError as error:
        if not recover:
            raise
        fault = error
    while len(replay.game.actions) > len(numbers):  # the entry at fault may have got half-way
        replay.game.pop()
    return Source(path, replay.game, numbers, fault, is_log=True)
