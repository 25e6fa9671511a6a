"""The exact search for the best set of routes, as the kernel does it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import gcd

from stockrail.routes.together.by_stop import Counting
from stockrail.routes.together.choices import Choice, Slot, Team, formations
from stockrail.routes.together.hanging import hangs_together
from stockrail.routes.together.position import Plan
from stockrail.routes.together.prices import NEVER
from stockrail.routes.together.problem import REVENUE, SUBSIDY, Problem
from stockrail.routes.together.search import Solution, plain_sum
from stockrail.routes.together.twin.choices import Choices
from stockrail.routes.together.twin.hanging import Settling
from stockrail.routes.together.twin.prices import Candidate, Field, Market
from stockrail.routes.together.twin.pulse import Pulse, Spent
from stockrail.routes.together.twin.rows import Aim
from stockrail.routes.together.twin.trial import Limits, Trial

ROUNDS = 150
"""For how many rounds prices are tuned at a time."""

SLOW = 50
"""Tuning goes on while it closes such a part of the gap."""

STARTS = 3
"""With how many different slots a guess begins."""

EASY = 200
"""So many candidates are tried without tuning prices."""

FIRST_TRY = 300
"""Positions of the first trial; then ever more."""

MORE = 4
"""How many times as much each further trial may look at."""

LAST_TRY = 4800
"""What breaks ties is looked for in trials of so many positions at most."""


def solve(problem: Problem, budget: int = 0) -> Solution:
    """The best run. A budget of positions cuts the search short: then it may be incomplete."""
    search = _Search(problem, budget)
    with suppress(Spent):
        search.run()
    bound = max(search.open, search.rating)
    return Solution(search.routes, search.rating, bound == search.rating, search.pulse.looked_at, bound)


class _Search:
    def __init__(self, problem: Problem, budget: int) -> None:
        self.problem = problem
        self.pulse = Pulse(budget)
        self.choices = Choices(problem, self.pulse)
        self.counting = Counting(problem)
        self.rating = 0
        self.routes: tuple[tuple[int, ...], ...] = ((),) * len(problem.trains)
        self.open = plain_sum(problem)  # the bound of what is not proven
        self.later = 0  # that of the formations to come
        self.aim = Aim(1, 0)
        self._plain: dict[Team, int] = {}

    def run(self) -> None:
        self.choices.find_ways()
        by_number = formations(self.problem, by_number=True)
        order = sorted(((self._plain_bound(slots), slots) for slots in by_number), key=lambda pair: -pair[0])
        self.open = min(self.open, order[0][0])
        for aim in (Aim(self._unit() * REVENUE, SUBSIDY - 1), Aim(SUBSIDY, SUBSIDY - 1), Aim(1, 0)):
            self.aim = aim
            self._pass(order)
            self.open = self.rating

    def _unit(self) -> int:
        """All revenues are multiples of it."""
        lines = (pays for office in self.problem.offices for row in office.line for pays in row)
        return max(1, gcd(*(pays // REVENUE for pays in (*self.problem.worth, *lines))))

    def _pass(self, order: Sequence[tuple[int, list[Slot]]]) -> None:
        """Formation after formation, the most promising first; each begins with the prices of the one before."""
        prices = [0] * len(self.problem.worth)
        for n, (bound, slots) in enumerate(order):
            if bound <= self._enough():
                break
            market = Market(self.choices, slots, prices)
            self.later = order[n + 1][0] if n + 1 < len(order) else 0
            self._improve(market)
            prices = market.prices

    def _enough(self) -> int:
        """What is rated so or lower is of no interest."""
        return self.aim.beside(self.rating)

    def _plain_bound(self, slots: Sequence[Slot]) -> int:
        """What a formation could earn if nobody were in anybody's way."""
        for slot in slots:
            if slot.team not in self._plain:
                choices = self.choices.of(slot.team)
                earned = (Candidate(choice).earned(slot.limit, self.problem.worth) for choice in choices)
                self._plain[slot.team] = max(0, *earned, 0)
        return sum(self._plain[slot.team] for slot in slots)

    def _improve(self, market: Market) -> None:
        limit = FIRST_TRY
        while True:
            self._approach(market)
            if market.bound <= self._enough():
                return
            trial = Trial(self.choices, lambda: self.rating, Limits(self.aim, limit), self.accept)
            if trial.run(market):
                return
            self._narrow(trial.bound)
            if self.aim.unit < REVENUE and limit >= (LAST_TRY // MORE if self.aim.unit == 1 else LAST_TRY):
                return
            limit *= MORE

    def _approach(self, market: Market) -> None:
        """Brings the bound and the best run known together, until it is no longer worth the while."""
        while market.bound > self._enough():
            self._guess(market)
            market.rule_out(self._enough())
            before = market.bound - self._enough()
            if before <= 0 or market.size() <= EASY:
                return
            market.tune(self._enough(), ROUNDS)
            market.rule_out(self._enough())
            self._narrow(market.bound)
            if before - (market.bound - self._enough()) < before // SLOW:
                return

    def _narrow(self, most: int) -> None:
        """Notes how far the present formation is bounded; once the revenue is proven nobody asks."""
        if self.aim.unit >= REVENUE:
            highest = max(most, self.later)
            self.open = min(self.open, self.rating if highest <= self._enough() else highest)

    def _guess(self, market: Market) -> None:
        """A good run soon: each slot in turn takes what is best beside the others."""
        slots = [field for field in market.fields for _ in range(field.count)]
        size = len(slots)
        for start in range(-1, min(size, STARTS)):
            picks: list[Choice | None] = [None] * size
            if start < 0:  # what each would like best under the present prices
                picks = [field.champion.choice if field.champion else None for field in slots]
            for turn in range(2 * size):
                n = (max(start, 0) * size // STARTS + turn) % size
                picks[n] = None
                picks[n] = self._reply(slots[n], _made_of(slots, picks))
            self.accept(_made_of(slots, picks))

    def _reply(self, field: Field, plan: Plan) -> Choice | None:
        """The best candidate beside given ones, taking it that they count what they do without it."""
        taken = self.counting.of(plan)
        gains = [0 if taken >> n & 1 else worth for n, worth in enumerate(self.problem.worth)]
        self.pulse.look(len(field.candidates))
        met = [(choice.touch, choice.home) for _, choice in plan]
        best, found = 0 if plan else NEVER, None
        for candidate in field.candidates:
            earns = candidate.earned(field.slot.limit, gains)
            if earns > best and hangs_together([*met, (candidate.choice.touch, candidate.choice.home)]):
                best, found = earns, candidate.choice
        return found

    def accept(self, plan: Plan) -> None:
        """Takes a run if it is better than the best known and hangs together."""
        value = sum(choice.value for _, choice in plan) + self.counting.worth(plan)
        if value <= self.rating:
            return
        settled = Settling(self.choices, plan, value - self.rating - 1)
        if settled.best is None:
            return
        self.rating = value - settled.extra
        routes: list[tuple[int, ...]] = [()] * len(self.problem.trains)
        idle = list(range(len(routes)))
        for leg in settled.best:
            train = next(n for n in idle if self.problem.trains[n] == leg.kind)
            idle.remove(train)
            routes[train] = leg.links
        self.routes = tuple(routes)


def _made_of(slots: Sequence[Field], picks: Sequence[Choice | None]) -> Plan:
    return tuple((field.slot, pick) for field, pick in zip(slots, picks, strict=True) if pick)
