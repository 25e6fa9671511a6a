"""18EU 4.5, 4.5.2, 4.5.3: who must own a train, who pays for it, and how minors are spared."""

from __future__ import annotations

import pytest

from stockrail import ActionRange, IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import Answer, BuyTrain, GoBankrupt, IssueShares, LayTile, Pass, SellShares
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, current_round, operating_company
from stockrail.rules.state import BANK, POOL
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g18eu.trains import BuyTrains
from stockrail.titles.g18eu.treasury import OwnShares

STEP = "BuyTrains"


def position(phase: str = "3") -> Position:
    """No company has a train; every player has £450."""
    pos = Position("18EU", players=3)
    for minor in pos.game.title.companies_of("minor"):
        pos.no_trains(minor)
    return pos.phase(phase)


def sncf(phase: str = "3", cash: int = 0, president: int = 450) -> Position:
    """SNCF has no train; Ada (0) presides with five shares, Ben (1) has three."""
    return position(phase).corporation("SNCF", {0: 5, 1: 3}, cash=cash).cash(0, president)


def refused(game: RailGame, action: Action) -> tuple[str, str | None]:
    """Kind and rule of the refusal; nothing has changed."""
    before = game.state.picture()
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert game.state.picture() == before
    return error.value.kind, error.value.rule


def offered(game: RailGame, train: str) -> list[tuple[int, int]]:
    """The prices at which the menu offers a train, as (lowest, highest)."""
    spans = []
    for entry in game.legal_actions():
        action = entry.action if isinstance(entry, ActionRange) else entry
        if isinstance(action, BuyTrain) and action.train == train:
            spans.append((entry.low, entry.high) if isinstance(entry, ActionRange) else (action.price, action.price))
    return spans


# -- 4.5 the duty ----------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.5-a")
def test_a_corporation_without_a_train_may_not_end_its_turn() -> None:
    game = sncf(cash=200).operating("SNCF", STEP)
    assert refused(game, Pass(0)) == ("must_own_train", "4.5-a")
    assert Pass(0) not in game.legal_actions()


@pytest.mark.rule("18EU:4.5-a")
def test_a_corporation_with_a_train_may_decline_to_buy() -> None:
    game = sncf(cash=200).train("3", "SNCF").operating("SNCF", STEP)
    assert Pass(0) in game.legal_actions()
    game.push(Pass(0))
    assert not isinstance(game.decision, BuyTrains)
    assert trains_of(game, "SNCF") == ["3-0"]


@pytest.mark.rule("18EU:4.5-a")
def test_a_pullman_does_not_fulfil_the_duty() -> None:
    game = sncf(cash=200).train("P", "SNCF").operating("SNCF", STEP)
    assert refused(game, Pass(0)) == ("must_own_train", "4.5-a")


@pytest.mark.rule("18EU:4.5-a")
def test_the_duty_is_fulfilled_by_one_train() -> None:
    game = sncf(cash=401).operating("SNCF", STEP)
    game.push(BuyTrain(0, "SNCF", "3-0", 200))
    assert game.is_legal(Pass(0))
    assert offered(game, "3-1") == [(200, 200)]


@pytest.mark.rule("18EU:4.5-a")
def test_a_corporation_without_any_track_must_buy_as_well() -> None:
    """It operates: its price falls one column for want of earnings, and then the duty bites."""
    game = sncf(president=200).operating("SNCF")
    assert isinstance(game.decision, BuyTrains)
    assert price(game, "SNCF") == 90
    assert refused(game, Pass(0)) == ("must_own_train", "4.5-a")
    game.push(BuyTrain(0, "SNCF", "3-0", 200))
    assert game.state.cash[0] == 0


@pytest.mark.rule("18EU:4.5-a")
def test_a_corporation_that_does_not_operate_needs_no_train() -> None:
    pos = sncf(cash=200).corporation("KBS", {2: 4}, value=90, floated=False, turns=0)
    game = pos.operating("SNCF", STEP)
    game.push(BuyTrain(0, "SNCF", "3-0", 200))
    game.push(Pass(0))
    assert current_round(game) == OperatingRound(2, 2)  # KBS was not asked


