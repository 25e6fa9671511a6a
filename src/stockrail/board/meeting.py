"""Track that meets at a side of a hex: what can be reached only by coming to the meeting from behind.

Where two lines of a tile join at a side, a train may run from one over the border and not back into the other; but it
may come to the border from outside by another way. A walk from hex to hex leaves such ways out. So here the shortest
way to each missing thing is looked for. One that uses a piece or a stop twice is no route: then no route does both
of the things that clash, and the search goes on without the one, and without the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stockrail.board.faces import EDGE, JUNCTION, STOP, End

if TYPE_CHECKING:
    from stockrail.board.track import Track

Thing = tuple[str, int]
"""A piece ("p", hex * 64 + piece) or an arrival ("a", hex * 8 + edge): what a route can find."""

Move = int
"""A piece of track and which of its two ends a train comes to: (hex * 64 + piece) * 2 + end."""

Moves = tuple[Move, ...]

Tree = dict[Move, Move]
"""Each move with the one before it, -1 before the first, in the order in which they were met."""

STOPS_KEPT = 16
"""The trees of so many stops are kept: a company has hardly more tokens, and asks for all of them in turn."""


def piece_mark(index: int, piece: int) -> Thing:
    return ("p", index * 64 + piece)


class Trails:
    """Routes of one company from one stop. What they come to is looked for when somebody asks, and remembered."""

    def __init__(self, track: Track, company: str, one_stop_a_hex: bool, start: int) -> None:
        self.faces = track.faces
        self.across = track.board.across
        self.closed = track.cells_for(company)[1]
        self.single = one_stop_a_hex
        self._board = track.board
        self._answers: dict[Thing, bool] = {}
        self._next: dict[Move, Moves] = track.memo.setdefault(("onward", company), {})
        self._back = frozenset(self._moves_to(start))  # the moves to where all routes begin, and none returns
        self._firsts = self._from(start >> 3, (STOP, start & 7))

    def come_to(self, thing: Thing) -> bool:
        """Whether a route from the stop does."""
        if thing not in self._answers:
            way = self._way(self._goals(thing))
            self._answers.update((each, True) for move in way for each in self._things(move))
            self._answers.setdefault(thing, False)
        return self._answers[thing]

    def _way(self, goals: Moves) -> list[Move]:
        """A route to one of some moves; empty if there is none."""
        trees = self._trees()
        todo: list[frozenset[Move]] = [frozenset()]
        tried = set(todo)
        while todo:
            without = todo.pop()
            tree = trees.get(without)
            if tree is None:
                tree = trees[without] = self._tree(without)
            goal = next((goal for goal in goals if goal in tree), None)
            way = [] if goal is None else _way_to(goal, tree)
            clash = self._clash(way)
            if way and clash is None:
                return way
            for further in [without | {move} for move in clash or ()]:
                if further not in tried:
                    tried.add(further)
                    todo.append(further)
        return []

    def _trees(self) -> dict[frozenset[Move], Tree]:
        """The trees made so far, by the moves left out. They are large, so only those of the last stops stay."""
        kept: dict[Trails, dict[frozenset[Move], Tree]] = self._board.memo.setdefault("trees", {})
        found = kept.get(self)
        if found is None:
            if len(kept) >= STOPS_KEPT:
                kept.clear()
            found = kept[self] = {}
        return found

    def _tree(self, without: frozenset[Move]) -> Tree:
        """The shortest ways to all moves."""
        tree: Tree = {move: -1 for move in self._firsts if move not in without}
        moves, barred, known = list(tree), without | self._back, self._next
        for move in moves:
            following = known.get(move)
            if following is None:
                following = known[move] = self._after(move)
            for onward in following:
                if onward not in tree and onward not in barred:
                    tree[onward] = move
                    moves.append(onward)
        return tree

    def _goals(self, thing: Thing) -> Moves:
        """The moves that come to a thing: over a piece in either direction, or out of a hex to a side."""
        kind, n = thing
        if kind == "p":
            return n * 2, n * 2 + 1
        side = self.across[n]
        return tuple(self._ending(side >> 3, (EDGE, side & 7)))

    def _clash(self, way: list[Move]) -> tuple[Move, Move] | None:
        """Two moves of which no route has both: over one piece, or to one stop (or hex of stops)."""
        over: dict[int, Move] = {}
        calls: dict[int, Move] = {}
        for move in way:
            if move >> 1 in over:
                return over[move >> 1], move
            over[move >> 1] = move
            kind, n = self._end(move)
            if kind == STOP:
                call = move >> 7 if self.single else (move >> 7) * 8 + n
                if call in calls:
                    return calls[call], move
                calls[call] = move
        return None

    # -- moves --------------------------------------------------------------------------------------------------

    def _moves_to(self, start: int) -> Iterator[Move]:
        """All moves that come to a stop, or to any in its hex if only one counts there."""
        stops = range(len(self.faces[start >> 3].stops)) if self.single else (start & 7,)
        return (move for n in stops for move in self._ending(start >> 3, (STOP, n)))

    def _after(self, move: Move) -> Moves:
        """Every move that may come next."""
        index, (kind, n) = move >> 7, self._end(move)
        if kind == EDGE:
            beyond = self.across[index * 8 + n]
            return self._entering(beyond) if beyond >= 0 else ()
        if kind == JUNCTION or self._passable(index, n):
            return tuple(other for other in self._from(index, (kind, n)) if other >> 1 != move >> 1)
        return ()

    def _entering(self, side: int) -> Moves:
        """The moves with which a train goes on that comes over a side into a hex."""
        key = ("entering", side, self.faces[side >> 3])
        found: Moves | None = self._board.memo.get(key)
        if found is None:
            found = self._board.memo[key] = self._from(side >> 3, (EDGE, side & 7))
        return found

    def _from(self, index: int, at: End) -> Moves:
        return tuple(move ^ 1 for move in self._ending(index, at))

    def _ending(self, index: int, at: End) -> Iterator[Move]:
        """The moves of a hex that come to an end of pieces there."""
        for piece, ends in enumerate(self.faces[index].pieces):
            if at in ends:
                yield (index * 64 + piece) * 2 + ends.index(at)

    def _end(self, move: Move) -> End:
        return self.faces[move >> 7].pieces[move >> 1 & 63][move & 1]

    def _passable(self, index: int, stop: int) -> bool:
        return self.faces[index].stops[stop].run_through and not self.closed.get(index, 0) >> stop & 1

    def _things(self, move: Move) -> Iterator[Thing]:
        yield ("p", move >> 1)
        kind, n = self._end(move)
        beyond = self.across[(move >> 7) * 8 + n] if kind == EDGE else -1
        if beyond >= 0:
            yield ("a", beyond)


def _way_to(goal: Move, tree: Tree) -> list[Move]:
    """The way to a move, from its beginning."""
    way: list[Move] = []
    while goal >= 0:
        way.append(goal)
        goal = tree[goal]
    way.reverse()
    return way
