"""Seeded randomness that is the same on every machine and in every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1


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
