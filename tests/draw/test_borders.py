"""Sides of hexes, maps of two sheets, claimed slots and ports on a board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from stockrail.board import Board
from stockrail.draw import BoardView, board_svg
from stockrail.draw.theme import LIGHT

CITY: dict[str, Any] = {"color": "white", "class": "city", "stops": [{"kind": "city", "slots": 3}]}
ROME: dict[str, Any] = {
    "color": "red",
    "name": "Rome",
    "stops": [{"kind": "offboard", "slots": 2, "revenue": {"first": 40, "second": 70}}],
    "track": [["e0", "s0"]],
}


def picture(a2: Sequence[dict[str, Any]] = (), rest: dict[str, Any] | None = None, **view: Any) -> str:
    """Two hexes one above the other and what else is given; borders are those of A2."""
    hexes = {"A2": {**CITY, "borders": list(a2)}, "A4": {**CITY}, "zA2": {**CITY}, **(rest or {})}
    facts = {
        "hexes": hexes,
        "rows": "up",
        "sheets": {"harbour": {"prefix": "z", "at": [6, 0], "name": "Harbour"}},
        "links": [["A4", 3, "zA2", 0]],
        "letters": ["k"],
        "texts": [["Far away", "B7"]],
        "outside": {"ocean": ["B7"]},
    }
    return board_svg(BoardView(board=Board.from_facts(facts, {"tiles": {}}), phase_colour="first", **view))


def strokes(svg: str, colour: str) -> list[str]:
    return re.findall(rf'<path d="([^"]*)" stroke="{colour}"[^>]*>', svg)


def test_a_mountain_is_a_row_of_dots_and_a_river_a_line() -> None:
    plain = picture()
    assert strokes(plain, LIGHT.mountain_sign) == [] == strokes(plain, LIGHT.river)
    svg = picture([{"edge": 3, "kind": "mountain"}, {"edge": 0, "kind": "river"}])
    assert len(strokes(svg, LIGHT.mountain_sign)) == 1 and 'stroke-dasharray="0 12.5"' in svg
    assert len(strokes(svg, LIGHT.river)) == 1


def test_two_rivers_on_one_side_lie_beside_each_other() -> None:
    lines = strokes(picture([{"edge": 3, "kind": "river"}, {"edge": 3, "kind": "river"}]), LIGHT.river)
    assert len(lines) == 2 and lines[0] != lines[1]


def test_a_side_that_meets_one_far_away_shows_its_river_at_both() -> None:
    svg = picture(rest={"A4": {**CITY, "borders": [{"edge": 3, "kind": "river"}]}})
    assert len(strokes(svg, LIGHT.river)) == 2


def test_a_cost_stands_on_a_side_that_gives_one() -> None:
    assert ">40<" in picture([{"edge": 3, "kind": "river", "cost": 40}])
    assert ">40<" not in picture([{"edge": 3, "kind": "river"}])


def test_what_is_closed_for_now_is_crossed_out_once() -> None:
    both = frozenset({("A2", 3), ("A4", 0)})
    assert len(strokes(picture(closed=both), LIGHT.line)) == 1
    assert strokes(picture(), LIGHT.line) == []


def test_a_sign_stands_at_both_ends_of_a_link() -> None:
    assert len(re.findall(">k<", picture())) == 2


def test_the_second_sheet_has_a_frame_its_name_and_coordinates_of_its_own() -> None:
    svg = picture()
    assert ">Harbour<" in svg and len(re.findall(">zA<", svg)) == 2
    rim = re.search(r'<g id="frame".*?</g>', svg)
    assert rim and ">zA<" not in rim[0]


def test_words_stand_where_nothing_is_built() -> None:
    assert ">Far away<" in picture()


@pytest.mark.parametrize("stop", [("A2", 0), ("B1", 0)])
def test_claims_take_the_slots_after_the_tokens(stop: tuple[str, int]) -> None:
    """Of a city and of a place off the map."""
    claims = {stop: [("5", "piece"), ("FB", "kept")]}
    svg = picture(rest={"B1": ROME}, claims=claims)
    assert ">5<" in svg and ">FB<" in svg
    assert ">≥4<" in picture(rest={"B1": ROME}, claims={stop: [("≥4", "later")]})


def test_a_place_off_the_map_shows_its_slots() -> None:
    shown, none = (
        picture(rest={"B1": ROME}),
        picture(rest={"B1": {**ROME, "stops": [{**ROME["stops"][0], "slots": 0}]}}),
    )
    assert shown.count('r="16.5"') == 2 and 'r="16.5"' not in none


def test_a_port_shows_what_it_adds() -> None:
    assert ">20<" in picture(ports={"A2": 20})
    assert ">20<" not in picture()
