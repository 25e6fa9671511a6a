"""A search for trains together that is cut short: by a budget, by whoever watches it, by a signal."""

import threading
from itertools import pairwise

import pytest
from tests.routes.interrupting import is_interrupted

from stockrail.routes.together import kernel, search
from stockrail.routes.together.part import revenue_in
from stockrail.routes.together.problem import REVENUE, Kind, Office, Problem, contract
from stockrail.routes.together.search import Solution

from .together_cases import random_crowd

needs_kernel = pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel was not built")


def grid(side: int, trains: tuple[tuple[int, int], ...]) -> Problem:
    """A square of cities, each joined to its neighbours, for trains of so much reach that count so many stops."""
    stops = side * side
    links = [(a, a + 1) for a in range(stops) if (a + 1) % side] + [(a, a + side) for a in range(stops - side)]
    kinds = list(dict.fromkeys(trains))
    every = (True,) * stops
    return Problem(
        worth=tuple(10 * (2 + n * 7 % 5) * REVENUE for n in range(stops)),
        payee=tuple(range(stops)),
        location=tuple(range(stops)),
        spot=tuple(range(stops)),
        marks=(0,) * stops,
        kind_marks=0,
        shared=(0,) * len(links),
        through=every,
        ends=every,
        own=tuple(n % 3 == 0 for n in range(stops)),
        meets=every,
        home=tuple(n == 0 for n in range(stops)),
        links=tuple(links),
        steps=(1,) * len(links),
        hexes=tuple(links),
        terminal=tuple(links),
        at=tuple(range(stops)),
        offices=(Office((1,) * stops, every, every, False, False, False, False, False, -1, ()),),
        kinds=tuple(Kind(0, reach, pays, False) for reach, pays in kinds),
        trains=tuple(kinds.index(train) for train in trains),
    )


ENDLESS = grid(9, ((40, -1), (39, -1)))
"""Nobody lives to see all routes of such trains."""

CROWDED = grid(8, ((3, 2),) * 6 + ((2, -1),) * 6)
"""Few routes, but many ways to put them together."""


@needs_kernel
@pytest.mark.parametrize("budget", [1, 10, 100, 1000, 10_000])
def test_a_budget_leaves_a_bound_that_is_not_too_low(budget: int) -> None:
    for seed in range(40):
        problem = contract(*random_crowd(seed)).problem
        full = kernel.solve_natively(problem)
        for cut in (kernel.solve_natively(problem, budget), search.solve(problem, budget)):
            assert cut.rating <= full.rating
            assert revenue_in(full.rating) <= revenue_in(cut.bound)  # once that is proven, nobody asks about ties
            assert cut.complete == (cut.rating == cut.bound)


@pytest.mark.parametrize("asked", [1, 2, 5, 12])
def test_the_python_search_can_be_stopped_and_tells_how_far_it_has_come(asked: int) -> None:
    problem = grid(4, ((3, 2), (3, 2), (2, -1), (2, -1)))
    answers: list[Solution] = []

    def watcher(solution: Solution) -> bool:
        answers.append(solution)
        return len(answers) < asked

    best = search.solve(problem)
    last = search.solve(problem, watcher=watcher)
    assert best.complete
    assert len(answers) == asked and not last.complete
    for earlier, later in pairwise([*answers, last]):
        assert earlier.rating <= later.rating <= best.rating <= later.bound <= earlier.bound


@needs_kernel
@pytest.mark.parametrize("problem", [ENDLESS, CROWDED])
def test_the_kernel_ends_when_its_time_is_up(problem: Problem) -> None:
    found = kernel.solve_within(problem, 0)
    assert not found.complete
    assert found.rating < found.bound <= sum(problem.worth)


@needs_kernel
@pytest.mark.parametrize("problem", [ENDLESS, CROWDED])
def test_a_watched_search_ends_when_nobody_watches(problem: Problem) -> None:
    """Closing ends the thread, however far it has come."""
    threads = threading.active_count()
    watching = kernel.watch(problem)
    assert not next(watching).complete
    watching.close()
    assert threading.active_count() == threads


@needs_kernel
@pytest.mark.parametrize("problem", [ENDLESS, CROWDED])
def test_every_answer_is_at_least_as_good_as_the_one_before(problem: Problem) -> None:
    answers: list[Solution] = []

    def watcher(solution: Solution) -> bool:
        answers.append(solution)
        return len(answers) < 3

    last = kernel.solve_natively(problem, 0, watcher)
    for earlier, later in pairwise([*answers, last]):
        assert earlier.rating <= later.rating <= later.bound <= earlier.bound


def test_a_watched_search_ends_with_what_an_unwatched_one_finds() -> None:
    problem = grid(3, ((3, 2), (3, 2), (2, -1), (2, -1)))
    *_, last = kernel.watch(problem)
    assert last.complete
    assert last.rating == kernel.solve(problem).rating


@needs_kernel
def test_a_fault_of_the_watcher_is_heard_of() -> None:
    def watcher(_: Solution) -> bool:
        raise LookupError("seen enough")

    with pytest.raises(LookupError, match="seen enough"):
        kernel.solve_natively(ENDLESS, 0, watcher)


@needs_kernel
def test_a_signal_interrupts_the_search() -> None:
    assert is_interrupted(f"""
from stockrail.routes.together import kernel
from stockrail.routes.together.part import revenue_in
from stockrail.routes.together.problem import Kind, Office, Problem
problem = {ENDLESS!r}
""")
