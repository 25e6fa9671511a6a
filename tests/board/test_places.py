"""Where hexes lie and which are neighbours, on small maps of every form."""

from typing import Any

import pytest

from stockrail.board import Board


def white(*names: str, **own: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Empty hexes; `own` says more of some of them."""
    return {name: {"color": "white", **own.get(name, {})} for name in names}


def board(hexes: dict[str, dict[str, Any]], **more: Any) -> Board:
    return Board.from_facts({"hexes": hexes, **more}, {"tiles": {}})


def around(board: Board, name: str) -> list[str | None]:
    return list(board.hexes[name].neighbors)


def test_on_a_flat_map_letters_count_columns_and_numbers_grow_downwards() -> None:
    flat = board(white("B4", "B6", "A5", "A3", "B2", "C3", "C5"))
    assert around(flat, "B4") == ["B6", "A5", "A3", "B2", "C3", "C5"]
    assert flat.hexes["B4"].at == (1, 4)


def test_rows_may_grow_upwards() -> None:
    up = board(white("B4", "B6", "A5", "A3", "B2", "C3", "C5"), rows="up")
    assert around(up, "B4") == ["B2", "A3", "A5", "B6", "C5", "C3"]


def test_on_a_pointy_map_letters_count_rows() -> None:
    pointy = board(white("B4", "C3", "B2", "A3", "A5", "B6", "C5"), layout="pointy")
    assert around(pointy, "B4") == ["C3", "B2", "A3", "A5", "B6", "C5"]
    assert pointy.hexes["B4"].at == (4, 1)


def test_more_than_26_columns_have_two_letters() -> None:
    wide = board(white("Z2", "AA1", "AA3"))
    assert around(wide, "Z2")[4:] == ["AA1", "AA3"]


def test_hexes_with_other_names_have_a_place() -> None:
    placed = board(white("1", "2", "PORT", **{"1": {"at": [3, 4]}, "2": {"at": [3, 6]}, "PORT": {"at": [4, 5]}}))
    assert around(placed, "1") == ["2", None, None, None, None, "PORT"]
    assert not placed.chart.by_name


def test_a_hex_that_lies_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match=r"hex PORT: name it by its coordinate"):
        board(white("A1", "PORT"))


def test_a_hex_that_names_its_neighbours_has_no_others_and_is_not_theirs() -> None:
    gate = board(white("A1", "A3", "A5", A3={"neighbours": {"0": "A5"}}))
    assert around(gate, "A3") == ["A5", None, None, None, None, None]
    assert around(gate, "A5")[3] == "A3"
    assert around(gate, "A1")[0] is None
    assert gate.chart.beside("A1", 0) == "A3", "it lies there all the same"


SHEETS = {"harbour": {"prefix": "z", "at": [10, 20]}}


def test_a_second_sheet_has_a_prefix_and_a_place_of_its_own() -> None:
    two = board(white("A2", "A4", "zA2", "zA4", "zB3"), sheets=SHEETS)
    assert around(two, "zA2") == ["zA4", None, None, None, None, "zB3"]
    assert around(two, "A2") == ["A4", None, None, None, None, None]
    assert two.hexes["zB3"].at == (11, 23)


def test_sheets_that_touch_on_the_picture_are_no_neighbours() -> None:
    close = board(white("A2", "zA2"), sheets={"harbour": {"prefix": "z", "at": [0, 2]}})
    assert close.hexes["zA2"].at == (0, 4)
    assert around(close, "A2") == [None] * 6


def test_the_second_sheet_grows_upwards_with_the_first() -> None:
    two = board(white("A2", "zA2", "zA4"), sheets=SHEETS, rows="up")
    assert around(two, "zA2")[3] == "zA4"
    assert two.hexes["zA4"].at == (10, -24)


def test_links_join_sides_that_lie_apart() -> None:
    linked = board(white("A2", "A4", "zA2", "zA4"), sheets=SHEETS, links=[["A4", 0, "zA2", 3]])
    assert around(linked, "A4") == ["zA2", None, None, "A2", None, None]
    assert around(linked, "zA2") == ["zA4", None, None, "A4", None, None]
    assert linked.edge_between["A4", "zA2"] == 0


def test_a_linked_side_meets_nothing_else() -> None:
    linked = board(white("A2", "A4", "A6", "zA2", "zA4"), sheets=SHEETS, links=[["A4", 3, "zA4", 0]])
    assert around(linked, "A4") == ["A6", None, None, "zA4", None, None]
    assert around(linked, "A2") == [None] * 6


def test_track_leads_over_a_link() -> None:
    line: dict[str, Any] = {"track": [["e0", "s0"], ["e3", "s0"]], "stops": [{"kind": "city", "slots": 1}]}
    linked = board(white("A4", "zA2", A4=line, zA2=line), sheets=SHEETS, links=[["A4", 0, "zA2", 3]])
    assert linked.track({}, {("A4", 0): ("x",)}).reach("x").stops == {("A4", 0), ("zA2", 0)}


def test_a_link_joins_opposite_sides() -> None:
    with pytest.raises(ValueError, match="does not join opposite sides"):
        board(white("A2", "zA2"), sheets=SHEETS, links=[["A2", 0, "zA2", 2]])


def test_hexes_around_the_map_have_a_place_and_are_no_neighbours() -> None:
    coast = board(white("A2"), outside={"ocean": ["A4"]})
    assert coast.chart.places["A4"] == (0, 4)
    assert coast.chart.beside("A2", 0) == "A4"
    assert around(coast, "A2") == [None] * 6
