"""All that one train can do: its routes, put together where they come to the same."""

from __future__ import annotations

from typing import NamedTuple

from stockrail.routes.together.problem import Problem
from stockrail.routes.together.twin.pulse import Pulse
from stockrail.routes.together.ways import FAR, Pair, Way

NOWHERE: Pair = (-1, -1)


class Found(NamedTuple):
    """A route with what it counts."""

    chosen: int
    certain: int
    way: Way


class Between:
    """The ways between two terminals, written from the lower to the higher."""

    def __init__(self) -> None:
        self.ways: list[Way] = []
        self.steps = FAR
        self.touch = 0
        self.home = False
        self._thinned = False

    def add(self, way: Way) -> None:
        self.ways.append(way)
        self.steps = min(self.steps, way.steps)
        self.touch |= way.touch
        self.home = self.home or way.home

    def thinned(self) -> list[Way]:
        """Those that are shorter or touch more than any other, the shortest first."""
        if not self._thinned:
            kept: list[Way] = []
            for way in sorted(self.ways, key=lambda way: (way.steps, -way.touch.bit_count())):
                if not any(
                    not way.touch & ~other.touch and other.home >= way.home and not other.marks & ~way.marks
                    for other in kept
                ):
                    kept.append(way)
            self.ways, self._thinned = kept, True
        return self.ways


class Walk(NamedTuple):
    """A route under way."""

    first: int
    at: int
    left: int
    steps: int = 0
    visited: int = 0
    marks: int = 0
    track: int = 0
    touch: int = 0
    chosen: int = 0
    certain: int = 0
    home: bool = False
    token: bool = False


class Ways:
    """The routes of one kind of train."""

    def __init__(self, problem: Problem, number: int, pulse: Pulse) -> None:
        self.problem = problem
        self.kind = problem.kinds[number]
        self.office = problem.offices[self.kind.office]
        self.found: list[Found] = []
        self.by_ends: dict[Pair, Between] = {}
        self._pulse = pulse
        self._path: list[int] = []
        self._index: dict[tuple[int, int, int, int, Pair, bool], int] = {}
        self._find_neighbours()
        self._find_distances()
        for stop in range(len(problem.location)):
            left = self.kind.reach - (0 if self.office.by_hexes else self.office.weights[stop])
            if problem.ends[stop] and self.office.open[stop] and left >= 0:
                self._step(self._arrived(Walk(stop, stop, left), stop))
        for found in self.found if self.office.ends_pay else ():
            self.by_ends.setdefault(found.way.ends, Between()).add(found.way)

    def between(self, first: int, last: int) -> list[Way]:
        """The ways between two terminals, written from the lower to the higher."""
        return self.by_ends[min(first, last), max(first, last)].thinned()

    def _cost(self, stop: int, link: int) -> int:
        return self.problem.steps[link] if self.office.by_hexes else self.office.weights[stop]

    def _find_neighbours(self) -> None:
        """By stop: the other stop, the link, what the step costs, the hexes that are subsidised."""
        problem, first = self.problem, self.office.subsidised
        self._near: list[list[tuple[int, int, int, int]]] = [[] for _ in problem.location]
        for link, (one, other) in enumerate(problem.links):
            hexes = 0
            for index in problem.hexes[link] if first >= 0 else ():
                hexes |= 1 << first + index
            for here, there in ((one, other), (other, one)):
                self._near[here].append((there, link, self._cost(there, link), hexes))

    def _find_distances(self) -> None:
        """How much of the reach it takes at least to come to an own token."""
        self._to_token = to_token = [0 if own else FAR for own in self.problem.own]
        changed = True
        while changed:
            changed = False
            for stop, near in enumerate(self._near):
                for other, _, cost, _ in near:
                    if self.office.open[other] and to_token[other] + cost < to_token[stop]:
                        to_token[stop] = to_token[other] + cost
                        changed = True

    def _arrived(self, walk: Walk, stop: int) -> Walk:
        problem, office = self.problem, self.office
        location, spot = problem.location[stop], problem.spot[stop]
        chosen, certain = walk.chosen, walk.certain
        if not office.ends_pay and office.pays[stop] and problem.worth[location] > 0:
            if self.kind.pays >= 0 and office.weights[stop] > 0:
                chosen |= 1 << location
            else:
                certain |= 1 << location
            certain |= 1 << spot if spot != location else 0
        return Walk(
            walk.first,
            walk.at,
            walk.left,
            walk.steps,
            walk.visited | 1 << location,
            walk.marks | problem.marks[stop],
            walk.track,
            walk.touch | (1 << spot if problem.meets[stop] else 0),
            chosen,
            certain,
            walk.home or problem.home[stop],
            walk.token or problem.own[stop],
        )

    def _step(self, walk: Walk) -> None:
        self._pulse.look()
        problem, path, at = self.problem, self._path, walk.at
        if path:
            if walk.token and problem.ends[at] and walk.first < at:
                self._keep(walk)
            if not problem.through[at]:
                return
        for other, link, cost, hexes in self._near[at]:
            left = walk.left - cost
            if left < 0 or not self.office.open[other] or walk.visited >> problem.location[other] & 1:
                continue
            if walk.marks & problem.marks[other] or walk.track & problem.shared[link]:
                continue
            if not walk.token and self._to_token[other] > left:
                continue
            onward = walk._replace(
                at=other,
                left=left,
                track=walk.track | problem.shared[link],
                certain=walk.certain | hexes,
                steps=walk.steps + problem.steps[link],
            )
            path.append(link)
            self._step(self._arrived(onward, other))
            path.pop()

    def _keep(self, walk: Walk) -> None:
        ends, marks, certain, turned = NOWHERE, 0, walk.certain, False
        if self.office.ends_pay:
            first, last = self._terminal(walk.first, self._path[0]), self._terminal(walk.at, self._path[-1])
            turned = first > last
            ends, certain = ((last, first) if turned else (first, last)), 0
            marks = walk.marks & self.problem.kind_marks if self.office.as_one else 0
        key = (walk.chosen, certain, walk.touch, marks, ends, walk.home)
        known = self._index.setdefault(key, len(self.found))
        if known < len(self.found) and self.found[known].way.steps <= walk.steps:
            return
        links = tuple(self._path[::-1] if turned else self._path)
        found = Found(walk.chosen, certain, Way(walk.touch, walk.home, marks, walk.steps, links, ends))
        self.found[known : known + 1] = [found]

    def _terminal(self, stop: int, link: int) -> int:
        first, last = self.problem.terminal[link]
        return first if self.problem.links[link][0] == stop else last
