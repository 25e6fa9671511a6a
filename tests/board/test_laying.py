"""Which tiles may be laid where."""

from itertools import product

import pytest

from stockrail.board import Board, Lay, Track, check_lay, possible_lays, stop_map

from .conftest import Moment


def fault(track: Track, company: str, name: str, tile: str, rotation: int) -> str | None:
    return check_lay(track, company, Lay(name, tile, rotation))


@pytest.fixture
def opening(board: Board) -> Track:
    """Minor 12 in Amsterdam, 8 in Budapest, nothing built."""
    return board.track({}, {("D3", 0): ("12",), ("M16", 0): ("8",)})


@pytest.mark.rule("18EU:4.6-c")
def test_a_company_without_track_lays_at_its_home_first(opening: Track) -> None:
    assert fault(opening, "12", "D3", "201", 0) is None
    assert fault(opening, "12", "D5", "4", 0) == "not_reached"


def test_what_does_not_exist_is_refused(opening: Track) -> None:
    assert fault(opening, "12", "D3", "9999", 0) == "no_such_tile"
    assert fault(opening, "12", "D3", "201", 6) == "no_such_tile"
    assert fault(opening, "12", "Z9", "201", 0) == "closed_hex"
    assert fault(opening, "12", "A6", "9", 0) == "closed_hex"


@pytest.mark.rule("18EU:4.6-l", "18EU:4.6-i")
def test_tiles_lie_on_their_own_kind_of_hex_only(opening: Track) -> None:
    assert fault(opening, "12", "D3", "57", 0) == "wrong_tile"
    assert fault(opening, "12", "D3", "3", 0) == "wrong_tile"


@pytest.mark.rule("18EU:4.6-a")
def test_colours_come_one_after_the_other(board: Board, opening: Track) -> None:
    assert fault(opening, "12", "D3", "576", 0) == "wrong_colour"
    yellow = board.track({"D3": ("202", 0)}, {("D3", 0): ("12",)})
    assert fault(yellow, "12", "D3", "202", 0) == "wrong_colour"
    assert fault(yellow, "12", "D3", "582", 0) == "wrong_colour"


@pytest.mark.rule("18EU:4.6-o")
def test_an_upgrade_keeps_all_connections(board: Board) -> None:
    track = board.track({"D3": ("202", 4)}, {("D3", 0): ("12",)})  # edges 4 and 0
    assert fault(track, "12", "D3", "578", 4) is None  # edges 4, 5, 0
    assert fault(track, "12", "D3", "578", 5) == "drops_track"  # edges 5, 0, 1
    plain = board.track({"D3": ("202", 4), "D5": ("4", 0), "D7": ("57", 0), "D9": ("9", 0)}, {("D3", 0): ("12",)})
    assert fault(plain, "12", "D9", "80", 0) == "drops_track"


@pytest.mark.rule("18EU:4.6-e")
def test_new_track_points_at_land_or_at_the_open_side_of_a_port_or_red_hex(opening: Track) -> None:
    assert fault(opening, "12", "D3", "202", 2) == "blank_side"  # edges 2 and 4: the sea
    assert fault(opening, "8", "M16", "201", 0) == "blank_side"  # off the board
    assert fault(opening, "8", "M16", "202", 3) is None  # edges 3 and 5: Bucharest's open side


@pytest.mark.rule("18EU:4.6-n")
def test_the_city_beside_a_port_may_connect_to_it(opening: Track) -> None:
    assert fault(opening, "12", "D3", "202", 3) is None  # edges 3 (port) and 5


def test_the_blank_side_of_another_tile_is_no_obstacle(board: Board) -> None:
    track = board.track({"D5": ("4", 1)}, {("D3", 0): ("12",)})
    assert fault(track, "12", "D3", "201", 5) is None  # edges 5 and 0; D5 has no track at its side 3


@pytest.mark.rule("18EU:4.6-m")
def test_semmering_is_yellow_from_the_start(board: Board) -> None:
    track = board.track({}, {("K14", 0): ("11",)})
    assert fault(track, "11", "K16", "8", 1) == "wrong_colour"
    assert fault(track, "11", "K16", "82", 0) is None  # edges 0, 1, 3


@pytest.mark.rule("18EU:4.6-b")
def test_new_track_must_be_within_reach(board: Board) -> None:
    laid = {"D3": ("201", 5), "D5": ("4", 0), "E4": ("9", 1)}
    track = board.track(laid, {("D3", 0): ("12",)})
    assert fault(track, "12", "D7", "57", 0) is None
    assert fault(track, "12", "D7", "57", 1) == "not_reached"


@pytest.mark.rule("18EU:4.6-b")
def test_a_full_city_may_be_upgraded_for_its_value(board: Board) -> None:
    laid = {"D3": ("201", 5), "D5": ("4", 0), "D7": ("57", 0)}
    track = board.track(laid, {("D3", 0): ("12",), ("D7", 0): ("2",)})
    assert fault(track, "12", "D7", "14", 0) is None
    assert fault(track, "12", "D7", "15", 0) is None
    assert fault(track, "3", "D7", "14", 0) == "not_reached"


