"""18EU 4, 4.1, 4.1.1, 4.1.4: the order of rounds, stock turns, selling, and the end of a stock round."""

import pytest

from stockrail import ActionRange, IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import BuyShare, BuyTrain, DiscardTrain, LayTile, Pass, Select, SellShares
from stockrail.rules.prices import price
from stockrail.rules.rounds import StockRound, current_round, operating_company
from stockrail.rules.shares import shares_of
from stockrail.rules.state import BANK, POOL
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g18eu.actions import Exchange

Round = tuple[int, str, int | None]


def refusal(game: RailGame, action: Action) -> tuple[str, str | None]:
    picture = game.state.picture()
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert game.state.picture() == picture
    return error.value.kind, error.value.rule


def quiet(game: RailGame) -> Action:
    """The least that the actor can do."""
    menu = game.legal_actions()
    assert game.actor is not None
    first = menu[0]
    if Pass(game.actor) in menu:
        return Pass(game.actor)
    return first if isinstance(first, Action) else first.lowest()


def round_of(game: RailGame) -> Round:
    round_ = current_round(game)
    assert round_ is not None
    return round_.turn, round_.kind, round_.number()


def rounds_until(game: RailGame, last: Round) -> list[Round]:
    """All rounds that come while everybody does as little as he can."""
    rounds = [round_of(game)]
    while rounds[-1] != last:
        game.push(quiet(game))
        if round_of(game) != rounds[-1]:
            rounds.append(round_of(game))
    return rounds


def table(players: int = 3) -> Position:
    """FS and NS have shares to buy and a train each; everybody has cash. FS operates first."""
    position = Position("18EU", players).corporation("FS", {0: 3, 1: 2}).train("5-0", "FS").token("FS", "E18")
    position.corporation("NS", {1: 3, 0: 2, 2 % players: 1} if players > 2 else {1: 3, 0: 2}).train("5-1", "NS")
    for seat in range(players):
        position.cash(seat, 400)
    return position


# -- the order of rounds ---------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4-a")
def test_every_stock_round_is_followed_by_two_operating_rounds() -> None:
    game = table().stock_round(0)
    assert rounds_until(game, (4, "stock", None)) == [
        (2, "stock", None),
        (2, "operating", 1),
        (2, "operating", 2),
        (3, "stock", None),
        (3, "operating", 1),
        (3, "operating", 2),
        (4, "stock", None),
    ]


@pytest.mark.rule("18EU:4-b")
def test_the_initial_sale_stands_in_for_the_first_stock_round() -> None:
    position = Position("18EU")
    for seat in range(3):
        position.cash(seat, 0)
    game = position.game
    assert round_of(game) == (1, "sale", None)
    for number in range(15):
        assert game.actor is not None
        game.push(Select(game.actor, str(number + 1)))
    assert rounds_until(game, (1, "operating", 2)) == [(1, "operating", 1), (1, "operating", 2)]
    for seat in range(3):
        game.state.cash.pay(BANK, seat, 400)
    assert rounds_until(game, (2, "stock", None)) == [(1, "operating", 2), (2, "stock", None)]


@pytest.mark.rule("18EU:4-c")
@pytest.mark.parametrize("nth", [1, 2])
def test_the_final_exchange_comes_before_the_stock_round_after_the_first_5(nth: int) -> None:
    """The 5 is bought in one of the rounds of turn 2; later turns have no exchange any more."""
    position = table().owned("1", 1).cash("FS", 500).phase("5").no_trains("FS").no_trains("NS").train("4-0", "FS")
    position.state.flags["phase"] = "4"
    game = position.train("4-1", "NS").operating("FS", "BuyTrains", nth=nth)
    game.push(BuyTrain(0, "FS", "5-2", 500))
    assert rounds_until(game, (4, "stock", None)) == [
        *[(2, "operating", number) for number in range(nth, 3)],
        (3, "exchange", None),
        (3, "stock", None),
        (3, "operating", 1),
        (3, "operating", 2),
        (4, "stock", None),
    ]


# -- turns -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.1-a")
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_turns_go_by_seat_from_the_holder_of_the_priority(first: int) -> None:
    position = table(4)
    position.state.flags["priority"] = first
    game = position.operating("NS", "OwnShares", nth=2, alone=True)
    rounds_until(game, (3, "stock", None))
    actors = []
    for _ in range(6):
        assert game.actor is not None
        actors.append(game.actor)
        game.push(BuyShare(game.actor, "FS", "FS") if len(actors) < 3 else quiet(game))
    assert actors == [(first + number) % 4 for number in range(6)]


