"""18EU 4.5.1: the president's money and the shares he sells when his corporation cannot pay for its train."""

from __future__ import annotations

import pytest

from stockrail import ActionRange, IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import BuyTrain, GoBankrupt, SellShares
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of, shares_of
from stockrail.rules.state import BANK, POOL
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g18eu.trains import BuyTrains

STEP = "BuyTrains"


def needy(cash: int = 0, president: int = 0, phase: str = "3", turns: int = 1) -> Position:
    """SNCF has no train; Ada (0) presides with five shares at £100, Ben (1) has three. A 3 costs £200."""
    pos = Position("18EU", players=3)
    for minor in pos.game.title.companies_of("minor"):
        pos.no_trains(minor)
    pos.phase(phase).corporation("SNCF", {0: 5, 1: 3}, cash=cash, turns=turns)
    return pos.cash(0, president)


def refused(game: RailGame, action: Action) -> tuple[str, str | None]:
    before = game.state.picture()
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert game.state.picture() == before
    return error.value.kind, error.value.rule


def for_sale(game: RailGame) -> dict[str, int]:
    """The largest block of each corporation that the menu offers."""
    ranges = [e for e in game.legal_actions() if isinstance(e, ActionRange) and isinstance(e.action, SellShares)]
    return {entry.action.company: entry.high for entry in ranges}


# -- the president's cash --------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.5.1-a")
def test_the_president_adds_exactly_what_is_missing() -> None:
    game = needy(cash=150, president=120).operating("SNCF", STEP)
    bank = game.state.cash[BANK]
    game.push(BuyTrain(0, "SNCF", "3-0", 200))
    assert (game.state.cash["SNCF"], game.state.cash[0], game.state.cash[BANK]) == (0, 70, bank + 200)
    assert trains_of(game, "SNCF") == ["3-0"]


@pytest.mark.rule("18EU:4.5.1-a")
def test_the_last_pound_of_the_president_counts() -> None:
    train = BuyTrain(0, "SNCF", "3-0", 200)
    assert needy(cash=150, president=50).operating("SNCF", STEP).is_legal(train)
    short = needy(cash=150, president=49).operating("SNCF", STEP)
    assert refused(short, train) == ("president_short", "4.5.1-c")
    assert train not in short.legal_actions()


@pytest.mark.rule("18EU:4.5.1-a")
def test_the_president_helps_with_the_cheapest_train_of_bank_and_pool_only() -> None:
    game = needy(cash=199, president=450, phase="4").train("3", POOL).operating("SNCF", STEP)
    assert refused(game, BuyTrain(0, "SNCF", "4-0", 300)) == ("cheapest_only", "4.5.1-a")
    assert game.legal_actions() == [BuyTrain(0, "SNCF", "3-0", 200)]
    game.push(BuyTrain(0, "SNCF", "3-0", 200))
    assert (game.state.cash["SNCF"], game.state.cash[0]) == (0, 449)


@pytest.mark.rule("18EU:4.5.1-a")
def test_the_stack_may_hold_the_cheapest_train() -> None:
    game = needy(cash=199, president=450).train("4", POOL).operating("SNCF", STEP)
    assert refused(game, BuyTrain(0, "SNCF", "4-0", 300)) == ("cheapest_only", "4.5.1-a")
    assert game.legal_actions() == [BuyTrain(0, "SNCF", "3-0", 200)]


@pytest.mark.rule("18EU:4.5.1-a")
def test_a_pullman_in_the_pool_is_not_the_cheapest_train() -> None:
    game = needy(cash=100, president=100).operating("SNCF", STEP)
    assert "P-0" in trains_of(game, POOL)
    assert refused(game, BuyTrain(0, "SNCF", "P-0", 100)) == ("pullman_needs_train", "4.4.9-c")
    assert game.legal_actions() == [BuyTrain(0, "SNCF", "3-0", 200)]


@pytest.mark.rule("18EU:4.5.1-a")
def test_nobody_helps_a_corporation_that_has_a_train() -> None:
    pos = needy(cash=199, president=450).train("4", "SNCF").corporation("KBS", {1: 4, 0: 3}, value=90)
    pos.owned("4", 0).train("2-3", "4")  # something that £199 can buy, so that the step is not skipped
    game = pos.operating("SNCF", STEP)
    assert refused(game, BuyTrain(0, "SNCF", "3-0", 200)) == ("treasury_short", "4.4.6-b")
    assert refused(game, SellShares(0, "KBS", 1)) == ("no_emergency", "4.5.1-c")
    assert refused(game, GoBankrupt(0, "SNCF")) == ("not_bankrupt", "4.5.1-f")


