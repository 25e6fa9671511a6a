"""18EU 4.6-g to l: the table of hexes and tiles, colour after colour."""

from __future__ import annotations

import pytest

from stockrail import IllegalAction, RailGame
from stockrail.rules.actions import LayTile
from stockrail.testing import Position

Tile = tuple[str, int]

TOWN = ({"3", "4", "58"}, {"141", "142", "143", "144"}, {"145", "146", "147"}, set[str]())
CITY = ({"57"}, {"14", "15"}, {"611"}, {"513"})
Y_CITY = ({"201", "202"}, {"576", "577", "578", "579"}, {"582"}, set[str]())
PARIS = (set[str](), {"580"}, {"583"}, set[str]())
BERLIN_VIENNA = (set[str](), {"581"}, {"584"}, set[str]())
TRACK = ({"7", "8", "9"}, {"80", "81", "82", "83"}, {"544", "545", "546"}, set[str]())


def before(token: tuple[str, int], phase: str = "8", /, **tiles: Tile) -> RailGame:
    """SNCF, rich, has a token in a city and may lay a tile."""
    pos = Position("18EU", players=2).phase(phase).corporation("SNCF", {0: 5}, cash=1000)
    return pos.tiles(**tiles).token("SNCF", *token).operating("SNCF")


def offered(game: RailGame, hex_: str) -> set[str]:
    return {entry.tile for entry in game.legal_actions() if isinstance(entry, LayTile) and entry.hex == hex_}


def all_upgrades(hex_: str, token: tuple[str, int], tiles: list[str], **around: Tile) -> set[str]:
    """What can follow one of these tiles, however it lies."""
    found: set[str] = set()
    for tile in tiles:
        for rotation in range(6):
            found |= offered(before(token, **around, **{hex_: (tile, rotation)}), hex_)
    return found


@pytest.mark.rule("18EU:4.6-g")
def test_the_tiles_of_towns() -> None:
    munich = {"G12": ("202", 0)}  # its edge 2 leads to Augsburg (F11)
    yellow, green, brown, grey = TOWN
    assert offered(before(("G12", 0), **munich), "F11") == yellow
    assert all_upgrades("F11", ("G12", 0), sorted(yellow), **munich) == green
    assert all_upgrades("F11", ("G12", 0), sorted(green), **munich) == brown
    assert all_upgrades("F11", ("G12", 0), sorted(brown), **munich) == grey
    assert all_upgrades("F11", ("G12", 0), ["4"], **munich) == {"141", "142"}  # straight track
    assert all_upgrades("F11", ("G12", 0), ["3"], **munich) == {"141", "142", "143"}  # a sharp curve
    assert all_upgrades("F11", ("G12", 0), ["58"], **munich) == green  # a wide curve


@pytest.mark.rule("18EU:4.6-h")
def test_the_tiles_of_cities() -> None:
    yellow, green, brown, grey = CITY
    assert offered(before(("F9", 0)), "F9") == yellow
    for older, newer in ((yellow, green), (green, brown), (brown, grey), (grey, set())):
        assert all_upgrades("F9", ("F9", 0), sorted(older)) == newer


@pytest.mark.rule("18EU:4.6-i")
def test_the_tiles_of_y_cities() -> None:
    yellow, green, brown, grey = Y_CITY
    assert offered(before(("G12", 0)), "G12") == yellow
    for older, newer in ((yellow, green), (green, brown), (brown, grey)):
        assert all_upgrades("G12", ("G12", 0), sorted(older)) == newer
    for tile in sorted(green):  # no green tile is a dead end
        assert all_upgrades("G12", ("G12", 0), [tile]) == brown


@pytest.mark.rule("18EU:4.6-j")
@pytest.mark.parametrize(("hex_", "table"), [("A10", PARIS), ("J5", BERLIN_VIENNA), ("K14", BERLIN_VIENNA)])
def test_the_tiles_of_paris_berlin_and_vienna(hex_: str, table: tuple[set[str], ...]) -> None:
    _, green, brown, grey = table
    rotation = 3 if hex_ == "A10" else 0
    assert offered(before((hex_, 0), "2"), hex_) == set()  # printed yellow
    assert offered(before((hex_, 0)), hex_) == green
    for older, newer in ((green, brown), (brown, grey)):
        tile = next(iter(older))
        assert offered(before((hex_, 0), **{hex_: (tile, rotation)}), hex_) == newer


