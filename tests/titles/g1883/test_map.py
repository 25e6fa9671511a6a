"""The board of 1883: what may be laid where, from which home, what is lost with a tile; the market's edges."""

from __future__ import annotations

import pytest

from stockrail.board import Lay, check_lay, fitting, lowerings, possible_lays
from stockrail.rules.audit import tile_faults
from stockrail.rules.laying import put_tile, supply
from stockrail.rules.prices import fall, move_left, move_right, place_marker
from stockrail.rules.tokens import cities_to_token, has_room, token_fault
from stockrail.rules.track import track
from stockrail.titles.g1883.places import has_letter_f, is_north, zone_of

from .lying import FERRARA_TO_PARMA, TITLE, lying

BOARD = TITLE.board
YELLOW = [name for name, tile in BOARD.tiles.items() if tile.color == "yellow"]
SUZZARA, POGGIO = ("34", 0), ("59", 0)


def lays(game: object, company: str, *homes: tuple[str, int]) -> set[str]:
    """The hexes in which yellow tiles may be laid, from some homes or from all."""
    return {lay.hex for lay in possible_lays(track(game), company, YELLOW, False, homes or None)}  # type: ignore[arg-type]


# -- what may be laid -------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.4-b", "1883:6.4.1-a")
@pytest.mark.parametrize("name", ["42", "25", "10", "11", "12", "23", "24", "36", "48", "PARMA", "BOLOGNA"])
def test_no_tile_fits_on_closed_ground_and_no_track_may_face_it(name: str) -> None:
    place = BOARD.hexes[name]
    assert fitting(BOARD, place, place.printed) == ()
    for edge, other in enumerate(place.neighbors):
        if other and edge not in place.printed.exits:
            assert (edge + 3) % 6 not in BOARD.hexes[other].open_sides


@pytest.mark.rule("1883:6.4-c", "1883:6.4.3-a")
@pytest.mark.parametrize(("name", "tiles"), [("55", {"Mo2"}), ("31", {"Re2"}), ("41", {"Sa2"}), ("5", {"Ci2"})])
def test_printed_yellow_cities_take_their_own_green_tile_only(name: str, tiles: set[str]) -> None:
    place = BOARD.hexes[name]
    assert {face.tile for face in fitting(BOARD, place, place.printed)} == tiles
    others = [other for other in BOARD.hexes.values() if other.name != name]
    assert not any(
        tiles & set(TITLE.board.tiles) and other.kind in BOARD.tiles[next(iter(tiles))].fits for other in others
    )


@pytest.mark.rule("1883:6.4.1-c")
def test_cities_towns_and_open_country_have_their_own_tiles() -> None:
    kinds = {"city": {"5", "6", "57"}, "town": {"3", "4", "58"}, "plain": {"7", "8", "9"}}
    for name, kind in (("44", "city"), ("33", "town"), ("20", "plain")):
        place = BOARD.hexes[name]
        assert {face.tile for face in fitting(BOARD, place, place.printed)} == kinds[kind]


@pytest.mark.rule("1883:6.7.3-c")
def test_the_tile_on_vignola_keeps_its_printed_track() -> None:
    place = BOARD.hexes["64"]
    assert all(5 in face.exits for face in fitting(BOARD, place, place.printed))


@pytest.mark.rule("1883:6.4.1-a")
def test_casalecchio_at_the_edge_takes_a_sharp_curve() -> None:
    now = track(lying("1", tokens={"FBV": ["86"]}))
    assert check_lay(now, "FBV", Lay("86", "5", 0), False) is None
    assert check_lay(now, "FBV", Lay("86", "57", 1), False) == "blank_side"


# -- from one home only -----------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.4.4-d")
def test_a_company_may_be_asked_to_build_from_one_home() -> None:
    game = lying("1", tokens={"FSF": ["34", "59"]})
    assert lays(game, "FSF", SUZZARA) == {"21", "46"}
    assert lays(game, "FSF", POGGIO) == {"46", "70"}
    assert lays(game, "FSF") == {"21", "46", "70"}
    assert check_lay(track(game), "FSF", Lay("21", "6", 4), False, (POGGIO,)) == "not_reached"
    assert check_lay(track(game), "FSF", Lay("21", "6", 4), False, (SUZZARA,)) is None


@pytest.mark.rule("1883:6.4.4-d")
def test_homes_that_are_connected_reach_the_same_hexes() -> None:
    game = lying("2", FERRARA_TO_PARMA, {"FSF": ["34", "59"]})
    assert lays(game, "FSF", SUZZARA) == lays(game, "FSF", POGGIO)
    blocked = lying("2", {"46": ("9", 1)}, {"FSF": ["59"], "SV": ["34"]})
    assert "21" not in lays(blocked, "FSF"), "a full city ends its track"


def test_an_upgrade_of_a_home_is_made_from_that_home() -> None:
    game = lying("2", tokens={"CCFR": ["31", "5"]})
    for home, other in ((("31", 0), ("5", 0)), (("5", 0), ("31", 0))):
        green = {lay.hex for lay in possible_lays(track(game), "CCFR", ["Re2", "Ci2"], False, (home,))}
        assert green == {home[0]} and other[0] not in green


