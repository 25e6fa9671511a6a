"""What a search answers, and what it is asked: the parts of a run that do not get in each other's way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple, Protocol

WrittenRoute = tuple[str, Sequence[str]]
"""A train and the hexes that it runs through; for a train that doubles a stop, the hex of that stop."""


class Answer(NamedTuple):
    """What a search has found for one part of a run, or for all of them."""

    written: tuple[WrittenRoute, ...]
    total: int
    complete: bool = True
    looked_at: int = 0
    bound: int = 0


class Part(Protocol):
    """The question of how some of a company's trains run best."""

    def solve(self, effort: int = 0) -> Answer:
        """The best answer, proven; or with so much effort at most, counted in positions."""
        ...

    def reference(self, positions: int) -> Answer:
        """What a search finds that is the same on every machine, proven or with so many positions."""
        ...

    def may_run(self) -> bool:
        """Whether there is any run; found without a search that could be cut short."""
        ...

    def within(self, seconds: float) -> Answer:
        """The best answer that is found in so much time."""
        ...

    def looks(self) -> Iterator[Answer]:
        """Answers with ever more effort until one is proven."""
        ...

    def at_least(self, floor: int) -> list[Answer]:
        """All answers that earn so much, the best first; those that use the same track are one."""
        ...


def together(answers: Sequence[Answer]) -> Answer:
    """The parts as one run."""
    return Answer(
        tuple(route for answer in answers for route in answer.written),
        sum(answer.total for answer in answers),
        all(answer.complete for answer in answers),
        sum(answer.looked_at for answer in answers),
        sum(answer.bound for answer in answers),
    )


def combined(parts: Sequence[Sequence[Answer]]) -> list[Answer]:
    """Every run that takes one answer of each part, the best first."""
    runs = [together(answers) for answers in product(*parts)]
    return sorted(runs, key=lambda answer: -answer.total)
