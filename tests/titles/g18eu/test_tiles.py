"""18EU 4.6: which tiles lie where, what they cost, and what becomes of tokens and of the supply.

Edges run 0 to 5 clockwise from the south; rotation r turns edge e into e + r.
"""

from __future__ import annotations

from collections import Counter

import pytest

from stockrail import IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import LayTile, PlaceToken, RunTrains
from stockrail.rules.laying import supply
from stockrail.rules.state import BANK, city_at, spare_tokens
from stockrail.rules.tokens import cities_of
from stockrail.testing import Position
from stockrail.titles.g18eu.running import RunStep


def sncf(phase: str, city: tuple[str, int], cash: int = 0, /, **tiles: tuple[str, int]) -> Position:
    """Ada's SNCF with a token in a city and some tiles on the map."""
    pos = Position("18EU", players=2).phase(phase).corporation("SNCF", {0: 5}, cash=cash)
    return pos.tiles(**tiles).token("SNCF", *city)


def lay(hex_: str, tile: str, rotation: int) -> LayTile:
    return LayTile(0, "SNCF", hex_, tile, rotation)


def refused(game: RailGame, action: Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


def offered(game: RailGame, hex_: str) -> set[tuple[str, int]]:
    """The tiles and rotations that the menu offers for a hex."""
    lays = [entry for entry in game.legal_actions() if isinstance(entry, LayTile)]
    return {(entry.tile, entry.rotation) for entry in lays if entry.hex == hex_}


def names(game: RailGame, hex_: str) -> set[str]:
    return {tile for tile, _ in offered(game, hex_)}


# -- 4.6-a, b, c, d: laying and upgrading ----------------------------------------------------------


@pytest.mark.rule("18EU:4.6-a")
def test_upgrades_go_colour_by_colour() -> None:
    game = sncf("8", ("F9", 0), F9=("57", 0)).operating("SNCF")
    assert refused(game, lay("F9", "57", 1)) == ("wrong_colour", "4.6-a")
    assert refused(game, lay("F9", "611", 0)) == ("wrong_colour", "4.6-a")
    assert refused(game, lay("F9", "513", 0)) == ("wrong_colour", "4.6-a")
    game.check(lay("F9", "14", 0))
    empty = sncf("8", ("F9", 0)).operating("SNCF")
    assert refused(empty, lay("F9", "14", 0)) == ("wrong_colour", "4.6-a")
    green = sncf("8", ("F9", 0), F9=("14", 0)).operating("SNCF")
    assert refused(green, lay("F9", "57", 0)) == ("wrong_colour", "4.6-a")
    assert refused(green, lay("F9", "513", 0)) == ("wrong_colour", "4.6-a")


@pytest.mark.rule("18EU:4.6-a")
def test_without_a_green_tile_left_the_way_to_brown_is_blocked() -> None:
    """Utrecht's straight track fits on 141 and 142 only, and all nine of them lie elsewhere."""
    used = dict.fromkeys(["B7", "B13", "C4", "C6", "C16"], ("141", 0))
    used |= dict.fromkeys(["C20", "D15", "E12", "E14"], ("142", 0))
    game = sncf("5", ("D3", 0), D3=("201", 0), D5=("4", 0), **used).operating("SNCF")
    assert refused(game, lay("D5", "141", 0)) == ("no_tile_left", "4.6-t")
    assert refused(game, lay("D5", "145", 0)) == ("wrong_colour", "4.6-a")
    assert offered(game, "D5") == set()
    del used["B7"]
    game = sncf("5", ("D3", 0), D3=("201", 0), D5=("4", 0), **used).operating("SNCF")
    assert names(game, "D5") == {"141"}


@pytest.mark.rule("18EU:4.6-b")
def test_new_track_must_join_the_companys_own() -> None:
    """Munich's track leads south to G14 and south-west to F13."""
    game = sncf("3", ("G12", 0), G12=("201", 0), F11=("4", 0)).operating("SNCF")
    game.check(lay("G14", "9", 0))  # edges 0 and 3: Munich is beyond edge 3
    assert refused(game, lay("G14", "9", 1)) == ("not_reached", "4.6-b")
    assert refused(game, lay("H13", "9", 2)) == ("not_reached", "4.6-b")  # beside Munich, but no track there
    assert refused(game, lay("F11", "141", 0)) == ("not_reached", "4.6-b")  # somebody else's town
    joined = sncf("3", ("G12", 0), G12=("202", 0), F11=("4", 2)).operating("SNCF")
    joined.check(lay("F11", "141", 2))  # edges 2, 3 and 5: now Munich's edge 2 leads there


@pytest.mark.rule("18EU:4.6-b")
def test_only_the_operating_company_lays_track() -> None:
    pos = sncf("3", ("G12", 0)).corporation("KBS", {0: 5}).token("KBS", "F9")
    game = pos.operating("SNCF")
    assert refused(game, LayTile(0, "KBS", "F9", "57", 0)) == ("lay_or_pass", "4.4-d")
    assert refused(game, PlaceToken(0, "SNCF", "F9", 0)) == ("lay_or_pass", "4.4-d")


@pytest.mark.rule("18EU:4.6-b")
def test_a_city_upgrade_may_merely_raise_the_value() -> None:
    """Frankfurt, full of strangers, ends SNCF's track: new track there is out of reach, the value is not."""
    pos = sncf("5", ("G12", 0), G12=("202", 1), G10=("58", 0), F9=("14", 1))
    pos.corporation("KBS", {1: 5}).token("KBS", "F9").corporation("DR", {1: 5}).token("DR", "F9")
    game = pos.tiles(F7=("9", 0)).operating("SNCF")  # F7 lies behind Frankfurt
    assert names(game, "F9") == {"611"}
    assert refused(game, lay("F7", "82", 0)) == ("not_reached", "4.6-b")


@pytest.mark.rule("18EU:4.6-b")
def test_track_behind_a_full_city_is_not_extended() -> None:
    pos = sncf("3", ("G12", 0), G12=("202", 1), G10=("58", 0), F9=("57", 2))  # F9: edges 2 and 5
    blocked = pos.corporation("KBS", {1: 5}).token("KBS", "F9").operating("SNCF")
    assert refused(blocked, lay("E8", "9", 2)) == ("not_reached", "4.6-b")
    free = sncf("3", ("G12", 0), G12=("202", 1), G10=("58", 0), F9=("57", 2)).operating("SNCF")
    free.check(lay("E8", "9", 2))


@pytest.mark.rule("18EU:4.6-c")
def test_a_company_without_any_route_begins_with_a_yellow_tile_at_home() -> None:
    pos = Position("18EU", players=2).owned("13", 0).tiles(F11=("4", 0))
    game = pos.operating("13")
    lays = [entry for entry in game.legal_actions() if isinstance(entry, LayTile)]
    assert {entry.hex for entry in lays} == {"G12"}
    assert {entry.tile for entry in lays} == {"201", "202"}
    assert refused(game, LayTile(0, "13", "G14", "9", 0)) == ("not_reached", "4.6-b")
    game.push(LayTile(0, "13", "G12", "202", 0))


@pytest.mark.rule("18EU:4.6-d")
def test_a_replaced_tile_returns_to_the_supply() -> None:
    """All four tiles 7 lie; only after one of them has been upgraded another can be laid."""
    sevens = {"G14": ("7", 3), "F13": ("7", 3), "A18": ("7", 3), "A12": ("7", 3)}
    full = sncf("3", ("G12", 0), G12=("578", 0), **sevens)  # Munich: edges 0, 1 and 2
    game = full.tiles(F11=("4", 2), E10=("9", 2)).operating("SNCF", alone=True)
    assert supply(game)["7"] == 0
    assert refused(game, lay("D9", "7", 5)) == ("no_tile_left", "4.6-t")
    game.push(lay("G14", "80", 2))  # edges 2, 3 and 4
    assert game.state.laid["G14"] == ("80", 2)
    assert (supply(game)["7"], supply(game)["80"]) == (1, 3)


@pytest.mark.rule("18EU:4.6-d")
def test_a_tile_stays_until_it_is_upgraded() -> None:
    game = sncf("3", ("G12", 0), 500, G12=("201", 0), G14=("9", 0)).operating("SNCF")
    for tile, rotation in (("8", 3), ("9", 0), ("9", 1)):
        assert refused(game, lay("G14", tile, rotation)) == ("wrong_colour", "4.6-a")
    game.push(lay("G14", "82", 0))
    assert game.state.laid["G14"] == ("82", 0)
    assert game.state.laid["G12"] == ("201", 0)


# -- 4.6-e: where track may point ------------------------------------------------------------------


@pytest.mark.rule("18EU:4.6-e")
@pytest.mark.parametrize(
    ("hex_", "tile", "legal", "closed"),
    [
        ("D3", "201", 0, 1),  # Amsterdam: edge 2 is the sea
        ("D3", "201", 5, 4),  # edge 4 is the sea
        ("M16", "201", 1, 0),  # Budapest: edge 0 is impassable
        ("M16", "202", 3, 4),  # edges 3 and 5 (Bucharest) or 4 (impassable) and 0
        ("H19", "201", 0, 5),  # Venice: edge 5 is a blank side of Trieste's port
    ],
)
def test_no_new_track_points_at_a_closed_side(hex_: str, tile: str, legal: int, closed: int) -> None:
    game = sncf("2", (hex_, 0)).operating("SNCF")
    game.check(lay(hex_, tile, legal))
    assert refused(game, lay(hex_, tile, closed)) == ("blank_side", "4.6-e")
    assert (tile, closed) not in offered(game, hex_)


@pytest.mark.rule("18EU:4.6-e")
def test_no_new_track_points_off_the_board() -> None:
    game = sncf("2", ("B17", 0), B17=("201", 1)).operating("SNCF")  # Lyon: edges 1 and 2, to A18 and A16
    assert refused(game, lay("A18", "8", 2)) == ("blank_side", "4.6-e")  # edges 2 and 4
    assert refused(game, lay("A18", "9", 1)) == ("blank_side", "4.6-e")  # edges 1 and 4
    game.check(lay("A18", "7", 4))  # edges 4 and 5
    game.check(lay("A18", "8", 4))  # edges 4 and 0


@pytest.mark.rule("18EU:4.6-e")
def test_every_side_of_a_port_but_one_is_blank() -> None:
    """A20, C20 (Nice) and B19 (Marseille) surround the port B21; D21, F21 and E20 (Genoa) the port E22."""
    west = sncf("2", ("B19", 0), 100, B19=("57", 1)).operating("SNCF")  # Marseille: edges 1 and 4
    assert refused(west, lay("A20", "7", 4)) == ("blank_side", "4.6-e")  # edges 4 and 5 (the port)
    west.check(lay("A20", "7", 3))  # edges 3 and 4
    east = sncf("2", ("E20", 0), E20=("57", 2)).operating("SNCF")  # Genoa: edges 2 and 5, to Florence
    assert refused(east, lay("F21", "3", 1)) == ("blank_side", "4.6-e")  # edges 1 (the port) and 2
    east.check(lay("F21", "3", 2))


@pytest.mark.rule("18EU:4.6-e")
def test_the_printed_sides_of_red_hexes_are_open_and_all_others_closed() -> None:
    """Rome may be entered from Florence, Bologna and H21; a red hex itself takes no tile."""
    game = sncf("2", ("E20", 0), E20=("57", 2)).operating("SNCF")
    game.check(lay("F21", "4", 2))  # Florence: edges 2 (Genoa) and 5 (Rome)
    assert refused(game, lay("G22", "9", 2)) == ("closed_hex", "4.6-e")
    assert refused(game, lay("E22", "3", 0)) == ("closed_hex", "4.6-e")
    board = game.title.board
    for name, place in board.hexes.items():
        for edge, other in enumerate(place.neighbors):
            if other and board.hexes[other].kind in ("offboard", "port"):
                facing = (edge + 3) % 6 in board.hexes[other].printed.exits
                assert (edge in place.open_sides) == facing, (name, edge)


@pytest.mark.rule("18EU:4.6-e")
def test_upgrades_obey_closed_sides_too() -> None:
    game = sncf("3", ("D3", 0), D3=("201", 0)).operating("SNCF")  # Amsterdam: edges 0 and 1
    assert refused(game, lay("D3", "578", 0)) == ("blank_side", "4.6-e")  # edges 0, 1, 2 (the sea)
    game.check(lay("D3", "578", 5))  # edges 5, 0, 1
    game.check(lay("D3", "576", 0))  # edges 0, 1, 3 (its port)


# -- 4.6-m to p: Semmering, ports, kept connections, terrain ---------------------------------------


@pytest.mark.rule("18EU:4.6-m")
def test_semmering_is_yellow_from_the_start_and_costs_60_to_make_green() -> None:
    game = sncf("3", ("K14", 0), 60).operating("SNCF")
    bank = game.state.cash[BANK]
    assert refused(game, lay("K16", "8", 1)) == ("wrong_colour", "4.6-a")
    game.push(lay("K16", "82", 0))  # keeps edges 1 and 3, adds 0
    assert (game.state.cash["SNCF"], game.state.cash[BANK]) == (0, bank + 60)
    assert supply(game)["8"] == 15  # the preprinted tile is no tile 8
    poor = sncf("3", ("K14", 0), 59).operating("SNCF")
    assert refused(poor, lay("K16", "82", 0)) == ("cannot_pay_terrain", "4.6-p")
    brown = sncf("5", ("K14", 0), 0, K16=("82", 0)).operating("SNCF")
    brown.check(lay("K16", "545", 0))


@pytest.mark.rule("18EU:4.6-n")
@pytest.mark.parametrize(
    ("city", "tile", "edge"), [("D3", "202", 3), ("B19", "57", 0), ("E20", "57", 0), ("I18", "57", 0)]
)
def test_the_city_beside_a_port_may_connect_through_the_marked_side(city: str, tile: str, edge: int) -> None:
    game = sncf("2", (city, 0)).operating("SNCF")
    assert (tile, edge) in offered(game, city)


@pytest.mark.rule("18EU:4.6-n")
@pytest.mark.parametrize(
    ("phase", "tile", "rotation", "earned"),
    [("2", "202", 3, 40), ("3", "577", 0, 50), ("5", "582", 1, 60), ("8", "582", 1, 60)],
)
def test_a_port_pays_ten_always(phase: str, tile: str, rotation: int, earned: int) -> None:
    """Amsterdam's 30, 40 or 50 and the port's 10."""
    pos = sncf(phase, ("D3", 0), D3=(tile, rotation)).train("5", "SNCF")
    game = pos.operating("SNCF", "RunStep")
    assert isinstance(game.decision, RunStep)
    run = game.legal_actions()[0]
    assert isinstance(run, RunTrains)
    assert set(run.runs[0].hexes) == {"D3", "D1"}
    game.push(run)
    assert game.state.flags["revenue"] == earned


@pytest.mark.rule("18EU:4.6-n")
def test_a_port_ends_the_route() -> None:
    """Genoa's port lies at one end; towards Turin and Milan there is one other end only."""
    pos = sncf("2", ("E20", 0), E20=("57", 0), E18=("202", 0)).train("5", "SNCF")
    game = pos.operating("SNCF", "RunStep")  # Genoa: edges 0 (port) and 3; Milan: edges 0 and 2
    run = game.legal_actions()[0]
    assert isinstance(run, RunTrains)
    assert run.runs[0].hexes in {("E22", "E20", "E18"), ("E18", "E20", "E22")}
    game.push(run)
    assert game.state.flags["revenue"] == 10 + 20 + 30


@pytest.mark.rule("18EU:4.6-o")
def test_an_upgrade_keeps_all_connections() -> None:
    city = sncf("3", ("G12", 0), G12=("201", 0)).operating("SNCF")  # edges 0 and 1
    for rotation, legal in enumerate([True, False, False, False, False, True]):  # 578: r, r + 1, r + 2
        if legal:
            city.check(lay("G12", "578", rotation))
        else:
            assert refused(city, lay("G12", "578", rotation)) == ("drops_track", "4.6-o")
    plain = sncf("3", ("G12", 0), G12=("201", 0), G14=("9", 0)).operating("SNCF")  # edges 0 and 3
    for rotation in range(6):
        assert refused(plain, lay("G14", "80", rotation)) == ("drops_track", "4.6-o")
        assert refused(plain, lay("G14", "81", rotation)) == ("drops_track", "4.6-o")
    assert names(plain, "G14") == {"82", "83"}


@pytest.mark.rule("18EU:4.6-p")
def test_terrain_that_cannot_be_paid_cannot_be_built() -> None:
    for cash, legal in ((60, True), (59, False)):  # F15, rough
        game = sncf("3", ("G12", 0), cash, G12=("201", 0), G14=("8", 1)).operating("SNCF")
        assert game.is_legal(lay("F15", "7", 4)) == legal
    for cash, legal in ((120, True), (119, False)):  # F17, a mountain
        game = sncf("3", ("E18", 0), cash, E18=("201", 3)).operating("SNCF")
        assert game.is_legal(lay("F17", "9", 1)) == legal
        assert (("9", 1) in offered(game, "F17")) == legal
    assert refused(game, lay("F17", "9", 1)) == ("cannot_pay_terrain", "4.6-p")
    for cash, legal in ((60, True), (59, False)):
        game = sncf("3", ("E18", 0), cash, E18=("201", 3), F17=("9", 1)).operating("SNCF")
        assert game.is_legal(lay("F17", "82", 1)) == legal
    sncf("5", ("E18", 0), 0, E18=("201", 3), F17=("82", 1)).operating("SNCF").check(lay("F17", "544", 1))


@pytest.mark.rule("18EU:4.6-p")
def test_upgrades_on_rough_hexes_are_free() -> None:
    tiles = {"G12": ("201", 0), "G14": ("8", 1), "F15": ("7", 4)}
    game = sncf("3", ("G12", 0), 0, **tiles).operating("SNCF")
    game.push(lay("F15", "80", 4))
    assert game.state.cash["SNCF"] == 0
    assert game.state.laid["F15"] == ("80", 4)


@pytest.mark.rule("18EU:4.6-s")
def test_the_plain_hex_southeast_of_munich_is_no_mountain() -> None:
    game = sncf("3", ("G12", 0), 0, G12=("201", 5)).operating("SNCF")  # edges 5 and 0
    assert game.title.board.hexes["G12"].neighbors[5] == "H13"
    assert names(game, "H13") == {"7", "8", "9"}
    game.push(lay("H13", "9", 2))
    assert game.state.cash["SNCF"] == 0
    green = sncf("3", ("G12", 0), 0, G12=("201", 5), H13=("9", 2)).operating("SNCF")
    green.check(lay("H13", "82", 2))


# -- 4.6-j, q, r: Paris, Berlin and Vienna ---------------------------------------------------------


@pytest.mark.rule("18EU:4.6-j")
def test_the_green_tile_of_paris_lies_one_way() -> None:
    game = sncf("3", ("A10", 0)).operating("SNCF")
    assert offered(game, "A10") == {("580", 3)}
    for rotation in (0, 1, 2, 4, 5):
        assert not game.is_legal(lay("A10", "580", rotation))
    game.push(lay("A10", "580", 3))
    assert cities_of(game, "SNCF") == [("A10", 0)]  # north-east, edges 3 and 4


@pytest.mark.rule("18EU:4.6-q")
@pytest.mark.parametrize(
    ("hex_", "rotation", "first", "second"),
    [
        ("J5", 0, 2, 0),  # Berlin: stop 0 is edge 4, stop 1 is edge 1
        ("J5", 1, 1, 0),
        ("K14", 0, 0, 1),  # Vienna: stop 0 is edge 0, stop 1 is edge 3
        ("K14", 1, 2, 1),
    ],
)
def test_green_berlin_and_vienna_can_lie_two_ways(hex_: str, rotation: int, first: int, second: int) -> None:
    pos = sncf("3", (hex_, 0)).corporation("KBS", {1: 5}).token("KBS", hex_, 1)
    game = pos.operating("SNCF")
    assert offered(game, hex_) == {("581", 0), ("581", 1)}
    game.push(lay(hex_, "581", rotation))
    assert cities_of(game, "SNCF") == [(hex_, first)]
    assert cities_of(game, "KBS") == [(hex_, second)]


@pytest.mark.rule("18EU:4.6-r", "18EU:4.2.2-o")
@pytest.mark.parametrize("hex_", ["J5", "K14"])
def test_brown_berlin_and_vienna_send_duplicate_tokens_back(hex_: str) -> None:
    pos = sncf("5", (hex_, 0), **{hex_: ("581", 0)}).token("SNCF", hex_, 1)
    pos.corporation("KBS", {1: 5}).token("KBS", hex_, 2)
    game = pos.operating("SNCF")
    game.push(lay(hex_, "584", 0))
    assert game.state.shelves.on(city_at(hex_, 0)) == ["SNCF.0", "KBS.0"]
    assert cities_of(game, "SNCF") == [(hex_, 0)]
    assert sorted(game.state.shelves.on(spare_tokens("SNCF"))) == ["SNCF.1", "SNCF.2", "SNCF.3", "SNCF.4"]


@pytest.mark.rule("18EU:4.2.2-p", "18EU:4.6-j")
def test_brown_paris_lets_one_token_stay_in_the_north_and_one_in_the_south() -> None:
    game = sncf("5", ("A10", 0), A10=("580", 3)).token("SNCF", "A10", 1).operating("SNCF")
    assert offered(game, "A10") == {("583", 3)}
    game.push(lay("A10", "583", 3))
    assert cities_of(game, "SNCF") == [("A10", 0), ("A10", 1)]


# -- 4.6-t: the supply -----------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.6-t")
def test_a_tile_of_which_none_is_left_cannot_be_laid() -> None:
    others = {"A18": ("7", 3), "A12": ("7", 3), "L7": ("7", 0)}
    one_left = sncf("3", ("G12", 0), G12=("201", 0), **others).operating("SNCF")
    one_left.check(lay("G14", "7", 3))
    none_left = sncf("3", ("G12", 0), G12=("201", 0), M8=("7", 0), **others).operating("SNCF")
    assert refused(none_left, lay("G14", "7", 3)) == ("no_tile_left", "4.6-t")
    assert names(none_left, "G14") == {"8", "9"}


@pytest.mark.rule("18EU:4.6-t")
def test_the_supply_has_191_tiles() -> None:
    game = Position("18EU").game
    left = supply(game)
    colours: Counter[str] = Counter()
    for name, count in left.items():
        colours[game.title.board.tiles[name].color] += count
    assert colours == {"yellow": 90, "green": 54, "brown": 42, "grey": 5}
    assert len(left) == 36
    assert (left["580"], left["581"], left["583"], left["584"], left["513"], left["7"]) == (1, 2, 1, 2, 5, 4)
