"""The picture of a board."""

import dataclasses
import re
import xml.etree.ElementTree as ET
from collections import Counter
from typing import Any

import pytest

from stockrail.draw import DARK, LIGHT, BoardView, Marks, Palette, board_svg
from stockrail.draw.faces import plan
from stockrail.draw.geometry import FLAT, distance
from stockrail.draw.grid import Grid
from stockrail.draw.place import placement
from stockrail.draw.scene import Scene

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=["start_view", "full_view", "end_view"])
def view(request: pytest.FixtureRequest) -> BoardView:
    found: BoardView = request.getfixturevalue(request.param)
    return found


def root(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def by_id(svg: str) -> dict[str, ET.Element]:
    return {element.attrib["id"]: element for element in root(svg).iter() if "id" in element.attrib}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_board_is_well_formed_and_shows_every_hex(view: BoardView, theme: str) -> None:
    ids = by_id(board_svg(view, theme))
    for name in view.board.hexes:
        title = ids["x" + name].find(SVG + "title")
        assert title is not None
        assert title.text is not None
        assert title.text.startswith(name)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_board_is_small(view: BoardView, theme: str) -> None:
    assert len(board_svg(view, theme).encode()) < 80_000


def test_the_same_view_gives_the_same_picture(view: BoardView) -> None:
    laid = dict(reversed(list(view.laid.items())))
    tokens = dict(reversed(list(view.tokens.items())))
    assert board_svg(view) == board_svg(dataclasses.replace(view, laid=laid, tokens=tokens))


def test_themes_differ_in_colours_only(view: BoardView) -> None:
    colour = re.compile(r"#[0-9A-Fa-f]{3,6}\b|opacity=\"[^\"]*\"")
    assert colour.sub("", board_svg(view, "light")) == colour.sub("", board_svg(view, "dark"))


def test_ids_are_unique_and_all_references_are_defined(view: BoardView) -> None:
    svg = board_svg(view, prefix="b-")
    counts = Counter(element.attrib["id"] for element in root(svg).iter() if "id" in element.attrib)
    assert max(counts.values()) == 1
    assert all(name.startswith("b-") for name in counts)
    assert {element.attrib["href"][1:] for element in root(svg).iter(SVG + "use")} <= set(counts)


def test_only_presentation_attributes_and_short_numbers_are_written(view: BoardView) -> None:
    svg = board_svg(view)
    assert not re.search(r"\s(style|class|dominant-baseline|pathLength)=", svg)
    assert not re.search(r"[ \"ML,(]-?\d+\.\d{2,}", svg)
    assert not re.search(r"\d\.0[^\d]", svg)


def ends(element: ET.Element, width: str) -> list[tuple[float, float]]:
    """All points at which the strokes of a width begin or end."""
    d = "".join(path.attrib["d"] for path in element.iter(SVG + "path") if path.get("stroke-width") == width)
    found = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)|A\S+ \S+ 0 0 \d (-?[\d.]+) (-?[\d.]+)", d)
    return [(float(a or c), float(b or d)) for a, b, c, d in found]


def test_all_track_reaches_the_edges_of_its_hex(view: BoardView) -> None:
    scene = Scene(view)
    ids = by_id(board_svg(view))
    hexes = [name for name in scene.grid.playable if scene.settings[name].face.track]
    for name, use in zip(hexes, ids["track"], strict=True):
        face = scene.settings[name].face
        if not any(piece.taper for piece in plan(face, FLAT).pieces):
            points = ends(ids[use.attrib["href"][1:]], "14.6")
            for edge in face.exits():
                assert min(distance(FLAT.edge_mid(edge), point) for point in points) < 0.1


def test_tokens_stand_in_the_slots_of_their_cities(end_view: BoardView) -> None:
    scene = Scene(end_view)
    ids = by_id(board_svg(end_view))
    for (name, stop), companies in end_view.tokens.items():
        setting = scene.settings[name]
        slots = plan(setting.face, FLAT).slots(stop, setting.rotation)
        seats = [
            (use.attrib["href"][2:], (float(use.get("x", 0)), float(use.get("y", 0))))
            for use in ids["f" + name].iter(SVG + "use")
            if use.attrib["href"].startswith("#t") and use.attrib["href"][2:] in companies
        ]
        for company, slot in zip(companies, slots, strict=False):
            assert any(who == company and distance(seat, slot) < 0.1 for who, seat in seats)


