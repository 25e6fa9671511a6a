"""The search for the best set of routes: in the C++ kernel where it was built, else in Python. Both prove the same."""

from __future__ import annotations

from stockrail.board.track import bits
from stockrail.routes.together import search
from stockrail.routes.together.problem import Office, Problem
from stockrail.routes.together.search import Solution

VERSION = 1

try:
    import stockrail._kernel as _kernel
except ImportError:  # installed without a compiler
    AVAILABLE = False
else:
    AVAILABLE = getattr(_kernel, "together_version", int)() == VERSION


WIDEST = 127
"""So many things that pay once only, or that a route may use once only, fit into the kernel's sets."""


def solve(problem: Problem, budget: int = 0) -> Solution:
    """The best run, by the fastest search at hand. A budget of positions cuts it short: then it may be incomplete."""
    return solve_natively(problem, budget) if takes(problem) else search.solve(problem, budget)


def takes(problem: Problem) -> bool:
    """Whether the kernel is there and wide enough."""
    if not AVAILABLE or len(problem.worth) > WIDEST:
        return False
    return all(mask < 1 << WIDEST for mask in (*problem.marks, *problem.shared))


def solve_natively(problem: Problem, budget: int = 0) -> Solution:
    """The best run by the kernel."""
    flags = zip(problem.through, problem.ends, problem.own, problem.meets, problem.home, strict=True)
    routes, rating, bound, looked_at = _kernel.solve_together(
        list(problem.worth),
        [
            (location, list(bits(marks)), list(own))
            for location, marks, own in zip(problem.location, problem.marks, flags, strict=True)
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
    )
    return Solution(tuple(map(tuple, routes)), rating, bound == rating, looked_at, bound)


def _office(office: Office) -> tuple[list[int], list[bool], list[bool], list[bool], int, list[list[int]]]:
    flags = [office.by_hexes, office.ends_pay, office.joined, office.as_one]
    line = [list(pays) for pays in office.line]
    return list(office.weights), list(office.open), list(office.pays), flags, office.subsidised, line
