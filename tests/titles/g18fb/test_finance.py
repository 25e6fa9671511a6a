"""3.5.9 The financial step, and sales that the zones of the market force on companies."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import Pass
from stockrail.rules.prices import price
from stockrail.rules.shares import percent_of, singles_of
from stockrail.rules.state import BANK, IPO, POOL, certs_at
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import BuyStock, SellStock
from stockrail.titles.g18fb.companies import BUILDING, DEFINITIVE, FROZEN, PROVISIONAL
from stockrail.titles.g18fb.finance import Trade, is_banned

from .holding import A, B, C, Place, noted, refused
from .tracks import fault

LIGHT_CELL, DARK_CELL = (11, 7), (13, 8)  # 60


def give(place: Place, company: str, other: str, count: int = 1, source: str = IPO) -> Place:
    """A company holds stock, of another one or its own."""
    for cert in singles_of(place.game, source, other)[:count]:
        place.state.shelves.move(cert, certs_at(company, other))
    return place


def fc(cash: int = 500, state: str = PROVISIONAL, phase: str = "3", **more: Any) -> Place:
    """FC of player 0, LTF of player 1, in the same state; both at 100."""
    place = Place(phase, **more).major("FC", {A: 4, POOL: 2}, state, cash=cash)
    return place.major("LTF", {B: 4, POOL: 1}, DEFINITIVE).train("4+6", "FC").train("4+6", "LTF")


def trade(place: Place) -> Any:
    return place.operating("FC", "Finance")


@pytest.mark.rule("18FB:3.5.9-b", "18FB:3.5.9-c", "18FB:3.5.9-h")
def test_one_certificate_ends_the_step() -> None:
    game = trade(fc())
    assert isinstance(game.decision, Trade)
    check_doors(game)
    bank = game.state.cash[BANK]
    game.push(BuyStock(A, "FC", "FC", POOL))
    assert percent_of(game, "FC", "FC") == 10 and game.state.cash["FC"] == 400 and game.state.cash[BANK] == bank + 100
    assert not isinstance(game.decision, Trade) or game.decision.company != "FC"


@pytest.mark.rule("18FB:3.5.9-h", "18FB:3.5.9-c")
def test_stock_of_the_initial_offer_is_paid_to_its_company_at_par() -> None:
    place = fc()
    place.price("LTF", 4, 6)  # 120, par 100
    game = trade(place)
    game.push(BuyStock(A, "FC", "LTF", IPO))
    assert (game.state.cash["FC"], game.state.cash["LTF"]) == (400, 100)
    game = trade(fc().price("LTF", 4, 6))
    game.push(BuyStock(A, "FC", "LTF", POOL))
    assert (game.state.cash["FC"], game.state.cash["LTF"]) == (380, 0)


@pytest.mark.rule("18FB:3.5.9-h", "18FB:3.6-e", "18FB:3.5.9-c")
def test_stock_of_a_started_company_that_has_not_floated_is_paid_to_the_bank() -> None:
    place = fc(phase="5").corporation("NN", {C: 4}, floated=False, turns=0)
    game = trade(place)
    bank = game.state.cash[BANK]
    game.push(BuyStock(A, "FC", "NN", IPO))
    assert game.state.cash["NN"] == 0 and game.state.cash[BANK] == bank + 100


@pytest.mark.rule("18FB:3.5.9-c")
def test_own_stock_only_from_the_pool_and_nothing_of_companies_that_have_not_started() -> None:
    game = trade(fc())
    assert refused(game, BuyStock(A, "FC", "FC", IPO)) == ("stock_not_for_sale", "3.5.9-c")
    assert refused(game, BuyStock(A, "FC", "NN", IPO)) == ("stock_not_for_sale", "3.5.9-c")
    assert refused(game, BuyStock(A, "FC", "FC", "FC"))[0] == "stock_not_for_sale"
    assert refused(game, BuyStock(A, "LTF", "FC", POOL)) == ("trade_or_pass", "3.5.9-b")
    place = fc()
    for cert in singles_of(place.game, POOL, "LTF"):
        place.state.shelves.move(cert, certs_at(C, "LTF"))
    assert refused(trade(place), BuyStock(A, "FC", "LTF", POOL)) == ("stock_not_there", "3.5.9-c")


@pytest.mark.rule("18FB:3.5.9-e")
def test_at_most_ten_percent_of_another_company_but_own_stock_without_limit() -> None:
    place = give(give(fc(), "FC", "LTF"), "FC", "FC", 3)
    game = trade(place)
    assert refused(game, BuyStock(A, "FC", "LTF", POOL)) == ("company_stock_limit", "3.5.9-e")
    game.push(BuyStock(A, "FC", "FC", POOL))
    assert percent_of(game, "FC", "FC") == 40


@pytest.mark.rule("18FB:3.5.9-b", "18FB:3.5.9-d", "18FB:2.2.5-b", "18FB:3.5.9-g")
def test_what_was_sold_is_not_bought_back_in_that_step() -> None:
    place = fc().major("NN", {C: 4}, DEFINITIVE)
    game = trade(give(give(place, "FC", "LTF"), "FC", "FC", 2))
    game.push(SellStock(A, "FC", "FC", 2))
    assert game.state.cash["FC"] == 700 and price(game, "FC") == 100
    check_doors(game)
    game.push(SellStock(A, "FC", "LTF", 1))
    assert price(game, "LTF") == 100 and game.state.cash["FC"] == 800
    assert refused(game, BuyStock(A, "FC", "FC", POOL)) == ("just_sold", "3.5.9-d")
    assert refused(game, BuyStock(A, "FC", "LTF", IPO)) == ("just_sold", "3.5.9-d")
    game.push(Pass(A))
    assert game.decision.company != "FC"


@pytest.mark.rule("18FB:3.5.9-g", "18FB:2.3-f", "18FB:3.3.1-e")
def test_voluntary_sales_keep_the_pool_limit_and_stock_that_has_not_operated() -> None:
    place = Place("3").major("FC", {A: 4, POOL: 4}, PROVISIONAL, cash=500).train("4+6", "FC")
    place.major("LTF", {B: 2}, BUILDING)
    game = trade(give(give(place, "FC", "FC", 2), "FC", "LTF"))
    assert refused(game, SellStock(A, "FC", "FC", 2)) == ("stock_pool_limit", "3.5.9-g")
    assert refused(game, SellStock(A, "FC", "LTF", 1)) == ("stock_never_operated", "3.5.9-g")
    assert refused(game, SellStock(A, "FC", "NN", 1)) == ("company_holds_none", "3.5.9-b")
    assert refused(game, SellStock(A, "FC", "FC", 0))[0] == "stock_pool_limit"
    game.push(SellStock(A, "FC", "FC", 1))
    assert percent_of(game, POOL, "FC") == 50


@pytest.mark.rule("18FB:3.5.9-h")
def test_the_treasury_must_have_the_money() -> None:
    assert fault(trade(fc(cash=99)), Trade("FC"), BuyStock(A, "FC", "LTF", POOL)) == ("stock_too_dear", "3.5.9-h")


@pytest.mark.rule("18FB:3.5.9-a", "18FB:3.4-b", "18FB:3.4-f")
@pytest.mark.parametrize(
    ("state", "trades"), [(BUILDING, False), (PROVISIONAL, True), (DEFINITIVE, True), (FROZEN, False)]
)
def test_only_provisional_and_definitive_companies_trade(state: str, trades: bool) -> None:
    game = trade(fc(state=state))
    assert (isinstance(game.decision, Trade) and game.decision.company == "FC") == trades


@pytest.mark.rule("18FB:3.5.9-i")
def test_what_is_above_ten_percent_is_sold() -> None:
    place = give(fc(phase="5"), "FC", "LTF", 3)
    game = trade(place)
    assert percent_of(game, "FC", "LTF") == 10 and game.state.cash["FC"] == 700
    assert noted(game, "company_sells")[-1]["forced"] is True
    game = trade(give(fc(phase="5"), "FC", "LTF"))
    assert percent_of(game, "FC", "LTF") == 10 and not noted(game, "company_sells"), "ten percent is not above it"


# -- zones -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:2.2.3-a", "18FB:2.2.4-a")
def test_what_the_zones_forbid() -> None:
    place = fc()
    assert not is_banned(place.game, "FC", "LTF") and not is_banned(place.game, "FC", "FC")
    place.price("LTF", *LIGHT_CELL)
    assert is_banned(place.game, "FC", "LTF") and not is_banned(place.game, "FC", "FC")
    place = fc().price("FC", *LIGHT_CELL)
    assert is_banned(place.game, "FC", "FC") and not is_banned(place.game, "FC", "LTF")
    place = fc().price("FC", *DARK_CELL)
    assert is_banned(place.game, "FC", "FC") and is_banned(place.game, "FC", "LTF")
    game = trade(fc().price("LTF", *DARK_CELL))
    assert refused(game, BuyStock(A, "FC", "LTF", POOL)) == ("zone_forbids", "2.2.3-a")


@pytest.mark.rule("18FB:2.2.3-b", "18FB:2.2.4-a", "18FB:C-2", "18FB:3.5.9-f", "18FB:2.3-f")
@pytest.mark.parametrize(("answer", "at_once"), [("start_of_turn", True), ("financial_step", False)])
def test_ruling_forced_sales(answer: str, at_once: bool) -> None:
    """Three shares of its own and one of LTF, in the light blue zone; the pool may pass 50%."""
    place = Place("3", forced_sales=answer).major("FC", {A: 2, POOL: 4}, PROVISIONAL, cash=500).train("4+6", "FC")
    place.major("LTF", {B: 2}, BUILDING, cash=0)
    game: Any = give(give(place, "FC", "FC", 3), "FC", "LTF").price("FC", *LIGHT_CELL).operating("FC")
    value = price(game, "FC")
    assert game.decision.company == "FC" and type(game.decision).__name__ == "LayTrack"
    assert percent_of(game, POOL, "FC") == (70 if at_once else 40)
    assert game.state.cash["FC"] == 500 + (3 * value if at_once else 0)
    assert price(game, "FC") == value, "sales of companies move no price"
    while game.decision.company == "FC" and not isinstance(game.decision, Trade):
        game.push(Pass(A) if type(game.decision).__name__ != "Dividend" else game.legal_actions()[0])
    assert percent_of(game, POOL, "FC") == 70 and percent_of(game, "FC", "LTF") == 10


@pytest.mark.rule("18FB:2.2.4-a", "18FB:3.5.9-f", "18FB:3.4-f")
def test_in_the_dark_blue_zone_all_goes_even_of_building_companies_and_for_frozen_ones() -> None:
    place = Place("3").major("FC", {A: 2}, FROZEN, cash=0).major("LTF", {B: 2}, BUILDING, value=60)
    game = give(give(place, "FC", "FC", 2), "FC", "LTF").price("FC", *DARK_CELL).operating("FC")
    assert percent_of(game, "FC", "FC") == 0 and percent_of(game, "FC", "LTF") == 0
    assert percent_of(game, POOL, "LTF") == 10
