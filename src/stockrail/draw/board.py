"""The picture of a board, layer upon layer: ground, coast, routes, track, stops, rim, states, hit hexes."""

from __future__ import annotations

import json

from . import borders, ground, legend, lines, runs
from .faces import plan
from .furniture import describe, furniture, name_of
from .grid import Grid
from .pen import Pen
from .scene import Scene
from .states import home_marks, reach_marks, state_marks
from .svg import element, escaped, num, translate, words
from .theme import Palette, palette
from .track import track_markup
from .view import BoardView
from .ways import ways

RIM_COLUMN, RIM_ROW = 20.0, 17.0
PICTURE = "picture"  # the id of all that lies on the board, without marks and hit hexes


def board_svg(
    view: BoardView,
    theme: str | Palette = "light",
    *,
    prefix: str = "",
    interactive: bool = False,
) -> str:
    """A board as SVG. `prefix` sets its ids apart from other pictures of the page.

    `interactive` is the board of a page: buildable hexes are buttons and every hex can have the focus, labels grow
    by themselves (see `label`), the rim is left to the page (`data-columns`, `data-rows`: signs and where they stand).
    """
    scene = Scene(view)
    pen = Pen(palette(theme), prefix, live=interactive)
    layers = _layers(pen, scene)
    marks = state_marks(pen, scene.grid, view.marks)
    title = ", ".join(part for part in (view.title, view.subtitle) if part)
    if interactive:
        drawn = element("g", layers, id=pen.id(PICTURE))
        body = drawn + marks + _hits(pen, scene)
        whole = " ".join(num(value) for value in scene.grid.whole)
        data = {"data_whole": whole, "data_columns": _signs(scene.grid, 0), "data_rows": _signs(scene.grid, 1)}
        size = scene.grid.size
        return pen.picture(size, body, title, view.description, role="group", page=False, box=whole, **data)
    frame, size = legend.frame(pen, scene.grid, view)
    body = layers + _rim(pen, scene.grid) + frame + marks + _hits(pen, scene)
    return pen.picture(size, body, title, view.description)


def _layers(pen: Pen, scene: Scene) -> str:
    layers = [
        ground.frames(pen, scene.grid),
        ground.sea(pen, scene.grid),
        ground.ground(pen, scene),
        ground.coast(pen, scene.grid),
        ground.texts(pen, scene.grid),
        borders.borders(pen, scene),
        lines.printed_lines(pen, scene.grid),
        _routes(pen, scene),
        ways(pen, scene) if pen.live else "",
        _track(pen, scene),
        reach_marks(pen, scene.grid, scene.settings, scene.view.marks),
        _stops(pen, scene),
        home_marks(pen, scene) if pen.live else "",
        _names(pen, scene),
    ]
    return "".join(layers)


def _routes(pen: Pen, scene: Scene) -> str:
    """Each train's run, below all track."""
    if not scene.view.routes:
        return ""
    found = [runs.legs(scene.grid, scene.settings, hexes) for _, hexes in scene.view.routes]
    shared = runs.crossings(found)
    drawn = []
    for number, ((label, hexes), run) in enumerate(zip(scene.view.routes, found, strict=True)):
        strokes = runs.strokes(number, run, shared)
        if not strokes:
            strokes = [runs.local_ring(scene.settings[hexes[0]], scene.grid.centres[hexes[0]])]
        company = scene.view.styles.get(scene.view.routes_company)
        drawn.append(_route(pen, number, f"{company.label}, {label}" if company else label, strokes))
    return element(
        "g",
        "".join(drawn),
        id=pen.id("routes"),
        fill="none",
        stroke_width=runs.WIDTH,
        stroke_opacity=pen.palette.route_opacity,
        stroke_linejoin="round",
    )