@pytest.mark.rule("18EU:4.5.1-c", "18EU:4.5.1-f")
def test_a_corporation_with_a_train_is_in_no_emergency_however_poor_it_is() -> None:
    pos = needy(cash=10, turns=0).train("3", "SNCF").corporation("KBS", {1: 4, 0: 1}, value=90)
    game = pos.owned("4", 0).train("2-3", "4").operating("SNCF", STEP)
    assert refused(game, SellShares(0, "KBS", 1)) == ("no_emergency", "4.5.1-c")
    assert refused(game, GoBankrupt(0, "SNCF")) == ("not_bankrupt", "4.5.1-f")


@pytest.mark.rule("18EU:4.5.1-b")
def test_treasury_shares_do_not_save_a_president_from_bankruptcy() -> None:
    """Two treasury shares at £100 would be enough; he may sell two of his own and is £1 short."""
    pos = needy(cash=0, president=99, phase="4")
    game = pos.operating("SNCF", STEP)
    assert shares_of(game, "SNCF", "SNCF") == 2
    assert for_sale(game) == {"SNCF": 2}
    assert GoBankrupt(0, "SNCF") in game.legal_actions()


# -- selling shares --------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.5.1-c")
def test_a_president_short_of_cash_sells_shares_at_the_price_before_the_fall() -> None:
    pos = needy(cash=30, president=20).corporation("KBS", {1: 4, 0: 3}, value=90)
    game = pos.operating("SNCF", STEP)
    bank = game.state.cash[BANK]
    assert refused(game, BuyTrain(0, "SNCF", "3-0", 200)) == ("president_short", "4.5.1-c")
    game.push(SellShares(0, "KBS", 2))
    assert (game.state.cash[0], game.state.cash[BANK]) == (200, bank - 180)
    assert (shares_of(game, 0, "KBS"), shares_of(game, POOL, "KBS")) == (1, 2)
    assert price(game, "KBS") == 75
    game.push(BuyTrain(0, "SNCF", "3-0", 200))
    assert (game.state.cash[0], game.state.cash["SNCF"], game.state.cash[BANK]) == (30, 0, bank + 20)


@pytest.mark.rule("18EU:4.5.1-c")
def test_he_chooses_which_shares_he_sells() -> None:
    pos = needy(president=20).corporation("KBS", {1: 4, 0: 3}, value=90).corporation("DR", {2: 4, 0: 3}, value=70)
    game = pos.operating("SNCF", STEP)
    assert for_sale(game) == {"KBS": 2, "DR": 3, "SNCF": 2}  # £180 are missing
    game.push(SellShares(0, "DR", 1))
    assert for_sale(game) == {"KBS": 2, "SNCF": 2}  # £110 are missing
    game.push(SellShares(0, "SNCF", 1))
    assert for_sale(game) == {"KBS": 1}  # £10 are missing
    game.push(SellShares(0, "KBS", 1))
    assert game.state.cash[0] == 20 + 70 + 100 + 90
    assert game.legal_actions() == [BuyTrain(0, "SNCF", "3-0", 200)]


@pytest.mark.rule("18EU:4.5.1-c")
def test_he_may_sell_as_many_shares_as_needed_and_no_more() -> None:
    exact = needy(president=20).corporation("KBS", {1: 4, 0: 4}, value=90).operating("SNCF", STEP)
    assert refused(exact, SellShares(0, "KBS", 3)) == ("more_than_needed", "4.5.1-c")  # 2 x 90 = the missing 180
    assert exact.is_legal(SellShares(0, "KBS", 2))
    above = needy(president=19).corporation("KBS", {1: 4, 0: 4}, value=90).operating("SNCF", STEP)
    assert above.is_legal(SellShares(0, "KBS", 3))
    assert refused(above, SellShares(0, "KBS", 4)) == ("more_than_needed", "4.5.1-c")


@pytest.mark.rule("18EU:4.5.1-c")
def test_the_treasury_counts_before_shares_are_sold() -> None:
    enough = needy(cash=150, president=50).corporation("KBS", {1: 4, 0: 4}, value=90).operating("SNCF", STEP)
    assert refused(enough, SellShares(0, "KBS", 1)) == ("no_emergency", "4.5.1-c")
    short = needy(cash=150, president=49).corporation("KBS", {1: 4, 0: 4}, value=90).operating("SNCF", STEP)
    assert for_sale(short) == {"KBS": 1, "SNCF": 1}


