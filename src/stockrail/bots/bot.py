"""What a bot is: it chooses an action and can say why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol, runtime_checkable

import msgspec

from stockrail.core import Action
from stockrail.rules.game import RailGame

NOTHING: Mapping[str, float] = MappingProxyType({})


class Thought(msgspec.Struct, frozen=True):
    """An action that a bot considered: what it is worth to the bot in money, and the parts of that sum by name."""

    action: Action
    value: float
    parts: Mapping[str, float] = NOTHING


@runtime_checkable
class Bot(Protocol):
    """A player that is a program, made for one seat of one game from a seed.

    The same bot with the same seed makes the same choices in the same game, on every machine: it counts work, never
    seconds. It never changes the game it is given and keeps no reference to it.

    Two more attributes are read if a bot has them: `work`, the units of work spent on all its choices so far, and
    `version`, which changes whenever it may choose differently than before.
    """

    name: str

    def choose(self, game: RailGame) -> Action:
        """A legal action of the player whose turn it is. The game is a copy as that player may see it."""
        ...

    def explain(self) -> Sequence[Thought]:
        """The thoughts behind the last choice, best first; empty if there were none."""
        ...
