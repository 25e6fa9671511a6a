"""Prices that keep the bounds of the route search close to what routes can really earn.

A route uses no stop and no track twice, and two routes share no track. The bounds forget this; a price on
whatever is wanted too often reminds them. Any prices are right, since what they take is given back as a constant
(Lagrangian relaxation); good ones are found by raising what the best walks overuse and lowering what they leave.
"""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.routes.bounds import NEVER
from stockrail.routes.hunt import Hunter

PATIENCE = 4
"""Rounds without progress after which the steps become smaller."""

SMALLEST_PACE = 0.02
"""Below this pace nothing more is gained."""

Counts = dict[int, int]


class Team:
    """The hunters of trains that are all alike: one for each mode of route."""

    def __init__(self, hunters: list[Hunter], count: int = 1) -> None:
        self.hunters = hunters
        self.count = count

    def most(self) -> int:
        """No train of the team earns more, shared prices deducted; to stay at home earns nothing."""
        return max(0, *(hunter.most() for hunter in self.hunters))


class Tuner:
    """Sets the prices of teams whose trains share no track; remembers the best it has met."""

    def __init__(self, teams: Sequence[Team]) -> None:
        self.teams = teams
        self._hunters = [hunter for team in teams for hunter in team.hunters]
        self._alone = len(teams) == 1 and teams[0].count == 1
        self._own = [[float(price) for price in hunter.own] for hunter in self._hunters]
        self._shared = [float(price) for price in self._hunters[0].shared]
        self._pace, self._idle = 1.0, 0
        self.bound = self.constant() + sum(team.count * team.most() for team in teams)
        """No run of all teams earns more."""
        self._kept = self._prices()

    def constant(self) -> int:
        """What the shared prices take in all."""
        return sum(self._hunters[0].shared)

    def tune(self, target: int, rounds: int) -> None:
        """Looks for better prices; `target` is what is known to be possible."""
        for _ in range(rounds):
            if self._pace < SMALLEST_PACE or not self._round(target):
                break
        for hunter, (own, shared) in zip(self._hunters, self._kept, strict=True):
            hunter.set_prices(own, shared)

    def is_spent(self) -> bool:
        """Whether more rounds would be in vain."""
        return self._pace < SMALLEST_PACE

    def _prices(self) -> list[tuple[list[int], list[int]]]:
        return [(hunter.own, hunter.shared) for hunter in self._hunters]

    def _round(self, target: int) -> bool:
        """One step; False if there is nothing to be gained."""
        walks = [[_walk(hunter) for hunter in team.hunters] for team in self.teams]
        bound, wanted = self._totals(walks)
        self._note(bound)
        alone = [walk for found in walks for walk in found]
        steps = [_steps(counts, own) for (_, counts), own in zip(alone, self._own, strict=True)]
        steps.append({} if self._alone else _steps(wanted, self._shared))
        length = sum(step * step for some in steps for step in some.values())
        if bound <= target or not length:
            return False
        self._move(steps, self._pace * (bound - target) / length)
        return True

    def _totals(self, walks: list[list[tuple[int, Counts]]]) -> tuple[int, Counts]:
        """The bound under the present prices, and how often all trains together want which track."""
        bound, wanted = self.constant(), Counts()
        width = self._hunters[0].graph.width
        for team, found in zip(self.teams, walks, strict=True):
            top, counts = max(found, key=lambda walk: walk[0])
            if top > 0:
                bound += team.count * top
                for n, count in counts.items():
                    if n < width:
                        wanted[n] = wanted.get(n, 0) + team.count * count
        return bound, wanted

    def _note(self, bound: int) -> None:
        if bound < self.bound:
            self.bound, self._kept, self._idle = bound, self._prices(), 0
            return
        self._idle += 1
        if self._idle >= PATIENCE:
            self._pace, self._idle = self._pace / 2, 0

    def _move(self, steps: list[Counts], scale: float) -> None:
        for some, prices in zip(steps, [*self._own, self._shared], strict=True):
            for n, step in some.items():
                prices[n] = max(0.0, prices[n] + scale * step)
        shared = [round(price) for price in self._shared]
        for hunter, own in zip(self._hunters, self._own, strict=True):
            hunter.set_prices([round(price) for price in own], shared)


def _steps(counts: Counts, prices: Sequence[float]) -> Counts:
    """How much each use is above one; what is priced and unused is below."""
    steps = {n: count - 1 for n, count in counts.items() if count != 1}
    steps.update({n: -1 for n, price in enumerate(prices) if price > 0 and n not in counts})
    return steps


def _walk(hunter: Hunter) -> tuple[int, Counts]:
    """What the best walk of a hunter earns at most, and how often it uses what."""
    top, used = hunter.bounds.best_walk()
    counts: Counts = {}
    for mask in used:
        while mask:
            low = mask & -mask
            n = low.bit_length() - 1
            counts[n] = counts.get(n, 0) + 1
            mask ^= low
    return (top + hunter.slack if top > NEVER else NEVER), counts
