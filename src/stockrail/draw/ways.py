"""Ways over track that a page lights up: below the track, like runs, and hidden until somebody names them."""

from __future__ import annotations

from . import runs
from .pen import Pen
from .scene import Scene
from .svg import element
from .view import Way


def ways(pen: Pen, scene: Scene) -> str:
    """Each with its key (`data-line`) and the hex to which it leads (`data-goal`); the chosen one is lit."""
    drawn = "".join(_way(pen, scene, way) for way in scene.view.ways)
    if not drawn:
        return ""
    return element(
        "g", drawn, id=pen.id("marked"), fill="none", stroke=pen.palette.accent, stroke_width=runs.WIDTH,
        stroke_opacity=pen.palette.route_opacity, stroke_linejoin="round", stroke_linecap="round",
    )  # fmt: skip


def _way(pen: Pen, scene: Scene, way: Way) -> str:
    """Nothing for one that has no track all the way."""
    try:
        legs = runs.legs(scene.grid, scene.settings, way.hexes)
    except (ValueError, KeyError):
        return ""
    d = "".join(stroke.path for stroke in runs.strokes(0, legs, runs.crossings([legs])))
    look = {"class": "lit", "data_chosen": "1"} if way.chosen else {}
    shown = None if way.chosen else "none"
    return element("path", "", d=d, data_line=way.key, data_goal=way.hexes[-1], display=shown, **look)
