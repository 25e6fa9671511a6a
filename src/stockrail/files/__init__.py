"""Files: saves of our own, logs of the public site, and comparing with recorded traces."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from stockrail.files.errors import FileError
from stockrail.files.public_log import LogReplay, decode, looks_like_log, timed_log
from stockrail.files.saves import load_save
from stockrail.files.torn import torn_log
from stockrail.rules.game import RailGame

__all__ = ["FileError", "LogReplay", "load", "load_bytes", "load_timed"]


def load(path: str | os.PathLike[str], recover: bool = False) -> RailGame:
    """A game from a save or a public log."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise FileError(str(path), error.strerror or str(error)) from error
    return load_bytes(data, recover)


def load_bytes(data: bytes, recover: bool = False) -> RailGame:
    return load_timed(data, recover)[0]


def load_timed(data: bytes, recover: bool = False) -> tuple[RailGame, list[float]]:
    """The game, and when each of its actions was taken: 0 where the file does not say, as no save does."""
    if b'"stockrail"' in data[:200]:
        game = load_save(data, recover)
        return game, [0.0] * game.ply
    raw = _read_log(data, recover)
    if not looks_like_log(raw):
        raise FileError("file", "neither a save file nor an 18xx.games log")
    return timed_log(raw, recover)


def _read_log(data: bytes, recover: bool) -> Any:
    """A parsed log; of one that was cut off the whole actions, if that will do."""
    try:
        return decode(data)
    except FileError as error:
        torn = torn_log(data)
        if torn is None:
            raise
        if not recover:
            raise FileError(f"entry {len(torn['actions']) + 1}", error.message) from error
        return torn
