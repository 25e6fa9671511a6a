"""3.5.10 Money for a train that must be bought: treasury, its stock, the president's cash, their stock."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import ActionRange
from stockrail.rules.actions import BuyTrain, GoBankrupt, Pass, SellShares
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of, percent_of, singles_of
from stockrail.rules.state import IPO, POOL, certs_at
from stockrail.rules.trains import trains_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import SellStock
from stockrail.titles.g18fb.companies import BUILDING, DEFINITIVE, PROVISIONAL
from stockrail.titles.g18fb.emergency import brings

from .holding import A, B, C, Place, noted, refused

BUY = BuyTrain(A, "FC", "4+6-0", 280)


def give(place: Place, company: str, other: str, count: int = 1) -> Place:
    for cert in singles_of(place.game, IPO, other)[:count]:
        place.state.shelves.move(cert, certs_at(company, other))
    return place


def calabria(cash: int = 60, player: int = 100, own: int = 1, ltf: int = 3, **rulings: Any) -> Place:
    """FC of player 0, at 80, without a train in phase 3, and what there is of LTF at 90, a company of player 1."""
    place = Place("3", **rulings).major("FC", {A: 2, C: 1}, PROVISIONAL, value=80, cash=cash)
    place.major("LTF", {B: 4, A: ltf}, DEFINITIVE, value=90)
    return give(place, "FC", "FC", own).cash(A, player)


def needs_train(place: Place) -> Any:
    return place.operating("FC", "BuyTrains")


def sales(game: Any) -> set[tuple[str, int]]:
    """The blocks of the president's stock on the menu."""
    found = set()
    for entry in game.legal_actions():
        one = entry.action if isinstance(entry, ActionRange) else entry
        if isinstance(one, SellShares):
            counts = range(entry.low, entry.high + 1) if isinstance(entry, ActionRange) else [one.count]
            found |= {(one.company, count) for count in counts}
    return found


@pytest.mark.rule(
    "18FB:T-11a", "18FB:3.5.10-a", "18FB:3.5.10-b", "18FB:3.5.10-c", "18FB:3.5.10-f", "18FB:3.5.10-g", "18FB:2.2.5-b"
)
def test_treasury_its_stock_the_presidents_cash_and_stock_in_this_order() -> None:
    game = needs_train(calabria())
    assert game.title.forced_purchase(game).price == 280
    check_doors(game)
    assert [entry for entry in game.legal_actions() if isinstance(entry, SellShares | GoBankrupt)] == []
    assert refused(game, SellShares(A, "LTF", 2)) == ("no_emergency", "3.5.10-b")
    assert refused(game, BUY) == ("treasury_stock_first", "3.5.10-b")
    game.push(SellStock(A, "FC", "FC", 1))
    assert game.state.cash["FC"] == 100 and price(game, "FC") == 80, "half the price, which stays"
    check_doors(game)
    assert refused(game, BUY) == ("president_short", "3.5.10-b")
    assert sales(game) == {("LTF", 2)}
    assert refused(game, SellShares(A, "LTF", 1)) == ("less_than_needed", "3.5.10-g")
    assert refused(game, SellShares(A, "LTF", 3)) == ("more_than_needed", "3.5.10-g")
    row = game.state.cell["LTF"][0]
    game.push(SellShares(A, "LTF", 2))
    assert game.state.cash[A] == 190
    assert game.state.cell["LTF"][0] == row + 2 and price(game, "FC") == 80
    assert refused(game, Pass(A)) == ("must_own_train", "3.5.8-b")
    game.push(BUY)
    assert (game.state.cash[A], game.state.cash["FC"]) == (10, 0) and trains_of(game, "FC") == ["4+6-0"]
    assert noted(game, "president_helps")[-1]["amount"] == 180


@pytest.mark.rule("18FB:3.5.10-f", "18FB:2.2.5-a")
@pytest.mark.parametrize(("answer", "rows"), [("falls", 2), ("stays", 0)])
def test_ruling_emergency_price(answer: str, rows: int) -> None:
    game = needs_train(calabria(own=0, cash=100, emergency_price=answer))
    row = game.state.cell["LTF"][0]
    game.push(SellShares(A, "LTF", 2))
    assert game.state.cell["LTF"][0] == row + rows


@pytest.mark.rule("18FB:3.5.10-c", "18FB:3.5.10-f")
def test_half_the_price_of_a_block_is_rounded_down() -> None:
    place = Place("3").major("LTF", {B: 5}, DEFINITIVE).price("LTF", 0, 16)
    assert price(place.game, "LTF") == 325
    assert [brings(place.game, "LTF", count) for count in (1, 2, 3)] == [162, 325, 487]


@pytest.mark.rule("18FB:3.5.10-a")
def test_no_emergency_while_the_treasury_can_pay_the_cheapest() -> None:
    game = needs_train(calabria(cash=280))
    assert refused(game, SellStock(A, "FC", "FC", 1)) == ("no_emergency", "3.5.10-b")
    assert refused(game, SellShares(A, "LTF", 1))[0] == "no_emergency"
    assert refused(game, GoBankrupt(A, "FC")) == ("not_bankrupt", "3.5.11-a")
    game.push(BUY)
    assert game.state.cash["FC"] == 0 and game.state.cash[A] == 100


