"""A problem as the search sees it: counted stops, and the moves between them over stops that do not count."""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

from stockrail.board.track import bits
from stockrail.routes.problem import Problem, track_width, whole_groups
from stockrail.routes.twin.cuts import Cut, junctions, ways_out

SCALE = 32
"""Money is counted in parts, so that prices can be finer."""

TAIL = -1
"""The head of a move that ends a route at a stop that does not count."""


class Move(NamedTuple):
    """From a counted stop to the next one, or to the end of the route."""

    source: int
    head: int
    uses: int  # mask of track, and above it the groups of all stops that it comes to
    extra: int  # what the stops on the way pay
    links: tuple[int, ...]
    bits: tuple[int, ...] = ()  # the same as uses, one by one
    things: tuple[int, ...] = ()  # what of all trains' things it uses: track and cuts


class Graph:
    """A problem with its moves."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.doubling = track_width(problem)  # a bit that like track is there once
        self.width = self.doubling + 1
        places = whole_groups(problem)
        self.size = self.width + 1 + max((group for groups in places for group in groups), default=-1)
        self.values = [value * SCALE for value in problem.values]
        self.ending = [pays * SCALE for pays in problem.ending]
        self.stops = len(problem.values)
        self.track = (1 << self.width) - 1
        self.nodes = [stop for stop in range(self.stops) if problem.weight[stop]]
        self.group_bits = [sum(1 << self.width + group for group in set(groups)) for groups in places]
        self.group_list = [tuple(bits(mask)) for mask in self.group_bits]
        self._adjacent: list[list[tuple[int, int]]] = [[] for _ in range(self.stops)]
        for link, (first, last, _) in enumerate(problem.links):
            self._adjacent[first].append((last, link))
            self._adjacent[last].append((first, link))
        self._find_cuts()
        self.moves: list[Move] = []  # to counted stops
        self.tails: list[Move] = []  # to the end of a route
        self.moves_from: list[list[int]] = [[] for _ in range(self.stops)]
        self.tails_from: list[list[int]] = [[] for _ in range(self.stops)]
        for node in self.nodes:
            self._stretch(node, self.group_bits[node], Move(node, TAIL, 0, 0, ()))
        paid = (pays for _, table in problem.bonuses for pays in table)
        self.unit = max(1, gcd(*problem.values, *problem.ending, *paid)) * SCALE  # all sums are multiples of it

    def again(self, stop: int) -> int:
        """What it brings to double a stop."""
        return self.problem.doubles * self.values[stop]

    def _find_cuts(self) -> None:
        problem = self.problem
        tracks = [tuple(bits(mask)) for _, _, mask in problem.links]
        cuts = junctions(tracks)
        self.pass_cut = [-1] * self.stops  # by stop: the cut that counts the routes which pass it
        for stop in range(self.stops):
            ways = ways_out([tracks[link] for _, link in sorted(self._adjacent[stop], key=lambda pair: pair[1])])
            if len(ways) < 3 or len(ways) % 2 == 0 or not problem.through[stop]:
                continue
            if problem.weight[stop]:
                self.pass_cut[stop] = self.width + len(cuts)
            cuts.append(Cut(() if problem.weight[stop] else ways, len(ways) // 2))
        self.capacity = [1] * self.width + [cut.capacity for cut in cuts]  # how often all trains may use a thing
        self._cut_bits = [sum(1 << bit for bit in cut.track) for cut in cuts]

    def _stretch(self, at: int, home: int, way: Move) -> None:
        problem = self.problem
        for other, link in self._adjacent[at]:
            adds = problem.links[link][2] | self.group_bits[other]
            if adds & (way.uses | home):
                continue
            further = way._replace(uses=way.uses | adds, links=(*way.links, link))
            if problem.weight[other]:
                self._keep(further._replace(head=other), self.moves, self.moves_from)
                continue
            further = further._replace(extra=further.extra + self.values[other])
            if problem.through[other]:
                self._stretch(other, home, further)
            self._keep(further._replace(extra=further.extra + self.ending[other]), self.tails, self.tails_from)

    def _keep(self, move: Move, moves: list[Move], by_stop: list[list[int]]) -> None:
        used = tuple(bits(move.uses))
        things = [bit for bit in used if bit < self.width]
        for cut, mask in enumerate(self._cut_bits):
            things += [self.width + cut] * ((move.uses & mask).bit_count() // 2)
        by_stop[move.source].append(len(moves))
        moves.append(move._replace(bits=used, things=tuple(things)))