@pytest.mark.rule("18EU:4.5-a")
def test_a_corporation_may_lose_its_last_train_in_another_companys_turn() -> None:
    """A-34: the duty bites in the seller's own turn."""
    pos = sncf(cash=200, president=0).corporation("KBS", {2: 5}, value=90, cash=50).train("3", "SNCF")
    game = pos.operating("KBS", STEP, alone=True)
    game.push(BuyTrain(2, "KBS", "3-0", 50))
    game.push(Answer(0, True))
    assert trains_of(game, "SNCF") == []
    game.push(Pass(2))
    assert operating_company(game) == "SNCF"
    assert refused(game, Pass(0)) == ("must_own_train", "4.5-a")


@pytest.mark.rule("18EU:4.5-b")
def test_a_treasury_that_can_pay_for_the_stack_train_gets_no_help() -> None:
    game = sncf(cash=200).operating("SNCF", STEP)
    game.push(BuyTrain(0, "SNCF", "3-0", 200))
    assert (game.state.cash["SNCF"], game.state.cash[0]) == (0, 450)
    assert not any(event.kind == "president_helps" for event in game.last_events())


@pytest.mark.rule("18EU:4.5-b")
@pytest.mark.parametrize("treasury", [200, 299])
def test_a_treasury_that_can_pay_for_a_pool_train_must_buy_that_one(treasury: int) -> None:
    game = sncf("4", cash=treasury).train("3", POOL).operating("SNCF", STEP)
    assert refused(game, BuyTrain(0, "SNCF", "4-0", 300)) == ("treasury_must_pay", "4.5-b")
    assert (offered(game, "3-0"), offered(game, "4-0")) == ([(200, 200)], [])
    game.push(BuyTrain(0, "SNCF", "3-0", 200))
    assert (game.state.cash["SNCF"], game.state.cash[0]) == (treasury - 200, 450)


@pytest.mark.rule("18EU:4.5-b")
def test_a_treasury_that_can_pay_for_both_trains_has_the_choice() -> None:
    game = sncf("4", cash=300).train("3", POOL).operating("SNCF", STEP)
    assert (offered(game, "3-0"), offered(game, "4-0")) == ([(200, 200)], [(300, 300)])
    game.push(BuyTrain(0, "SNCF", "4-0", 300))
    assert trains_of(game, "SNCF") == ["4-0"]
    assert (game.state.cash["SNCF"], game.state.cash[0]) == (0, 450)


@pytest.mark.rule("18EU:4.5-b")
def test_a_president_may_not_sell_shares_while_the_treasury_can_pay() -> None:
    pos = sncf(cash=200, president=0).corporation("KBS", {1: 4, 0: 2}, value=90)
    game = pos.operating("SNCF", STEP)
    assert refused(game, SellShares(0, "KBS", 1)) == ("no_emergency", "4.5.1-c")
    assert refused(game, GoBankrupt(0, "SNCF")) == ("not_bankrupt", "4.5.1-f")
    assert game.legal_actions() == [BuyTrain(0, "SNCF", "3-0", 200)]


# -- 4.5.2 from another company --------------------------------------------------------------------


def with_seller(cash: int = 0, president: int = 450) -> Position:
    """Ada also presides KBS, which has a 3; bank and pool have nothing below a 4 at £300."""
    return sncf("4", cash, president).corporation("KBS", {0: 5}, value=90).train("3", "KBS")


@pytest.mark.rule("18EU:4.5.2-a")
def test_the_duty_may_be_fulfilled_with_another_companys_train_from_one_pound() -> None:
    game = with_seller(cash=1).operating("SNCF", STEP)
    assert offered(game, "3-0") == [(1, 1)]
    assert refused(game, BuyTrain(0, "SNCF", "3-0", 0)) == ("price_below_one", "4.4.6-c")
    game.push(BuyTrain(0, "SNCF", "3-0", 1))
    assert (trains_of(game, "SNCF"), trains_of(game, "KBS")) == (["3-0"], [])
    assert (game.state.cash["SNCF"], game.state.cash["KBS"], game.state.cash[0]) == (0, 1, 450)


