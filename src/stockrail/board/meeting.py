"""Track that meets at a side of a hex: what can be reached only by coming to the meeting from behind.

Where two lines of a tile join at a side, a train may run from one over the border and not back into the other; but it
may come to the border from outside by another way. A walk from hex to hex leaves such ways out. So here the shortest
way to each missing thing is looked for. One that uses a piece or a stop twice is no route: then no route does both
of the things that clash, and the search goes on without the one, and without the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from stockrail.board.faces import EDGE, JUNCTION, STOP, End

if TYPE_CHECKING:
    from stockrail.board.track import Track

Thing = tuple[str, int]
"""A piece ("p", hex * 64 + piece) or an arrival ("a", hex * 8 + edge): what a route can find."""

Move = tuple[int, int, End]
"""A hex, a piece of track there, and the end that a train comes to on it."""

Tree = dict[Move, Move | None]
"""Each move with the one before it, in the order in which they were met."""


def piece_mark(index: int, piece: int) -> Thing:
    return ("p", index * 64 + piece)


class Trails:
    """Routes of one company from one stop."""

    def __init__(self, track: Track, company: str, closed: Mapping[int, int], one_stop_a_hex: bool) -> None:
        self.faces = track.faces
        self.across = track.board.across
        self.closed = closed
        self.single = one_stop_a_hex
        self._next: dict[Move, tuple[Move, ...]] = track.memo.setdefault(("onward", company), {})
        self._back: frozenset[Move] = frozenset()  # the moves to where all routes begin, and none returns
        self._firsts: tuple[Move, ...] = ()

    def find(self, start: int, missing: set[Thing]) -> set[Thing]:
        """Those of the missing things that a route from the stop comes to."""
        self._back = frozenset(self._moves_to(start))
        self._firsts = tuple(self._from(start >> 3, (STOP, start & 7)))
        shortest, found = self._tree(frozenset(), frozenset())[0], set[Thing]()
        for thing in sorted(missing):
            if thing not in found:
                found |= self._things_to(self._goals(thing), shortest) & missing
        return found

    def _things_to(self, goals: frozenset[Move], shortest: Tree) -> set[Thing]:
        """All that a route to one of some moves comes to; nothing if there is none."""
        todo: list[frozenset[Move]] = [frozenset()]
        tried = set(todo)
        while todo:
            without = todo.pop()
            tree, goal = self._tree(without, goals) if without else (shortest, _first_of(goals, shortest))
            way = _way_to(goal, tree)
            clash = self._clash(way)
            if way and clash is None:
                return {each for move in way for each in self._things(move)}
            for further in [without | {move} for move in clash or ()]:
                if further not in tried:
                    tried.add(further)
                    todo.append(further)
        return set()

    def _tree(self, without: frozenset[Move], goals: frozenset[Move]) -> tuple[Tree, Move | None]:
        """The shortest ways to all moves, or to the first goal that is met."""
        tree: Tree = {move: None for move in self._firsts if move not in without}
        moves, met, known = list(tree), {*tree, *without, *self._back}, self._next
        for move in moves:
            if move in goals:
                return tree, move
            following = known.get(move)
            if following is None:
                following = known[move] = tuple(self._after(move))
            for onward in following:
                if onward not in met:
                    met.add(onward)
                    tree[onward] = move
                    moves.append(onward)
        return tree, None

    def _goals(self, thing: Thing) -> frozenset[Move]:
        """The moves that come to a thing: over a piece in either direction, or out of a hex to a side."""
        kind, n = thing
        if kind == "p":
            index, piece = divmod(n, 64)
            return frozenset((index, piece, end) for end in self.faces[index].pieces[piece])
        side = self.across[n]
        index, edge = side >> 3, (EDGE, side & 7)
        return frozenset((index, piece, edge) for piece, ends in enumerate(self.faces[index].pieces) if edge in ends)

    def _clash(self, way: list[Move]) -> tuple[Move, Move] | None:
        """Two moves of which no route has both: over one piece, or to one stop (or hex of stops)."""
        seen: dict[object, Move] = {}
        for move in way:
            for mark in (move[:2], self._call(move)):
                if mark in seen:
                    return seen[mark], move
                if mark != -1:
                    seen[mark] = move
        return None

    # -- moves --------------------------------------------------------------------------------------------------

    def _moves_to(self, start: int) -> Iterator[Move]:
        """All moves that come to a stop, or to any in its hex if only one counts there."""
        for piece, ends in enumerate(self.faces[start >> 3].pieces):
            for kind, n in ends:
                if kind == STOP and (self.single or n == start & 7):
                    yield start >> 3, piece, (kind, n)

    def _after(self, move: Move) -> Iterator[Move]:
        """Every move that may come next."""
        index, piece, (kind, n) = move
        if kind == EDGE:
            beyond = self.across[index * 8 + n]
            yield from self._from(beyond >> 3, (EDGE, beyond & 7)) if beyond >= 0 else ()
        elif kind == JUNCTION or self._passable(index, n):
            yield from (other for other in self._from(index, (kind, n)) if other[1] != piece)

    def _from(self, index: int, at: End) -> Iterator[Move]:
        return ((index, piece, other) for piece, other in self.faces[index].ways(at))

    def _passable(self, index: int, stop: int) -> bool:
        return self.faces[index].stops[stop].run_through and not self.closed.get(index, 0) >> stop & 1

    def _called(self, stop: int) -> int:
        return stop >> 3 if self.single else stop

    def _call(self, move: Move) -> int:
        """The stop that a move comes to, or its hex; -1 if it comes to none."""
        index, _, (kind, n) = move
        return self._called(index * 8 + n) if kind == STOP else -1

    def _things(self, move: Move) -> list[Thing]:
        index, piece, (kind, n) = move
        beyond = self.across[index * 8 + n] if kind == EDGE else -1
        return [piece_mark(index, piece), *([("a", beyond)] if beyond >= 0 else [])]


def _first_of(goals: frozenset[Move], tree: Tree) -> Move | None:
    return next((goal for goal in sorted(goals) if goal in tree), None)


def _way_to(goal: Move | None, tree: Tree) -> list[Move]:
    """The way to a move, from its end."""
    way: list[Move] = []
    while goal is not None:
        way.append(goal)
        goal = tree[goal]
    return way
