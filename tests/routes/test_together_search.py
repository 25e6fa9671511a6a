"""The best set of routes: by the search, by the kernel, and by trying everything."""

from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest

from stockrail.core import IllegalAction
from stockrail.routes import (
    RouteFault,
    Run,
    Setting,
    best_run,
    best_runs,
    explain,
    find_best_run,
    read_run,
    tied_runs,
    watch_best_run,
)
from stockrail.routes.together import kernel, search
from stockrail.routes.together.part import orders, revenue_in
from stockrail.routes.together.problem import contract
from stockrail.routes.together.twin import search as twin
from stockrail.routes.together.twin.position import grown

from .together_cases import Case, random_case, random_crowd, random_joined_case, random_sets_case
from .together_exhaustive import Exhaustive
from .together_map import moments

needs_kernel = pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel was not built")
MOST = 3000
"""So many sets of routes are tried in one case."""


def rating(run: Run) -> tuple[int, int, int, int]:
    return run.total, run.subsidy, -len(run.routes), -sum(len(route.hexes) - 1 for route in run.routes)


@pytest.mark.parametrize("part", range(8))
def test_nothing_is_better_than_the_best_run(part: int) -> None:
    tried = 0
    for seed in range(100 * part, 100 * part + 100):
        case = random_case(seed)
        everything = Exhaustive(*case)
        if not 1 < everything.size() <= MOST:
            continue
        tried += 1
        run = find_best_run(*case)
        assert rating(run) == everything.best(), f"seed {seed}"
        again = read_run(case.track, case.company, case.trains, [(r.train, r.hexes) for r in run.routes], case.rules)
        assert (again.total, again.subsidy, again.chains) == (run.total, run.subsidy, run.chains)
    assert tried > 40


@pytest.mark.parametrize("part", range(6))
def test_nothing_is_better_than_the_best_run_of_many_short_trains(part: int) -> None:
    tried = 0
    for seed in range(100 * part, 100 * part + 100):
        case = random_crowd(seed)
        everything = Exhaustive(*case)
        if not 1 < everything.crowd_size() <= MOST:
            continue
        tried += 1
        best = everything.best_of_crowd()
        assert rating(find_best_run(*case)) == best, f"seed {seed}"
    assert tried > 10


@needs_kernel
@pytest.mark.parametrize("part", range(4))
def test_the_kernel_finds_what_the_search_finds_for_many_short_trains(part: int) -> None:
    for seed in range(20_000 + 100 * part, 20_000 + 100 * part + 100):
        problem = contract(*random_crowd(seed)).problem
        one, other = search.solve(problem), kernel.solve_natively(problem)
        assert one.complete and other.complete
        # The kernel does not look for the fewest trains and hexes whatever it takes.
        assert revenue_in(one.rating) == revenue_in(other.rating), f"seed {seed}"


@needs_kernel
@pytest.mark.parametrize("part", range(4))
def test_the_kernel_finds_what_the_search_finds(part: int) -> None:
    for seed in range(10_000 + 150 * part, 10_000 + 150 * part + 150):
        problem = contract(*random_case(seed)).problem
        one, other = search.solve(problem), kernel.solve_natively(problem)
        assert (one.rating, one.complete) == (other.rating, other.complete), f"seed {seed}"


@needs_kernel
@pytest.mark.parametrize("budget", [0, 700])
@pytest.mark.parametrize("made", [random_case, random_crowd, random_joined_case, random_sets_case])
def test_the_twin_in_python_looks_at_the_same_positions_and_finds_the_same_run(
    made: Callable[[int], Case], budget: int
) -> None:
    """Routes, rating, bound, proof and number of positions."""
    for seed in range(40_000, 40_060):
        problem = contract(*made(seed)).problem
        assert twin.solve(problem, budget) == kernel.solve_natively(problem, budget), f"seed {seed}"


def test_a_route_that_meets_the_home_by_way_of_a_later_one_is_connected() -> None:
    assert grown(0b001, [0b110, 0b011]) == (0b111, [])
    assert grown(0b001, [0b110, 0b1000]) == (0b001, [0b110, 0b1000])


def best_as_read(case: Case, everything: Exhaustive) -> int:
    """What the best of all sets of routes earns by the rules."""
    best = 0
    for choice in product(*([None, *routes] for routes in everything.routes)):
        routes = [(train.train, route.hexes) for train, route in zip(case.trains, choice, strict=True) if route]
        try:
            run = read_run(case.track, case.company, case.trains, routes, case.rules)
        except RouteFault:
            continue
        best = max(best, worth(case, run))
    return best


@pytest.mark.parametrize("part", range(3))
def test_trains_that_must_be_joined_earn_what_the_rules_say(part: int) -> None:
    tried = proven = 0
    for seed in range(100 * part, 100 * part + 100):
        case = random_joined_case(seed)
        everything = Exhaustive(*case)
        if not 1 < everything.size() <= MOST // 2:
            continue
        tried += 1
        best, run = best_as_read(case, everything), find_best_run(*case)
        proven += run.complete
        assert worth(case, run) <= best <= worth(case, run) + run.gap, f"seed {seed}"
        assert not run.complete or worth(case, run) == best
    assert proven > 0.9 * tried > 20


