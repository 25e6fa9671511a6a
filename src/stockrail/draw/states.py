"""Marks on top of the board: where one may build, what is chosen, what happened last, what can be reached."""

from __future__ import annotations

from collections.abc import Mapping

from .faces import plan
from .geometry import CENTRE, Layout, Point, polar
from .grid import Grid
from .parts import define_hex
from .pen import Pen
from .scene import Scene
from .setting import Setting
from .svg import at, element, num, translate
from .track import RAIL, path
from .view import Marks

BRACKET_RADIUS, BRACKET_ARM = 93.0, 26.0
VEIL, TINT = ".3", ".05"
HOME_RADIUS, HOME_TICK, WIDER = 38.0, 12.0, "1.5"


def reach_marks(pen: Pen, grid: Grid, settings: Mapping[str, Setting], marks: Marks) -> str:
    """Reachable track, painted between track and stops so that no token is struck through."""
    reached = sorted(marks.reachable | {name for name, _ in marks.reachable_edges})
    drawn = "".join(_reachable(pen, grid, settings[name], name, marks) for name in reached)
    return element("g", drawn, id=pen.id("reach"), fill="none") if drawn else ""


def state_marks(pen: Pen, grid: Grid, marks: Marks) -> str:
    """Layer 9: nothing below it changes."""
    define_hex(pen, grid.layout)
    named = marks.buildable | marks.selected | marks.focused
    veil = _veil(pen, grid, named) if marks.veil and named else ""
    open_ = sorted(marks.buildable | marks.focused)
    drawn = [buildable(pen, grid.centres[name], name in marks.focused) for name in open_]
    drawn += [_last(pen, grid, name) for name in sorted(marks.last)]
    drawn += [selected(pen, grid.centres[name]) for name in sorted(marks.selected)]
    return element("g", veil + "".join(drawn), id=pen.id("marks")) if veil or drawn else ""


def _veil(pen: Pen, grid: Grid, open_: frozenset[str]) -> str:
    """A thin veil of the page's colour over all, with a hole at each hex that is meant."""
    x, y, width, height = grid.whole
    corners = grid.layout.corners()
    holes = []
    for name in sorted(open_):
        cx, cy = grid.centres[name]
        holes.append("M" + "L".join(at((cx + dx, cy + dy)) for dx, dy in corners) + "Z")
    d = f"M{at((x, y))}h{num(width)}v{num(height)}h{num(-width)}Z" + "".join(holes)
    return element("path", d=d, fill=pen.palette.page, fill_opacity=VEIL, fill_rule="evenodd")


def buildable(pen: Pen, centre: tuple[float, float], focused: bool = False) -> str:
    """A dashed hex; unbroken and stronger while it has the focus."""
    accent = pen.palette.accent
    dashes = None if focused else "14 9"
    hex_ = pen.use("h", transform=translate(centre, 0, ".92"))
    return element(
        "g", hex_, fill=accent, fill_opacity=".22" if focused else TINT, stroke=accent, stroke_width=5,
        stroke_dasharray=dashes, stroke_linecap="round",
    )  # fmt: skip


def selected(pen: Pen, centre: tuple[float, float]) -> str:
    where = translate(centre, 0, ".93")
    return element(
        "g",
        pen.use("h", transform=where, stroke=pen.palette.casing, stroke_width=13)
        + pen.use("h", transform=where, stroke=pen.palette.accent, stroke_width=8),
        fill="none",
    )


def _last(pen: Pen, grid: Grid, name: str) -> str:
    d = brackets(grid.layout)

    def make() -> str:
        under = element("path", d=d, stroke=pen.palette.casing, stroke_width=12)
        over = element("path", d=d, stroke=pen.palette.last, stroke_width=7)
        ends = {"stroke_linejoin": "round", "stroke_linecap": "round"}
        return element("g", under + over, id="{id}", fill="none", **ends)

    pen.define("lm", make)
    return pen.use("lm", grid.centres[name])


