"""The C++ kernel, the Python search and trying everything agree, on any problem that can be written down."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.routes.interrupting import is_interrupted

from stockrail.routes import kernel, search
from stockrail.routes.problem import Problem
from stockrail.routes.search import Solution
from stockrail.routes.twin import search as twin

needs_kernel = pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel was not built")


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Small networks of any shape, also such as no map would have: parallel links, shared track, crowded groups."""
    stops = draw(st.integers(2, 7))
    values = draw(st.lists(st.sampled_from([0, 10, 20, 30, 50]), min_size=stops, max_size=stops))
    flags = st.lists(st.booleans(), min_size=stops, max_size=stops)
    own, through = draw(flags), draw(flags)
    # A company's token is in a city, and cities count; what holds one can be passed.
    weight = [draw(st.sampled_from([1, 1, 1, 2] if owned else [0, 0, 1, 1, 2])) for owned in own]
    through = [owned or flag for owned, flag in zip(own, through, strict=True)]
    ending = draw(st.lists(st.sampled_from([0, 0, 10, 40, -10, -30]), min_size=stops, max_size=stops))
    group = st.integers(0, stops - 1)
    crowd = draw(st.sampled_from([(1, 1), (0, 2)]))  # one group each, or any number
    some = st.lists(group, min_size=crowd[0], max_size=crowd[1]).map(tuple)
    groups = draw(st.lists(some, min_size=stops, max_size=stops))
    ends = st.tuples(st.integers(0, stops - 1), st.integers(0, stops - 1), st.integers(1, 255))
    links = [(min(a, b), max(a, b), mask) for a, b, mask in draw(st.lists(ends, max_size=9)) if a != b]
    trains = sorted(draw(st.lists(st.integers(1, 5), min_size=1, max_size=3)), reverse=True)
    table = draw(st.sampled_from([(), (10, 10), (20, 40, 60), (30, 60, 90)]))
    bonus_ends = sum(1 << n for n in range(stops) if weight[n] and draw(st.booleans()))
    return Problem(
        values=tuple(values),
        weight=tuple(weight),
        ending=tuple(ending),
        own=tuple(own),
        through=tuple(through),
        groups=tuple(groups),
        links=tuple(links),
        ports=tuple((2 * n, 2 * n + 1) for n in range(len(links))),
        trains=tuple(trains),
        doubles=draw(st.sampled_from([0, 0, 1, 1, 2])),
        bonuses=((bonus_ends, table),) if table else (),
    )


class Way:
    """A route as trying everything finds it."""

    def __init__(self, stops: tuple[int, ...], links: tuple[int, ...], track: int) -> None:
        self.stops, self.links, self.track = stops, links, track


def all_ways(problem: Problem) -> list[Way]:
    return [way for start in range(len(problem.values)) for way in _onward(problem, Way((start,), (), 0))]


def _onward(problem: Problem, way: Way) -> Iterator[Way]:
    if way.links:
        yield way
        if not problem.through[way.stops[-1]]:
            return
    for number, (first, last, mask) in enumerate(problem.links):
        for here, other in ((first, last), (last, first)):
            if here != way.stops[-1] or mask & way.track:
                continue
            taken = {group for stop in way.stops for group in problem.groups[stop]}
            if other not in way.stops and taken.isdisjoint(problem.groups[other]):
                yield from _onward(problem, Way((*way.stops, other), (*way.links, number), way.track | mask))


def is_legal(problem: Problem, way: Way, reach: int) -> bool:
    weight = sum(problem.weight[stop] for stop in way.stops)
    return bool(weight <= reach and any(problem.own[stop] for stop in way.stops))


def value_of(problem: Problem, way: Way) -> int:
    total = sum(problem.values[stop] for stop in way.stops)
    total += problem.ending[way.stops[0]] + problem.ending[way.stops[-1]]
    stations = sum(problem.own[stop] for stop in way.stops)
    for ends, table in problem.bonuses:
        if ends >> way.stops[0] & 1 and ends >> way.stops[-1] & 1 and stations:
            total += table[min(stations, len(table)) - 1]
    return total


def best_by_trying(problem: Problem) -> int:
    ways = all_ways(problem)
    by_train: list[list[Way | None]] = [
        [None, *(way for way in ways if is_legal(problem, way, reach))] for reach in problem.trains
    ]
    return max(_total(problem, [way for way in plan if way]) for plan in product(*by_train))


