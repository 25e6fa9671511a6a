"""The search for the best set of routes: in the C++ kernel where it was built, else in its twin in Python."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from stockrail.board.track import bits
from stockrail.routes import watching
from stockrail.routes.together import search
from stockrail.routes.together.problem import Office, Problem
from stockrail.routes.together.search import Solution, Watcher
from stockrail.routes.together.twin import search as twin

VERSION = 3

try:
    import stockrail._kernel as _kernel
except ImportError:  # installed without a compiler
    AVAILABLE = False
else:
    AVAILABLE = getattr(_kernel, "together_version", int)() == VERSION


WIDEST = 127
"""So many things that pay once only, or that a route may use once only, fit into the kernel's sets."""


def solve(problem: Problem, budget: int = 0) -> Solution:
    """The best run. A budget of positions cuts it short: then it may be incomplete.

    Kernel and Python look at the same positions, so the answer is the same, whichever is at hand.
    """
    return solve_natively(problem, budget) if takes(problem) else twin.solve(problem, budget)


def solve_within(problem: Problem, seconds: float) -> Solution:
    """The best run that is found in so much time, with the bound that has been reached."""
    return watching.within(seconds, lambda watcher: solve_watched(problem, watcher))


def watch(problem: Problem) -> Generator[Solution, None, None]:
    """Better and better solutions of one search, the last one proven. To stop asking ends the search."""
    return watching.watch(
        lambda watcher: solve_watched(problem, watcher), lambda solution: (solution.rating, solution.bound)
    )


def solve_watched(problem: Problem, watcher: Watcher) -> Solution:
    """The best run; where a watcher has stopped the search, the best so far with its bound."""
    find = solve_natively if takes(problem) else search.solve
    return find(problem, 0, watcher)


def takes(problem: Problem) -> bool:
    """Whether the kernel is there and wide enough."""
    if not AVAILABLE or len(problem.worth) > WIDEST:
        return False
    return all(mask < 1 << WIDEST for mask in (*problem.marks, *problem.shared))


def solve_natively(problem: Problem, budget: int = 0, watcher: Watcher | None = None) -> Solution:
    """The best run by the kernel."""

    def told(answer: _kernel.TogetherAnswer) -> bool:
        # Once the revenue is proven the search goes on for what breaks ties.
        return watcher is None or watcher(replace(_solution(answer), complete=False))

    flags = zip(problem.through, problem.ends, problem.own, problem.meets, problem.home, strict=True)
    answer = _kernel.solve_together(
        list(problem.worth),
        list(problem.payee),
        [
            (location, spot, list(bits(marks)), list(own))
            for location, spot, marks, own in zip(problem.location, problem.spot, problem.marks, flags, strict=True)
        ],
        [
            (stops, ends, list(bits(shared)), list(hexes))
            for stops, ends, shared, hexes in zip(
                problem.links, problem.terminal, problem.shared, problem.hexes, strict=True
            )
        ],
        list(problem.at),
        list(bits(problem.kind_marks)),
        [_office(office) for office in problem.offices],
        [(kind.office, kind.reach, kind.pays, kind.alone) for kind in problem.kinds],
        list(problem.trains),
        budget,
        told if watcher else None,
    )
    return _solution(answer)


def _solution(answer: _kernel.TogetherAnswer) -> Solution:
    routes, rating, bound, looked_at = answer
    return Solution(tuple(map(tuple, routes)), rating, bound == rating, looked_at, bound)


def _office(office: Office) -> tuple[list[int], list[bool], list[bool], list[bool], int, list[list[int]]]:
    flags = [office.by_hexes, office.ends_pay, office.joined, office.as_one, office.sets]
    line = [list(pays) for pays in office.line]
    return list(office.weights), list(office.open), list(office.pays), flags, office.subsidised, line
