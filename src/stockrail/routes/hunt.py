"""The depth-first search for single routes: the best one, or all that are good enough."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stockrail.routes.bounds import NEVER, Bounds, Mode
from stockrail.routes.moves import TAIL, Graph, Move

ENDLESS = 10**9
"""More than any bound."""


class Found(NamedTuple):
    """A route that the search has met."""

    worth: int  # what it earns less the shared prices of the track that it uses
    value: int  # what it earns, a doubled stop included
    track: int  # mask of the track that it uses
    start: int
    moves: tuple[Move, ...]  # from the start onward
    tail: Move | None  # from the start the other way


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
        self.charges = [(1 << n, price) for n, price in enumerate(shared) if price]
        total = [a + b for a, b in zip(own, shared, strict=True)]
        self.bounds = Bounds(self.graph, self.mode, self.reach, self.doubles, total)

    def most(self) -> int:
        """No route is worth more."""
        starts = self.bounds.starts
        return starts[0].top + self.slack if starts else NEVER

    def charged(self, uses: int) -> int:
        """The shared prices of all that is used."""
        return sum(price for bit, price in self.charges if uses & bit)

    def overrated(self, start: int, path: Sequence[Move]) -> int:
        """By how much the bound of the bonus is too high for a whole route."""
        mode, own = self.mode, self.graph.problem.own
        if mode.ends is None:
            return 0
        stations = own[start] + sum(own[move.head] for move in path)
        return mode.a_station * stations - mode.table[min(stations, len(mode.table)) - 1]


class Hunt:
    """One search of a hunter. `limit` ends it early; then it is not `complete`."""

    def __init__(self, hunter: Hunter, need: int, banned: int = 0, limit: int = 0) -> None:
        self.hunter = hunter
        self.looked_at = 0
        self.complete = True
        self.bounds = hunter.bounds
        self.problem = hunter.graph.problem
        self.need = need
        self.floor = need - hunter.slack  # what a bound must reach
        self.path: list[Move] = []
        self._limit = limit
        self._run(banned)

    def _run(self, banned: int) -> None:
        bounds, problem, graph = self.bounds, self.problem, self.hunter.graph
        for top, node, number, net, gross in bounds.starts:
            if top < self.floor:
                break
            tail = bounds.tails[node][number][0] if number >= 0 else None
            if tail is not None and tail.uses & banned:
                continue
            self.start, self.tail, self.tail_number = node, tail, number
            uses = banned | graph.groups[node] | (tail.uses if tail else 0)
            best_stop = graph.again[node] if self.hunter.doubles else 0
            left = bounds.reach - problem.weight[node]
            self.extend(node, left, int(not problem.own[node]), uses, net, gross, best_stop)

    def known(self, node: int, needs: int, uses: int, gross: int) -> bool:
        """Whether a way as good as this one has been followed from here before."""
        return False

    def extend(self, node: int, left: int, needs: int, uses: int, net: int, gross: int, best_stop: int) -> None:
        """Tries all ways onward from `node`; `best_stop` is the best one to be doubled so far."""
        if self.known(node, needs, uses, gross + best_stop):
            return
        self.looked_at += 1
        if self.looked_at == self._limit:
            self.complete, self.floor = False, ENDLESS
        problem, path, doubles = self.problem, self.path, self.hunter.doubles
        again = self.hunter.graph.again
        behind = self.hunter.graph.dead[node]
        sure = net + best_stop
        for top, plain, doubled, move, adds, pays in self.bounds.options(left, needs, node):
            if sure + top < self.floor:
                break
            if move.uses & uses or (sure + plain < self.floor and net + doubled < self.floor):
                continue
            path.append(move)
            head = move.head
            if head == TAIL:
                self.finish(node, 0, net + adds, gross + pays, best_stop)
            else:
                best = max(best_stop, again[head]) if doubles else 0
                still = 0 if problem.own[head] else needs
                if not still:
                    self.finish(head, problem.ending[head], net + adds, gross + pays, best)
                if problem.through[head]:
                    now = (uses | move.uses) & ~(behind | move.dead)
                    self.extend(head, left - problem.weight[head], still, now, net + adds, gross + pays, best)
            path.pop()

    def finish(self, last: int, ending: int, net: int, gross: int, best_stop: int) -> None:
        """A whole route, with what it earns for ending here: keeps it if it is good enough."""
        if self.bounds.may_end[last] and net + ending + best_stop >= self.floor and not self.is_mirrored(last):
            value = gross + ending + best_stop - self.hunter.overrated(self.start, self.path)
            track = self.tail.uses if self.tail else 0
            for move in self.path:
                track |= move.uses
            track &= self.hunter.graph.track
            worth = value - self.hunter.charged(track)
            if worth >= self.need:
                self.keep(Found(worth, value, track, self.start, tuple(self.path), self.tail))

    def is_mirrored(self, last: int) -> bool:
        """Whether the same route comes by from its other end, too, and is kept then."""
        return False

    def keep(self, route: Found) -> None:
        raise NotImplementedError


class BestHunt(Hunt):
    """Looks for the best route."""

    def __init__(self, hunter: Hunter, need: int, banned: int = 0, limit: int = 0) -> None:
        self.best: Found | None = None
        self._followed: dict[tuple[int, int, int], int] = {}
        super().__init__(hunter, need, banned, limit)

    def known(self, node: int, needs: int, uses: int, gross: int) -> bool:
        """The same stops behind and the same track ahead: the order of the stops makes no difference."""
        key = (node, needs, uses)
        if self._followed.get(key, NEVER) >= gross:
            return True
        self._followed[key] = gross
        return False

    def keep(self, route: Found) -> None:
        self.best = route
        if self.complete:
            rise = route.worth + self.hunter.graph.unit - self.need
            self.need += rise
            self.floor += rise


class Sweep(Hunt):
    """Looks for all routes that are worth `need`."""

    def __init__(self, hunter: Hunter, need: int, banned: int = 0, limit: int = 0) -> None:
        self.all: list[Found] = []
        super().__init__(hunter, need, banned, limit)

    def is_mirrored(self, last: int) -> bool:
        if last != self.start:
            return last < self.start
        tails = [move for move, _ in self.bounds.tails[last]]
        return self.tail_number > tails.index(self.path[-1])

    def keep(self, route: Found) -> None:
        self.all.append(route)
