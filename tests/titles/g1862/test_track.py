"""7.6, 7.7 Track, small stations, London, and stations."""

from __future__ import annotations

import pytest

from stockrail.rules.actions import LayTile, Pass, PlaceToken
from stockrail.rules.laying import tiles_left
from stockrail.rules.state import POOL, certs_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.titles.g1862.dividends import RunStep
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.track import LayTrack, PlaceStation, in_london
from stockrail.titles.g1862.trains import BuyTrains

from .conftest import Scene, menu, refusal, waits_for


def cromer(phase: str = "A", cash: int = 0) -> Scene:
    """ENR at home in Cromer, whose yellow tile leads south to Norwich and north to its port."""
    return Scene().phase(phase).company("ENR", {0: 5}, cash=cash).home("ENR").city("F3", "yellow", 0, 3)


def beccles(phase: str = "A") -> Scene:
    """WVR at home in Beccles, whose yellow tile leads to Acle (north) and Woodbridge (south)."""
    return Scene().phase(phase).company("WVR", {0: 5}).home("WVR").city("G8", "yellow", 0, 3)


def lays(game: Game1862, hex_: str) -> set[tuple[str, int]]:
    return {(lay.tile, lay.rotation) for lay in menu(game, LayTile) if lay.hex == hex_}


@pytest.mark.rule("1862:7.6-a", "1862:7.6.2-a")
def test_two_yellow_tiles_one_after_the_other() -> None:
    game = beccles().turn_of("WVR", "LayTrack")
    game.push(LayTile(0, "WVR", "G6", "8852", 0))
    game.push(LayTile(0, "WVR", "G10", "8851", 3))
    assert not waits_for(game, LayTrack)


@pytest.mark.rule("1862:7.6-a", "1862:7.6.2-a")
def test_one_n_tile_and_nothing_before_or_after_it() -> None:
    game = cromer().turn_of("ENR", "LayTrack")
    game.push(LayTile(0, "ENR", "F5", "790", 2))
    assert not waits_for(game, LayTrack)
    game = cromer().city("F3", "yellow", 0, 1).turn_of("ENR", "LayTrack")
    game.push(next(lay for lay in menu(game, LayTile) if lay.hex == "E4"))
    assert waits_for(game, LayTrack) and not lays(game, "F5")
    assert refusal(game, LayTile(0, "ENR", "F5", "790", 2)) == ("one_build_a_turn", "7.6-a")


@pytest.mark.rule("1862:7.6-a", "1862:7.6.3-f")
def test_one_upgrade_and_nothing_else_without_any_train() -> None:
    game = beccles("B").turn_of("WVR", "LayTrack")
    upgrade = next(lay for lay in menu(game, LayTile) if lay.hex == "G8")
    game.push(upgrade)
    assert not waits_for(game, LayTrack)
    game = beccles("B").turn_of("WVR", "LayTrack")
    game.push(LayTile(0, "WVR", "G6", "8852", 0))
    assert refusal(game, upgrade) == ("one_build_a_turn", "7.6-a")


@pytest.mark.rule("1862:7.6-a")
def test_nothing_need_be_built() -> None:
    game = beccles().turn_of("WVR", "LayTrack")
    game.push(Pass(0))
    assert not waits_for(game, LayTrack)


@pytest.mark.rule("1862:7.6-b")
def test_all_track_is_free() -> None:
    game = beccles().turn_of("WVR", "LayTrack")
    game.push(LayTile(0, "WVR", "G6", "8852", 0))
    assert game.state.cash["WVR"] == 0


@pytest.mark.rule("1862:7.6.1-a")
def test_some_track_of_the_tile_must_be_within_reach() -> None:
    game = beccles().turn_of("WVR", "LayTrack")
    assert refusal(game, LayTile(0, "WVR", "E6", "8852", 0)) == ("not_reached", "7.6.1-a")
    assert refusal(game, LayTile(0, "WVR", "G6", "8852", 1)) == ("not_reached", "7.6.1-a")


