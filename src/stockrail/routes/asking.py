"""Asking about the runs of a company in a game: the best, all that tie, the next best, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from stockrail.board.track import Track
from stockrail.routes import kernel
from stockrail.routes.network import Network, contract
from stockrail.routes.reading import read_run
from stockrail.routes.rules import RunRules, Together, TrainUse
from stockrail.routes.run import RouteFault, Run
from stockrail.routes.runs import find_best_run, has_route, run_from
from stockrail.routes.search import Solution
from stockrail.routes.together.listing import Listing

FIRST_LOOK = 100_000
"""How many positions the first look of a watched search takes; each further one takes ever more."""


MOST_RUNS = 100_000
"""Nobody wants to see more runs than this."""


class Setting(NamedTuple):
    """What the runs of a company depend on."""

    track: Track
    trains: Sequence[TrainUse]
    rules: RunRules


class _Title(Protocol):
    def run_setting(self, game: Any, company: str) -> Setting: ...


class _Game(Protocol):
    @property
    def title(self) -> Any: ...


def setting_of(game: _Game, company: str) -> Setting:
    title: _Title = game.title
    return title.run_setting(game, company)


def best_run(game: _Game, company: str) -> Run:
    """The run that earns most, proven: `run.complete` is always true."""
    setting = setting_of(game, company)
    return find_best_run(setting.track, company, setting.trains, setting.rules)


def watch_best_run(game: _Game, company: str) -> Iterator[Run]:
    """The best run for somebody who watches: better and better answers with a shrinking gap, the last one proven.

    Whoever has seen enough stops asking. What is legal never depends on this.
    """
    setting = setting_of(game, company)
    if listing := _listing(setting, company):
        yield from listing.looks()
        return
    problem = _Problem.of(setting, company)
    if problem is None:
        yield Run()
        return
    best: Run | None = None
    for solution in problem.looks():
        run = problem.run(solution)
        if best is not None and best.total >= run.total:
            run = replace(best, complete=run.complete, looked_at=run.looked_at, bound=run.bound)
        best = replace(run, bound=min(run.bound, best.bound) if best else run.bound)
        yield best


def best_runs(game: _Game, company: str, count: int) -> list[Run]:
    """The `count` best runs, the best first; runs that use the same track are one.

    Of trains that run together: runs that come to the same stops.
    """
    setting = setting_of(game, company)
    if listing := _listing(setting, company):
        return listing.best(count)
    problem = _Problem.of(setting, company)
    if problem is None or count < 1:
        return []
    floor = step = problem.solve().total
    found = problem.collect(floor)
    while len(found) < count and floor > 1:
        floor = max(1, floor - max(1, step // 16))  # a little lower each time, so that it does not drown in runs
        found = problem.collect(floor)
    return [problem.run(solution) for solution in found[:count]]


def tied_runs(game: _Game, company: str) -> list[Run]:
    """All runs that earn as much as the best one."""
    setting = setting_of(game, company)
    if listing := _listing(setting, company):
        return listing.tied()
    problem = _Problem.of(setting, company)
    if problem is None:
        return []
    return [problem.run(solution) for solution in problem.collect(problem.solve().total)]


def _listing(setting: Setting, company: str) -> Listing | None:
    """For trains that run together."""
    return Listing(setting.track, company, setting.trains, setting.rules) if _together(setting) else None


def _together(setting: Setting) -> bool:
    return isinstance(setting.rules.between, Together)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to say of a run that somebody drew: a fault, or by how much it falls short."""

    run: Run | None
    fault: str | None  # a kind of refusal, as in `IllegalAction`
    params: dict[str, Any]
    best: int

    @property
    def short_of_best(self) -> int:
        """By how much the best run earns more."""
        return self.best - (self.run.total if self.run else 0)


def explain(game: _Game, company: str, routes: Sequence[tuple[str, Sequence[str]]]) -> Explanation:
    """Why a run (trains and the hexes of their routes) is not allowed, or how much less than the best it earns."""
    setting = setting_of(game, company)
    best = best_run(game, company).total
    try:
        run = read_run(setting.track, company, setting.trains, routes, setting.rules)
    except RouteFault as fault:
        return Explanation(None, f"route_{fault.kind}", dict(fault.params), best)
    return Explanation(run, None, {}, best)


class _Problem(NamedTuple):
    """A contracted network with what is needed to write its solutions down as runs."""

    setting: Setting
    company: str
    trains: tuple[TrainUse, ...]
    network: Network

    @classmethod
    def of(cls, setting: Setting, company: str) -> _Problem | None:
        """None where no train could earn anything."""
        track, trains, rules = setting
        if not has_route(track, company, rules) or all(train.doubles for train in trains):
            return None
        ordered = tuple(sorted(trains, key=lambda train: (-train.reach, train.train)))
        return cls(setting, company, ordered, contract(track, company, ordered, rules))

    def solve(self) -> Solution:
        return kernel.solve(self.network.problem)

    def looks(self) -> Iterator[Solution]:
        """Solutions with ever larger budgets until one is proven."""
        if not kernel.takes(self.network.problem):
            yield self.solve()
            return
        budget = FIRST_LOOK
        while True:
            solution = kernel.solve_natively(self.network.problem, budget)
            yield solution
            if solution.complete:
                return
            budget *= 3

    def collect(self, floor: int) -> list[Solution]:
        """All runs that earn so much, the best first. Which stop is doubled makes no other run of one."""
        seen: dict[frozenset[tuple[int, ...]], Solution] = {}
        found = kernel.collect(self.network.problem, floor, MOST_RUNS)
        for solution in sorted(found, key=lambda solution: (-solution.total, solution.routes)):
            seen.setdefault(frozenset(links for links in solution.routes if links), solution)
        return list(seen.values())

    def run(self, solution: Solution) -> Run:
        track, _, rules = self.setting
        return run_from(track, self.company, self.trains, rules, self.network, solution)
