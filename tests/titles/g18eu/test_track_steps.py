"""4.4.1 How many tiles a company lays in its turn, and what the terrain costs."""

import pytest

from stockrail import IllegalAction, RailGame
from stockrail.rules.actions import LayTile, Pass
from stockrail.rules.state import BANK
from stockrail.testing import Position

HOME = LayTile(0, "12", "D3", "202", 3)  # Amsterdam, towards the port and E4
BEYOND = LayTile(0, "12", "E4", "9", 2)
FURTHER = LayTile(0, "12", "F5", "9", 2)


def refused(game: RailGame, action: LayTile) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert action not in game.legal_actions()
    return error.value.kind, error.value.rule


def laying(game: RailGame, company: str) -> bool:
    """Does the game wait for a tile of this company?"""
    decision = game.decision
    return decision is not None and type(decision).__name__ == "LayTrack" and decision.subject(game) == company


def minor_in_amsterdam(turn: int, nth: int) -> RailGame:
    position = Position("18EU").owned("12", 0)
    position.turn = turn
    return position.operating("12", nth=nth)


@pytest.mark.rule("18EU:4.4.1-a")
def test_a_minor_lays_two_tiles_in_the_very_first_operating_round() -> None:
    game = minor_in_amsterdam(turn=1, nth=1)
    game.push(HOME)
    assert laying(game, "12")
    game.push(BEYOND)
    assert not laying(game, "12")
    assert refused(game, FURTHER) == ("run_first", "4.4-d")
    assert dict(game.state.laid.unordered) == {"D3": ("202", 3), "E4": ("9", 2)}


@pytest.mark.rule("18EU:4.4.1-a")
def test_the_second_tile_of_the_first_round_may_be_left_out() -> None:
    game = minor_in_amsterdam(turn=1, nth=1)
    game.push(HOME)
    game.push(Pass(0))
    assert not laying(game, "12")
    assert dict(game.state.laid.unordered) == {"D3": ("202", 3)}


@pytest.mark.rule("18EU:4.4.1-a")
@pytest.mark.parametrize(("turn", "nth"), [(1, 2), (2, 1), (2, 2)])
def test_a_minor_lays_one_tile_in_every_later_round(turn: int, nth: int) -> None:
    game = minor_in_amsterdam(turn, nth)
    game.push(HOME)
    assert not laying(game, "12")
    assert refused(game, BEYOND) == ("run_first", "4.4-d")


@pytest.mark.rule("18EU:4.4.1-b")
def test_a_minor_never_upgrades() -> None:
    position = Position("18EU").phase("3").owned("12", 0).tiles(D3=("202", 3), E4=("9", 2))
    game = position.operating("12")
    assert refused(game, LayTile(0, "12", "D3", "577", 0)) == ("minor_upgrades", "4.4.1-b")
    colours = {game.title.board.tiles[a.tile].color for a in game.legal_actions() if isinstance(a, LayTile)}
    assert colours == {"yellow"}


def corporation_in_amsterdam(phase: str = "3", cash: int = 0) -> Position:
    position = Position("18EU").phase(phase).tiles(D3=("202", 3), E4=("9", 2))
    return position.corporation("NS", {0: 5}, cash=cash).token("NS", "D3").train("3", "NS")


@pytest.mark.rule("18EU:4.4.1-b", "18EU:4.4.1-c")
def test_a_corporation_upgrades_where_a_minor_could_not() -> None:
    game = corporation_in_amsterdam().operating("NS")
    game.push(LayTile(0, "NS", "D3", "577", 0))
    assert game.state.laid["D3"] == ("577", 0)


@pytest.mark.rule("18EU:4.4.1-c")
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("F5", "9", 2), ("D3", "577", 0)),  # yellow, then no upgrade
        (("F5", "9", 2), ("G6", "4", 2)),  # yellow, then no other yellow
        (("D3", "577", 0), ("F5", "9", 2)),  # upgrade, then no yellow
        (("D3", "577", 0), ("E4", "82", 5)),  # upgrade, then no other upgrade
    ],
)
def test_a_corporation_lays_or_upgrades_one_tile(
    turn: int, first: tuple[str, str, int], second: tuple[str, str, int]
) -> None:
    position = corporation_in_amsterdam()
    position.turn = turn
    game = position.operating("NS")
    if second[0] != "G6":
        game.check(LayTile(0, "NS", *second))
    game.push(LayTile(0, "NS", *first))
    assert not laying(game, "NS")
    assert refused(game, LayTile(0, "NS", *second))[1] == "4.4-d"


