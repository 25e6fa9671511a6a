"""6.8.6 Money that a president must raise: forced purchases, penalties, sales and who still owes."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import ActionRange
from stockrail.rules.actions import BuyTrain, GoBankrupt, Pass, SellShares
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BANK, POOL
from stockrail.rules.trains import trains_of
from stockrail.titles.g1883.debts import Debt
from stockrail.titles.g1883.trains import BuyTrains, TrainDebt

from .buying import STEP, A, B, C, kinds, next_up, railway, refused, setting, sound

SV_CELL = (4, 4)  # 70
TRAIN = BuyTrain(A, "FBV", "4-0", 300)


def needy(ben: int = 1, cash: int = 50, treasury: int = 30) -> Any:
    """T-s Ada presides FBV (65) with four shares and has two of SV (70), whose pool is nearly full; a 4 costs 300."""
    pos = setting("4").cash(A, cash)
    railway(pos, "FBV", {A: 4, B: ben}, cash=treasury)
    return railway(pos, "SV", {C: 3, A: 2, POOL: 4}, cell=SV_CELL)


def blocks(game: Any) -> dict[str, tuple[int, int]]:
    """The shares that may be sold, by company: the fewest and the most."""
    ranges = [each for each in game.legal_actions() if isinstance(each, ActionRange)]
    return {each.action.company: (each.low, each.high) for each in ranges if isinstance(each.action, SellShares)}


# -- the forced purchase ----------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.8.6-a")
def test_treasury_first_then_the_presidents_cash() -> None:
    game = needy(cash=400).operating("FBV", STEP)
    assert kinds(game) == {"BuyTrain"}
    forced = game.title.forced_purchase(game)
    assert forced is not None and (forced.treasury, forced.helper, forced.help, forced.missing) == (30, A, 270, 0)
    game.push(TRAIN)
    assert (game.state.cash[A], game.state.cash["FBV"]) == (130, 0)
    assert trains_of(game, "FBV") == ["4-0"]
    sound(game)


@pytest.mark.rule("1883:6.8.6-a")
def test_a_president_helps_with_the_cheapest_train_only() -> None:
    pos = needy(cash=900).train("3-0", POOL).train("5-0", POOL)
    game = pos.operating("FBV", STEP)
    assert refused(game, TRAIN) == ("cheapest_only", "6.8.6-a")
    assert refused(game, BuyTrain(A, "FBV", "5-0", 450)) == ("cheapest_only", "6.8.6-a")
    game.push(BuyTrain(A, "FBV", "3-0", 180))
    assert game.state.cash[A] == 900 - 150


@pytest.mark.rule("1883:6.8.6-a")
def test_a_treasury_that_can_pay_for_some_train_gets_no_help() -> None:
    game = needy(cash=900, treasury=180).train("3-0", POOL).operating("FBV", STEP)
    assert refused(game, TRAIN) == ("treasury_must_pay", "6.8.6-a")
    game.push(BuyTrain(A, "FBV", "3-0", 180))
    assert game.state.cash[A] == 900


@pytest.mark.rule("1883:T-s3", "1883:6.8.6-b", "1883:5.3.4-e")
def test_who_was_president_pays_though_the_sale_made_somebody_else_president() -> None:
    game = needy(ben=2).operating("FBV", STEP)
    game.push(TRAIN)
    assert isinstance(game.decision, TrainDebt) and game.actor == A
    assert blocks(game) == {"FBV": (3, 4), "SV": (1, 1)}
    assert refused(game, GoBankrupt(A, "FBV")) == ("can_still_pay", "6.8.6-c")
    game.push(SellShares(A, "FBV", 4))
    assert owner_of(game, "FBV") == B
    assert (percent_of(game, A, "FBV"), percent_of(game, POOL, "FBV")) == (0, 40)
    assert game.state.cell["FBV"] == (8, 4) and price(game, "FBV") == 50
    assert (game.state.cash[A], game.state.cash["FBV"]) == (40, 0)
    assert trains_of(game, "FBV") == ["4-0"]
    sound(game)


@pytest.mark.rule("1883:T-s3")
def test_the_new_president_goes_on_with_the_train_step() -> None:
    game = needy(ben=2).train("3-0", POOL).operating("FBV", STEP)
    game.push(BuyTrain(A, "FBV", "3-0", 180))  # 180 - 30 - 50 = 100: two shares
    assert blocks(game)["FBV"] == (1, 2)
    game.push(SellShares(A, "FBV", 2))
    assert game.state.cash[A] == 50 + 130 - 150
    assert owner_of(game, "FBV") == A, "two shares are as many as Ben has"
    pos = needy(ben=3).train("3-0", POOL)
    pos.train("2-5", "SV").cash("FBV", 31)
    game = pos.operating("FBV", STEP)
    game.push(BuyTrain(A, "FBV", "3-0", 180))
    game.push(SellShares(A, "FBV", 2))
    assert owner_of(game, "FBV") == B and game.state.cash["FBV"] == 0


@pytest.mark.rule("1883:T-s2", "1883:6.8.6-b")
def test_with_20_more_the_president_must_sell_everything_and_pay() -> None:
    game = needy(cash=70).operating("FBV", STEP)
    assert kinds(game) == {"BuyTrain"}
    assert refused(game, GoBankrupt(A, "FBV")) == ("can_still_pay", "6.8.6-c")
    game.push(TRAIN)
    assert blocks(game) == {"FBV": (2, 2), "SV": (1, 1)}
    assert refused(game, SellShares(A, "FBV", 1)) == ("less_than_needed", "6.8.6-a")
    assert refused(game, SellShares(A, "SV", 2)) == ("pool_limit", "5.2-c")
    assert refused(game, SellShares(A, "FBV", 3)) == ("president_needs_heir", "5.3.4-c")
    assert refused(game, SellShares(A, "CCFR", 1)) == ("cooperative_not_traded", "8.1.1-b")
    assert refused(game, SellShares(A, "FMV", 1))[0] == "not_started"
    assert refused(game, Pass(A)) == ("pay_debt_first", "6.8.6-a")
    game.push(SellShares(A, "SV", 1))
    assert refused(game, SellShares(A, "SV", 1)) == ("sold_in_block", "5.2-d")
    game.push(SellShares(A, "FBV", 2))
    assert game.state.cash[A] == 0 and trains_of(game, "FBV") == ["4-0"]
    assert percent_of(game, A, "FBV") == 20
    sound(game)


@pytest.mark.rule("1883:6.8.6-a")
def test_no_more_is_sold_than_needed() -> None:
    game = needy(cash=160).operating("FBV", STEP)
    game.push(TRAIN)
    assert blocks(game) == {"FBV": (1, 2), "SV": (1, 1)}
    assert refused(game, SellShares(A, "FBV", 3))[0] == "president_needs_heir"
    game.push(SellShares(A, "SV", 1))  # 40 are missing
    assert blocks(game) == {"FBV": (1, 1)}
    assert refused(game, SellShares(A, "FBV", 2)) == ("more_than_needed", "6.8.6-a")


@pytest.mark.rule("1883:6.8.6-b")
def test_ccfr_shares_pay_debts_once_it_is_capitalised() -> None:
    pos = needy(cash=50)
    pos.state.flags["ccfr"] = "capitalised"
    game = pos.operating("FBV", STEP)
    game.push(TRAIN)  # 20 are missing without CCFR's share at 100
    assert blocks(game)["CCFR"] == (1, 1)


@pytest.mark.rule("1883:6.8.6-b")
def test_a_sale_that_closes_a_company_leaves_its_cheaper_train_in_the_pool() -> None:
    pos = needy(cash=120)
    pos.price("SV", 6, 0).train("3-0", "SV")  # 40, and a closed cell below
    game = pos.operating("FBV", STEP)
    game.push(TRAIN)
    game.push(SellShares(A, "SV", 1))
    assert "SV" not in game.state.par and percent_of(game, C, "SV") == 0
    assert trains_of(game, "FBV") == ["3-0"], "180 instead of 300: no further sale is needed"
    assert game.state.cash[A] == 120 + 40 - 150
    sound(game)


@pytest.mark.rule("1883:6.8.6-b", "1883:5.8-a")
def test_a_sale_that_closes_the_company_itself_ends_its_debt() -> None:
    pos = needy(cash=190).price("FBV", 6, 0)  # 80 are missing: two shares at 40, or one and one of SV
    game = pos.operating("FBV", STEP, alone=True)
    game.push(TRAIN)
    game.push(SellShares(A, "FBV", 1))
    assert "FBV" not in game.state.par
    assert game.state.cash[A] == 230, "nothing is left to buy a train for"
    assert not any(isinstance(frame, (TrainDebt, BuyTrains)) for frame in game.stack)
    sound(game)


@pytest.mark.rule("1883:6.8.6-a", "1883:5.6.1-d")
def test_a_bonus_that_a_forced_sale_brings_makes_the_debt_smaller() -> None:
    """SV's token keeps FBV from Vignola; when SV closes, FBV completes a concession and is paid 150."""
    pos = needy(cash=100).price("SV", 6, 0).token("SV", "75")
    pos.state.concession["1"], pos.state.clock["1"] = "FBV", 1
    game = pos.operating("FBV", STEP)
    game.push(TRAIN)
    assert blocks(game) == {"FBV": (2, 2), "SV": (1, 1)}, "170 are missing"
    game.push(SellShares(A, "SV", 1))
    assert type(game.decision).__name__ == "BonusChoice" and game.actor == A
    game.push(Pass(A))
    assert trains_of(game, "FBV") == ["4-0"] and game.state.cash["FBV"] == 0
    assert game.state.cash[A] == 100 + 40 - (300 - 30 - 150)
    assert percent_of(game, A, "FBV") == 40
    sound(game)