@pytest.mark.rule("1862:7.6.1-b")
def test_no_track_against_barriers_the_sea_or_off_the_map() -> None:
    board = Scene().game.title.board
    assert board.hexes["F11"].open_sides == {1, 2, 3, 4, 5}  # the barrier south of Ipswich
    assert board.hexes["F13"].open_sides == {0, 2, 5}
    assert board.hexes["G4"].open_sides == {0, 1, 2, 5}  # open sea without a port
    game = beccles().turn_of("WVR", "LayTrack")
    assert refusal(game, LayTile(0, "WVR", "G10", "8850", 4)) == ("blank_side", "7.6.1-b")
    for tile, rotation in lays(game, "G10"):
        assert board.face(tile, rotation).exits <= {0, 1, 2, 3}


@pytest.mark.rule("1862:7.6.1-c", "1862:7.6.1-d")
@pytest.mark.parametrize(
    ("hex_", "tile"), [("G6", "57"), ("G6", "790"), ("F5", "57"), ("F5", "8852"), ("F5", "621"), ("H5", "57")]
)
def test_every_tile_lies_on_its_own_kind_of_hex(hex_: str, tile: str) -> None:
    scene = cromer() if hex_ == "F5" else beccles()
    company = "ENR" if hex_ == "F5" else "WVR"
    game = scene.turn_of(company, "LayTrack")
    assert refusal(game, LayTile(0, company, hex_, tile, 0)) == ("wrong_tile", "7.6.1-c")


@pytest.mark.rule("1862:7.6.1-e")
def test_brown_ipswich_and_harwich_have_tiles_of_their_own() -> None:
    scene = Scene().phase("D").company("ESR", {0: 5}).city("F11", "green", 1, 2, 3, 4, 5).home("ESR")
    scene.company("I&B", {0: 5}).home("I&B").city("D9", "green", 0, 2, 4)
    game = scene.turn_of("ESR", "LayTrack")
    assert {tile for tile, _ in lays(game, "F11")} == {"795"}
    game = scene.turn_of("I&B", "LayTrack")
    assert "797" not in {tile for tile, _ in lays(game, "D9")} and lays(game, "D9")
    board = game.title.board
    assert [n for n, t in board.tiles.items() if "ipswich" in t.fits and t.color == "brown"] == ["795"]
    assert [n for n, t in board.tiles.items() if "harwich" in t.fits and t.color == "brown"] == ["797"]


@pytest.mark.rule("1862:7.6.2-b")
def test_yellow_lines_bring_a_small_station() -> None:
    board = Scene().game.title.board
    for tile in ("8850", "8851", "8852"):
        (stop,) = board.face(tile, 0).stops
        assert (stop.kind, stop.revenue) == ("town", 20)


@pytest.mark.rule("1862:7.6.3-a", "1862:9.0-a", "1862:9.0-b")
def test_green_from_phase_b_and_brown_from_phase_d() -> None:
    green = LayTile(0, "WVR", "G8", "14", 0)
    assert refusal(beccles("A").turn_of("WVR", "LayTrack"), green) == ("colour_not_yet", "7.6.3-a")
    beccles("B").turn_of("WVR", "LayTrack").push(green)
    scene = beccles("C").city("G8", "green", 0, 1, 3, 4)
    brown = LayTile(0, "WVR", "G8", "611", 0)
    assert refusal(scene.turn_of("WVR", "LayTrack"), brown) == ("colour_not_yet", "7.6.3-a")
    scene.phase("D").turn_of("WVR", "LayTrack").push(brown)


@pytest.mark.rule("1862:7.6.3-b", "1862:7.6.3-c", "1862:7.7-c")
def test_an_upgrade_keeps_connections_and_stations_in_place_and_adds_none() -> None:
    scene = beccles("B").lines("G6", "yellow", (0, 3))
    game = scene.turn_of("WVR", "LayTrack")
    assert refusal(game, LayTile(0, "WVR", "G8", "53y", 0)) == ("wrong_tile", "7.6.1-c")
    assert refusal(game, LayTile(0, "WVR", "G8", "15", 1)) == ("drops_track", "7.6.3-b")
    for tile, rotation in lays(game, "G6"):
        face = game.title.board.face(tile, rotation)
        assert len(face.stops) == 1 and face.edges_of(("s", 0)) == (0, 3)
    assert refusal(game, LayTile(0, "WVR", "G6", "20", 0)) == ("drops_track", "7.6.3-b")
    assert refusal(game, LayTile(0, "WVR", "G6", "20_2", 0)) == ("drops_track", "7.6.3-b")
    game.push(LayTile(0, "WVR", "G8", "14", 0))
    assert cities_of(game, "WVR") == [("G8", 0)]


