"""The free room in one hex, and the search for a place in it.

A text is a capsule: a middle line with half its height around it. It fits where every point of the line is
clear of edges, track and whatever stands there already. The search looks at the cheapest points first and
stops when no later point can win, so that only a small part of the hex is ever measured.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from .geometry import Curve, Layout, Point, R, segment_distance

GRID = 4
EDGE_AIR = 3.0
LETTERS_AIR = 2.0
WIDE = 15.5  # clear even of a route
NARROW = 8.0  # clear of the casing
AIR_VALUE = 1.2  # what a unit of room to spare is worth, up to MOST_AIR units
MOST_AIR = 10.0

Capsule = tuple[Point, Point, float]
Cost = Callable[[float, float], float]
Ranked = list[tuple[float, int, int, float]]  # cost, grid point, distance to the hex's edge


@lru_cache(maxsize=4)
def _edge_rooms(layout: Layout) -> dict[tuple[int, int], float]:
    """Distance to the hex's edge at every grid point inside it."""
    reach = range(-int(R // GRID), int(R // GRID) + 1)
    rooms = {(i, j): layout.edge_room((i * GRID, j * GRID)) - EDGE_AIR for j in reach for i in reach}
    return {key: room for key, room in rooms.items() if room > 0}


class Room:
    """Clearance in a hex with this track; obstacles come in as they are placed."""

    def __init__(self, layout: Layout, track: Sequence[Curve]) -> None:
        self.layout = layout
        self._track = tuple(track)
        self._obstacles: list[Capsule] = []
        self._edges = _edge_rooms(layout)
        self._near_track: dict[tuple[int, int], float] = {}
        self._near_things: dict[tuple[int, int], float] = {}
        self._shares = False

    def fork(self) -> Room:
        """The same room to go on with: both know what either has measured, until an obstacle parts them."""
        other = Room(self.layout, self._track)
        other._obstacles = list(self._obstacles)
        other._near_track, other._near_things = self._near_track, self._near_things
        other._shares = True
        return other

    def block(self, a: Point, b: Point, radius: float) -> None:
        """Put an obstacle: all points within a radius of the segment a–b."""
        self._obstacles.append((a, b, radius))
        if self._shares:
            self._near_things, self._shares = dict(self._near_things), False
        known = self._near_things
        for (i, j), near in known.items():
            if near > -radius:  # else it lies deeper in something else
                known[i, j] = min(near, segment_distance((i * GRID, j * GRID), a, b) - radius)

    def block_text(self, middle: Point, width: float, height: float, air: float = 4.0) -> None:
        half = max(0.0, width / 2 - height / 2)
        x, y = middle
        self.block((x - half, y), (x + half, y), height / 2 + air)

    def clearance(self, point: Point, track_air: float) -> float:
        """How far a point is from everything, with this much air left beside track."""
        x, y = point
        near = [segment_distance(point, a, b) - radius for a, b, radius in self._obstacles]
        near += [curve.distance((x, y)) - track_air for curve in self._track]
        return min([self.layout.edge_room(point) - EDGE_AIR, *near])

    def _clear(self, i: int, j: int, track_air: float) -> float:
        key = (i, j)
        room = self._edges.get(key)
        if room is None:
            return -math.inf
        things = self._near_things.get(key)
        point = (i * GRID, j * GRID)
        if things is None:
            near = [segment_distance(point, a, b) - radius for a, b, radius in self._obstacles]
            things = self._near_things[key] = min(near, default=math.inf)
        if things < 0:
            return things
        track = self._near_track.get(key)
        if track is None:
            track = min((curve.distance(point) for curve in self._track), default=math.inf)
            self._near_track[key] = track
        return min(room, things, track - track_air)

    def _spare(self, i: int, j: int, reach: int, need: float, track_air: float) -> tuple[float, int]:
        """Room to spare around a capsule at a grid point, and at which column it is least or first negative."""
        least, where = math.inf, i
        for step in range(reach, -1, -1):  # the ends are the likeliest to fail
            for k in (i - step, i + step):
                room = self._clear(k, j, track_air) - need
                if room < least:
                    least, where = room, k
                    if room < 0:
                        return least, where
        return least, where

    def ranked(self, cost: Cost) -> Ranked:
        """All grid points of the hex, the cheapest first: several tries share one order."""
        return sorted((cost(i * GRID, j * GRID), i, j, room) for (i, j), room in self._edges.items())

    def best(self, ranked: Ranked, width: float, height: float, gap: float, track_air: float) -> Point | None:
        """The grid point of lowest cost at which a capsule fits, preferring air; None if it fits nowhere.

        Where one point lacks room, its neighbours nearer than that lack do too: they are passed over unmeasured.
        """
        need = height / 2 + gap
        reach = max(0, math.ceil((width / 2 - height / 2 - 1) / GRID))
        closed: dict[int, set[int]] = {}
        best, chosen = math.inf, None
        for price, i, j, room in ranked:
            if room < need or i in closed.get(j, ()):
                continue
            if price - AIR_VALUE * MOST_AIR >= best:
                break
            spare, k = self._spare(i, j, reach, need, track_air)
            if spare < 0:
                far = reach if spare == -math.inf else reach + math.ceil(-spare / GRID) - 1
                closed.setdefault(j, set()).update(range(k - far, k + far + 1))
            elif price - AIR_VALUE * min(MOST_AIR, spare) < best - 1e-9:
                best, chosen = price - AIR_VALUE * min(MOST_AIR, spare), (i * GRID, j * GRID)
        return chosen

    def least_bad(self, width: float, height: float) -> Point:
        """Where a text that fits nowhere covers the least."""
        points = [(i, j) for i, j in self._edges if not (i | j) & 1 and abs(i) * GRID + width / 2 < R]
        scored = ((self._covered(i, j, width, height), i * i + j * j, i, j) for i, j in points or [(0, 0)])
        _, _, i, j = min(scored)
        return i * GRID, j * GRID

    def _covered(self, i: int, j: int, width: float, height: float) -> float:
        """How deep a text would lie in other things, summed over points of it."""
        across, down = int(width / 2 // GRID), int(height / 2 // GRID)
        spots = ((k, m) for m in range(j - down, j + down + 1, 2) for k in range(i - across, i + across + 1, 2))
        return sum(max(0.0, LETTERS_AIR - self._anywhere(k, m)) for k, m in spots)

    def _anywhere(self, i: int, j: int) -> float:
        if (i, j) in self._edges:
            return self._clear(i, j, NARROW)
        return self.layout.edge_room((i * GRID, j * GRID)) - EDGE_AIR