def mountain(company_cash: int, phase: str = "3", **tiles: tuple[str, int]) -> RailGame:
    """FS in Turin; north of it lies the Lötschberg."""
    position = Position("18EU").phase(phase).tiles(D19=("57", 0), **tiles)
    return position.corporation("FS", {0: 5}, cash=company_cash).token("FS", "D19").train("4", "FS").operating("FS")


def rough(company_cash: int, **tiles: tuple[str, int]) -> RailGame:
    """SNCB in Cologne; south of it lies rough ground."""
    position = Position("18EU").phase("3").tiles(D7=("57", 0), **tiles)
    return (
        position.corporation("SNCB", {0: 5}, cash=company_cash).token("SNCB", "D7").train("4", "SNCB").operating("SNCB")
    )


def cost(game: RailGame, action: LayTile) -> int:
    """What a lay takes from the treasury; nobody but the bank may gain or lose by it."""
    purses = dict(game.state.cash.amounts)
    assert action in game.legal_actions()
    assert Pass(0) in game.legal_actions()
    game.push(action)
    paid = purses.get(action.company, 0) - game.state.cash[action.company]
    assert game.state.cash[BANK] - purses[BANK] == paid
    assert all(game.state.cash[player] == purses[player] for player in range(3))
    return paid


@pytest.mark.rule("18EU:4.4.1-d")
def test_yellow_on_a_rough_hex_costs_60_from_the_treasury() -> None:
    lay = LayTile(0, "SNCB", "D9", "9", 0)
    assert cost(rough(60), lay) == 60
    assert refused(rough(59), lay) == ("cannot_pay_terrain", "4.6-p")


@pytest.mark.rule("18EU:4.4.1-d")
def test_a_minor_pays_for_a_rough_hex_too() -> None:
    """D11, north of Strasbourg, is rough."""
    lay = LayTile(0, "14", "D11", "9", 0)
    for cash, legal in ((60, True), (59, False)):
        game = Position("18EU").owned("14", 0, cash).tiles(D13=("202", 1)).operating("14")
        assert game.is_legal(lay) == legal
    rich = Position("18EU").owned("14", 0, 75).tiles(D13=("202", 1)).operating("14")
    rich.push(lay)
    assert rich.state.cash["14"] == 15


@pytest.mark.rule("18EU:4.4.1-d")
def test_only_the_first_tile_on_a_rough_hex_costs() -> None:
    assert cost(rough(0, D9=("9", 0)), LayTile(0, "SNCB", "D9", "82", 0)) == 0


@pytest.mark.rule("18EU:4.4.1-d")
def test_a_plain_hex_costs_nothing() -> None:
    game = corporation_in_amsterdam(cash=0).operating("NS")
    assert cost(game, LayTile(0, "NS", "F5", "9", 2)) == 0


@pytest.mark.rule("18EU:4.4.1-e")
def test_yellow_on_a_mountain_costs_120() -> None:
    lay = LayTile(0, "FS", "D17", "9", 0)
    assert cost(mountain(120), lay) == 120
    assert refused(mountain(119), lay) == ("cannot_pay_terrain", "4.6-p")


@pytest.mark.rule("18EU:4.4.1-e", "18EU:4.4.1-f")
def test_a_mountain_costs_120_then_60_then_nothing() -> None:
    """The marker shows 120, is turned to 60 by the yellow tile and leaves with the green one."""
    position = Position("18EU").tiles(D19=("57", 0)).corporation("FS", {0: 5}, cash=180).token("FS", "D19")
    position.train("4", "FS")
    left = []
    for phase, tile in (("2", "9"), ("3", "82"), ("5", "544")):
        game = position.phase(phase).operating("FS")
        game.push(LayTile(0, "FS", "D17", tile, 0))
        left.append(game.state.cash["FS"])
    assert left == [60, 0, 0]


@pytest.mark.rule("18EU:4.4.1-f")
def test_green_on_a_mountain_costs_60_and_brown_nothing() -> None:
    green = LayTile(0, "FS", "D17", "82", 0)
    assert cost(mountain(60, D17=("9", 0)), green) == 60
    assert refused(mountain(59, D17=("9", 0)), green) == ("cannot_pay_terrain", "4.6-p")
    assert cost(mountain(0, "5", D17=("82", 0)), LayTile(0, "FS", "D17", "544", 0)) == 0
