"""4.4.6, 4.4.7 Buying trains; 4.4.3-o discarding those above a new limit."""

import pytest

import stockrail
from stockrail import ActionRange, IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import Answer, BuyTrain, DiscardTrain, Pass
from stockrail.rules.state import BANK, BOX, DEPOT, POOL
from stockrail.rules.trains import top_of_stack, trains_of
from stockrail.testing import Position, check_doors


def refused(game: RailGame, action: Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert not any(
        action == entry or (isinstance(entry, ActionRange) and action in entry) for entry in game.legal_actions()
    )
    return error.value.kind, error.value.rule


def at_trains(position: Position, company: str) -> RailGame:
    return position.operating(company, "BuyTrains")


def buying(game: RailGame, company: str) -> bool:
    decision = game.decision
    return decision is not None and type(decision).__name__ == "BuyTrains" and decision.subject(game) == company


def corporation(phase: str, cash: int, *trains: str, options: tuple[str, ...] = ()) -> Position:
    position = Position("18EU", options=options).phase(phase).corporation("NS", {0: 5}, cash=cash)
    for train in trains:
        position.train(train, "NS")
    return position


def stack_from_four(position: Position) -> Position:
    """Still phase 3, but all 3 trains of the stack are gone: the next train is the first 4."""
    for train in [t for t in trains_of(position.game, DEPOT) if t.startswith("3-")]:
        position.train(train, BOX)
    return position


# -- room ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.6-a")
@pytest.mark.parametrize(
    ("company", "phase", "limit"),
    [("NS", "2", 4), ("NS", "3", 4), ("NS", "4", 3), ("NS", "5", 2), ("12", "2", 2), ("12", "3", 2), ("12", "4", 1)],
)
def test_trains_are_bought_up_to_the_limit(company: str, phase: str, limit: int) -> None:
    for held in (limit - 1, limit):
        position = Position("18EU").phase(phase).corporation("NS", {0: 5}).owned("12", 0).no_trains("12")
        for number in range(held):
            position.train(f"4-{number}", company)
        game = at_trains(position.cash(company, 2000), company)
        top = top_of_stack(game)
        price = game.title.train_types[top[0]].price
        if held == limit:
            assert not buying(game, company)
        else:
            game.push(BuyTrain(0, company, top, price))
            assert top in trains_of(game, company)


@pytest.mark.rule("18EU:4.4.6-a")
def test_several_trains_may_be_bought_in_a_turn_and_none_need_be() -> None:
    game = at_trains(corporation("3", 500, "2-0"), "NS")
    assert game.is_legal(Pass(0))
    game.push(BuyTrain(0, "NS", "3-0", 200))
    assert buying(game, "NS")
    game.push(BuyTrain(0, "NS", "3-1", 200))
    assert trains_of(game, "NS") == ["2-0", "3-0", "3-1"]
    assert game.state.cash["NS"] == 100


@pytest.mark.rule("18EU:4.4.6-a", "18EU:4.4.6-b", "18EU:4.4.6-c", "18EU:4.4.6-d")
def test_the_menu_of_the_train_step_is_what_can_be_bought_and_a_pass() -> None:
    """The top of the stack, what lies in the pool, player 1's train; minor 9's second train is beyond reach."""
    position = corporation("4", 300, "3-0").train("3-1", POOL).owned("9", 1).train("P-4", "9")
    for minor in [m for m in position.game.title.companies_of("minor") if m != "9"]:
        position.no_trains(minor)
    pullmans = [BuyTrain(0, "NS", f"P-{number}", 100) for number in range(4)]
    other = ActionRange(BuyTrain(0, "NS", "2-8", 1), "price", 1, 300)
    expected = [BuyTrain(0, "NS", "4-0", 300), *pullmans, BuyTrain(0, "NS", "3-1", 200), other, Pass(0)]
    game = at_trains(position, "NS")
    assert game.legal_actions() == expected
    check_doors(game)
    game.push(BuyTrain(0, "NS", "3-1", 200))
    assert game.legal_actions() == [*pullmans, ActionRange(BuyTrain(0, "NS", "2-8", 1), "price", 1, 100), Pass(0)]


# -- from the bank ------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.6-b")
def test_the_bank_sells_only_the_top_train_of_the_stack() -> None:
    game = at_trains(corporation("3", 2000, "2-0"), "NS")
    assert refused(game, BuyTrain(0, "NS", "3-1", 200)) == ("not_on_top", "4.4.6-b")
    assert refused(game, BuyTrain(0, "NS", "4-0", 300)) == ("not_on_top", "4.4.6-b")
    game.push(BuyTrain(0, "NS", "3-0", 200))
    game.check(BuyTrain(0, "NS", "3-1", 200))


@pytest.mark.rule("18EU:4.4.6-b")
def test_a_new_train_costs_its_list_price() -> None:
    game = at_trains(corporation("3", 2000, "2-0"), "NS")
    for price in (1, 199, 201):
        assert refused(game, BuyTrain(0, "NS", "3-0", price)) == ("list_price", "4.4.6-b")
    bank = game.state.cash[BANK]
    game.push(BuyTrain(0, "NS", "3-0", 200))
    assert (game.state.cash["NS"], game.state.cash[BANK]) == (1800, bank + 200)


@pytest.mark.rule("18EU:4.4.6-b")
def test_a_new_train_is_paid_from_the_treasury_alone() -> None:
    """The president, a rich man, may not add a pound while the corporation owns a train."""
    game = at_trains(corporation("3", 199, "2-0").cash(0, 1000), "NS")
    assert refused(game, BuyTrain(0, "NS", "3-0", 200)) == ("treasury_short", "4.4.6-b")
    game = at_trains(corporation("3", 200, "2-0").cash(0, 1000), "NS")
    game.push(BuyTrain(0, "NS", "3-0", 200))
    assert (game.state.cash["NS"], game.state.cash[0]) == (0, 1000)


@pytest.mark.rule("18EU:4.4.6-b")
def test_trains_out_of_the_game_or_its_own_are_not_for_sale() -> None:
    game = at_trains(corporation("3", 500, "2-0").train("3-4", BOX), "NS")
    for train in ("3-4", "2-0", "3-9", "7-0"):
        kind, rule = refused(game, BuyTrain(0, "NS", train, 200))
        assert (kind, rule) == ("train_not_for_sale", "4.4.6-b")


# -- from other companies -----------------------------------------------------------------------------------------


def two_owners() -> RailGame:
    """Minor 2 of player 0 has 150 and wants a train; minor 1 is player 0's as well, minor 9 player 1's."""
    position = Position("18EU").phase("3").owned("1", 0).owned("2", 0, 150).owned("9", 1)
    return at_trains(position, "2")


@pytest.mark.rule("18EU:4.4.6-c")
def test_companies_of_one_owner_trade_at_any_price_from_one_pound() -> None:
    for price in (1, 150):
        game = two_owners()
        game.push(BuyTrain(0, "2", "2-0", price))
        assert trains_of(game, "2") == ["2-1", "2-0"]
        assert trains_of(game, "1") == []
        assert (game.state.cash["2"], game.state.cash["1"]) == (150 - price, price)


@pytest.mark.rule("18EU:4.4.6-c")
def test_a_price_below_one_pound_or_beyond_the_treasury_is_refused() -> None:
    game = two_owners()
    assert refused(game, BuyTrain(0, "2", "2-0", 0)) == ("price_below_one", "4.4.6-c")
    assert refused(game, BuyTrain(0, "2", "2-0", -5)) == ("price_below_one", "4.4.6-c")
    assert refused(game, BuyTrain(0, "2", "2-0", 151)) == ("treasury_short", "4.4.6-b")
    ranges = [e for e in game.legal_actions() if isinstance(e, ActionRange) and e.action.train == "2-0"]
    assert [(e.field, e.low, e.high) for e in ranges] == [("price", 1, 150)]


@pytest.mark.rule("18EU:4.4.6-c")
def test_another_owner_must_agree() -> None:
    game = two_owners()
    purses = {player: game.state.cash[player] for player in range(3)}
    game.push(BuyTrain(0, "2", "2-8", 120))
    assert game.actor == 1
    assert trains_of(game, "9") == ["2-8"]
    assert refused(game, Pass(0))[0] == "not_your_turn"
    assert refused(game, Pass(1))[0] == "answer_first"
    game.push(Answer(1, True))
    assert (trains_of(game, "2"), trains_of(game, "9")) == (["2-1", "2-8"], [])
    assert (game.state.cash["2"], game.state.cash["9"]) == (30, 120)
    assert {player: game.state.cash[player] for player in range(3)} == purses


@pytest.mark.rule("18EU:4.4.6-c")
def test_a_refused_offer_moves_nothing_and_must_be_bettered() -> None:
    game = two_owners()
    game.push(BuyTrain(0, "2", "2-8", 50))
    game.push(Answer(1, False))
    assert (game.actor, trains_of(game, "2"), trains_of(game, "9")) == (0, ["2-1"], ["2-8"])
    assert (game.state.cash["2"], game.state.cash["9"]) == (150, 0)
    for price in (1, 50):
        assert refused(game, BuyTrain(0, "2", "2-8", price)) == ("offer_refused", "4.4.6-c")
    entries = [e for e in game.legal_actions() if isinstance(e, ActionRange)]
    lowest = {e.action.train: (e.low, e.high) for e in entries}
    assert (lowest["2-8"], lowest["2-0"]) == ((51, 150), (1, 150))
    game.check(BuyTrain(0, "2", "2-0", 50))
    game.push(BuyTrain(0, "2", "2-8", 51))
    game.push(Answer(1, True))
    assert game.state.cash["9"] == 51


def twins(answer: str | None = None) -> RailGame:
    """Player 1 has two 2 trains in minor 9 and one in minor 10, and has refused £50 for one of minor 9."""
    position = Position("18EU", rulings={"refused_offers": answer} if answer else {}).phase("3")
    position.owned("2", 0, 150).owned("9", 1).owned("10", 1).train("2-5", "9").train("3-1", "9")
    game = at_trains(position, "2")
    game.push(BuyTrain(0, "2", "2-8", 50))
    game.push(Answer(1, False))
    return game


def lowest_prices(game: RailGame) -> dict[str, int]:
    return {entry.action.train: entry.low for entry in game.legal_actions() if isinstance(entry, ActionRange)}


@pytest.mark.rule("18EU:4.4.6-c")
def test_a_refusal_covers_the_trains_of_that_kind_in_the_same_company() -> None:
    game = twins()
    for price in (1, 50):
        assert refused(game, BuyTrain(0, "2", "2-5", price)) == ("offer_refused", "4.4.6-c")
    assert lowest_prices(game) == {"2-8": 51, "2-5": 51, "3-1": 1, "2-9": 1}
    check_doors(game)
    game.push(BuyTrain(0, "2", "2-5", 51))
    game.push(Answer(1, False))
    assert lowest_prices(game) == {"2-8": 52, "2-5": 52, "3-1": 1, "2-9": 1}
    game.push(BuyTrain(0, "2", "2-5", 60))
    game.push(Answer(1, True))
    assert game.state.cash["9"] == 60


@pytest.mark.rule("18EU:4.4.6-c")
def test_an_offer_for_all_the_money_that_is_refused_leaves_nothing_to_offer() -> None:
    game = twins()
    game.push(BuyTrain(0, "2", "2-5", 150))
    game.push(Answer(1, False))
    assert lowest_prices(game) == {"3-1": 1, "2-9": 1}
    check_doors(game)


def test_in_older_games_a_refusal_covers_one_train_only() -> None:
    title = twins().title
    older = {name: answer for name, answer in title.resolve_rulings(None, {}).items() if name != "refused_offers"}
    assert title.restore_rulings(older)["refused_offers"] == "that_train"
    game = twins("that_train")
    assert lowest_prices(game) == {"2-8": 51, "2-5": 1, "3-1": 1, "2-9": 1}
    game.push(BuyTrain(0, "2", "2-5", 1))


@pytest.mark.rule("18EU:4.4.6-c")
def test_a_corporation_may_pay_more_than_the_list_price() -> None:
    game = at_trains(corporation("3", 500, "2-0").owned("9", 0), "NS")
    game.push(BuyTrain(0, "NS", "2-8", 500))
    assert (game.state.cash["NS"], game.state.cash["9"]) == (0, 500)


# -- from the pool ------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.6-d")
@pytest.mark.parametrize(("train", "price"), [("3-1", 200), ("3-2", 200), ("4-2", 300)])
def test_any_train_of_the_pool_is_sold_at_list_price(train: str, price: int) -> None:
    position = corporation("4", 1000, "3-0").train("3-1", POOL).train("4-2", POOL).train("3-2", POOL)
    game = at_trains(position, "NS")
    for wrong in (price - 1, price + 1, 1):
        assert refused(game, BuyTrain(0, "NS", train, wrong)) == ("pool_price", "4.4.6-d")
    bank = game.state.cash[BANK]
    game.push(BuyTrain(0, "NS", train, price))
    assert trains_of(game, "NS") == ["3-0", train]
    assert (game.state.cash["NS"], game.state.cash[BANK]) == (1000 - price, bank + price)
    assert top_of_stack(game) == "4-0"


@pytest.mark.rule("18EU:4.4.6-d")
def test_a_pool_train_is_paid_from_the_treasury_alone() -> None:
    position = corporation("4", 199, "3-0").train("3-1", POOL).owned("9", 1).cash(0, 999)
    assert refused(at_trains(position, "NS"), BuyTrain(0, "NS", "3-1", 200))[0] == "treasury_short"


# -- a purchase that begins a phase -------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.6-e")
def test_rusting_makes_room_before_the_next_purchase() -> None:
    """With three 2 trains NS buys the first 4: the 2s are gone at once, everywhere, and it may buy two more."""
    position = stack_from_four(corporation("3", 900, "2-0", "2-1", "2-2")).owned("9", 1).train("2-5", POOL)
    game = at_trains(position, "NS")
    game.push(BuyTrain(0, "NS", "4-0", 300))
    assert game.phase.name == "4"
    assert (trains_of(game, "NS"), trains_of(game, "9")) == (["4-0"], [])
    assert "2-5" not in trains_of(game, POOL)
    game.push(BuyTrain(0, "NS", "4-1", 300))
    game.push(BuyTrain(0, "NS", "4-2", 300))
    assert trains_of(game, "NS") == ["4-0", "4-1", "4-2"]


@pytest.mark.rule("18EU:4.4.6-e", "18EU:4.4.3-o")
def test_a_lower_limit_bites_before_the_next_purchase() -> None:
    position = stack_from_four(corporation("3", 900, "3-0", "3-1", "3-2"))
    game = at_trains(position, "NS")
    game.push(BuyTrain(0, "NS", "4-0", 300))
    assert refused(game, BuyTrain(0, "NS", "4-1", 300)) == ("discard_first", "4.4.3-o")
    assert refused(game, Pass(0)) == ("discard_first", "4.4.3-o")
    game.push(DiscardTrain(0, "NS", "3-1"))
    assert trains_of(game, "NS") == ["3-0", "3-2", "4-0"]
    assert not buying(game, "NS")


@pytest.mark.rule("18EU:4.4.6-e")
def test_a_second_train_of_the_type_begins_no_phase() -> None:
    game = at_trains(corporation("4", 900, "3-0").train("2-0", "9"), "NS")
    game.push(BuyTrain(0, "NS", "4-0", 300))
    assert game.phase.name == "4"
    assert "2-0" in trains_of(game, "9")


# -- trains above a new limit -------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.3-o")
def test_discards_begin_with_the_operating_company_and_go_round_the_operating_order() -> None:
    """Minor 5 buys the first 4; minors 2 and 9 and NS are above the limit of phase 4 as well."""
    position = Position("18EU", options=("extra_three_train", "second_extra_three_train")).phase("3")
    position.owned("2", 1).owned("5", 0, 300).owned("9", 2).corporation("NS", {1: 5})
    for minor in ("2", "5", "9"):
        position.no_trains(minor)
    for number, holder in enumerate(("2", "2", "5", "9", "9", "NS", "NS")):
        position.train(f"3-{number}", holder)
    game = at_trains(stack_from_four(position).train("P-0", "NS").train("4-3", "NS"), "5")
    game.push(BuyTrain(0, "5", "4-0", 300))
    asked = []
    for train in ("3-2", "3-4", "P-0", "3-0"):
        assert game.decision is not None
        company = game.decision.subject(game)
        asked.append((game.actor, company))
        assert game.actor is not None
        game.push(DiscardTrain(game.actor, str(company), train))
    assert asked == [(0, "5"), (2, "9"), (1, "NS"), (1, "2")]
    assert trains_of(game, POOL)[-4:] == ["3-2", "3-4", "P-0", "3-0"]
    left = {company: trains_of(game, company) for company in ("2", "5", "9", "NS")}
    assert left == {"2": ["3-1"], "5": ["4-0"], "9": ["3-3"], "NS": ["3-5", "3-6", "4-3"]}


@pytest.mark.rule("18EU:4.4.3-o")
def test_the_owner_chooses_which_of_his_trains_goes() -> None:
    position = stack_from_four(corporation("3", 300, "3-0", "3-1", "3-2")).train("3-3", "9")
    game = at_trains(position, "NS")
    game.push(BuyTrain(0, "NS", "4-0", 300))
    assert game.legal_actions() == [DiscardTrain(0, "NS", t) for t in ("3-0", "3-1", "3-2", "4-0")]
    assert refused(game, DiscardTrain(0, "NS", "3-3")) == ("not_its_train", "4.4.3-o")
    assert refused(game, DiscardTrain(0, "9", "3-0")) == ("discard_first", "4.4.3-o")
    game.push(DiscardTrain(0, "NS", "4-0"))
    assert trains_of(game, "NS") == ["3-0", "3-1", "3-2"]
    assert "4-0" in trains_of(game, POOL)


# -- the trains of the game ---------------------------------------------------------------------------------------


def counted(trains: list[str]) -> dict[str, int]:
    kinds = [train.rsplit("-", 1)[0] for train in trains]
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


@pytest.mark.rule("18EU:4.4.6-f")
def test_the_train_list() -> None:
    game = stockrail.new("18EU", ["Ada", "Ben", "Cy", "Dee"])
    assert [trains_of(game, minor) for minor in game.title.companies_of("minor")] == [[f"2-{n}"] for n in range(15)]
    assert counted(trains_of(game, DEPOT)) == {"3": 5, "4": 4, "5": 3, "6": 2, "8": 1}
    assert counted(trains_of(game, POOL)) == {"P": 5}
    prices = {kind.name: kind.price for kind in game.title.train_types.values()}
    assert prices == {"2": 100, "3": 200, "P": 100, "4": 300, "5": 500, "6": 600, "8": 800}


@pytest.mark.rule("18EU:4.4.6-f")
def test_there_is_always_another_8_train() -> None:
    position = corporation("8", 8000)
    game = at_trains(position, "NS")
    for number in range(10):
        game.push(BuyTrain(0, "NS", f"8-{number}", 800))
        game.state.shelves.move(f"8-{number}", ("trains", BOX))
    assert top_of_stack(game) == "8-10"


@pytest.mark.rule("18EU:4.4.7-a")
@pytest.mark.parametrize(
    ("options", "threes", "fours"),
    [
        ((), 5, 4),
        (("extra_three_train",), 6, 4),
        (("extra_four_train",), 5, 5),
        (("extra_three_train", "extra_four_train"), 6, 5),
        (("extra_three_train", "second_extra_three_train"), 7, 4),
        (("extra_three_train", "second_extra_three_train", "extra_four_train"), 7, 5),
    ],
)
def test_extra_trains_are_agreed_beforehand_in_any_mix(options: tuple[str, ...], threes: int, fours: int) -> None:
    game = stockrail.new("18EU", ["Ada", "Ben", "Cy"], options=options)
    stack = trains_of(game, DEPOT)
    assert counted(stack) == {"3": threes, "4": fours, "5": 3, "6": 2, "8": 1}
    assert stack == sorted(stack)


@pytest.mark.rule("18EU:4.4.7-a")
def test_no_other_extra_trains_can_be_agreed() -> None:
    with pytest.raises(stockrail.UnknownChoice):
        stockrail.new("18EU", ["Ada", "Ben", "Cy"], options=("extra_five_train",))
