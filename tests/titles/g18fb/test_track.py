"""3.5.1 Laying tiles: steps, colours, loose ends, what stops a tile route, closed passes, frozen companies."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import LayTile, Pass
from stockrail.rules.claims import claims_in
from stockrail.rules.laying import tiles_left
from stockrail.rules.sides import closed_sides
from stockrail.rules.state import city_at
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.companies import DEFINITIVE, FROZEN, PROVISIONAL
from stockrail.titles.g18fb.track import LayTrack, PlaceLine, tile_steps

from .holding import TITLE, A, B, Place, noted, refused
from .regionals import colour_of, lays
from .tracks import fault, joined, put, station


def at(place: Place, company: str) -> Any:
    return place.operating(company, "LayTrack")


def exits(lay: LayTile) -> frozenset[int]:
    return TITLE.board.face(lay.tile, lay.rotation).exits


def side(hex_: str, other: str) -> int:
    return TITLE.board.hexes[hex_].neighbors.index(other)


def no_lay(game: Any, company: str, lay: LayTile) -> str:
    return fault(game, LayTrack(company, 9), lay)[0]


# -- steps and colours -------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.5.1-a", "18FB:2.1-k", "18FB:3.5.1-t", "18FB:3.5.1-s")
@pytest.mark.parametrize("steps", [2, 3])
def test_a_company_lays_as_many_tiles_as_it_has_steps_for_nothing(steps: int) -> None:
    place = Place("4").major("LTF", {A: 5}, cash=77).major("FSC", {B: 5}, value=60)
    place.state.steps["LTF"] = steps
    game = at(place, "LTF")
    for number in range(steps):
        assert game.decision.played == number
        check_doors(game)
        game.push(next(action for action in game.legal_actions() if isinstance(action, LayTile)))
    assert game.decision.company == "FSC"
    assert game.state.cash["LTF"] == 77 and len(noted(game, "lays")) == steps
    step = LayTrack("LTF", steps, used=("K44",) * steps)
    assert fault(game, step, LayTile(A, "LTF", "K44", "58", 0)) == ("no_step_left", "3.5.1-a")


@pytest.mark.rule("18FB:3.7.1-p", "18FB:2.1-k")
def test_national_companies_have_four_steps() -> None:
    assert tile_steps(Place("6").game, "RM") == 4


@pytest.mark.rule("18FB:3.5.1-u", "18FB:3.5.1-c", "18FB:2.5.2-f")
def test_an_off_map_area_with_a_token_is_a_start() -> None:
    game = at(Place().major("LTF", {A: 5}), "LTF")
    found = lays(game, "K44")
    assert found and all(3 in exits(lay) for lay in found)
    assert {action.hex for action in game.legal_actions() if isinstance(action, LayTile)} == {"K44"}
    assert refused(game, LayTile(A, "LTF", "L41", "8", 0)) == ("not_reached", "3.5.1-c")


@pytest.mark.rule("18FB:3.5.1-g", "18FB:2.1-b", "18FB:2.1-c", "18FB:2.1-g")
@pytest.mark.parametrize(("phase", "colours"), [("1", "y"), ("2", "yg"), ("5", "ygb")])
def test_colours_come_with_the_phases_one_at_a_time(phase: str, colours: str) -> None:
    names = {"y": "yellow", "g": "green", "b": "brown"}
    place = joined(Place(phase).major("LTF", {A: 5}, PROVISIONAL), "K46", "K44", "K42")
    game = at(place, "LTF")
    assert bool(lays(game, "K44", "green")) == ("g" in colours)
    assert not lays(game, "K44", "brown"), "never two colours at once"
    allowed = {TITLE.board.tiles[lay.tile].color for lay in game.legal_actions() if isinstance(lay, LayTile)}
    assert allowed <= {names[one] for one in colours}
    if phase == "1":
        assert refused(game, LayTile(A, "LTF", "K44", "141", 0)) == ("colour_not_yet", "3.5.1-g")


@pytest.mark.rule("18FB:3.5.1-q", "18FB:3.5.1-v", "18FB:3.5.1-j")
def test_an_old_tile_returns_to_the_supply_and_an_empty_supply_gives_none() -> None:
    place = joined(Place("2").major("LTF", {A: 5}, PROVISIONAL), "K46", "K44", "K42")
    game = at(place, "LTF")
    before = tiles_left(game, "58") + tiles_left(game, "4")
    game.push(lays(game, "K44", "green")[0])
    assert tiles_left(game, "58") + tiles_left(game, "4") == before + 1
    place = Place().major("LTF", {A: 5}, PROVISIONAL)
    towns = "B1 B3 C2 D5 E8 E12 F9 F13 F19 F33 H31 H33 H35 G14 G18 G20 G22 G36 H37 L25"
    for hex_ in towns.split():
        place.tiles(**{hex_: ("4", 0)})
    game = at(place, "LTF")
    assert tiles_left(game, "4") == 0 and {lay.tile for lay in lays(game, "K44")} == {"58"}
    assert refused(game, LayTile(A, "LTF", "K44", "4", 0)) == ("no_tile_left", "3.5.1-q")


@pytest.mark.rule("18FB:3.5.1-h", "18FB:3.5.1-i")
def test_a_tile_of_the_same_colour_keeps_joined_sides_only() -> None:
    """K44 leads from the Tronto to nothing yet: its other end may be turned away."""
    place = joined(Place().major("LTF", {A: 5}, PROVISIONAL), "K46", "K44", "K42")
    del place.state.laid["K42"]
    game = at(place, "LTF")
    old = exits(LayTile(A, "LTF", "K44", *place.state.laid["K44"]))
    found = lays(game, "K44", "yellow")
    assert found and all(3 in exits(lay) for lay in found), "track to the Tronto stays"
    assert any(old - exits(lay) for lay in found), "a loose end goes"


@pytest.mark.rule("18FB:3.5.1-i")
def test_what_neighbours_meet_must_stay() -> None:
    place = joined(Place().major("LTF", {A: 5}, PROVISIONAL), "K46", "K44", "K42", "L41")
    game = at(place, "LTF")
    assert lays(game, "K44", "yellow") == []
    other = LayTile(A, "LTF", "K44", "58", 3)
    assert refused(game, other)[0] == "drops_track"


@pytest.mark.rule("18FB:3.5.1-h", "18FB:2.5.3-i")
def test_no_yellow_tile_on_a_prebuilt_hex() -> None:
    game = at(station(Place().major("LTF", {A: 5}, PROVISIONAL), "LTF", "L39"), "LTF")
    assert lays(game, "L39", "yellow") == []


def loose_plain(**rulings: Any) -> Any:
    """F21 beside Salerno: a straight piece whose other end is loose."""
    place = Place("2", **rulings).major("FSC", {A: 5}, PROVISIONAL)
    joined(place, "F23", "F21", "F19")
    del place.state.laid["F19"]
    return at(place, "FSC")


@pytest.mark.rule("18FB:3.5.1-i")
@pytest.mark.parametrize(("answer", "turned"), [("sides", True), ("pieces", False)])
def test_ruling_loose_ends(answer: str, turned: bool) -> None:
    game = loose_plain(loose_ends=answer)
    end = side("F21", "F19")
    found = lays(game, "F21")
    assert any(end in exits(lay) for lay in found), "a green tile with the whole piece"
    assert any(end not in exits(lay) for lay in found) == turned
    check_doors(game)


@pytest.mark.rule("18FB:3.5.1-r")
def test_an_upgrade_without_new_track_needs_a_higher_value() -> None:
    """A city may rise; plain track that is not reached may not be changed."""
    place = joined(Place("2").major("FSC", {A: 5}, PROVISIONAL), "F23", "F21", "F19")
    game = at(place, "FSC")
    assert lays(game, "F23", "green"), "Salerno is worth more"
    assert refused(game, LayTile(A, "FSC", "G28", "8", 0))[0] == "not_reached"


# -- what stops a tile route -------------------------------------------------------------------------------------------


def beyond_capua(**rulings: Any) -> Any:
    """FB in Caserta, with track through Capua, the home of LdA that has not floated."""
    place = station(Place(**rulings).major("FB", {A: 5}, PROVISIONAL), "FB", "G30")
    joined(place, "G30", "F31", "F33")
    del place.state.laid["F33"]
    return at(place, "FB")


@pytest.mark.rule("18FB:2.5.4-g", "18FB:2.5.4-a", "18FB:3.5.1-c", "18FB:3.1-b")
@pytest.mark.parametrize(("answer", "passes"), [("block", False), ("pass", True)])
def test_ruling_home_tokens(answer: str, passes: bool) -> None:
    game = beyond_capua(home_tokens=answer)
    assert bool(lays(game, "F33")) == passes
    check_doors(game)
    if not passes:
        turn = next(turn for turn in range(6) if 0 in TITLE.board.face("58", turn).exits)
        assert refused(game, LayTile(A, "FB", "F33", "58", turn))[0] == "not_reached"


@pytest.mark.rule("18FB:2.5.4-g", "18FB:2.5.4-a")
def test_a_home_of_a_floated_company_blocks_whatever_the_ruling() -> None:
    place = station(Place(home_tokens="pass").major("FB", {A: 5}, PROVISIONAL).major("LdA", {B: 5}), "FB", "G30")
    joined(place, "G30", "F31", "F33")
    del place.state.laid["F33"]
    assert not lays(at(place, "FB"), "F33")


def beyond_caserta(phase: str = "1", **rulings: Any) -> Any:
    """LdA comes to Caserta, where FB and two Bourbon tokens fill the slots."""
    place = Place(phase, **rulings).major("LdA", {A: 5}, PROVISIONAL).major("FB", {B: 5}, PROVISIONAL)
    return at(station(joined(place, "F31", "G30"), "FB", "G30"), "LdA")


@pytest.mark.rule("18FB:2.5.4-b", "18FB:2.5.4-a")
@pytest.mark.parametrize(("answer", "passes"), [("pass", True), ("block", False)])
def test_ruling_bourbon_tokens(answer: str, passes: bool) -> None:
    game = beyond_caserta(bourbon_tokens=answer)
    assert sorted(claims_in(game, ("G30", 0))) == ["bourbon.5", "bourbon.8"]
    assert bool(lays(game, "G28")) == passes
    check_doors(game)


@pytest.mark.rule("18FB:2.5.4-b")
def test_no_bourbon_token_blocks_from_phase_5() -> None:
    assert lays(beyond_caserta("5", bourbon_tokens="block"), "G28")


@pytest.mark.rule("18FB:3.5.1-d", "18FB:2.5.4-d", "18FB:2.5.4-a", "18FB:3.5.1-c")
@pytest.mark.parametrize("full", [False, True])
def test_a_reserved_slot_lets_the_route_pass_and_a_token_does_not(full: bool) -> None:
    place = Place().major("FC", {A: 5}, PROVISIONAL).major("FSC", {B: 5}, PROVISIONAL)
    joined(place, "F11", "F13", "F15", "F17", "F19")
    del place.state.laid["F19"]
    if full:
        station(place, "FSC", "F17")
    game = at(place, "FC")
    assert claims_in(game, ("F17", 0)) == ([] if full else ["FSC@F17"])
    assert bool(lays(game, "F19")) != full


@pytest.mark.rule("18FB:3.5.1-c", "18FB:2.5.3-a")
def test_a_route_may_pass_both_towns_of_a_hex_one_after_the_other() -> None:
    """From Foggia through San Severo, round by two hexes and back, to the other side of it."""
    place = station(Place().major("LTF", {A: 5}, PROVISIONAL), "LTF", "L27").tiles(L29=("1", 0))
    game = at(joined(joined(place, "L27", "L29"), "L29", "M30", "L31", "L29"), "LTF")
    both = {side("K28", "L29"), side("K28", "L27")}
    assert any(exits(lay) & both == {side("K28", "L29")} for lay in lays(game, "K28"))


# -- closed passes -----------------------------------------------------------------------------------------------------


def below_the_pass(phase: str = "1", **rulings: Any) -> Any:
    """FC, whose track comes to G14, south of a closed pass."""
    place = joined(Place(phase, **rulings).major("FC", {A: 5}, PROVISIONAL), "F11", "F13", "G14")
    del place.state.laid["G14"]
    return at(place, "FC")


@pytest.mark.rule("18FB:2.5.2-g", "18FB:2.5.2-d")
@pytest.mark.parametrize(
    ("answer", "phase", "points"), [("may_point", "1", True), ("none", "1", False), ("none", "3", True)]
)
def test_ruling_closed_pass_track(answer: str, phase: str, points: bool) -> None:
    game = below_the_pass(phase, closed_pass_track=answer)
    north = side("G14", "G16")
    assert any(north in exits(lay) for lay in lays(game, "G14", "yellow")) == points
    if not points:
        turn = next(turn for turn in range(6) if TITLE.board.face("4", turn).exits >= {north})
        assert no_lay(game, "FC", LayTile(A, "FC", "G14", "4", turn)) == "pass_is_closed"
        away, others = {hex_ for hex_, _ in closed_sides(game)}, below_the_pass(phase).legal_actions()
        elsewhere = [lay for lay in others if isinstance(lay, LayTile) and lay.hex not in away]
        assert elsewhere and all(map(game.is_legal, elsewhere)), "it binds only the hexes beside a pass"
    check_doors(game)


@pytest.mark.rule("18FB:2.5.2-g", "18FB:3.5.1-c")
@pytest.mark.parametrize(("phase", "crossed"), [("1", False), ("3", True)])
def test_no_tile_route_crosses_a_closed_pass(phase: str, crossed: bool) -> None:
    place = joined(Place(phase).major("FC", {A: 5}, PROVISIONAL), "F11", "F13", "G14", "G16")
    del place.state.laid["G16"]
    game = at(place, "FC")
    assert bool(lays(game, "G16")) == crossed


# -- frozen companies, hexes used twice --------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.4-g", "18FB:3.4-f", "18FB:T-7d")
@pytest.mark.parametrize(("answer", "upgrades"), [("upgrades", True), ("none", False)])
def test_ruling_frozen_track(answer: str, upgrades: bool) -> None:
    place = joined(Place("2", frozen_track=answer).major("FSC", {A: 5}, FROZEN), "F23", "F21", "F19")
    del place.state.laid["F19"]
    game = at(place, "FSC")
    turn = next(turn for turn in range(6) if 3 in TITLE.board.face("58", turn).exits)
    assert no_lay(game, "FSC", LayTile(A, "FSC", "F19", "58", turn)) == "frozen_lays_no_new"
    if upgrades:
        assert lays(game, "F23", "green") and lays(game, "F21", "green") and not lays(game, "F19")
        check_doors(game)
    else:
        assert type(game.decision).__name__ != "LayTrack"


@pytest.mark.rule("18FB:3.5.1-s", "18FB:3.5.1-g")
@pytest.mark.parametrize(("answer", "again"), [("yes", True), ("no", False)])
def test_ruling_same_hex_twice(answer: str, again: bool) -> None:
    game = at(Place("2", same_hex_twice=answer).major("LTF", {A: 5}, DEFINITIVE), "LTF")
    game.push(next(lay for lay in lays(game, "K44") if lay.tile == "58"))
    assert bool(lays(game, "K44")) == again
    check_doors(game)
    if again:
        game.push(lays(game, "K44", "green")[0])
        assert colour_of(game, "K44") == "green"
    else:
        for lay in (LayTile(A, "LTF", "K44", "4", 0), LayTile(A, "LTF", "K44", "141", 0)):
            assert refused(game, lay) == ("hex_was_used", "3.5.1-s")


@pytest.mark.rule("18FB:3.5.1-j", "18FB:2.5.4-d")
def test_tokens_and_claims_keep_their_places_on_a_new_tile() -> None:
    game = at(Place("2").major("NN", {A: 5}, PROVISIONAL), "NN")
    game.push(lays(game, "zC6", "green")[0])
    here = [game.state.shelves.on(city_at("zC6", stop)) for stop in range(2)]
    assert here == [["NN.0"], []] and claims_in(game, ("zC6", 0)) == ["bourbon.6"]
    assert not claims_in(game, ("zC6", 1))


@pytest.mark.rule("18FB:3.5.1-e", "18FB:2.5.3-d")
def test_a_company_in_one_half_of_napoli_passes_the_other_once_joined() -> None:
    place = Place("2").major("NN", {A: 5}, PROVISIONAL)
    joined(place, "zC4", "zC6", "zC8", zC6="green", zC8="green", zC4="yellow")
    game = at(place, "NN")
    assert lays(game, "zC10") or lays(game, "zD9")


@pytest.mark.rule("18FB:3.5.1-a", "18FB:3.5-e")
def test_a_company_may_pass_with_steps_left() -> None:
    game = at(Place().major("LTF", {A: 5}, cash=100), "LTF")
    game.push(Pass(A))
    assert noted(game, "interest_missed")[0] == {"company": "LTF"}
    assert fault(game, PlaceLine("LTF"), put("K46", "K44", company="LTF"))[0] == "no_open_slot"
