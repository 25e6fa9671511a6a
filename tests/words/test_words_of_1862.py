"""What 1862 calls things by its own names: stations, directors, revenue that is retained; and its sums."""

from __future__ import annotations

from typing import Any

from tests.titles.g1862.conftest import Scene

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import ActionRange, Event, IllegalAction
from stockrail.rules.actions import SellShares
from stockrail.rules.game import RailGame
from stockrail.web.views.panel import Chosen, panel_of
from stockrail.web.views.voice import Voice
from stockrail.words import Speaker


def speaker(language: str = "en") -> Speaker:
    return Speaker(stockrail.new("1862", ["Ada", "Ben", "Cy"], seed=1, seats="given"), language)


def test_a_dividend_that_the_treasury_tops_up_is_not_a_half_one() -> None:
    paid = {"company": "ENR", "president": 0, "before": 78, "after": 86, "sums": {0: 48, 1: 32}}
    said = speaker().event(Event("dividend", {**paid, "revenue": 70, "dividend": 80}))
    assert said == "ENR pays £8 per share: Ada (director) £48, Ben £32; price £78 → £86"


def test_what_is_not_paid_is_retained() -> None:
    kept = {"company": "ENR", "president": 0, "before": 78, "after": 74, "sums": {}, "revenue": 70, "dividend": 0}
    assert speaker().event(Event("dividend", kept)) == "ENR retains £70; price £78 → £74"
    assert speaker().way_to_pay("withhold") == "Retain"


def test_stations_are_stations_in_log_and_refusals() -> None:
    assert speaker().event(Event("places_token", {"company": "ENR", "hex": "C8"})) == "ENR places a station in Ely (C8)"
    for kind in ("no_open_circle", "token_in_hex", "out_of_reach", "no_spare_token"):
        refusal = speaker().refusal(IllegalAction(kind, "7.7-b", company="ENR", hex="C8"))
        assert refusal.startswith("Cannot place a station in Ely: "), refusal
    assert [speaker().heading(id_) for id_ in ("president", "tokens")] == ["Director", "Stations"]


def test_a_route_over_its_limit_reads_well_if_the_limit_is_one() -> None:
    refusal = IllegalAction("route_too_far", None, train="A-0", reach=1, hexes=2)
    assert speaker().refusal(refusal).endswith("is 2 hexes long; its limit is 1")


def test_warranties_cost_what_the_facts_of_the_table_say() -> None:
    game = stockrail.new("1862", ["Ada", "Ben", "Cy"], seed=3, facts={"facts.warranties.price": 60})
    bot = RandomBot(3)
    while not (entry := _warranties(game)):
        game.push(bot.choose(game))
    assert Speaker(game).action(entry).endswith("warranties at £60 each")
    assert Speaker(game, "it").action(entry).endswith("con 0–3 garanzie a £60 l’una")


def _warranties(game: RailGame) -> ActionRange[Any] | None:
    ranges = [entry for entry in game.legal_actions() if isinstance(entry, ActionRange)]
    return next((entry for entry in ranges if entry.field == "warranties" and entry.high == 3), None)


def test_a_director_who_sells_out_is_told_what_comes_of_it() -> None:
    game = Scene().company("ENR", {0: 3, 1: 1}).stock_round(0)
    deal = panel_of(game, Voice(game, "en"), frozenset({0}), Chosen()).deal
    assert deal is not None
    sale = next(row for row in deal.rows if row.id == "ENR")
    whole = next(block for block in sale.blocks if block.count == 3)
    assert game.is_legal(SellShares(0, "ENR", 3))
    assert whole.notes == ["ENR has no director and goes into receivership"]
