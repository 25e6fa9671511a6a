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
"""Rounds without progress after which steps become smaller."""

Counts = dict[int, int]


class Team:
    """The hunters of trains that are all alike: one for each mode of route."""

    def __init__(self, hunters: list[Hunter], count: int) -> None:
        self.hunters = hunters
        self.count = count

    def most(self) -> int:
        """No train of the team earns more, shared prices deducted; to stay at home earns nothing."""
        return max(0, *(hunter.most() for hunter in self.hunters))


def bound_of(teams: Sequence[Team]) -> int:
    """No run of all teams earns more."""
    return sum(team.count * team.most() for team in teams) + sum(teams[0].hunters[0].shared)


def tune(teams: Sequence[Team], target: int, rounds: int) -> int:
    """Sets better prices and tells the bound they give; `target` is what is known to be possible."""
    tuner = _Tuner(teams)
    for _ in range(rounds):
        if not tuner.step(target):
            break
    return tuner.restore()


class _Tuner:
    """Subgradient steps; remembers the best prices met."""

    def __init__(self, teams: Sequence[Team]) -> None:
        self.teams = teams
        self.hunters = [hunter for team in teams for hunter in team.hunters]
        self.alone = len(teams) == 1 and teams[0].count == 1
        self.own = [[float(price) for price in hunter.own] for hunter in self.hunters]
        self.shared = [float(price) for price in self.hunters[0].shared]
        self.width = self.hunters[0].graph.width
        self.best = bound_of(teams)
        self.kept = self._prices()
        self.pace, self.idle = 1.0, 0

    def _prices(self) -> list[tuple[list[int], list[int]]]:
        return [(hunter.own, hunter.shared) for hunter in self.hunters]

    def restore(self) -> int:
        for hunter, (own, shared) in zip(self.hunters, self.kept, strict=True):
            hunter.set_prices(own, shared)
        return self.best

    def step(self, target: int) -> bool:
        """One round; False if there is nothing left to do."""
        walks = [[_walk(hunter) for hunter in team.hunters] for team in self.teams]
        bound = sum(hunter_prices for hunter_prices in self.hunters[0].shared)
        wanted: Counts = {}
        for team, found in zip(self.teams, walks, strict=True):
            top, counts = max(found, key=lambda walk: walk[0])
            bound += team.count * max(0, top)
            for n, count in counts.items() if top > 0 else ():
                if n < self.width:
                    wanted[n] = wanted.get(n, 0) + team.count * count
        self._note(bound)
        own_steps = [_steps(counts, own) for (_, counts), own in zip(sum(walks, []), self.own, strict=True)]
        shared_steps = {} if self.alone else _steps(wanted, self.shared)
        length = sum(step * step for steps in [*own_steps, shared_steps] for step in steps.values())
        if bound <= target or not length:
            return False
        scale = self.pace * (bound - target) / length
        for steps, prices in zip([*own_steps, shared_steps], [*self.own, self.shared], strict=True):
            for n, step in steps.items():
                prices[n] = max(0.0, prices[n] + scale * step)
        shared = [round(price) for price in self.shared]
        for hunter, own in zip(self.hunters, self.own, strict=True):
            hunter.set_prices([round(price) for price in own], shared)
        return True

    def _note(self, bound: int) -> None:
        if bound < self.best:
            self.best, self.kept, self.idle = bound, self._prices(), 0
            return
        self.idle += 1
        if self.idle >= PATIENCE:
            self.pace, self.idle = self.pace / 2, 0


def _steps(counts: Counts, prices: Sequence[float]) -> Counts:
    """How much each use is above one; what is priced and unused is below."""
    steps = {n: count - 1 for n, count in counts.items() if count != 1}
    steps.update({n: -1 for n, price in enumerate(prices) if price > 0 and n not in counts})
    return steps


def _walk(hunter: Hunter) -> tuple[int, Counts]:
    """What the best walk of a hunter earns, and how often it uses what."""
    top, used = hunter.bounds.best_walk()
    counts: Counts = {}
    for mask in used:
        while mask:
            low = mask & -mask
            n = low.bit_length() - 1
            counts[n] = counts.get(n, 0) + 1
            mask ^= low
    return (top + hunter.slack if top > NEVER else NEVER), counts