@pytest.mark.rule("18EU:4.5.2-a")
def test_only_the_operating_corporation_buys() -> None:
    game = with_seller(cash=300).cash("KBS", 300).operating("SNCF", STEP)
    assert refused(game, BuyTrain(0, "KBS", "4-0", 300)) == ("train_or_pass", "4.4-d")


@pytest.mark.rule("18EU:4.5.2-a")
def test_a_minor_may_be_the_seller() -> None:
    game = sncf(cash=70).owned("4", 0).train("2-4", "4").operating("SNCF", STEP)
    game.push(BuyTrain(0, "SNCF", "2-4", 70))
    assert (trains_of(game, "SNCF"), game.state.cash["4"]) == (["2-4"], 70)
    assert isinstance(game.decision, OwnShares)


@pytest.mark.rule("18EU:4.5.2-a")
def test_the_treasury_alone_may_pay_more_than_the_list_price() -> None:
    game = with_seller(cash=299).operating("SNCF", STEP)
    assert offered(game, "3-0") == [(1, 299)]
    assert refused(game, BuyTrain(0, "SNCF", "3-0", 300)) == ("treasury_short", "4.4.6-b")


@pytest.mark.rule("18EU:4.5.2-b")
def test_with_an_empty_treasury_the_president_pays_up_to_the_list_price() -> None:
    game = with_seller(cash=0).operating("SNCF", STEP)
    assert offered(game, "3-0") == [(1, 200)]
    assert refused(game, BuyTrain(0, "SNCF", "3-0", 201)) == ("above_face_value", "4.5.2-b")
    game.push(BuyTrain(0, "SNCF", "3-0", 200))
    assert (game.state.cash[0], game.state.cash["SNCF"], game.state.cash["KBS"]) == (250, 0, 200)
    assert trains_of(game, "SNCF") == ["3-0"]


@pytest.mark.rule("18EU:4.5.2-b")
def test_the_president_pays_no_more_than_he_has() -> None:
    game = with_seller(cash=0, president=150).operating("SNCF", STEP)
    assert offered(game, "3-0") == [(1, 150)]
    assert refused(game, BuyTrain(0, "SNCF", "3-0", 151)) == ("president_short", "4.5.1-c")
    game.push(BuyTrain(0, "SNCF", "3-0", 150))
    assert (game.state.cash[0], game.state.cash["KBS"]) == (0, 150)


@pytest.mark.rule("18EU:4.5.2-b")
def test_with_a_single_pound_in_the_treasury_the_president_pays_nothing() -> None:
    game = with_seller(cash=1).operating("SNCF", STEP)
    assert refused(game, BuyTrain(0, "SNCF", "3-0", 2)) == ("treasury_short", "4.4.6-b")


@pytest.mark.rule("18EU:4.5.2-b")
def test_a_president_whose_corporation_has_a_train_does_not_help() -> None:
    game = with_seller(cash=0).train("4", "SNCF").operating("SNCF", STEP)
    assert isinstance(game.decision, OwnShares)  # there is nothing to buy trains with, so nobody is asked


@pytest.mark.rule("18EU:4.5.2-c")
def test_money_from_sold_shares_does_not_go_to_another_company() -> None:
    pos = with_seller(cash=0, president=150).corporation("DR", {1: 4, 0: 3}, value=82)
    game = pos.operating("SNCF", STEP)
    game.push(SellShares(0, "DR", 2))  # £164 for the 4 of the stack
    assert game.state.cash[0] == 314
    assert offered(game, "3-0") == []
    assert refused(game, BuyTrain(0, "SNCF", "3-0", 1)) == ("sold_for_bank_train", "4.5.2-c")
    game.push(BuyTrain(0, "SNCF", "4-0", 300))
    assert game.state.cash[0] == 14


@pytest.mark.rule("18EU:4.5.2-c")
def test_shares_are_not_sold_while_cash_suffices_for_the_bank() -> None:
    """£300 are enough for the 4, so nothing may be sold, for whatever purpose."""
    pos = with_seller(cash=0, president=300).corporation("DR", {1: 4, 0: 3}, value=82)
    game = pos.operating("SNCF", STEP)
    assert refused(game, SellShares(0, "DR", 1)) == ("no_emergency", "4.5.1-c")


