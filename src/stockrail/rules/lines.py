"""Railway lines along which a token is placed: from a token of the company over track and towns to the next city.

A line begins at a stop with a token of the company and ends at the first stop with slots that it comes to; on the way
it passes towns (stops without slots) and collects the markers of their hexes. It uses no piece of track, no side
between hexes and no town twice. What it costs is a matter of the sides that it crosses.

Stops of one location that the caller calls twins are one city where track joins them directly, over one side: a line
may leave by one of them from a token in another, and reach one of them through another. It pays the side between them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from heapq import heappop, heappush
from typing import NamedTuple

from stockrail.board import Board, End, Face, Place, Track
from stockrail.board.faces import EDGE, STOP
from stockrail.board.track import loose_walk

MOST_POSITIONS = 4000
"""How many stretches of track a search for lines looks at; cheap lines are found first. No real map comes near."""

Costs = Mapping[Place, int]
"""What it costs to cross a side of a hex (hex, edge), the same from either hex."""


class Line(NamedTuple):
    """A line: its hexes from the token to the goal, what it costs, and the markers that it brings."""

    hexes: tuple[str, ...]
    cost: int
    markers: int


def lines(
    track: Track, company: str, goals: frozenset[Place], costs: Costs, twins: frozenset[str] = frozenset()
) -> Mapping[Place, tuple[Line, ...]]:
    """The lines of a company to each of these stops that no other line beats in cost and markers, cheapest first.

    Of equal ones the one with fewest hexes, then the first by name. A stop to which no line leads is not named.
    Goals are the stops where the company may put a token; the caller knows. Remembered by track.
    """
    key = ("lines", company, goals, twins)
    known: tuple[Costs, Mapping[Place, tuple[Line, ...]]] | None = track.memo.get(key)
    if known is None or known[0] is not costs:
        known = track.memo[key] = (costs, _Search(track, company, goals, costs, twins).listed())
    return known[1]


def cheapest(track: Track, company: str, goals: frozenset[Place], costs: Costs) -> int | None:
    """What the cheapest line of a company to any of these stops costs: found sooner than the lines."""
    board = track.board
    ends = _ends_somehow(track, company)
    if not any(board.indexes[hex_] * 8 + stop in ends for hex_, stop in goals):
        return None
    key = ("cheapest", company, goals)
    known: tuple[Costs, int | None] | None = track.memo.get(key)
    if known is None or known[0] is not costs:
        known = track.memo[key] = (costs, _Search(track, company, goals, costs, board.twins).least())
    return known[1]


def _ends_somehow(track: Track, company: str) -> Container[int]:
    """The stops to which track of the company leads over no city, and others: it may use things twice."""
    key = ("ends_somehow", company)
    if key not in track.memo:
        masks = (sum(1 << n for n, stop in enumerate(face.stops) if stop.slots) for face in track.faces)
        cells = [track.board.cell(n, face, mask) for n, (face, mask) in enumerate(zip(track.faces, masks, strict=True))]
        starts = {twin for start in track.starts(company) for twin in track.joined_twins(start)}
        ends = loose_walk(cells, starts).stops
        track.memo[key] = {twin for stop in ends for twin in track.joined_twins(stop)}
    found: Container[int] = track.memo[key]
    return found


def line_along(
    track: Track, company: str, goal: Place, hexes: tuple[str, ...], costs: Costs, twins: frozenset[str] = frozenset()
) -> Line | None:
    """The legal line of a company to a stop along these hexes, listed or not; the one with most markers if several."""
    found = _Search(track, company, frozenset({goal}), costs, twins, hexes).listed().get(goal, ())
    return next((line for line in reversed(found) if line.hexes == hexes), None)


class Stretch(NamedTuple):
    """A way within a face: from a side or stop to a side or a stop with slots, over towns."""

    pieces: int  # bit mask
    towns: tuple[int, ...]
    end: End
    marks: tuple[int, ...]  # pieces, towns and the side at its end, each a number of its own on the whole map


def _stretches(board: Board, index: int, face: Face, start: End) -> tuple[Stretch, ...]:
    key = ("stretches", index, face, start)
    found: tuple[Stretch, ...] | None = board.memo.get(key)
    if found is None:
        ways = _stretched(face, start, 0, ())
        found = board.memo[key] = tuple([Stretch(*way, _marks(board, index, *way)) for way in ways])
    return found


def _marks(board: Board, index: int, pieces: int, towns: tuple[int, ...], end: End) -> tuple[int, ...]:
    base = index * 128
    track = [base + n for n in range(64) if pieces >> n & 1]
    return (*track, *(base + 64 + town for town in towns), *_side_mark(board, index, end))


def _side_mark(board: Board, index: int, end: End) -> tuple[int, ...]:
    """The side at which a stretch ends: one number for both hexes that share it."""
    if end[0] != EDGE:
        return ()
    side = index * 8 + end[1]
    side = min(side, board.across[side]) if board.across[side] >= 0 else side
    return ((side >> 3) * 128 + 80 + (side & 7),)


def _stretched(face: Face, at: End, pieces: int, towns: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...], End]]:
    for piece, end in face.ways(at):
        kind, n = end
        if pieces >> piece & 1:
            continue
        used = pieces | 1 << piece
        if kind == EDGE or (kind == STOP and face.stops[n].slots):
            yield used, towns, end
        elif kind != STOP:
            yield from _stretched(face, end, used, towns)
        elif n not in towns and face.stops[n].run_through:
            yield from _stretched(face, end, used, (*towns, n))


class _Way(NamedTuple):
    """A part of a line. In order of cost, then of hexes."""

    cost: int
    length: int
    hexes: tuple[str, ...]
    number: int  # so that nothing below is ever compared
    at: int  # the side by which it has come into a hex, or a stop; both as numbers
    ended: bool  # it is at a stop
    used: frozenset[int]  # pieces, sides and towns
    counted: Mapping[int, int]  # hex -> the markers that it gave

    @property
    def markers(self) -> int:
        return sum(self.counted.values())


class _Ahead(NamedTuple):
    """What lies before a way: all that its continuations may use, the goals, and the most markers to be had."""

    marks: frozenset[int]
    goals: frozenset[int]
    markers: Mapping[int, int]  # by hex


class _Search:
    """All lines of a company, or (`along`) those over certain hexes only."""

    def __init__(
        self,
        track: Track,
        company: str,
        goals: frozenset[Place],
        costs: Costs,
        twins: frozenset[str],
        along: tuple[str, ...] | None = None,
    ) -> None:
        self.track, self.company, self.costs, self.twins, self.along = track, company, costs, twins, along
        self.names, self.across = track.board.names, track.board.across
        self.goals = {track.board.indexes[hex_] * 8 + stop: (hex_, stop) for hex_, stop in goals}
        self.best: dict[int, int] = {}  # goal -> most markers so far
        self.lines: dict[int, dict[tuple[str, ...], Line]] = {}
        self.todo: list[_Way] = []
        self.number = 0

    def listed(self) -> dict[Place, tuple[Line, ...]]:
        for _ in self._found():
            pass
        return {self.goals[goal]: _unbeaten(found.values()) for goal, found in sorted(self.lines.items())}

    def least(self) -> int | None:
        """What the first line costs that is found: no other is cheaper."""
        firsts = (line for _ in self._found() for found in self.lines.values() for line in found.values())
        return next((line.cost for line in firsts), None)

    def _found(self) -> Iterator[None]:
        """Looks for lines; stops at every end of a way."""
        for stop in self.track.starts(self.company):
            self._begin(stop)
        seen: dict[object, int] = {}
        for _ in range(MOST_POSITIONS):
            if not self.todo:
                break
            way = heappop(self.todo)
            if way.ended:
                self._note(way)
                yield
            elif self.along is not None or self._is_promising(way, seen):
                self._go_on(way, (EDGE, way.at & 7))

    def _note(self, way: _Way) -> None:
        """A line is found. All before it were cheaper, or as cheap."""
        if way.at in self.goals and way.markers > self.best.get(way.at, -1):
            self.best[way.at] = way.markers
            self.lines.setdefault(way.at, {})[way.hexes] = Line(way.hexes, way.cost, way.markers)

    def _begin(self, start: int) -> None:
        """From a token, and from the twins of its stop."""
        first = _Way(0, 1, (self.names[start >> 3],), 0, start, True, frozenset(), {})
        if self.along is None or first.hexes == self.along[:1]:
            for way in self._through_twins(first):
                self._go_on(way, (STOP, way.at & 7))

    def _through_twins(self, way: _Way) -> Iterator[_Way]:
        """The way itself, which is at a stop, and on from there over sides between twins."""
        yield way
        for onward in self._twins_of(way):
            yield from self._through_twins(onward)

    def _twins_of(self, way: _Way) -> Iterator[_Way]:
        location = self.track.faces[way.at >> 3].stops[way.at & 7].location
        if location not in self.twins:
            return
        for stretch in self._from(way.at >> 3, (STOP, way.at & 7), way.used):
            crossed = None if stretch.towns or stretch.end[0] == STOP else self._over(way, stretch)
            for last in self._from(crossed.at >> 3, (EDGE, crossed.at & 7), crossed.used) if crossed else ():
                if crossed and last.end[0] == STOP and not last.towns:
                    there = self._at_stop(crossed, last)
                    if self.track.faces[there.at >> 3].stops[there.at & 7].location == location:
                        yield there

    def _from(self, index: int, start: End, used: frozenset[int]) -> list[Stretch]:
        """The ways over a hex that use nothing twice."""
        stretches = _stretches(self.track.board, index, self.track.faces[index], start)
        return [stretch for stretch in stretches if used.isdisjoint(stretch.marks)]

    # -- going on ---------------------------------------------------------------------------------------------------

    def _go_on(self, way: _Way, start: End) -> None:
        """Every next step of a way: into the next hex, or to a stop and perhaps its twins."""
        for stretch in self._from(way.at >> 3, start, way.used):
            if stretch.end[0] == EDGE:
                onward = self._over(way, stretch)
                if onward is not None:
                    heappush(self.todo, onward)
            else:
                for arrived in self._through_twins(self._at_stop(way, stretch)):
                    heappush(self.todo, arrived)

    def _over(self, way: _Way, stretch: Stretch) -> _Way | None:
        """Over a stretch and the side at its end into the next hex."""
        index, edge = way.at >> 3, stretch.end[1]
        beyond = self.across[index * 8 + edge]
        if beyond < 0:
            return None
        hexes = (*way.hexes, self.names[beyond >> 3])
        if self.along is not None and hexes != self.along[: len(hexes)]:
            return None
        cost = way.cost + self.costs[self.names[index], edge]
        return self._extended(way, stretch, beyond, ended=False)._replace(cost=cost, length=len(hexes), hexes=hexes)

    def _at_stop(self, way: _Way, stretch: Stretch) -> _Way:
        return self._extended(way, stretch, (way.at >> 3) * 8 + stretch.end[1], ended=True)

    def _extended(self, way: _Way, stretch: Stretch, at: int, ended: bool) -> _Way:
        index = way.at >> 3
        self.number += 1
        gives = max((self._markers(index, town) for town in stretch.towns), default=0)
        more = gives > way.counted.get(index, 0)
        counted = {**way.counted, index: gives} if more else way.counted
        used = way.used.union(stretch.marks)
        return way._replace(number=self.number, at=at, ended=ended, used=used, counted=counted)

    def _markers(self, index: int, town: int) -> int:
        return self.track.faces[index].stops[town].markers

    # -- leaving out what leads to nothing better -------------------------------------------------------------------

    def _is_promising(self, way: _Way, seen: dict[object, int]) -> bool:
        """Whether some goal ahead may get more markers than by cheaper lines, and no cheaper way has the same ahead."""
        ahead = self._ahead(way)
        counted = {index: way.counted.get(index, 0) for index in ahead.markers}
        more = sum(max(0, markers - counted[index]) for index, markers in ahead.markers.items())
        if not any(self.best.get(goal, -1) < way.markers + more for goal in ahead.goals & self.goals.keys()):
            return False
        key = (way.at, ahead.marks, tuple(counted.items()))
        if seen.get(key, -1) >= way.markers:
            return False
        seen[key] = way.markers
        return True

    def _ahead(self, way: _Way) -> _Ahead:
        """All that may still be met, each thing by itself: what lies there is the same for ways that meet the same."""
        marks: set[int] = set()
        goals: set[int] = set()
        markers: dict[int, int] = {}
        sides, met = [way.at], {way.at}
        for side in sides:
            index = side >> 3
            for stretch in self._from(index, (EDGE, side & 7), way.used):
                marks.update(stretch.marks)
                for town in stretch.towns:
                    markers[index] = max(markers.get(index, 0), self._markers(index, town))
                if stretch.end[0] == STOP:
                    for arrived in self._through_twins(self._at_stop(way._replace(at=side), stretch)):
                        marks |= arrived.used - way.used
                        goals.add(arrived.at)
                elif (beyond := self.across[index * 8 + stretch.end[1]]) >= 0 and beyond not in met:
                    met.add(beyond)
                    sides.append(beyond)
        return _Ahead(frozenset(marks), frozenset(goals), dict(sorted(markers.items())))


def _unbeaten(found: Iterable[Line]) -> tuple[Line, ...]:
    """Without those of equal cost that bring less."""
    kept: list[Line] = []
    for line in found:
        if kept and kept[-1].cost == line.cost:
            kept.pop()
        kept.append(line)
    return tuple(kept)
