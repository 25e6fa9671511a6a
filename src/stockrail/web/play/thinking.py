"""What a bot at a table is asked and what it answers, wherever it thinks: see `stockrail.bots.seated`.

Its dice follow from the game's seed, which nobody learns before the game is over.
"""

from __future__ import annotations

from math import isfinite
from typing import Protocol

import msgspec

from stockrail.bots import Thought
from stockrail.bots.seated import chosen
from stockrail.core import Action
from stockrail.core.title import Title
from stockrail.rules.game import RailGame
from stockrail.web.store.games import Entry

FORMER = "random"  # what every bot was before there were levels
MOST_THOUGHTS = 4  # of a move that are kept: the choice and its best alternatives
MOST_PARTS = 12  # of a thought


class Considered(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thought as it is written down."""

    action: msgspec.Raw
    value: float
    parts: dict[str, float] = {}


class Choice(msgspec.Struct, frozen=True):
    """What a bot does, and what it thought of that and of its alternatives, the choice first."""

    action: Action
    thoughts: list[Considered] = []


class Asked(msgspec.Struct, frozen=True):
    """Who is to choose where: a game with its actions that stand, and the level of the bot whose turn it is."""

    id: str
    game: RailGame
    standing: list[Entry]
    level: str


class Thinker(Protocol):
    """Where bots think. So many of them at once as the door lets in, see `Turns`."""

    most: int

    async def choose(self, asked: Asked) -> Choice:
        """What the bot does; raises whatever has gone wrong."""
        ...

    def prepare(self) -> None:
        """Bots are going to be asked soon."""
        ...

    def close(self) -> None: ...


def decide(game: RailGame, level: str) -> Choice:
    """The choice of a bot for the player whose turn it is."""
    action, thoughts = chosen(game, level or FORMER)
    told = [thought for thought in thoughts if isfinite(thought.value)]  # ruin may be worth less than any number
    if not told or told[0].action != action:
        return Choice(action)
    return Choice(action, [_considered(thought) for thought in told[:MOST_THOUGHTS]])


def _considered(thought: Thought) -> Considered:
    parts = [part for part in thought.parts.items() if isfinite(part[1])]
    large = sorted(parts, key=lambda part: -abs(part[1]))[:MOST_PARTS]
    return Considered(msgspec.Raw(msgspec.json.encode(thought.action)), thought.value, dict(large))


def keeps_secrets(title: Title[RailGame]) -> bool:
    """Whether players know things that others do not: a bot's reasons might give them away."""
    return type(title).hide is not Title.hide
