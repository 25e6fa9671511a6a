"""1.2, 2.5 What all can see, what is left to chance, what earns, and the order of a turn."""

from __future__ import annotations

import random
from itertools import chain, combinations
from typing import Any

import pytest

from stockrail.core.chance import Chance
from stockrail.rules.actions import BuyTrain, LayTile, Pass, PayOut
from stockrail.rules.game import begin
from stockrail.rules.tokens import cities_of
from stockrail.rules.track import track
from stockrail.titles.g18fb.accounts import account
from stockrail.titles.g18fb.actions import BuyStock
from stockrail.titles.g18fb.companies import DEFINITIVE, PROVISIONAL

from .holding import TITLE, A, B, Place
from .national import answers, eve, led
from .national import begin as begins
from .playing import CIM
from .tracks import joined, put

NAMES = ["Ada", "Ben", "Cy", "Dee"]


# -- open information, lots --------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:1.2-a")
@pytest.mark.parametrize("seat", [A, B, None])
def test_nothing_is_hidden_from_anybody(seat: int | None) -> None:
    game = begins(led(eve(), {"LdA": 160}))
    answers(game, "LdA", False)
    seen = game.fork_for(seat, seed=99)
    assert seen.state.picture() == game.state.picture() and seen.legal_actions() == game.legal_actions()


@pytest.mark.rule("18FB:1.2-d", "18FB:3.1-d")
def test_lots_decide_the_first_order_of_play_and_partners_of_a_national_company_and_nothing_else() -> None:
    seated = {tuple(begin(TITLE, NAMES, seed=seed, draw_seats=True).players) for seed in range(40)}
    assert len(seated) > 10
    found = [kind for kind in Chance.__subclasses__() if kind.__module__.startswith("stockrail.titles.g18fb")]
    assert [kind.__name__ for kind in found] == ["DrawPartner"]


@pytest.mark.rule("18FB:1.2-d", "18FB:3.7.1-d")
def test_whoever_looks_ahead_draws_lots_of_their_own() -> None:
    """What will be drawn cannot be learned from a copy that is made for a player's eyes."""
    game = begins(led(eve(), {"LdA": 160}))
    answers(game, "LdA", False)
    copies = [game.fork_for(B, seed) for seed in range(30)]
    for copy in copies:
        copy.settle()
    assert len({frozenset(copy.state.merged.by_key().items()) for copy in copies}) > 6
    twin = game.fork()
    assert twin.settle() == game.settle() and twin.state.picture() == game.state.picture()


# -- what earns --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:2.5.3-a", "18FB:2.5.1-c")
def test_cities_towns_ports_and_areas_off_the_map_are_stations_and_two_of_them_are_papal() -> None:
    hexes = TITLE.map_facts["hexes"]
    assert {stop["kind"] for facts in hexes.values() for stop in facts.get("stops", ())} == {"city", "town", "offboard"}
    assert all(any(stop["kind"] == "city" for stop in hexes[port]["stops"]) for port in TITLE.map_facts["ports"])
    papal = {name for name, facts in hexes.items() if facts.get("papal")}
    assert papal == {"I30", "F35"} == {*TITLE.cards[CIM].powers["bonuses"]}
    assert not any(papal & {*card.powers.get("bonuses", ())} for name, card in TITLE.cards.items() if name != CIM)


@pytest.mark.rule("18FB:C-6", "18FB:3.3.2-f")
def test_the_railways_of_calabria_lead_from_cosenza_to_reggio() -> None:
    facts = next(facts for facts in TITLE.facts["concessions"] if facts["company"] == "FC")
    names = [TITLE.map_facts["hexes"][facts["routes"][0][end]]["name"] for end in ("home", "final")]
    assert names == ["Cosenza", "Reggio Calabria"]
    assert cities_of(Place().game, "FC") == [("F11", 0)]


@pytest.mark.rule("18FB:C-7", "18FB:2.5.4-e")
def test_an_upgrade_of_a_town_brings_no_marker_to_a_company_whose_line_runs_through_it() -> None:
    place = joined(Place("5").major("NN", {A: 5}, DEFINITIVE), "zC6", "zC4", "zD3").token("NN", "zD3")
    place.state.markers["NN"] = 1
    game: Any = place.operating("NN", "LayTrack")
    kinds, before = TITLE.board.tiles, track(game).face("zC4").color
    lays = [lay for lay in game.legal_actions() if isinstance(lay, LayTile) and lay.hex == "zC4"]
    game.push(next(lay for lay in lays if kinds[lay.tile].color not in (before, "yellow")))
    assert track(game).face("zC4").color == "green"
    lays = [lay for lay in game.legal_actions() if isinstance(lay, LayTile) and lay.hex == "zC4"]
    game.push(next(lay for lay in lays if kinds[lay.tile].color == "brown"))
    assert game.state.markers["NN"] == 1


