"""Stockrail plays 18xx railway games: legal actions, push, pop, and real games to the penny."""

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

# Loaded when they are asked for, so that the rest starts fast.
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
    """The parts of the package, without an import of their own."""
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
    """A new game of a title.

    Seats are drawn from the seed, or stay as "given"; `game.players` has them in order. Rulings are the rulebook's,
    those of a preset, or chosen one by one. What a title draws by lot at the beginning can be given as `setup`.
    `facts` are values that differ from the program's, by path ("facts.trains.8.price"). With `real_dice` whoever shows
    the game asks for what chance brings; for `push` it makes no difference.
    """
    if seats not in ("drawn", "given"):
        raise ValueError(f"seats are 'drawn' or 'given', not {seats!r}")
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
    """A game from a save file or a log of the public site; `recover` takes the good part of a broken one."""
    return files.load(path, recover)
