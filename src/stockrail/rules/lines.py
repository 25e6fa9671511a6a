"""Railway lines along which a token is placed: from a token of the company over track and towns to the next city.

A line begins at a stop with a token of the company and ends at the first stop with slots that it comes to; on the way
it passes towns (stops without slots) and collects the markers of their hexes. It uses no piece of track, no side
between hexes and no town twice. What it costs is a matter of the sides that it crosses.

Stops of one location that the caller calls twins are one city where track joins them directly, over one side: a line
may leave by one of them from a token in another, and reach one of them through another. It pays the side between them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from stockrail.board import Board, End, Face, Place, Track
from stockrail.board.faces import EDGE, STOP
from stockrail.board.track import loose_walk

MOST_POSITIONS = 4000
"""How many stretches of track a search for lines looks at; cheap lines are found first. No real map comes near."""

Costs = Mapping[Place, int]
"""What it costs to cross a side of a hex (hex, edge), the same from either hex."""

TWICE = -1
"""What a way has used that has used something twice: everything."""


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
        known = track.memo[key] = (costs, _least(track, company, goals, costs))
    return known[1]


def _least(track: Track, company: str, goals: frozenset[Place], costs: Costs) -> int | None:
    """The same, of which a loose search mostly is sure."""
    loose = _LooseSearch(track, company, goals, costs, track.board.twins)
    least = loose.least()
    return _Search(track, company, goals, costs, track.board.twins).least() if loose.unsure else least


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


class _Step(NamedTuple):
    """A stretch as a search uses it: sets of marks are bit masks there, in an order of its own."""

    marks: int
    stretch: Stretch
    at: int  # the side beyond its end (-1: there is none), or the stop
    ended: bool  # it ends at a stop
    gives: int  # the most markers of a town on it


class _Way(NamedTuple):
    """A part of a line. In order of cost, then of hexes."""

    cost: int
    length: int
    hexes: tuple[str, ...]
    number: int  # so that nothing below is ever compared
    at: int  # the side by which it has come into a hex, or a stop; both as numbers
    ended: bool  # it is at a stop
    used: int  # pieces, sides and towns
    counted: Mapping[int, int]  # hex -> the markers that it gave

    @property
    def markers(self) -> int:
        return sum(self.counted.values())


class _Ahead(NamedTuple):
    """What lies before a way: all that its continuations may use, the goals, and the most markers to be had."""

    marks: int
    goals: set[int]
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
        self.bits: dict[int, int] = {}  # mark -> its place in masks
        self.steps: dict[tuple[int, bool], tuple[_Step, ...]] = {}

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
                self._go_on(way)

    def _note(self, way: _Way) -> None:
        """A line is found. All before it were cheaper, or as cheap."""
        if way.at in self.goals and way.markers > self.best.get(way.at, -1):
            self.best[way.at] = way.markers
            self.lines.setdefault(way.at, {})[way.hexes] = Line(way.hexes, way.cost, way.markers)

    def _begin(self, start: int) -> None:
        """From a token, and from the twins of its stop."""
        first = _Way(0, 1, (self.names[start >> 3],), 0, start, True, 0, {})
        if self.along is None or first.hexes == self.along[:1]:
            for way in self._through_twins(first):
                self._go_on(way)

    def _through_twins(self, way: _Way) -> Iterator[_Way]:
        """The way itself, which is at a stop, and on from there over sides between twins."""
        yield way
        for onward in self._twins_of(way):
            yield from self._through_twins(onward)

    def _twins_of(self, way: _Way) -> Iterator[_Way]:
        location = self._location(way.at)
        if location not in self.twins:
            return
        for step in self._from(way):
            crossed = None if step.stretch.towns or step.ended else self._over(way, step)
            for last in self._from(crossed) if crossed else ():
                if crossed and last.ended and not last.stretch.towns and self._location(last.at) == location:
                    yield self._extended(crossed, last)

    def _location(self, stop: int) -> str | None:
        return self.track.faces[stop >> 3].stops[stop & 7].location

    def _from(self, way: _Way) -> Sequence[_Step]:
        """The steps from a side or a stop that use nothing twice."""
        return [step for step in self._steps(way.at, way.ended) if not way.used & step.marks]

    def _steps(self, at: int, ended: bool) -> tuple[_Step, ...]:
        """All steps over a hex from one of its sides or stops."""
        found = self.steps.get((at, ended))
        if found is None:
            start = (STOP if ended else EDGE, at & 7)
            stretches = _stretches(self.track.board, at >> 3, self.track.faces[at >> 3], start)
            found = self.steps[at, ended] = tuple([self._step(at >> 3, stretch) for stretch in stretches])
        return found

    def _step(self, index: int, stretch: Stretch) -> _Step:
        kind, n = stretch.end
        marks = sum(1 << self.bits.setdefault(mark, len(self.bits)) for mark in stretch.marks)
        gives = max((self.track.faces[index].stops[town].markers for town in stretch.towns), default=0)
        at = index * 8 + n
        return _Step(marks, stretch, at if kind == STOP else self.across[at], kind == STOP, gives)

    # -- going on ---------------------------------------------------------------------------------------------------

    def _go_on(self, way: _Way) -> None:
        """Every next step of a way: into the next hex, or to a stop and perhaps its twins."""
        for step in self._from(way):
            if step.ended:
                for arrived in self._arrivals(self._extended(way, step)):
                    heappush(self.todo, arrived)
            else:
                onward = self._over(way, step)
                if onward is not None:
                    heappush(self.todo, onward)

    def _arrivals(self, way: _Way) -> Iterable[_Way]:
        return self._through_twins(way)

    def _over(self, way: _Way, step: _Step) -> _Way | None:
        """Over a stretch and the side at its end into the next hex."""
        if step.at < 0:
            return None
        hexes = (*way.hexes, self.names[step.at >> 3])
        if self.along is not None and hexes != self.along[: len(hexes)]:
            return None
        cost = way.cost + self.costs[self.names[way.at >> 3], step.stretch.end[1]]
        return self._extended(way, step)._replace(cost=cost, length=len(hexes), hexes=hexes)

    def _extended(self, way: _Way, step: _Step) -> _Way:
        index = way.at >> 3
        self.number += 1
        more = step.gives > way.counted.get(index, 0)
        counted = {**way.counted, index: step.gives} if more else way.counted
        used = way.used | step.marks
        return way._replace(number=self.number, at=step.at, ended=step.ended, used=used, counted=counted)

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
        marks, used = 0, way.used
        goals: set[int] = set()
        markers: dict[int, int] = {}
        sides, met = [way.at], {way.at}
        for side in sides:
            for step in self._steps(side, False):
                if used & step.marks:
                    continue
                marks |= step.marks
                if step.stretch.towns:
                    markers[side >> 3] = max(markers.get(side >> 3, 0), step.gives)
                if step.ended:
                    goals.add(step.at)
                    if self._location(step.at) in self.twins:
                        for arrived in self._through_twins(self._extended(way._replace(at=side), step)):
                            marks |= arrived.used & ~used
                            goals.add(arrived.at)
                elif step.at >= 0 and step.at not in met:
                    met.add(step.at)
                    sides.append(step.at)
        return _Ahead(marks, goals, dict(sorted(markers.items())))


class _LooseSearch(_Search):
    """Ways may use things twice, so that only the cheapest to each side goes on.

    It is unsure if the line that it finds uses something twice, or where it comes to a twin of a goal.
    """

    unsure = False

    def _note(self, way: _Way) -> None:
        super()._note(way)
        self.unsure |= way.at in self.goals and way.used == TWICE

    def _arrivals(self, way: _Way) -> Iterable[_Way]:
        twins = self.track.joined_twins(way.at) - {way.at}
        self.unsure |= not twins.isdisjoint(self.goals)
        return (way,)

    def _from(self, way: _Way) -> Sequence[_Step]:
        return super()._from(way) if way.ended else self._steps(way.at, way.ended)

    def _extended(self, way: _Way, step: _Step) -> _Way:
        onward = super()._extended(way, step)
        return onward._replace(used=TWICE) if way.used & step.marks else onward

    def _is_promising(self, way: _Way, seen: dict[object, int]) -> bool:
        return seen.setdefault(way.at, way.number) == way.number


def _unbeaten(found: Iterable[Line]) -> tuple[Line, ...]:
    """Without those of equal cost that bring less."""
    kept: list[Line] = []
    for line in found:
        if kept and kept[-1].cost == line.cost:
            kept.pop()
        kept.append(line)
    return tuple(kept)
