"""Bots for tests, which processes of their own find too: one that dies, one that fails, one that never answers."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from stockrail.bots import RandomBot, Thought, register
from stockrail.core import Action, ActionRange
from stockrail.rules.game import RailGame


def install(folder: str) -> None:
    """Register them in this process. Each is cured by a file of its name in that folder."""
    for name, ill in (("dying", partial(os._exit, 3)), ("hanging", threading.Event().wait), ("failing", _fail)):
        register(name)(_until_cured(name, Path(folder) / name, ill))
    register("thoughtful")(Thoughtful)


def _fail() -> None:
    raise ValueError("no idea")


def _until_cured(name: str, cure: Path, ill: Callable[[], object]) -> type[RandomBot]:
    class Odd(RandomBot):
        def choose(self, game: RailGame) -> Action:  # type: ignore[override]
            if not cure.exists():
                ill()
            return super().choose(game)

    Odd.name = name
    return Odd


class Thoughtful(RandomBot):
    """It takes the last line of the menu, and has a number for each."""

    name = "thoughtful"

    def choose(self, game: RailGame) -> Action:  # type: ignore[override]
        menu = game.legal_actions()
        lowest = [entry.lowest() if isinstance(entry, ActionRange) else entry for entry in menu]
        parts = [{"worth": 10.0 * n, "dividends": 4.0 * n, "treasury": -2.0} for n in range(len(lowest))]
        self.thoughts = [
            Thought(action, 14.0 * n - 2, part) for n, (action, part) in enumerate(zip(lowest, parts, strict=True))
        ][::-1]
        return lowest[-1]

    def explain(self) -> Sequence[Thought]:
        return self.thoughts
