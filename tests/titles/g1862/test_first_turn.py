"""7.1, 7.2 The order in which companies operate, and a company's first turn."""

from __future__ import annotations

import pytest

from stockrail.core import Action
from stockrail.rules.actions import BuyShare, LayTile, Pass, PayOut, PlaceToken
from stockrail.rules.laying import tiles_left
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, current_round, operating_company
from stockrail.rules.shares import owner_of
from stockrail.rules.state import POOL
from stockrail.rules.tokens import cities_of, spare_of, tokens_in
from stockrail.rules.trains import trains_of
from stockrail.titles.g1862.companies import home_of, in_receivership, operating, put_back
from stockrail.titles.g1862.dividends import Dividend, RunStep
from stockrail.titles.g1862.home import HomeStation
from stockrail.titles.g1862.merging import MergeStep
from stockrail.titles.g1862.redeeming import RedeemShare
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.track import LayTrack, PlaceStation
from stockrail.titles.g1862.trains import BuyTrains
from stockrail.words import Speaker

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
    scene.home("ENR", "EUR").trains("ENR", "2E").trains("EUR", "2E")
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


@pytest.mark.rule("1862:7.2-b")
@pytest.mark.parametrize(("ruling", "free"), [("must", False), ("may_decline", True)])
def test_a_company_may_not_decline_to_build_on_its_empty_home(ruling: str, free: bool) -> None:
    game = Scene(rulings={"first_build": ruling}).company("ENR", {0: 5}).turn_of("ENR")
    assert bool(menu(game, Pass)) is free and menu(game, LayTile)
    assert game.is_legal(Pass(0)) is free
    assert Speaker(game).prompt() == ("Build track or pass" if free else "Build on the home hex")
    if not free:
        assert refusal(game, Pass(0)) == ("build_home_first", "7.2-b")


@pytest.mark.rule("1862:7.2-b")
def test_after_the_tile_at_home_a_second_one_may_be_declined() -> None:
    game = Scene().company("N&B", {0: 5}, cash=500).turn_of("N&B")
    assert not menu(game, Pass)
    game.push(LayTile(0, "N&B", "E8", "57", 0))
    assert waits_for(game, LayTrack)
    game.push(Pass(0))
    assert not waits_for(game, LayTrack)


@pytest.mark.rule("1862:7.2-b", "1862:11.3-a")
def test_novices_build_at_home_too() -> None:
    scene = Scene(options=["simple_express", "novices"]).permits("ENR", "express").company("ENR", {0: 5})
    assert refusal(scene.turn_of("ENR"), Pass(0)) == ("build_home_first", "7.2-b")


def without_small_cities(scene: Scene) -> Scene:
    """All yellow tiles that would fit on Cromer lie elsewhere."""
    elsewhere = [hex_ for hex_ in scene.game.title.board.hexes if hex_ not in ("F3", "F5")]
    for tile in ("5", "6", "57"):
        for _ in range(tiles_left(scene.game, tile)):
            scene.state.laid[elsewhere.pop()] = (tile, 0)
    return scene


@pytest.mark.rule("1862:7.2-b", "1862:7.6-a")
@pytest.mark.parametrize("skipping", ["only_pass", "as_site"])
def test_where_no_tile_fits_at_home_nobody_is_held_to_it(skipping: str) -> None:
    scene = Scene(rulings={"skipping": skipping}).company("ENR", {0: 5}, cash=500)
    game = without_small_cities(scene).turn_of("ENR")
    if waits_for(game, MergeStep):
        pass_on(game)
    assert waits_for(game, LayTrack) is (skipping == "as_site")
    if waits_for(game, LayTrack):
        assert [*game.legal_actions()] == [Pass(0)]
        pass_on(game)
    assert waits_for(game, BuyTrains)


@pytest.mark.rule("1862:7.2-b", "1862:7.2-g")
def test_a_later_turn_may_be_declined_but_its_first_tile_goes_home() -> None:
    """No tile fitted in its first turn; now one does."""
    game = Scene().company("ENR", {0: 5}).home("ENR").turn_of("ENR")
    assert game.is_legal(Pass(0)) and {lay.hex for lay in menu(game, LayTile)} == {"F3"}


