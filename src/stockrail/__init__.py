"""Stockrail plays 18xx railway games: list legal actions, push, pop, and replay real games to the penny."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from stockrail import files
from stockrail.core import (
    Action,
    ActionRange,
    Decision,
    Event,
    Game,
    IllegalAction,
    LegalActions,
    Menu,
    Result,
    StockrailError,
    UnknownChoice,
)
from stockrail.files import FileError
from stockrail.rules.game import RailGame, begin
from stockrail.rules.overlay import overlaid
from stockrail.titles import all_titles, title

if TYPE_CHECKING:
    from stockrail import actions, bots, draw, routes, testing, words

# Imported on first use, so that `import stockrail` is fast.
PARTS = ("actions", "bots", "draw", "routes", "testing", "words")

__version__ = "0.1.0"

__all__ = [
    "Action",
    "ActionRange",
    "Decision",
    "Event",
    "FileError",
    "Game",
    "IllegalAction",
    "LegalActions",
    "Menu",
    "RailGame",
    "Result",
    "StockrailError",
    "UnknownChoice",
    "actions",
    "bots",
    "draw",
    "load",
    "new",
    "routes",
    "testing",
    "titles",
    "words",
]


def __getattr__(name: str) -> Any:
    """Import a part of the package on first use."""
    if name in PARTS:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def titles() -> list[str]:
    """The names of all titles."""
    return list(all_titles())


def new(  # noqa: PLR0913  (all but two are named)
    name: str,
    players: Sequence[str],
    *,
    seed: int = 0,
    seats: str = "drawn",
    options: Sequence[str] = (),
    preset: str | None = None,
    rulings: Mapping[str, str] | None = None,
    setup: Mapping[str, Any] | None = None,
    facts: Mapping[str, Any] | None = None,
    real_dice: bool = False,
) -> RailGame:
    """Start a new game of a title.

    Seats are drawn from the seed, or stay as "given"; `game.players` lists them in order. Rulings are the rulebook's,
    those of a preset, or chosen one by one. `setup` replaces what a title draws at random at the start. `facts` are
    values that differ from the program's, by path ("facts.trains.8.price"). With `real_dice`, players enter the
    results of random draws; `push` works the same either way.
    """
    if seats not in ("drawn", "given"):
        raise ValueError(f"seats must be 'drawn' or 'given', not {seats!r}")
    return begin(
        overlaid(title(name), facts or {}),
        players,
        seed=seed,
        draw_seats=seats == "drawn",
        options=options,
        preset=preset,
        rulings=rulings,
        setup=setup,
        real_dice=real_dice,
    )


def load(path: str | os.PathLike[str], recover: bool = False) -> RailGame:
    """Load a game from a save file or an 18xx.games log; with `recover`, read a damaged file as far as possible."""
    return files.load(path, recover)
