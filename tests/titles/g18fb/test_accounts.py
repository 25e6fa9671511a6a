"""3.5.5 Earnings: stations, ports, bonuses, markers, and what trains can serve."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.prices import price
from stockrail.titles.g18fb.accounts import account, stations
from stockrail.titles.g18fb.companies import DEFINITIVE, FROZEN, PROVISIONAL
from stockrail.titles.g18fb.state import State18FB

from .holding import TITLE, A, B, Place, noted
from .playing import CIM, DEL
from .tracks import station


def total(place: Place, company: str) -> int:
    """What the company earns; the title says the same to whoever asks for its account."""
    found = account(place.game, company)
    assert found.total == TITLE.account(place.game, company).total == sum(part.amount for part in found.parts)
    return found.total


def nocera(trains: str = "2+2", phase: str = "1") -> Place:
    place = station(Place(phase).major("NN", {A: 3}, PROVISIONAL), "NN", "zD3").tiles(zD3=("57", 0))
    place.state.markers["NN"] = 1
    return place.train(trains, "NN") if trains else place


@pytest.mark.rule(
    "18FB:T-4a", "18FB:T-3f", "18FB:2.5.3-f", "18FB:3.5.5-b", "18FB:3.5.5-c", "18FB:3.5.5-e", "18FB:3.5.5-j"
)
def test_nn_with_two_stations_a_port_and_a_marker_earns_70() -> None:
    place = nocera()
    assert total(place, "NN") == 70
    parts = account(place.game, "NN").parts
    assert [part.amount for part in parts] == [40, 20, 10]
    assert [part.items for part in parts[:2]] == [(("zC6", 30), ("port", 10)), (("zD3", 20),)]
    assert [kind for kind, _ in account(place.game, "NN").notes] == ["capacity"], "nothing is left out"
    game: Any = place.operating("NN", "Income")
    assert game.decision.revenue == 70


@pytest.mark.rule("18FB:3.5.5-f", "18FB:3.5.5-i")
def test_markers_that_all_count_are_not_said_to_be_left_out() -> None:
    place = nocera()
    most = account(place.game, "NN").notes[0][1]["markers"]
    for held, left in ((most, []), (most + 1, [("markers_left_out", {"count": 1})])):
        place.state.markers["NN"] = held
        assert [note for note in account(place.game, "NN").notes if note[0] == "markers_left_out"] == left


@pytest.mark.rule("18FB:3.5.5-g", "18FB:T-3d")
def test_without_a_train_nothing_is_earned() -> None:
    place = nocera("")
    assert total(place, "NN") == 0
    place.major("FSC", {B: 2}, value=60).operating("NN", "Income")
    assert price(place.game, "NN") == 90 and noted(place.game, "dividend")[-1]["revenue"] == 0


def rich(*trains: str, markers: int = 8) -> Place:
    """FSC at home and in six more cities: 50, 40, 30, 30, 20, 20 and, last, none."""
    place = Place("5").major("FSC", {A: 5}, DEFINITIVE)
    place.tiles(F23=("FBW-b4", 0), F11=("FBW-g", 0), F17=("57", 0), F25=("57", 0), zD3=("57", 0))
    for hex_ in ("F11", "F17", "F25", "G30", "M14"):
        place.token("FSC", hex_)
    for train in trains:
        place.train(train, "FSC")
    place.state.markers["FSC"] = markers
    return place


@pytest.mark.rule("18FB:T-4c", "18FB:3.5.5-a", "18FB:3.5.5-b", "18FB:3.5.5-c", "18FB:3.5.5-f", "18FB:3.5.5-i")
def test_two_trains_add_up_their_stations_and_markers() -> None:
    """Salerno's and Taranto's ports are left out of it: they are told apart from their cities."""
    place = rich("2+2-0", "3+4-0")
    game = place.game
    assert account(game, "FSC").notes[0] == ("capacity", {"stations": 5, "markers": 6})
    parts = account(game, "FSC").parts
    assert [dict(part.items)[part.places[0]] for part in parts[:5]] == [50, 30, 40, 30, 20]
    assert parts[5].amount == 60
    ports = sum(amount for part in parts for name, amount in part.items if name == "port")
    assert total(place, "FSC") - ports == 50 + 40 + 30 + 30 + 20 + 60 == 230


@pytest.mark.rule("18FB:3.5.5-h", "18FB:3.5.5-d")
def test_unused_capacity_is_worth_nothing_and_nothing_counts_twice() -> None:
    place = nocera("8+12", phase="6")
    assert account(place.game, "NN").notes[0] == ("capacity", {"stations": 8, "markers": 12})
    assert total(place, "NN") == 30 + 30 + 20 + 10


@pytest.mark.rule("18FB:3.5.5-f", "18FB:3.5.5-b")
def test_the_dearest_stations_count() -> None:
    place = rich("2+2-0")
    found = stations(place.game, "FSC")
    assert [part.amount for part in account(place.game, "FSC").parts[:2]] == [part.amount for part in found[:2]]
    assert found[0].amount >= found[1].amount >= found[2].amount
    kinds = [kind for kind, _ in account(place.game, "FSC").notes]
    assert kinds == [
        "capacity",
        "station_left_out",
        "station_left_out",
        "station_left_out",
        "station_left_out",
        "markers_left_out",
    ]


@pytest.mark.rule("18FB:T-4e", "18FB:2.7-g", "18FB:3.5.5-b")
def test_falcon_counts_at_benevento_and_once_passed_at_pontecorvo() -> None:
    place = Place("2").card(CIM, B).major("FB", {A: 5}, PROVISIONAL).train("2+2", "FB").token("FB", "G30")
    place.tiles(I30=("57", 0))
    assert total(place, "FB") == 20 + 30
    place.state.played[CIM] = "FB"
    assert total(place, "FB") == 80
    place.state.passed["FB", "F35"] = True
    assert total(place, "FB") == 90
    place.no_trains("FB")
    assert total(place, "FB") == 0


@pytest.mark.rule("18FB:T-4f", "18FB:2.1-m", "18FB:2.5.3-g")
@pytest.mark.parametrize(("phase", "rome"), [("2", 40), ("3", 70), ("4", 70), ("5", 100)])
def test_rome_pays_by_phase_to_those_who_stand_there(phase: str, rome: int) -> None:
    place = Place(phase).major("LdA", {A: 5}, PROVISIONAL).train("5+8", "LdA").tiles(F31=("57", 0))
    if phase != "5":
        place.card(DEL, A)
    assert total(place, "LdA") == 20
    place.token("LdA", "E38")
    assert total(place, "LdA") == 20 + rome


@pytest.mark.rule("18FB:3.5.5-j", "18FB:2.5.3-f", "18FB:2.1-m")
@pytest.mark.parametrize(("phase", "port"), [("2", 10), ("3", 20), ("5", 30)])
def test_napoli_counts_the_half_with_the_token_and_the_port(phase: str, port: int) -> None:
    place = Place(phase).major("NN", {A: 5}, PROVISIONAL).train("5+8", "NN").tiles(zC8=("FBNn-b", 0))
    assert total(place, "NN") == 30 + port
    place = Place(phase).major("FB", {A: 5}, PROVISIONAL).train("5+8", "FB").token("FB", "zC8", 1)
    place.tiles(zC6=("FBNs-b", 0))
    assert total(place, "FB") == 30 + port, "Benevento is still without a tile"


@pytest.mark.rule("18FB:3.4-j", "18FB:3.4-g")
def test_a_frozen_company_runs_whatever_it_reached() -> None:
    place = Place().major("NN", {A: 5}, FROZEN).train("2+2", "NN")
    assert isinstance(place.state, State18FB) and total(place, "NN") == 40


@pytest.mark.rule("18FB:2.5.4-e", "18FB:3.5.5-e")
def test_markers_lie_in_the_treasury_whatever_becomes_of_the_tiles() -> None:
    """C-7"""
    place = nocera()
    place.tiles(zC4=("FBLt-b", 0))
    assert place.state.markers["NN"] == 1 and total(place, "NN") == 70
