"""Upper bounds for the route search: the best walk onward from each stop, where stops may repeat.

A walk that may repeat stops is found by dynamic programming over the number of counted stops left. It earns at
least what the best route earns, so that a route which cannot get there even as a walk need not be tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stockrail.routes.moves import TAIL, Graph, Move

NEVER = -(10**9)
"""Less than anything: there is no such walk."""


class Mode(NamedTuple):
    """A kind of route: any (no bonus), or one with a bonus for its two ends."""

    ends: int | None  # mask of the stops at which it may begin and end; None: anywhere, tails too
    a_station: int  # what each own station adds at most
    table: tuple[int, ...]  # what the bonus really is, by own stations


class Option(NamedTuple):
    """A move with the most that can come of it."""

    plain: int
    doubled: int  # ... if one counted stop from here on pays twice
    move: Move
    gain: int  # what the move itself brings


class Best(NamedTuple):
    """The best walk onward, and the best one with another first stop (no walk turns straight back)."""

    value: int
    head: int
    other: int


class Bounds:
    """The best walks onward for one mode and one set of prices on track."""

    def __init__(self, graph: Graph, mode: Mode, reach: int, prices: Sequence[int], doubles: bool) -> None:
        self.graph = graph
        self.mode = mode
        self.doubles = doubles
        problem = graph.problem
        self.may_end = [mode.ends is None or bool(mode.ends >> n & 1) for n in range(len(problem.values))]
        self.gain = [
            value + mode.a_station * own for value, own in zip(problem.values, problem.own, strict=True)
        ]
        self.price = _pricer(prices)
        self.moves = [[(move, self._net(move)) for move in moves] for moves in graph.moves]
        tails = graph.tails if mode.ends is None else [[] for _ in problem.values]
        self.tails = [[(move, self._net(move)) for move in moves] for moves in tails]
        self._leading = [_leading(moves) for moves in self.moves]
        self._tail = [max((net for _, net in tails), default=NEVER) for tails in self.tails]
        self._best: list[list[list[list[Best]]]] = []  # [stops left][token needed][doubling due][node]
        for left in range(reach):
            self._best.append([self._layer(left, needs) for needs in (0, 1)])
        self._options: dict[tuple[int, int, int], list[Option]] = {}

    def _net(self, move: Move) -> int:
        head = self.gain[move.head] if move.head != TAIL else 0
        return move.extra + head - self.price(move.pieces)

    def _layer(self, left: int, needs: int) -> list[list[Best]]:
        nothing = Best(NEVER, TAIL, NEVER)
        plain = [nothing] * len(self.gain)
        doubled = [nothing] * len(self.gain)
        for node in self.graph.nodes:
            tail = NEVER if needs else self._tail[node]
            heads = self._leading[node] if left else []
            found = [(self.after(left, needs, 0, node, head) + net, head) for head, net in heads]
            plain[node] = _best([(tail, TAIL), *found])
            if self.doubles:
                found = [(self.after(left, needs, 1, node, head) + net, head) for head, net in heads]
                doubled[node] = _best(found)
        return [plain, doubled]

    def after(self, left: int, needs: int, doubling: int, node: int, head: int) -> int:
        """The best that follows a move from `node` to `head`, with `left` counted stops before the move."""
        problem = self.graph.problem
        needs = 0 if problem.own[head] else needs
        best = self.onward(left - 1, needs, 0, head, node)
        if not doubling:
            return best
        return max(best + problem.values[head], self.onward(left - 1, needs, 1, head, node))

    def onward(self, left: int, needs: int, doubling: int, node: int, came_from: int = TAIL - 1) -> int:
        """The best that a walk at `node` can still earn; ending there earns nothing more."""
        stay = 0 if not needs and not doubling and self.may_end[node] else NEVER
        if not self.graph.problem.through[node]:
            return stay
        value, head, other = self._best[left][needs][doubling][node]
        return max(stay, other if head == came_from else value)

    def leaving(self, left: int, needs: int, doubling: int, node: int) -> int:
        """The best beginning with `node`, which may be a stop that cannot be passed."""
        stay = 0 if not needs and not doubling and self.may_end[node] else NEVER
        return max(stay, self._best[left][needs][doubling][node].value)

    def options(self, left: int, needs: int, node: int) -> list[Option]:
        """All moves from `node`, the most promising first."""
        key = (left, needs, node)
        found = self._options.get(key)
        if found is None:
            found = self._options[key] = self._sorted_options(left, needs, node)
        return found

    def _sorted_options(self, left: int, needs: int, node: int) -> list[Option]:
        options = [] if needs else [Option(net, NEVER, move, net) for move, net in self.tails[node]]
        if left:
            for move, net in self.moves[node]:
                plain = net + self.after(left, needs, 0, node, move.head)
                doubled = net + self.after(left, needs, 1, node, move.head) if self.doubles else plain
                options.append(Option(plain, doubled, move, net))
        options.sort(key=lambda option: -max(option.plain, option.doubled))
        return options


def _pricer(prices: Sequence[int]) -> _Price:
    return _Price(prices)


class _Price:
    """The price of a mask of track: the sum over its bits."""

    def __init__(self, prices: Sequence[int]) -> None:
        self.priced = [(1 << n, price) for n, price in enumerate(prices) if price]

    def __call__(self, pieces: int) -> int:
        return sum(price for bit, price in self.priced if pieces & bit)


def _leading(moves: list[tuple[Move, int]]) -> list[tuple[int, int]]:
    """For each next stop the most that a move there brings."""
    best: dict[int, int] = {}
    for move, net in moves:
        best[move.head] = max(net, best.get(move.head, NEVER))
    return sorted(best.items())


def _best(found: list[tuple[int, int]]) -> Best:
    value, head = max(found, key=lambda pair: pair[0], default=(NEVER, TAIL))
    other = max((other for other, to in found if to != head), default=NEVER)
    return Best(value, head, other)
