"""The 18EU map and its tiles, read from the facts."""

import pytest

from stockrail.board import Board


def test_neighbours_are_mutual(board: Board) -> None:
    for name, place in board.hexes.items():
        for edge, other in enumerate(place.neighbors):
            assert other is None or board.hexes[other].neighbors[(edge + 3) % 6] == name


def test_printed_track_leads_to_hexes_that_exist(board: Board) -> None:
    for place in board.hexes.values():
        assert all(place.neighbors[edge] for edge in place.printed.exits)


@pytest.mark.parametrize(("port", "city"), [("D1", "D3"), ("B21", "B19"), ("E22", "E20"), ("I20", "I18")])
def test_a_port_faces_its_city(board: Board, port: str, city: str) -> None:
    (edge,) = board.hexes[port].printed.exits
    assert board.hexes[port].neighbors[edge] == city


def test_vienna_and_semmering_meet_on_the_printed_map(board: Board) -> None:
    assert board.hexes["K14"].neighbors[0] == "K16"
    assert 0 in board.hexes["K14"].printed.exits
    assert 3 in board.hexes["K16"].printed.exits


def test_a_turned_tile_turns_clockwise(board: Board) -> None:
    assert board.face("8", 0).exits == {0, 2}
    assert board.face("8", 5).exits == {5, 1}


def test_off_map_places_pay_by_colour_and_towns_the_same_always(board: Board) -> None:
    london = board.hexes["A6"].printed.stops[0]
    assert (london.value("yellow"), london.value("brown")) == (40, 70)
    assert board.face("3", 0).stops[0].value("brown") == 10


def test_only_hamburg_can_be_run_through_among_off_map_places(board: Board) -> None:
    through = [
        name
        for name, place in board.hexes.items()
        if any(stop.run_through and stop.kind == "offboard" for stop in place.printed.stops)
    ]
    assert through == ["G2"]


def test_equal_contents_give_the_same_track_object(board: Board) -> None:
    one = board.track({"D3": ("57", 0), "D5": ("9", 0)}, {("D3", 0): ("12",)})
    two = board.track({"D5": ("9", 0), "D3": ("57", 0)}, {("D3", 0): ("12",)})
    assert one is two


def test_a_side_that_is_closed_on_one_hex_is_closed_on_both() -> None:
    hexes = {
        "A1": {"color": "white", "class": "plain", "borders": [{"edge": 0, "kind": "impassable"}]},
        "A3": {"color": "white", "class": "plain"},
    }
    closed = Board.from_facts({"hexes": hexes}, {"tiles": {}})
    assert closed.hexes["A1"].neighbors[0] is None
    assert closed.hexes["A3"].neighbors[3] is None