@pytest.mark.rule("18EU:4.1-a")
def test_nobody_acts_out_of_turn() -> None:
    game = table().stock_round(1)
    assert refusal(game, BuyShare(0, "FS", "FS")) == ("not_your_turn", "4.1-a")
    assert refusal(game, Pass(2)) == ("not_your_turn", "4.1-a")
    game.push(Pass(1))
    assert game.actor == 2


@pytest.mark.rule("18EU:4.1-a")
def test_a_stock_turn_is_for_stocks() -> None:
    game = table().stock_round(0)
    assert refusal(game, LayTile(0, "FS", "E18", "201", 0)) == ("stock_turn_only", "4.1.1-a")


@pytest.mark.rule("18EU:4.1-b")
def test_the_round_ends_when_all_pass_one_after_the_other() -> None:
    """A purchase or a sale of anybody starts the count anew; he who made it must pass as well."""
    game = table().stock_round(0)
    game.push(Pass(0))
    game.push(Pass(1))
    game.push(BuyShare(2, "FS", "FS"))
    game.push(Pass(0))
    game.push(SellShares(1, "FS", 1))
    game.push(Pass(1))
    game.push(Pass(2))
    game.push(Pass(0))
    assert round_of(game) == (2, "stock", None)
    assert game.actor == 1
    game.push(Pass(1))
    assert round_of(game) == (2, "operating", 1)
    passed = [event["player"] for event in game.log if event.kind == "passes"]
    assert passed == [0, 1, 0, 2, 0, 1]  # to have sold is to have acted


@pytest.mark.rule("18EU:4.1-b")
def test_who_can_do_nothing_has_passed() -> None:
    """Cy has neither money nor shares; Ada and Ben have to pass themselves."""
    game = Position("18EU").corporation("FS", {0: 3, 1: 2}).token("FS", "E18").cash(2, 0).stock_round(0)
    game.push(Pass(0))
    assert game.actor == 1
    game.push(Pass(1))
    assert round_of(game) == (2, "operating", 1)
    assert [event["player"] for event in game.log if event.kind == "passes"] == [0, 1, 2]


@pytest.mark.rule("18EU:4.1-b")
def test_who_sold_has_not_passed_even_if_he_can_do_nothing_more() -> None:
    """Ada sells her only share and cannot buy; all three still have to pass after that."""
    game = Position("18EU").corporation("FS", {1: 3, 0: 1}).token("FS", "E18").cash(0, 0).stock_round(2)
    game.push(Pass(2))
    game.push(SellShares(0, "FS", 1))
    assert game.actor == 1
    assert [event["player"] for event in game.log if event.kind == "passes"] == [2]
    game.push(Pass(1))
    game.push(Pass(2))
    assert round_of(game) == (2, "operating", 1)
    assert game.state.flags["priority"] == 1


@pytest.mark.rule("18EU:4.1-c")
@pytest.mark.parametrize(("last", "priority"), [(0, 1), (1, 2), (2, 0)])
@pytest.mark.parametrize("sells", [True, False])
def test_the_priority_goes_to_the_one_who_began_the_last_passes(last: int, priority: int, sells: bool) -> None:
    game = table().stock_round(0)
    while game.actor != last:
        game.push(quiet(game))
    game.push(SellShares(last, "NS", 1) if sells else BuyShare(last, "FS", "FS"))
    rounds_until(game, (2, "operating", 1))
    assert game.state.flags["priority"] == priority


@pytest.mark.rule("18EU:4.1-c")
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_where_nobody_acts_the_priority_stays(holder: int) -> None:
    game = table().stock_round(holder)
    rounds_until(game, (2, "operating", 1))
    assert game.state.flags["priority"] == holder
    rounds_until(game, (3, "stock", None))
    assert game.actor == holder


@pytest.mark.rule("18EU:4.1-c")
def test_the_priority_does_not_move_before_the_round_is_over() -> None:
    game = table().stock_round(0)
    game.push(BuyShare(0, "FS", "FS"))
    game.push(Pass(1))
    game.push(Pass(2))
    assert game.state.flags["priority"] == 0
    game.push(Pass(0))
    assert game.state.flags["priority"] == 1