def _total(problem: Problem, plan: list[Way]) -> int:
    track = 0
    for way in plan:
        if way.track & track:
            return 0
        track |= way.track
    doubled = [problem.values[stop] for way in plan for stop in way.stops if problem.weight[stop]]
    return sum(value_of(problem, way) for way in plan) + problem.doubles * max(doubled, default=0)


def few_enough(problem: Problem) -> bool:
    ways: int = len(all_ways(problem))
    return bool(ways ** len(problem.trains) <= 20_000)


@needs_kernel
@settings(max_examples=300)
@given(problems(), st.sampled_from([0, 30, 60, 200]))
def test_the_twin_in_python_looks_at_the_same_positions_and_finds_the_same_run(problem: Problem, budget: int) -> None:
    """Routes, doubled stop, total, bound, proof and number of positions."""
    assert twin.solve(problem, budget) == kernel.solve_natively(problem, budget)


@settings(max_examples=200)
@given(problems())
def test_the_python_search_finds_what_trying_everything_finds(problem: Problem) -> None:
    assume(few_enough(problem))
    assert search.solve(problem).total == best_by_trying(problem)


def test_a_train_stays_at_home_where_all_that_is_left_costs_money() -> None:
    """One train takes the bonus; beside it there is but a way to a stop that takes £10 for ending there."""
    problem = Problem(
        values=(0, 0, 0),
        weight=(1, 0, 1),
        ending=(0, -10, 0),
        own=(True, False, True),
        through=(True, False, True),
        groups=((), (), ()),
        links=((0, 1, 1), (0, 2, 2)),
        ports=((0, 1), (2, 3)),
        trains=(2, 2),
        doubles=0,
        bonuses=((5, (10, 10)),),
    )
    assert search.solve(problem).total == best_by_trying(problem) == 10


@needs_kernel
@settings(max_examples=500)
@given(problems())
def test_the_kernel_finds_what_the_python_search_finds(problem: Problem) -> None:
    ours, theirs = search.solve(problem), kernel.solve_natively(problem)
    assert (theirs.total, theirs.complete, theirs.bound) == (ours.total, True, ours.total)


@needs_kernel
@settings(max_examples=200)
@given(problems())
def test_what_the_kernel_writes_down_is_worth_what_it_says(problem: Problem) -> None:
    solution = kernel.solve_natively(problem)
    by_links = {frozenset(way.links): way for way in all_ways(problem)}
    plan = [by_links[frozenset(links)] for links in solution.routes if links]
    assert all(
        is_legal(problem, by_links[frozenset(links)], reach)
        for links, reach in zip(solution.routes, problem.trains, strict=True)
        if links
    )
    assert _total(problem, plan) == solution.total
    if solution.doubled is not None:
        assert any(solution.doubled in way.stops for way in plan)


@needs_kernel
@settings(max_examples=200)
@given(problems(), st.integers(0, 6))
def test_the_kernel_lists_all_runs_above_a_floor(problem: Problem, below: int) -> None:
    best = kernel.solve_natively(problem).total
    floor = max(10, best - 10 * below)
    found = kernel.collect_natively(problem, floor, 10_000)
    assert all(solution.total >= floor for solution in found)
    assert max((solution.total for solution in found), default=0) == (best if best >= floor else 0)


def grid(side: int, trains: tuple[int, ...]) -> Problem:
    """A square of counted stops, each joined to its neighbours."""
    stops = side * side
    ends = [(a, a + 1) for a in range(stops) if (a + 1) % side] + [(a, a + side) for a in range(stops - side)]
    return Problem(
        values=tuple(10 * (1 + n * 7 % 5) for n in range(stops)),
        weight=(1,) * stops,
        ending=(0,) * stops,
        own=tuple(n % 6 == 0 for n in range(stops)),
        through=(True,) * stops,
        groups=((),) * stops,
        links=tuple((a, b, 1 << n) for n, (a, b) in enumerate(ends)),
        ports=tuple((2 * n, 2 * n + 1) for n in range(len(ends))),
        trains=trains,
        doubles=0,
        bonuses=(),
    )


@needs_kernel
def test_a_budget_ends_the_search_with_a_bound_that_is_not_too_low() -> None:
    """A grid with much to look at: cut short it tells less than it earns at most."""
    problem = grid(5, (6, 5))
    best: Solution = kernel.solve_natively(problem)
    cut = kernel.solve_natively(problem, budget=1)
    assert best.complete
    assert not cut.complete
    assert cut.looked_at < best.looked_at
    assert cut.total <= best.total <= cut.bound