@pytest.mark.rule("1862:7.2-b")
def test_the_duty_ends_with_the_turn_and_is_no_other_companys() -> None:
    """EUR follows ENR; it has operated before, and its home is empty as well."""
    scene = Scene().company("ENR", {0: 5}, price=100, cash=100).company("EUR", {0: 5}).home("EUR").trains("EUR", "2E")
    game = scene.turn_of("ENR")
    game.push(menu(game, LayTile)[0])
    while operating_company(game) == "ENR":
        entry = game.legal_actions()[0]
        game.push(entry if isinstance(entry, Action) else entry.lowest())
    assert operating_company(game) == "EUR" and waits_for(game, LayTrack)
    assert game.is_legal(Pass(0))


@pytest.mark.rule("1862:7.2-b", "1862:7.12-d")
def test_a_company_that_is_started_again_builds_at_home_again() -> None:
    scene = Scene().company("ENR", {0: 5}).home("ENR")
    put_back(scene.game, "ENR")
    game = scene.company("ENR", {1: 5}).turn_of("ENR")
    assert refusal(game, Pass(1)) == ("build_home_first", "7.2-b")


@pytest.mark.rule("1862:7.2-b", "1862:7.3-a", "1862:8.0-c")
def test_in_receivership_nothing_is_built_and_the_first_director_builds_at_home() -> None:
    scene = Scene().company("ENR", {POOL: 5, 0: 2, 1: 2}, cash=500).cash(0, 500)
    game: Game1862 = scene.turn_of("ENR")
    assert not any(event.kind == "lays" for event in game.log) and not waits_for(game, LayTrack)
    game = scene.in_stock_round()
    game.push(BuyShare(0, "ENR", POOL))
    game = scene.turn_of("ENR")
    assert refusal(game, Pass(0)) == ("build_home_first", "7.2-b")


@pytest.mark.rule("1862:7.2-b", "1862:10.3-b")
@pytest.mark.parametrize("homes", ["never", "placed"])
def test_after_the_lner_an_empty_home_stays_empty(homes: str) -> None:
    scene = Scene(rulings={"lner_homes": homes}).company("ENR", {0: 5}, cash=500)
    scene.state.flags["lner"] = "formed"
    assert waits_for(scene.turn_of("ENR"), BuyTrains)


@pytest.mark.rule("1862:7.2-b", "1862:7.6.5-b")
def test_no_terminal_in_london_takes_the_place_of_the_home_tile() -> None:
    """Witham lies beside London; before its tile is laid no route leads there."""
    game = Scene().company("ECR", {0: 5}, cash=500).turn_of("ECR")
    assert waits_for(game, LayTrack) and not menu(game, PlaceToken)
    assert not game.is_legal(PlaceToken(0, "ECR", "London", 0))
    assert refusal(game, Pass(0)) == ("build_home_first", "7.2-b")


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
    for rotation in (-1, 6):
        turned = LayTile(0, "ENR", upgrade.hex, upgrade.tile, rotation)
        assert refusal(game, turned) == ("upgrade_home_first", "7.2-c")


@pytest.mark.rule("1862:7.2-c", "1862:7.2-d")
def test_where_no_tile_is_left_for_the_upgrade_a_marker_goes_back() -> None:
    scene = crowded("B", "EUR")
    hexes = [name for name, place in scene.game.title.board.hexes.items() if name != "F3" and place.kind != "red"]
    greens = ["14"] * 11 + ["15"] * 10 + ["619"] * 10
    for hex_, tile in zip(hexes, greens, strict=False):
        scene.state.laid[hex_] = (tile, 0)
    game = scene.turn_of("ENR")
    assert cities_of(game, "ENR") == [("F3", 0)] and cities_of(game, "EUR") == []


@pytest.mark.rule("1862:7.2-c", "1862:7.6.5-b", "1862:7.7-a")
def test_after_the_upgrade_of_the_home_no_terminal_is_built_in_london() -> None:
    """Witham is full, and its green tile leads to London; a station elsewhere is still allowed."""
    scene = Scene().phase("B").company("ECR", {0: 5}).city("D13", "yellow", 0, 3).company("EUR", {1: 5})
    game = scene.station("EUR", "D13").city("D11", "yellow", 0).turn_of("ECR")
    assert waits_for(game, HomeStation)
    game.push(menu(game, LayTile)[0])
    while not waits_for(game, PlaceStation):
        pass_on(game)
    assert [place.hex for place in menu(game, PlaceToken)] == ["D11"]
    assert refusal(game, PlaceToken(0, "ECR", "London", 0)) == ("terminal_or_track", "7.6.5-b")
    roomy = Scene().phase("B").company("ECR", {0: 5}).city("D13", "yellow", 0, 3).turn_of("ECR")
    roomy.push(Pass(0))  # without an upgrade the terminal may be built
    roomy.push(PlaceToken(0, "ECR", "London", 0))