def best_in_any_order(case: Case, everything: Exhaustive) -> int:
    """The same, with the routes written in every order and direction: it may matter where they are joined in sets."""
    best = 0
    for choice in product(*([None, *routes] for routes in everything.routes)):
        routes = [(train.train, route.hexes) for train, route in zip(case.trains, choice, strict=True) if route]
        for written in orders(routes):
            with suppress(RouteFault):
                best = max(best, worth(case, read_run(case.track, case.company, case.trains, written, case.rules)))
    return best


@pytest.mark.parametrize("native", [pytest.param(True, marks=needs_kernel), False])
@pytest.mark.parametrize("part", range(3))
def test_trains_that_are_joined_in_sets_earn_what_the_rules_say(
    part: int, native: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "AVAILABLE", native)
    most = {2: 300, 3: 100, 4: 10}
    tried = 0
    for seed in range(150 * part, 150 * part + 150):
        case = random_sets_case(seed)
        everything = Exhaustive(*case)
        if not 1 < everything.size() <= most[len(case.trains)]:
            continue
        tried += 1
        run = find_best_run(*case)
        assert run.complete, f"seed {seed}"
        assert worth(case, run) == best_in_any_order(case, everything), f"seed {seed}"
    assert tried > 30


@needs_kernel
@pytest.mark.parametrize("part", range(4))
def test_the_kernel_finds_what_the_search_finds_for_trains_that_are_joined_in_sets(part: int) -> None:
    for seed in range(30_000 + 150 * part, 30_000 + 150 * part + 150):
        problem = contract(*random_sets_case(seed)).problem
        one, other = search.solve(problem), kernel.solve_natively(problem)
        assert (one.rating, one.complete) == (other.rating, other.complete), f"seed {seed}"


@pytest.mark.parametrize("seed", range(300, 320))
def test_tied_and_watched_runs_of_trains_that_are_joined_in_sets(seed: int) -> None:
    case = random_sets_case(seed)
    best = best_run(game(case), case.company)
    assert all(worth(case, run) == worth(case, best) for run in tied_runs(game(case), case.company))
    *_, last = watch_best_run(game(case), case.company)
    assert (worth(case, last), last.complete) == (worth(case, best), best.complete)


def game(case: Case) -> SimpleNamespace:
    setting = Setting(case.track, case.trains, case.rules)
    return SimpleNamespace(
        title=SimpleNamespace(run_setting=lambda _game, _company: setting),
        refusal=lambda kind, **params: IllegalAction(kind, None, **params),
    )


def worth(case: Case, run: Run) -> int:
    with_subsidy = getattr(case.rules.between, "with_subsidy", False)
    return run.total + (run.subsidy if with_subsidy else 0)


@pytest.mark.parametrize("seed", range(200, 240))
def test_tied_and_next_best_runs_are_different_runs_that_are_legal(seed: int) -> None:
    case = random_case(seed)
    best = best_run(game(case), case.company)
    tied = tied_runs(game(case), case.company)
    assert all(worth(case, run) == worth(case, best) for run in tied)
    assert bool(tied) == bool(best.routes)
    more = best_runs(game(case), case.company, 5)
    values = [worth(case, run) for run in more]
    assert values == sorted(values, reverse=True) and values[:1] == [worth(case, best)] * bool(more)
    stops = [frozenset((route.train, frozenset(route.stops)) for route in run.routes) for run in more]
    assert len(set(stops)) == len(stops)


@pytest.mark.parametrize("seed", range(240, 250))
def test_a_watched_search_ends_with_the_best_run(seed: int) -> None:
    case = random_case(seed)
    *_, last = watch_best_run(game(case), case.company)
    assert last.complete
    assert worth(case, last) == worth(case, best_run(game(case), case.company))


def test_a_budget_leaves_a_bound() -> None:
    for seed in range(60):
        problem = contract(*random_case(seed)).problem
        full, short = kernel.solve(problem), kernel.solve(problem, 20)
        assert short.rating <= full.rating <= short.bound


def test_a_run_that_somebody_drew_is_explained() -> None:
    case = next(c for c in map(random_case, range(100)) if len(find_best_run(*c).routes) == 2)
    best = find_best_run(*case)
    written = [(route.train, route.hexes) for route in best.routes]
    assert explain(game(case), case.company, written).short_of_best == 0
    reason = explain(game(case), case.company, [(written[0][0], ("Q1", "Q3"))]).reason
    assert reason is not None
    assert reason.kind == "route_no_such_track"


def test_no_recorded_run_beats_the_best_one(shared: Path) -> None:
    for moment in moments(shared):
        best = find_best_run(moment.track, moment.company, moment.trains, moment.rules)
        assert best.complete
        assert best.total >= moment.action["recomputed"]["revenue"]
        on_site = find_best_run(moment.track, moment.company, moment.joined_trains(), moment.on_site)
        assert on_site.complete