@pytest.mark.rule("1862:7.6.3-d", "1862:7.6.3-e")
def test_a_crossing_reached_only_over_its_old_line_cannot_be_upgraded_yet() -> None:
    """Felixstowe leads north to Woodbridge on its old line; the new line would not be within reach."""
    scene = Scene().phase("B").company("FDR", {0: 5}).home("FDR").city("G12", "yellow", 0, 3)
    scene.lines("G10", "yellow", (0, 3))
    game = scene.turn_of("FDR", "LayTrack")
    assert not lays(game, "G10")
    wanted = LayTile(0, "FDR", "G10", "18_1a", 0)  # old line 0–3, new line 1–2
    assert refusal(game, wanted) == ("adds_nothing", "7.6.3-d")
    scene.city("F11", "yellow", 1, 4).station("FDR", "F11")  # Ipswich opens edge 1 of Woodbridge
    game = scene.turn_of("FDR", "LayTrack")
    game.push(wanted)


@pytest.mark.rule("1862:7.6.3-d")
def test_a_large_station_within_reach_is_enough_for_an_upgrade() -> None:
    game = beccles("B").turn_of("WVR", "LayTrack")
    assert lays(game, "G8")


# -- small stations -----------------------------------------------------------------------------------------------


@pytest.mark.rule("1862:7.6.4-a", "1862:7.6-a")
def test_a_small_station_can_be_added_anywhere_instead_of_building() -> None:
    scene = beccles("B").lines("B11", "green", (0, 3), (1, 4), stations=[(0, 3)])  # Royston is far away
    game = scene.turn_of("WVR", "LayTrack")
    assert lays(game, "B11")
    left = tiles_left(game, "20")
    game.push(next(lay for lay in menu(game, LayTile) if lay.hex == "B11"))
    face = game.title.board.face(*game.state.laid["B11"])
    assert sorted(face.edges_of(("s", n)) for n in range(2)) == [(0, 3), (1, 4)]
    assert tiles_left(game, "20") == left  # the tile is the same
    assert not waits_for(game, LayTrack)


@pytest.mark.rule("1862:7.6.4-b")
def test_one_on_each_line_and_none_on_yellow() -> None:
    scene = beccles("D").lines("B11", "green", (0, 3), (1, 4), stations=[(0, 3), (1, 4)])
    scene.lines("C12", "brown", (0, 3), (1, 4), (2, 5), stations=[(0, 3), (1, 4)])
    scene.lines("D7", "brown", (0, 3), (1, 4), (2, 5), stations=[(0, 3), (1, 4), (2, 5)]).lines("E6", "yellow", (0, 3))
    game = scene.turn_of("WVR", "LayTrack")
    assert {lay.hex for lay in menu(game, LayTile)} & {"B11", "C12", "D7", "E6"} == {"C12"}


@pytest.mark.rule("1862:7.6.4-a")
def test_after_a_tile_there_is_no_small_station() -> None:
    scene = beccles("B").lines("B11", "green", (0, 3), (1, 4), stations=[(0, 3)])
    game = scene.turn_of("WVR", "LayTrack")
    station = next(lay for lay in menu(game, LayTile) if lay.hex == "B11")
    game.push(LayTile(0, "WVR", "G6", "8852", 0))
    assert not lays(game, "B11")
    assert refusal(game, station) == ("one_build_a_turn", "7.6-a")


