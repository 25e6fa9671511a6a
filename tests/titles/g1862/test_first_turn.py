"""7.1, 7.2 The order in which companies operate, and a company's first turn."""

from __future__ import annotations

import pytest

from stockrail.core import Action
from stockrail.rules.actions import BuyShare, LayTile, Pass, PayOut, PlaceToken
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, current_round, operating_company
from stockrail.rules.shares import owner_of
from stockrail.rules.state import POOL
from stockrail.rules.tokens import cities_of, spare_of, tokens_in
from stockrail.rules.trains import trains_of
from stockrail.titles.g1862.companies import home_of, in_receivership, operating
from stockrail.titles.g1862.dividends import Dividend, RunStep
from stockrail.titles.g1862.home import HomeStation
from stockrail.titles.g1862.merging import MergeStep
from stockrail.titles.g1862.redeeming import RedeemShare
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.track import LayTrack, PlaceStation
from stockrail.titles.g1862.trains import BuyTrains

from .conftest import Scene, menu, pass_on, refusal, run, waits_for


@pytest.mark.rule("1862:7.1-a")
def test_companies_operate_by_falling_price_and_from_the_top_of_a_pile() -> None:
    scene = Scene().company("ENR", {0: 5}, price=82).company("EUR", {0: 5}, price=100).company("FDR", {0: 5}, price=82)
    assert operating(scene.game) == ["EUR", "ENR", "FDR"]


def line(scene: Scene, *companies: str) -> Scene:
    """Cromer – Norwich with a train for a run of 60; more companies at the same price have stations in Norwich."""
    return scene.city("F3", "yellow", 0, 3).city("F5", "yellow", 3, 0)


@pytest.mark.rule("1862:7.1-b", "1862:7.8.5-g")
@pytest.mark.parametrize(("ruling", "pile"), [("goes_under", ("EUR", "ENR")), ("keeps_place", ("ENR", "EUR"))])
def test_a_marker_that_stays_goes_under_the_others(ruling: str, pile: tuple[str, ...]) -> None:
    scene = Scene(rulings={"marker_stays": ruling}).company("ENR", {0: 5}, price=90).company("EUR", {1: 5}, price=90)
    game = line(scene).home("ENR").trains("ENR", "2E").turn_of("ENR", "RunStep")
    assert run(game, "ENR", A_0="F3 F5") == (60, 0)
    game.push(PayOut(0, "ENR", "full"))
    assert price(game, "ENR") == 90
    assert game.state.pile[game.state.cell["ENR"]] == pile


@pytest.mark.rule("1862:7.1-c")
def test_the_steps_of_a_turn_in_their_order() -> None:
    scene = Scene().company("ENR", {0: 5, POOL: 1}, cash=1000).company("W&F", {0: 5}).home("ENR", "W&F")
    line(scene).trains("ENR", "2E").station("W&F", "F5")
    game = scene.turn_of("ENR")
    steps = []
    while operating_company(game) == "ENR":
        steps.append(type(game.decision))
        if waits_for(game, RunStep, Dividend):
            game.push(game.legal_actions()[0])
        else:
            pass_on(game)
    assert steps == [MergeStep, LayTrack, PlaceStation, RunStep, Dividend, BuyTrains, RedeemShare, MergeStep]


@pytest.mark.rule("1862:7.1-c")
def test_each_company_operates_once_in_a_round() -> None:
    scene = Scene().company("ENR", {0: 5}, cash=1000, price=100).company("EUR", {1: 5}, cash=1000, price=90)
    scene.trains("ENR", "2E").trains("EUR", "2E")
    game = scene.at(OperatingRound(2, 1))
    while current_round(game) == OperatingRound(2, 1):
        pass_on(game)
    assert [event["company"] for event in game.log if event.kind == "operates"] == ["ENR", "EUR"]
    assert price(game, "ENR") == 90 and price(game, "EUR") == 82  # ENR would be first again


@pytest.mark.rule("1862:7.2-a", "1862:7.2-h", "1862:7.7-a")
def test_the_home_station_is_placed_before_anything_else_and_uses_up_nothing() -> None:
    scene = line(Scene().company("ENR", {0: 5}, stations=3))
    game = scene.turn_of("ENR")
    assert cities_of(game, "ENR") == [("F3", 0)] and len(spare_of(game, "ENR")) == 2
    assert waits_for(game, LayTrack)  # no home upgrade, nobody to merge with
    while not waits_for(game, PlaceStation):
        pass_on(game)
    places = menu(game, PlaceToken)
    assert places and all(place.hex != "F3" for place in places)
    game.push(places[0])
    assert len(cities_of(game, "ENR")) == 2 and len(spare_of(game, "ENR")) == 1
    assert not waits_for(game, PlaceStation)  # one a turn besides the home


