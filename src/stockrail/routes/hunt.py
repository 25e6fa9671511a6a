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
    """One search of a hunter, for the best route that is worth at least `need`."""

    def __init__(self, hunter: Hunter, need: int, banned: int = 0, limit: int = 0) -> None:
        self.found: Found | None = None
        self.looked_at = 0
        self.complete = True
        self._hunter = hunter
        self._bounds = hunter.bounds
        self._problem = hunter.graph.problem
        self._doubles = hunter.doubles
        self._limit = limit
        self._need = need
        self._floor = need - hunter.slack  # what a bound must reach
        self._shared = [(1 << n, price) for n, price in enumerate(hunter.shared) if price]
        self._path: list[Move] = []
        self._seen: dict[tuple[int, int, int], tuple[int, int]] = {}
        self._run(banned)

    def _run(self, banned: int) -> None:
        bounds, problem, graph = self._bounds, self._problem, self._hunter.graph
        for top, node, number, net, gross in bounds.starts():
            if top < self._floor:
                break
            tail = bounds.tails[node][number][0] if number >= 0 else None
            if tail is not None and tail.uses & banned:
                continue
            self._start, self._tail = node, tail
            uses = banned | graph.groups[node] | (tail.uses & ~tail.dead if tail else 0)
            best_stop = problem.values[node] if self._doubles else 0
            self._extend(node, bounds.reach - 1, int(not problem.own[node]), uses, net, gross, best_stop)

    def _extend(self, node: int, left: int, needs: int, uses: int, earned: int, gross: int, best_stop: int) -> int:
        """Tries all ways onward from `node`; `best_stop` is the best to be doubled so far.

        Gives back the mask of what stood in the way of promising moves.
        """
        problem, path, width = self._problem, self._path, self._hunter.graph.width
        key = (node, needs, uses)
        known = self._seen.get(key)
        if known is not None and known[0] >= gross + best_stop:
            return known[1]
        self.looked_at += 1
        if self.looked_at == self._limit:
            self.complete, self._floor = False, 10**9
        sure = earned + best_stop
        behind = self._hunter.graph.dead[node]
        blame = 0
        tried = {}
        for top, plain, doubled, move, net, worth in self._bounds.options(left, needs, node):
            if sure + top < self._floor:
                break
            if sure + plain < self._floor and earned + doubled < self._floor:
                continue
            clash = move.uses & uses
            if clash:
                blame |= clash
                continue
            head = move.head
            twin = (head, move.uses >> width)
            if tried.get(twin, 1) == 0:
                continue
            path.append(move)
            if head == TAIL:
                self._finish(node, earned + net, gross + worth, best_stop)
                tried[twin] = 0
            else:
                value = problem.values[head] if self._doubles else 0
                best = value if value > best_stop else best_stop
                still = 0 if problem.own[head] else needs
                if not still:
                    self._finish(head, earned + net, gross + worth, best)
                if problem.through[head]:
                    now = (uses | move.uses) & ~(behind | move.dead)
                    b = self._extend(head, left - 1, still, now, earned + net, gross + worth, best)
                    blame |= b
                    tried[twin] = b & move.uses & ((1 << width) - 1)
                else:
                    tried[twin] = 0
            path.pop()
        self._seen[key] = gross + best_stop, blame
        return blame

    def _finish(self, last: int, earned: int, gross: int, best_stop: int) -> None:
        """A whole route: the best so far if it is good enough."""
        if not self._bounds.may_end[last] or earned + best_stop < self._floor:
            return
        value = gross + best_stop - self._overrated()
        uses = self._hunter.graph.groups[self._start] | (self._tail.uses if self._tail else 0)
        for move in self._path:
            uses |= move.uses
        worth = value - sum(price for bit, price in self._shared if uses & bit)
        if worth >= self._need:
            self.found = Found(worth, value, uses, self._start, tuple(self._path), self._tail)
            if self.complete:
                need = worth + self._hunter.graph.unit
                self._floor += need - self._need
                self._need = need

    def _overrated(self) -> int:
        """By how much the bound of a bonus was too high."""
        mode, own = self._hunter.mode, self._problem.own
        if mode.ends is None:
            return 0
        stations = own[self._start] + sum(own[move.head] for move in self._path)
        return mode.a_station * stations - mode.table[min(stations, len(mode.table)) - 1]
