"""Upper bounds for the route search: the best walk onward from each stop, where stops and track may repeat.

Such walks are found by dynamic programming over the reach that is left. The best walk earns at least
what the best route earns, so that what cannot be good enough even as a walk need not be tried. Prices on what may
be used once only keep the walk from running in circles; see `prices`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from stockrail.routes.moves import TAIL, Graph, Move

NEVER = -(10**9)
"""Less than anything: there is no such walk."""

STAY = -2
"""The head of a walk that ends where it is."""


class Mode(NamedTuple):
    """A kind of route: any (its bonus left out), or one with a bonus for its two ends."""

    ends: int | None  # mask of the stops at which it may begin and end; None: anywhere, tails too
    a_station: int  # what each own station adds at most
    table: tuple[int, ...]  # what the bonus really is, by own stations


class Option(NamedTuple):
    """A move with the most that can come of it."""

    top: int  # the greater of the next two
    plain: int
    doubled: int  # ... if one counted stop from here on pays twice
    move: Move
    net: int  # what the move itself brings, prices deducted
    gross: int  # the same without prices


class Start(NamedTuple):
    """A way to begin a route: at a counted stop, perhaps with a tail behind it."""

    top: int
    node: int
    tail: int  # its number, or -1
    net: int
    gross: int


Best = tuple[int, int, int]
"""The best walk onward, its first head, and the best one with another head, as no walk turns straight back."""

NOTHING: Best = (NEVER, STAY, NEVER)

NOWHERE = -1
"""The port of a walk that has not come from anywhere."""


class Exit(NamedTuple):
    """What leaves a stop by one port: the best tail, and the best move for each head and port there."""

    port: int
    tail: int
    moves: list[tuple[int, int, int]]  # head, port there, net


class Bounds:
    """The best walks for one mode, one reach, and one set of prices."""

    def __init__(self, graph: Graph, mode: Mode, reach: int, doubles: bool, prices: Sequence[int]) -> None:
        self.graph = graph
        self.mode = mode
        self.reach = reach
        self.doubles = doubles
        self.problem = problem = graph.problem
        self._price_links(prices)
        self.may_end = [mode.ends is None or bool(mode.ends >> n & 1) for n in range(len(problem.values))]
        self.gain = [v + mode.a_station * own for v, own in zip(problem.values, problem.own, strict=True)]
        self.moves = [[(move, self._net(move)) for move in moves] for moves in graph.moves]
        tails = graph.tails if mode.ends is None else [[] for _ in problem.values]
        self.tails = [[(move, self._net(move)) for move in moves] for moves in tails]
        self._exits = [_exits(*both) for both in zip(self.moves, self.tails, strict=True)]
        self._stride = 1 + max((max(ports) for ports in problem.ports), default=0)
        # [reach left][token needed][doubling due][node * stride + port by which the walk came]
        self._onward: list[list[list[list[Best]]]] = []
        self._options: dict[tuple[int, int, int], list[Option]] = {}
        for left in range(reach):
            self._onward.append([self._layer(left, needs) for needs in (0, 1)])

    def _price_links(self, prices: Sequence[int]) -> None:
        """Prices of links and of stops, so that moves are priced with few additions."""
        priced = [(1 << n, price) for n, price in enumerate(prices) if price]
        links = self.problem.links
        self._link_price = [sum(price for bit, price in priced if mask & bit) for _, _, mask in links]
        width = self.graph.width
        self._stop_price = [sum(prices[width + group] for group in set(groups)) for groups in self.graph.places]

    def _net(self, move: Move) -> int:
        net = move.extra + (self.gain[move.head] if move.head != TAIL else 0)
        for link in move.links:
            net -= self._link_price[link]
        for stop in move.stops:
            net -= self._stop_price[stop]
        return net

    def _layer(self, left: int, needs: int) -> list[list[Best]]:
        layer = []
        for doubling in (0, 1) if self.doubles else (0,):
            row = [NOTHING] * (len(self.gain) * self._stride)
            for node in self.graph.nodes:
                stay = self.problem.ending[node] if not needs and not doubling and self.may_end[node] else NEVER
                ways = self._leaving(left, needs, doubling, node) if self.problem.through[node] else []
                for port, *_ in self._exits[node]:
                    row[node * self._stride + port] = _merged(ways, port, stay)
            layer.append(row)
        return layer

    def _leaving(self, left: int, needs: int, doubling: int, node: int) -> list[tuple[int, Best]]:
        """The best walks from a stop by each of its ports."""
        ways = []
        for port, tail, moves in self._exits[node]:
            best = (NEVER if needs or doubling else tail), TAIL, NEVER
            if left:
                best = self._best_of(left, needs, doubling, node, moves, best)
            ways.append((port, best))
        return ways

    def _best_of(
        self, left: int, needs: int, doubling: int, node: int, moves: list[tuple[int, int, int]], best: Best
    ) -> Best:
        after = self.doubled_after if doubling else self.plainly_after
        first, head, second = best
        for to, enters, net in moves:
            value = net + after(left, needs, node, to, enters)
            if value > first:
                if to != head:
                    second = first
                first, head = value, to
            elif value > second and to != head:
                second = value
        return first, head, second

    def plainly_after(self, left: int, needs: int, node: int, head: int, enters: int) -> int:
        """The best that follows a move from `node` to `head`, with a reach of `left` before the move."""
        left -= self.problem.weight[head]
        if left < 0:
            return NEVER
        row = self._onward[left][0 if self.problem.own[head] else needs][0]
        value, to, other = row[head * self._stride + enters]
        return other if to == node else value

    def doubled_after(self, left: int, needs: int, node: int, head: int, enters: int) -> int:
        """The same if one counted stop, the head or a later one, pays twice."""
        if left < self.problem.weight[head]:
            return NEVER
        row = self._onward[left - self.problem.weight[head]][0 if self.problem.own[head] else needs][1]
        value, to, other = row[head * self._stride + enters]
        now = self.graph.again[head] + self.plainly_after(left, needs, node, head, enters)
        return max(now, other if to == node else value)

    def options(self, left: int, needs: int, node: int) -> list[Option]:
        """All moves from `node`, the most promising first."""
        key = (left, needs, node)
        found = self._options.get(key)
        if found is None:
            found = self._options[key] = self._sorted_options(left, needs, node)
        return found

    def _sorted_options(self, left: int, needs: int, node: int) -> list[Option]:
        tails = () if needs else self.tails[node]
        options = [Option(net, net, NEVER, move, net, move.extra) for move, net in tails]
        for move, net in self.moves[node] if left else ():
            plain = net + self.plainly_after(left, needs, node, move.head, move.enters)
            doubled = NEVER
            if self.doubles:
                doubled = net + self.doubled_after(left, needs, node, move.head, move.enters)
            gross = move.extra + self.gain[move.head]
            options.append(Option(max(plain, doubled), plain, doubled, move, net, gross))
        options = [option for option in options if option.top > NEVER // 2]
        options.sort(key=lambda option: -option.top)
        return options

    @cached_property
    def starts(self) -> list[Start]:
        """All ways to begin a route, the most promising first."""
        starts = []
        for node in self.graph.nodes:
            if self.may_end[node] and self.problem.weight[node] <= self.reach:
                gross, ending = self.gain[node], self.problem.ending[node]
                net = gross - self._stop_price[node]
                ahead = self._ahead(node)
                starts.append(Start(net + ending + ahead[NOWHERE], node, -1, net + ending, gross + ending))
                for n, (move, tail) in enumerate(self.tails[node] if self.problem.through[node] else ()):
                    top = net + tail + ahead[move.leaves]
                    starts.append(Start(top, node, n, net + tail, gross + move.extra))
        starts.sort(key=lambda start: (-start.top, start.node, start.tail))
        return starts

    def _ahead(self, node: int) -> dict[int, int]:
        """The best that can follow a start at `node`, by the port of its tail, the doubling included."""
        plain = self._from_start(node, 0)
        if not self.doubles:
            return plain
        value, doubled = self.graph.again[node], self._from_start(node, 1)
        return {port: max(plain[port] + value, doubled[port]) for port in plain}

    def _from_start(self, node: int, doubling: int) -> dict[int, int]:
        ways = self._leaving(self.reach - self.problem.weight[node], int(not self.problem.own[node]), doubling, node)
        return {port: _merged(ways, port, NEVER)[0] for port in [NOWHERE, *(port for port, _ in ways)]}

    def best_walk(self) -> tuple[int, list[int]]:
        """What the best walk earns, and the masks of what it uses, start and moves one by one."""
        start = next(iter(self.starts), None)
        if start is None or start.top < NEVER // 2:
            return NEVER, []
        used = [self.graph.groups[start.node]]
        port = NOWHERE
        if start.tail >= 0:
            tail = self.tails[start.node][start.tail][0]
            used.append(tail.uses)
            port = tail.leaves
        return start.top, used + self._traced(start.node, port, start.top - start.net)

    def _traced(self, node: int, port: int, ahead: int) -> list[int]:
        """The moves of the best walk from a start, found again by their value."""
        again, weight, used = self.graph.again, self.problem.weight, []
        left, needs, came, due = self.reach - weight[node], int(not self.problem.own[node]), STAY, self.doubles
        if due and ahead == again[node] + self._from_start(node, 0)[port]:
            ahead, due = ahead - again[node], False
        while needs or due or came == STAY or not self.may_end[node] or ahead != self.problem.ending[node]:
            worth, net, move = self._move_worth(left, needs, node, came, port, due, ahead)
            used.append(move.uses)
            if move.head == TAIL:
                break
            ahead = worth - net
            came, node, port = node, move.head, move.enters
            if due and ahead == again[node] + self.plainly_after(left, needs, came, node, port):
                ahead, due = ahead - again[node], False
            left, needs = left - weight[node], 0 if self.problem.own[node] else needs
        return used

    def _move_worth(
        self, left: int, needs: int, node: int, came: int, port: int, due: bool, worth: int
    ) -> tuple[int, int, Move]:
        for _, plain, doubled, move, net, _ in self.options(left, needs, node):
            turns = move.head == came or (move.leaves == port != NOWHERE)
            if (doubled if due else plain) == worth and not turns:
                return worth, net, move
        raise AssertionError("a walk was valued that does not exist")


def _merged(ways: list[tuple[int, Best]], came: int, stay: int) -> Best:
    """The best of the walks that do not leave by the port `came`; or to stay."""
    first, head, second = stay, STAY, NEVER
    for port, (value, to, other) in ways:
        if port == came:
            continue
        if value > first:
            second = max(second if to == head else first, other)
            first, head = value, to
        else:
            second = max(second, other if to == head else value)
    return first, head, second


def _exits(moves: list[tuple[Move, int]], tails: list[tuple[Move, int]]) -> list[Exit]:
    """For each port what can be best: one tail, and one move for each head and way into it."""
    best: dict[int, dict[tuple[int, int], int]] = {}
    for move, net in [*moves, *tails]:
        leading = best.setdefault(move.leaves, {})
        key = (move.head, move.enters) if move.head != TAIL else (TAIL, NOWHERE)
        if net > leading.get(key, NEVER):
            leading[key] = net
    exits = []
    for port, leading in sorted(best.items()):
        tail = leading.pop((TAIL, NOWHERE), NEVER)
        exits.append(Exit(port, tail, [(head, enters, net) for (head, enters), net in sorted(leading.items())]))
    return exits
