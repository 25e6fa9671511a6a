"""The moves of the route search: stretches from one counted stop to the next, over stops that do not count."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import NamedTuple

from stockrail.routes.problem import Problem, track_width, whole_groups

TAIL = -1
"""The head of a move that ends the route at a stop that does not count."""


class Move(NamedTuple):
    """From a counted stop to the next one, or to the end of the route.

    `uses` is a mask of what a route may use once only: bits of track, and above them the groups of stops.
    """

    head: int  # the counted stop that it leads to, or TAIL
    uses: int
    extra: int  # what the stops on the way pay, the head not included
    links: tuple[int, ...]
    stops: tuple[int, ...]  # all that it comes to, the head included
    dead: int  # mask of the track that is of no more use once the stops on the way are behind
    leaves: int  # the port by which it leaves the stop where it begins
    enters: int  # the port by which it comes to its head


class Graph:
    """A problem with its moves."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.width = track_width(problem)
        self.track = (1 << self.width) - 1
        self.places = whole_groups(problem)  # by stop: its groups
        self.groups = [sum(1 << self.width + group for group in set(groups)) for groups in self.places]
        self.size = self.width + 1 + max((group for groups in self.places for group in groups), default=-1)
        paid = (pays for _, table in problem.bonuses for pays in table)
        self.unit = gcd(*problem.values, *problem.ending, *paid) or 1
        self.again = [value * problem.doubles for value in problem.values]  # what it brings to double a stop
        self.nodes = [n for n, weight in enumerate(problem.weight) if weight]
        self._adjacent = self._adjacency()  # by stop: other stop, mask, link, port here, port there
        self.dead = [self._dead_behind(node) for node in range(len(problem.values))]
        self.moves: list[list[Move]] = [[] for _ in problem.values]
        self.tails: list[list[Move]] = [[] for _ in problem.values]
        for node in self.nodes:
            for move in self._stretches(node, self.groups[node], Move(TAIL, 0, 0, (), (), 0, -1, -1)):
                (self.tails if move.head == TAIL else self.moves)[node].append(move)

    def _adjacency(self) -> list[list[tuple[int, int, int, int, int]]]:
        adjacent: list[list[tuple[int, int, int, int, int]]] = [[] for _ in self.problem.values]
        for n, (first, last, mask) in enumerate(self.problem.links):
            out, back = self.problem.ports[n]
            adjacent[first].append((last, mask, n, out, back))
            adjacent[last].append((first, mask, n, back, out))
        return adjacent

    def _dead_behind(self, node: int) -> int:
        """The track that leads nowhere but to the groups of this stop: nobody wants it after the visit."""
        groups, alive, near = self.groups, 0, 0
        for first, last, mask in self.problem.links:
            if groups[node] & (groups[first] | groups[last]):
                near |= mask
            else:
                alive |= mask
        return near & ~alive

    def _stretches(self, at: int, home: int, way: Move) -> Iterator[Move]:
        """All continuations of a way that has come to the stop `at`; `home` is the group where it began."""
        problem = self.problem
        for other, mask, link, out, enters in self._adjacent[at]:
            leaves = way.leaves if way.links else out
            mask |= self.groups[other]
            if mask & (way.uses | home):
                continue
            uses, links, stops = way.uses | mask, (*way.links, link), (*way.stops, other)
            if problem.weight[other]:
                yield Move(other, uses, way.extra, links, stops, way.dead, leaves, enters)
                continue
            paid, dead = way.extra + problem.values[other], way.dead | self.dead[other]
            yield Move(TAIL, uses, paid + problem.ending[other], links, stops, dead, leaves, enters)
            if problem.through[other]:
                yield from self._stretches(other, home, Move(TAIL, uses, paid, links, stops, dead, leaves, enters))