@needs_kernel
@pytest.mark.parametrize("trains", [(6,), (4, 3), (5, 5), (4, 3, 3)])
def test_kernel_and_python_agree_where_prices_have_to_be_found(trains: tuple[int, ...]) -> None:
    problem = grid(4, trains)
    assert kernel.solve_natively(problem).total == search.solve(problem).total


@needs_kernel
def test_a_watched_search_ends_when_nobody_watches() -> None:
    """Every answer is at least as good as the one before, and closing ends the thread, however far it has come."""
    threads = threading.active_count()
    watching = kernel.watch(grid(11, (40, 39, 38, 37)))
    answers = list(islice(watching, 3))
    watching.close()
    assert threading.active_count() == threads
    for earlier, later in pairwise(answers):
        assert earlier.total <= later.total <= later.bound <= earlier.bound


@pytest.mark.parametrize("trains", [(6,), (4, 3), (5, 5)])
@pytest.mark.parametrize("asked", [1, 2, 5, 12])
def test_the_python_search_can_be_stopped_and_tells_how_far_it_has_come(trains: tuple[int, ...], asked: int) -> None:
    problem = replace(grid(4, trains), doubles=int(len(trains) == 2))
    answers: list[Solution] = []

    def watcher(solution: Solution) -> bool:
        answers.append(solution)
        return len(answers) < asked

    best = search.solve(problem)
    last = search.solve(problem, watcher)
    assert len(answers) <= asked
    assert last.complete == (len(answers) < asked)
    for earlier, later in pairwise([*answers, last]):
        assert earlier.total <= later.total <= best.total <= later.bound <= earlier.bound


@needs_kernel
def test_a_signal_interrupts_the_search() -> None:
    assert is_interrupted(f"""
from stockrail.routes import kernel
from stockrail.routes.problem import Problem
problem = {grid(11, (40, 39, 38, 37))!r}
""")


def test_what_is_too_wide_for_the_kernel_is_left_to_python() -> None:
    """A line of stops with more track than the kernel's sets hold."""
    stops = kernel.WIDEST
    problem = Problem(
        values=(10, 20) * (stops // 2),
        weight=(1,) * stops,
        ending=(0,) * stops,
        own=(True, *(False,) * (stops - 1)),
        through=(True,) * stops,
        groups=((),) * stops,
        links=tuple((n, n + 1, 1 << n) for n in range(stops - 1)),
        ports=tuple((2, 1) for _ in range(stops - 1)),
        trains=(2,),
        doubles=0,
        bonuses=(),
    )
    assert not kernel.takes(problem)
    assert kernel.solve(problem).total == 30


@needs_kernel
@pytest.mark.parametrize(
    "fault",
    [
        {"groups": ((0,),)},
        {"groups": ((0,), (-1,))},
        {"weight": (1, -1)},
        {"weight": (0, 1)},
        {"ending": ()},
        {"links": ((0, 9, 1),)},
        {"trains": (0,)},
        {"own": (True,)},
        {"bonuses": ((1 << 9, (10,)),)},
    ],
)
def test_a_problem_that_makes_no_sense_is_refused(fault: dict[str, object]) -> None:
    problem = Problem(
        values=(10, 20),
        weight=(1, 1),
        ending=(0, 0),
        own=(True, False),
        through=(True, True),
        groups=((0,), (1,)),
        links=((0, 1, 1),),
        ports=((0, 1),),
        trains=(2,),
        doubles=0,
        bonuses=(),
    )
    from dataclasses import replace

    with pytest.raises(ValueError, match=r"."):
        kernel.solve_natively(replace(problem, **fault))  # type: ignore[arg-type]


@needs_kernel
@settings(max_examples=150)
@given(problems(), st.integers(0, 5))
def test_kernel_and_python_collect_runs_of_the_same_worth(problem: Problem, below: int) -> None:
    floor = max(10, search.solve(problem).total - 10 * below)
    ours = search.collect(problem, floor, 10_000)
    theirs = kernel.collect_natively(problem, floor, 10_000)
    assert {_tracks(problem, solution) for solution in ours} == {_tracks(problem, solution) for solution in theirs}


def _tracks(problem: Problem, solution: Solution) -> tuple[int, frozenset[tuple[int, int]]]:
    """A run by what its trains use and earn; which of two equal trains runs which route does not matter."""
    used = []
    for reach, links in zip(problem.trains, solution.routes, strict=True):
        mask = 0
        for link in links:
            mask |= problem.links[link][2]
        used.append((reach, mask))
    return solution.total, frozenset(pair for pair in used if pair[1])