def brackets(layout: Layout) -> str:
    """A bracket in each corner of the hex."""
    corners = layout.corners(BRACKET_RADIUS)
    share = BRACKET_ARM / BRACKET_RADIUS
    parts = []
    for k, (x, y) in enumerate(corners):
        arms = []
        for ox, oy in (corners[k - 1], corners[(k + 1) % 6]):
            arms.append(at((x + (ox - x) * share, y + (oy - y) * share)))
        parts.append(f"M{arms[0]}L{at((x, y))}L{arms[1]}")
    return "".join(parts)


def _reachable(pen: Pen, grid: Grid, setting: Setting, name: str, marks: Marks) -> str:
    """The rail repainted, with dots on it: of the whole hex, or of single edges."""
    pieces = plan(setting.face, setting.layout).pieces
    if name not in marks.reachable:
        lit = {f"e{(edge - setting.rotation) % 6}" for hex_, edge in marks.reachable_edges if hex_ == name}
        pieces = tuple(p for p in pieces if all(end in lit for end in p.ends if end[0] == "e"))
    d = "".join(path(piece.curve) for piece in pieces)
    if not d:
        return ""
    rail = element("path", d=d, stroke=pen.palette.reach, stroke_width=RAIL)
    row = {"stroke_dasharray": "0 10", "stroke_linecap": "round"}
    dots = element("path", "", d=d, stroke=pen.palette.casing, stroke_width=3, **row)
    where = translate(grid.centres[name], 60 * setting.rotation)
    return element("g", rail + dots, transform=where)


def home_marks(pen: Pen, scene: Scene) -> str:
    """A ring with four ticks for each company's home; a page shows it while the company is named."""
    drawn = []
    for company, (name, stop) in sorted(scene.view.homes.items()):
        if name in scene.settings:
            x, y = scene.grid.centres[name]
            (dx, dy), scale = _stop_place(scene.settings[name], stop)
            look = {"data_company": company, "display": "none"}
            drawn.append(pen.turned(_home(pen), (x + dx, y + dy), 0, scale, **look))
    return element("g", "".join(drawn), id=pen.id("homes")) if drawn else ""


def _stop_place(setting: Setting, stop: int) -> tuple[Point, str]:
    """The middle of a stop, and how much wider than one circle its mark is."""
    known = plan(setting.face, setting.layout)
    if stop >= len(known.places):
        return CENTRE, ""
    return known.place(stop, setting.rotation), WIDER if known.face.stops[stop].slots > 1 else ""


def _home(pen: Pen) -> str:
    near, far = num(HOME_RADIUS), HOME_RADIUS + HOME_TICK
    ticks = "".join(f"M{at(polar(HOME_RADIUS, a))}L{at(polar(far, a))}" for a in (0, 90, 180, 270))
    half = f"a{near} {near} 0 1 0 "
    ring = f"M-{near} 0{half}{num(2 * HOME_RADIUS)} 0{half}{num(-2 * HOME_RADIUS)} 0Z"

    def make() -> str:
        under = element("path", d=ring + ticks, stroke=pen.palette.casing, stroke_width=13)
        over = element("path", d=ring + ticks, stroke=pen.palette.accent, stroke_width=7)
        return element("g", under + over, id="{id}", fill="none", stroke_linecap="round")

    pen.define("home", make)
    return "home"


def hatch(pen: Pen, layout: Layout) -> str:
    """The name of the hatching of a hex that needs somebody's consent."""

    def make() -> str:
        lines = []
        offset = -180.0
        while offset <= 180:
            ends = _clipped(layout, offset)
            if ends:
                lines.append(ends)
            offset += 12 * 2**0.5
        return element("path", id="{id}", d="".join(lines), stroke=pen.palette.landline, stroke_width=2)

    pen.define("ht", make)
    return "ht"


def _clipped(layout: Layout, offset: float) -> str:
    """The part inside the hex of the line y = offset - x."""
    inside = [x for x in range(-100, 101) if layout.edge_room((x, offset - x)) > 3]
    if len(inside) < 4:
        return ""
    a, b = inside[0], inside[-1]
    return f"M{num(a)} {num(offset - a)}L{num(b)} {num(offset - b)}"
