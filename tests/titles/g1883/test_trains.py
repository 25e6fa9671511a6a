"""6.8 Buying trains: stack, pool, other companies, 2Gs, the limit, and the duty to own one."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import ActionRange
from stockrail.rules.actions import Answer, BuyTrain, Pass
from stockrail.rules.state import BOX, DEPOT, POOL, trains_at
from stockrail.rules.trains import trains_of
from stockrail.titles.g1883.trains import BuyTrains, obliged

from .buying import STEP, A, B, C, kinds, railway, refused, setting, sound


def rich(phase: str = "2", cash: int = 1000) -> Any:
    """FBV (Ada) with money, SV (Ben) and FMV (Ada, too)."""
    pos = railway(setting(phase), "FBV", {A: 3}, cash=cash)
    railway(pos, "SV", {B: 2}, cash=100, cell=(5, 3))
    return railway(pos, "FMV", {A: 2}, cash=100, cell=(5, 2))


def for_sale(game: Any) -> dict[str, tuple[int, int]]:
    """The trains on the menu with the least and the most that may be paid."""
    menu = [each for each in game.legal_actions() if not isinstance(each, Pass)]
    ranges = [
        each if isinstance(each, ActionRange) else ActionRange(each, "price", each.price, each.price) for each in menu
    ]
    return {each.action.train: (each.low, each.high) for each in ranges}


# -- where trains come from --------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.8.1-a", "1883:2.4-b")
def test_the_bank_sells_the_first_of_its_stack() -> None:
    game = rich("1").operating("FBV", STEP)
    assert for_sale(game) == {"2-2": (80, 80)}
    assert refused(game, BuyTrain(A, "FBV", "2-3", 80)) == ("not_on_top", "6.8.1-a")
    assert refused(game, BuyTrain(A, "FBV", "3-0", 180)) == ("not_on_top", "6.8.1-a")
    assert refused(game, BuyTrain(A, "FBV", "2-2", 70)) == ("list_price", "6.8.1-a")
    assert refused(game, BuyTrain(A, "FBV", "9-0", 70))[0] == "train_not_for_sale"
    assert refused(game, BuyTrain(A, "FBV", "2-2", 80, dropping="2-0"))[0] == "train_not_for_sale"
    game.push(BuyTrain(A, "FBV", "2-2", 80))
    assert game.state.cash["FBV"] == 920
    assert set(for_sale(game)) == {"2-3", "2G-2"}
    sound(game)


@pytest.mark.rule("1883:6.8.1-a")
def test_each_kind_follows_the_one_before() -> None:
    pos = rich("1", cash=5000)
    stack = [train.rsplit("-", 1)[0] for train in trains_of(pos.game, DEPOT)]
    assert list(dict.fromkeys(stack)) == ["2", "3", "3bis", "4", "5", "6", "7", "8"]
    assert stack.count("2") == 6 and stack.count("8") == 4


@pytest.mark.rule("1883:6.8.4-a")
def test_trains_of_the_pool_cost_their_printed_price() -> None:
    game = rich().train("2-5", POOL).operating("FBV", STEP)
    assert for_sale(game)["2-5"] == (80, 80)
    assert refused(game, BuyTrain(A, "FBV", "2-5", 10)) == ("pool_price", "6.8.4-a")
    game.push(BuyTrain(A, "FBV", "2-5", 80))
    assert trains_of(game, "FBV") == ["2-5"] and trains_of(game, POOL) == []


@pytest.mark.rule("1883:6.8-b", "1883:4.0-e")
@pytest.mark.parametrize(("phase", "kind", "limit"), [("1", "2", 4), ("3", "3bis", 4), ("4", "4", 3), ("8", "8", 2)])
def test_trains_are_bought_up_to_the_limit(phase: str, kind: str, limit: int) -> None:
    pos = rich(phase, cash=9000)
    for _ in range(limit - 1):
        pos.train("2" if phase == "3" else kind, "FBV")
    game = pos.train(kind, POOL).train("2-7", POOL).operating("FBV", STEP)
    train = trains_of(game, POOL)[0]
    game.push(BuyTrain(A, "FBV", train, for_sale(game)[train][0]))
    for left in (trains_of(game, POOL)[0], trains_of(game, DEPOT)[0]):
        buy = BuyTrain(A, "FBV", left, game.title.type_by_train[left].price)
        assert BuyTrains("FBV").fault(game, buy) == "train_limit"


@pytest.mark.rule("1883:6.8-b", "1883:6.8.2-a")
def test_at_the_limit_no_company_sells_either() -> None:
    pos = rich("4").train("3-0", "SV")
    for number in (0, 1, 2):
        pos.train(f"4-{number}", "FBV")
    game = pos.operating("FBV", STEP)
    assert type(game.decision) is not BuyTrains, "there is nothing to decide"
    assert BuyTrains("FBV").fault(game, BuyTrain(A, "FBV", "3-0", 5)) == "train_limit"


# -- other companies ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.8.2-a")
def test_another_president_must_agree_to_the_price() -> None:
    game = rich().train("2-5", "SV").operating("FBV", STEP)
    assert for_sale(game)["2-5"] == (1, 1000)
    assert refused(game, BuyTrain(A, "FBV", "2-5", 0)) == ("price_below_one", "6.8.2-a")
    assert refused(game, BuyTrain(A, "FBV", "2-5", 1001)) == ("treasury_short", "6.3-b")
    game.push(BuyTrain(A, "FBV", "2-5", 10))
    assert game.actor == B
    game.push(Answer(B, False))
    assert game.actor == A and for_sale(game)["2-5"] == (11, 1000)
    assert refused(game, BuyTrain(A, "FBV", "2-5", 10)) == ("offer_refused", "6.8.2-a")
    game.push(BuyTrain(A, "FBV", "2-5", 500))
    game.push(Answer(B, True))
    assert (game.state.cash["FBV"], game.state.cash["SV"]) == (500, 600)
    assert trains_of(game, "FBV") == ["2-5"] and game.phase.name == "2"
    sound(game)


@pytest.mark.rule("1883:6.8.2-a")
def test_a_president_sells_between_own_companies_without_being_asked() -> None:
    game = rich().train("3-1", "FMV").operating("FBV", STEP)
    game.push(BuyTrain(A, "FBV", "3-1", 1))
    assert trains_of(game, "FBV") == ["3-1"] and game.state.cash["FMV"] == 101
    assert game.actor == A


@pytest.mark.rule("1883:6.8.6-a")
def test_no_president_adds_money_for_the_train_of_another_company() -> None:
    """A90"""
    game = rich("4", cash=20).train("4-1", "SV").cash(A, 1000).operating("FBV", STEP)
    assert for_sale(game) == {"4-0": (300, 300), "4-1": (1, 20)}
    assert refused(game, BuyTrain(A, "FBV", "4-1", 21)) == ("treasury_short", "6.3-b")
    game.push(BuyTrain(A, "FBV", "4-1", 20))
    game.push(Answer(B, True))
    assert trains_of(game, "FBV") == ["4-1"] and game.state.cash[A] == 1000


# -- 2Gs ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.8.5-a", "1883:6.8.5-b", "1883:6.8.5-h")
def test_2gs_are_bought_from_their_own_stack_one_for_each_train() -> None:
    game = rich("1").operating("FBV", STEP)
    assert refused(game, BuyTrain(A, "FBV", "2G-2", 20)) == ("gravity_needs_train", "6.8.5-a")
    game.push(BuyTrain(A, "FBV", "2-2", 80))
    game.push(BuyTrain(A, "FBV", "2G-2", 20))
    assert refused(game, BuyTrain(A, "FBV", "2G-3", 20)) == ("gravity_needs_train", "6.8.5-a")
    for train in ("2-3", "2-4", "2-5"):
        game.push(BuyTrain(A, "FBV", train, 80))
    assert refused(game, BuyTrain(A, "FBV", "2-6", 80)) == ("train_limit", "6.8-b")
    for train in ("2G-3", "2G-4", "2G-5"):
        game.push(BuyTrain(A, "FBV", train, 20))
    assert len(trains_of(game, "FBV")) == 8
    sound(game)


@pytest.mark.rule("1883:6.8.5-a")
def test_a_4_allows_no_2g() -> None:
    game = rich("3").train("4-0", "FBV").operating("FBV", STEP)
    assert "2G-2" not in for_sale(game)
    assert refused(game, BuyTrain(A, "FBV", "2G-2", 20))[0] == "gravity_needs_train"


@pytest.mark.rule("1883:6.8.5-b", "1883:6.8-a")
def test_a_2g_is_no_train_that_fulfils_the_duty() -> None:
    pos = rich("2").train("2G-2", "FBV")
    game = pos.operating("FBV", STEP)
    assert refused(game, Pass(A)) == ("must_own_train", "6.8-a")


@pytest.mark.rule("1883:6.8.5-h")
def test_a_2g_may_be_bought_from_another_company() -> None:
    pos = rich().train("2-4", "FBV").train("2-5", "SV").train("2G-2", "SV")
    game = pos.operating("FBV", STEP)
    game.push(BuyTrain(A, "FBV", "2G-2", 5))
    game.push(Answer(B, True))
    assert trains_of(game, "FBV") == ["2-4", "2G-2"]
    assert refused(game, BuyTrain(A, "FBV", "2G-3", 20))[0] == "gravity_needs_train"


@pytest.mark.rule("1883:6.8.5-a")
def test_who_sells_a_train_returns_the_2g_that_went_with_it() -> None:
    """A35"""
    pos = rich().train("2-5", "SV").train("3-0", "SV").train("2G-2", "SV").train("2G-3", "SV")
    game = pos.operating("FBV", STEP)
    game.push(BuyTrain(A, "FBV", "2-5", 5))
    game.push(Answer(B, True))
    assert trains_of(game, "SV") == ["3-0", "2G-3"] and "2G-2" in trains_of(game, "gravity")
    sound(game)


# -- the duty ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.8-a")
def test_a_railway_with_a_route_must_buy_a_train() -> None:
    game = rich().operating("FBV", STEP)
    assert kinds(game) == {"BuyTrain"}
    assert refused(game, Pass(A)) == ("must_own_train", "6.8-a")
    game.push(BuyTrain(A, "FBV", trains_of(game, DEPOT)[0], 180))
    game.push(Pass(A))


@pytest.mark.rule("1883:6.8-a")
def test_without_a_route_nobody_must_buy() -> None:
    pos = rich()
    assert obliged(pos.game, "FBV") and not obliged(pos.game, "SV")
    game = pos.operating("SV", STEP)
    assert type(game.decision) is not BuyTrains, "100 buy no 3, and nobody forces Ben to add the rest"


@pytest.mark.rule("1883:6.8-a")
@pytest.mark.parametrize(("pool", "duty"), [((), True), (("2-5",), False)])
def test_over_a_red_line_the_cheapest_train_decides(pool: tuple[str, ...], duty: bool) -> None:
    """A97 Modena alone with its boxes: a 2 of the pool cannot go there, a 3 of the stack can."""
    pos = railway(setting("2"), "FMMSF", {C: 2}, cash=500)
    for train in pool:
        pos.train(train, POOL)
    assert obliged(pos.game, "FMMSF") == duty
    pos.state.effect["fs_closed"] = True
    assert not obliged(pos.game, "FMMSF"), "in the Red Week there is no way at all"


@pytest.mark.rule("1883:6.8-a")
def test_where_no_train_is_left_there_is_no_duty() -> None:
    """A99"""
    pos = rich("8")
    for train in list(trains_of(pos.game, DEPOT)):
        pos.state.shelves.move(train, trains_at(BOX))
    assert not obliged(pos.game, "FBV")
    pos.train("5-0", POOL)
    assert obliged(pos.game, "FBV")


@pytest.mark.rule("1883:8.1.4-g", "1883:8.1.8-f")
def test_ccfr_has_the_duty_once_it_is_capitalised() -> None:
    line = {"18": ("8", 4), "17": ("8", 1)}
    assert not obliged(setting("4").tiles(**line).game, "CCFR")
    pos = railway(setting("5"), "CCFR", {C: 2}).tiles(**line)
    assert obliged(pos.game, "CCFR")


# -- CCFR --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:8.1.4-e", "1883:8.1.4-f")
def test_before_its_capitalisation_ccfr_deals_with_the_bank_only() -> None:
    pos = rich().train("2-4", "SV").train("2-5", POOL).cash("CCFR", 300)
    game = pos.operating("CCFR", STEP)
    assert set(for_sale(game)) == {trains_of(game, DEPOT)[0], "2-5"}
    assert refused(game, BuyTrain(A, "CCFR", "2-4", 1)) == ("cooperative_buys_from_bank", "8.1.4-e")
    game.push(BuyTrain(A, "CCFR", "2-5", 80))
    assert len(trains_of(game, "CCFR")) == 5
    game = rich().operating("FBV", STEP)
    assert "2-0" not in for_sale(game)
    assert refused(game, BuyTrain(A, "FBV", "2-0", 50)) == ("cooperative_keeps_trains", "8.1.4-f")


@pytest.mark.rule("1883:8.1.4-e")
def test_ccfr_keeps_to_the_limit() -> None:
    pos = rich().train("2-4", "CCFR").train("2-5", "CCFR").cash("CCFR", 300)
    pos.train("2G-2", "CCFR").train("2G-3", "CCFR")
    game = pos.operating("CCFR", STEP)
    assert type(game.decision).__name__ != STEP or game.decision.company != "CCFR"


@pytest.mark.rule("1883:8.1.4-f")
def test_a_capitalised_ccfr_trades_like_others() -> None:
    pos = railway(rich("5").train("5-1", "CCFR"), "CCFR", {C: 2}, cell=(5, 1))
    game = pos.operating("FBV", STEP)
    game.push(BuyTrain(A, "FBV", "5-1", 7))
    assert game.actor == C
    game.push(Answer(C, True))
    assert trains_of(game, "FBV") == ["5-1"] and game.state.cash["CCFR"] == 7
