"""The exact search for the best run: one function, `solve`, from a problem to its solution.

One train: a depth-first search for the best route. Several: all routes that can be part of a better run than the
best one known are collected, then put together in every way. Bounds decide what can be left out; where there is
still too much to look at, their prices are tuned first.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from stockrail.routes.bounds import Mode
from stockrail.routes.hunt import BestHunt, Found, Hunter, Sweep
from stockrail.routes.moves import Graph
from stockrail.routes.packing import Packing, Plan
from stockrail.routes.prices import Team, Tuner
from stockrail.routes.problem import Problem

FIRST_TRY = 1500
"""How many positions a search looks at before better prices are worth their while; then ever more."""

MORE = 4
"""How many times as much each further try may look at."""

ROUNDS = 8
"""For how many rounds prices are tuned at a time."""

EASY = 3000
"""So many routes are put together without further thought."""

ATTENTION = 1000
"""After so many combinations a watcher is asked."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best run: for each train (falling reach) the links of its route in order, none if it does not run."""

    routes: tuple[tuple[int, ...], ...]
    doubled: int | None  # the stop that pays twice
    total: int
    complete: bool  # whether it is proven that there is no better one
    looked_at: int
    bound: int  # no run earns more


Watcher = Callable[[Solution], bool]
"""Is told now and then what is known, and says whether the search shall go on."""


class _Stopped(Exception):
    """Nobody wants to know any more."""


def solve(problem: Problem, watcher: Watcher | None = None) -> Solution:
    """The best run; where a watcher has stopped the search, the best so far with its bound."""
    search = _Search(Graph(problem), watcher)
    with suppress(_Stopped):
        search.run()
    return search.solution()


def collect(problem: Problem, floor: int, at_most: int) -> list[Solution]:
    """All runs that earn at least `floor`, at most so many; a run is told apart by the track that its trains use."""
    collection = _Collection(Graph(problem), floor, at_most)
    for doubler in _doublers(problem):
        collection.gather(doubler)
    return collection.found


def _doublers(problem: Problem) -> list[int | None]:
    """Whose route has the doubled stop: each kind of train is tried; nobody's if nothing is doubled."""
    if not problem.doubles:
        return [None]
    return [n for n, reach in enumerate(problem.trains) if reach not in problem.trains[:n]]