@pytest.mark.rule("18EU:4.6-k")
@pytest.mark.parametrize(
    ("hex_", "token", "around"),
    [
        ("F17", ("E18", 0), {"E18": ("201", 3)}),  # Gotthard, from Milan
        ("G14", ("G12", 0), {"G12": ("201", 0)}),  # a plain hex, from Munich
        ("C10", ("C8", 0), {"C8": ("201", 0)}),  # a rough one, from Brussels
    ],
)
def test_the_tiles_of_mountain_and_plain_hexes(hex_: str, token: tuple[str, int], around: dict[str, Tile]) -> None:
    yellow, green, brown, grey = TRACK
    assert offered(before(token, **around), hex_) == yellow
    for older, newer in ((yellow, green), (green, brown), (brown, grey)):
        assert all_upgrades(hex_, token, sorted(older), **around) == newer


@pytest.mark.rule("18EU:4.6-k")
@pytest.mark.parametrize(
    ("laid", "tile", "cost"),
    [
        ({}, ("F17", "9", 1), 120),  # Gotthard
        ({"F17": ("9", 1)}, ("F17", "82", 1), 60),
        ({"F17": ("82", 1)}, ("F17", "544", 1), 0),
        ({}, ("D17", "9", 2), 120),  # Lötschberg
        ({}, ("F19", "9", 2), 0),  # a plain hex
        ({"F19": ("9", 2)}, ("F19", "82", 2), 0),
        ({"F19": ("82", 2)}, ("F19", "544", 2), 0),
    ],
)
def test_mountains_cost_120_in_yellow_60_in_green_and_nothing_in_brown(
    laid: dict[str, Tile], tile: tuple[str, str, int], cost: int
) -> None:
    """Milan has track to all sides of interest: edges 2 (Lötschberg), 4 (Gotthard) and 5 (F19)."""
    game = before(("E18", 0), E18=("582", 2), **laid)
    game.push(LayTile(0, "SNCF", *tile))
    assert game.state.cash["SNCF"] == 1000 - cost


@pytest.mark.rule("18EU:4.6-l")
@pytest.mark.parametrize(
    ("hex_", "token", "around", "table"),
    [
        ("F11", ("G12", 0), {"G12": ("202", 0)}, TOWN),
        ("F9", ("F9", 0), {}, CITY),
        ("G12", ("G12", 0), {}, Y_CITY),
        ("A10", ("A10", 0), {}, PARIS),
        ("J5", ("J5", 0), {}, BERLIN_VIENNA),
        ("K14", ("K14", 0), {}, BERLIN_VIENNA),
        ("F17", ("E18", 0), {"E18": ("201", 3)}, TRACK),
        ("G14", ("G12", 0), {"G12": ("201", 0)}, TRACK),
    ],
)
def test_no_tile_lies_on_another_kind_of_hex(
    hex_: str, token: tuple[str, int], around: dict[str, Tile], table: tuple[set[str], ...]
) -> None:
    game = before(token, **around)
    fitting = set().union(*table)
    strangers = sorted(set(game.title.board.tiles) - fitting)
    assert len(strangers) == 36 - len(fitting)
    for tile in strangers:
        for rotation in range(6):
            with pytest.raises(IllegalAction) as error:
                game.check(LayTile(0, "SNCF", hex_, tile, rotation))
            assert (error.value.kind, error.value.rule) == ("wrong_tile", "4.6-l")


@pytest.mark.rule("18EU:4.6-l")
def test_what_is_no_tile_or_no_hex_is_refused() -> None:
    game = before(("F9", 0))
    for action in (
        LayTile(0, "SNCF", "F9", "1", 0),
        LayTile(0, "SNCF", "Z1", "57", 0),
        LayTile(0, "SNCF", "F9", "57", 6),
        LayTile(0, "SNCF", "F9", "57", -1),
    ):
        with pytest.raises(IllegalAction) as error:
            game.check(action)
        assert (error.value.kind, error.value.rule) == ("no_such_tile", "4.6-l")
