"""3.5.2 Tokens, the lines that lead to them, their cost and their markers; claims on slots."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import Pass, PlaceToken
from stockrail.rules.claims import claims_in
from stockrail.rules.line_station import line_for, lines_to
from stockrail.rules.state import BANK, city_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.companies import DEFINITIVE, FROZEN, PROVISIONAL
from stockrail.titles.g18fb.places import open_slots
from stockrail.titles.g18fb.track import PlaceLine

from .holding import A, B, Place, noted, refused
from .tracks import fault, joined, put, station, tokens

ADRIATIC = ("L39", "L37", "L35", "L33", "L31", "L29", "L27")


def adriatic(cash: int = 200, phase: str = "1", company: str = "LTF", **colours: str) -> Place:
    """LTF of player 0 in Pescara, with track down to Foggia."""
    place = Place(phase).major("LTF", {A: 5}, PROVISIONAL, cash=cash)
    return joined(station(place, "LTF", "L39"), *ADRIATIC, **colours)


def at(place: Place, company: str) -> Any:
    return place.operating(company, "PlaceLine")


@pytest.mark.rule("18FB:T-5a", "18FB:3.5.2-g", "18FB:3.5.2-m", "18FB:2.5.4-e", "18FB:2.5.4-f")
@pytest.mark.parametrize(
    ("colours", "markers"), [({}, 4), ({"L29": "green"}, 5), ({"L37": "brown", "L29": "green"}, 7)]
)
def test_pescara_to_foggia_costs_180(colours: dict[str, Any], markers: int) -> None:
    game = at(adriatic(**colours), "LTF")
    bank = game.state.cash[BANK]
    check_doors(game)
    assert tokens(game, "L27") == [put(*ADRIATIC, company="LTF")]
    game.push(put(*ADRIATIC, company="LTF"))
    assert game.state.cash["LTF"] == 20 and ("L27", 0) in cities_of(game, "LTF")
    assert game.state.cash[BANK] == bank + 180
    assert game.state.markers["LTF"] == markers
    assert noted(game, "builds_line")[-1]["line"] == [*ADRIATIC]
    assert type(game.decision).__name__ != "PlaceLine"


@pytest.mark.rule("18FB:T-5e", "18FB:3.5.2-h")
def test_a_line_that_the_treasury_cannot_pay_is_not_built() -> None:
    game = at(adriatic(cash=170), "LTF")
    assert tokens(game, "L27") == []
    assert fault(game, PlaceLine("LTF"), put(*ADRIATIC, company="LTF")) == ("line_too_dear", "3.5.2-h")
    assert tokens(at(adriatic(cash=180), "LTF"), "L27")


@pytest.mark.rule("18FB:T-5b", "18FB:2.5.2-h", "18FB:3.5.2-g")
def test_sapri_to_cosenza_costs_170() -> None:
    line = ("F17", "F15", "F13", "F11")
    place = station(Place().major("FSC", {A: 5}, PROVISIONAL, cash=170), "FSC", "F17")
    game = at(joined(place, *line), "FSC")
    game.push(put(*line, company="FSC"))
    assert (game.state.cash["FSC"], game.state.markers["FSC"]) == (0, 1)


@pytest.mark.rule("18FB:T-5c", "18FB:2.5.2-e", "18FB:2.5.1-b")
def test_the_bridge_over_the_sarno_is_paid_at_a_letter() -> None:
    line = ("zD3", "zE2", "F25")
    place = station(Place().major("NN", {A: 5}, PROVISIONAL, cash=60), "NN", "zD3")
    game = at(joined(place, *line), "NN")
    game.push(put(*line, company="NN"))
    assert (game.state.cash["NN"], game.state.markers["NN"]) == (0, 1)


@pytest.mark.rule("18FB:T-5c", "18FB:3.5.2-p", "18FB:3.5.2-j")
def test_a_line_from_the_tronto_pays_its_bridge() -> None:
    line = ("K46", "K44", "K42", "L41", "L39")
    game = at(joined(Place().major("LTF", {A: 5}, cash=200), *line), "LTF")
    game.push(put(*line, company="LTF"))
    assert (game.state.cash["LTF"], game.state.markers["LTF"]) == (80, 2), "50 + 50 + 10 + 10"


@pytest.mark.rule("18FB:T-5d", "18FB:2.5.4-c", "18FB:3.5.2-c")
def test_caserta_to_napoli_nord_ends_in_the_stop_with_the_slot_of_fb() -> None:
    line = ("G30", "zD11", "zC10", "zC8")
    place = station(Place().major("FB", {A: 5}, PROVISIONAL, cash=100), "FB", "G30")
    game = at(joined(place, *line), "FB")
    check_doors(game)
    assert tokens(game, "zC8") == [put(*line, company="FB", stop=1)]
    assert refused(game, put(*line, company="FB", stop=0)) == ("no_open_slot", "3.5.2-d")
    game.push(put(*line, company="FB", stop=1))
    assert (game.state.cash["FB"], game.state.markers["FB"]) == (70, 1)
    assert ("zC8", 1) in cities_of(game, "FB") and claims_in(game, ("zC8", 1)) == []


@pytest.mark.rule("18FB:T-5f", "18FB:3.5.2-i", "18FB:2.5.2-d", "18FB:2.5.2-g", "18FB:2.1-e")
@pytest.mark.parametrize(("phase", "cost"), [("1", None), ("2", None), ("3", 80)])
def test_a_closed_pass_is_no_part_of_a_line(phase: str, cost: int | None) -> None:
    line = ("J41", "K42", "L41", "L39")
    place = joined(Place(phase).major("LTF", {A: 5}, cash=500), "J41")
    joined(station(place, "LTF", "J41"), *line)
    game = at(place, "LTF")
    found = lines_to(game, "LTF", ("L39", 0))
    if cost is None:
        assert not found and fault(game, PlaceLine("LTF"), put(*line, company="LTF"))[0] == "no_line"
    else:
        assert [(one.cost, one.markers) for one in found] == [(cost, 1)]


@pytest.mark.rule("18FB:3.5.2-l", "18FB:3.5.2-a")
def test_a_token_is_optional() -> None:
    game = at(adriatic(), "LTF")
    game.push(Pass(A))
    assert type(game.decision).__name__ != "PlaceLine" and game.state.cash["LTF"] == 200


@pytest.mark.rule("18FB:3.5.2-b")
def test_a_line_starts_at_an_own_token_only() -> None:
    place = joined(Place().major("LTF", {A: 5}, PROVISIONAL, cash=500).major("LdA", {B: 5}), *ADRIATIC)
    game = at(station(place, "LdA", "L39"), "LTF")
    assert tokens(game) == []
    assert fault(game, PlaceLine("LTF"), put(*ADRIATIC, company="LTF")) == ("no_line", "3.5.2-c")


@pytest.mark.rule("18FB:3.5.2-c")
def test_a_line_passes_no_other_city_be_there_room_in_it_or_not() -> None:
    place = joined(Place().major("LTF", {A: 5}, cash=900), "K46", "K44", "K42", "L41", *ADRIATIC)
    game = at(place, "LTF")
    assert {one.hex for one in tokens(game)} == {"L39"}
    line = ("K46", "K44", "K42", "L41", *ADRIATIC)
    assert refused(game, put(*line, company="LTF")) == ("no_line", "3.5.2-c")


@pytest.mark.rule("18FB:3.5.2-c")
def test_off_map_areas_are_ends_only() -> None:
    place = joined(Place("4").major("LdA", {A: 5}, cash=900), "F37", "E38", "E36")
    station(joined(place, "F31", "F33", "G34"), "LdA", "L39")
    now = line_for(place.game, "LdA", ("E38", 0), ("F37", "E38"))
    assert now is None, "no token where it begins"
    assert line_for(place.game, "LdA", ("L27", 0), ("F37", "E38", "E36")) is None


@pytest.mark.rule("18FB:3.5.2-d", "18FB:2.5.4-d")
def test_a_reserved_slot_is_for_its_company_only_and_stops_no_line_of_others_beyond_it() -> None:
    place = adriatic(500).major("LdA", {B: 5}, cash=500)
    station(place, "LdA", "L39")
    joined(place, *ADRIATIC)
    game = at(place, "LdA")
    assert sorted(claims_in(game, ("L27", 0))) == ["FP@L27", "LTF@L27", "SFTF@L27"]
    assert tokens(game, "L27") == []
    line = put(*ADRIATIC, company="LdA", player=B)
    assert fault(game, PlaceLine("LdA"), line) == ("no_open_slot", "3.5.2-d")


@pytest.mark.rule("18FB:3.5.2-e", "18FB:3.5.2-k", "18FB:2.5.3-c")
def test_one_token_in_all_of_napoli() -> None:
    line = ("G30", "zD11", "zC10", "zC8")
    place = station(Place("5").major("FB", {A: 5}, cash=500), "FB", "G30")
    joined(place, *line)
    assert tokens(at(place, "FB"), "zC8")
    place = station(Place("5").major("FB", {A: 5}, cash=500), "FB", "G30")
    game = at(station(joined(place, *line), "FB", "zC6", 1), "FB")
    assert tokens(game, "zC8") == []
    assert fault(game, PlaceLine("FB"), put(*line, company="FB", stop=1)) == ("token_in_city", "3.5.2-e")


@pytest.mark.rule("18FB:3.5.2-f", "18FB:3.5.2-n", "18FB:3.5.2-m", "18FB:3.5.2-o")
def test_the_president_may_take_a_dearer_line_and_gets_the_markers_of_that_one_only() -> None:
    detour = ("L39", "L37", "L35", "L33", "M32", "L31", "L29", "L27")
    place = Place("2").major("LTF", {A: 5}, PROVISIONAL, cash=900)
    joined(station(place, "LTF", "L39"), *ADRIATIC)
    joined(place, *detour[2:], L33="green", L31="green")
    game = at(place, "LTF")
    assert tokens(game, "L27") == [put(*ADRIATIC, company="LTF")], "only what is not beaten is listed"
    found = line_for(game, "LTF", ("L27", 0), detour)
    assert found is not None and (found.cost, found.markers) == (10 + 50 + 10 + 90 + 50 + 50 + 10, 4)
    twice = (*detour[:6], "L33", "M32", "L31", "L29", "L27")
    assert refused(game, put(*twice, company="LTF")) == ("no_line", "3.5.2-c")
    game.push(put(*detour, company="LTF"))
    assert (game.state.cash["LTF"], game.state.markers["LTF"]) == (900 - 270, 4)


@pytest.mark.rule("18FB:3.4-f")
def test_a_frozen_company_places_nothing() -> None:
    line = ("K46", "K44", "K42", "L41", "L39")
    game = at(joined(Place().major("LTF", {A: 5}, FROZEN, cash=500), *line), "LTF")
    assert type(game.decision).__name__ != "PlaceLine"
    assert fault(game, PlaceLine("LTF"), put(*line, company="LTF")) == ("frozen_places_nothing", "3.4-f")


@pytest.mark.rule("18FB:3.5.2-a")
def test_one_token_a_turn() -> None:
    place = adriatic()
    place.state.placed["LTF"] = 1
    game = at(place, "LTF")
    assert type(game.decision).__name__ != "PlaceLine"
    assert fault(game, PlaceLine("LTF"), put(*ADRIATIC, company="LTF")) == ("token_was_placed", "3.5.2-a")


@pytest.mark.rule("18FB:3.5.2-d")
def test_a_token_needs_a_stop_that_is_there_and_a_spare_token() -> None:
    game = at(adriatic(), "LTF")
    assert refused(game, PlaceToken(A, "LTF", "Z99", 0))[0] == "no_open_slot"
    assert refused(game, PlaceToken(A, "LTF", "L27", 3))[0] == "no_open_slot"
    assert refused(game, PlaceToken(A, "NN", "L27", 0))[0] == "token_or_pass"
    place = adriatic()
    for _ in range(3):
        place.token("LTF", "K46")
    last = at(place, "LTF").fork()
    last.push(put(*ADRIATIC, company="LTF"))
    assert ("L27", 0) in cities_of(last, "LTF") and not spare_of(last, "LTF")
    game = at(place.token("LTF", "K46"), "LTF")
    assert type(game.decision).__name__ != "PlaceLine"
    assert fault(game, PlaceLine("LTF"), put(*ADRIATIC, company="LTF"))[0] == "no_spare_token"


@pytest.mark.rule("18FB:2.5.3-g", "18FB:2.5.3-h", "18FB:2.1-f", "18FB:3.5.2-r")
@pytest.mark.parametrize(("phase", "is_open"), [("3", False), ("4", True)])
def test_slots_of_rome_open_in_phase_4(phase: str, is_open: bool) -> None:
    line = ("F31", "F33", "E34", "E36", "E38")
    place = joined(Place(phase).major("LdA", {A: 5}, cash=900), *line)
    if is_open:
        open_slots(place.game)
    game = at(place, "LdA")
    assert bool(tokens(game, "E38")) == is_open
    if not is_open:
        assert fault(game, PlaceLine("LdA"), put(*line, company="LdA")) == ("no_open_slot", "3.5.2-d")


@pytest.mark.rule("18FB:3.5.2-q", "18FB:2.5.3-d", "18FB:3.5.1-e")
def test_a_line_leaves_by_the_other_half_of_napoli_once_they_are_joined() -> None:
    line = ("zC6", "zC8", "zC10", "zD11", "G30")
    place = Place("2").major("NN", {A: 5}, PROVISIONAL, cash=100)
    joined(place, "zC8", "zC10", "zD11", "G30")
    assert lines_to(place.game, "NN", ("G30", 0)) == ()
    joined(place, "zC6", "zC8", "zC10", zC6="green", zC8="green")
    found = lines_to(place.game, "NN", ("G30", 0))
    assert [(one.hexes, one.cost) for one in found] == [(line, 40)]


@pytest.mark.rule("18FB:2.5.4-d", "18FB:3.5.1-d")
def test_a_token_takes_the_slot_that_was_kept_for_it() -> None:
    game = at(adriatic(), "LTF")
    assert "LTF@L27" in claims_in(game, ("L27", 0))
    game.push(put(*ADRIATIC, company="LTF"))
    assert "LTF@L27" not in claims_in(game, ("L27", 0))
    assert [one.split(".")[0] for one in game.state.shelves.on(city_at("L27", 0))] == ["LTF"]


@pytest.mark.rule("18FB:2.5.2-h")
@pytest.mark.parametrize(("answer", "cost"), [("added", 180), ("instead", 150)])
def test_ruling_river_on_plain(answer: str, cost: int) -> None:
    place = Place(river_on_plain=answer).major("LTF", {A: 5}, DEFINITIVE, cash=500)
    joined(station(place, "LTF", "L39"), *ADRIATIC)
    found = lines_to(place.game, "LTF", ("L27", 0))
    assert [one.cost for one in found] == [cost]
