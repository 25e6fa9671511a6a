"""The depth-first search for single routes: the best one, or all that are good enough."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stockrail.routes.bounds import Bounds, Mode
from stockrail.routes.moves import TAIL, Graph, Move


class Found(NamedTuple):
    """A route that the search has met."""

    worth: int  # what it earns less the shared prices of the track that it uses
    value: int  # what it earns, a doubled stop included
    uses: int  # mask of track and groups
    start: int
    moves: tuple[Move, ...]  # from the start onward
    tail: Move | None  # from the start the other way


NOTHING = Found(0, 0, 0, -1, (), None)
"""A train that stays at home."""


class Hunter:
    """One kind of route for one kind of train, with the prices that tell it what to leave alone."""

    def __init__(self, graph: Graph, mode: Mode, reach: int, doubles: bool) -> None:
        self.graph = graph
        self.mode = mode
        self.reach = reach
        self.doubles = doubles
        self.set_prices([0] * graph.size, [0] * graph.size)

    def set_prices(self, own: Sequence[int], shared: Sequence[int]) -> None:
        """Own prices are given back when a route is complete, shared ones are not."""
        self.own, self.shared = list(own), list(shared)
        self.slack = sum(own)
        total = [a + b for a, b in zip(own, shared, strict=True)]
        self.bounds = Bounds(self.graph, self.mode, self.reach, self.doubles, total)

    def most(self) -> int:
        """No route is worth more."""
        starts = self.bounds.starts()
        return starts[0].top + self.slack if starts else 0


class Hunt:
    """One search of a hunter: for the best route of at least `need`, or with `keep_all` for all such routes."""

    def __init__(self, hunter: Hunter, need: int, keep_all: bool = False, banned: int = 0, limit: int = 0) -> None:
        self.found: list[Found] = []
        self.looked_at = 0
        self.complete = True
        self._hunter = hunter
        self._bounds = hunter.bounds
        self._problem = hunter.graph.problem
        self._doubles = hunter.doubles
        self._keep_all = keep_all
        self._limit = limit
        self._need = need
        self._floor = need - hunter.slack  # what a bound must reach
        self._own = [(1 << n, price) for n, price in enumerate(hunter.own) if price]
        self._shared = [(1 << n, price) for n, price in enumerate(hunter.shared) if price]
        self._path: list[Move] = []
        self._run(banned)

    def _run(self, banned: int) -> None:
        bounds, problem = self._bounds, self._problem
        for top, node, number, net in bounds.starts():
            if top < self._floor:
                break
            tail = bounds.tails[node][number][0] if number >= 0 else None
            if tail is not None and tail.uses & banned:
                continue
            self._start, self._tail, self._number = node, tail, number
            uses = banned | self._hunter.graph.groups[node] | (tail.uses if tail else 0)
            best_stop = problem.values[node] if self._doubles else 0
            self._extend(node, bounds.reach - 1, int(not problem.own[node]), uses, net, best_stop)

    def _extend(self, node: int, left: int, needs: int, uses: int, earned: int, best_stop: int) -> None:
        """Tries all ways onward from `node`; `best_stop` is the best to be doubled so far."""
        problem, path = self._problem, self._path
        self.looked_at += 1
        if self.looked_at == self._limit:
            self.complete, self._floor = False, 10**9
        sure = earned + best_stop
        for top, plain, doubled, move, net in self._bounds.options(left, needs, node):
            if sure + top < self._floor:
                break
            if move.uses & uses or (sure + plain < self._floor and earned + doubled < self._floor):
                continue
            path.append(move)
            head = move.head
            if head == TAIL:
                self._finish(node, earned + net, best_stop)
            else:
                value = problem.values[head] if self._doubles else 0
                best = value if value > best_stop else best_stop
                still = 0 if problem.own[head] else needs
                if not still:
                    self._finish(head, earned + net, best)
                if problem.through[head]:
                    self._extend(head, left - 1, still, uses | move.uses, earned + net, best)
            path.pop()

    def _finish(self, last: int, earned: int, best_stop: int) -> None:
        """A whole route. Each comes by twice, once from each end; one of them is enough."""
        if last < self._start or not self._bounds.may_end[last] or earned + best_stop < self._floor:
            return
        if last == self._start and self._is_mirrored():
            return
        uses = self._hunter.graph.groups[self._start] | (self._tail.uses if self._tail else 0)
        for move in self._path:
            uses |= move.uses
        worth = earned + best_stop - self._overrated() + sum(price for bit, price in self._own if uses & bit)
        if worth >= self._need:
            self._keep(worth, uses)

    def _keep(self, worth: int, uses: int) -> None:
        value = worth + sum(price for bit, price in self._shared if uses & bit)
        route = Found(worth, value, uses, self._start, tuple(self._path), self._tail)
        if self._keep_all:
            self.found.append(route)
        else:
            self.found = [route]
            self._raise_need(worth + 1)

    def _raise_need(self, need: int) -> None:
        if self.complete:
            self._floor += need - self._need
            self._need = need

    def _is_mirrored(self) -> bool:
        """With one counted stop only: whether the same route comes by with its tails exchanged."""
        tails = [move for move, _ in self._bounds.tails[self._start]]
        return self._number > tails.index(self._path[-1])

    def _overrated(self) -> int:
        """By how much the bound of a bonus was too high."""
        mode, own = self._hunter.mode, self._problem.own
        if mode.ends is None:
            return 0
        stations = own[self._start] + sum(own[move.head] for move in self._path)
        return mode.a_station * stations - mode.table[min(stations, len(mode.table)) - 1]
