"""Writing a game down: title, options, rulings, players, seed and actions as JSON, one action per line."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from stockrail.core.game import Game

FORMAT = "stockrail"
VERSION = 2  # of saves with changed facts, which a program of version 1 would play with its own; others have 1


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything in a save except its actions."""

    format: str
    version: int
    title: str
    rules: int
    facts: str
    players: list[str]
    options: list[str]
    rulings: dict[str, str]
    seed: int
    setup: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    real_dice: bool = False
    withheld: str = ""  # what the file does not tell, in a sentence: it was made while its game went on


def header_of(game: Game) -> Header:
    changes = dict(game.title.overlay)
    return Header(
        format=FORMAT,
        version=VERSION if changes else 1,
        title=game.title.name,
        rules=game.title.version,
        facts=game.title.base.facts_hash,
        players=list(game.players),
        options=list(game.options),
        rulings=dict(game.rulings),
        seed=game.seed,
        setup=game.setup,
        changes=changes,
        real_dice=game.real_dice,
    )


def dump(game: Game, header: Header | None = None) -> bytes:
    """The save file of a game. Each action has its own line, so that a damaged file can be repaired."""
    if game.ply > len(game.actions):
        raise ValueError("a fork without history cannot be saved")
    head = msgspec.json.encode(header or header_of(game))[1:-1]
    actions = b",\n".join(msgspec.json.encode(action) for action in game.actions)
    return b"{" + head + b',\n"actions":[\n' + actions + b"\n]}\n"


def write(data: bytes, path: str | os.PathLike[str], private: bool = False) -> None:
    """Write a file atomically: whatever happens, either the old or the new one exists."""
    target = Path(path).resolve()  # a link stays a link
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o600 if private else _mode_for(target))
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mode_for(target: Path) -> int:
    """Who may read it: as before, or as any new file; a temporary file alone would be its owner's only."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
