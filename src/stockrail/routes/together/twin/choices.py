"""What can be chosen for the trains: routes, pairs of ends, and chains of trains."""

from __future__ import annotations

from stockrail.routes.together.choices import Choice, Span, Team
from stockrail.routes.together.problem import TRAIN, Problem
from stockrail.routes.together.twin.pulse import Pulse
from stockrail.routes.together.twin.ways import NOWHERE, Ways
from stockrail.routes.together.ways import FAR, Pair

Spans = dict[Pair, Span]
"""By pairs of terminals, rising."""


class Choices:
    """All choices for all teams, made when they are asked for."""

    def __init__(self, problem: Problem, pulse: Pulse) -> None:
        self.problem = problem
        self.pulse = pulse
        self.ways: list[Ways] = []
        self.place = [problem.location[stop] for stop in problem.at]
        self.spot = [problem.spot[stop] for stop in problem.at]
        self.joins = [problem.meets[stop] for stop in problem.at]
        self._made: dict[Team, list[Choice]] = {}
        self._spans: dict[Team, Spans] = {}
        self._pairs: dict[int, dict[int, list[Pair]]] = {}
        self._least: dict[Team, dict[tuple[int, int], int]] = {}

    def find_ways(self) -> None:
        """To be done before anything is asked."""
        for kind in range(len(self.problem.kinds)):
            self.ways.append(Ways(self.problem, kind, self.pulse))

    def of(self, team: Team) -> list[Choice]:
        if team not in self._made:
            ways = self.ways[team[0]]
            self._made[team] = self._between_ends(team) if ways.office.ends_pay else _settled(ways)
        return self._made[team]

    def spans(self, team: Team) -> Spans:
        """The pairs of terminals that a team can join. Chains that meet a joint again are not sorted out here."""
        if team not in self._spans:
            spans = self._single(team[0]) if len(team) == 1 else self._joined(team)
            self._spans[team] = dict(sorted(spans.items()))
        return self._spans[team]

    def pairs_from(self, kind: int, spot: int) -> list[Pair]:
        """The pairs that a train can join, by the spot of the first."""
        if kind not in self._pairs:
            by_spot = self._pairs[kind] = {}
            for pair in self.spans((kind,)):
                by_spot.setdefault(self.spot[pair[0]], []).append(pair)
        return self._pairs[kind].get(spot, [])

    def least_steps(self, team: Team, spot: int, last: int) -> int:
        """How many hexes a team needs at least from a spot to a terminal."""
        if team not in self._least:
            least = self._least[team] = {}
            for (first, end), span in self.spans(team).items():
                key = (self.spot[first], end)
                least[key] = min(least.get(key, FAR), span.steps)
        return self._least[team].get((spot, last), FAR)

    def _between_ends(self, team: Team) -> list[Choice]:
        problem, office = self.problem, self.ways[team[0]].office
        found = []
        for (first, last), span in self.spans(team).items():
            if first > last:
                continue
            certain = 0
            for end in (first, last):
                if office.pays[problem.at[end]] and problem.worth[self.place[end]] > 0:
                    certain |= 1 << self.place[end] | 1 << self.spot[end]
            # Sets that are rings are measured from the one stop where they begin and end.
            other = first if office.sets and self.spot[first] == self.spot[last] else last
            bonus = office.line[first][other] if office.line else 0
            value = bonus - len(team) * TRAIN - span.steps
            found.append(Choice(0, certain, value, span.touch, span.home, span.steps, None, (first, last)))
        return found

    def _single(self, kind: int) -> Spans:
        spans = {}
        for (first, last), between in self.ways[kind].by_ends.items():
            spans[first, last] = spans[last, first] = Span(between.steps, between.touch, between.home)
        return spans

    def _joined(self, team: Team) -> Spans:
        spans: Spans = {}
        for n, kind in enumerate(team):
            if n and kind == team[n - 1]:
                continue
            before, link = self.spans(team[:n] + team[n + 1 :]), self.spans((kind,))
            by_joint: dict[int, list[tuple[int, Span]]] = {}
            for (joint, last), span in link.items():
                by_joint.setdefault(self.spot[joint], []).append((last, span))
            for (first, joint), span in before.items():
                self.pulse.look()
                if not self.joins[joint] or self.spot[joint] == self.spot[first]:
                    continue
                for last, more in by_joint.get(self.spot[joint], ()):
                    known = spans.get((first, last), Span(FAR, 0, False))
                    spans[first, last] = Span(
                        min(known.steps, span.steps + more.steps),
                        known.touch | span.touch | more.touch,
                        known.home or span.home or more.home,
                    )
        return spans


def _settled(ways: Ways) -> list[Choice]:
    return [
        Choice(chosen, certain, -TRAIN - way.steps, way.touch, way.home, way.steps, way, NOWHERE)
        for chosen, certain, way in ways.found
    ]
