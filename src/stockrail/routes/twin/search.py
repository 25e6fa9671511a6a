"""The best run of all trains: prices and walks until the bound is close, then the routes that can matter, combined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stockrail.routes.problem import Problem
from stockrail.routes.search import Solution
from stockrail.routes.twin.graph import SCALE, Graph
from stockrail.routes.twin.hunt import Hunt, Pulse, Route, Terms
from stockrail.routes.twin.tuner import Team, Tuner
from stockrail.routes.twin.walks import NEVER, Mode

FIRST_TRY = 2000
MOST_ROOM = 500_000

Plan = Sequence[Route | None]
"""A route or none for each train."""


class Candidate(NamedTuple):
    """A route that may be part of a better run."""

    loss: int
    team: int
    route: Route


def solve(problem: Problem, budget: int = 0) -> Solution:
    """The best run. A budget of positions cuts the search short: then it may be incomplete."""
    graph = Graph(problem)
    search = _Search(graph, Pulse(budget))
    search.run()
    routes = tuple(_links(graph, route) if route else () for route in search.best)
    doubled = [route.doubled for route in search.best if route and route.doubled >= 0]
    bound = search.known_bound() // graph.unit * graph.unit // SCALE
    last = doubled[-1] if doubled else None
    return Solution(routes, last, search.total // SCALE, search.is_complete(), search.pulse.looked_at, bound)


def _links(graph: Graph, route: Route) -> tuple[int, ...]:
    behind = graph.tails[route.tail].links[::-1] if route.tail >= 0 else ()
    beyond = graph.tails[route.last_tail].links if route.last_tail >= 0 else ()
    return (*behind, *(link for move in route.moves for link in graph.moves[move].links), *beyond)


def _modes(graph: Graph) -> list[Mode]:
    found = [Mode((True,) * graph.stops)]
    for ends, table in graph.problem.bonuses:
        if ends.bit_count() >= 2 and max(table, default=0) > 0:
            pays = tuple(each * SCALE for each in table)
            a_station = max([0, *((each + n) // (n + 1) for n, each in enumerate(pays))])
            found.append(Mode(tuple(bool(ends >> stop & 1) for stop in range(graph.stops)), True, a_station, pays))
    return found


class _Search:
    def __init__(self, graph: Graph, pulse: Pulse) -> None:
        self.graph = graph
        self.pulse = pulse
        trains = graph.problem.trains
        self.best: Plan = [None] * len(trains)
        self.total = 0
        self.bound = 0  # no run earns more
        reaches = list(dict.fromkeys(trains))
        self.teams = [Team(reach, trains.count(reach)) for reach in reaches]
        self.team_of = [reaches.index(reach) for reach in trains]
        self.tuner: Tuner | None = None
        self.candidates: list[Candidate] = []  # by rising loss
        self.listed = 0  # all routes with no more loss are candidates
        self.counts: list[int] = []  # trains that have no route yet, by team
        self.chosen: list[Candidate] = []
        self.cut = False  # whether something was left out for want of time
        self.hunts = False  # whether the last route is looked for among all routes
        self.limit = 0

    def run(self) -> None:
        if not self.teams:
            return
        self.tuner = tuner = Tuner(self.graph, self.teams, _modes(self.graph))
        self.bound = tuner.best
        self._guess(tuner)
        rounds, room, effort = 8, 20_000, FIRST_TRY
        while not self.pulse.over:
            self.bound = min(self.bound, max(self.total, tuner.best))
            if self._prove(tuner, effort):
                return
            tuner.tune(self.total, rounds, self.pulse)
            rounds = min(rounds * 2, tuner.affordable())
            if tuner.pace < 0.01:
                tuner.learn(self.total, room, self.pulse)
                room = min(room * 2, MOST_ROOM)
            self._guess(tuner)
            effort = effort * 3 // 2

    def is_complete(self) -> bool:
        return self.total + self.graph.unit > self.known_bound()

    def known_bound(self) -> int:
        return min(self.bound, max(self.total, self.tuner.best)) if self.tuner else self.bound

    def _need(self) -> int:
        return self.total + self.graph.unit

    # -- guessing -------------------------------------------------------------------------------------------------

    def _guess(self, tuner: Tuner) -> None:
        """A good run soon: one train goes first, the others take what it leaves, then all think again."""
        for first, team in enumerate(self.team_of):
            if first and team == self.team_of[first - 1]:
                continue
            plan: list[Route | None] = [None] * len(self.team_of)
            plan[first] = self._best_left(tuner, team, 0)
            while self._reconsider(tuner, plan):
                self._offer(plan)
            self._offer(plan)

    def _best_left(self, tuner: Tuner, team: int, taken: int) -> Route | None:
        """The best route of a team that leaves alone what is taken."""
        found: Route | None = None

        def keep(route: Route) -> int:
            nonlocal found
            found = route
            return route.worth + 1

        for walks in tuner.walks:
            need = NEVER if found is None else found.worth + 1
            hunt = Hunt(walks, Terms(team, need, taken, FIRST_TRY // 4), self.pulse, keep)
            self.cut = self.cut or not hunt.complete
        return found

    def _reconsider(self, tuner: Tuner, plan: list[Route | None]) -> bool:
        """Lets each train take the best that the others leave now; whether that made the run better."""
        better = False
        for n, team in enumerate(self.team_of):
            taken = 0
            for k, route in enumerate(plan):
                taken |= route.track if route and k != n else 0
            found, old = self._best_left(tuner, team, taken), plan[n]
            if found and found.value > (old.value if old else 0):
                plan[n], better = found, True
        return better

    # -- proving --------------------------------------------------------------------------------------------------

    def _prove(self, tuner: Tuner, effort: int) -> bool:
        """Tries to show that nothing beats the best run, or to find what does.

        A run that earns enough gives away at most so much against the bound, and so all but one of its routes give
        away at most half of that. Where these are too many, those that give away less are put together: what is left
        then gives away more.
        """
        if tuner.best >= self._need():
            half = 0 if len(self.team_of) == 1 else (tuner.best - self._need()) // 2
            depth = half
            while not self._gather(tuner, depth, effort):
                depth //= 2
                if depth < self.graph.unit // 8 or self.pulse.over:
                    return False
            self.cut, self.hunts = False, depth == half
            self.limit = self.pulse.looked_at + effort
            self._pack(tuner)
            if self.cut or self.pulse.over:
                return False
            if not self.hunts:
                self.bound = min(self.bound, max(self.total, tuner.best - depth - 1))
                return self.is_complete()
        self.bound = self.total
        return True

    def _gather(self, tuner: Tuner, depth: int, effort: int) -> bool:
        """All routes that give away at most `depth`; False if that takes too long."""
        self.candidates, self.listed = [], depth
        for team in range(len(self.teams)):
            most = tuner.most(team)
            found: list[Route] = []

            def keep(route: Route, found: list[Route] = found, floor: int = most - depth) -> int:
                found.append(route)
                return floor

            for walks in tuner.walks:
                if not Hunt(walks, Terms(team, most - depth, 0, effort, once=True), self.pulse, keep).complete:
                    return False
            self.candidates += [Candidate(most - route.worth, team, route) for route in _without_doubles(found)]
            if most <= depth:
                self.candidates.append(Candidate(most, team, Route()))  # stays at home
        self.candidates.sort(key=lambda candidate: candidate.loss)
        return True

    def _pack(self, tuner: Tuner) -> None:
        self.counts = [team.times for team in self.teams]
        self.chosen = []
        self._place(tuner, self.candidates, len(self.team_of), 0, 0)

    def _place(self, tuner: Tuner, free: list[Candidate], trains: int, used: int, lost: int) -> None:
        """Chooses a route for one of the trains that are left among the free ones. They are chosen by rising loss."""
        if trains == 1:
            self._place_last(tuner, free, used, lost)
            return
        for n, candidate in enumerate(free):
            if lost + candidate.loss * trains > tuner.best - self._need() or self.cut:
                return
            if not self.counts[candidate.team]:
                continue
            if not self.pulse.beat(1 + (len(free) - n) // 64) or self.pulse.looked_at > self.limit:
                self.cut = True
            self.counts[candidate.team] -= 1
            self.chosen.append(candidate)
            now = lost + candidate.loss
            left = self._left(
                tuner, free[n + (candidate.route.start >= 0) :], candidate, now + (trains - 2) * candidate.loss
            )
            if self._is_hopeful(tuner, left, now):
                self._place(tuner, left, trains - 1, used | candidate.route.track, now)
            self.chosen.pop()
            self.counts[candidate.team] += 1

    def _left(self, tuner: Tuner, free: list[Candidate], taken: Candidate, lost: int) -> list[Candidate]:
        """What goes beside a route, and does not lose too much. Two trains may stay at home."""
        spare, track = tuner.best - self._need() - lost, taken.route.track
        left = []
        for other in free:
            if other.loss > spare:
                break
            if self.counts[other.team] and not other.route.track & track:
                left.append(other)
        return left

    def _is_hopeful(self, tuner: Tuner, free: list[Candidate], lost: int) -> bool:
        """Whether the trains that are left can keep the loss low enough, each taking the best that is free."""
        missing = {team for team, count in enumerate(self.counts) if count}
        for candidate in free:
            if not missing:
                break
            if candidate.team in missing:
                missing.remove(candidate.team)
                lost += self.counts[candidate.team] * candidate.loss
        if missing and not self.hunts:
            return False
        lost += sum(self.counts[team] * min(self.listed + 1, tuner.most(team)) for team in missing)
        return lost <= tuner.best - self._need()

    def _place_last(self, tuner: Tuner, free: list[Candidate], used: int, lost: int) -> None:
        """What a route is worth does not tell what the whole run earns, as prices of unused track are not given back;
        so all that can be good enough are tried."""
        team = next(team for team, count in enumerate(self.counts) if count)
        most = tuner.most(team)

        def spare() -> int:
            return tuner.best - self._need() - lost

        def keep(route: Route) -> int:
            self._offer_chosen(route, team)
            return most - spare()

        for candidate in free:
            if candidate.loss > spare():
                return
            if candidate.team == team:
                self._offer_chosen(candidate.route, team)
        if not self.hunts or self.listed >= spare():
            return
        if most <= spare():
            self._offer_chosen(None, team)
        for walks in tuner.walks:
            rest = max(1, self.limit - self.pulse.looked_at)
            hunt = Hunt(walks, Terms(team, most - spare(), used, rest), self.pulse, keep)
            self.cut = self.cut or not hunt.complete

    def _offer_chosen(self, last: Route | None, team: int) -> None:
        plan: list[Route | None] = [None] * len(self.team_of)
        for route, of in [*((each.route, each.team) for each in self.chosen), (last, team)]:
            if route and route.start >= 0:
                plan[next(n for n, its in enumerate(self.team_of) if its == of and not plan[n])] = route
        self._offer(plan)

    def _offer(self, plan: Plan) -> None:
        total = sum(route.value for route in plan if route)
        if total > self.total:
            self.total, self.best = total, tuple(plan)


def _without_doubles(found: list[Route]) -> list[Route]:
    """Of routes over the same track only the best is of use."""
    best: dict[int, Route] = {}
    for route in found:
        known = best.get(route.track)
        if known is None or route.worth > known.worth:
            best[route.track] = route
    return list(best.values())