@pytest.mark.rule("18FB:3.5.10-a", "18FB:3.5.10-b")
def test_the_cheapest_train_of_bank_and_pool_is_what_counts() -> None:
    place = calabria(cash=160).train("3+4-0", POOL)
    game = needs_train(place)
    assert refused(game, BUY) == ("treasury_must_pay", "3.5.10-a")
    game.push(BuyTrain(A, "FC", "3+4-0", 160))
    assert trains_of(game, "FC") == ["3+4-0"]
    game = needs_train(calabria(cash=150, own=0, player=500).train("3+4-0", POOL))
    assert refused(game, BUY) == ("cheapest_only", "3.5.10-a")
    game.push(BuyTrain(A, "FC", "3+4-0", 160))
    assert game.state.cash[A] == 490


@pytest.mark.rule("18FB:3.5.10-g", "18FB:3.5.10-b")
def test_the_treasury_sells_no_more_than_is_needed() -> None:
    game = needs_train(calabria(cash=230, own=3))
    assert [entry for entry in game.legal_actions() if isinstance(entry, ActionRange)] == [
        ActionRange(SellStock(A, "FC", "FC", 1), "count", 1, 2)
    ]
    assert refused(game, SellStock(A, "FC", "FC", 3)) == ("no_emergency", "3.5.10-b")
    game.push(SellStock(A, "FC", "FC", 2))
    assert game.state.cash["FC"] == 310
    game.push(BUY)
    assert game.state.cash["FC"] == 30 and game.state.cash[A] == 100, "the president adds nothing"


@pytest.mark.rule("18FB:3.5.10-d")
def test_the_company_in_question_may_not_be_lost_but_others_may() -> None:
    place = Place("5").major("FC", {A: 3, C: 3}, DEFINITIVE, cash=0, value=100)
    place.major("LTF", {A: 4, B: 3}, DEFINITIVE, value=100).cash(A, 410)
    game = needs_train(place)
    assert {company for company, _ in sales(game)} == {"LTF"}
    assert refused(game, SellShares(A, "FC", 1))[0] == "president_needs_heir"
    assert ("LTF", 4) in sales(game)
    game.push(SellShares(A, "LTF", 4))
    assert owner_of(game, "LTF") == B and percent_of(game, A, "LTF") == 0
    game.push(BuyTrain(A, "FC", "6+10-0", 600))
    assert game.state.cash[A] == 10 and owner_of(game, "FC") == A


@pytest.mark.rule("18FB:3.5.10-e", "18FB:3.3.1-a", "18FB:3.3.1-e")
def test_the_pool_limit_holds_and_stock_that_has_not_operated_stays() -> None:
    place = Place("3").major("FC", {A: 2, C: 1}, PROVISIONAL, cash=100, value=80).cash(A, 0)
    place.major("LTF", {B: 2, A: 3, POOL: 3}, DEFINITIVE, value=90).major("LdA", {B: 2, A: 3}, BUILDING, value=90)
    game = needs_train(place)
    assert sales(game) == {("LTF", 1), ("LTF", 2)}, "two would not suffice either"
    assert refused(game, SellShares(A, "LTF", 3)) == ("pool_limit", "3.3.1-a")
    assert refused(game, SellShares(A, "LdA", 1)) == ("never_operated", "3.3.1-e")
    assert GoBankrupt(A, "FC") in game.legal_actions()
    check_doors(game)


@pytest.mark.rule("18FB:3.3.1-b", "18FB:3.5.10-f")
def test_one_block_of_each_company() -> None:
    place = calabria(cash=100, own=0, player=20, ltf=4).major("NN", {B: 3, A: 4}, DEFINITIVE, value=90)
    game = needs_train(place)
    game.push(SellShares(A, "LTF", 2))
    assert "LTF" not in {company for company, _ in sales(game)}
    assert refused(game, SellShares(A, "LTF", 1)) == ("sold_in_block", "3.3.1-b")
    check_doors(game)


@pytest.mark.rule("18FB:3.5.10-h", "18FB:3.5.8-a")
def test_a_train_of_another_company_with_own_money_instead() -> None:
    place = calabria().train("4+6-3", "LTF")
    game = needs_train(place)
    offers = [entry for entry in game.legal_actions() if isinstance(getattr(entry, "action", None), BuyTrain)]
    assert [(entry.action.train, entry.high) for entry in offers] == [("4+6-3", 60)]
    assert refused(game, BuyTrain(A, "FC", "4+6-3", 61)) == ("treasury_short", "3.5.10-h")


@pytest.mark.rule("18FB:3.5.10-b", "18FB:3.3.1-e")
def test_treasury_stock_that_has_not_operated_is_kept() -> None:
    place = calabria(own=0).major("LdA", {B: 2}, BUILDING, value=90)
    game = needs_train(give(place, "FC", "LdA"))
    assert not any(isinstance(getattr(entry, "action", entry), SellStock) for entry in game.legal_actions())
    assert refused(game, SellStock(A, "FC", "LdA", 1)) == ("no_emergency", "3.5.10-b")


@pytest.mark.rule("18FB:3.5.10-b", "18FB:3.5.10-g", "18FB:3.5.11-a")
@pytest.mark.parametrize(("player", "blocks"), [(180, set()), (179, {("LTF", 1)})])
def test_stock_is_sold_for_a_single_ducat_and_not_for_none(player: int, blocks: set[tuple[str, int]]) -> None:
    game = needs_train(calabria(cash=100, own=0, player=player))
    assert sales(game) == blocks and game.is_legal(BUY) != bool(blocks)
    assert GoBankrupt(A, "FC") not in game.legal_actions()
    check_doors(game)
    if not blocks:
        assert refused(game, SellShares(A, "LTF", 1)) == ("no_emergency", "3.5.10-b")
