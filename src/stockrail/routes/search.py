"""The exact search for the best run: one function, `solve`, from a problem to its solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stockrail.routes.bounds import Mode
from stockrail.routes.hunt import BestHunt, Found, Hunter, Sweep
from stockrail.routes.moves import Graph
from stockrail.routes.network import Problem
from stockrail.routes.prices import Team, bound_of, tune

FIRST_TRY = 1500
"""How many positions are looked at before better prices are worth their while; then ever more."""

ROUNDS = 24
"""How many rounds prices are tuned before each new try."""

PATIENCE = 4_000_000
"""After so many positions the search gives up the proof."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best run: for each train (falling reach) the links of its route in order, none if it does not run."""

    routes: tuple[tuple[int, ...], ...]
    doubled: int | None  # the stop that pays twice
    total: int
    complete: bool
    looked_at: int


Plan = list[Found | None]
"""A route or none for each train, in the order of the problem."""


def solve(problem: Problem) -> Solution:
    """The best run, proven."""
    search = _Search(Graph(problem))
    for doubler in _doublers(problem):
        search.improve(doubler)
    return search.solution()


def _doublers(problem: Problem) -> list[int | None]:
    """Which train's route has the doubled stop: each kind of train is tried, or none."""
    if not problem.doubles:
        return [None]
    return [n for n, reach in enumerate(problem.trains) if reach not in problem.trains[:n]]


