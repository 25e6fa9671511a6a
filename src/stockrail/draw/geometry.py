"""Hexes, edges and the one curve from which all track is made.

Numbers are board units: the corner radius of a hex is 100. Axes are those of SVG: x to the right, y down,
angles clockwise from +x.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

R = 100.0
H = R * math.sqrt(3) / 2
STRAIGHT = 0.5  # a sideways shift below this is drawn as a line

Point = tuple[float, float]
CENTRE: Point = (0.0, 0.0)


def polar(radius: float, degrees: float) -> Point:
    """The point at this distance and angle from the origin."""
    angle = math.radians(degrees)
    return radius * math.cos(angle), radius * math.sin(angle)


def turned(point: Point, degrees: float) -> Point:
    """The point turned about the origin."""
    if not degrees % 360:
        return point
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos


def plus(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]


def distance(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def mean(points: Iterable[Point]) -> Point:
    listed = list(points)
    return sum(p[0] for p in listed) / len(listed), sum(p[1] for p in listed) / len(listed)


def segment_distance(point: Point, a: Point, b: Point) -> float:
    """Distance from a point to the segment a–b."""
    vx, vy = b[0] - a[0], b[1] - a[1]
    length = vx * vx + vy * vy
    if length == 0:
        return math.hypot(point[0] - a[0], point[1] - a[1])
    t = ((point[0] - a[0]) * vx + (point[1] - a[1]) * vy) / length
    t = min(1.0, max(0.0, t))
    return math.hypot(point[0] - a[0] - t * vx, point[1] - a[1] - t * vy)


@dataclass(frozen=True)
class Layout:
    """Which way the hexes stand, and so where their edges and corners are."""

    name: str
    first_corner: float
    first_edge: float

    @property
    def flat(self) -> bool:
        return self.name == "flat"

    def edge_angle(self, edge: int) -> float:
        return self.first_edge + 60.0 * (edge % 6)

    def edge_mid(self, edge: int) -> Point:
        return _edge_mids(self)[edge % 6]

    def corners(self, radius: float = R) -> list[Point]:
        return [polar(radius, self.first_corner + 60 * k) for k in range(6)]

    def edge_ends(self, edge: int) -> tuple[Point, Point]:
        """The two corners of an edge, clockwise."""
        angle = self.edge_angle(edge)
        return polar(R, angle - 30), polar(R, angle + 30)

    def step(self, edge: int) -> Point:
        """From a hex's centre to that of its neighbour over this edge."""
        x, y = self.edge_mid(edge)
        return 2 * x, 2 * y

    def edge_room(self, point: Point) -> float:
        """Distance to the nearest edge, negative outside."""
        return H - max(abs(point[0] * x + point[1] * y) for x, y in _edge_mids(self)[:3]) / H


@lru_cache(maxsize=4)
def _edge_mids(layout: Layout) -> tuple[Point, ...]:
    return tuple(polar(H, layout.edge_angle(k)) for k in range(6))


FLAT = Layout("flat", 0.0, 90.0)
POINTY = Layout("pointy", 30.0, 120.0)
LAYOUTS = {"flat": FLAT, "pointy": POINTY}


@dataclass(frozen=True)
class Curve:
    """A line or one circular arc of less than a half turn."""

    start: Point
    end: Point
    centre: Point | None = None
    radius: float = 0.0
    sweep: int = 0

    def back(self) -> Curve:
        return Curve(self.end, self.start, self.centre, self.radius, 1 - self.sweep)

    def turn(self, degrees: float) -> Curve:
        if not degrees % 360:
            return self
        centre = None if self.centre is None else turned(self.centre, degrees)
        return Curve(turned(self.start, degrees), turned(self.end, degrees), centre, self.radius, self.sweep)

    def shift(self, by: Point) -> Curve:
        centre = None if self.centre is None else plus(self.centre, by)
        return Curve(plus(self.start, by), plus(self.end, by), centre, self.radius, self.sweep)

    def _span(self) -> tuple[float, float]:
        """Angle at the start and signed angle to the end, in degrees."""
        assert self.centre is not None
        (x, y), (sx, sy), (ex, ey) = self.centre, self.start, self.end
        first = math.degrees(math.atan2(sy - y, sx - x))
        last = math.degrees(math.atan2(ey - y, ex - x))
        return first, (last - first) % 360 if self.sweep else -((first - last) % 360)

    @property
    def length(self) -> float:
        if self.centre is None:
            return distance(self.start, self.end)
        return math.radians(abs(self._span()[1])) * self.radius

    def at(self, t: float) -> Point:
        """The point at this fraction of the length."""
        if self.centre is None:
            (ax, ay), (bx, by) = self.start, self.end
            return ax + t * (bx - ax), ay + t * (by - ay)
        first, span = self._span()
        x, y = polar(self.radius, first + t * span)
        return self.centre[0] + x, self.centre[1] + y

    def tangent(self, t: float) -> float:
        """Angle of travel at this fraction of the length."""
        if self.centre is None:
            return math.degrees(math.atan2(self.end[1] - self.start[1], self.end[0] - self.start[0]))
        first, span = self._span()
        return first + t * span + (90 if self.sweep else -90)

    def distance(self, point: Point) -> float:
        if self.centre is None:
            return segment_distance(point, self.start, self.end)
        dx, dy = point[0] - self.centre[0], point[1] - self.centre[1]
        if self._beside(dx, dy):
            return abs(math.hypot(dx, dy) - self.radius)
        return min(distance(point, self.start), distance(point, self.end))

    def _beside(self, dx: float, dy: float) -> bool:
        """Whether a direction from the centre lies within the arc (the arc is below a half turn)."""
        assert self.centre is not None
        sign = 1 if self.sweep else -1
        ax, ay = self.start[0] - self.centre[0], self.start[1] - self.centre[1]
        bx, by = self.end[0] - self.centre[0], self.end[1] - self.centre[1]
        return sign * (ax * dy - ay * dx) >= 0 and sign * (dx * by - dy * bx) >= 0

    def beside(self, offset: float) -> Curve:
        """The parallel curve, offset to the right of the direction of travel."""
        a, b = math.radians(self.tangent(0) + 90), math.radians(self.tangent(1) + 90)
        start = (self.start[0] + offset * math.cos(a), self.start[1] + offset * math.sin(a))
        end = (self.end[0] + offset * math.cos(b), self.end[1] + offset * math.sin(b))
        radius = self.radius - offset if self.sweep else self.radius + offset
        return Curve(start, end, self.centre, radius, self.sweep)


def curve(layout: Layout, edge: int, target: Point) -> Curve:
    """The arc that leaves an edge at right angles and ends in the target."""
    start = layout.edge_mid(edge)
    nx, ny = -start[0] / H, -start[1] / H
    vx, vy = target[0] - start[0], target[1] - start[1]
    qx, qy = -ny, nx
    side = vx * qx + vy * qy
    if abs(side) < STRAIGHT:
        return Curve(start, target)
    radius = (vx * vx + vy * vy) / (2 * abs(side))
    reach = math.copysign(radius, side)
    return Curve(start, target, (start[0] + reach * qx, start[1] + reach * qy), radius, 1 if side > 0 else 0)


def pair(layout: Layout, first: int, second: int) -> Curve:
    """The track between two edges."""
    return curve(layout, first, layout.edge_mid(second))
