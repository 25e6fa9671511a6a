"""Whether a company can trace the route of a concession: in order, by its own way, past nobody's full city."""

from __future__ import annotations

import pytest

from stockrail.routes.passage import can_trace
from stockrail.rules.track import track

from .lying import FERRARA_TO_PARMA, GUASTALLA, TITLE, VIGNOLA, lying

SEQUENCES = {each["id"]: each["sequence"] for each in TITLE.facts["concessions"]}
FSF = {"FSF": ["34", "59"]}


def traces(company: str, number: str, laid: dict[str, tuple[str, int]], tokens: dict[str, list[str]]) -> bool:
    return can_trace(track(lying("2", laid, tokens)), company, SEQUENCES[number])


@pytest.mark.rule("1883:5.6.1-a")
def test_casalecchio_to_vignola_is_complete_with_two_tiles() -> None:
    assert traces("FBV", "1", VIGNOLA, {"FBV": ["86"]})
    assert not traces("FBV", "1", {"86": ("5", 0)}, {"FBV": ["86"]})
    assert not traces("FBV", "1", {"75": ("6", 2)}, {"FBV": ["86"]})


@pytest.mark.rule("1883:5.6.1-a")
def test_guastalla_to_the_hills_of_parma() -> None:
    assert traces("SV", "7", GUASTALLA, {"SV": ["21"]})
    for hex_ in GUASTALLA:
        assert not traces("SV", "7", {name: lay for name, lay in GUASTALLA.items() if name != hex_}, {"SV": ["21"]})


@pytest.mark.rule("1883:5.6.1-a")
def test_other_stops_may_lie_between_and_the_token_anywhere_on_the_way() -> None:
    assert traces("FSF", "2", FERRARA_TO_PARMA, FSF)
    assert traces("SV", "2", FERRARA_TO_PARMA, {"SV": ["21"]})
    assert not traces("FBV", "2", FERRARA_TO_PARMA, {"FBV": ["86"]}), "it has no token there"


@pytest.mark.rule("1883:5.6.1-a")
def test_the_token_may_lie_beyond_a_named_end_that_is_a_city() -> None:
    from_modena = {**VIGNOLA, "64": ("57", 2), "54": ("8", 3)}
    assert traces("FMMSF", "1", from_modena, {"FMMSF": ["55"]}), "Modena lies beyond Vignola"
    assert not traces("FMMSF", "1", {**VIGNOLA, "54": ("8", 3)}, {"FMMSF": ["55"]})
    full = {"FMMSF": ["55"], "FMV": ["64"]}
    assert not traces("FMMSF", "1", from_modena, full), "nothing leads through Vignola then"


@pytest.mark.rule("1883:5.6.1-a")
def test_the_order_matters_but_not_the_direction() -> None:
    now = track(lying("2", FERRARA_TO_PARMA, FSF))
    assert can_trace(now, "FSF", ["FERRARA", "92", "34", "PARMA"])
    assert can_trace(now, "FSF", ["PARMA", "34", "92", "FERRARA"])
    assert not can_trace(now, "FSF", ["FERRARA", "34", "92", "PARMA"])


@pytest.mark.rule("1883:5.6.1-b", "1883:6.5.2-c")
def test_a_city_full_of_others_blocks_the_route_but_may_end_it() -> None:
    assert not traces("FSF", "2", FERRARA_TO_PARMA, {**FSF, "SV": ["21"]})
    assert traces("FBV", "1", VIGNOLA, {"FBV": ["86"], "FMV": ["64"]}), "Vignola is the end"
    assert not traces("FBV", "1", VIGNOLA, {"FBV": ["86"], "SV": ["75"]})
    both_sides = {"FSF": ["34", "59", "92"], "SV": ["81"]}
    assert not traces("FSF", "2", FERRARA_TO_PARMA, both_sides), "it reaches all places, but not in one route"


@pytest.mark.rule("1883:5.6.1-c", "1883:6.6-k")
def test_the_state_railway_does_not_serve_a_concession() -> None:
    laid = {"65": ("57", 2), "78": ("57", 0)}
    assert not traces("FMMSF", "8", laid, {"FMMSF": ["55", "65", "78"]})


@pytest.mark.rule("1883:5.6.1-a")
def test_no_track_is_used_twice() -> None:
    """From Reggio to Ciano and back to Castelnovo over the same piece is no route."""
    laid = {"18": ("8", 4), "17": ("24", 1), "16": ("9", 0), "15": ("57", 0)}
    now = track(lying("2", laid, {"CCFR": ["31", "5"]}))
    assert can_trace(now, "CCFR", ["31", "5"])
    assert not can_trace(now, "CCFR", ["31", "5", "15"])