@pytest.mark.rule("1862:7.2-b")
def test_on_an_empty_home_hex_the_first_tile_goes_there() -> None:
    game = Scene().company("ENR", {0: 5}).turn_of("ENR")
    assert waits_for(game, LayTrack)
    assert {lay.hex for lay in menu(game, LayTile)} == {"F3"}
    assert refusal(game, LayTile(0, "ENR", "F5", "790", 0)) == ("home_hex_first", "7.2-b")
    game.push(LayTile(0, "ENR", "F3", "57", 0))
    assert not waits_for(game, LayTrack)  # only Norwich could follow, and that is an N tile
    thetford = Scene().company("N&B", {0: 5}).turn_of("N&B")
    thetford.push(LayTile(0, "N&B", "E8", "57", 0))
    assert {lay.hex for lay in menu(thetford, LayTile)} == {"E6", "E10"}  # a second yellow tile may follow


@pytest.mark.rule("1862:7.2-b", "1862:7.6-a", "1862:7.6.2-a")
def test_after_an_n_tile_at_home_nothing_follows() -> None:
    game = Scene().company("ESR", {0: 5}).turn_of("ESR")  # its home is Ipswich
    game.push(menu(game, LayTile)[0])
    assert not waits_for(game, LayTrack)


def crowded(phase: str, *others: str, ruling: str = "latest") -> Scene:
    """Cromer, home of ENR, with a tile and the stations of others on it."""
    scene = Scene(rulings={"pushed_out": ruling}).phase(phase).company("ENR", {0: 5})
    scene.city("F3", "yellow" if len(others) == 1 else "green", 0, 3)
    for other in others:
        scene.company(other, {1: 5}).station(other, "F3")
    return scene


@pytest.mark.rule("1862:7.2-c")
def test_a_full_home_tile_is_upgraded_and_that_is_the_whole_build() -> None:
    game = crowded("B", "EUR").turn_of("ENR")
    assert waits_for(game, HomeStation)
    assert refusal(game, Pass(0)) == ("upgrade_home_first", "7.2-c")
    lays = menu(game, LayTile)
    assert {lay.hex for lay in lays} == {"F3"} and {lay.tile for lay in lays} <= {"14", "15", "619"}
    game.push(lays[0])
    assert cities_of(game, "ENR") == [("F3", 0)] and cities_of(game, "EUR") == [("F3", 0)]
    while waits_for(game, MergeStep):
        pass_on(game)
    assert not waits_for(game, LayTrack)


@pytest.mark.rule("1862:7.2-d", "1862:7.2-e", "1862:7.7-c")
def test_where_no_upgrade_helps_the_last_marker_goes_back_to_its_owner() -> None:
    scene = crowded("A", "EUR")  # placed after ENR was started: 3.2-b would not have let it start otherwise
    game = scene.turn_of("ENR")
    assert cities_of(game, "ENR") == [("F3", 0)] and cities_of(game, "EUR") == []
    assert len(spare_of(game, "EUR")) == 7  # it may be placed again


@pytest.mark.rule("1862:7.2-d")
@pytest.mark.parametrize(("ruling", "gone"), [("latest", "FDR"), ("last_slot", "EUR")])
def test_the_latest_marker_is_pushed_out_not_the_one_in_the_last_slot(ruling: str, gone: str) -> None:
    """EUR stood in the second slot before FDR took the first one."""
    scene = crowded("B", "WVR", "EUR", ruling=ruling).company("FDR", {2: 5})
    wvr = tokens_in(scene.game, "F3", 0)[0]
    scene.state.shelves.move(wvr, ("spare", "WVR"))
    scene.station("FDR", "F3")
    game = scene.turn_of("ENR")
    stays = {"FDR": "EUR", "EUR": "FDR"}[gone]
    assert cities_of(game, gone) == [] and cities_of(game, stays) == [("F3", 0)]