@pytest.mark.rule("1862:7.6.4-b")
@pytest.mark.parametrize(("ruling", "left"), [("by_tile", False), ("by_marking", True)])
def test_the_supply_counts_tiles_not_their_markings(ruling: str, left: bool) -> None:
    """Both copies of tile 16 lie, with a station on the one line; the site has two more with one on the other."""
    scene = Scene(rulings={"tile_supply": ruling}).phase("B").company("WVR", {0: 5}).home("WVR")
    scene.state.laid["B11"] = scene.state.laid["C12"] = ("16_1a", 0)
    game = scene.turn_of("WVR", "LayTrack")
    assert (tiles_left(game, "16_1b") > 0) is left
    assert tiles_left(game, "16_1a") == 0


@pytest.mark.rule("1862:7.6.4-a", "1862:7.6.4-b")
@pytest.mark.parametrize(("ruling", "refused"), [("by_tile", None), ("by_marking", "no_tile_left")])
def test_a_second_small_station_needs_a_tile_only_where_markings_are_tiles(ruling: str, refused: str | None) -> None:
    """Both copies with two small stations lie elsewhere; on the site nobody can add a second one to a third tile."""
    scene = Scene(rulings={"tile_supply": ruling}).phase("B").company("WVR", {0: 5}).home("WVR")
    scene.state.laid["B11"] = scene.state.laid["C12"] = ("16_2", 0)
    scene.state.laid["G4"], scene.state.laid["G8"] = ("16_1a", 5), ("57", 0)
    game = scene.turn_of("WVR", "LayTrack")
    addition = LayTile(0, "WVR", "G4", "16_2", 5)
    assert (addition in menu(game, LayTile)) is (refused is None)
    if refused:
        assert refusal(game, addition)[0] == refused
    else:
        game.check(addition)


# -- London -------------------------------------------------------------------------------------------------------

LONDON = PlaceToken(0, "N&E", "London", 0)


def stortford() -> Scene:
    """N&E at home in Bishop's Stortford, with track to London."""
    return Scene().company("N&E", {0: 5}).home("N&E").city("B13", "yellow", 0, 3)


@pytest.mark.rule("1862:7.6.5-a", "1862:7.6.5-b")
def test_a_terminal_in_london_takes_the_place_of_track_and_station() -> None:
    game = stortford().turn_of("N&E", "LayTrack")
    game.push(Pass(0))
    assert waits_for(game, PlaceStation) and LONDON in menu(game, PlaceToken)
    game.push(LONDON)
    assert in_london(game) == ["N&E"]
    assert not waits_for(game, PlaceStation)
    game = stortford().turn_of("N&E", "LayTrack")
    game.push(next(lay for lay in menu(game, LayTile) if lay.hex == "B11"))
    game.push(Pass(0))
    assert not waits_for(game, PlaceStation)  # nothing but London was within reach
    scene = stortford().city("B9", "yellow", 0, 3)
    game = scene.turn_of("N&E", "LayTrack")
    game.push(LayTile(0, "N&E", "B11", "8852", 0))
    game.push(Pass(0))
    assert refusal(game, LONDON) == ("terminal_or_track", "7.6.5-b")


@pytest.mark.rule("1862:7.6.5-a")
def test_it_needs_a_route_and_a_company_has_one() -> None:
    scene = Scene()
    scene.company("N&E", {0: 5}).home("N&E").city("B13", "yellow", 3, 4).lines("B11", "yellow", (0, 3))
    scene.city("B9", "yellow", 0, 3)
    game = scene.turn_of("N&E", "PlaceStation")
    assert refusal(game, LONDON) == ("london_not_reached", "7.6.5-a")
    scene = stortford().london("N&E").lines("B11", "yellow", (0, 3)).city("B9", "yellow", 0, 3)
    game = scene.turn_of("N&E", "PlaceStation")
    assert refusal(game, LONDON) == ("one_terminal", "7.6.5-a")


@pytest.mark.rule("1862:7.6.5-c")
def test_four_terminals_are_all() -> None:
    scene = stortford().lines("B11", "yellow", (0, 3)).city("B9", "yellow", 0, 3)
    for company in ("EUR", "ECR", "SVR", "ESR"):
        scene.company(company, {1: 5}).london(company)
    game = scene.turn_of("N&E", "PlaceStation")
    assert refusal(game, LONDON) == ("london_is_full", "7.6.5-c")


