"""The exact search for the best set of routes: prices give a bound, what it rules out is left away, the rest is tried.

For each way to join the trains: every slot (a train, or a chain of trains) has candidates. Prices bound what any run is
worth; candidates with which it cannot be better than the best run known are dropped; all sets of the others are
tried, best first, and a set counts if its routes can be laid so that they hang together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from stockrail.routes.together.by_stop import Counting
from stockrail.routes.together.choices import Choice, Choices, Slot, Team, formations
from stockrail.routes.together.hanging import Links, hangs_together, settle
from stockrail.routes.together.position import Plan
from stockrail.routes.together.prices import NEVER, Candidate, Field, Market
from stockrail.routes.together.problem import Problem
from stockrail.routes.together.trial import Trial

ROUNDS = 30
"""For how many rounds prices are tuned at a time."""

TRIES = 6
"""How often at most."""

STARTS = 3
"""With how many different slots a guess begins."""

EASY = 200
"""So many candidates are tried without tuning prices any further."""

COMPARISONS = 15_000
"""So many positions at least are left for putting routes together."""

PATIENCE = 50
"""After so many positions whoever watches is told."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best run: for each train the links of its route in order, none if it does not run."""

    routes: tuple[tuple[int, ...], ...]
    rating: int
    complete: bool
    looked_at: int
    bound: int  # no run is rated higher


Watcher = Callable[[Solution], bool]
"""Is told now and then what is known, and says whether the search shall go on."""


def solve(problem: Problem, budget: int = 0, watcher: Watcher | None = None) -> Solution:
    """The best run. A budget of positions or a watcher cuts the search short: then it may be incomplete."""
    search = _Search(problem, budget, watcher=watcher)
    search.run()
    return search.solution()


def solve_plainly(problem: Problem, positions: int) -> Solution:
    """The same in so many positions; however many it takes to find all routes, some are left to compare them."""
    search = _Search(problem, 0)
    search.choices.find_ways()
    search.budget = positions and max(positions, search.looked_at + COMPARISONS)
    search.run()
    return search.solution()


def collect(problem: Problem, floor: int, at_most: int) -> list[Solution]:
    """Runs rated above `floor`, at most so many, the best first.

    They are told apart by the locations that their trains count or meet in, and where only ends pay by the ends.
    """
    collection = _Collection(problem, floor, at_most)
    collection.run()
    return collection.sorted()


def collect_all(problem: Problem, floor: int, at_most: int, positions: int) -> list[Solution] | None:
    """All runs rated above `floor`; None if there are too many of them, or of the positions to look at."""
    collection = _Collection(problem, floor, at_most, positions)
    collection.run()
    return None if collection.open_bound else collection.sorted()


class _Spent(Exception):
    """The budget is, or the patience of whoever watches."""


