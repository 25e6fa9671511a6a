"""The ground of a board: sea, land and laid colours, coast, and edges that cost or close."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import parts
from .grid import Grid
from .label import label
from .metrics import text_width
from .pen import Pen
from .scene import GROUNDS, Scene
from .states import hatch
from .svg import at, element, words

COST_SIZE = 15.0


def sea(pen: Pen, grid: Grid) -> str:
    p = pen.palette
    parts.define_hex(pen, grid.layout)
    order, around = (sorted(names, key=lambda name: grid.steps[name]) for names in (grid.sea, grid.border))
    sea = "".join(pen.use("h", grid.centres[name]) for name in order)
    rest = "".join(pen.use("h", grid.centres[name]) for name in around)
    waves = []
    for name in order:
        if name not in grid.playable:
            x, y = grid.centres[name]
            waves += [pen.use(parts.wave(pen), (x - 18, y - 12)), pen.use(parts.wave(pen), (x + 16, y + 14))]
    groups = element("g", rest, fill=p.border, stroke=p.border, stroke_width=1) if rest else ""
    if sea:
        groups += element("g", sea, id=pen.id("sea"), fill=p.sea, stroke=p.sea, stroke_width=1)
    if waves:
        drawn = "".join(waves)
        groups += element("g", drawn, fill="none", stroke=p.waves, stroke_width=2.5, stroke_linecap="round")
    return groups


def ground(pen: Pen, scene: Scene) -> str:
    """Hexes grouped by colour; hatching on top of the bare ones that need consent."""
    p, grid = pen.palette, scene.grid
    members: dict[str, list[str]] = {}
    for name in grid.playable:
        if name not in grid.sea:
            members.setdefault(scene.ground(name), []).append(name)
    tints = {"closed": p.border, "land": p.land, "rough": p.rough, "mountain": p.mountain}
    groups = []
    for colour in GROUNDS:
        if colour in members:
            shape = parts.ground_hex(pen, grid.layout, colour)
            fill, line = p.ground[colour] if colour in p.ground else (tints[colour], p.landline)
            uses = "".join(pen.use(shape, grid.centres[name]) for name in members[colour])
            width = 2 if colour in p.ground else 1.5
            groups.append(element("g", uses, fill=fill, stroke=line, stroke_width=width))
    marks = [pen.use(hatch(pen, grid.layout), grid.centres[name]) for name in sorted(scene.view.hatched)]
    return element("g", "".join(groups + marks), id=pen.id("ground"))


def coast(pen: Pen, grid: Grid) -> str:
    d = "".join(f"M{at(a)}L{at(b)}" for a, b in grid.coast())
    if not d:
        return ""
    return element("path", d=d, fill="none", stroke=pen.palette.coast, stroke_width=3, stroke_linecap="round")


def borders(pen: Pen, scene: Scene) -> str:
    """Rivers and other edges that cost or close, along the edge, with the cost on its middle."""
    drawn: dict[tuple[str, str], str] = {}
    for name in scene.grid.playable:
        for border in scene.hexes[name].borders:
            edge = int(border["edge"])
            key = (min(name, other := scene.grid.neighbour(name, edge) or ""), max(name, other))
            if key not in drawn and (border.get("cost") or border["kind"] == "impassable"):
                drawn[key] = _border(pen, scene.grid, name, edge, border)
    return element("g", "".join(drawn.values()), stroke_linecap="round") if drawn else ""


def _border(pen: Pen, grid: Grid, name: str, edge: int, border: Mapping[str, Any]) -> str:
    p = pen.palette
    x, y = grid.centres[name]
    a, b = grid.layout.edge_ends(edge)
    d = f"M{at((x + a[0], y + a[1]))}L{at((x + b[0], y + b[1]))}"
    known = {"river": p.river, "mountain": p.mountain_sign, "impassable": p.cityline}
    line = element("path", d=d, stroke=known.get(str(border["kind"]), p.hill_sign), stroke_width=7)
    if not border.get("cost"):
        return line
    dx, dy = grid.layout.edge_mid(edge)
    cost = str(border["cost"])
    width = text_width(cost, COST_SIZE, bold=True) + 10
    box = element("rect", x=-width / 2, y=-10, width=width, height=20, rx=10, fill=p.badge)
    text = words(cost, (0, 0), COST_SIZE, fill=p.badge_ink, font_weight="700")
    return line + label(pen, (x + dx, y + dy), box + text, "cost", COST_SIZE)