def modes_of(problem: Problem) -> list[Mode]:
    """The kinds of route: any route without its bonus, and those that have one."""
    modes = [Mode(None, 0, ())]
    for ends, table in problem.bonuses:
        if table and ends & (ends - 1):
            modes.append(Mode(ends, max(-(-pays // n) for n, pays in enumerate(table, 1)), table))
    return modes


class _Search:
    """The best run met so far, and the ways to better it."""

    def __init__(self, graph: Graph, watcher: Watcher | None = None) -> None:
        self.graph = graph
        self.trains = graph.problem.trains
        self.total = 0
        self.plan: Plan = [None] * len(self.trains)
        self.doubler: int | None = None
        self.looked_at = 0
        self.open: list[_Case] = []  # what is not proven yet
        self._watcher = watcher

    def run(self) -> None:
        """Case by case: in each the route of another train has the doubled stop."""
        self.open = [_Case(self, doubler) for doubler in _doublers(self.graph.problem) if self.trains]
        while self.open:
            case = self.open[0]
            if len(self.trains) == 1:
                case.solve_one()
            else:
                case.solve_many()
            del self.open[0]

    def need(self) -> int:
        """What a better run earns at least."""
        return self.total + self.graph.unit

    def need_of_packing(self) -> int:
        """The same, asked for each combination."""
        self.looked_at += 1
        if self.looked_at % ATTENTION == 0:
            self.spend(0)
        return self.total + self.graph.unit

    def spend(self, looked_at: int) -> None:
        """So much was looked at since the last time; a good moment to ask whether anybody still watches."""
        self.looked_at += looked_at
        if self._watcher is not None and not self._watcher(self.solution()):
            raise _Stopped

    def offer(self, plan: Plan, doubler: int | None) -> None:
        total = _value(plan)
        if total > self.total:
            self.total, self.plan, self.doubler = total, tuple(plan), doubler

    def solution(self) -> Solution:
        routes = tuple(_links(route) for route in self.plan)
        bound = max([self.total, *(case.bound for case in self.open)])
        return Solution(routes, self._doubled(), self.total, not self.open, self.looked_at, bound)

    def _doubled(self) -> int | None:
        route = self.plan[self.doubler] if self.doubler is not None else None
        if route is None:
            return None
        stops = [route.start, *(move.head for move in route.moves if move.head >= 0)]
        return max(stops, key=lambda stop: self.graph.problem.values[stop])


class _Collection(_Search):
    """Keeps every run that is good enough instead of the best one."""

    def __init__(self, graph: Graph, floor: int, at_most: int) -> None:
        super().__init__(graph)
        self.total = floor - graph.unit
        self.at_most = at_most
        self.found: list[Solution] = []
        self._seen: set[tuple[int | None, ...]] = set()

    def gather(self, doubler: int | None) -> None:
        """All runs in which the route of train number `doubler` has the doubled stop."""
        if self.trains:
            self._seen.clear()  # another train with the doubled stop makes another sum
            _Case(self, doubler).solve_many()

    def offer(self, plan: Plan, doubler: int | None) -> None:
        if doubler is not None and plan[doubler] is None:
            return  # another train could double a stop
        tracks = tuple(route.track if route else None for route in plan)
        total = _value(plan)
        if total > self.total and tracks not in self._seen and len(self.found) < self.at_most:
            self._seen.add(tracks)
            self.plan, self.doubler = tuple(plan), doubler
            routes = tuple(_links(route) for route in plan)
            self.found.append(Solution(routes, self._doubled(), total, True, 0, total))


def _value(plan: Plan) -> int:
    return sum(route.value for route in plan if route)


def _links(route: Found | None) -> tuple[int, ...]:
    if route is None:
        return ()
    before = route.tail.links[::-1] if route.tail else ()
    return (*before, *(link for move in route.moves for link in move.links))


class _Case:
    """The trains with the doubling given to one of them."""

    def __init__(self, search: _Search, doubler: int | None) -> None:
        self.search = search
        self.doubler = doubler
        kinds = [(reach, n == doubler) for n, reach in enumerate(search.trains)]
        self.order = sorted(range(len(kinds)), key=lambda n: kinds.index(kinds[n]))
        distinct = list(dict.fromkeys(kinds[n] for n in self.order))
        self.kinds = [distinct.index(kinds[n]) for n in self.order]
        self.teams = [self._team(*kind, kinds.count(kind)) for kind in distinct]
        self.bound = sum(team.count * team.most() for team in self.teams)
        """No run of this case earns more."""

    def _team(self, reach: int, doubles: bool, count: int) -> Team:
        graph = self.search.graph
        return Team([Hunter(graph, mode, reach, doubles) for mode in modes_of(graph.problem)], count)

    def offer(self, plan: Plan) -> None:
        """Takes a run with its routes in the order of the case."""
        by_train: list[Found | None] = [None] * len(self.order)
        for n, route in zip(self.order, plan, strict=True):
            by_train[n] = route
        self.search.offer(by_train, self.doubler)

    def solve_one(self) -> None:
        """One train: a hunt for each mode of route."""
        for hunter in self.teams[0].hunters:
            tuner = Tuner([Team([hunter])])
            limit = FIRST_TRY
            while not self._hunt(hunter, limit):
                tuner.tune(self.search.total, 2 * ROUNDS)
                self.bound = min(self.bound, max(self.search.total, self.teams[0].most()))
                limit *= MORE

    def _hunt(self, hunter: Hunter, limit: int) -> bool:
        hunt = BestHunt(hunter, self.search.need(), limit=limit)
        if hunt.best:
            self.offer([hunt.best])
        self.search.spend(hunt.looked_at)
        return hunt.complete

    def solve_many(self) -> None:
        """Several trains: collects routes, then puts them together."""
        tuner = Tuner(self.teams)
        scouts = [Team([self._scout(hunter) for hunter in team.hunters]) for team in self.teams]
        limit = FIRST_TRY
        self._guess(scouts)
        while tuner.bound >= self.search.need():
            routes = self._collect(tuner.bound, limit)
            if routes is not None and (tuner.is_spent() or sum(map(len, routes)) <= EASY):
                width = self.search.graph.width
                need = self.search.need_of_packing
                Packing(routes, self.kinds, width, need, self.offer).run(tuner.constant())
                return
            for _ in range(3):
                tuner.tune(self.search.total, ROUNDS)
                self.bound = min(self.bound, tuner.bound)
                self._guess(scouts)
            if routes is None:
                limit *= MORE

    def _scout(self, hunter: Hunter) -> Hunter:
        """A hunter that knows nothing of the other trains and so takes what is best alone."""
        scout = Hunter(hunter.graph, hunter.mode, hunter.reach, hunter.doubles)
        Tuner([Team([scout])]).tune(0, ROUNDS)
        return scout

    def _guess(self, scouts: list[Team]) -> None:
        """A good run soon: one train goes first, the others take what it leaves, then all think again."""
        for first in dict.fromkeys(self.kinds):
            plan: list[Found | None] = [None] * len(self.kinds)
            plan[self.kinds.index(first)] = self._best_of(self.teams[first], 0)
            while self._reconsider(plan, scouts):
                self.offer(plan)

    def _reconsider(self, plan: list[Found | None], scouts: list[Team]) -> bool:
        """Lets each train take the best that the others leave now; whether that made the run better."""
        before = _value(plan)
        for n, kind in enumerate(self.kinds):
            taken = 0
            for k, route in enumerate(plan):
                taken |= route.track if route and k != n else 0
            found, old = self._best_of(scouts[kind], taken), plan[n]
            if found and (old is None or found.value > old.value):
                plan[n] = found
        return _value(plan) > before

    def _best_of(self, team: Team, taken: int) -> Found | None:
        best: Found | None = None
        for hunter in team.hunters:
            hunt = BestHunt(hunter, best.worth + 1 if best else 1, taken, FIRST_TRY)
            self.search.spend(hunt.looked_at)
            best = hunt.best or best
        return best

    def _collect(self, bound: int, limit: int) -> list[list[Found]] | None:
        """For each team all routes that can be part of a better run; None if there is too much to look at."""
        spare = bound - self.search.need()
        collected = []
        for team in self.teams:
            routes: dict[int, Found] = {}
            for hunter in team.hunters:
                sweep = Sweep(hunter, team.most() - spare, limit=limit)
                self.search.spend(sweep.looked_at)
                if not sweep.complete:
                    return None
                for route in sweep.all:
                    if route.track not in routes or routes[route.track].worth < route.worth:
                        routes[route.track] = route
            collected.append(sorted(routes.values(), key=lambda route: (-route.worth, route.track)))
        return collected
