"""The exact search for the best run: one function, `solve`, from a problem to its solution."""

from __future__ import annotations

from dataclasses import dataclass

from stockrail.routes.bounds import Mode
from stockrail.routes.hunt import NOTHING, Found, Hunt, Hunter
from stockrail.routes.moves import TAIL, Graph
from stockrail.routes.network import Problem
from stockrail.routes.prices import tune_alone


@dataclass(frozen=True, slots=True)
class Solution:
    """The best run: for each train (falling reach) the links of its route in order, none if it does not run."""

    routes: tuple[tuple[int, ...], ...]
    doubled: int | None  # the stop that pays twice
    total: int
    complete: bool
    looked_at: int


def solve(problem: Problem) -> Solution:
    """The best run, proven."""
    raise NotImplementedError
