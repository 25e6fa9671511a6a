"""Track as drawn: a casing, and the rail on it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

from .faces import Piece, Plan
from .geometry import Curve, H, Point
from .svg import at, curve_to, element
from .theme import Palette

RAIL = 8.6
CASING = 14.6
SEAM = 0.8  # a rail runs this far beyond the edge, or a hairline shows at every border
TAPER_CASING, TAPER_RAIL = 4.0, 14.0


def _beyond(point: Point) -> Point:
    """A point of an edge, a little further out."""
    scale = 1 + SEAM / H
    return point[0] * scale, point[1] * scale


def path(curve: Curve) -> str:
    return f"M{at(curve.start)}{curve_to(curve)}"


def rail_path(piece: Piece) -> str:
    """The path of a rail, run beyond each edge that it reaches."""
    curve = piece.curve
    straight = curve.centre is None
    head = tail = ""
    start, end = at(curve.start), curve_to(curve)
    if piece.ends[0][0] == "e":
        start = at(_beyond(curve.start))
        head = "" if straight else f"L{at(curve.start)}"
    if piece.ends[1][0] == "e":
        tail = f"L{at(_beyond(curve.end))}"
        end = "" if straight else end
        return f"M{start}{head}{end}{tail}"
    return f"M{start}{head}{end}{tail}"


def taper_path(piece: Piece, width: float, point: float, out: float) -> str:
    """A triangle from an edge to a point near the stop: here a run must end."""
    (x, y), (sx, sy) = piece.curve.start, piece.curve.end
    length = math.hypot(sx - x, sy - y)
    ux, uy = (sx - x) / length, (sy - y) / length
    base = (x - ux * out, y - uy * out)
    half = width / 2
    tip = (sx - ux * point, sy - uy * point)
    left = (base[0] - uy * half, base[1] + ux * half)
    right = (base[0] + uy * half, base[1] - ux * half)
    return f"M{at(left)}L{at(tip)}L{at(right)}Z"


def track_markup(plan: Plan, palette: Palette) -> str:
    """All track of a face, component after component, so that the later one crosses over."""
    parts = []
    for _, group in itertools.groupby(plan.pieces, key=lambda piece: piece.component):
        pieces = list(group)
        plain = [piece for piece in pieces if not piece.taper]
        parts.append(_rails(plain, palette) + _tapers([p for p in pieces if p.taper], palette))
    return element("g", "".join(parts), id="{id}")


def _rails(pieces: list[Piece], palette: Palette) -> str:
    if not pieces:
        return ""
    casing = "".join(path(piece.curve) for piece in pieces)
    rail = "".join(rail_path(piece) for piece in pieces)
    return _stroke(casing, palette.casing, CASING) + _stroke(rail, palette.rail, RAIL)


def _stroke(d: str, colour: str, width: float) -> str:
    return element("path", d=d, stroke=colour, stroke_width=width)


def _tapers(pieces: Iterable[Piece], palette: Palette) -> str:
    listed = list(pieces)
    if not listed:
        return ""
    casing = "".join(taper_path(piece, CASING, TAPER_CASING, 0.0) for piece in listed)
    rail = "".join(taper_path(piece, RAIL, TAPER_RAIL, SEAM) for piece in listed)
    return element("path", d=casing, fill=palette.casing) + element("path", d=rail, fill=palette.rail)