@pytest.mark.rule("1883:6.8.6-a", "1883:6.8-c", "1883:4.0-m")
def test_a_train_that_sales_paid_for_may_bring_a_phase() -> None:
    pos = next_up(needy(ben=2, cash=240), "5")
    for train in ("4-0", "4-1", "3bis-0"):
        pos.train(train, "SV")
    game = pos.operating("FBV", STEP)
    game.push(BuyTrain(A, "FBV", "5-0", 450))  # 180 are missing
    assert game.phase.name == "4", "nothing is bought yet"
    game.push(SellShares(A, "FBV", 3))
    game.settle()
    assert game.phase.name == "5" and trains_of(game, "FBV") == ["5-0"] and owner_of(game, "FBV") == B
    assert game.actor == C and game.decision.company == "SV", "who has too many trains"
    game.push(game.legal_actions()[0])
    assert game.state.cash[A] == 240 + 195 - 420
    sound(game)


# -- other debts -----------------------------------------------------------------------------------------------------


def owing(pos: Any, amount: int, company: str = "", player: int = A) -> Any:
    game = pos.operating("SV", STEP)
    game.push_frame(Debt(player, amount, BANK, company))
    game._run()
    return game


@pytest.mark.rule("1883:6.8.6-a", "1883:11-1")
def test_who_has_the_money_pays_at_once() -> None:
    game = owing(needy(cash=50), 10)
    assert game.state.cash[A] == 40 and game.decision.__class__.__name__ != "Debt"


