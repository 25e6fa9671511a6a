"""Writing SVG: short numbers, escaped text, elements with presentation attributes only."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from .geometry import Curve, Point

FONT = "'Stockrail Sans', 'Source Sans Pro', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"
MIDDLE = 0.34  # from the middle of a line to its baseline, in sizes


def num(value: float) -> str:
    """One decimal place, no trailing zero."""
    short = f"{value:.1f}"
    if short.endswith(".0"):
        short = short[:-2]
    return "0" if short == "-0" else short


def at(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def translate(point: Point, turn: float = 0.0, scale: str = "") -> str:
    """A transform attribute's value."""
    parts = f"translate({at(point)})" if point != (0, 0) else ""
    if turn % 360:
        parts += f"rotate({num(turn % 360)})"
    return parts + (f"scale({scale})" if scale else "")


def curve_to(curve: Curve) -> str:
    """The path command from the curve's start to its end."""
    if curve.centre is None:
        return f"L{at(curve.end)}"
    radius = num(curve.radius)
    return f"A{radius} {radius} 0 0 {curve.sweep} {at(curve.end)}"


def attributes(values: Mapping[str, str | float | None]) -> str:
    """Attributes as text; underscores stand for hyphens, None for absent."""
    parts = []
    for name, value in values.items():
        if value is not None:
            shown = value if isinstance(value, str) else num(value)
            parts.append(f' {name.rstrip("_").replace("_", "-")}="{escape(shown)}"')
    return "".join(parts)


def escaped(text: str) -> str:
    return escape(text, quote=False)


def element(name: str, inner: str = "", /, **values: str | float | None) -> str:
    body = f">{inner}</{name}>" if inner else "/>"
    return f"<{name}{attributes(values)}{body}"


def words(text: str, middle: Point, size: float, **values: str | float | None) -> str:
    """A text whose line is centred on the height of a point."""
    base = middle[1] + MIDDLE * size
    x = middle[0] or None
    return element("text", escaped(text), x=x, y=base, font_size=f"{size:g}", **values)


def use(name: str, point: Point = (0, 0), /, **values: str | float | None) -> str:
    x, y = (None if num(value) == "0" else value for value in point)
    return element("use", "", href=f"#{name}", x=x, y=y, **values)
