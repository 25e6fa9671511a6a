"""More than one run of trains that run together: all that tie, the next best, and ever better ones to watch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from stockrail.board.track import Track
from stockrail.routes.reading import read_run
from stockrail.routes.rules import RunRules, TrainUse
from stockrail.routes.run import Run
from stockrail.routes.together import search
from stockrail.routes.together.best import Task
from stockrail.routes.together.problem import REVENUE, SUBSIDY
from stockrail.routes.together.search import Solution

FIRST_LOOK = 100_000
"""How many positions the first look of a watched search takes; each further one takes ever more."""

MOST_RUNS = 1000
"""Nobody wants to see more runs than this."""


class Listing:
    """The runs of a company, with what is needed to read them."""

    def __init__(self, track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> None:
        self.track = track
        self.company = company
        self.rules = rules
        self.task = Task(track, company, trains, rules)

    def best(self, count: int) -> list[Run]:
        """The `count` best."""
        top = self.task.worth_of(self.task.solve())
        floor, found = top, self.at_least(top)
        while len(found) < count and floor > 1:
            floor = max(1, floor - max(1, top // 16))  # a little lower each time, so that it does not drown in runs
            found = self.at_least(floor)
        return found[:count]

    def tied(self) -> list[Run]:
        return self.at_least(self.task.worth_of(self.task.solve()))

    def at_least(self, worth: int) -> list[Run]:
        """All runs that are worth so much. Such as come to the same stops are one."""
        if worth < 1:
            return []
        found = search.collect(self.task.network.problem, worth * REVENUE - SUBSIDY, MOST_RUNS)
        runs: dict[frozenset[object], Run] = {}
        for solution in found:
            run = self.run(solution)
            runs.setdefault(frozenset((route.train, frozenset(route.stops)) for route in run.routes), run)
        return sorted(runs.values(), key=lambda run: (-self.task.worth(run), -run.subsidy))

    def looks(self) -> Iterator[Run]:
        """Better and better runs with a shrinking gap; the last one is proven."""
        budget = FIRST_LOOK
        best: Run | None = None
        while True:
            solution = self.task.solve(budget)
            run = self.run(solution)
            bound = run.total + self.task.gap(solution)
            run = replace(run, complete=solution.complete, looked_at=solution.looked_at, bound=bound)
            if best and self.task.worth(best) >= self.task.worth(run):
                run = replace(best, complete=run.complete, looked_at=run.looked_at, bound=run.bound)
            best = replace(run, bound=min(run.bound, best.bound) if best else run.bound)
            yield best
            if solution.complete:
                return
            budget *= 3

    def run(self, solution: Solution) -> Run:
        written = self.task.written(solution)
        return read_run(self.track, self.company, self.task.runners, written, self.rules)
