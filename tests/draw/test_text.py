"""The board as text."""

import dataclasses
from typing import Any

import pytest

from stockrail.draw import BoardView, CompanyStyle, Marks, board_text
from stockrail.draw.text import abbreviated, short_codes


@pytest.fixture(params=["start_view", "full_view", "end_view"])
def view(request: pytest.FixtureRequest) -> BoardView:
    found: BoardView = request.getfixturevalue(request.param)
    return found


def test_all_hexes_and_named_places_are_there(view: BoardView) -> None:
    text = board_text(view)
    for name, place in view.board.hexes.items():
        assert name in text
        if place.place:
            assert abbreviated(place.place, 8) in text


def test_lines_fit_a_terminal_of_120_columns(view: BoardView) -> None:
    assert max(len(line) for line in board_text(view).splitlines()) <= 120


def test_a_narrow_terminal_gets_strips(view: BoardView) -> None:
    text = board_text(view, width=60)
    assert max(len(line) for line in text.splitlines()) <= 60
    assert "Warsaw" in text


def test_a_tile_shows_its_number_turn_and_tokens(full_view: BoardView) -> None:
    text = board_text(full_view)
    assert "513↓" in text
    assert "14↙" in text
    assert "DR o KS" in text


def test_joined_track_and_dead_ends_are_marked(box: Any) -> None:
    text = board_text(box.view(laid={"E8": ("9", 0), "E10": ("9", 0), "I6": ("9", 1)}))
    assert "‖" in text
    assert "v" in text
    assert "<" in text
    assert ">" in text


def test_hexes_to_build_on_have_a_star(full_view: BoardView) -> None:
    marks = Marks(buildable=frozenset({"A8"}), selected=frozenset({"F9"}))
    text = board_text(dataclasses.replace(full_view, marks=marks))
    assert "A8*" in text
    assert "F9*" in text
    assert "B9*" not in text


def test_colours_come_only_when_asked_for(full_view: BoardView) -> None:
    assert "\x1b" not in board_text(full_view)
    coloured = board_text(full_view, ansi=True)
    assert "\x1b[32m" in coloured
    assert coloured.count("\x1b[0m") > 10


def test_reserved_homes_are_shown_in_brackets(start_view: BoardView) -> None:
    text = board_text(start_view)
    assert "(1)|(3)" in text
    assert "(15)" in text


def test_codes_of_companies_are_short_and_different(box: Any) -> None:
    codes = short_codes(box.styles)
    assert len(set(codes.values())) == len(codes)
    assert all(len(code) <= 2 for code in codes.values())
    alike = {name: CompanyStyle(name, "#000", "#fff") for name in ("ABC", "ADC", "AEC")}
    assert list(short_codes(alike).values()) == ["AC", "AD", "AE"]


def test_long_names_lose_inner_vowels_first() -> None:
    assert abbreviated("Strasbourg", 8) == "Strasbrg"
    assert abbreviated("Lille", 8) == "Lille"
    assert len(abbreviated("Schwarzenberg", 8)) == 8


def test_track_that_goes_on_over_a_link_is_joined(box: Any) -> None:
    hexes = {"A4": {"color": "white"}, "zA2": {"color": "white"}}
    sheets = {"harbour": {"prefix": "z", "at": [4, 0]}}
    laid = {"A4": ("9", 0), "zA2": ("9", 0)}
    apart = {"sheets": sheets, "hexes": hexes}
    linked = {**apart, "links": [["A4", 0, "zA2", 3]]}
    joined = [board_text(box.drawn_over(facts, laid=laid)).count("‖") for facts in (apart, linked)]
    assert joined == [0, 2]


def test_a_pointy_board_reads_too(box: Any) -> None:
    hexes = {"A2": {"color": "white"}, "A4": {"color": "white"}, "B3": {"color": "white", "name": "Oslo"}}
    laid = {"A2": ("9", 1), "A4": ("9", 1)}
    text = board_text(box.drawn_over({"layout": "pointy", "hexes": hexes}, laid=laid))
    assert "Oslo" in text
    assert "9←" in text
    assert "=" in text
