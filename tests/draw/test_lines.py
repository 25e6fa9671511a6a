"""Printed lines, letters in corners, ground where nobody builds, and boxes off the map: the board of 1883."""

from __future__ import annotations

import dataclasses
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from tests.titles.g1883.lying import TITLE, lying

from stockrail.draw import BoardView, board_svg, board_text
from stockrail.draw.faces import Face
from stockrail.draw.furniture import furniture
from stockrail.draw.geometry import Point, distance
from stockrail.draw.lines import chain, crossings
from stockrail.draw.of_game import board_view
from stockrail.draw.pen import Pen
from stockrail.draw.place import placement
from stockrail.draw.runs import legs
from stockrail.draw.scene import Scene
from stockrail.draw.setting import MARK_RADIUS, PIECE_PLACES, Line, line_curve, mark_places
from stockrail.draw.theme import LIGHT


@pytest.fixture(scope="module")
def view() -> BoardView:
    return board_view(lying("1"))


@pytest.fixture(scope="module")
def scene(view: BoardView) -> Scene:
    return Scene(view)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_empty_board_is_well_formed_and_shows_every_line(view: BoardView, theme: str) -> None:
    root = ET.fromstring(board_svg(view, theme))
    by_id = {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}
    assert {f"x{name}" for name in view.board.hexes} <= set(by_id)
    hexes = sum(len(line) for line in view.board.chart.lines)
    assert by_id["ways"][0].attrib["d"].count("M") == hexes


def test_lines_lead_from_neighbour_to_neighbour(scene: Scene) -> None:
    assert chain(scene.grid, "55", "BOLOGNA") == ["55", "65", "77", "87", "BOLOGNA"]
    assert chain(scene.grid, "VERONA", "78") == ["VERONA", "59", "58", "68", "79", "78"]
    with pytest.raises(ValueError, match="no line"):
        chain(scene.grid, "55", "1")


def test_every_t_place_is_on_a_line_to_its_boxes(scene: Scene) -> None:
    for place, boxes in TITLE.map_facts["fs"]["boxes"].items():
        assert all(chain(scene.grid, place, box) for box in boxes)


def test_a_run_over_a_line_follows_it(scene: Scene) -> None:
    drawn = legs(scene.grid, scene.settings, ["55", "BOLOGNA"])
    assert distance(drawn[0].curve.start, scene.grid.centres["55"]) < 1
    assert distance(drawn[-1].curve.end, scene.grid.centres["BOLOGNA"]) < 1
    assert [leg.end for leg in drawn] == [("55", "65"), ("65", "77"), ("77", "87"), ("87", "BOLOGNA"), None]
    for one, other in pairwise(drawn):
        assert distance(one.curve.end, other.curve.start) < 0.1
    with pytest.raises(ValueError, match="no line"):
        legs(scene.grid, scene.settings, ["55", "1"])


def test_a_run_over_track_and_a_line_is_one_route_of_the_picture() -> None:
    view = board_view(lying("4", {"54": ("8", 1)}))
    ways = [("4", ["41", "54", "55", "BOLOGNA"]), ("3", ["MANTOVA", "55"])]
    drawn = board_svg(dataclasses.replace(view, routes=ways))
    assert 'id="route0"' in drawn and 'id="route1"' in drawn


def test_names_keep_clear_of_lines_in_open_country(scene: Scene) -> None:
    """But for those that find no room and say so."""
    for name, lines in crossings(scene.grid).items():
        setting = scene.settings[name]
        if setting.face.stops:
            continue
        texts = [line for line in placement(setting).lines if not line.halo]
        assert texts, name
        for first, second in lines:
            curve = line_curve(setting.layout, first, second)
            for text in texts:
                ends = [(text.middle[0] + side * text.width / 2.4, text.middle[1]) for side in (-1, 0, 1)]
                assert min(curve.distance(point) for point in ends) > text.size / 2, name


