"""The search for the best run: in the C++ kernel where it was built, else in its twin in Python."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from stockrail.routes import search, watching
from stockrail.routes.problem import Problem, track_width, whole_groups
from stockrail.routes.search import Solution
from stockrail.routes.twin import search as twin

ABI = 6

try:
    import stockrail._kernel as _kernel
except ImportError:  # installed without a compiler
    AVAILABLE = False
else:
    AVAILABLE = _kernel.abi_version() == ABI


WIDEST = 1024
"""So many things that can be used once only fit into the kernel's sets."""


def solve(problem: Problem, budget: int = 0) -> Solution:
    """The best run. A budget of positions cuts the search short: then it may be incomplete.

    Kernel and Python look at the same positions, so the answer is the same, whichever is at hand.
    """
    return solve_natively(problem, budget) if takes(problem) else twin.solve(problem, budget)


def takes(problem: Problem) -> bool:
    """Whether the kernel is there and wide enough."""
    groups = (group for groups in whole_groups(problem) for group in groups)
    return AVAILABLE and track_width(problem) + max(groups, default=-1) + 2 <= WIDEST


def collect(problem: Problem, floor: int, at_most: int) -> list[Solution]:
    """All runs that earn at least `floor`, at most so many."""
    find = collect_natively if takes(problem) else search.collect
    return find(problem, floor, at_most)


def solve_natively(problem: Problem, budget: int = 0) -> Solution:
    """The best run by the kernel. A budget of positions cuts the search short: then it may be incomplete."""
    return _solution(_kernel.solve(_handed_over(problem), budget))


def solve_within(problem: Problem, seconds: float) -> Solution:
    """The best run that is found in so much time, with the bound that has been reached."""
    return watching.within(seconds, lambda watcher: _solve_watched(problem, watcher))


def watch(problem: Problem) -> Generator[Solution, None, None]:
    """Better and better solutions of one search, the last one proven. To stop asking ends the search."""
    return watching.watch(
        lambda watcher: _solve_watched(problem, watcher), lambda solution: (solution.total, solution.bound)
    )


def _solve_watched(problem: Problem, watcher: search.Watcher) -> Solution:
    if not takes(problem):
        return search.solve(problem, watcher)
    return _solution(_kernel.solve(_handed_over(problem), 0, lambda answer: watcher(_solution(answer))))


def _solution(answer: _kernel.Answer) -> Solution:
    routes, doubled, total, bound, complete, looked_at = answer
    return Solution(_frozen(routes), doubled, total, complete, looked_at, bound)


def collect_natively(problem: Problem, floor: int, at_most: int) -> list[Solution]:
    runs = _kernel.collect(_handed_over(problem), floor, at_most)
    return [Solution(_frozen(routes), doubled, total, True, 0, total) for routes, doubled, total in runs]


def _handed_over(problem: Problem) -> _kernel.Problem:
    return _kernel.problem(
        list(problem.values),
        list(problem.weight),
        list(problem.ending),
        list(problem.own),
        list(problem.through),
        [list(groups) for groups in whole_groups(problem)],
        [(first, last, bits_of(mask)) for first, last, mask in problem.links],
        list(problem.trains),
        problem.doubles,
        [(bits_of(ends), list(table)) for ends, table in problem.bonuses],
        track_width(problem),
    )


def _frozen(routes: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(links) for links in routes)


def bits_of(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [n for n in range(mask.bit_length()) if mask >> n & 1]
