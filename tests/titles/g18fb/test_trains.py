"""3.5.8, 2.6 Buying trains: from the bank, from companies, the duty to own one."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import ActionRange
from stockrail.rules.actions import Answer, BuyTrain, Pass
from stockrail.rules.state import BANK, POOL
from stockrail.rules.trains import holder_of, trains_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.companies import BUILDING, DEFINITIVE, FROZEN, PROVISIONAL
from stockrail.titles.g18fb.trains import BuyTrains

from .holding import A, B, Place, refused
from .tracks import fault


def nn(cash: int = 1000, state: str = PROVISIONAL, phase: str = "1") -> Place:
    return Place(phase).major("NN", {A: 5}, state, cash=cash)


def buying(place: Place) -> Any:
    return place.operating("NN", "BuyTrains")


@pytest.mark.rule("18FB:3.5.8-a", "18FB:3.5.8-d", "18FB:C-5", "18FB:2.6-c", "18FB:2.1-a", "18FB:2.1-n")
def test_any_number_of_trains_in_their_order_and_no_limit() -> None:
    game = buying(nn(cash=1000))
    bank = game.state.cash[BANK]
    assert refused(game, BuyTrain(A, "NN", "3+4-0", 160)) == ("not_on_top", "2.6-c")
    assert refused(game, BuyTrain(A, "NN", "2+2-0", 70)) == ("list_price", "3.5.8-a")
    for number in range(6):
        game.push(BuyTrain(A, "NN", f"2+2-{number}", 80))
    assert game.phase.name == "1"
    check_doors(game)
    game.push(BuyTrain(A, "NN", "3+4-0", 160))
    assert game.phase.name == "2" and len(trains_of(game, "NN")) == 7
    assert game.state.cash[BANK] == bank + 640
    game.push(Pass(A))


@pytest.mark.rule("18FB:2.6-g", "18FB:2.1-d", "18FB:2.1-n")
def test_scrapped_trains_leave_every_owner_and_the_pool_without_payment() -> None:
    place = nn(phase="2").train("2+2-0", "NN").major("FSC", {B: 5}, BUILDING).train("2+2-1", "FSC").train("2+2-2", POOL)
    for number in range(5):
        place.train(f"3+4-{number}", "FSC")
    game = buying(place)
    cash = game.state.cash["FSC"]
    game.push(BuyTrain(A, "NN", "4+6-0", 280))
    assert game.phase.name == "3" and trains_of(game, "NN") == ["4+6-0"] and trains_of(game, POOL) == []
    assert all(not train.startswith("2+2") for train in trains_of(game, "FSC")) and game.state.cash["FSC"] == cash


@pytest.mark.rule("18FB:3.5.8-b", "18FB:3.5.8-c", "18FB:3.4-h")
@pytest.mark.parametrize(("state", "obliged"), [(BUILDING, False), (PROVISIONAL, True), (DEFINITIVE, True)])
def test_who_operated_may_not_end_its_turn_without_a_train(state: str, obliged: bool) -> None:
    game = buying(nn(state=state))
    if obliged:
        assert Pass(A) not in game.legal_actions()
        assert refused(game, Pass(A)) == ("must_own_train", "3.5.8-b")
        assert game.title.forced_purchase(game).train == "2+2-0"
        game.push(BuyTrain(A, "NN", "2+2-0", 80))
    assert game.title.forced_purchase(game) is None
    game.push(Pass(A))


@pytest.mark.rule("18FB:3.4-f", "18FB:3.4-h", "18FB:T-7d")
def test_a_frozen_company_buys_no_train() -> None:
    game = buying(nn(state=FROZEN).major("FSC", {B: 5}, value=60))
    assert type(game.decision).__name__ != "BuyTrains"
    assert fault(game, BuyTrains("NN"), BuyTrain(A, "NN", "2+2-0", 80)) == ("frozen_buys_nothing", "3.4-f")


@pytest.mark.rule("18FB:3.5.8-a", "18FB:3.5.10-h")
def test_a_train_of_another_company_at_a_price_that_its_president_accepts() -> None:
    game = buying(nn(cash=100).major("FSC", {B: 5}, PROVISIONAL).train("2+2-0", "FSC"))
    offer = next(entry for entry in game.legal_actions() if isinstance(entry, ActionRange))
    assert (offer.action.train, offer.low, offer.high) == ("2+2-0", 1, 100)
    assert refused(game, BuyTrain(A, "NN", "2+2-0", 0)) == ("price_below_one", "3.5.8-a")
    assert refused(game, BuyTrain(A, "NN", "2+2-0", 101)) == ("treasury_short", "3.5.10-h")
    game.push(BuyTrain(A, "NN", "2+2-0", 30))
    game.push(Answer(B, False))
    assert refused(game, BuyTrain(A, "NN", "2+2-0", 30)) == ("offer_refused", "3.5.8-a")
    check_doors(game)
    game.push(BuyTrain(A, "NN", "2+2-0", 31))
    game.push(Answer(B, True))
    assert holder_of(game, "2+2-0") == "NN" and game.state.cash["FSC"] == 31


@pytest.mark.rule("18FB:3.5.8-a")
def test_one_president_of_both_sets_the_price_alone() -> None:
    game = buying(nn(cash=100).major("FSC", {A: 5}, PROVISIONAL, cash=0).train("2+2-0", "FSC"))
    game.push(BuyTrain(A, "NN", "2+2-0", 1))
    assert holder_of(game, "2+2-0") == "NN" and game.state.cash["FSC"] == 1


@pytest.mark.rule("18FB:3.4-e", "18FB:3.5.8-a")
def test_a_frozen_company_sells_no_train() -> None:
    game = buying(nn(cash=100).major("FSC", {B: 5}, FROZEN).train("2+2-0", "FSC"))
    assert not any(isinstance(entry, ActionRange) for entry in game.legal_actions())
    assert refused(game, BuyTrain(A, "NN", "2+2-0", 50)) == ("frozen_sells_nothing", "3.4-e")


@pytest.mark.rule("18FB:2.6-a", "18FB:2.6-b")
def test_no_regional_trains_for_majors() -> None:
    place = nn(phase="5").regional("FG", B).train("R1+4-0", "FG").major("FSC", {B: 5}).train("R1+4-1", "FSC")
    game = buying(place)
    for train, price in (("R1+4-2", 100), ("R1+4-1", 50)):
        assert refused(game, BuyTrain(A, "NN", train, price)) == ("regional_train", "2.6-a")
    assert refused(game, BuyTrain(A, "NN", "R1+4-0", 50))[0] in ("regional_train", "train_not_for_sale")
    check_doors(game)


@pytest.mark.rule("18FB:3.5.8-e", "18FB:3.5.8-b")
def test_a_regional_train_fulfils_the_duty() -> None:
    game = buying(nn(phase="6", cash=900).train("R1+4-0", "NN"))
    game.push(Pass(A))
    assert trains_of(game, "NN") == ["R1+4-0"]


@pytest.mark.rule("18FB:2.6-c", "18FB:3.5.8-a")
def test_trains_of_the_pool_cost_their_printed_price() -> None:
    game = buying(nn(cash=100).train("2+2-5", POOL))
    assert refused(game, BuyTrain(A, "NN", "2+2-5", 60)) == ("pool_price", "3.5.8-a")
    game.push(BuyTrain(A, "NN", "2+2-5", 80))
    assert trains_of(game, "NN") == ["2+2-5"]
    assert fault(game, BuyTrains("NN"), BuyTrain(A, "NN", "2+2-0", 80)) == ("treasury_short", "3.5.10-h")