def modes_of(problem: Problem) -> list[Mode]:
    """The kinds of route: any route without its bonus, and those that have one."""
    modes = [Mode(None, 0, ())]
    for ends, table in problem.bonuses:
        if table and ends & ends - 1:
            modes.append(Mode(ends, max(-(-pays // n) for n, pays in enumerate(table, 1)), table))
    return modes


class _Search:
    """The best run met so far, and the ways to better it."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.trains = graph.problem.trains
        self.total = 0
        self.plan: Plan = [None] * len(self.trains)
        self.doubler: int | None = None
        self.looked_at = 0
        self.complete = True

    def improve(self, doubler: int | None) -> None:
        """Finds the best run in which the route of train number `doubler` has the doubled stop."""
        kinds = [(reach, n == doubler) for n, reach in enumerate(self.trains)]
        case = _Case(self, kinds, doubler)
        if len(self.trains) == 1:
            case.solve_one()
        elif self.trains:
            case.solve_many()

    def offer(self, plan: Sequence[Found | None], doubler: int | None) -> None:
        total = sum(route.value for route in plan if route)
        if total > self.total:
            self.total, self.plan, self.doubler = total, list(plan), doubler

    def solution(self) -> Solution:
        routes = tuple(_links(route) for route in self.plan)
        return Solution(routes, self._doubled(), self.total, self.complete, self.looked_at)

    def _doubled(self) -> int | None:
        route = self.plan[self.doubler] if self.doubler is not None else None
        if route is None:
            return None
        stops = [route.start, *(move.head for move in route.moves if move.head >= 0)]
        return max(stops, key=lambda stop: self.graph.problem.values[stop])


def _links(route: Found | None) -> tuple[int, ...]:
    if route is None:
        return ()
    before = route.tail.links[::-1] if route.tail else ()
    return (*before, *(link for move in route.moves for link in move.links))


class _Case:
    """The trains with the doubling given to one of them."""

    def __init__(self, search: _Search, kinds: list[tuple[int, bool]], doubler: int | None) -> None:
        self.search = search
        self.doubler = doubler
        self.unit = search.graph.unit
        self.kinds = list(dict.fromkeys(kinds))
        self.team_of = [self.kinds.index(kind) for kind in kinds]
        modes = modes_of(search.graph.problem)
        self.teams = [
            Team([Hunter(search.graph, mode, *kind) for mode in modes], kinds.count(kind))
            for kind in self.kinds
        ]

    def solve_one(self) -> None:
        """One train: hunts for each mode of route, with better prices if they take long."""
        for hunter in self.teams[0].hunters:
            limit, done = FIRST_TRY, False
            while not done:
                hunt = BestHunt(hunter, self.search.total + self.unit, limit=limit)
                self.search.looked_at += hunt.looked_at
                if hunt.best:
                    self.search.offer([hunt.best], self.doubler)
                done = hunt.complete
                if not done:
                    limit = self._more(limit)
                    tune([Team([hunter], 1)], self.search.total, ROUNDS)

    def _more(self, limit: int) -> int:
        return limit * 8

    def solve_many(self) -> None:
        """Several trains: all routes that can be part of a better run, put together in every way."""
        limit = FIRST_TRY
        self._guess()
        while bound_of(self.teams) >= self.search.total + self.unit:
            routes = self._sweep(limit)
            if routes is not None:
                self._combine(routes)
                return
            tune(self.teams, self.search.total, ROUNDS)
            self._guess()
            limit *= 4

    def _guess(self) -> None:
        """A good run soon: train after train takes the best that the others have left, in several orders."""
        count = len(self.team_of)
        for first in range(count):
            order = [first, *(n for n in range(count) if n != first)]
            plan: Plan = [None] * count
            taken = 0
            for n in order:
                plan[n] = self._best_of(self.teams[self.team_of[n]], taken)
                taken |= plan[n].track if plan[n] else 0
            self.search.offer(plan, self.doubler)

    def _best_of(self, team: Team, taken: int) -> Found | None:
        best: Found | None = None
        for hunter in team.hunters:
            hunt = BestHunt(hunter, best.worth + 1 if best else 1, taken, FIRST_TRY)
            self.search.looked_at += hunt.looked_at
            best = hunt.best or best
        return best

    def _sweep(self, limit: int) -> list[list[Found]] | None:
        """For each team all routes that can be part of a better run; None if there are too many."""
        spare = bound_of(self.teams) - self.search.total - self.unit
        swept = []
        for team in self.teams:
            need = team.most() - spare
            routes: dict[int, Found] = {}
            for hunter in team.hunters:
                sweep = Sweep(hunter, need, limit=limit)
                self.search.looked_at += sweep.looked_at
                if not sweep.complete:
                    return None
                for route in sweep.all:
                    if route.track not in routes or routes[route.track].worth < route.worth:
                        routes[route.track] = route
            swept.append(sorted(routes.values(), key=lambda route: (-route.worth, route.track)))
        return swept

    def _combine(self, swept: list[list[Found]]) -> None:
        _Packing(self, swept).place(0, 0, 0, [])


class _Packing:
    """Puts routes together that share no track."""

    def __init__(self, case: _Case, swept: list[list[Found]]) -> None:
        self.case = case
        self.search = case.search
        self.order = sorted(range(len(case.team_of)), key=lambda n: case.team_of[n])
        self.routes = [swept[case.team_of[n]] for n in self.order]
        most = [case.teams[case.team_of[n]].most() for n in self.order]
        constant = sum(case.teams[0].hunters[0].shared)
        self.ahead = [sum(most[n:]) + constant for n in range(len(most) + 1)]

    def place(self, n: int, taken: int, worth: int, chosen: list[Found | None], first: int = 0) -> None:
        """Chooses a route for train `n` of the order, the others being placed already."""
        if n == len(self.order):
            plan = [route for _, route in sorted(zip(self.order, chosen, strict=True), key=lambda pair: pair[0])]
            self.search.offer(plan, self.case.doubler)
            return
        routes = self.routes[n]
        for index in range(first, len(routes)):
            route = routes[index]
            if worth + route.worth + self.ahead[n + 1] < self.search.total + self.case.unit:
                return
            if not route.track & taken:
                following = index + 1 if self._same_team(n) else 0
                self.place(n + 1, taken | route.track, worth + route.worth, [*chosen, route], following)
        self.place(n + 1, taken, worth, [*chosen, None], len(routes) if self._same_team(n) else 0)

    def _same_team(self, n: int) -> bool:
        team_of = self.case.team_of
        return n + 1 < len(self.order) and team_of[self.order[n]] == team_of[self.order[n + 1]]
