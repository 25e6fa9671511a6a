"""The moves of the route search: stretches from one counted stop to the next, over stops that do not count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from stockrail.routes.network import Problem

TAIL = -1
"""The head of a move that ends the route at a stop that does not count."""


class Move(NamedTuple):
    """From a counted stop to the next one, or to the end of the route."""

    head: int  # the counted stop that it leads to, or TAIL
    pieces: int  # mask of track
    groups: int  # mask of the groups of the stops visited, the head's included
    extra: int  # what the stops on the way pay, the head not included
    links: tuple[int, ...]


class Graph:
    """A problem with its moves."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.adjacent: list[list[tuple[int, int, int]]] = [[] for _ in problem.values]
        for n, (first, last, mask) in enumerate(problem.links):
            self.adjacent[first].append((last, mask, n))
            self.adjacent[last].append((first, mask, n))
        self.nodes = [n for n, counts in enumerate(problem.counted) if counts]
        self.moves: list[list[Move]] = [[] for _ in problem.values]
        self.tails: list[list[Move]] = [[] for _ in problem.values]
        for node in self.nodes:
            for move in self._stretches(node, 1 << problem.group[node], Move(TAIL, 0, 0, 0, ())):
                (self.tails if move.head == TAIL else self.moves)[node].append(move)

    def _stretches(self, at: int, home: int, way: Move) -> Iterator[Move]:
        """All continuations of a way that has come to the stop `at`; `home` is the group where it began."""
        problem = self.problem
        for other, mask, link in self.adjacent[at]:
            bit = 1 << problem.group[other]
            if mask & way.pieces or (way.groups | home) & bit:
                continue
            pieces, groups, links = way.pieces | mask, way.groups | bit, (*way.links, link)
            if problem.counted[other]:
                yield Move(other, pieces, groups, way.extra, links)
                continue
            tail = Move(TAIL, pieces, groups, way.extra + problem.values[other], links)
            yield tail
            if problem.through[other]:
                yield from self._stretches(other, home, tail)