# -- the end of the round --------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.1-d", "18EU:4.1.4-a")
def test_after_the_last_pass_come_priority_and_prices_and_then_the_first_operating_round() -> None:
    """FS lies under NS; being sold out it rises from 90 to 100, so it operates first."""
    position = Position("18EU").corporation("NS", {1: 5}, value=90).token("NS", "D3")
    position.corporation("FS", {0: 5, 1: 5}, value=90).token("FS", "E18")
    game = position.stock_round(1)
    game.push(BuyShare(1, "NS", "NS"))
    for seat in (2, 0, 1):
        assert price(game, "FS") == 90
        game.push(Pass(seat))
    assert (game.state.flags["priority"], price(game, "FS"), price(game, "NS")) == (2, 100, 90)
    kinds = ["passes", "priority_goes", "price_moves", "operates"]
    assert [event.kind for event in game.last_events() if event.kind in kinds] == kinds
    assert (round_of(game), operating_company(game)) == ((2, "operating", 1), "FS")


@pytest.mark.rule("18EU:4.1.4-b")
def test_corporations_above_the_train_limit_discard_before_they_operate() -> None:
    """Ben merges a minor into FS, which then has four trains in phase 4; it gives up its Pullman."""
    position = table().phase("4").owned("3", 1).no_trains("3").train("4-0", "3")
    position.corporation("SNCF", {0: 4}, turns=0).token("SNCF", "A10")
    for train in ("3-0", "3-1", "P-0"):
        position.train(train, "SNCF")
    game = position.stock_round(1)
    game.push(Exchange(1, "3", "SNCF", "SNCF"))
    game.push(Pass(0))  # the president leaves the token
    while isinstance(current_round(game), StockRound) and quiet(game) == Pass(game.actor or 0):
        assert len(trains_of(game, "SNCF")) == 4
        game.push(quiet(game))
    assert game.legal_actions() == [DiscardTrain(0, "SNCF", "P-0")]
    assert refusal(game, DiscardTrain(0, "SNCF", "3-0")) == ("pullman_first", "4.4.9-h")
    game.push(DiscardTrain(0, "SNCF", "P-0"))
    assert trains_of(game, "SNCF") == ["3-0", "3-1", "4-0"]
    assert round_of(game) == (2, "operating", 1)


@pytest.mark.rule("18EU:4.1.4-b", "18EU:4.1.4-a")
def test_discards_come_after_the_price_adjustments() -> None:
    """NS lies under SNCB at 100; being sold out it rises to 110, so it discards first."""
    position = Position("18EU").phase("5").corporation("SNCB", {1: 5}).price("SNCB", 3, 5)
    position.corporation("NS", {0: 5, 1: 5}).price("NS", 3, 5)
    for company, trains in (("SNCB", ("3-0", "3-1", "3-2")), ("NS", ("4-0", "4-1", "4-2"))):
        for train in trains:
            position.train(train, company)
    game = position.stock_round(0)
    while isinstance(quiet(game), Pass):
        game.push(quiet(game))
    assert price(game, "NS") == 110
    assert game.legal_actions() == [DiscardTrain(0, "NS", train) for train in ("4-0", "4-1", "4-2")]
    game.push(DiscardTrain(0, "NS", "4-1"))
    assert game.legal_actions() == [DiscardTrain(1, "SNCB", train) for train in ("3-0", "3-1", "3-2")]
    assert trains_of(game, "NS") == ["4-0", "4-2"]
    assert "4-1" in trains_of(game, POOL)


# -- selling ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.1.1-a")
@pytest.mark.parametrize("order", [("FS", "NS"), ("NS", "FS")])
def test_a_player_sells_blocks_of_several_corporations_in_any_order_and_then_buys(order: tuple[str, str]) -> None:
    position = table().corporation("SNCB", {2: 2})
    game = position.stock_round(0)
    for company in order:
        game.push(SellShares(0, company, 1))
        assert game.actor == 0
    game.push(BuyShare(0, "SNCB", "SNCB"))
    assert [shares_of(game, 0, company) for company in ("FS", "NS", "SNCB")] == [2, 1, 1]
    assert game.state.cash[0] == 400 + 100 + 100 - 100
    assert game.actor == 1


@pytest.mark.rule("18EU:4.1.1-a")
def test_a_player_sells_as_many_shares_as_he_has_and_no_more() -> None:
    game = table().stock_round(1)
    assert ActionRange(SellShares(1, "FS", 1), "count", 1, 2) in game.legal_actions()
    assert refusal(game, SellShares(1, "FS", 3)) == ("not_enough_shares", "4.1.1-a")
    assert refusal(game, SellShares(1, "FS", 0)) == ("not_enough_shares", "4.1.1-a")
    assert refusal(game, SellShares(1, "DR", 1)) == ("not_started", "4.1.2-e")
    game.push(SellShares(1, "FS", 2))
    assert shares_of(game, 1, "FS") == 0