@pytest.mark.rule("18EU:4.5.1-c")
def test_only_the_president_sells() -> None:
    game = needy().corporation("KBS", {1: 4, 0: 3}, value=90).operating("SNCF", STEP)
    assert refused(game, SellShares(1, "KBS", 1)) == ("not_your_turn", "4.4-c")
    assert refused(game, SellShares(0, "KBS", 4)) == ("not_enough_shares", "4.5.1-c")
    assert refused(game, SellShares(0, "KBS", 0)) == ("not_enough_shares", "4.5.1-c")
    assert refused(game, SellShares(0, "FS", 1)) == ("not_started", "4.1.2-e")


@pytest.mark.rule("18EU:4.5.1-c")
def test_the_pool_limit_binds_emergency_sales() -> None:
    pos = needy().corporation("KBS", {1: 3, 0: 3, POOL: 4}, value=90)
    game = pos.operating("SNCF", STEP)
    assert refused(game, SellShares(0, "KBS", 2)) == ("pool_limit", "3.1-i")
    assert for_sale(game)["KBS"] == 1
    game.push(SellShares(0, "KBS", 1))
    assert shares_of(game, POOL, "KBS") == 5
    full = needy().corporation("KBS", {1: 3, 0: 2, POOL: 5}, value=90).operating("SNCF", STEP)
    assert refused(full, SellShares(0, "KBS", 1)) == ("pool_limit", "3.1-i")
    assert for_sale(full) == {"SNCF": 2}


@pytest.mark.rule("18EU:4.5.1-c")
def test_a_presidency_without_an_heir_keeps_its_certificate_in_an_emergency() -> None:
    pos = needy().corporation("KBS", {0: 3, 1: 1, 2: 1}, value=90)
    game = pos.operating("SNCF", STEP)
    assert refused(game, SellShares(0, "KBS", 2)) == ("president_needs_heir", "3.1-l")
    assert for_sale(game)["KBS"] == 1


@pytest.mark.rule("18EU:4.5.1-c")
def test_one_corporations_shares_go_in_one_block() -> None:
    game = needy().corporation("KBS", {1: 4, 0: 3}, value=90).operating("SNCF", STEP)
    game.push(SellShares(0, "KBS", 1))
    assert refused(game, SellShares(0, "KBS", 1)) == ("sold_in_block", "4.1.1-e")
    assert "KBS" not in for_sale(game)


# -- what may not be sold --------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.5.1-d")
def test_shares_of_a_corporation_that_never_operated_are_not_sold() -> None:
    pos = needy().corporation("KBS", {1: 4, 0: 3}, value=90, turns=0)
    game = pos.operating("SNCF", STEP)
    assert refused(game, SellShares(0, "KBS", 1)) == ("never_operated", "3.1-g")
    assert for_sale(game) == {"SNCF": 2}


@pytest.mark.rule("18EU:4.5.1-d")
def test_shares_of_the_operating_corporation_are_not_sold_in_its_first_turn() -> None:
    pos = needy(turns=0).corporation("KBS", {1: 4, 0: 3}, value=90)
    game = pos.operating("SNCF")  # the whole turn: it has even "paid" nothing
    assert isinstance(game.decision, BuyTrains)
    assert refused(game, SellShares(0, "SNCF", 1)) == ("never_operated", "3.1-g")
    assert for_sale(game) == {"KBS": 3}


@pytest.mark.rule("18EU:4.5.1-d")
def test_shares_of_the_operating_corporation_are_sold_in_its_second_turn() -> None:
    game = needy(turns=1).operating("SNCF", STEP)
    game.push(SellShares(0, "SNCF", 2))
    assert (game.state.cash[0], price(game, "SNCF"), shares_of(game, POOL, "SNCF")) == (200, 82, 2)


@pytest.mark.rule("18EU:4.5.1-d")
def test_unsaleable_shares_do_not_save_a_president_from_bankruptcy() -> None:
    pos = needy(turns=0).corporation("KBS", {1: 4, 0: 5}, value=90, turns=0)
    game = pos.operating("SNCF", STEP)
    assert game.legal_actions() == [GoBankrupt(0, "SNCF")]


@pytest.mark.rule("18EU:4.5.1-e")
def test_the_operating_corporations_presidency_must_stay() -> None:
    """Five against three: two may go (a tie keeps the president), the third would cost the presidency."""
    game = needy(phase="4").operating("SNCF", STEP)  # £300 are missing: three shares would be needed
    assert refused(game, SellShares(0, "SNCF", 3)) == ("keeps_presidency", "4.5.1-e")
    assert for_sale(game) == {"SNCF": 2}
    game.push(SellShares(0, "SNCF", 2))
    assert owner_of(game, "SNCF") == 0
    assert (shares_of(game, 0, "SNCF"), shares_of(game, 1, "SNCF")) == (3, 3)