# -- stations -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("1862:7.7-a", "1862:7.7-b")
def test_one_station_a_turn_in_a_free_slot_on_a_route() -> None:
    scene = cromer().city("F5", "yellow", 3, 0).city("F7", "yellow", 3, 0).lines("F9", "yellow", (0, 3))
    scene.company("W&F", {1: 5}).station("W&F", "F7")
    game = scene.turn_of("ENR", "PlaceStation")
    assert [(place.hex, place.stop) for place in menu(game, PlaceToken)] == [("F5", 0)]
    assert refusal(game, PlaceToken(0, "ENR", "F7", 0)) == ("no_open_circle", "7.7-b")
    assert refusal(game, PlaceToken(0, "ENR", "F3", 0)) == ("token_in_hex", "7.7-b")
    assert refusal(game, PlaceToken(0, "ENR", "F11", 0)) == ("out_of_reach", "7.7-b")
    assert refusal(game, PlaceToken(0, "ENR", "F9", 0)) == ("no_open_circle", "7.7-b")
    before = len(spare_of(game, "ENR"))
    game.push(PlaceToken(0, "ENR", "F5", 0))
    assert game.state.cash["ENR"] == 0 and len(spare_of(game, "ENR")) == before - 1
    assert waits_for(game, BuyTrains, RunStep)


@pytest.mark.rule("1862:7.7-d")
def test_home_hexes_are_not_reserved() -> None:
    scene = cromer().city("F5", "yellow", 3, 5).lines("G6", "yellow", (2, 0)).city("G8", "yellow", 3, 0)
    game = scene.turn_of("ENR", "PlaceStation")
    assert ("G8", 0) in [(place.hex, place.stop) for place in menu(game, PlaceToken)]  # the home of WVR


@pytest.mark.rule("1862:8.0-c", "1862:7.3-a")
def test_no_track_and_no_stations_in_receivership() -> None:
    scene = cromer(cash=500).city("F5", "yellow", 3, 0).trains("ENR", "2E")
    scene.state.shelves.move("ENR_0", certs_at(POOL, "ENR"))
    game = scene.turn_of("ENR")
    assert waits_for(game, RunStep)


@pytest.mark.rule("1862:7.6-a")
def test_what_is_used_up_cannot_be_laid() -> None:
    """All twelve 8852 lie elsewhere."""
    scene = beccles()
    for hex_ in ("B3", "D3", "G4", "E6", "D7", "F9", "E10", "G10", "B11", "C12", "E14", "C6"):
        scene.state.laid[hex_] = ("8852", 0)
    game = scene.turn_of("WVR", "LayTrack")
    assert "8852" not in {tile for tile, _ in lays(game, "G6")}
    assert refusal(game, LayTile(0, "WVR", "G6", "8852", 0)) == ("no_tile_left", "7.6-a")


@pytest.mark.rule("1862:7.6.4-a")
def test_a_small_station_needs_no_tile_of_the_supply() -> None:
    """Both copies of tile 16 lie; a second station can still be marked on one of them."""
    scene = beccles("B")
    scene.state.laid["B11"] = scene.state.laid["C12"] = ("16_1a", 0)
    game = scene.turn_of("WVR", "LayTrack")
    assert tiles_left(game, "16_2") == 0
    game.push(LayTile(0, "WVR", "B11", "16_2", 0))
    assert game.state.laid["B11"] == ("16_2", 0)


@pytest.mark.rule("1862:7.6.5-b")
def test_what_one_company_built_keeps_no_other_from_london() -> None:
    scene = stortford().company("WVR", {1: 5}, price=100, cash=500).home("WVR").city("G8", "yellow", 0, 3)
    scene.trains("WVR", "2E").trains("N&E", "2E")
    game = scene.turn_of("WVR", "LayTrack")
    game.push(LayTile(1, "WVR", "G6", "8852", 0))
    while not (waits_for(game, PlaceStation) and game.actor == 0):
        assert game.actor is not None
        game.push(Pass(game.actor))
    game.push(LONDON)
    assert in_london(game) == ["N&E"]