@pytest.mark.rule("1862:7.2-d")
def test_markers_close_up_when_the_tile_under_them_is_upgraded() -> None:
    """EUR stood in the second slot of a green tile; on the brown one it has the first, and FDR gets the last."""
    scene = Scene(rulings={"pushed_out": "last_slot"}).phase("D").city("F3", "green", 0, 3)
    for company in ("ENR", "WVR", "EUR", "FDR"):
        scene.company(company, {0: 5})
    scene.city(home_of(scene.game, "EUR")[0], "yellow").home("EUR").station("WVR", "F3").station("EUR", "F3")
    scene.state.shelves.move("WVR.0", ("spare", "WVR"))
    brown = next(lay for lay in menu(scene.turn_of("EUR", "LayTrack"), LayTile) if lay.hex == "F3")
    scene.game.push(brown)
    scene.station("FDR", "F3")
    game = scene.turn_of("ENR")
    assert cities_of(game, "FDR") == [] and ("F3", 0) in cities_of(game, "EUR")


@pytest.mark.rule("1862:7.2-f")
def test_the_new_home_is_connected_to_all_track_on_its_tile() -> None:
    scene = line(Scene().company("ENR", {0: 5}).company("W&F", {0: 5}).home("W&F")).station("W&F", "F5")
    game = scene.turn_of("ENR")
    assert waits_for(game, MergeStep)


@pytest.mark.rule("1862:7.2-a", "1862:7.3-a")
def test_a_company_in_receivership_places_no_home() -> None:
    """It lives on without; whoever becomes its director places it in its next turn."""
    scene = Scene().company("ENR", {POOL: 5, 0: 2, 1: 2}, cash=500).cash(0, 500)
    game: Game1862 = scene.turn_of("ENR")
    assert in_receivership(game, "ENR") and trains_of(game, "ENR")
    assert not cities_of(game, "ENR") and len(spare_of(game, "ENR")) == 7
    game = scene.in_stock_round()
    game.push(BuyShare(0, "ENR", POOL))
    assert owner_of(game, "ENR") == 0
    game = scene.turn_of("ENR")
    assert cities_of(game, "ENR") == [("F3", 0)] and len(spare_of(game, "ENR")) == 6


@pytest.mark.rule("1862:7.2-a", "1862:7.2-d")
def test_a_home_that_stands_is_not_placed_again() -> None:
    """Cromer is full with ENR's own home and a later station of EUR, which stays."""
    scene = Scene().phase("B").company("ENR", {0: 5}).city("F3", "green", 0, 3).home("ENR")
    game = scene.company("EUR", {1: 5}).station("EUR", "F3").turn_of("ENR")
    assert cities_of(game, "ENR") == [("F3", 0)] and cities_of(game, "EUR") == [("F3", 0)]
    assert not any(event.kind in ("places_home", "pushes_out") for event in game.log)


@pytest.mark.rule("1862:7.2-c", "1862:7.6-a")
def test_a_home_upgrade_uses_up_the_build_of_that_company_only() -> None:
    scene = crowded("B", "EUR").trains("ENR", "2/3E").trains("EUR", "2/3E")
    game = scene.turn_of("ENR")
    game.push(menu(game, LayTile)[0])
    while operating_company(game) == "ENR":
        assert not waits_for(game, LayTrack)
        entry = game.legal_actions()[-1]
        game.push(entry if isinstance(entry, Action) else entry.lowest())
    assert operating_company(game) == "EUR"
    while not waits_for(game, LayTrack):
        pass_on(game)
    assert operating_company(game) == "EUR"


@pytest.mark.rule("1862:7.2-c")
def test_the_upgrade_of_a_full_home_is_not_made_elsewhere() -> None:
    scene = crowded("B", "EUR")
    scene.state.laid["E4"] = scene.state.laid["F3"]
    game = scene.turn_of("ENR")
    upgrade = menu(game, LayTile)[0]
    elsewhere = LayTile(0, "ENR", "E4", upgrade.tile, upgrade.rotation)
    assert refusal(game, elsewhere) == ("upgrade_home_first", "7.2-c")


@pytest.mark.rule("1862:7.2-c", "1862:7.2-d")
def test_where_no_tile_is_left_for_the_upgrade_a_marker_goes_back() -> None:
    scene = crowded("B", "EUR")
    hexes = [name for name, place in scene.game.title.board.hexes.items() if name != "F3" and place.kind != "red"]
    greens = ["14"] * 11 + ["15"] * 10 + ["619"] * 10
    for hex_, tile in zip(hexes, greens, strict=False):
        scene.state.laid[hex_] = (tile, 0)
    game = scene.turn_of("ENR")
    assert cities_of(game, "ENR") == [("F3", 0)] and cities_of(game, "EUR") == []
