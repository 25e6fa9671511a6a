"""2.4, 3.4 Which companies there are, and in which states a company can be."""

from __future__ import annotations

import pytest

from stockrail.rules.state import POOL
from stockrail.titles.g18fb.companies import (
    BUILDING,
    DEFINITIVE,
    FROZEN,
    PROVISIONAL,
    UNFLOATED,
    in_game,
    president_of,
    state_of,
)
from stockrail.titles.g18fb.state import FINAL, INTERMEDIATE

from .holding import TITLE, A, B, Place


@pytest.mark.rule("18FB:2.4-a", "18FB:2.4-b")
def test_eleven_majors_seven_regional_and_two_national_companies() -> None:
    assert [len(TITLE.companies_of(kind)) for kind in ("major", "regional", "national")] == [11, 7, 2]


@pytest.mark.rule("18FB:2.4-c")
def test_fb_fp_and_fst_belong_to_no_national_company() -> None:
    merging = {partner for facts in TITLE.facts["companies"] for partner in facts.get("merges", ())}
    assert {*TITLE.companies_of("major")} - merging == {"FB", "FP", "FST"}


@pytest.mark.rule("18FB:3.4-a")
def test_a_company_is_unfloated_until_its_presidents_certificate_is_bought() -> None:
    place = Place("1").card("BAY", A)
    assert state_of(place.game, "NN") == UNFLOATED and president_of(place.game, "NN") is None


@pytest.mark.rule("18FB:3.4-b", "18FB:3.4-c", "18FB:3.4-d")
@pytest.mark.parametrize(
    ("reached", "state"),
    [((), BUILDING), ((INTERMEDIATE,), PROVISIONAL), ((FINAL,), BUILDING), ((INTERMEDIATE, FINAL), DEFINITIVE)],
)
def test_what_a_company_has_reached_makes_its_state(reached: tuple[str, ...], state: str) -> None:
    place = Place("2").major("NN", {A: 2})
    for destination in reached:
        place.state.reached["NN", destination] = True
    assert state_of(place.game, "NN") == state


@pytest.mark.rule("18FB:3.4-e", "18FB:3.4-h")
@pytest.mark.parametrize("state", [BUILDING, PROVISIONAL, DEFINITIVE])
def test_with_its_concession_in_the_pool_it_is_frozen_whatever_it_has_reached(state: str) -> None:
    place = Place("4").major("NN", {A: 2}, state=state).concession("NN", POOL)
    assert state_of(place.game, "NN") == FROZEN and president_of(place.game, "NN") == A
    place.concession("NN", B)
    assert state_of(place.game, "NN") == state


@pytest.mark.rule("18FB:3.4-i", "18FB:3.6-d")
@pytest.mark.parametrize("state", [BUILDING, PROVISIONAL, FROZEN])
def test_phase_5_makes_every_company_definitive(state: str) -> None:
    place = Place("4").major("NN", {A: 2}, state=state)
    assert state_of(place.game, "NN") == state
    assert state_of(place.phase("5").game, "NN") == DEFINITIVE


def test_what_has_closed_or_merged_is_not_in_the_game() -> None:
    place = Place("6").major("NN", {A: 2}).major("FC", {A: 2}).major("FB", {A: 2})
    place.state.closed["NN"], place.state.merged["FC"] = True, "RM"
    assert [in_game(place.game, company) for company in ("NN", "FC", "FB")] == [False, False, True]
    assert president_of(place.game, "NN") is None
