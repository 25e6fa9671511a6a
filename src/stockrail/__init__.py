"""Stockrail plays 18xx railway games: legal actions, push, pop, and real games to the penny."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from stockrail import files
from stockrail.core import (
    Action,
    ActionRange,
    Decision,
    Event,
    Game,
    IllegalAction,
    Menu,
    Result,
    StockrailError,
    UnknownTitle,
)
from stockrail.files import FileError
from stockrail.rules.game import RailGame
from stockrail.titles import all_titles, title

__version__ = "0.1.0"

__all__ = [
    "Action",
    "ActionRange",
    "Decision",
    "Event",
    "FileError",
    "Game",
    "IllegalAction",
    "Menu",
    "RailGame",
    "Result",
    "StockrailError",
    "UnknownTitle",
    "load",
    "new",
    "save",
    "titles",
]


def titles() -> list[str]:
    """The names of all titles."""
    return list(all_titles())


def new(
    name: str,
    players: Sequence[str],
    *,
    seed: int = 0,
    options: Sequence[str] = (),
    preset: str | None = None,
    rulings: Mapping[str, str] | None = None,
) -> RailGame:
    """A new game of a title; rulings are the rulebook's, a preset's, or chosen one by one."""
    found = title(name)
    return RailGame(found, players, options, found.resolve_rulings(preset, rulings or {}), seed)


def load(path: str | os.PathLike[str], recover: bool = False) -> RailGame:
    """A game from a save file or a log of the public site; `recover` takes the good part of a broken one."""
    return files.load(path, recover)


def save(game: Game, path: str | os.PathLike[str]) -> None:
    """Write a game to a file, atomically."""
    files.save(game, path)
