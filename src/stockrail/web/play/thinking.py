"""How a bot at a table finds its move: on a copy of the game as its seat may see it, with dice that nobody can guess.

Whether it does so in a thread of the server or in a process of its own, and whether the server was started anew
meanwhile, makes no difference: a bot is made for each decision, and its dice follow from the position alone.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Protocol

import msgspec

from stockrail.bots import Thought, bot, levels
from stockrail.bots.registry import OURS
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
    mind = bot(level or FORMER, seed=_number(game, f"bot {level or FORMER}"))
    action = mind.choose(game.fork_for(game.actor, _number(game, "hidden")))
    thoughts = sorted(mind.explain(), key=lambda thought: (thought.action != action, -thought.value))
    return Choice(action, [_considered(thought) for thought in thoughts[:MOST_THOUGHTS]])


def _considered(thought: Thought) -> Considered:
    large = sorted(thought.parts.items(), key=lambda part: -abs(part[1]))[:MOST_PARTS]
    return Considered(msgspec.Raw(msgspec.json.encode(thought.action)), thought.value, dict(large))


def _number(game: RailGame, what: str) -> int:
    """A number from the game's seed, which nobody learns before the end; another one for each seat and moment."""
    key = blake2b(str(game.seed).encode(), digest_size=64).digest()
    text = f"{what} of seat {game.actor} after {game.ply} actions"
    return int.from_bytes(blake2b(text.encode(), key=key, digest_size=8, person=b"bots").digest())


def keeps_secrets(title: Title[RailGame]) -> bool:
    """Whether players know things that others do not: a bot's reasons might give them away."""
    return type(title).hide is not Title.hide


def offered() -> list[str]:
    """The names of the levels, the strongest of our own first, then those of others."""
    ours = [level.name for level in reversed(OURS)]
    return ours + [level.name for level in levels() if level.name not in ours]


def usual() -> str:
    """The level of a bot of which nothing else is said: the strongest."""
    return offered()[0]