def test_letters_signs_and_anchors_stand_in_corners(scene: Scene) -> None:
    assert scene.settings["34"].marks == ("line:T", "F")
    assert scene.settings["21"].marks == ("anchor", "F")
    assert scene.settings["AULLA"].marks == ("mountain",)
    for setting in scene.settings.values():
        for place in mark_places(setting.marks):
            assert setting.layout.edge_room(place) > MARK_RADIUS
            assert all(distance(place, other.middle) > MARK_RADIUS for other in placement(setting).lines)
            assert all(distance(place, disc.middle) > MARK_RADIUS + 8 for disc in placement(setting).discs)
    inner = furniture(Pen(LIGHT), scene.settings["34"], "low")
    assert re.findall(r">([TF])<", inner) == ["T", "F"]


def test_a_box_at_the_end_of_a_line_shows_its_three_values(scene: Scene) -> None:
    inner = furniture(Pen(LIGHT), scene.settings["BOLOGNA"], "middle")
    assert re.findall(r">(\d+)<", inner) == ["40", "60", "80"]


def test_ground_where_nobody_builds_looks_closed(scene: Scene) -> None:
    closed = [name for name in scene.grid.playable if scene.ground(name) == "closed"]
    assert closed == ["10", "11", "12", "23", "24", "36", "48"]
    assert scene.ground("25") == "mountain" and not scene.settings["25"].badge
    assert scene.ground("42") == "grey"


def test_circles_name_the_companies_that_are_expected(view: BoardView) -> None:
    homes = {"34": "FSF", "59": "FSF", "21": "SV", "86": "FBV", "31": "SAFRE", "55": "FMMSF", "64": "FMV"}
    assert {hex_: company for (hex_, _), company in view.reserved.items()} == homes


def test_the_board_can_be_read_as_text(view: BoardView) -> None:
    assert "Modena" in board_text(view, 200)


def beside(line: Line, point: Point) -> float:
    """How far a point is from the nearest letter of a line, about."""
    (x, y), (px, py) = line.middle, point
    return distance((max(0.0, abs(px - x) - line.width / 2), abs(py - y) - line.size * 0.4), (0.0, 0.0))


def test_names_of_open_country_keep_clear_of_letters_and_stay_in_their_hexes(scene: Scene) -> None:
    for name, setting in scene.settings.items():
        if setting.face.stops or setting.face.track or setting.lines:
            continue
        for line in placement(setting).lines:
            assert all(beside(line, place) > MARK_RADIUS for place in mark_places(setting.marks)), name
            ends = ((line.middle[0] + side * line.width / 2, line.middle[1]) for side in (-1, 1))
            assert all(setting.layout.edge_room(end) > 0 for end in ends), name
    names = {name: [line.text for line in placement(scene.settings[name]).lines] for name in ("69", "93", "94")}
    assert names == {"69": ["San Martino", "Spino"], "93": ["Castiglione", "dei Pepoli"], "94": ["Monghidoro"]}


def test_a_coach_covers_no_name(scene: Scene) -> None:
    for name, setting in scene.settings.items():
        if setting.sign and not setting.face.stops and not setting.face.track and not setting.marks:
            lines = placement(dataclasses.replace(setting, pieces=1)).lines
            x, y = PIECE_PLACES[0]
            corners = [(x + dx, y - 11.0) for dx in (-14.0, 0.0, 14.0)]
            assert all(beside(line, corner) > 0 and line.middle[1] < y - 15 for line in lines for corner in corners), (
                name
            )


def test_a_plate_of_two_lines_goes_below_where_a_mark_stands_above(scene: Scene) -> None:
    printed = scene.settings["47"]
    laid = dataclasses.replace(printed, face=Face.of(TITLE.board.face("5", 0)), rotation=0)
    assert "anchor" in laid.marks
    for rotation in range(6):
        turned = dataclasses.replace(laid, rotation=rotation)
        assert all(line.middle[1] > 0 for line in placement(turned).lines if line.style == "plate"), rotation
    bare = [dataclasses.replace(laid, marks=(), rotation=rotation) for rotation in range(6)]
    assert any(line.middle[1] < 0 for each in bare for line in placement(each).lines if line.style == "plate")