def worth(game: Any, hex_: str, stop: int) -> int:
    """What a station pays, by the printed numbers: the tile or the map, and the port of the city."""
    level = TITLE.facts["phases"][int(game.phase.name) - 1]["offboard"]
    revenue: Any = track(game).face(hex_).stops[stop].revenue
    ports: dict[str, dict[str, int]] = TITLE.map_facts["ports"]
    port = ports.get("zC6" if hex_ == "zC8" else hex_, {level: 0})[level]
    paid: int = port + (revenue if isinstance(revenue, int) else revenue[level])
    return paid


def best_of_all(game: Any, company: str, falcon: bool) -> int:
    """By trying each choice of stations and each number of markers."""
    trains = [TITLE.type_by_train[train] for train in game.state.shelves.on(("trains", company))]
    if not trains:
        return 0
    most, more = sum(kind.stops for kind in trains), sum(kind.markers for kind in trains)
    sums = [worth(game, *place) + 30 * (falcon and place[0] == "I30") for place in cities_of(game, company)]
    choices = chain.from_iterable(combinations(sums, count) for count in range(min(most, len(sums)) + 1))
    markers = max(10 * count for count in range(game.state.markers.get(company, 0) + 1) if count <= more)
    passed = 10 * (falcon and bool(game.state.passed.get((company, "F35"))))
    return max(sum(choice) for choice in choices) + markers + passed


@pytest.mark.rule("18FB:3.5.5-b", "18FB:3.5.5-c", "18FB:3.5.5-d", "18FB:3.5.5-f", "18FB:3.5.5-a", "18FB:2.1-m")
@pytest.mark.parametrize("phase", "123456")
def test_an_account_is_the_best_that_trying_everything_finds(phase: str) -> None:
    """FB with tokens, trains and markers by chance, on tiles by chance."""
    dice = random.Random(int(phase))
    cities = [(n, s) for n, h in TITLE.board.hexes.items() for s, stop in enumerate(h.printed.stops) if stop.slots]
    tiles = {"I30": "57", "H27": "57", "J33": "14", "F5": "57", "K40": "14", "D33": "57", "G30": "FBW-g"}
    for _ in range(40):
        place = Place(phase).major("FB", {A: 5}, PROVISIONAL)
        for hex_ in dice.sample(sorted(tiles), dice.randrange(len(tiles))):
            place.tiles(**{hex_: (tiles[hex_], 0)})
        held = {hex_ for hex_, _ in cities_of(place.game, "FB")}
        for hex_, stop in dice.sample([city for city in cities if city[0] not in held], dice.randrange(5)):
            if stop < len(track(place.game).face(hex_).stops):
                place.token("FB", hex_, stop)
        for train in dice.sample(["2+2-0", "2+2-1", "3+4-0", "4+6-0", "5+8-0"], dice.randrange(4)):
            place.train(train, "FB")
        place.state.markers["FB"] = dice.randrange(12)
        falcon = dice.random() < 0.5
        if falcon:
            place.state.played[CIM] = dice.choice(["FB", "FB", "NN"])
        if dice.random() < 0.5:
            place.state.passed["FB", "F35"] = True
        mine = falcon and place.state.played[CIM] == "FB"
        found = account(place.game, "FB")
        assert found.total == best_of_all(place.game, "FB", mine) == sum(part.amount for part in found.parts)
        assert all(part.amount for part in found.parts if part.source != "station")


# -- the order of a turn -----------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.5-f", "18FB:3.5.7-a")
def test_a_turn_goes_through_its_steps_in_order() -> None:
    """LTF of phase 1 lays a tile, builds a line, earns, pays, buys a train and a share."""
    line = ("K46", "K44", "K42", "L41", "L39")
    place = joined(Place().major("LTF", {A: 5}, cash=900, deposit=100), *line).train("2+2", "LTF")
    game: Any = place.major("NN", {B: 2}, PROVISIONAL, value=60).operating("LTF")
    game.push(next(action for action in game.legal_actions() if isinstance(action, LayTile)))
    game.push(Pass(A))
    game.push(put(*line, company="LTF"))
    game.push(PayOut(A, "LTF", "full"))
    game.push(BuyTrain(A, "LTF", "2+2-1", 80))
    game.push(Pass(A))
    game.push(BuyStock(A, "LTF", "NN", "ipo"))
    kinds = (
        "lays",
        "builds_line",
        "reaches_destination",
        "deposit_comes_back",
        "dividend",
        "buys_train",
        "company_buys",
    )
    assert [event.kind for event in game.log if event.kind in kinds] == list(kinds)
    assert game.decision.company == "NN"