@pytest.mark.rule("18EU:4.5.1-e")
def test_the_presidents_certificate_of_the_operating_corporation_stays_when_nobody_could_take_it() -> None:
    pos = needy(phase="5").corporation("KBS", {0: 5, 1: 1}, value=100)  # five shares would be needed
    game = pos.operating("KBS", STEP)
    assert for_sale(game)["KBS"] == 3
    assert refused(game, SellShares(0, "KBS", 4)) == ("president_needs_heir", "3.1-l")


@pytest.mark.rule("18EU:4.5.1-e")
def test_a_president_with_no_lead_sells_nothing_of_the_operating_corporation() -> None:
    pos = Position("18EU", players=3).phase("3").corporation("SNCF", {0: 3, 1: 3}, value=100).cash(0, 0)
    pos.corporation("KBS", {1: 4, 0: 2}, value=90)
    game = pos.operating("SNCF", STEP)
    assert refused(game, SellShares(0, "SNCF", 1)) == ("keeps_presidency", "4.5.1-e")
    assert for_sale(game) == {"KBS": 2}


@pytest.mark.rule("18EU:4.5.1-e")
def test_another_corporations_presidency_may_change() -> None:
    pos = needy().corporation("KBS", {0: 3, 1: 1, 2: 2}, value=90)
    game = pos.operating("SNCF", STEP)
    assert for_sale(game)["KBS"] == 3
    game.push(SellShares(0, "KBS", 2))
    assert owner_of(game, "KBS") == 2
    assert [shares_of(game, holder, "KBS") for holder in (0, 1, 2, POOL)] == [1, 1, 2, 2]
    assert game.actor == 0  # he goes on raising money for SNCF
    assert game.state.cash[0] == 180


# -- bankruptcy is the last resort -----------------------------------------------------------------


@pytest.mark.rule("18EU:4.5.1-f")
@pytest.mark.parametrize(("cash", "bankrupt"), [(21, False), (20, False), (19, True), (0, True)])
def test_a_president_is_bankrupt_when_all_legal_sales_leave_him_short(cash: int, bankrupt: bool) -> None:
    """Two shares of KBS at £90 are all that he may sell for a train of £200 in SNCF's first turn."""
    game = needy(president=cash, turns=0).corporation("KBS", {1: 4, 0: 2}, value=90).operating("SNCF", STEP)
    action = GoBankrupt(0, "SNCF")
    assert (action in game.legal_actions()) == bankrupt
    if bankrupt:
        game.check(action)
    else:
        assert refused(game, action) == ("not_bankrupt", "4.5.1-f")


@pytest.mark.rule("18EU:4.5.1-f")
def test_a_pool_without_room_makes_bankrupt() -> None:
    """Three shares of KBS would be enough, but the pool takes one only."""
    pos = needy(president=100, turns=0).corporation("KBS", {1: 3, 0: 3, POOL: 4}, value=90)
    game = pos.operating("SNCF", STEP)
    assert GoBankrupt(0, "SNCF") in game.legal_actions()
    assert refused(game, GoBankrupt(0, "KBS")) == ("train_or_pass", "4.4-d")


@pytest.mark.rule("18EU:4.5.1-f")
def test_the_cheapest_train_decides_about_bankruptcy() -> None:
    """£200 do for a 3 in the pool, though not for the 4 of the stack."""
    game = needy(president=200, phase="4", turns=0).train("3", POOL).operating("SNCF", STEP)
    assert refused(game, GoBankrupt(0, "SNCF")) == ("not_bankrupt", "4.5.1-f")
    poorer = needy(president=200, phase="4", turns=0).operating("SNCF", STEP)
    assert poorer.is_legal(GoBankrupt(0, "SNCF"))


@pytest.mark.rule("18EU:4.5.1-f")
def test_a_president_who_sold_everything_and_is_short_is_bankrupt() -> None:
    game = needy(president=19, turns=0).corporation("KBS", {1: 4, 0: 2}, value=90).operating("SNCF", STEP)
    game.push(SellShares(0, "KBS", 2))
    assert game.state.cash[0] == 199
    assert game.legal_actions() == [GoBankrupt(0, "SNCF")]


@pytest.mark.rule("18EU:4.5.1-f")
def test_bankruptcy_is_not_proposed_to_a_company_with_money() -> None:
    """The treasury's £200 buy a 3, however poor the president is."""
    game = needy(cash=200, president=0, turns=0).operating("SNCF", STEP)
    assert refused(game, GoBankrupt(0, "SNCF")) == ("not_bankrupt", "4.5.1-f")
