"""The exact search for the best run: one function, `solve`, from a problem to its solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stockrail.routes.bounds import NEVER, Bounds, Mode
from stockrail.routes.moves import TAIL, Graph, Move
from stockrail.routes.network import Problem


class Found(NamedTuple):
    """A route that the search has met."""

    value: int  # what it is worth to the search: revenue less the price of its track
    pieces: int
    start: int
    moves: tuple[Move, ...]  # from the start onward
    head_tail: Move | None  # from the start the other way


class Hunt:
    """Tries the routes of one kind of train, all that may be worth `need` or more."""

    def __init__(self, bounds: Bounds, reach: int, doubles: bool) -> None:
        self.bounds = bounds
        self.problem = bounds.graph.problem
        self.reach = reach
        self.doubles = doubles
        self.need = 0
        self.keep_all = False
        self.found: list[Found] = []
        self.step = 1
        self.looked_at = 0
        self._path: list[Move] = []
        self._start = 0
        self._tail: Move | None = None
        self._tail_id = -1

    def run(self, need: int, keep_all: bool, banned: int = 0) -> None:
        self.need, self.keep_all = need, keep_all
        for bound, node, tail, tail_id, net in self._starts():
            if bound < self.need:
                break
            pieces = banned
            groups = 1 << self.problem.group[node]
            if tail is not None:
                if tail.pieces & banned:
                    continue
                pieces |= tail.pieces
                groups |= tail.groups
            self._start, self._tail, self._tail_id = node, tail, tail_id
            needs = 0 if self.problem.own[node] else 1
            best_stop = self.problem.values[node] if self.doubles else 0
            self._extend(node, self.reach - 1, needs, pieces, groups, net, best_stop)

    def _starts(self) -> list[tuple[int, int, Move | None, int, int]]:
        bounds, problem = self.bounds, self.problem
        starts = []
        for node in bounds.graph.nodes:
            if not bounds.may_end[node]:
                continue
            needs = 0 if problem.own[node] else 1
            ahead = bounds.leaving(self.reach - 1, needs, 0, node)
            if self.doubles:
                ahead = max(ahead + problem.values[node], bounds.leaving(self.reach - 1, needs, 1, node))
            gain = bounds.gain[node]
            starts.append((gain + ahead, node, None, -1, gain))
            if problem.through[node]:
                for n, (tail, net) in enumerate(bounds.tails[node]):
                    starts.append((gain + net + ahead, node, tail, n, gain + net))
        starts.sort(key=lambda start: (-start[0], start[1], start[3]))
        return starts

    def _extend(self, node: int, left: int, needs: int, pieces: int, groups: int, earned: int, best_stop: int) -> None:
        """Tries all ways onward from `node`."""
        problem, path = self.problem, self._path
        self.looked_at += 1
        for plain, doubled, move, net in self.bounds.options(left, needs, node):
            top = plain if plain > doubled else doubled
            if earned + best_stop + top < self.need:
                break
            if move.pieces & pieces or move.groups & groups:
                continue
            if earned + best_stop + plain < self.need and earned + doubled < self.need:
                continue
            path.append(move)
            head = move.head
            if head == TAIL:
                self._reach_end(node, earned + net, best_stop)
            else:
                value = problem.values[head] if self.doubles else 0
                best = value if value > best_stop else best_stop
                still = 0 if problem.own[head] else needs
                if not still:
                    self._reach_end(head, earned + net, best)
                if problem.through[head]:
                    self._extend(head, left - 1, still, pieces | move.pieces, groups | move.groups, earned + net, best)
            path.pop()

    def _reach_end(self, last: int, earned: int, best_stop: int) -> None:
        """A whole route: keeps it if it is good enough. Each route comes by twice, once from each end."""
        if not self.bounds.may_end[last] or last < self._start:
            return
        value = earned + best_stop - self._bonus_overrated()
        if value < self.need:
            return
        if last == self._start and self._is_mirrored():
            return
        pieces = self._tail.pieces if self._tail else 0
        for move in self._path:
            pieces |= move.pieces
        route = Found(value, pieces, self._start, tuple(self._path), self._tail)
        if self.keep_all:
            self.found.append(route)
        else:
            self.found = [route]
            self.need = value + self.step

    def _is_mirrored(self) -> bool:
        """With one counted stop only: whether the same route comes by with its two tails exchanged."""
        tails = [tail for tail, _ in self.bounds.tails[self._start]]
        return self._tail_id > tails.index(self._path[-1])

    def _bonus_overrated(self) -> int:
        mode = self.bounds.mode
        if mode.ends is None:
            return 0
        own = self.problem.own
        stations = own[self._start] + sum(own[move.head] for move in self._path)
        return mode.a_station * stations - mode.table[min(stations, len(mode.table)) - 1]


def modes_of(problem: Problem) -> list[Mode]:
    """The kinds of route: any route without its bonus, and those that have one."""
    modes = [Mode(None, 0, ())]
    for ends, table in problem.bonuses:
        if table and ends:
            modes.append(Mode(ends, max(-(-pays // n) for n, pays in enumerate(table, 1)), table))
    return modes
