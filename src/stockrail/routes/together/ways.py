"""All that one train can do: its routes, put together where they come to the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from stockrail.routes.together.problem import Problem

FAR = 1 << 20


Pair = tuple[int, int]
"""Terminals at both ends."""


class Way(NamedTuple):
    """A route."""

    touch: int  # mask of the spots where another route can meet it
    home: bool
    marks: int  # what it may come to once only, besides locations
    steps: int  # hexes beyond the first
    links: tuple[int, ...]  # in order
    ends: Pair = (-1, -1)  # terminals, where only the ends pay


Signature = tuple[int, int, int, bool]
"""Resources that a train may choose from up to its number, those that pay in any case, `touch` and `home`."""


class Ways:
    """The routes of one kind of train.

    Where all stops pay, routes that visit and touch the same are one: the shortest of them stands for all. Where only
    the ends pay, they are sorted by their terminals, and what lies between matters for meeting others only.
    """

    def __init__(self, problem: Problem, kind: int, look: Callable[[], None]) -> None:
        self.problem = problem
        self.office = problem.offices[problem.kinds[kind].office]
        self.kind = problem.kinds[kind]
        self.look = look
        self.by_visit: dict[Signature, Way] = {}
        self.by_ends: dict[Pair, list[Way]] = {}
        self._near = _neighbours(problem)
        self._to_token = self._distances()
        for start in range(len(problem.location)):
            if problem.ends[start] and self.office.open[start]:
                self._walk(_Walk.start(self, start))
        if self.office.ends_pay:
            self._turn_round()

    def cost(self, stop: int, link: int) -> int:
        """What going over a link to a stop takes of the reach."""
        return self.problem.steps[link] if self.office.by_hexes else self.office.weights[stop]

    def _distances(self) -> list[int]:
        """How much of the reach it takes at least to come to an own token."""
        problem = self.problem
        to_token = [0 if own else FAR for own in problem.own]
        changed = True
        while changed:
            changed = False
            for stop, near in enumerate(self._near):
                for other, link in near:
                    if self.office.open[other] and to_token[other] + self.cost(other, link) < to_token[stop]:
                        to_token[stop] = to_token[other] + self.cost(other, link)
                        changed = True
        return to_token

    def _walk(self, walk: _Walk) -> None:
        self.look()
        problem = self.problem
        if walk.links:
            if walk.token and problem.ends[walk.at] and walk.first < walk.at:
                self._keep(walk)
            if not problem.through[walk.at]:
                return
        for other, link in self._near[walk.at]:
            left = walk.left - self.cost(other, link)
            if left < 0 or not self.office.open[other] or walk.meets_itself(problem, other, link):
                continue
            if walk.token or self._to_token[other] <= left:
                self._walk(walk.onward(self, other, link, left))

    def _keep(self, walk: _Walk) -> None:
        problem = self.problem
        if not self.office.ends_pay:
            key = (walk.chosen, walk.certain, walk.touch, walk.home)
            known = self.by_visit.get(key)
            if known is None or walk.steps < known.steps:
                self.by_visit[key] = walk.way()
            return
        first, last = (_terminal(problem, stop, link) for stop, link in walk.both_ends())
        way = walk.way()
        binding = problem.kind_marks if self.office.as_one else 0
        kept = way._replace(marks=way.marks & binding, ends=(first, last))
        self.by_ends.setdefault((first, last), []).append(kept)

    def _turn_round(self) -> None:
        """Of the ways between two terminals those that are shorter or touch more than any other; in both directions."""
        for (first, last), found in list(self.by_ends.items()):
            kept = _best_ways(found)
            self.by_ends[first, last] = kept
            self.by_ends[last, first] = [way._replace(links=way.links[::-1], ends=(last, first)) for way in kept]


class _Home(Exception):
    """A route that visits the home."""


class _Homecoming(Ways):
    """Looks no further than for such a route."""

    def _keep(self, walk: _Walk) -> None:
        if walk.home:
            raise _Home


def comes_home(problem: Problem, kind: int) -> bool:
    """Whether such a train has a route that visits the home."""
    try:
        _Homecoming(problem, kind, lambda: None)
    except _Home:
        return True
    return False


def _best_ways(found: list[Way]) -> list[Way]:
    kept: list[Way] = []
    for way in sorted(found, key=lambda way: (way.steps, -way.touch.bit_count(), way.links)):
        if not any(
            not way.touch & ~other.touch and other.home >= way.home and not other.marks & ~way.marks for other in kept
        ):
            kept.append(way)
    return kept


class _Walk(NamedTuple):
    """A route under way."""

    first: int
    at: int
    left: int  # of the reach
    visited: int
    marks: int
    track: int
    touch: int
    home: bool
    token: bool
    chosen: int
    certain: int
    steps: int
    links: tuple[int, ...]

    @classmethod
    def start(cls, ways: Ways, stop: int) -> _Walk:
        problem, office = ways.problem, ways.office
        left = ways.kind.reach - (0 if office.by_hexes else office.weights[stop])
        empty = cls(stop, stop, left, 0, 0, 0, 0, False, False, 0, 0, 0, ())
        return empty._arrived(problem, ways, stop) if left >= 0 else empty._replace(left=-FAR)

    def meets_itself(self, problem: Problem, stop: int, link: int) -> bool:
        return bool(
            self.visited >> problem.location[stop] & 1
            or self.marks & problem.marks[stop]
            or self.track & problem.shared[link]
        )

    def onward(self, ways: Ways, stop: int, link: int, left: int) -> _Walk:
        problem, office = ways.problem, ways.office
        certain = self.certain
        if office.subsidised >= 0:
            for index in problem.hexes[link]:
                certain |= 1 << office.subsidised + index
        gone = self._replace(
            at=stop,
            left=left,
            track=self.track | problem.shared[link],
            certain=certain,
            steps=self.steps + problem.steps[link],
            links=(*self.links, link),
        )
        return gone._arrived(problem, ways, stop)

    def _arrived(self, problem: Problem, ways: Ways, stop: int) -> _Walk:
        bit, spot = 1 << problem.location[stop], 1 << problem.spot[stop]
        pays = ways.office.pays[stop] and problem.worth[problem.location[stop]] > 0 and not ways.office.ends_pay
        limited = ways.kind.pays >= 0 and ways.office.weights[stop] > 0
        return self._replace(
            visited=self.visited | bit,
            marks=self.marks | problem.marks[stop],
            touch=self.touch | (spot if problem.meets[stop] else 0),
            home=self.home or problem.home[stop],
            token=self.token or problem.own[stop],
            chosen=self.chosen | (bit if pays and limited else 0),
            certain=self.certain | (bit if pays and not limited else 0) | (spot if pays and spot != bit else 0),
        )

    def both_ends(self) -> tuple[tuple[int, int], tuple[int, int]]:
        return (self.first, self.links[0]), (self.at, self.links[-1])

    def way(self) -> Way:
        return Way(self.touch, self.home, self.marks, self.steps, self.links)


def _terminal(problem: Problem, stop: int, link: int) -> int:
    return problem.terminal[link][problem.links[link].index(stop)]


def _neighbours(problem: Problem) -> list[list[tuple[int, int]]]:
    near: list[list[tuple[int, int]]] = [[] for _ in problem.location]
    for link, (first, last) in enumerate(problem.links):
        near[first].append((last, link))
        near[last].append((first, link))
    return near
