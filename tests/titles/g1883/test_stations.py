"""6.5 Station tokens: costs, kept circles, full cities, and cities with more tokens than circles."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import pytest

from stockrail.core import IllegalAction
from stockrail.rules.actions import PlaceToken
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.track import track
from stockrail.titles.g1883.concessions import settle_concessions

from .operating import launched, place, standing, step

BAGNOLO = {"32": ("57", 0)}  # a city north of Reggio, one circle
TO_SASSUOLO = {"54": ("8", 1)}


def refused(kind: str) -> AbstractContextManager[Any]:
    return pytest.raises(IllegalAction, match=kind)


def placing(company: str, phase: str = "2", laid: Any = None, cash: int = 200, **rulings: Any) -> Any:
    return standing(company, phase, laid, cash, **rulings).operating(company, "PlaceStation")


def places(game: Any) -> set[tuple[str, int]]:
    return {(action.hex, action.stop) for action in game.legal_actions() if isinstance(action, PlaceToken)}


@pytest.mark.rule("1883:6.5-a")
def test_home_tokens_lie_on_cities_without_a_tile() -> None:
    assert cities_of(standing("SV").game, "SV") == [("21", 0)]
    assert cities_of(standing().game, "CCFR") == [("31", 0), ("5", 0)]


@pytest.mark.rule("1883:6.5-b", "1883:6.5.1-a", "1883:6.5.2-b")
def test_the_second_token_costs_40_and_the_third_100_one_a_turn() -> None:
    game = place(placing("SAFRE", laid=BAGNOLO), "SAFRE", "32")
    assert game.state.cash["SAFRE"] == 160 and step(game) != "PlaceStation"
    found = standing("SAFRE", "2", {**BAGNOLO, **TO_SASSUOLO, "30": ("8", 3)}).token("SAFRE", "32")
    game = place(found.operating("SAFRE", "PlaceStation"), "SAFRE", "41", 0)
    assert game.state.cash["SAFRE"] == 100


@pytest.mark.rule("1883:6.5-b")
def test_the_first_token_of_a_company_with_two_homes_costs_40() -> None:
    found = standing("FSF", "2", {"81": ("6", 2), "70": ("8", 5)})
    game = place(found.operating("FSF", "PlaceStation"), "FSF", "81")
    assert game.state.cash["FSF"] == 160


@pytest.mark.rule("1883:6.5-b", "1883:6.3-b")
def test_a_token_that_the_treasury_cannot_pay_is_not_placed() -> None:
    assert step(placing("SAFRE", laid=BAGNOLO, cash=39)) != "PlaceStation"
    found = launched(standing("SAFRE", "2", BAGNOLO, 40), "SV")
    assert places(found.operating("SAFRE", "PlaceStation")) == {("32", 0)}


@pytest.mark.rule("1883:12.2-a")
def test_a_variant_gives_fmv_a_third_token_for_100() -> None:
    for options, left in (((), 0), (("strengthen_the_weak",), 1)):
        found = standing("FMV", "2", {"75": ("57", 2), "64": ("57", 2)}, options=options).token("FMV", "75")
        assert len(spare_of(found.game, "FMV")) == left
        assert found.game.title.token_cost(found.game, "FMV", ("86", 0)) == 100 * left
    found = standing("FMV", "2", {"75": ("57", 2)}, options=("strengthen_the_weak",))
    assert found.game.title.token_cost(found.game, "FMV", ("75", 0)) == 40


@pytest.mark.rule("1883:6.5.1-a")
def test_a_token_needs_a_way_to_its_city() -> None:
    with refused("out_of_reach"):
        place(placing("SAFRE", laid={**BAGNOLO, "65": ("57", 2)}), "SAFRE", "65")


@pytest.mark.rule("1883:6.5.1-a", "1883:6.7.1-d")
def test_a_way_may_lead_over_both_cities_of_sassuolo() -> None:
    """A98 From Reggio over the one city and Maranello to the other one, and on to Modena."""
    laid = {"30": ("8", 3), "41": ("Sa2", 0), "40": ("7", 3), "53": ("3", 1), **TO_SASSUOLO}
    assert places(placing("SAFRE", "2", laid)) == {("41", 0), ("41", 1), ("55", 0)}


@pytest.mark.rule("1883:6.5.2-a")
def test_a_circle_is_kept_for_each_company_that_is_not_launched() -> None:
    laid = {"30": ("8", 3), "41": ("Sa3", 0), **TO_SASSUOLO}
    game = placing("SAFRE", "5", laid)
    assert ("55", 0) in places(game), "one of Modena's two circles is FMMSF's"
    found = standing("SAFRE", "5", laid).token("SV", "55")
    with refused("no_open_circle"):
        place(found.operating("SAFRE", "PlaceStation"), "SAFRE", "55")
    found = launched(standing("SAFRE", "5", laid), "FMMSF")
    assert ("55", 0) in places(found.operating("SAFRE", "PlaceStation")), "FMMSF is there, nobody else is waited for"
    found.token("SV", "55")
    with refused("no_open_circle"):
        place(found.operating("SAFRE", "PlaceStation"), "SAFRE", "55")


@pytest.mark.rule("1883:6.5.2-a")
def test_reggio_is_full_with_ccfr_and_the_circle_of_safre() -> None:
    game = placing("FMMSF", "5", {"30": ("8", 3), "41": ("Sa3", 0), **TO_SASSUOLO})
    assert ("31", 0) in track(game).reach("FMMSF", False).stops
    with refused("no_open_circle"):
        place(game, "FMMSF", "31")
    assert ("31", 0) not in places(game)


@pytest.mark.rule("1883:6.5.2-b")
def test_a_company_has_one_token_in_a_hex_and_sassuolo_is_one() -> None:
    found = launched(standing("SAFRE", "2", {**TO_SASSUOLO, "30": ("8", 3), "32": ("57", 0)}), "FMMSF")
    found.token("SAFRE", "41", 0)
    game = found.operating("SAFRE", "PlaceStation")
    assert places(game) == {("32", 0)}
    for city in (("31", 0), ("41", 1)):
        with refused("token_in_hex"):
            place(game, "SAFRE", *city)


@pytest.mark.rule("1883:6.5.2-c", "1883:6.5.2-d", "1883:6.5.2-e")
def test_a_free_circle_lets_the_route_through() -> None:
    """Modena - 65 - 75: a 57 that is full closes 75, a 14 with a free circle does not."""
    behind = {"75": ("5", 2), "76": ("8", 0)}
    for tile, open_ in ((("57", 2), False), (("14", 1), True)):
        laid = {**behind, "65": tile, "55": ("Mo2", 0)}
        found = launched(standing("FMMSF", "2", laid), "SAFRE").token("SAFRE", "65")
        game = found.operating("FMMSF", "PlaceStation")
        cities = {hex_ for hex_, _ in places(game)} if step(game) == "PlaceStation" else set()
        assert ("65" in cities) == open_
        assert ("75" in {hex_ for hex_, _ in track(game).reach("FMMSF", False).stops}) == open_


@pytest.mark.rule("1883:6.5.2-f")
def test_ccfr_sets_no_token_north_of_the_line_before_its_capitalisation() -> None:
    laid = {**BAGNOLO, "41": ("Sa2", 0), "30": ("8", 3)}
    found = standing("", "2", laid).cash("CCFR", 50)
    game = found.operating("CCFR", "PlaceStation")
    assert places(game) == {("41", 0)}
    with refused("north_of_the_line") as fault:
        place(game, "CCFR", "32")
    assert fault.value.rule == "6.5.2-f"


@pytest.mark.rule("1883:11-13b", "1883:6.5.1-a")
def test_a_city_with_more_tokens_than_circles_takes_no_other_and_serves_its_owners() -> None:
    """Bagnolo was a green city with two tokens when it was bombed."""
    found = launched(launched(standing("SAFRE", "2", {**BAGNOLO, "30": ("8", 3)}), "SV"), "FMMSF")
    found.token("SV", "32").token("FMMSF", "32")
    now = track(found.game)
    assert not now.blocks("32", 0, "SV") and not now.blocks("32", 0, "FMMSF") and now.blocks("32", 0, "SAFRE")
    game = found.operating("SAFRE", "PlaceStation")
    assert places(game) == {("41", 0)}
    with refused("no_open_circle"):
        place(game, "SAFRE", "32")


@pytest.mark.rule("1883:5.6.1-d")
def test_a_token_can_complete_a_concession() -> None:
    """FMMSF comes to Bazzano from the side, between Casalecchio and Vignola: its own token there is on the way."""
    laid = {"86": ("5", 1), "75": ("15", 1), "76": ("8", 0), "65": ("57", 2), "55": ("Mo2", 0)}
    found = standing("FMMSF", "2", laid)
    found.state.concession["1"] = "FMMSF"
    found.state.support[0] = 0
    settle_concessions(found.game)
    game = found.operating("FMMSF", "PlaceStation")
    assert game.state.concession["1"] == "FMMSF"
    place(game, "FMMSF", "75")
    assert game.state.concession["1"] == "gone" and game.state.cash["FMMSF"] == 200 - 40 + 100
