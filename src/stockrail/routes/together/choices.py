"""What can be chosen for the trains: routes, pairs of ends, and the ways to join trains into chains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from stockrail.routes.together.problem import TRAIN, Problem
from stockrail.routes.together.ways import FAR, Pair, Way, Ways

Team = tuple[int, ...]
"""Kinds of the trains in a chain, rising; one train is a chain, too."""


class Choice(NamedTuple):
    """What the trains of a slot could do. Which way they take between their ends may be open as yet."""

    chosen: int  # mask of resources of which the train counts so many as its slot says
    certain: int  # mask of resources that pay in any case
    value: int  # the bonus less what trains and hexes cost
    touch: int  # all locations in which it could meet another route
    home: bool  # whether it could visit the home
    steps: int  # on the shortest way
    way: Way | None  # where it is settled
    ends: Pair  # where it is not

    @property
    def resources(self) -> int:
        return self.chosen | self.certain


class Slot(NamedTuple):
    """A train, or trains that are joined."""

    team: Team
    limit: int  # how many of the chosen resources count


class Span(NamedTuple):
    """What is known of all ways of a team between two terminals."""

    steps: int  # at least
    touch: int  # at most
    home: bool


class Choices:
    """All choices for all slots of a problem, made when they are asked for."""

    def __init__(self, problem: Problem, look: Callable[[], None]) -> None:
        self.problem = problem
        self.look = look  # is called for each thing that is looked at, and may end the search
        self.ways: list[Ways] = []
        self.place = [problem.location[stop] for stop in problem.at]  # location of each terminal
        self.spot = [problem.spot[stop] for stop in problem.at]
        self.joins = [problem.meets[stop] for stop in problem.at]
        self._spans: dict[Team, dict[Pair, Span]] = {}
        self._choices: dict[Team, list[Choice]] = {}
        self._pairs: dict[int, dict[int, list[Pair]]] = {}
        self._least: dict[Team, dict[tuple[int, int], int]] = {}

    def find_ways(self) -> None:
        """To be done before anything is asked."""
        self.ways = self.ways or [Ways(self.problem, kind, self.look) for kind in range(len(self.problem.kinds))]

    def of(self, slot: Slot) -> list[Choice]:
        found = self._choices.get(slot.team)
        if found is None:
            ways = self.ways[slot.team[0]]
            made = self._between_ends(slot.team) if ways.office.ends_pay else _settled(ways)
            found = self._choices[slot.team] = list(made)
        return found

    def _between_ends(self, team: Team) -> Iterator[Choice]:
        problem, office = self.problem, self.ways[team[0]].office
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
            yield Choice(0, certain, value, span.touch, span.home, span.steps, None, (first, last))

    def spans(self, team: Team) -> dict[Pair, Span]:
        """The pairs of terminals that a team can join. Chains that meet a joint again are not sorted out here."""
        found = self._spans.get(team)
        if found is None:
            found = self._spans[team] = self._single(team[0]) if len(team) == 1 else self._joined(team)
        return found

    def pairs_from(self, kind: int, spot: int) -> list[Pair]:
        """The pairs of terminals that a train can join, by the spot of the first."""
        if kind not in self._pairs:
            by_spot = self._pairs[kind] = {}
            for pair in sorted(self.ways[kind].by_ends):
                by_spot.setdefault(self.spot[pair[0]], []).append(pair)
        return self._pairs[kind].get(spot, [])

    def least_steps(self, team: Team, spot: int, last: int) -> int:
        """How many hexes a team needs at least from a spot to a terminal."""
        known = self._least.get(team)
        if known is None:
            known = self._least[team] = {}
            for (first, end), span in self.spans(team).items():
                key = (self.spot[first], end)
                known[key] = min(known.get(key, FAR), span.steps)
        return known.get((spot, last), FAR)

    def _single(self, kind: int) -> dict[Pair, Span]:
        spans = {}
        for pair, ways in self.ways[kind].by_ends.items():
            touch = 0
            for way in ways:
                touch |= way.touch
            spans[pair] = Span(ways[0].steps, touch, any(way.home for way in ways))
        return spans

    def _joined(self, team: Team) -> dict[Pair, Span]:
        spans: dict[Pair, Span] = {}
        for n, kind in enumerate(team):
            if n and kind == team[n - 1]:
                continue
            by_joint: dict[int, list[tuple[int, Span]]] = {}
            for (joint, last), span in self.spans((kind,)).items():
                by_joint.setdefault(self.spot[joint], []).append((last, span))
            for (first, joint), span in self.spans(team[:n] + team[n + 1 :]).items():
                if not self.joins[joint] or self.spot[joint] == self.spot[first]:
                    continue
                for last, more in by_joint.get(self.spot[joint], ()):
                    both = Span(span.steps + more.steps, span.touch | more.touch, span.home or more.home)
                    known = spans.get((first, last), both)
                    spans[first, last] = Span(
                        min(known.steps, both.steps), known.touch | both.touch, known.home or both.home
                    )
        return spans


def _settled(ways: Ways) -> Iterator[Choice]:
    for (chosen, certain, touch, home), way in ways.by_visit.items():
        yield Choice(chosen, certain, -TRAIN - way.steps, touch, home, way.steps, way, (-1, -1))


def formations(problem: Problem, by_number: bool = False) -> list[list[Slot]]:
    """All ways to join trains or to let them run by themselves. A slot may stay empty in any of them.

    The services come in the order in which trains do them first, or by their numbers.
    """
    by_office: dict[int, Counter[int]] = {}
    for kind in problem.trains:
        by_office.setdefault(problem.kinds[kind].office, Counter())[kind] += 1
    options = []
    for office, counts in sorted(by_office.items()) if by_number else by_office.items():
        teams = _sets if problem.offices[office].sets else _teams
        options.append(list(teams(problem, counts)) if problem.offices[office].joined else [_singles(counts)])
    return [[_slot(problem, team) for teams in choice for team in teams] for choice in product(*options)]


def _slot(problem: Problem, team: Team) -> Slot:
    return Slot(team, max(0, problem.kinds[team[0]].pays))


def _singles(counts: Counter[int]) -> list[Team]:
    return [(kind,) for kind in sorted(counts) for _ in range(counts[kind])]


def _sets(problem: Problem, counts: Counter[int]) -> Iterator[list[Team]]:
    """Of trains that are joined in as many chains as there are. Those that may not run alone are in the first."""
    free = Counter({kind: count for kind, count in counts.items() if problem.kinds[kind].alone})
    bound = counts - free
    yield from _chains(free, [])
    for held in _some_of(bound):
        if held.total():
            for joined in _some_of(free):
                team = tuple(sorted((held + joined).elements()))
                rest = _chains(free - joined, []) if joined.total() else [[]]
                yield from ([team, *others] for others in rest)


def _chains(counts: Counter[int], begun: list[Team]) -> Iterator[list[Team]]:
    """All ways to join some trains in chains, each no higher than the one before, and to leave the rest alone."""
    yield [*begun, *_singles(counts)]
    for some in _some_of(counts):
        team = tuple(sorted(some.elements()))
        if len(team) > 1 and (not begun or team <= begun[-1]):
            yield from _chains(counts - some, [*begun, team])


def _some_of(counts: Counter[int]) -> Iterator[Counter[int]]:
    kinds = sorted(counts)
    for chosen in product(*(range(counts[kind] + 1) for kind in kinds)):
        yield Counter({kind: count for kind, count in zip(kinds, chosen, strict=True) if count})


def _teams(problem: Problem, counts: Counter[int]) -> Iterator[list[Team]]:
    """Of trains that must be joined with each other, except that some may run alone."""
    free = Counter({kind: count for kind, count in counts.items() if problem.kinds[kind].alone})
    kinds = sorted(counts)
    if free:
        yield _singles(free)
    for kind in kinds:
        if kind not in free:
            yield [(kind,)]
    for chosen in product(*(range(counts[kind] + 1) for kind in kinds)):
        team = Counter({kind: count for kind, count in zip(kinds, chosen, strict=True) if count})
        if team.total() < 2:
            continue
        rest = free - team
        may_leave = all(kind in free for kind in team) or any(kind in free for kind in team)
        yield [tuple(sorted(team.elements())), *(_singles(rest) if may_leave else [])]
