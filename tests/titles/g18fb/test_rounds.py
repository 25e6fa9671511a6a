"""1.1, 3.5 The order of rounds and of companies in them, and what everybody is worth at the end."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from stockrail.bots import RandomBot
from stockrail.rules.game import RailGame
from stockrail.titles.g18fb.companies import is_bourbon

from .holding import TITLE, A, B, Place, noted
from .regionals import settled


@pytest.mark.rule("18FB:1.1-a", "18FB:2.1-l", "18FB:3.5-d")
def test_after_the_political_round_each_turn_has_a_stock_round_and_two_operating_rounds() -> None:
    game: Any = RailGame(TITLE, ["Ada", "Ben", "Cy"], rulings=TITLE.resolve_rulings(None, {}), seed=7)
    bot = RandomBot(7)
    while len(noted(game, "round_begins")) < 8:
        game.push(bot.choose(game))
    rounds = [(event["kind"], event["turn"], event["number"]) for event in noted(game, "round_begins")]
    turns = [(("stock", turn, 0), ("operating", turn, 1), ("operating", turn, 2)) for turn in (1, 2, 3)]
    assert rounds == [("political", 1, 0), *(part for turn in turns for part in turn)][:8]
    begins = [n for n, event in enumerate(game.log) if event.kind == "round_begins"]
    for start, end in pairwise(begins):
        operated = [event["company"] for event in game.log[start:end] if event.kind == "operates"]
        assert len(operated) == len(set(operated))
    assert is_bourbon(game)


@pytest.mark.rule("18FB:3.5-b")
def test_companies_operate_by_price_then_the_one_further_right_then_the_one_on_top() -> None:
    place = Place("3")
    for company, cell in {"NN": (5, 5), "FC": (6, 6), "LdA": (4, 6), "FSC": (6, 6)}.items():
        place.major(company, {A: 3}).price(company, *cell)
    prices = [TITLE.grid.price(place.state.cell[company]) for company in ("NN", "FC", "LdA", "FSC")]
    assert prices == [100, 100, 120, 100]
    assert TITLE.operating_order(place.game) == ["LdA", "FC", "FSC", "NN"]


@pytest.mark.rule("18FB:3.5-c")
def test_the_order_is_taken_anew_after_each_company() -> None:
    """While LdA operates NN falls below FC, so that FC comes next."""
    place = Place("3").major("LdA", {A: 3}, value=120).major("NN", {A: 3}, value=110).major("FC", {B: 3}, value=100)
    game = place.operating("LdA")
    place.price("NN", 8, 6)
    while [event["company"] for event in noted(game, "operates")][-1] == "LdA":
        game.push(game.legal_actions()[-1])
    assert [event["company"] for event in noted(game, "operates")] == ["LdA", "FC"]


@pytest.mark.rule("18FB:T-12c", "18FB:1.1-d", "18FB:1.1-e", "18FB:3.6.3-a")
def test_worth_is_cash_stock_at_market_value_and_regional_companies_at_nominal_value() -> None:
    place = settled({"FG": A}).cash(A, 412).cash("FG", 700)
    place.major("NN", {B: 4, A: 3}, value=110, cash=900).major("LdA", {A: 3}, value=140)
    assert TITLE.worth(place.game, A) == 412 + 330 + 420 + 130 == 1292
