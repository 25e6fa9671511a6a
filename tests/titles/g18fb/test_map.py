"""The board of 18FB: two maps and their letters, what sides cost, closed passes, what may be laid at first."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from stockrail.board import Lay, check_lay, fitting, possible_lays
from stockrail.board.board import Hex
from stockrail.board.faces import Face
from stockrail.board.laying import NEXT_COLOR
from stockrail.rules.game import RailGame
from stockrail.rules.sides import borders_of, closed_sides
from stockrail.rules.track import track
from stockrail.titles.g18fb.places import port_value, side_costs
from stockrail.titles.g18fb.title import Title18FB

TITLE = Title18FB()
BOARD = TITLE.board
YELLOW = [name for name, tile in BOARD.tiles.items() if tile.color == "yellow"]
LINKS = {
    "a": "E30 zB11",
    "b": "F31 zC12",
    "c": "G30 zD11",
    "d": "G28 zE10",
    "e": "G28 zE8",
    "f": "G26 zE4",
    "g": "F25 zE2",
}


def game_of(phase: str = "1", rulings: Mapping[str, str] | None = None) -> Any:
    game: Any = RailGame(TITLE, ["Ada", "Ben", "Cy"], rulings=TITLE.resolve_rulings(None, rulings or {}))
    game.state.flags["phase"] = phase
    return game


def cost_of(hexes: str, **rulings: str) -> int:
    """What a line over these hexes pays."""
    costs = side_costs(game_of(rulings=rulings))
    return sum(costs[one, BOARD.edge_between[one, other]] for one, other in pairwise(hexes.split()))


# -- two maps ---------------------------------------------------------------------------------------------------------


def test_number_and_letter_are_both_even_or_both_odd() -> None:
    for name in BOARD.names:
        letter, number = name.removeprefix("z")[0], int(name.removeprefix("z")[1:])
        assert (ord(letter) - ord("A")) % 2 == number % 2, name


def test_numbers_grow_upwards() -> None:
    assert BOARD.hexes["G22"].neighbors == ("G20", "F21", "F23", "G24", "H23", "H21")
    assert BOARD.hexes["zD9"].neighbors == ("zD7", "zC8", "zC10", "zD11", "zE10", "zE8")


@pytest.mark.rule("18FB:2.5.1-a", "18FB:2.5.1-b")
def test_the_two_maps_touch_at_seven_letters_only() -> None:
    links = {frozenset(pair.split()) for pair in LINKS.values()}
    found = {
        frozenset((place.name, other))
        for place in BOARD.hexes.values()
        for other in place.neighbors
        if other and place.name.startswith("z") != other.startswith("z")
    }
    assert found == links
    for pair in LINKS.values():
        one, other = pair.split()
        assert BOARD.edge_between[one, other] == (BOARD.edge_between[other, one] + 3) % 6, "a line goes straight on"
    assert [link[0] + " " + link[2] for link in TITLE.map_facts["links"]] == list(LINKS.values())


@pytest.mark.rule("18FB:2.5.1-a")
def test_nothing_leads_to_the_dark_green_hexes() -> None:
    gates = ("F27", "F29")
    assert not any(set(gates) & set(place.neighbors) for place in BOARD.hexes.values() if place.kind)
    assert not any(BOARD.hexes[other].kind for gate in gates for other in BOARD.hexes[gate].neighbors if other)
    assert fitting(BOARD, BOARD.hexes["F27"], BOARD.hexes["F27"].printed) == ()


def sides(name: str) -> frozenset[int]:
    return BOARD.hexes[name].open_sides


@pytest.mark.rule("18FB:2.5.2-f", "18FB:3.5.1-k")
@pytest.mark.parametrize("name", ["G8", "E24", "D37", "A4", "H39", "E16"])
def test_no_track_may_face_sea_lake_or_grey_ground(name: str) -> None:
    assert BOARD.hexes[name].kind == ""
    for edge, other in enumerate(BOARD.hexes[name].neighbors):
        assert not other or (edge + 3) % 6 not in sides(other), other


@pytest.mark.rule("18FB:3.5.1-k")
def test_rome_and_the_vesuvio_are_open_on_two_sides() -> None:
    assert {BOARD.hexes["E38"].neighbors[edge] for edge in BOARD.hexes["E38"].printed.exits} == {"E36", "F37"}
    assert {BOARD.hexes["zD5"].neighbors[edge] for edge in BOARD.hexes["zD5"].printed.exits} == {"zD3", "zC4"}


# -- what sides cost --------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:2.5.2-a", "18FB:2.5.2-b", "18FB:2.5.2-c", "18FB:2.5.2-h", "18FB:T-5a", "18FB:T-5b", "18FB:T-5c")
@pytest.mark.parametrize(
    ("hexes", "cost"),
    [
        ("L39 L37 L35 L33 L31 L29 L27", 180),
        ("F17 F15 F13 F11", 170),
        ("F17 F15", 100),
        ("zD3 zE2 F25", 60),
        ("K46 K44", 50),
        ("G30 zD11 zC10 zC8", 30),
        ("J41 K42", 60),
        ("J41 K42 K40 L39", 80),
        ("L33 M32", 90),
        ("zC6 zC8", 10),
    ],
)
def test_a_side_costs_its_ground_and_every_river(hexes: str, cost: int) -> None:
    assert cost_of(hexes) == cost


@pytest.mark.rule("18FB:2.5.2-h")
def test_or_a_bridge_stands_for_the_plain() -> None:
    assert cost_of("K46 K44", river_on_plain="instead") == 40
    assert cost_of("L33 M32", river_on_plain="instead") == 80
    assert cost_of("F17 F15", river_on_plain="instead") == 100


@pytest.mark.rule("18FB:2.5.2-e")
def test_the_sarno_is_paid_at_letters_f_and_g_from_either_map() -> None:
    costs = side_costs(game_of())
    for pair in LINKS.values():
        one, other = pair.split()
        wanted = 50 if pair in (LINKS["f"], LINKS["g"]) else 10
        assert costs[one, BOARD.edge_between[one, other]] == wanted
        assert costs[other, BOARD.edge_between[other, one]] == wanted


def test_both_hexes_of_a_side_say_the_same() -> None:
    costs = side_costs(game_of())
    for (name, edge), cost in costs.items():
        other = BOARD.hexes[name].neighbors[edge]
        assert other and costs[other, (edge + 3) % 6] == cost
    assert set(costs.values()) == {10, 50, 60, 90, 100}
    assert side_costs(game_of()) is costs, "made once, so that lines can be remembered"


# -- closed passes ----------------------------------------------------------------------------------------------------

PASSES = ["E12 F11", "G14 G16", "H15 H17", "I26 J25", "J29 K28", "J41 J43", "J41 K42"]


@pytest.mark.rule("18FB:2.1-e", "18FB:2.5.2-d")
@pytest.mark.parametrize(("phase", "passes"), [("1", PASSES), ("2", PASSES), ("3", []), ("6", [])])
def test_seven_passes_are_closed_before_phase_3(phase: str, passes: list[str]) -> None:
    closed = closed_sides(game_of(phase))
    pairs = {" ".join(sorted((name, str(BOARD.hexes[name].neighbors[edge])))) for name, edge in closed}
    assert pairs == set(passes)
    assert len(closed) == 2 * len(passes), "told by both hexes"


@pytest.mark.rule("18FB:2.5.2-d")
def test_a_closed_pass_is_a_mountain() -> None:
    borders = borders_of(BOARD)
    assert all(any(border["kind"] == "mountain" for border in borders[side]) for side in closed_sides(game_of()))
    assert {cost_of(hexes) for hexes in PASSES} == {60}


# -- stations ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:2.1-m", "18FB:2.5.3-f")
@pytest.mark.parametrize(("phase", "values"), [("1", (20, 40)), ("2", (20, 40)), ("3", (30, 70)), ("5", (50, 100))])
def test_ports_and_off_map_areas_pay_three_values(phase: str, values: tuple[int, int]) -> None:
    game = game_of(phase)
    rome = BOARD.hexes["E38"].printed.stops[0].value(game.phase.offboard)
    assert (port_value(game, "P13"), rome) == values
    assert port_value(game, "L27") == 0
    assert port_value(game, "zC6") == port_value(game, "zC8"), "the port of Napoli counts for both halves"


@pytest.mark.rule("18FB:2.5.3-c")
def test_both_halves_of_napoli_are_one_place_whatever_lies_there() -> None:
    for name in ("zC6", "zC8"):
        assert {stop.location for stop in BOARD.hexes[name].printed.stops} == {"Napoli"}
        later = {face.tile for face in all_faces(BOARD.hexes[name])}
        assert later == {f"FB{BOARD.hexes[name].label}-{colour}" for colour in "gb"}
        assert all(stop.location == "Napoli" for face in all_faces(BOARD.hexes[name]) for stop in face.stops)


@pytest.mark.rule("18FB:3.5.1-f")
def test_no_way_leads_from_one_stop_of_a_prebuilt_half_to_the_other() -> None:
    for name in ("zC6", "zC8"):
        assert BOARD.hexes[name].printed.joined() == frozenset()
        assert len(BOARD.hexes[name].printed.stops) == 2


def all_faces(place: Hex) -> list[Face]:
    """Every tile that may come to lie on a hex, colour by colour."""
    found, faces = [], [place.printed]
    while faces:
        faces = list({new.tile: new for old in faces for new in fitting(BOARD, place, old)}.values())
        found += faces
    return found


# -- tiles ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "18FB:3.5.1-l", "18FB:3.5.1-m", "18FB:3.5.1-n", "18FB:3.5.1-o", "18FB:3.5.1-p", "18FB:2.5.3-b", "18FB:2.5.3-j"
)
@pytest.mark.parametrize(
    ("name", "brown"),
    [
        ("F33", {"145", "146", "147"}),
        ("D31", {"FBLt-b"}),
        ("L37", {"FBd-b1", "FBd-b2", "FBd-b3"}),
        ("I30", {"FBc-b6"}),
        ("F5", {"FBP-b4", "FBP-b5"}),
        ("H5", {"FBLc-b"}),
        ("F23", {"FBW-b4", "FBW-b6"}),
        ("N21", {"FBB-b"}),
        ("A2", {"FBR-b"}),
        ("zC6", {"FBNs-b"}),
        ("zC8", {"FBNn-b"}),
    ],
)
def test_letters_bind_their_brown_tiles(name: str, brown: set[str]) -> None:
    tiles = {face.tile for face in all_faces(BOARD.hexes[name]) if face.color == "brown"}
    assert tiles <= {tile for tile, kind in BOARD.tiles.items() if BOARD.hexes[name].kind in kind.fits}
    assert tiles and tiles <= brown


@pytest.mark.rule("18FB:2.5.3-i")
def test_prebuilt_hexes_take_no_yellow_tile() -> None:
    prebuilt = [name for name, place in BOARD.hexes.items() if place.printed.color == "yellow"]
    assert sorted(prebuilt) == ["F11", "F23", "G30", "L27", "L39", "M14", "N21", "zC6", "zC8"]
    for name in prebuilt:
        assert {face.color for face in fitting(BOARD, BOARD.hexes[name], BOARD.hexes[name].printed)} == {"green"}


def test_every_land_hex_gets_a_tile_of_each_colour_but_two() -> None:
    for name, place in BOARD.hexes.items():
        if place.kind:
            colours = {face.color for face in all_faces(place)} | {place.printed.color}
            wanted = {"yellow"} if name in ("O6", "zD1") else {"yellow", "green", "brown"}
            assert colours - {"white"} == wanted, name
    assert NEXT_COLOR["green"] == "brown"


@pytest.mark.rule("18FB:3.5.2-m")
def test_towns_bring_markers_by_colour() -> None:
    """Of a hex: single 1, 1, 2 and double 1 (once for both), 2, 3."""
    found = {
        (kind, tile.color, max(stop.markers for stop in BOARD.face(name, 0).stops))
        for name, tile in BOARD.tiles.items()
        for kind in tile.fits
        if kind in ("town", "double")
    }
    single = {("town", "yellow", 1), ("town", "green", 1), ("town", "brown", 2)}
    assert found == single | {("double", "yellow", 1), ("double", "green", 2), ("double", "brown", 3)}
    assert not any(stop.markers for place in BOARD.hexes.values() for stop in place.printed.stops)


# -- first lays -------------------------------------------------------------------------------------------------------


def first_lays(company: str) -> set[str]:
    return {lay.hex for lay in possible_lays(track(game_of()), company, YELLOW, False)}


@pytest.mark.rule("18FB:3.5.1-b", "18FB:3.5.1-c", "18FB:3.5.1-f")
@pytest.mark.parametrize(
    ("company", "hexes"),
    [
        ("NN", {"zC4"}),
        ("FSC", {"F21", "F25", "G22"}),
        ("LdA", {"F31"}),
        ("FC", {"F9", "F13"}),
        ("FB", {"I30"}),
        ("LTF", {"K44"}),
        ("SFTF", {"L15", "M16", "N13"}),
        ("FS", {"M22", "N19"}),
        ("FP", {"M22", "N19", "zD9"}),
        ("FST", {"F21", "F25", "G22"}),
    ],
)
def test_first_lays_of_all_majors(company: str, hexes: set[str]) -> None:
    assert first_lays(company) == hexes


@pytest.mark.rule("18FB:2.5.1-b")
def test_from_caserta_a_way_leads_over_a_letter_into_napoli() -> None:
    game = game_of()
    assert check_lay(track(game), "FB", Lay("zD11", "8", 4), False) == "not_reached", "nothing of FB is in Caserta yet"
    game.state.shelves.move("FB.1", ("city", "G30", 0))
    assert {"zD11", "G28", "F31"} <= {lay.hex for lay in possible_lays(track(game), "FB", YELLOW, False)}