def _route(pen: Pen, number: int, label: str, strokes: list[runs.Stroke]) -> str:
    """One path if the run has one width, else a group of them."""
    colour, dashes, cap = legend.route_style(pen.palette, number)
    look = {"stroke": colour, "stroke_dasharray": dashes, "stroke_linecap": cap}
    title = element("title", escaped(label))
    name = pen.id(f"route{number}")
    widths = [None if stroke.width == runs.WIDTH else stroke.width for stroke in strokes]
    if len(strokes) == 1:
        return element("path", title, id=name, d=strokes[0].path, stroke_width=widths[0], **look)
    paths = [element("path", d=s.path, stroke_width=w) for s, w in zip(strokes, widths, strict=True)]
    return element("g", title + "".join(paths), id=name, **look)


def _track(pen: Pen, scene: Scene) -> str:
    drawn = []
    for name in scene.grid.playable:
        setting = scene.settings[name]
        if setting.face.track:
            laid = scene.view.laid.get(name)
            markup = track_markup(plan(setting.face, setting.layout), pen.palette)
            shape = pen.shape("k" + (laid[0] if laid else name), markup)
            drawn.append(pen.turned(shape, scene.grid.centres[name], 60 * setting.rotation))
    return element("g", "".join(drawn), id=pen.id("track"), fill="none")


def _stops(pen: Pen, scene: Scene) -> str:
    groups = []
    for name in scene.grid.playable:
        corner = "" if scene.grid.rim or len(name) > 3 else name
        inner = furniture(pen, scene.settings[name], scene.view.phase_colour, scene.guests[name], corner)
        if inner:
            where = translate(scene.grid.centres[name])
            groups.append(element("g", inner, id=pen.id("f" + name), transform=where))
    return element("g", "".join(groups), id=pen.id("stops"))


def _names(pen: Pen, scene: Scene) -> str:
    hexes = scene.grid.playable
    drawn = [name_of(pen, scene.settings[name], name, scene.grid.centres[name]) for name in hexes]
    return element("g", "".join(drawn), id=pen.id("names"))


def _rim(pen: Pen, grid: Grid) -> str:
    """Coordinates around the map: letters and numbers, each on both sides."""
    if not grid.rim:
        return ""
    width, height = grid.size
    marks: list[str] = []
    for name, point in grid.rim_marks(0):
        marks += [words(name, (point[0], y), RIM_COLUMN) for y in (34.0, height - 34)]
    for name, point in grid.rim_marks(1):
        marks += [words(name, (x, point[1]), RIM_ROW) for x in (30.0, width - 30)]
    return element("g", "".join(marks), id=pen.id("frame"), fill=pen.palette.rim)


def _signs(grid: Grid, axis: int) -> str:
    """The same for a page that draws its own rim."""
    marks = grid.rim_marks(axis) if grid.rim else []
    return json.dumps([[name, round(point[axis], 1)] for name, point in marks], separators=(",", ":"))


def _hits(pen: Pen, scene: Scene) -> str:
    """One clear hex on top of each hex in play, which says what it is; in a page every one can have the focus."""
    hits = []
    for name in scene.grid.playable:
        x, y = scene.grid.centres[name]
        button = pen.live and name in scene.view.marks.buildable
        said = _said(scene, name, button)
        title = "" if pen.live else element("title", escaped(said))
        act = _focusable(name, said, button) if pen.live else {}
        hits.append(element("use", title, href="#" + pen.id("h"), id=pen.id("x" + name), x=x, y=y, **act))
    return element("g", "".join(hits), id=pen.id("hits"), fill_opacity="0")


def _focusable(name: str, said: str, button: bool) -> dict[str, str]:
    """A hex for pointer and keyboard. A page has a line of its own for what is said: a tooltip would hide the map."""
    role, tab = ("button", "0") if button else ("img", "-1")
    return {"data_hex": name, "tabindex": tab, "role": role, "aria_label": escaped(said)}


def _said(scene: Scene, name: str, legal: bool) -> str:
    view, setting = scene.view, scene.settings[name]
    values = [stop.value(view.phase_colour) for stop in setting.face.stops]
    tile = view.laid[name][0] if name in view.laid else ""
    said = describe(name, setting.name, tile, scene.guests[name], values, view.words.tile)
    return f"{said}, {view.words.legal}" if legal else said
