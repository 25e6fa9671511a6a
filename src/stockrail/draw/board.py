"""The picture of a board, layer upon layer: ground, coast, routes, track, stops, rim, states, hit hexes."""

from __future__ import annotations

from stockrail.board.places import signs

from . import ground, legend, runs
from .faces import plan
from .furniture import describe, furniture, name_of
from .geometry import Point
from .grid import Grid
from .pen import Pen
from .scene import Scene
from .states import reach_marks, state_marks
from .svg import element, escaped, translate, words
from .theme import Palette, palette
from .track import track_markup
from .view import BoardView

RIM_COLUMN, RIM_ROW = 20.0, 17.0


def board_svg(
    view: BoardView,
    theme: str | Palette = "light",
    *,
    prefix: str = "",
    interactive: bool = False,
) -> str:
    """A board as SVG. `prefix` sets its ids apart from other pictures of the page; `interactive` makes the
    buildable hexes buttons."""
    scene = Scene(view)
    pen = Pen(palette(theme), prefix)
    grid = scene.grid
    frame, size = legend.frame(pen, grid, view)
    layers = [
        ground.sea(pen, grid),
        ground.ground(pen, scene),
        ground.coast(pen, grid),
        ground.borders(pen, scene),
        _routes(pen, scene),
        _track(pen, scene),
        reach_marks(pen, grid, scene.settings, view.marks),
        _stops(pen, scene),
        _names(pen, scene),
        _rim(pen, grid),
        frame,
        state_marks(pen, grid, view.marks),
        _hits(pen, scene, interactive),
    ]
    role = "group" if interactive else "img"
    title = ", ".join(part for part in (view.title, view.subtitle) if part)
    return pen.picture(size, "".join(layers), title, view.description, role=role)


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
    named = [(name, name_of(pen, scene.settings[name])) for name in scene.grid.playable]
    groups = [element("g", inner, transform=translate(scene.grid.centres[name])) for name, inner in named if inner]
    return element("g", "".join(groups), id=pen.id("names"))


def _rim(pen: Pen, grid: Grid) -> str:
    """Coordinates around the map: letters and numbers, each on both sides."""
    if not grid.rim:
        return ""
    width, height = grid.size
    marks: list[str] = []
    for name, point in _rim_marks(grid, 0):
        marks += [words(name, (point[0], y), RIM_COLUMN) for y in (34.0, height - 34)]
    for name, point in _rim_marks(grid, 1):
        marks += [words(name, (x, point[1]), RIM_ROW) for x in (30.0, width - 30)]
    return element("g", "".join(marks), id=pen.id("frame"), fill=pen.palette.rim)


def _rim_marks(grid: Grid, axis: int) -> list[tuple[str, Point]]:
    """Each column's (0) or row's (1) sign with the place of one of its hexes."""
    letters = grid.layout.flat == (axis == 0)
    found: dict[int, tuple[str, Point]] = {}
    for name, step in grid.steps.items():
        found.setdefault(step[axis], (signs(name)[0 if letters else 1], grid.centres[name]))
    return [found[key] for key in sorted(found)]


def _hits(pen: Pen, scene: Scene, interactive: bool) -> str:
    """One clear hex on top of each hex in play, which says what it is."""
    view = scene.view
    hits = []
    for name in scene.grid.playable:
        setting = scene.settings[name]
        values = [stop.value(view.phase_colour) for stop in setting.face.stops]
        tile = view.laid[name][0] if name in view.laid else ""
        said = describe(name, setting.name, tile, scene.guests[name], values, view.words.tile)
        button = interactive and name in view.marks.buildable
        if button:
            said = f"{said}, {view.words.legal}"
        x, y = scene.grid.centres[name]
        act = {"tabindex": "0", "role": "button"} if button else {}
        title = element("title", escaped(said))
        hits.append(element("use", title, href="#" + pen.id("h"), id=pen.id("x" + name), x=x, y=y, **act))
    return element("g", "".join(hits), id=pen.id("hits"), fill_opacity="0")
