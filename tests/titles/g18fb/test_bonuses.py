"""3.6.3-j, k What regional companies bring their owners when destinations are reached."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.state import POOL
from stockrail.titles.g18fb.regional import settle_bonuses

from .holding import TITLE, A, B, noted
from .regionals import BROWN_FOGGIA, FOGGIA, GIOVANNI, MANFREDONIA, RODI, SEVERO, lay, settled


def paid(game: Any) -> list[tuple[int, str, str, int]]:
    return [(n["player"], n["company"], n["hex"], n["amount"]) for n in noted(game, "regional_bonus")]


def turned(tile: str, *exits: int) -> tuple[str, int]:
    """A tile turned so that it has these exits."""
    return next((tile, turn) for turn in range(6) if set(exits) <= TITLE.board.face(tile, turn).exits)


@pytest.mark.rule("18FB:3.6.3-j")
def test_a_destination_pays_its_owner_once() -> None:
    place = settled({"FG": A}, {**BROWN_FOGGIA, MANFREDONIA: turned("57", 2)})
    assert paid(place.game) == [(A, "FG", MANFREDONIA, 40)]
    settle_bonuses(place.game)
    assert len(paid(place.game)) == 1


@pytest.mark.rule("18FB:3.6.3-k")
def test_some_pay_only_with_a_brown_tile() -> None:
    place = settled({"FG": A}, {**BROWN_FOGGIA, SEVERO: turned("FBd-g1", 0)})
    assert paid(place.game) == []
    place.tiles(**{SEVERO: turned("FBd-b1", 0)})
    settle_bonuses(place.game)
    assert paid(place.game) == [(A, "FG", SEVERO, 40)]


@pytest.mark.rule("18FB:3.6.3-j")
def test_whoever_makes_the_link_the_owner_is_paid_at_once() -> None:
    """A major company joins Manfredonia to Foggia."""
    place = settled({"FG": A}, BROWN_FOGGIA).major("SFTF", {B: 5}, state="definitive").token("SFTF", FOGGIA)
    game = place.operating("SFTF", "LayTrack")
    lay(game, MANFREDONIA, "yellow")
    assert paid(game) == [(A, "FG", MANFREDONIA, 40)]


@pytest.mark.rule("18FB:3.6.3-j", "18FB:3.6.3-q")
def test_nobody_is_paid_for_one_in_the_pool() -> None:
    place = settled({"FG": POOL}, {**BROWN_FOGGIA, MANFREDONIA: turned("57", 2)})
    settle_bonuses(place.game)
    assert paid(place.game) == []


@pytest.mark.rule("18FB:3.6.3-j", "18FB:3.6.3-e", "18FB:3.6.2-f")
def test_its_route_counts_from_a_home_where_its_token_waits() -> None:
    """Yellow Foggia has no slot for it; its track leads north only."""
    place = settled({"FG": A}, {SEVERO: turned("FBd-b1", 0)})
    assert paid(place.game) == [(A, "FG", SEVERO, 40)]


@pytest.mark.rule("18FB:3.6.3-e", "18FB:3.6.3-j")
def test_a_full_city_on_the_way_stops_the_route() -> None:
    """Foggia to Rodi by way of San Giovanni; then Foggia is not full for its own company, a city between would be."""
    way = {**BROWN_FOGGIA, GIOVANNI: turned("147", 1, 4), RODI: turned("FBLt-b", 1)}
    assert (A, "FG", RODI, 70) in paid(settled({"FG": A}, way).game)


@pytest.mark.rule("18FB:3.6.3-e", "18FB:3.6.3-j")
def test_capua_is_cut_off_from_napoli_by_a_full_caserta() -> None:
    """FA: Capua, Caserta, over letter c and two towns to Napoli Nord."""
    way = {"F31": turned("FBc-b6", 5), "G30": ("FBW-b6", 0), "zD11": turned("9", 0, 3)}
    place = settled({"FA": A}, {**way, "zD9": turned("9", 0, 3)})
    board, game = TITLE.board, place.game
    assert board.hexes["G30"].neighbors[0] == "zD11" or "zD11" in board.hexes["G30"].neighbors
    assert paid(game) == []
