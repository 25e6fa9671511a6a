"""Prices that keep bounds honest: a walk of one train forgets that track is there only once.

A price on whatever is wanted too often reminds it (Lagrangian relaxation). Any prices are right, since what they
take is given back as a constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stockrail.routes.twin.graph import Graph
from stockrail.routes.twin.hunt import Pulse
from stockrail.routes.twin.walks import Mode, Walks

HEED = 0.3
"""How much of each step is new; the rest goes on as before."""

PATIENCE = 8
SLOWEST = 0.005
FRESH = 0.04
"""The pace after something was learnt."""

MEMORY = 64
"""So many things a stop remembers at most."""


class Team(NamedTuple):
    """Trains that are all alike."""

    reach: int
    times: int


class Tuner:
    """Sets the prices, and remembers the best it has met."""

    def __init__(self, graph: Graph, teams: Sequence[Team], modes: Sequence[Mode]) -> None:
        self.graph = graph
        self.teams = teams
        self.walks = [Walks(graph, mode) for mode in modes]
        self.pace = 1.0
        self._idle = 0
        self._alone = len(teams) == 1 and teams[0].times == 1
        # Prices of track first, then own ones by mode.
        self._prices = [[0.0] * len(graph.capacity), *([0.0] * graph.size for _ in modes)]
        self._drift = [row[:] for row in self._prices]
        self._rebuild()
        self._set_prices()
        self.best = self._bound()  # no run earns more
        self._kept = [row[:] for row in self._prices]
        self._ceiling = max([0, *(self.most(team) for team in range(len(teams)))])  # no price need be higher

    def most(self, team: int) -> int:
        """No train of a team is worth more; to stay at home is worth nothing."""
        return max([0, *(walks.most(team) for walks in self.walks)])

    def tune(self, target: int, rounds: int, pulse: Pulse) -> None:
        """Looks for better prices; `target` is what is known to be possible."""
        for _ in range(rounds):
            if pulse.over or self.best <= target or self.pace <= SLOWEST:
                break
            pulse.beat(self.size() // 64)
            if not self._step(target):
                break
            self._note()
        self._prices = [row[:] for row in self._kept]
        self._set_prices()

    def learn(self, target: int, room: int, pulse: Pulse) -> None:
        """Lets all walks that matter learn from their circles, again and again while there is room."""
        while self.best > target and self.size() < room and not pulse.over:
            pulse.beat(0)
            if not self._learn(self.best - target):
                break
            self._rebuild()
            self._set_prices()
            self.best = min(self.best, self._bound())
        self.pace = max(self.pace, FRESH)

    def _learn(self, spare: int) -> bool:
        learnt = False
        for team in range(len(self.teams)):
            for walks in self.walks:
                for start in walks.starts[team]:
                    if start.top + walks.slack < self.most(team) - spare:
                        break
                    learnt = walks.learn(walks.trace(start), MEMORY) or learnt
        return learnt

    def affordable(self) -> int:
        """How many rounds are worth their while at a time: many where they cost little."""
        return min(max(2_000_000 // (1 + self.size()), 60), 400)

    def size(self) -> int:
        return sum(walks.size for walks in self.walks)

    def _rebuild(self) -> None:
        for walks in self.walks:
            walks.build([team.reach for team in self.teams])

    def _set_prices(self) -> None:
        shared = _rounded(self._prices[0])
        for walks, own in zip(self.walks, self._prices[1:], strict=True):
            walks.value(shared, _rounded(own))

    def _bound(self) -> int:
        shared, capacity = self.walks[0].shared, self.graph.capacity
        total = sum([price * times for price, times in zip(shared, capacity, strict=True)])
        return total + sum(team.times * self.most(n) for n, team in enumerate(self.teams))

    def _excess(self, near: int) -> list[list[float]]:
        """How much more than once the best walks use what: things by all trains, own ones by each mode of route."""
        sums = [[0.0] * len(row) for row in self._prices]
        if not self._alone:
            sums[0] = [float(-times) for times in self.graph.capacity]
        for n, team in enumerate(self.teams):
            top, first = self.most(n), not self._alone
            for walks, own in zip(self.walks, sums[1:], strict=True):
                if walks.most(n) <= 0:
                    continue
                leads = first and walks.most(n) == top
                first = first and not leads
                own[:] = [each - team.times for each in own]
                self._add_uses(walks, n, near, own, sums[0] if leads else None)
        return sums

    def _add_uses(self, walks: Walks, team: int, near: int, own: list[float], shared: list[float] | None) -> None:
        """Equal trains want different things, almost as good."""
        starts = walks.starts[team]
        for n in range(self.teams[team].times):
            k = 2 * n
            if k >= len(starts) or starts[k].top < starts[0].top - near:
                k = 0
            walk = walks.trace(starts[k])
            for used in walk.used:
                for bit in used:
                    own[bit] += 1
            for thing in walk.things if shared is not None else ():
                shared[thing] += 1  # type: ignore[index]

    def _step(self, target: int) -> bool:
        gap = self._bound() - target
        sums = self._excess(gap // (4 * len(self.teams)))
        length = 0.0
        for prices, drift, wanted in zip(self._prices, self._drift, sums, strict=True):
            for n, more in enumerate(wanted):
                drift[n] = HEED * more + (1 - HEED) * drift[n]
                if prices[n] > 0 or drift[n] > 0:
                    length += drift[n] * drift[n]
        if length < 1e-9:
            return False
        scale, highest = self.pace * max(gap, self.graph.unit) / length, float(self._ceiling)
        for prices, drift in zip(self._prices, self._drift, strict=True):
            prices[:] = [min(max(price + scale * d, 0.0), highest) for price, d in zip(prices, drift, strict=True)]
        self._set_prices()
        return True

    def _note(self) -> None:
        now = self._bound()
        if now < self.best:
            self.best, self._idle = now, 0
            self._kept = [row[:] for row in self._prices]
            return
        self._idle += 1
        if self._idle >= PATIENCE:
            self.pace, self._idle = self.pace / 2, 0
            self._prices = [row[:] for row in self._kept]
            self._set_prices()


def _rounded(prices: Sequence[float]) -> list[int]:
    """To whole numbers, halves up; no price is below nothing."""
    return [int(price) + (price - int(price) >= 0.5) for price in prices]
