"""3.0-b, 10 The endings: the top price, the bank, the LNER; and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import BuyShare, Merge, PayOut, SellShares, StartCompany
from stockrail.rules.agreement import IDLE_TURNS
from stockrail.rules.rounds import OperatingRound, OperatingTurn, current_round
from stockrail.rules.state import BANK, BOX, POOL, certs_at
from stockrail.titles.g1862.actions import BuyTokens, BuyTrain
from stockrail.titles.g1862.companies import certificate_limit, own_cities, startable
from stockrail.titles.g1862.dividends import Dividend
from stockrail.titles.g1862.merging import MergeStep
from stockrail.titles.g1862.parliament import OpenAuction
from stockrail.titles.g1862.state import IPO, Game1862
from stockrail.titles.g1862.stock import StockTurn
from stockrail.titles.g1862.track import LayTrack, PlaceStation

from .conftest import Scene, holdings, menu, pass_on, refusal, round_kind, waits_for


def go_on(game: Game1862) -> None:
    """The quietest thing: pass, or whatever is left to do."""
    entry: Any = game.legal_actions()[-1]
    game.push(entry.lowest() if hasattr(entry, "lowest") else entry)


def two(**options: Any) -> Scene:
    """ENR and EUR have permanent trains and no routes; ENR acts first."""
    scene = Scene(**options).phase("F").company("ENR", {0: 5}, price=950, cash=0).company("EUR", {1: 5}, price=90)
    return scene.home("ENR", "EUR").trains("ENR", "5E").trains("EUR", "5E")


def paying(scene: Scene, revenue: int, nth: int = 1, rounds: int = 3) -> Game1862:
    """ENR has run for so much."""
    scene.state.flags["rounds"] = rounds
    turn = (OperatingRound(2, nth), OperatingTurn("ENR", 5), Dividend("ENR", revenue, 0, 0, ran=True))
    return scene._frames(*turn, coming="round_end", nth=nth)


@pytest.mark.rule("1862:10.1-a", "1862:3.0-b")
def test_the_top_price_ends_the_game_after_this_operating_round() -> None:
    game = paying(two(), 950)
    game.push(PayOut(0, "ENR", "full"))
    assert current_round(game) == OperatingRound(2, 1)
    while game.decision:
        go_on(game)
    assert game.result().reason == "stock_market"
    assert not any(event.kind == "round_begins" and event["kind"] == "operating" for event in game.log)


@pytest.mark.rule("1862:10.2-a", "1862:3.0-b")
@pytest.mark.parametrize(("ruling", "out"), [("at_zero", True), ("below_zero", False)])
def test_an_empty_bank_ends_the_game_after_the_set(ruling: str, out: bool) -> None:
    scene = two(rulings={"bank_breaks": ruling})
    scene.price("ENR", 0, 40).bank(300)
    game = paying(scene, 600)  # half of it goes to player 0
    game.push(PayOut(0, "ENR", "full"))
    assert game.state.cash[BANK] == 0
    assert bool(game.state.flags.get("bank_out")) is out
    if out:
        while not game.is_over:
            go_on(game)
        assert game.result().reason == "bank"
        begun = [event["number"] for event in game.log if event.kind == "round_begins"]
        assert begun[-2:] == [2, 3]


@pytest.mark.rule("1862:10.2-a")
def test_payments_go_on_below_zero_and_a_bank_broken_in_a_stock_round_waits_for_the_set() -> None:
    scene = two().bank(10).company("FDR", {2: 5, 0: 3}, price=100).trains("FDR", "5E")
    scene.price("ENR", 0, 40)
    game = scene.in_stock_round()
    game.push(SellShares(0, "FDR", 2))
    assert game.state.cash[BANK] == -190 and game.state.flags["bank_out"]
    while not game.is_over:
        go_on(game)
    assert game.result().reason == "bank"
    operating = [e["number"] for e in game.log if e.kind == "round_begins" and e["kind"] == "operating"]
    assert operating == [1, 2, 3]


def before_lner(value: int = 90) -> Scene:
    """Phase G; ENR can buy the first H train. FDR is half sold, WVR not started."""
    scene = Scene().phase("H").company("ENR", {0: 5}, price=value, cash=900).company("EUR", {1: 5, "EUR": 2}, price=80)
    scene.state.flags["phase"] = "G"
    scene.home("ENR", "EUR").trains("EUR", "5E").company("FDR", {2: 5}, price=60).home("FDR").trains("FDR", "5E")
    return scene


def formed(scene: Scene | None = None) -> Game1862:
    game = (scene or before_lner()).turn_of("ENR", "BuyTrains", rounds=1)
    game.log.clear()
    game.push(BuyTrain(0, "ENR", "H-0", 800, form="express"))
    assert game.state.flags["lner"] == "triggered" and game.phase.name == "H"
    while not waits_for(game, StockTurn):
        go_on(game)
    return game


@pytest.mark.rule("1862:10.3-a", "1862:10.3-b", "1862:9.0-d")
def test_the_first_h_train_brings_the_lner_at_the_end_of_the_set() -> None:
    game = formed()
    assert game.state.flags["lner"] == "formed"
    assert not any(event.kind == "round_begins" and event["kind"] == "parliament" for event in game.log)
    assert startable(game) == []
    assert game.state.shelves.on(certs_at(BOX, "WVR"))
    assert refusal(game, BuyShare(game.actor or 0, "WVR", IPO)) == ("not_started", "6.5.1-a")
    assert refusal(game, StartCompany(game.actor or 0, "WVR", 65)) == ("no_new_companies", "10.3-b")


@pytest.mark.rule("1862:10.3-c", "1862:10.3-f")
def test_shares_of_the_ipo_go_to_the_pool_and_those_of_treasuries_stay() -> None:
    game = formed()
    assert holdings(game, "FDR") == {2: 5, POOL: 5}
    assert holdings(game, "EUR") == {1: 5, "EUR": 2, POOL: 3}
    assert certificate_limit(game) == 5
    assert {buy.source for buy in menu(game, BuyShare)} <= {POOL, "EUR"}


@pytest.mark.rule("1862:10.3-b", "1862:10.3-g", "1862:3.0-b")
def test_one_stock_round_three_operating_rounds_and_the_end() -> None:
    game = formed()
    begun = len(game.log)
    seen: set[type] = set()
    while not game.is_over:
        seen.add(type(game.decision))
        go_on(game)
    rounds = [event for event in game.log[begun:] if event.kind == "round_begins"]
    assert [(event["kind"], event["number"]) for event in rounds] == [("operating", n) for n in (1, 2, 3)]
    assert not seen & {MergeStep, LayTrack, PlaceStation, OpenAuction}
    assert game.result().reason == "lner"


@pytest.mark.rule("1862:10.3-e")
def test_after_the_lner_an_empty_bank_ends_nothing() -> None:
    scene = before_lner().cash(0, 0).cash(1, 0).cash(2, 0)
    game = formed(scene)
    scene.bank(100)
    game.push(SellShares(game.actor or 0, "ENR", 1))
    assert not game.state.flags.get("bank_out")
    for player in (1, 2):
        while game.actor != player:
            pass_on(game)
        game.push(SellShares(player, "EUR" if player == 1 else "FDR", 2))
    assert game.state.cash[BANK] < 0 and game.state.flags["bank_out"]
    begun = len(game.log)
    while not game.is_over:
        go_on(game)
    rounds = [event["number"] for event in game.log[begun:] if event.kind == "round_begins"]
    assert rounds == [1, 2, 3] and game.result().reason == "lner"


@pytest.mark.rule("1862:10.2-a", "1862:10.3-a")
def test_a_bank_that_breaks_before_the_lner_has_formed_ends_the_game_without_it() -> None:
    scene = before_lner()
    game = scene.turn_of("ENR", "BuyTrains", rounds=2)
    game.push(BuyTrain(0, "ENR", "H-0", 800, form="express"))
    scene.bank(1)
    scene._frames(
        OperatingRound(2, 2), OperatingTurn("ENR", 5), Dividend("ENR", 90, 0, 0, ran=True), coming="round_end", nth=2
    )
    game.push(PayOut(0, "ENR", "full"))
    while not game.is_over:
        go_on(game)
    assert game.result().reason == "bank"
    assert game.state.flags["lner"] == "triggered"


@pytest.mark.rule("1862:10.3-e", "1862:10.1-a")
def test_after_the_lner_the_top_price_still_ends_the_game_early() -> None:
    scene = before_lner(value=950)
    game = formed(scene)
    turn = (OperatingRound(3, 1), OperatingTurn("ENR", 5), Dividend("ENR", 950, 0, 0, ran=True))
    scene.state.flags["rounds"] = 3
    scene._frames(*turn, coming="round_end", nth=1)
    begun = len(game.log)
    game.push(PayOut(0, "ENR", "full"))
    while game.decision:
        go_on(game)
    assert game.result().reason == "stock_market"
    assert {event["company"] for event in game.log[begun:] if event.kind == "operates"} == {"EUR", "FDR"}
    assert not [event for event in game.log[begun:] if event.kind == "round_begins"]


@pytest.mark.rule("1862:10.4-a", "1862:3.0-b")
def test_cash_and_shares_decide_and_a_company_without_a_train_counts_half() -> None:
    scene = (
        Scene().company("ENR", {0: 5, 1: 3}, price=95, cash=5000).company("EUR", {1: 5}, price=95).trains("EUR", "5E")
    )
    game = scene.cash(0, 100).cash(1, 0).cash(2, 616).in_stock_round()
    assert game.result().worth == (100 + 5 * 47, 3 * 47 + 5 * 95, 616)
    assert game.result().winners == (1, 2)
    site = Scene(rulings={"worth_rounding": "by_certificate"}).company("ENR", {0: 5}, price=95)
    assert site.cash(0, 0).in_stock_round().result().worth[0] == 142 + 2 * 47
    runs = Scene(rulings={"worth_rounding": "by_certificate"}).company("ENR", {0: 5}, price=95)
    assert runs.trains("ENR", "5E").cash(0, 0).in_stock_round().result().worth[0] == 5 * 95
    full = Scene(rulings={"worth_rounding": "full"}).company("ENR", {0: 5}, price=95)
    assert full.cash(0, 0).in_stock_round().result().worth[0] == 5 * 95


def test_a_merger_to_the_top_ends_the_game_but_not_on_the_site() -> None:
    for ruling, top in (("ends", True), ("goes_on", False)):
        scene = Scene(rulings={"merger_top": ruling}).company("N&E", {0: 6, "N&E": 4}, price=800)
        scene.company("WStI", {0: 6, "WStI": 4}, price=700).home("N&E", "WStI").city("B7", "green", 0, 3)
        scene.station("N&E", "B7").station("WStI", "B7").trains("N&E", "5E").trains("WStI", "5E")
        game = scene.turn_of("N&E", "MergeStep")
        game.push(Merge(0, "N&E", "WStI", "N&E"))
        assert bool(game.state.flags.get("top")) is top


def test_passing_for_ever_ends_nothing_by_itself() -> None:
    """As long as somebody could do something, the game waits for him."""
    game = Scene().in_stock_round()
    turns = {0}
    while len(turns) < IDLE_TURNS + 5:
        pass_on(game)
        turns.add(max(event["turn"] for event in game.log if event.kind == "round_begins"))
    assert not game.is_over
    poor = Scene().cash(0, 0).cash(1, 0).cash(2, 0).in_stock_round()
    assert poor.is_over and poor.result().reason == "standstill"  # nobody can ever do anything
    begun = [event["turn"] for event in poor.log if event.kind == "round_begins" and event["kind"] == "stock"]
    assert len(begun) == IDLE_TURNS


@pytest.mark.rule("1862:10.3-b")
@pytest.mark.parametrize(("ruling", "placed"), [("never", False), ("placed", True)])
def test_a_company_that_floats_after_the_lner_places_no_home_station(ruling: str, placed: bool) -> None:
    scene = Scene(rulings={"lner_homes": ruling}).company(
        "ENR", {0: 4}, price=90, chartered=False, floated=False, cash=400
    )
    scene.company("EUR", {1: 6}, price=80).home("EUR").trains("EUR", "5E")
    scene.state.flags["lner"], scene.state.flags["certificate_limit"] = "formed", 8
    game = scene.cash(0, 500).in_stock_round()
    game.push(BuyShare(0, "ENR", "ENR"))
    game.push(BuyTokens(0, "ENR", 2))
    while round_kind(game) == "stock":
        pass_on(game)
    while not game.is_over:
        go_on(game)
    assert bool(own_cities(game, "ENR")) is placed
    assert any(event.kind == "places_home" for event in game.log) is placed


@pytest.mark.rule("1862:7.9-e", "1862:3.0-a", "1862:9.0-b")
def test_a_new_phase_changes_the_number_of_operating_rounds_after_the_next_stock_round() -> None:
    """The first D train is bought in the first of two rounds; three follow the next stock round."""
    scene = Scene().phase("D").company("ENR", {0: 5}, price=90, cash=400).home("ENR")
    scene.state.flags["phase"] = "C"
    game = scene.turn_of("ENR", "BuyTrains", nth=1, rounds=2)
    begun = len(game.log)
    game.push(BuyTrain(0, "ENR", "D-0", 360, form="express"))
    while sum(event.kind == "round_begins" for event in game.log[begun:]) < 7:
        go_on(game)
    rounds = [(event["kind"], event["number"]) for event in game.log[begun:] if event.kind == "round_begins"]
    late = [("parliament", 0), ("stock", 0), ("operating", 1), ("operating", 2), ("operating", 3), ("parliament", 0)]
    assert rounds[:7] == [("operating", 2), *late]