def test_another_token_in_the_hex_itself_does_not_help() -> None:
    now = track(lying("1", tokens={"SV": ["21", "44"]}))
    for homes, fault in (((("21", 0),), "not_reached"), ((("44", 0),), None), (None, None)):
        assert check_lay(now, "SV", Lay("44", "57", 0), False, homes) == fault


# -- tiles that are lost ----------------------------------------------------------------------------------------------


def test_a_bombed_tile_falls_back_to_what_it_could_have_replaced() -> None:
    place, green = BOARD.hexes["44"], BOARD.face("14", 0)
    faces = lowerings(BOARD, place, green)
    assert {("57", 0), ("57", 1)} <= {(face.tile, face.rotation) for face in faces}
    assert all(face.exits < green.exits for face in faces)
    assert {face.tile for face in lowerings(BOARD, place, BOARD.face("63", 0))} == {"14", "15", "619", "12"}
    assert lowerings(BOARD, BOARD.hexes["55"], BOARD.face("Mo2", 0)) == (), "only the print is below"


@pytest.mark.rule("1883:6.7.3-c")
def test_a_bombed_tile_on_vignola_keeps_the_printed_track() -> None:
    faces = lowerings(BOARD, BOARD.hexes["64"], BOARD.face("15", 3))
    assert faces and all(5 in face.exits for face in faces)


def test_tiles_that_left_the_game_are_not_in_the_supply() -> None:
    game = lying("5")
    assert supply(game)["63"] == 8
    game.state.spent["63"] = 2
    assert supply(game)["63"] == 6


def test_more_tokens_than_circles_are_no_fault() -> None:
    game = lying("4", tokens={"FMMSF": ["55"], "SV": ["55"], "FBV": ["55"]})
    assert tile_faults(game) == []
    assert track(game).blocks("55", 0, "FMV") and not track(game).blocks("55", 0, "FBV")


# -- tokens -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.5.2-a")
def test_the_last_circle_of_a_home_is_kept() -> None:
    game = lying("2", {"54": ("8", 1)}, {"SV": ["41/1"]})
    assert ("55", 0) in cities_to_token(game, "SV", False), "Modena has two circles, one for FMMSF"
    game = lying("2", {"54": ("8", 1)}, {"SV": ["41/1"], "FBV": ["55"]})
    assert not has_room(game, "SV", "55", 0)
    assert token_fault(game, "SV", "55", 0, False) == "no_open_circle"
    assert has_room(game, "FMMSF", "55", 0)


# -- marks ------------------------------------------------------------------------------------------------------------


def test_the_printed_list_is_open_to_ccfr_and_the_hexes_beyond_are_not() -> None:
    for name in ("7", "16", "19", "31", "52", "55", "65", "76", "77", "87", "96", "42"):
        assert not is_north(TITLE, name), name
    for name in ("8", "20", "32", "43", "56", "66", "78", "88", "97"):
        assert is_north(TITLE, name), name


@pytest.mark.rule("1883:6.8.5-i")
def test_zones_are_those_of_the_terrain() -> None:
    assert [zone_of(TITLE, name) for name in ("55", "41", "15", "7")] == ["plain", "hill", "mountain", "plain"]
    boxes = {"COLLINE": "hill", "AULLA": "mountain", "LUCCA": "mountain", "PRATO": "mountain", "PARMA": "plain"}
    assert {name: zone_of(TITLE, name) for name in boxes} == boxes
    ports = TITLE.map_facts["marks"]["port"]
    assert "81" in ports and "80" not in ports
    assert has_letter_f(TITLE, "81") and not has_letter_f(TITLE, "80")


# -- the market -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.7-d")
def test_a_marker_in_the_lowest_corner_falls_into_a_closed_cell() -> None:
    game = lying("2")
    place_marker(game, "SV", (6, 0))
    move_left(game, "SV")
    assert game.state.cell["SV"] in game.title.grid.closed
    place_marker(game, "FBV", (7, 1))
    fall(game, "FBV", 3)
    assert game.state.cell["FBV"] in game.title.grid.closed, "a closed cell is no foot"


@pytest.mark.rule("1883:5.2-b", "1883:6.7-d")
def test_markers_stop_at_the_foot_and_turn_at_the_ends() -> None:
    game = lying("2")
    for company, cell, rows, price in (("SAFRE", (4, 6), 1, 75), ("FMMSF", (4, 7), 2, 80), ("SV", (4, 8), 1, 90)):
        place_marker(game, company, cell)
        fall(game, company, rows)
        assert game.title.grid.price(game.state.cell[company]) == price
    place_marker(game, "FBV", (6, 6))
    move_right(game, "FBV")
    assert game.state.cell["FBV"] == (5, 6), "at the end of its row it goes up"


def test_of_equal_prices_the_easternmost_cell_is_the_last_one() -> None:
    grid = TITLE.grid
    assert grid.cells_of(150)[-1] == (2, 12)
    assert grid.cells_of(130)[-1] == (2, 10)
    assert grid.cells_of(135) == []


def test_stops_that_merge_keep_their_tokens() -> None:
    game = lying("5", {"41": ("Sa2", 0)}, {"SV": ["41/0"], "FBV": ["41/1"]})
    put_tile(game, "41", "Sa3", 0)
    assert track(game).tokens("41", 0) == ("SV", "FBV")
