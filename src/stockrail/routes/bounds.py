"""Upper bounds for the route search: the best walk onward from each stop, where stops and track may repeat.

Such walks are found by dynamic programming over the number of counted stops left. The best walk earns at least
what the best route earns, so that what cannot be good enough even as a walk need not be tried. Prices on what may
be used once only keep the walk from running in circles; see `prices`.
"""

from __future__ import annotations

from collections.abc import Sequence
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
"""The best walk onward, its first head, and the best with another head, as no walk turns straight back."""


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
        self._leading = [_leading(moves) for moves in self.moves]
        self._tail = [max((net for _, net in tails), default=NEVER) for tails in self.tails]
        self._onward: list[list[list[list[Best]]]] = []  # [stops left][token needed][doubling due][node]
        self._options: dict[tuple[int, int, int], list[Option]] = {}
        for left in range(reach):
            self._onward.append([self._layer(left, needs) for needs in (0, 1)])

    def _price_links(self, prices: Sequence[int]) -> None:
        """Prices of links and of stops, so that moves are priced with few additions."""
        priced = [(1 << n, price) for n, price in enumerate(prices) if price]
        links = self.problem.links
        self._link_price = [sum(price for bit, price in priced if mask & bit) for _, _, mask in links]
        self._stop_price = [prices[self.graph.width + group] for group in self.problem.group]

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
            row: list[Best] = [(NEVER, STAY, NEVER)] * len(self.gain)
            for node in self.graph.nodes:
                row[node] = self._onward_from(left, needs, doubling, node)
            layer.append(row)
        return layer

    def _onward_from(self, left: int, needs: int, doubling: int, node: int) -> Best:
        stay = 0 if not needs and not doubling and self.may_end[node] else NEVER
        if not self.problem.through[node]:
            return stay, STAY, stay
        return self._best_from(left, needs, doubling, node, stay)

    def _best_from(self, left: int, needs: int, doubling: int, node: int, stay: int) -> Best:
        first, head, second = stay, STAY, NEVER
        if not needs and not doubling and self._tail[node] > first:
            first, head, second = self._tail[node], TAIL, first
        if left:
            after = self.after if doubling else self.plainly_after
            for to, net in self._leading[node]:
                value = net + after(left, needs, node, to)
                if value > first:
                    first, head, second = value, to, first
                elif value > second:
                    second = value
        return first, head, second

    def plainly_after(self, left: int, needs: int, node: int, head: int) -> int:
        """The best that follows a move from `node` to `head`, with `left` counted stops before the move."""
        value, to, other = self._onward[left - 1][0 if self.problem.own[head] else needs][0][head]
        return other if to == node else value

    def after(self, left: int, needs: int, node: int, head: int) -> int:
        """The same if one counted stop, the head or a later one, pays twice."""
        value, to, other = self._onward[left - 1][0 if self.problem.own[head] else needs][1][head]
        now = self.problem.values[head] + self.plainly_after(left, needs, node, head)
        return max(now, other if to == node else value)

    def options(self, left: int, needs: int, node: int) -> list[Option]:
        """All moves from `node`, the most promising first."""
        key = (left, needs, node)
        found = self._options.get(key)
        if found is None:
            found = self._options[key] = self._sorted_options(left, needs, node)
        return found

    def _sorted_options(self, left: int, needs: int, node: int) -> list[Option]:
        options = [] if needs else [Option(net, net, NEVER, move, net, move.extra) for move, net in self.tails[node]]
        for move, net in self.moves[node] if left else ():
            plain = net + self.plainly_after(left, needs, node, move.head)
            doubled = net + self.after(left, needs, node, move.head) if self.doubles else NEVER
            gross = move.extra + self.gain[move.head]
            options.append(Option(max(plain, doubled), plain, doubled, move, net, gross))
        options.sort(key=lambda option: -option.top)
        return options

    def starts(self) -> list[Start]:
        """All ways to begin a route, the most promising first."""
        starts = []
        for node in self.graph.nodes:
            if self.may_end[node]:
                gross = self.gain[node]
                net = gross - self._stop_price[node]
                ahead = self._ahead(node)
                starts.append(Start(net + ahead, node, -1, net, gross))
                if self.problem.through[node]:
                    for n, (move, tail) in enumerate(self.tails[node]):
                        starts.append(Start(net + tail + ahead, node, n, net + tail, gross + move.extra))
        starts.sort(key=lambda start: (-start.top, start.node, start.tail))
        return starts

    def _ahead(self, node: int) -> int:
        """The best that can follow a start at `node`, the doubling included."""
        plain = self._from_start(node, 0)
        return max(plain + self.problem.values[node], self._from_start(node, 1)) if self.doubles else plain

    def _from_start(self, node: int, doubling: int) -> int:
        needs = int(not self.problem.own[node])
        return self._best_from(self.reach - 1, needs, doubling, node, NEVER)[0]

    def best_walk(self) -> tuple[int, list[int]]:
        """What the best walk earns, and the masks of what it uses, start and moves one by one."""
        start = next(iter(self.starts()), None)
        if start is None or start.top < NEVER // 2:
            return NEVER, []
        used = [self.graph.groups[start.node]]
        if start.tail >= 0:
            used.append(self.tails[start.node][start.tail][0].uses)
        return start.top, used + self._traced(start.node, start.top - start.net)

    def _traced(self, node: int, ahead: int) -> list[int]:
        """The moves of the best walk from a start, found again by their value."""
        values, used = self.problem.values, []
        left, needs, came, due = self.reach - 1, int(not self.problem.own[node]), STAY, self.doubles
        if due and ahead == values[node] + self._from_start(node, 0):
            ahead, due = ahead - values[node], False
        while ahead or needs or due or came == STAY or not self.may_end[node]:
            option = self._option_worth(left, needs, node, came, due, ahead)
            used.append(option.move.uses)
            if option.move.head == TAIL:
                break
            ahead -= option.net
            came, node = node, option.move.head
            if due and ahead == values[node] + self.plainly_after(left, needs, came, node):
                ahead, due = ahead - values[node], False
            left, needs = left - 1, 0 if self.problem.own[node] else needs
        return used

    def _option_worth(self, left: int, needs: int, node: int, came: int, due: bool, worth: int) -> Option:
        for option in self.options(left, needs, node):
            if (option.doubled if due else option.plain) == worth and option.move.head != came:
                return option
        raise AssertionError("a walk was valued that does not exist")


def _leading(moves: list[tuple[Move, int]]) -> list[tuple[int, int]]:
    """For each next stop the most that a move there brings."""
    best: dict[int, int] = {}
    for move, net in moves:
        if net > best.get(move.head, NEVER):
            best[move.head] = net
    return sorted(best.items())