@pytest.mark.rule("18EU:4.1.1-a")
@pytest.mark.parametrize("named", [("FS_8",), ("NS_3",), ("FS_2", "FS_3"), ("FS_2", "FS_2"), ("FS_2", "FS_0")])
def test_named_certificates_must_be_his_and_make_up_the_block(named: tuple[str, ...]) -> None:
    """Ben holds FS_2 and FS_3."""
    game = table().stock_round(1)
    assert refusal(game, SellShares(1, "FS", 1, named)) == ("not_enough_shares", "4.1.1-a")
    assert refusal(game, SellShares(1, "FS", 2, ("FS_3", "FS_3"))) == ("not_enough_shares", "4.1.1-a")
    game.push(SellShares(1, "FS", 1, ("FS_3",)))
    assert game.state.shelves.place_of["FS_3"] == ("certs", POOL, "FS")


@pytest.mark.rule("18EU:4.1.1-b")
def test_sales_are_bound_by_pool_limit_operation_and_presidency() -> None:
    position = Position("18EU").corporation("FS", {1: 2, 0: 2, POOL: 4}).corporation("NS", {1: 3, 0: 2}, turns=0)
    game = position.corporation("SNCB", {0: 3, 1: 1}).stock_round(0)
    assert refusal(game, SellShares(0, "FS", 2)) == ("pool_limit", "3.1-i")
    assert refusal(game, SellShares(0, "NS", 1)) == ("never_operated", "3.1-g")
    assert refusal(game, SellShares(0, "SNCB", 2)) == ("president_needs_heir", "3.1-l")
    sales = [entry for entry in game.legal_actions() if isinstance(entry, ActionRange)]
    assert {(entry.action.company, entry.low, entry.high) for entry in sales} == {("FS", 1, 1), ("SNCB", 1, 1)}


@pytest.mark.rule("18EU:4.1.1-c")
def test_who_sold_a_corporation_may_not_buy_it_until_the_round_is_over() -> None:
    sold = ("sold_this_round", "4.1.1-c")
    game = table().stock_round(0)
    game.push(SellShares(0, "NS", 1))
    for source in ("NS", POOL):
        assert refusal(game, BuyShare(0, "NS", source)) == sold
    game.push(BuyShare(0, "FS", "FS"))
    game.push(BuyShare(1, "NS", POOL))  # Ben has not sold any
    game.push(Pass(2))
    assert refusal(game, BuyShare(0, "NS", "NS")) == sold
    assert BuyShare(0, "NS", "NS") not in game.legal_actions()
    assert BuyShare(0, "FS", "FS") in game.legal_actions()
    rounds_until(game, (3, "stock", None))
    while game.actor != 0:
        game.push(quiet(game))
    game.push(BuyShare(0, "NS", "NS"))
    assert shares_of(game, 0, "NS") == 2


@pytest.mark.rule("18EU:4.1.1-d")
def test_the_next_block_of_the_same_corporation_gets_the_fallen_price() -> None:
    """Ben sells two at 100, Ada then one at 82."""
    game = table().stock_round(1)
    bank = game.state.cash[BANK]
    game.push(SellShares(1, "FS", 2))
    assert (game.state.cash[1], game.state.cash[BANK], price(game, "FS")) == (600, bank - 200, 82)
    game.push(Pass(1))
    game.push(Pass(2))
    game.push(SellShares(0, "FS", 1))
    assert (game.state.cash[0], game.state.cash[BANK]) == (482, bank - 282)


@pytest.mark.rule("18EU:4.1.1-e")
def test_a_corporation_is_sold_in_one_block_a_turn() -> None:
    game = table().stock_round(1)
    game.push(SellShares(1, "FS", 1))
    assert refusal(game, SellShares(1, "FS", 1)) == ("sold_in_block", "4.1.1-e")
    assert not [e for e in game.legal_actions() if isinstance(e, ActionRange) and e.action.company == "FS"]
    game.push(Pass(1))
    game.push(Pass(2))
    game.push(Pass(0))
    game.push(SellShares(1, "FS", 1))
    assert shares_of(game, 1, "FS") == 0
