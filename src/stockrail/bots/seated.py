"""A bot in a seat: which level is usual, and its choice where whoever plays the game does so move by move.

A bot is made for each decision, and its dice follow from the game's seed and the position alone. So it makes no
difference where it thinks, whether a game was saved and loaded meanwhile, or what was undone before.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from stockrail.bots.bot import Thought
from stockrail.bots.registry import OURS, bot, levels
from stockrail.core import Action
from stockrail.rules.game import RailGame


class Choice(NamedTuple):
    """What a bot does, and what it thought of that and of its alternatives, the choice first."""

    action: Action
    thoughts: Sequence[Thought] = ()


def chosen(game: RailGame, level: str) -> Choice:
    """The choice of a bot for the player whose turn it is. It sees no more of the game than its seat may see."""
    mind = bot(level, seed=_number(game, f"bot {level}"))
    action = mind.choose(game.fork_for(game.actor, _number(game, "hidden")))
    return Choice(action, sorted(mind.explain(), key=lambda thought: (thought.action != action, -thought.value)))


def _number(game: RailGame, what: str) -> int:
    """A number from the game's seed, which tells nobody the seed; another one for each seat and moment."""
    key = blake2b(str(game.seed).encode(), digest_size=64).digest()
    text = f"{what} of seat {game.actor} after {game.ply} actions"
    return int.from_bytes(blake2b(text.encode(), key=key, digest_size=8, person=b"bots").digest())


def offered() -> list[str]:
    """The names of the levels, the strongest of our own first, then those of others."""
    ours = [level.name for level in reversed(OURS)]
    return ours + [level.name for level in levels() if level.name not in ours]


def usual() -> str:
    """The level of a bot of which nothing else is said: the strongest."""
    return offered()[0]
