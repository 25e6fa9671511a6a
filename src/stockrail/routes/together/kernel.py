"""The search for the best set of routes: in the C++ kernel where it was built, else in Python."""

from __future__ import annotations

from stockrail.routes.together import search
from stockrail.routes.together.problem import Problem
from stockrail.routes.together.search import Solution


def solve(problem: Problem, budget: int = 0) -> Solution:
    """The best run, by the fastest search at hand."""
    return search.solve(problem, budget)
