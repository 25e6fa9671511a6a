"""Titles take standard tiles from the catalogue, and write down only what is their own."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from stockrail.board import Board, Face, catalogue
from stockrail.rules.title import RailTitle
from stockrail.titles import all_titles


@pytest.fixture(params=sorted(all_titles()))
def title(request: pytest.FixtureRequest) -> RailTitle:
    return all_titles()[request.param]


def written(title: RailTitle) -> dict[str, dict[str, Any]]:
    lines: dict[str, dict[str, Any]] = tomllib.loads(title._text("tiles.toml"))["tiles"]
    return lines


def look(face: Face) -> tuple[Any, ...]:
    return face.color, face.label, face.layout()


def test_no_title_repeats_the_face_of_a_standard_tile(title: RailTitle) -> None:
    standard = Board.from_facts({"hexes": {}}, {"tiles": catalogue()})
    own = [name for name, line in written(title).items() if "color" in line and name in catalogue()]
    assert [name for name in own if look(title.board.face(name, 0)) == look(standard.face(name, 0))] == []


def test_a_tile_list_says_how_many_there_are_and_where_they_fit(title: RailTitle) -> None:
    assert all({"count", "for"} <= set(line) for line in written(title).values())


def test_a_value_on_a_standard_tile_can_be_changed_for_a_title() -> None:
    changed = all_titles()["18EU"].changed({"tiles.tiles.57.stops.0.revenue": 30})
    assert changed.board.face("57", 0).stops[0].revenue == 30
    assert all_titles()["18EU"].board.face("57", 0).stops[0].revenue == 20
