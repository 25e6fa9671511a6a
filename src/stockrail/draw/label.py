"""Labels of a board in a page: each stands at its anchor and grows apart from the hexes when these get small.

A page shows a board at z pixels a unit. It sets one number on the whole picture, `--k` = clamp(1, 10 / (15 z), 1.55),
and CSS scales each label: `.lb { transform: scale(min(var(--k, 1), var(--m, 9))); }`. A label has

- its anchor in the group around it, so that the scale leaves that point where it is (a plate: the edge at its city);
- classes by which it can be left out: `name`, `value`, `cost`, `tag` (a tile's letter), `box` (an off-board stop),
  `corner`, and `town` with a name or value of anything less than a city; within a box `other` are the values of other
  phases;
- `--m`, its own limit, where it would leave its hex before k has reached 1.55;
- `data-px` where it gets small: its largest size in units. Below 8 px (`data-px` · z < 8) the page leaves it out.
  Labels without it stay above 8 px down to z = 0.32, below which a board carries no text.

Tokens are drawn by `<use>`, which only inherited properties pass: `.id { display: var(--ids, inline); }` and
`.id.long { display: var(--longs, inline); }` switch the ids; cities of four circles and more are groups `tight`.
In any other picture there is no class, no scale and no limit: k is 1.
"""

from __future__ import annotations

import math
from functools import lru_cache

from .geometry import H, Layout, Point, polar
from .pen import Pen
from .svg import element, num, translate

GROWTH = 1.28  # k at the scale that can still be read: room that the search for places keeps free
MOST = 1.55  # the largest k
READABLE = 10 / 0.52  # units that make 10 px at that scale: no limit may keep a label smaller
ALWAYS = 8 / 0.32  # units that are 8 px wherever a board carries text at all
HEX_AIR = 1.0
Box = tuple[float, float, float, float]  # left, top, right, bottom


@lru_cache(4)
def _normals(layout: Layout) -> list[Point]:
    return [polar(1, layout.edge_angle(edge)) for edge in range(6)]


@lru_cache(4096)
def most_scale(layout: Layout, anchor: Point, box: Box) -> float:
    """How far a box about its anchor can grow until a corner reaches the line of its hex."""
    most = 9.0
    for nx, ny in _normals(layout):
        room = H - HEX_AIR - anchor[0] * nx - anchor[1] * ny
        reach = max(x * nx + y * ny for x in (box[0], box[2]) for y in (box[1], box[3]))
        if reach > 0:
            most = min(most, room / reach)
    return most


def label(pen: Pen, anchor: Point, inner: str, kind: str, size: float, most: float = 9.0, name: str = "") -> str:
    """A label whose markup lies about its anchor; `size` is that of its smallest letters."""
    known = pen.id(name) if name else None
    if pen.live:
        inner = element("g", inner, **_look(kind, size, most))
    return element("g", inner, id=known, transform=translate(anchor) or None)


def label_use(pen: Pen, anchor: Point, shape: str, kind: str, size: float, most: float = 9.0) -> str:
    """The same of a shape that is defined already."""
    if not pen.live:
        return pen.use(shape, anchor)
    return element("g", pen.use(shape, **_look(kind, size, most)), transform=translate(anchor) or None)


def _look(kind: str, size: float, most: float) -> dict[str, str | float | None]:
    limit = max(most, READABLE / size)
    reach = size * min(limit, MOST)
    return {
        "class": f"lb {kind}",
        "style": f"--m:{math.ceil(limit * 100) / 100:g}" if limit < MOST else None,
        "data_px": num(reach) if reach < ALWAYS else None,
    }