class _Search:
    def __init__(self, problem: Problem, budget: int, floor: int = 0, watcher: Watcher | None = None) -> None:
        self.problem = problem
        self.budget = budget
        self.watcher = watcher
        self.choices = Choices(problem, self.look)
        self.looked_at = 0
        self.rating = floor
        self.routes: list[Links] = []
        self.open_bound = plain_sum(problem)  # of what is not proven
        self._tell = PATIENCE
        self._later = 0  # the bound of the formations to come
        self._plain: dict[Team, int] = {}
        self.counting = Counting(problem)

    def run(self) -> None:
        with suppress(_Spent):
            self._run()
            self.open_bound = 0

    def _run(self) -> None:
        """Formation after formation, the most promising first; each begins with the prices of the one before."""
        self.choices.find_ways()
        orders = sorted(((self._plain_bound(slots), slots) for slots in formations(self.problem)), key=lambda x: -x[0])
        prices = [0] * len(self.problem.worth)
        for n, (bound, slots) in enumerate(orders):
            if bound <= self.rating:
                break
            self._later = max((bound for bound, _ in orders[n + 1 : n + 2]), default=0)
            self._narrow(bound)
            market = Market(self.choices, slots, prices)
            self._improve(market)
            prices = market.prices

    def _narrow(self, bound: int) -> None:
        """Notes how far the present formation is bounded."""
        self.open_bound = min(self.open_bound, max(bound, self._later))

    def _plain_bound(self, slots: Sequence[Slot]) -> int:
        """What a formation could earn if nobody were in anybody's way."""
        for slot in slots:
            if slot.team not in self._plain:
                field = Field(slot, 1, self.choices.of(slot))
                field.rate(self.problem.worth)
                self._plain[slot.team] = field.best
        return sum(self._plain[slot.team] for slot in slots)

    def solution(self) -> Solution:
        routes: list[tuple[int, ...]] = [()] * len(self.problem.trains)
        idle = list(range(len(self.problem.trains)))
        for links in self.routes:
            for kind, way in links:
                train = next(n for n in idle if self.problem.trains[n] == kind)
                idle.remove(train)
                routes[train] = way.links
        bound = max(self.rating, self.open_bound)
        return Solution(tuple(routes), self.rating, bound == self.rating, self.looked_at, bound)

    def _improve(self, market: Market) -> None:
        """Finds the best run of a formation if it is better than the best known."""
        for _ in range(TRIES):
            if market.bound <= self.rating:
                return
            self._guess(market)
            market.rule_out(self.rating)
            if sum(len(field.candidates) for field in market.fields) <= EASY:
                break
            before = market.bound
            market.tune(self.rating, ROUNDS)
            self._narrow(market.bound)
            if market.bound == before:
                break
        market.rule_out(self.rating)
        if market.bound > self.rating:
            Trial(self.problem.worth, lambda: self.rating, self.offer, self.look).run(market)

    def _guess(self, market: Market) -> None:
        """A good run soon: each slot in turn takes what is best beside the others."""
        slots = [field for field in market.fields for _ in range(field.count)]
        for start in range(min(STARTS, len(slots))):
            picks: list[Choice | None] = [None] * len(slots)
            for turn in range(2 * len(slots)):
                n = (start * len(slots) // STARTS + turn) % len(slots)
                picks[n] = self._reply(slots[n], [p for k, p in enumerate(zip(slots, picks, strict=True)) if k != n])
            self.offer(tuple((f.slot, pick) for f, pick in zip(slots, picks, strict=True) if pick))

    def _reply(self, field: Field, others: Sequence[tuple[Field, Choice | None]]) -> Choice | None:
        """The best candidate beside given ones, taking it that they count what they do without it."""
        plan = tuple((other.slot, pick) for other, pick in others if pick)
        taken = self.counting.of(plan)
        gains = [0 if taken >> n & 1 else worth for n, worth in enumerate(self.problem.worth)]
        self.looked_at += len(field.candidates)
        best, found = 0 if plan else NEVER, None
        met = [(pick.touch, pick.home) for _, pick in plan]
        for candidate in field.candidates:
            earns = _earns(candidate, gains, field.slot.limit)
            if earns > best and hangs_together([*met, (candidate.choice.touch, candidate.choice.home)]):
                best, found = earns, candidate.choice
        return found

    def offer(self, plan: Plan) -> None:
        """Takes a run if it is better than the best known and hangs together."""
        rating = sum(choice.value for _, choice in plan) + self.counting.worth(plan)
        if rating > self.rating:
            self.accept(plan, rating)

    def accept(self, plan: Plan, rating: int) -> None:
        """Takes a run of this rating if it hangs together."""
        found = settle(self.choices, [(slot.team, choice) for slot, choice in plan], rating - self.rating - 1)
        if found:
            self.rating = rating - found.extra
            self.routes = list(found.ways)

    def look(self) -> None:
        self.looked_at += 1
        if self.budget and self.looked_at > self.budget:
            raise _Spent
        if self.watcher and self.looked_at >= self._tell:
            self._tell = self.looked_at + PATIENCE
            if not self.watcher(self.solution()):
                raise _Spent


def plain_sum(problem: Problem) -> int:
    """What all that pays and the longest lines would bring."""
    lines = [problem.offices[problem.kinds[kind].office].line for kind in problem.trains]
    return sum(problem.worth) + sum(max((max(row) for row in line), default=0) for line in lines)


def _earns(candidate: Candidate, gains: Sequence[int], limit: int) -> int:
    chosen = sorted((gains[n] for n in candidate.chosen), reverse=True)[:limit]
    return candidate.choice.value + sum(chosen) + sum(gains[n] for n in candidate.certain)


class _Collection(_Search):
    """Keeps every run that is good enough instead of the best one."""

    def __init__(self, problem: Problem, floor: int, at_most: int, positions: int = 0) -> None:
        self.at_most = at_most
        self.positions = positions  # to look at once all routes are known; 0 for any number
        self.found: dict[tuple[object, ...], Solution] = {}
        self.locations = (1 << 1 + max(problem.location, default=-1)) - 1
        super().__init__(problem, 0, floor)

    def _run(self) -> None:
        self.choices.find_ways()
        self.budget = self.positions and self.looked_at + self.positions
        super()._run()

    def _guess(self, market: Market) -> None:
        """There is no best one to be better than."""

    def accept(self, plan: Plan, rating: int) -> None:
        key = tuple(sorted((slot.team, c.resources & self.locations, c.touch, c.ends) for slot, c in plan))
        known = self.found.get(key)
        found = settle(self.choices, [(slot.team, choice) for slot, choice in plan], rating - self.rating - 1)
        if found is None or (known and known.rating >= rating - found.extra):
            return
        self.routes = list(found.ways)
        self.found[key] = replace(self.solution(), rating=rating - found.extra)
        if len(self.found) >= self.at_most:
            raise _Spent

    def sorted(self) -> list[Solution]:
        return sorted(self.found.values(), key=lambda solution: (-solution.rating, solution.routes))
