"""The best run of trains that run together, as a run that has been read back by the rules."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.board.track import Track
from stockrail.routes.rules import RunRules, Together, TrainUse
from stockrail.routes.run import Run
from stockrail.routes.together import kernel
from stockrail.routes.together.problem import REVENUE, SUBSIDY, Network, contract
from stockrail.routes.together.search import Solution

Written = list[tuple[str, Sequence[str]]]


class Task:
    """The trains of a company on its track."""

    def __init__(self, track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> None:
        self.runners = [train for train in trains if not train.doubles]
        self.network = contract(track, company, self.runners, rules)
        self.with_subsidy = isinstance(rules.between, Together) and rules.between.with_subsidy

    def solve(self, budget: int = 0) -> Solution:
        return kernel.solve(self.network.problem, budget)

    def written(self, solution: Solution) -> Written:
        """The solution as trains and hexes."""
        routes = zip(self.runners, solution.routes, strict=True)
        return [(train.train, hexes_of(self.network, links)) for train, links in routes if links]

    def worth(self, run: Run) -> int:
        """What the best run has most of."""
        return run.total + (run.subsidy if self.with_subsidy else 0)

    def worth_of(self, solution: Solution) -> int:
        return revenue_in(solution.rating)

    def gap(self, solution: Solution) -> int:
        """By how much a better run could exceed it."""
        return revenue_in(solution.bound) - revenue_in(solution.rating)


def revenue_in(rating: int) -> int:
    """What trains and hexes cost in a rating is less than a unit of subsidy."""
    return (rating + SUBSIDY) // REVENUE


def hexes_of(network: Network, links: Sequence[int]) -> list[str]:
    """The hexes of a route, given its links in order."""
    problem = network.problem
    ends = [problem.links[link] for link in links]
    at = ends[0][0]
    if len(ends) > 1 and ends[0][0] in ends[1]:
        at = ends[0][1]
    hexes: list[int] = []
    for link, (first, last) in zip(links, ends, strict=True):
        way = problem.hexes[link] if at == first else problem.hexes[link][::-1]
        hexes += way if not hexes else way[1:]
        at = last if at == first else first
    return [network.names[index] for index in hexes]
