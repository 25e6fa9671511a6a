"""Seeded randomness that is the same on every machine and in every version of Python; chance as a decision.

What is drawn during a game depends on the seed and on the name of the draw (its stream), never on how many draws came
before. So nothing that will be drawn lies in the state, taking back and playing otherwise shifts no later draw, and
the same draw comes out the same again.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

from stockrail.core.actions import Action, Menu
from stockrail.core.frames import Decision, G

T = TypeVar("T")

MASK = (1 << 64) - 1
CHANCE = -1  # the seat of chance, which is nobody's
KEY_LENGTH = 64  # bytes that the hash takes


class Dice:
    """SplitMix64: a small generator whose numbers depend on the seed alone."""

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def draw(self) -> int:
        """A number of 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 up to but not including the limit, all equally likely."""
        fair = MASK - (MASK + 1) % limit
        number = self.draw()
        while number > fair:
            number = self.draw()
        return number % limit

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The things in random order."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


class Draw(Action, frozen=True):
    """The result of a random draw: a die, a card, a lot. Its `player` is CHANCE."""

    stream: str
    outcome: int | str


class Chance(Decision[G], frozen=True):
    """Waits for a draw. All outcomes are equally likely; list a likelier one more than once."""

    stream: str

    def actor(self, game: G) -> int:
        return CHANCE

    def outcomes(self, game: G) -> Sequence[int | str]:
        """The outcomes that can be drawn now."""
        raise NotImplementedError

    def happens(self, game: G, outcome: int | str) -> None:
        """Carry out the result; this frame has left the stack."""
        raise NotImplementedError

    def any(self, game: G) -> bool:
        """Where only one outcome is possible, it happens by itself."""
        return len(self.outcomes(game)) > 1

    def check(self, game: G, action: Action) -> None:
        if not isinstance(action, Draw) or action.stream != self.stream:
            raise game.refusal("draw_first", stream=self.stream)
        if action.outcome not in self.outcomes(game):
            raise game.refusal("no_such_outcome", stream=self.stream, outcome=action.outcome)

    def kinds(self, game: G) -> tuple[type[Action], ...]:
        return (Draw,)

    def list(self, game: G) -> Menu:
        return [Draw(CHANCE, self.stream, outcome) for outcome in self.outcomes(game)]

    def take(self, game: G, action: Action) -> None:
        assert isinstance(action, Draw)
        game.pop_frame()
        self.happens(game, action.outcome)

    def skip(self, game: G) -> None:
        only = self.outcomes(game)
        game.pop_frame()
        if only:
            self.happens(game, only[0])


def drawn(seed: int, stream: str, outcomes: Sequence[T]) -> T:
    """One of several outcomes, by a keyed hash: who does not know the seed learns nothing from other draws."""
    key = blake2b(str(seed).encode(), digest_size=KEY_LENGTH).digest()
    number = int.from_bytes(blake2b(stream.encode(), key=key, digest_size=16).digest())
    return outcomes[number % len(outcomes)]  # of 2^128 numbers: no outcome is likelier that anybody could notice
