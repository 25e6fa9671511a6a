"""3.5.3 Destinations: states, refunds, bonus rows, reserved slots; the choice of FP."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import Pass
from stockrail.rules.claims import claims_in, claims_of
from stockrail.rules.prices import price
from stockrail.rules.state import BANK, POOL, city_at
from stockrail.rules.tokens import cities_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import ChooseBase
from stockrail.titles.g18fb.companies import BUILDING, DEFINITIVE, FROZEN, PROVISIONAL, state_of
from stockrail.titles.g18fb.destinations import route_of, settle_destination
from stockrail.titles.g18fb.state import deposit_on
from stockrail.titles.g18fb.track import PlaceLine

from .holding import A, B, Place, noted, refused
from .tracks import fault, joined, put, station

TRONTO = ("K46", "K44", "K42", "L41", "L39")
ADRIATIC = ("L39", "L37", "L35", "L33", "L31", "L29", "L27")


def tronto(state: str = BUILDING, phase: str = "1", deposit: int = 100, **rulings: Any) -> Place:
    """LTF of player 0, whose track leads from the Tronto to both of its destinations."""
    place = Place(phase, **rulings).major("LTF", {A: 5}, state, deposit=deposit, cash=500)
    return joined(place, *TRONTO[:-1], *ADRIATIC)


def placed(place: Place, *line: str, company: str = "LTF", stop: int = 0) -> Any:
    game = place.operating(company, "PlaceLine")
    game.push(put(*line, company=company, stop=stop))
    return game


@pytest.mark.rule("18FB:3.5.3-a", "18FB:3.5.3-b", "18FB:3.5.3-c", "18FB:3.5.3-d", "18FB:2.2.5-g", "18FB:3.4-c")
def test_the_intermediate_destination_brings_a_state_half_the_deposit_and_a_row() -> None:
    place = tronto()
    cash = place.state.cash[A]
    game = placed(place, *TRONTO)
    assert state_of(game, "LTF") == PROVISIONAL
    assert game.state.cash[A] == cash + 50 and game.state.cash[deposit_on("LTF")] == 50
    assert noted(game, "reaches_destination") == [
        {"company": "LTF", "hex": "L39", "which": "intermediate", "state": PROVISIONAL}
    ]
    assert noted(game, "price_moves")[0]["why"] == "destination"
    assert noted(game, "price_moves")[0]["before"] == 100 and noted(game, "price_moves")[0]["after"] == 110


@pytest.mark.rule("18FB:4-f", "18FB:4-c", "18FB:3.5.3-c")
def test_a_bonus_row_to_the_top_ends_the_game_at_once() -> None:
    game = placed(tronto().price("LTF", 1, 19), *TRONTO)
    assert price(game, "LTF") == 400 and game.is_over and game.result().reason == "top_price"


@pytest.mark.rule("18FB:3.5.3-a", "18FB:3.5.3-c", "18FB:3.4-d")
def test_the_final_one_brings_the_rest() -> None:
    place = station(tronto(PROVISIONAL), "LTF", "L39")
    cash = place.state.cash[A]
    place.state.refunded["LTF"] = 50
    place.state.cash.pay(deposit_on("LTF"), BANK, 50)
    game = placed(place, *ADRIATIC)
    assert state_of(game, "LTF") == DEFINITIVE and game.state.cash[A] == cash + 50
    assert game.state.cell["LTF"][0] == 5


def early(state: str = BUILDING, **rulings: Any) -> Place:
    """LTF with a token in its final destination only."""
    place = station(tronto(state, **rulings), "LTF", "L27")
    settle_destination(place.game, "LTF", ("L27", 0))
    return place


@pytest.mark.rule("18FB:3.5.3-d", "18FB:3.4-d", "18FB:3.5.3-c")
@pytest.mark.parametrize(("answer", "rows"), [("bonus_lost", 1), ("bonus_later", 2)])
def test_ruling_early_final(answer: str, rows: int) -> None:
    place = early(early_final=answer)
    assert state_of(place.game, "LTF") == BUILDING and price(place.game, "LTF") == 100
    assert place.state.cash[deposit_on("LTF")] == 100
    cash = place.state.cash[A]
    game = placed(place, *TRONTO)
    assert state_of(game, "LTF") == DEFINITIVE
    assert game.state.cash[A] == cash + 100 and game.state.cash[deposit_on("LTF")] == 0
    rises = [event for event in noted(game, "price_moves") if event.get("why") == "destination"]
    assert len(rises) == rows


@pytest.mark.rule("18FB:3.5.3-c", "18FB:3.5.3-d", "18FB:3.4-f")
def test_a_frozen_company_earns_no_row() -> None:
    place = station(tronto(FROZEN, deposit=0), "LTF", "L39")
    settle_destination(place.game, "LTF", ("L39", 0))
    assert price(place.game, "LTF") == 100 and state_of(place.game, "LTF") == FROZEN


@pytest.mark.rule("18FB:3.5.3-c")
@pytest.mark.parametrize("answer", ["bonus_lost", "bonus_later"])
def test_from_phase_5_both_destinations_bring_a_row_in_either_order(answer: str) -> None:
    place = tronto(phase="5", early_final=answer)
    station(place, "LTF", "L27")
    settle_destination(place.game, "LTF", ("L27", 0))
    assert price(place.game, "LTF") == 110
    game = placed(place, *TRONTO)
    assert len([event for event in noted(game, "price_moves") if event.get("why") == "destination"]) == 2


@pytest.mark.rule("18FB:3.5.3-a", "18FB:3.5.3-c")
def test_a_second_token_in_a_destination_reached_before_brings_nothing() -> None:
    place = station(tronto(PROVISIONAL), "LTF", "L39")
    settle_destination(place.game, "LTF", ("L39", 0))
    assert price(place.game, "LTF") == 100 and not noted(place.game, "reaches_destination")


@pytest.mark.rule("18FB:3.5.3-a", "18FB:3.5.2-d")
def test_other_cities_are_no_destinations() -> None:
    place = station(tronto(PROVISIONAL), "LTF", "K40")
    settle_destination(place.game, "LTF", ("K40", 0))
    assert price(place.game, "LTF") == 100 and state_of(place.game, "LTF") == PROVISIONAL


@pytest.mark.rule("18FB:3.5.3-e", "18FB:2.5.3-c")
@pytest.mark.parametrize(("answer", "state"), [("either_half", DEFINITIVE), ("reserved_half", PROVISIONAL)])
def test_ruling_napoli_destination(answer: str, state: str) -> None:
    place = Place(napoli_destination=answer).major("FB", {A: 5}, PROVISIONAL, deposit=150)
    station(place, "FB", "zC6", 1)
    settle_destination(place.game, "FB", ("zC6", 1))
    assert state_of(place.game, "FB") == state
    assert claims_in(place.game, ("zC8", 1)) == [], "its slot in the other half is open"
    assert price(place.game, "FB") == (110 if state == DEFINITIVE else 100)


# -- FS: one of two intermediate destinations --------------------------------------------------------------------------


@pytest.mark.rule("18FB:T-2g", "18FB:3.3.2-h")
def test_fs_in_taranto_loses_its_slot_in_brindisi() -> None:
    line = ("N21", "N19", "M18", "M16", "M14")
    place = joined(Place().major("FS", {A: 5}, cash=100, deposit=200), *line)
    assert claims_in(place.game, ("P13", 0)) == ["FS@P13"]
    game = placed(place, *line, company="FS")
    assert state_of(game, "FS") == PROVISIONAL
    assert claims_in(game, ("P13", 0)) == [] and claims_in(game, ("O10", 0)) == ["FS@O10"]
    assert game.title.kept_circles(game, "FS", ("P13", 0)) == 0


@pytest.mark.rule("18FB:T-2g", "18FB:3.3.2-h", "18FB:3.5.2-d")
def test_a_later_token_of_fs_in_brindisi_needs_an_open_slot() -> None:
    place = station(Place().major("FS", {A: 5}, PROVISIONAL, cash=500).major("LdA", {B: 5}), "FS", "M14")
    settle_destination(place.game, "FS", ("M14", 0))
    line = ("N21", "N19", "N17", "N15", "O14", "P13")
    game = joined(station(place, "LdA", "P13"), *line).operating("FS", "PlaceLine")
    assert fault(game, PlaceLine("FS"), put(*line, company="FS"))[0] == "no_open_slot"


@pytest.mark.rule("18FB:3.3.2-h")
def test_fs_in_brindisi_loses_its_slot_in_taranto() -> None:
    place = station(Place().major("FS", {A: 5}, cash=500), "FS", "P13")
    settle_destination(place.game, "FS", ("P13", 0))
    assert state_of(place.game, "FS") == PROVISIONAL
    assert "FS@M14" not in claims_in(place.game, ("M14", 0))


# -- FP: one of two homes ----------------------------------------------------------------------------------------------


def puglie(state: str = BUILDING, phase: str = "1", **more: Any) -> Place:
    return Place(phase).major("FP", {A: 5}, state, cash=500, **more)


@pytest.mark.rule("18FB:T-2f", "18FB:3.3.2-i", "18FB:3.3.2-j", "18FB:3.1-c")
def test_fp_chooses_napoli() -> None:
    game: Any = puglie().operating("FP")
    check_doors(game)
    assert sorted(cities_of(game, "FP")) == [("N21", 0), ("zC8", 0)]
    game.push(ChooseBase(A, "FP", "zC8"))
    assert cities_of(game, "FP") == [("zC8", 0)]
    assert [claim for claim in claims_in(game, ("N21", 0)) if claim.startswith("FP")] == ["FP@N21"]
    kept = {hex_ for _, (hex_, _) in claims_of(game, "FP")}
    assert kept == {"H27", "N21"}, "no slot in Foggia any more"
    route = route_of(game, "FP")
    assert route is not None and (route["intermediate"], route["final"]) == (["H27"], "N21")
    assert type(game.decision).__name__ == "LayTrack"


@pytest.mark.rule("18FB:T-2f", "18FB:3.3.2-i", "18FB:3.3.2-j")
def test_fp_chooses_bari() -> None:
    game: Any = puglie().operating("FP")
    game.push(ChooseBase(A, "FP", "N21"))
    assert cities_of(game, "FP") == [("N21", 0)]
    assert {hex_ for _, (hex_, _) in claims_of(game, "FP")} == {"L27", "zC8"}
    assert claims_in(game, ("H27", 0)) == [] and "FP@zC8" in claims_in(game, ("zC8", 0))
    assert game.state.shelves.on(city_at("zC8", 0)) == []


@pytest.mark.rule("18FB:3.3.2-i")
def test_fp_may_wait_but_lays_and_places_nothing_before_it_has_chosen() -> None:
    game: Any = puglie().operating("FP")
    assert refused(game, ChooseBase(A, "FP", "L27")) == ("base_or_pass", "3.3.2-i")
    game.push(Pass(A))
    assert type(game.decision).__name__ not in ("LayTrack", "PlaceLine", "ChooseBase")
    assert fault(game, PlaceLine("FP"), put("N21", "M22", company="FP"))[0] == "base_first"


@pytest.mark.rule("18FB:3.3.2-i", "18FB:3.4-f")
def test_a_frozen_fp_is_not_asked() -> None:
    game: Any = puglie(FROZEN).operating("FP", alone=True)
    assert type(game.decision).__name__ != "ChooseBase"


@pytest.mark.rule("18FB:3.3.2-i")
def test_fp_is_asked_in_phase_5_too_if_it_laid_nothing() -> None:
    """Q59"""
    game: Any = puglie(phase="5").operating("FP")
    assert type(game.decision).__name__ == "ChooseBase"


@pytest.mark.rule("18FB:3.5.3-e")
def test_fp_from_bari_reaches_napoli_in_either_half_too() -> None:
    place = puglie(PROVISIONAL)
    place.state.base["FP"] = "N21"
    token = next(token for token in place.state.shelves.on(city_at("zC8", 0)) if token.startswith("FP"))
    place.state.shelves.move(token, ("tokens", "FP"))
    station(place, "FP", "zC6", 1)
    settle_destination(place.game, "FP", ("zC6", 1))
    assert state_of(place.game, "FP") == DEFINITIVE


@pytest.mark.rule("18FB:3.3.2-i")
def test_no_base_is_left_to_choose_once_the_concession_is_in_the_pool() -> None:
    place = Place().major("FP", {A: 5}).concession("FP", POOL)
    game: Any = place.operating("FP", alone=True)
    assert type(game.decision).__name__ != "ChooseBase"