@pytest.mark.rule("1883:6.8.6-b", "1883:11-1")
def test_a_debt_of_a_player_is_paid_by_a_sale() -> None:
    game = owing(needy(cash=5), 10)
    assert game.actor == A and kinds(game) == {"SellShares"}
    assert blocks(game) == {"FBV": (1, 1), "SV": (1, 1)}
    game.push(SellShares(A, "SV", 1))
    assert game.state.cash[A] == 5 + 70 - 10
    assert game.state.cash["FBV"] == 30
    sound(game)


@pytest.mark.rule("1883:T-cc")
@pytest.mark.parametrize("cy", [0, 2])
def test_a_penalty_that_cannot_be_paid_closes_the_railway(cy: int) -> None:
    """Even if Cy could lead it: the pool is so full that Ben cannot sell to them."""
    pos = setting("2").cash(B, 5)
    railway(railway(pos, "SV", {C: 2}, cash=100), "FMV", {B: 2, C: cy, POOL: 5}, cash=0)
    game = owing(pos, 30, "FMV", B)
    assert kinds(game) == {"GoBankrupt"}
    assert refused(game, SellShares(B, "FMV", 1)) == ("bankrupt_anyway", "6.8.6-c")
    game.push(GoBankrupt(B, "FMV"))
    assert game.state.bankrupt[B] and "FMV" not in game.state.par
    assert game.state.cash[B] == 0
    sound(game)
