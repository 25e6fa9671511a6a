"""Where names and values stand on a board, kept in the data folder: searched for once, not after every start."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec

from stockrail import draw
from stockrail.core.saving import write
from stockrail.draw.of_game import board_view
from stockrail.draw.place import known_places, learn_places, placement
from stockrail.draw.scene import Scene
from stockrail.rules.actions import LayTile
from stockrail.rules.game import RailGame

log = logging.getLogger("stockrail.web")


def recall(folder: Path) -> int:
    """Read what an earlier run has found; what is not there or not readable is searched for again."""
    try:
        return learn_places(_file(folder).read_bytes())
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return 0


def remember(folder: Path) -> None:
    """Write down what is known now, and forget what older code has found."""
    try:
        write(known_places(), _file(folder))
        for old in set(folder.glob("places-*.json")) - {_file(folder)}:
            old.unlink()
    except OSError as error:
        log.warning("places on boards are not kept (%s)", error.strerror or error)


def search(game: RailGame) -> None:
    """Find all places of a game's board, now and at any moment of its past: it is to be looked at soon."""
    view = board_view(game)
    for laid in _layers(game):
        for setting in Scene(replace(view, laid=laid)).settings.values():
            placement(setting)


def _layers(game: RailGame) -> Iterator[dict[str, tuple[str, int]]]:
    """Every tile that was ever laid, on as few boards as hold them all."""
    lays: dict[str, list[tuple[str, int]]] = {}
    for action in game.actions:
        if isinstance(action, LayTile):
            lays.setdefault(action.hex, []).append((action.tile, action.rotation))
    for nth in range(max(map(len, lays.values()), default=0)):
        yield {hex_: laid[nth] for hex_, laid in lays.items() if nth < len(laid)}


def _file(folder: Path) -> Path:
    return folder / f"places-{_version()}.json"


@cache
def _version() -> str:
    """Another drawing code may find other places."""
    sources = sorted(Path(draw.__path__[0]).glob("*.py"))
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]
