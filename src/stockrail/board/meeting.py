"""Track that meets at a side of a hex: what can be reached only by coming to the meeting from behind.

Where two lines of a tile join at a side, a train may run from one over the border and not back into the other; but it
may come to the border from outside by another way. A walk from hex to hex leaves such ways out. So here routes are
tried one by one, as far as they can still lead to something that the walk has missed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from stockrail.board.faces import EDGE, JUNCTION, STOP, End

if TYPE_CHECKING:
    from stockrail.board.track import Track

Thing = tuple[str, int]
"""A piece ("p", hex * 64 + piece) or an arrival ("a", hex * 8 + edge): what a route can find."""


def piece_mark(index: int, piece: int) -> Thing:
    return ("p", index * 64 + piece)


class Trail(NamedTuple):
    """A route as far as it has come: where it stands, the pieces behind it, and the stops (or hexes of stops)."""

    hex: int
    at: End
    used: frozenset[Thing]
    called: frozenset[int]


class Trails:
    """Routes of one company from one stop, tried until nothing is missing that any of them could find."""

    def __init__(self, track: Track, closed: Mapping[int, int], one_stop_a_hex: bool) -> None:
        self.faces = track.faces
        self.across = track.board.across
        self.closed = closed
        self.single = one_stop_a_hex

    def find(self, start: int, missing: set[Thing]) -> set[Thing]:
        """Those of the missing things that a route from the stop comes to."""
        found: set[Thing] = set()
        wanted = set(missing)
        first = Trail(start >> 3, (STOP, start & 7), frozenset(), frozenset({self._call(start)}))
        trails = [first]
        while trails and wanted:
            trail = trails.pop()
            if not self._promises(trail, wanted):
                continue
            for things, onward in self._steps(trail):
                found |= things & wanted
                wanted -= things
                if onward is not None:
                    trails.append(onward)
        return found

    def _call(self, stop: int) -> int:
        return stop >> 3 if self.single else stop

    def _steps(self, trail: Trail) -> Iterator[tuple[set[Thing], Trail | None]]:
        """Every piece that may come next: what it shows, and where the route then stands, if it may go on."""
        index, at, used, called = trail
        for piece, other in self.faces[index].ways(at):
            mark = piece_mark(index, piece)
            if mark in used:
                continue
            kind, n = other
            if kind == JUNCTION:
                yield {mark}, Trail(index, other, used | {mark}, called)
            elif kind == EDGE:
                beyond = self.across[index * 8 + n]
                if beyond < 0:
                    yield {mark}, None
                else:
                    onward = Trail(beyond >> 3, (EDGE, beyond & 7), used | {mark}, called)
                    yield {mark, ("a", beyond)}, onward
            elif self._call(index * 8 + n) not in called:
                onward = Trail(index, other, used | {mark}, called | {self._call(index * 8 + n)})
                yield {mark}, onward if self._passable(index, n) else None

    def _passable(self, index: int, stop: int) -> bool:
        return self.faces[index].stops[stop].run_through and not self.closed.get(index, 0) >> stop & 1

    def _promises(self, trail: Trail, wanted: set[Thing]) -> bool:
        """Whether something wanted lies ahead, if only the pieces and stops behind are left alone."""
        seen: set[tuple[int, End]] = {(trail.hex, trail.at)}
        ahead = [trail]
        for each in ahead:
            for things, onward in self._steps(each._replace(used=trail.used, called=trail.called)):
                if things & wanted:
                    return True
                if onward is not None and (onward.hex, onward.at) not in seen:
                    seen.add((onward.hex, onward.at))
                    ahead.append(onward)
        return False
