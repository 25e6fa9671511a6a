"""Crossings of two rules of 1883 that no other test walks through."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import GoBankrupt
from stockrail.rules.rounds import round_order
from stockrail.titles.g1883.bankruptcy import go_bankrupt
from stockrail.titles.g1883.merger import begin_merger

from .buying import A, B, C, D, railway, setting, sound
from .eventful import Scene


@pytest.mark.rule("1883:6.8.6-g", "1883:11-1")
def test_two_bankruptcies_in_one_event_leave_the_old_certificate_limit_until_the_next_stock_round() -> None:
    scene = Scene(players=4).cash(C, 0).cash(D, 0)
    game: Any = scene.event(1)
    for player in (C, D):
        game.push(GoBankrupt(player, ""))
    assert game.title.certificates(game, A)[1] == game.title.facts["players"]["4"]["cert_limit"]
    sound(game)


@pytest.mark.rule("1883:6.8.6-c", "1883:5.8-a")
def test_a_company_that_the_sales_of_its_bankrupt_president_ruin_closes_once() -> None:
    pos = setting("4", rulings={"bankrupt_sales": "all_that_is_legal"})
    game: Any = railway(pos, "SV", {A: 3, B: 2}, cell=(7, 1)).game
    go_bankrupt(game, A, "SV")
    assert [event.params["company"] for event in game.log if event.kind == "corporation_closes"] == ["SV"]


@pytest.mark.rule("1883:8.3-c")
def test_companies_that_have_merged_are_no_longer_in_the_order_of_the_round() -> None:
    game: Any = railway(railway(setting("4"), "FMMSF", {A: 4}), "FMV", {A: 4}).game
    game.state.acted["FMMSF"] = 1
    begin_merger(game, "FMMSF", "FMV")
    assert "FMMSF" not in round_order(game)