def test_a_route_runs_unbroken_from_end_to_end(end_view: BoardView) -> None:
    ids = by_id(board_svg(end_view))
    grid = Grid.of(end_view.board)
    d = ids["route0"].attrib["d"]
    points = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)(?=[MLA]|$)", d)]
    hexes = end_view.routes[0][1]
    assert distance(points[0], grid.centres[hexes[0]]) < 0.2
    assert distance(points[-1], grid.centres[hexes[-1]]) < 0.2
    assert all(min(distance(p, q) for q in points[:i] + points[i + 1 :]) < 200 for i, p in enumerate(points))
    starts = [(float(x), float(y)) for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", d)]
    assert len(starts) == 6, "a new stroke at every stop"


def test_a_route_without_track_is_refused(start_view: BoardView) -> None:
    with pytest.raises(ValueError, match="no track through"):
        board_svg(dataclasses.replace(start_view, routes=[("2", ("D7", "E8"))]))


def test_routes_that_share_track_lie_side_by_side(full_view: BoardView) -> None:
    there, back = ("D7", "E8", "F9"), ("F9", "E8", "D7")
    svg = board_svg(dataclasses.replace(full_view, routes=[("a", there), ("b", back)]))
    ids = by_id(svg)
    assert ids["route0"].attrib["stroke-width"] == ids["route1"].attrib["stroke-width"] == "17"
    assert ids["route0"].attrib["d"] != ids["route1"].attrib["d"]
    first, second = (
        [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", ids[name].attrib["d"])]
        for name in ("route0", "route1")
    )
    assert distance(first[0], second[-1]) == pytest.approx(15, abs=0.2)


def test_a_run_in_one_hex_is_a_ring(full_view: BoardView) -> None:
    ids = by_id(board_svg(dataclasses.replace(full_view, routes=[("P", ("D7",))])))
    assert ids["route0"].attrib["d"].endswith("Z")


def test_states_differ_in_form(full_view: BoardView) -> None:
    marks = Marks(
        buildable=frozenset({"A8"}),
        selected=frozenset({"B7"}),
        last=frozenset({"C8"}),
        reachable=frozenset({"E8"}),
        reachable_edges=frozenset({("D7", 1), ("D7", 4)}),
        focused=frozenset({"A12"}),
        veil=True,
    )
    ids = by_id(board_svg(dataclasses.replace(full_view, marks=marks), interactive=True))
    assert ids["marks"].findall(f"{SVG}g[@stroke-dasharray='14 9']")
    assert ids["lm"] is not None
    assert len(ids["reach"]) == 2
    assert ids["xA8"].attrib["role"] == "button"
    assert ids["xA8"].attrib["tabindex"] == "0"
    assert ids["xB7"].attrib["role"] == "img", "it can be pointed at, but is no choice"
    assert ids["xB7"].attrib["tabindex"] == "-1"


def test_an_interactive_board_is_a_group_and_a_picture_is_an_image(full_view: BoardView) -> None:
    assert root(board_svg(full_view)).attrib["role"] == "img"
    assert root(board_svg(full_view, interactive=True)).attrib["role"] == "group"


def test_a_hex_says_its_name_tile_tokens_and_value(end_view: BoardView) -> None:
    title = by_id(board_svg(end_view))["xC8"].find(SVG + "title")
    assert title is not None
    assert title.text == "C8 Brussels, tile 582; SNCB, NS; 50"


def test_reserved_homes_are_written_in_their_empty_slots(start_view: BoardView) -> None:
    drawn = by_id(board_svg(start_view))
    assert {"1", "3", "P"} <= {text.text for text in drawn["fA10"].iter(SVG + "text")}
    assert "Paris" in {text.text for text in drawn["names"].iter(SVG + "text")}


def test_a_cost_remains_on_a_laid_hex_only_if_the_view_says_so(full_view: BoardView) -> None:
    with_cost = by_id(board_svg(full_view))["fC18"]
    assert any("bmt60" in use.attrib["href"] for use in with_cost.iter(SVG + "use"))
    assert "fC18" not in by_id(board_svg(dataclasses.replace(full_view, costs={})))


def test_a_second_drawing_searches_nothing(view: BoardView) -> None:
    board_svg(view)
    before = placement.cache_info().misses
    board_svg(view, "dark")
    assert placement.cache_info().misses == before


def test_more_tokens_than_slots_are_all_shown(full_view: BoardView) -> None:
    crowd = dataclasses.replace(full_view, tokens={("D7", 0): ("NS", "FS", "DR")})
    uses = [use.attrib["href"] for use in by_id(board_svg(crowd))["fD7"].iter(SVG + "use")]
    assert {"#tNS", "#tFS", "#tDR"} <= set(uses)


def test_a_ghost_is_drawn_faintly(full_view: BoardView) -> None:
    faint = dataclasses.replace(full_view, ghosts=frozenset({("D7", 0, "FS")}))
    assert by_id(board_svg(faint))["fD7"].findall(f"{SVG}g[@opacity='.5']")


def test_hexes_without_coordinates_carry_their_number(box: Any) -> None:
    hexes = {"1": {"color": "white", "at": [0, 0]}, "2": {"color": "white", "at": [1, 1], "name": "Ely"}}
    svg = board_svg(box.drawn_over({"layout": "flat", "hexes": hexes}))
    assert {"1", "2", "Ely"} <= {text.text for text in root(svg).iter(SVG + "text")}


def test_a_pointy_board_is_drawn_too(box: Any) -> None:
    names = [f"{row}{2 * i + (n % 2)}" for n, row in enumerate("ABC") for i in range(1, 4)]
    hexes: dict[str, dict[str, Any]] = {name: {"color": "white"} for name in names}
    hexes["B3"] |= {"name": "Oslo", "stops": [{"kind": "city", "slots": 1}]}
    hexes["A2"] |= {"borders": [{"edge": 4, "kind": "river", "cost": 40}]}
    laid = {"B3": ("57", 1), "B5": ("8", 1)}
    ids = by_id(board_svg(box.drawn_over({"layout": "pointy", "hexes": hexes}, laid=laid)))
    assert {"xB3", "fB3", "k57", "k8"} <= set(ids)


LINKED: dict[str, Any] = {
    "rows": "up",
    "sheets": {"harbour": {"prefix": "z", "at": [4, 0]}},
    "links": [["A4", 0, "zA4", 3]],
    "hexes": {name: {"color": "white"} for name in ("A6", "A4", "zA4", "zA2")},
}


def test_a_second_sheet_lies_apart_and_a_route_goes_on_there(box: Any) -> None:
    laid = {name: ("57", 0) if name in ("A6", "zA2") else ("9", 0) for name in LINKED["hexes"]}
    view = box.drawn_over(LINKED, laid=laid, routes=[("4", ("A6", "A4", "zA4", "zA2"))])
    grid = Grid.of(view.board)
    assert grid.centres["A6"][1] < grid.centres["A4"][1], "numbers grow upwards"
    assert grid.centres["zA4"][0] - grid.centres["A4"][0] == 4 * 150
    path = by_id(board_svg(view))["route0"].attrib["d"]
    assert path.count("M") == 2, "a stroke on each sheet"


def contrast(first: str, second: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(first), light(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read_on_every_ground(palette: Palette) -> None:
    grounds = [palette.land, palette.rough, palette.mountain, palette.sea]
    grounds += [ground for ground, _ in palette.ground.values()]
    assert all(contrast(palette.ink, ground) >= 4.5 for ground in grounds)
    assert all(contrast(palette.rail, ground) >= 4.5 for ground in grounds)
    assert contrast(palette.badge_ink, palette.badge) >= 4.5
    assert contrast(palette.plate_ink, palette.city) >= 4.5
    assert contrast(palette.offboard_ink, palette.ground["red"][0]) >= 4.5
    assert contrast(palette.parline, palette.par) >= 4.5
    assert contrast(palette.accent, palette.land) >= 3