@pytest.mark.rule("18EU:4.5.1-b")
def test_treasury_shares_are_not_sold_for_a_train() -> None:
    game = sncf(cash=150, president=0).operating("SNCF", STEP)  # two shares at £100 lie in the treasury
    assert refused(game, IssueShares(0, "SNCF", 1)) == ("train_or_pass", "4.4-d")
    assert refused(game, SellShares(0, "SNCF", 6)) == ("not_enough_shares", "4.5.1-c")
    assert not any(isinstance(entry, IssueShares) for entry in game.legal_actions())


# -- 4.5.3 minors ----------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.5.3-a")
def test_a_minor_need_not_own_a_train() -> None:
    game = position().owned("4", 0, cash=200).operating("4", STEP)
    assert game.legal_actions() == [BuyTrain(0, "4", "3-0", 200), Pass(0)]
    game.push(Pass(0))
    assert trains_of(game, "4") == []


@pytest.mark.rule("18EU:4.5.3-a")
def test_a_minor_gets_no_help_from_its_owner() -> None:
    pos = position().owned("4", 0, cash=199).owned("5", 0).train("2-5", "5").cash(0, 1000)
    game = pos.operating("4", STEP)
    assert refused(game, BuyTrain(0, "4", "3-0", 200)) == ("treasury_short", "4.4.6-b")
    assert refused(game, BuyTrain(0, "4", "2-5", 200)) == ("treasury_short", "4.4.6-b")
    assert refused(game, SellShares(0, "SNCF", 1)) == ("no_emergency", "4.5.1-c")
    assert refused(game, GoBankrupt(0, "4")) == ("not_bankrupt", "4.5.1-f")


@pytest.mark.rule("18EU:4.5.3-a")
def test_an_empty_minor_is_not_even_asked_about_trains() -> None:
    pos = position().owned("4", 0).owned("5", 0, cash=1).train("2-5", "5").cash(0, 1000)
    game = pos.operating("4", STEP)
    assert operating_company(game) == "5"
    assert game.state.cash[0] == 1000


@pytest.mark.rule("18EU:4.5.3-b")
def test_a_minor_buys_from_another_company_with_whatever_it_has() -> None:
    pos = position().owned("4", 0, cash=35).owned("5", 0).train("2-5", "5")
    game = pos.operating("4", STEP)
    assert offered(game, "2-5") == [(1, 35)]
    game.push(BuyTrain(0, "4", "2-5", 35))
    assert (trains_of(game, "4"), game.state.cash["4"], game.state.cash["5"]) == (["2-5"], 0, 35)


@pytest.mark.rule("18EU:4.5.3-b")
def test_a_minor_with_enough_money_buys_from_the_bank() -> None:
    game = position().owned("4", 0, cash=200).operating("4", STEP)
    bank = game.state.cash[BANK]
    game.push(BuyTrain(0, "4", "3-0", 200))
    assert (trains_of(game, "4"), game.state.cash["4"], game.state.cash[BANK]) == (["3-0"], 0, bank + 200)


@pytest.mark.rule("18EU:4.5.3-c")
def test_a_trainless_minor_operates_without_revenue() -> None:
    game = position().owned("4", 0, cash=10).owned("5", 1).operating("4")
    assert operating_company(game) == "4"
    game.push(LayTile(0, "4", "J7", "202", 0))
    assert game.state.last_run["4"] == 0
    assert (game.state.cash["4"], game.state.cash[0]) == (10, 450)
    assert operating_company(game) == "5"  # and after the round its turn comes again
    game.push(Pass(1))
    assert operating_company(game) == "4"


@pytest.mark.rule("18EU:4.5.2-c")
def test_after_a_sale_not_even_the_treasury_buys_from_another_company() -> None:
    """Else a president could sell what he likes in mid-round and then buy for a pound."""
    pos = with_seller(cash=30, president=100).corporation("DR", {1: 4, 0: 3}, value=82)
    game = pos.operating("SNCF", STEP)
    assert offered(game, "3-0")
    game.push(SellShares(0, "DR", 3))
    assert offered(game, "3-0") == []
    assert refused(game, BuyTrain(0, "SNCF", "3-0", 1)) == ("sold_for_bank_train", "4.5.2-c")
