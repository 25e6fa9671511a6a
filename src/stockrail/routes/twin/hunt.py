"""The depth-first search for single routes along the walks that bound them: the best, or all that are worth enough."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from stockrail.routes.twin.walks import Arc, Start, Walks


class Pulse:
    """Counts what is looked at; `over` once that is all that may be. No limit if the budget is 0."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.looked_at = 0
        self.over = False

    def beat(self, positions: int = 1) -> bool:
        """Whether to go on."""
        self.looked_at += positions
        if self.budget and self.looked_at >= self.budget:
            self.over = True
        return not self.over


class Route(NamedTuple):
    """A route that the search has met; without a start, none."""

    worth: int = 0  # what it earns less the prices of what it uses
    value: int = 0  # what it earns, a doubled stop included
    track: int = 0
    start: int = -1
    tail: int = -1  # behind the start
    moves: tuple[int, ...] = ()
    last_tail: int = -1  # beyond the last move
    doubled: int = -1


Keep = Callable[[Route], int]
"""Takes a route, and tells what the next must be worth."""


class Terms(NamedTuple):
    """What a hunt is for."""

    team: int
    need: int
    banned: int = 0
    limit: int = 0
    once: bool = False  # every route comes by from both of its ends; one of them is enough


class Hunt:
    """Hands over all routes of a team that are worth what is needed and use nothing that is banned."""

    def __init__(self, walks: Walks, terms: Terms, pulse: Pulse, keep: Keep) -> None:
        self.walks = walks
        self.graph = walks.graph
        self.floor = terms.need - walks.slack
        self.limit = terms.limit
        self.once = terms.once
        self.pulse = pulse
        self.keep = keep
        self.complete = True
        self.looked_at = 0
        self.doubled = -1
        self.path: list[int] = []
        self._run(walks.starts[terms.team], terms.banned)

    def _run(self, starts: list[Start], banned: int) -> None:
        graph = self.graph
        for start in starts:
            if start.top < self.floor or not self.complete:
                return
            if start.tail >= 0 and graph.tails[start.tail].uses & banned:
                continue
            if start.doubles and banned >> graph.doubling & 1:
                continue
            self.begin = start
            self.doubled = start.node if start.doubles else -1
            used = banned | graph.group_bits[start.node] | (graph.tails[start.tail].uses if start.tail >= 0 else 0)
            self._extend(start.state, used, start.net, int(graph.problem.own[start.node]))

    def _extend(self, number: int, used: int, net: int, stations: int) -> None:
        if not self.pulse.beat():
            self.complete = False
        else:
            self.looked_at += 1
            if self.looked_at == self.limit:
                self.complete = False
        for arc in self.walks.options(number):
            if not self.complete or net + arc.value < self.floor:
                return
            if not arc.bundle.uses & used and not (arc.doubles and used >> self.graph.doubling & 1):
                if arc.next < 0:
                    self._end_by(arc, used, net, stations)
                else:
                    self._go_by(arc, used, net, stations)

    def _end_by(self, arc: Arc, used: int, net: int, stations: int) -> None:
        for move in arc.bundle.moves:
            whole = net + self.walks.net_tail[move]
            if whole < self.floor:
                return
            if not self.graph.tails[move].uses & used:
                self._finish(move, whole, stations)

    def _go_by(self, arc: Arc, used: int, net: int, stations: int) -> None:
        walks, graph = self.walks, self.graph
        sure = net - arc.bundle.net + arc.value
        for move in arc.bundle.moves:
            if sure + walks.net_move[move] < self.floor or not self.complete:
                return
            if not graph.moves[move].uses & used:
                self._advance(arc, move, used, net, stations)

    def _advance(self, arc: Arc, move: int, used: int, net: int, stations: int) -> None:
        walks, moved = self.walks, self.graph.moves[move]
        head = moved.head
        self.path.append(move)
        if arc.doubles:
            self.doubled = head
        on = net + walks.net_move[move] + (walks.doubled(head) if arc.doubles else 0)
        owned = stations + self.graph.problem.own[head]
        if walks.can_end(walks.states[arc.next]):
            self._finish(-1, on + walks.end_pay[head], owned)
        self._extend(arc.next, used | moved.uses, on, owned)
        if arc.doubles:
            self.doubled = -1
        self.path.pop()

    def _finish(self, last_tail: int, net: int, stations: int) -> None:
        walks, graph, begin = self.walks, self.graph, self.begin
        overrated = walks.mode.overrated(stations)
        if net - overrated < self.floor or (self.once and self._is_mirrored(last_tail)):
            return
        value = self._value(last_tail) - overrated
        worth = value - self._charge(last_tail)
        if worth < self.floor + walks.slack:
            return
        track = graph.tails[begin.tail].uses if begin.tail >= 0 else 0
        for move in self.path:
            track |= graph.moves[move].uses
        track = (track | (graph.tails[last_tail].uses if last_tail >= 0 else 0)) & graph.track
        track |= 1 << graph.doubling if self.doubled >= 0 else 0
        route = Route(worth, value, track, begin.node, begin.tail, tuple(self.path), last_tail, self.doubled)
        self.floor = self.keep(route) - walks.slack

    def _charge(self, last_tail: int) -> int:
        """The shared prices of all that the route uses."""
        walks, begin = self.walks, self.begin
        total = walks.shared_tail[begin.tail] + walks.pass_price[begin.node] if begin.tail >= 0 else 0
        total += sum([walks.shared_move[move] for move in self.path])
        if last_tail >= 0:
            total += walks.shared_tail[last_tail]
        else:
            total -= walks.pass_price[self.graph.moves[self.path[-1]].head]
        return total + (walks.shared[self.graph.doubling] if self.doubled >= 0 else 0)

    def _value(self, last_tail: int) -> int:
        walks, graph, begin = self.walks, self.graph, self.begin
        total = walks.gain[begin.node]
        total += graph.tails[begin.tail].extra if begin.tail >= 0 else graph.ending[begin.node]
        for move in self.path:
            total += graph.moves[move].extra + walks.gain[graph.moves[move].head]
        total += graph.tails[last_tail].extra if last_tail >= 0 else graph.ending[graph.moves[self.path[-1]].head]
        return total + (graph.again(self.doubled) if self.doubled >= 0 else 0)

    def _is_mirrored(self, last_tail: int) -> bool:
        """Whether the same route comes by from its other end, too, and is kept then."""
        last = self.graph.moves[self.path[-1]].head if self.path else self.begin.node
        return last < self.begin.node if last != self.begin.node else last_tail < self.begin.tail