def test_an_upgrade_that_adds_nothing_within_reach_is_refused(board: Board) -> None:
    # A crossing of two lines: the company reaches only the line that was there before.
    tiles = {
        "9": {"color": "yellow", "count": 1, "track": [["e0", "e3"]], "for": ["plain"]},
        "20": {"color": "green", "count": 1, "track": [["e0", "e3"], ["e1", "e4"]], "for": ["plain"]},
        "57": {
            "color": "yellow",
            "count": 1,
            "stops": [{"kind": "city", "revenue": 20, "slots": 1}],
            "track": [["e0", "s0"], ["e3", "s0"]],
            "for": ["city"],
        },
    }
    names = ("B2", "B4", "A1", "A3", "A5", "C1", "C3", "C5", "B6", "B0")
    hexes = {name: {"color": "white", "class": "plain"} for name in names}
    hexes["B2"] = {"color": "white", "class": "city", "stops": [{"kind": "city", "revenue": 0, "slots": 1}]}  # type: ignore[dict-item]
    crossing = Board.from_facts({"hexes": hexes}, {"tiles": tiles})
    laid = {"B2": ("57", 0), "B4": ("9", 0)}
    track = crossing.track(laid, {("B2", 0): ("x",)})
    assert fault(track, "x", "B4", "20", 0) == "adds_nothing"


@pytest.mark.rule("18EU:4.6-j")
def test_green_and_brown_paris_fit_one_way_only(board: Board) -> None:
    green = board.track({}, {("A10", 0): ("1",)})
    assert possible_lays(green, "1", ["580"]) == [Lay("A10", "580", 3)]
    brown = board.track({"A10": ("580", 3)}, {("A10", 1): ("1",)})
    assert possible_lays(brown, "1", ["583"]) == [Lay("A10", "583", 3)]


@pytest.mark.rule("18EU:4.6-q")
def test_green_berlin_and_vienna_fit_two_ways(board: Board) -> None:
    for name in ("J5", "K14"):
        track = board.track({}, {(name, 0): ("x",)})
        assert possible_lays(track, "x", ["581"]) == [Lay(name, "581", 0), Lay(name, "581", 1)]
        assert all(fault(track, "x", name, "581", rotation) is None for rotation in range(6))


def test_tokens_stay_at_their_own_circles(board: Board) -> None:
    paris, berlin = board.hexes["A10"].printed, board.hexes["J5"].printed
    green = board.face("580", 3)
    assert stop_map(paris, green) == {0: green.stop_of(4), 1: green.stop_of(5)}
    for rotation in range(6):
        three = board.face("581", rotation)
        moved = stop_map(berlin, three)
        assert moved == {0: three.stop_of(4), 1: three.stop_of(1)}
        assert set(stop_map(three, board.face("584", 0)).values()) == {0}


def test_a_city_without_track_moves_to_the_only_city_of_the_tile(board: Board) -> None:
    assert stop_map(board.hexes["D3"].printed, board.face("201", 0)) == {0: 0}


def test_circles_do_not_merge_on_a_tile_with_as_many_circles(board: Board) -> None:
    track = board.track({}, {("A10", 0): ("1",)})  # edges 4 and 5 belong to different circles
    assert fault(track, "1", "A10", "580", 4) == "drops_track"
    assert fault(track, "1", "A10", "580", 2) == "drops_track"


def test_rotations_that_look_the_same_are_listed_once(board: Board) -> None:
    track = board.track({"D3": ("201", 5)}, {("D3", 0): ("12",)})
    towns = [lay for lay in possible_lays(track, "12", ["4", "58"]) if lay.hex == "D5"]
    assert towns == [Lay("D5", "4", 0), Lay("D5", "58", 1), Lay("D5", "58", 3)]
    assert fault(track, "12", "D5", "4", 3) is None


def every_lay(board: Board, tiles: list[str]) -> list[Lay]:
    return [Lay(*lay) for lay in product(sorted(board.hexes), tiles, range(6))]


@pytest.mark.parametrize("one_stop_a_hex", [True, False])
def test_the_listed_lays_are_the_ones_that_are_accepted(
    board: Board, moments: list[Moment], one_stop_a_hex: bool
) -> None:
    tiles = sorted(board.tiles)
    for action, track in moments[::29]:
        company = action["entity"]
        listed = possible_lays(track, company, tiles, one_stop_a_hex)
        accepted = [lay for lay in every_lay(board, tiles) if check_lay(track, company, lay, one_stop_a_hex) is None]
        looks = {(lay.hex, lay.tile, board.face(lay.tile, lay.rotation).layout()) for lay in accepted}
        assert set(listed) <= set(accepted)
        assert {(lay.hex, lay.tile, board.face(lay.tile, lay.rotation).layout()) for lay in listed} == looks
        assert len(listed) == len(looks)
        assert listed == sorted(listed)


def test_the_short_way_of_judging_a_lay_agrees_with_the_map_after_it(board: Board, moments: list[Moment]) -> None:
    tiles = sorted(board.tiles)
    for action, track in moments[5::40]:
        company = action["entity"]
        for lay in every_lay(board, tiles):
            kind = check_lay(track, company, lay)
            if kind in {None, "not_reached", "adds_nothing"}:
                moved = stop_map(track.face(lay.hex), board.face(lay.tile, lay.rotation))
                reach = track.with_tile(*lay, moved).reach(company)
                reached = bool(reach.pieces_in(lay.hex) or reach.stops_in(lay.hex))
                assert reached == (kind != "not_reached")


def test_every_recorded_lay_is_accepted(moments: list[Moment]) -> None:
    for action, track in moments:
        tile = action["tile"]
        for one_stop_a_hex in (True, False):
            lay = Lay(tile["hex"], tile["name"], tile["rotation"])
            assert check_lay(track, action["entity"], lay, one_stop_a_hex) is None
