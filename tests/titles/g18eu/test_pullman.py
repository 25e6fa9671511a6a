"""4.4.9 Pullman cars."""

import pytest

from stockrail import ActionRange, IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import Answer, BuyTrain, DiscardTrain, Pass, RunTrains, TrainRun
from stockrail.rules.state import BANK, BOX, DEPOT, POOL, trains_at
from stockrail.rules.trains import trains_of
from stockrail.testing import Position, check_doors
from stockrail.titles.g18eu.actions import Exchange


def refused(game: RailGame, action: Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert not any(
        action == entry or (isinstance(entry, ActionRange) and action in entry) for entry in game.legal_actions()
    )
    return error.value.kind, error.value.rule


def corporation(phase: str, cash: int, *trains: str) -> Position:
    position = Position("18EU").phase(phase).corporation("NS", {0: 5}, cash=cash)
    for train in trains:
        position.train(train, "NS")
    return position


def at_trains(position: Position, company: str = "NS") -> RailGame:
    return position.operating(company, "BuyTrains")


def stack_from_four(position: Position) -> Position:
    """Still phase 3, but all 3 trains of the stack are gone: the next train is the first 4."""
    for train in [t for t in trains_of(position.game, DEPOT) if t.startswith("3-")]:
        position.train(train, BOX)
    return position


def car(price: int = 100, dropping: str = "") -> BuyTrain:
    return BuyTrain(0, "NS", "P-0", price, dropping)


# -- running ------------------------------------------------------------------------------------------------------


def line(runs: str, *trains: str, second: str = "to_pool") -> RailGame:
    """Port 10 - Amsterdam 40 - Utrecht 10 - Cologne 20 - Strasbourg 40, straight south; NS sits in Cologne."""
    position = (
        Position("18EU", rulings={"runs": runs, "second_pullman": second})
        .phase("3")
        .corporation("NS", {0: 5})
        .token("NS", "D7")
    )
    position.tiles(D3=("576", 0), D5=("4", 0), D7=("57", 0), D9=("9", 0), D11=("9", 0), D13=("576", 0))
    for train in trains:
        position.train(train, "NS")
    return position.operating("NS", "RunStep")


def run(**routes: str) -> RunTrains:
    trains = {name[1:].replace("_", "-"): tuple(hexes.split()) for name, hexes in routes.items()}
    return RunTrains(0, "NS", tuple(TrainRun(train, hexes) for train, hexes in trains.items()))


def earned(game: RailGame, action: RunTrains) -> int:
    game.push(action)
    revenue: int = game.state.flags["revenue"]
    game.pop()
    return revenue


def most(game: RailGame) -> int:
    (best,) = game.legal_actions()
    assert isinstance(best, RunTrains)
    return earned(game, best)


NORTH = "D1 D3 D5 D7"  # 80


@pytest.mark.rule("18EU:4.4.9-a")
def test_a_pullman_doubles_one_city_of_a_route_of_the_owners_choice() -> None:
    game = line("free", "2-0", "P-0")
    assert earned(game, run(t2_0=NORTH, tP_0="D3")) == 80 + 40
    assert earned(game, run(t2_0=NORTH, tP_0="D7")) == 80 + 20
    assert earned(game, run(t2_0=NORTH)) == 80
    assert most(game) == 120


@pytest.mark.rule("18EU:4.4.9-a")
def test_a_pullman_does_not_double_towns_ports_or_places_off_the_route() -> None:
    game = line("free", "2-0", "P-0")
    for hexes in ("D5", "D1", "D13", "D3 D7", ""):
        assert refused(game, run(t2_0=NORTH, tP_0=hexes)) == ("route_doubler_stop", "4.4.9-a")


@pytest.mark.rule("18EU:4.4.9-a")
def test_a_pullman_does_not_run_alone_nor_lengthen_the_train() -> None:
    game = line("free", "2-0", "P-0")
    assert refused(game, run(tP_0="D3")) == ("route_doubler_alone", "4.4.9-a")
    assert refused(game, run(tP_0="D5 D7"))[0] == "route_doubler_alone"
    assert refused(game, run(t2_0="D3 D5 D7 D9 D11 D13", tP_0="D3")) == ("route_too_long", "4.4.3-d")


@pytest.mark.rule("18EU:4.4.9-a")
def test_the_pullman_is_part_of_the_compulsory_maximum() -> None:
    game = line("maximum", "2-0", "P-0")
    assert most(game) == 120
    assert refused(game, run(t2_0=NORTH)) == ("not_the_most", "4.4.3-a")
    assert refused(game, run(t2_0=NORTH, tP_0="D7")) == ("not_the_most", "4.4.3-a")
    assert refused(game, run(t2_0="D7 D9 D11 D13", tP_0="D13")) == ("not_the_most", "4.4.3-a")


@pytest.mark.rule("18EU:4.4.9-a")
def test_one_pullman_doubles_one_stop_whatever_the_number_of_trains() -> None:
    """80 and 60, and once 40."""
    assert most(line("maximum", "2-0", "2-1", "P-0")) == 80 + 60 + 40


@pytest.mark.rule("18EU:4.4.9-a")
def test_an_off_map_place_may_be_doubled_but_not_the_bonus() -> None:
    """Warsaw 30, Munich 30, two towns, Hamburg 50, the bonus of 20; Hamburg's 50 again."""
    position = Position("18EU").phase("5").corporation("NS", {0: 5}).token("NS", "G12")
    position.tiles(G4=("9", 0), G6=("4", 0), G8=("9", 0), G10=("4", 0), G12=("201", 3), H11=("9", 1))
    position.tiles(I10=("9", 1), J9=("9", 1), K8=("9", 1), L7=("9", 1), M6=("9", 1))
    game = position.train("4-0", "NS").train("P-0", "NS").operating("NS", "RunStep")
    east = "N5 M6 L7 K8 J9 I10 H11 G12 G10 G8 G6 G4 G2"
    assert earned(game, run(t4_0=east, tP_0="G2")) == 130 + 20 + 50
    assert most(game) == 200


@pytest.mark.rule("18EU:4.4.9-a")
def test_p9_on_the_site_two_pullmans_double_a_stop_each_or_the_same_one() -> None:
    game = line("free", "2-0", "P-0", "P-1", second="both")
    assert earned(game, run(t2_0=NORTH, tP_0="D3", tP_1="D7")) == 80 + 40 + 20
    assert earned(game, run(t2_0=NORTH, tP_0="D3", tP_1="D3")) == 80 + 40 + 40
    assert earned(game, run(t2_0=NORTH, tP_1="D3")) == 80 + 40
    assert most(game) == 160
    assert refused(game, run(tP_0="D3", tP_1="D3")) == ("route_doubler_alone", "4.4.9-a")
    assert refused(game, run(t2_0=NORTH, tP_0="D3", tP_1="D13")) == ("route_doubler_stop", "4.4.9-a")
    game.push(run(t2_0=NORTH, tP_0="D3", tP_1="D7"))
    assert [(e["hex"], e["revenue"]) for e in game.log if e.kind == "doubles"] == [("D3", 40), ("D7", 20)]


@pytest.mark.rule("18EU:4.4.9-a")
def test_p9_both_pullmans_are_part_of_the_compulsory_maximum() -> None:
    """Of two trains only one comes to Amsterdam; both Pullmans go there."""
    game = line("maximum", "2-0", "2-1", "P-0", "P-1", second="both")
    assert most(game) == 80 + 60 + 40 + 40
    assert refused(game, run(t2_0=NORTH, t2_1="D7 D9 D11 D13", tP_0="D3")) == ("not_the_most", "4.4.3-a")


@pytest.mark.rule("18EU:4.4.9-a")
def test_p9_in_games_begun_before_one_pullman_is_used() -> None:
    game = line("maximum", "2-0", "P-0", "P-1", second="kept")
    assert most(game) == 120
    assert refused(game, run(t2_0=NORTH, tP_0="D3", tP_1="D3")) == ("route_doubler_alone", "4.4.9-a")


# -- buying -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.9-b")
def test_a_pullman_costs_100_from_the_pool() -> None:
    game = at_trains(corporation("3", 150, "3-0"))
    bank = game.state.cash[BANK]
    for price in (1, 99, 101):
        assert refused(game, car(price)) == ("pool_price", "4.4.6-d")
    game.push(car())
    assert trains_of(game, "NS") == ["3-0", "P-0"]
    assert (game.state.cash["NS"], game.state.cash[BANK]) == (50, bank + 100)
    assert "P-0" not in trains_of(game, POOL)


@pytest.mark.rule("18EU:4.4.9-b")
def test_a_pullman_is_paid_from_the_treasury() -> None:
    """A train of player 1's minor for a few pounds keeps the step open."""
    game = at_trains(corporation("3", 99, "3-0").cash(0, 500).owned("9", 1))
    assert refused(game, car()) == ("treasury_short", "4.4.6-b")


@pytest.mark.rule("18EU:4.4.9-b")
@pytest.mark.parametrize("first", ["3-1", "P-0"])
def test_a_pullman_comes_in_addition_to_a_train_in_either_order(first: str) -> None:
    game = at_trains(corporation("3", 300, "3-0"))
    for train in (first, "P-0" if first == "3-1" else "3-1"):
        game.push(BuyTrain(0, "NS", train, 100 if train == "P-0" else 200))
    assert sorted(trains_of(game, "NS")) == ["3-0", "3-1", "P-0"]
    assert game.state.cash["NS"] == 0


@pytest.mark.rule("18EU:4.4.9-b")
def test_one_pullman_a_company_and_round() -> None:
    """Even if the first one has gone back to the pool meanwhile."""
    game = at_trains(corporation("3", 600, "3-0"))
    game.push(car())
    game.state.shelves.move("P-0", trains_at(POOL))
    assert refused(game, car()) == ("one_pullman_a_round", "4.4.9-b")
    assert refused(game, BuyTrain(0, "NS", "P-1", 100)) == ("one_pullman_a_round", "4.4.9-b")
    game.push(BuyTrain(0, "NS", "3-1", 200))
    assert refused(game, car()) == ("one_pullman_a_round", "4.4.9-b")


@pytest.mark.rule("18EU:4.4.9-b")
def test_a_train_bought_first_does_not_count_as_the_pullman_of_the_round() -> None:
    game = at_trains(corporation("3", 500, "3-0"))
    game.push(BuyTrain(0, "NS", "3-1", 200))
    game.check(car())


@pytest.mark.rule("18EU:4.4.9-b", "18EU:4.4.6-e")
def test_the_first_3_train_opens_the_sale_of_pullmans_at_once() -> None:
    game = at_trains(corporation("2", 300, "2-0"))
    assert refused(game, car()) == ("no_pullman_yet", "2-h")
    game.push(BuyTrain(0, "NS", "3-0", 200))
    game.push(car())
    assert trains_of(game, "NS") == ["2-0", "3-0", "P-0"]


@pytest.mark.rule("18EU:4.4.9-c")
def test_the_buyer_of_a_pullman_must_own_a_train() -> None:
    """Minor 12 has lost its 2 train; a train bought a moment before will do."""
    position = Position("18EU").phase("3").owned("12", 0, 300).no_trains("12")
    game = at_trains(position, "12")
    assert refused(game, BuyTrain(0, "12", "P-0", 100)) == ("pullman_needs_train", "4.4.9-c")
    game.push(BuyTrain(0, "12", "3-0", 200))
    game.push(BuyTrain(0, "12", "P-0", 100))
    assert trains_of(game, "12") == ["3-0", "P-0"]


@pytest.mark.rule("18EU:4.4.9-c")
def test_nobody_buys_a_second_pullman() -> None:
    game = at_trains(corporation("3", 500, "3-0", "P-4"))
    assert refused(game, car()) == ("pullman_needs_train", "4.4.9-c")


@pytest.mark.rule("18EU:4.4.9-c")
def test_a_second_pullman_that_comes_with_a_minor_goes_to_the_pool() -> None:
    position = Position("18EU").phase("3").corporation("NS", {0: 3}, floated=False, turns=0).token("NS", "D7")
    position.train("3-0", "NS").train("P-0", "NS").owned("12", 0).train("P-1", "12")
    game = position.tiles(D3=("201", 0), D5=("4", 0), D7=("57", 0)).stock_round(0)
    game.push(Exchange(0, "12", "NS", "NS"))
    assert sorted(train[0] for train in trains_of(game, "NS")) == ["2", "3", "P"]
    assert len([train for train in trains_of(game, POOL) if train[0] == "P"]) == 4


@pytest.mark.rule("18EU:4.4.9-d")
def test_pullmans_are_not_traded_between_companies() -> None:
    position = corporation("3", 500, "3-0").owned("9", 0).train("P-3", "9")
    game = at_trains(position)
    for price in (1, 100, 500):
        assert refused(game, BuyTrain(0, "NS", "P-3", price)) == ("pullman_not_traded", "4.4.9-d")
    game.check(BuyTrain(0, "NS", "2-8", 1))


# -- losing and giving up -----------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.9-e")
def test_a_company_that_sells_its_last_other_train_loses_its_pullman() -> None:
    position = corporation("3", 0, "3-0", "3-1", "P-0").owned("9", 0, 300).no_trains("9")
    game = at_trains(position, "9")
    game.push(BuyTrain(0, "9", "3-0", 10))
    assert trains_of(game, "NS") == ["3-1", "P-0"]
    game.push(BuyTrain(0, "9", "3-1", 10))
    assert trains_of(game, "NS") == []
    assert trains_of(game, POOL)[-1] == "P-0"
    assert game.state.cash["NS"] == 20


@pytest.mark.rule("18EU:4.4.9-e")
def test_a_company_whose_last_other_train_rusts_loses_its_pullman() -> None:
    position = stack_from_four(corporation("3", 0, "2-0", "P-0")).corporation("KBS", {1: 5}).train("2-1", "KBS")
    position.train("3-0", "KBS").train("P-1", "KBS").owned("9", 0, 300)
    game = at_trains(position, "9")
    game.push(BuyTrain(0, "9", "4-0", 300))
    assert trains_of(game, "NS") == []
    assert trains_of(game, "KBS") == ["3-0", "P-1"]
    assert trains_of(game, POOL)[-1] == "P-0"
    assert game.state.cash["NS"] == 0


@pytest.mark.rule("18EU:4.4.9-f")
def test_a_lost_pullman_may_be_bought_back_in_the_same_round() -> None:
    """Minor 9 buys the first 4, NS loses its 2 train and with it the Pullman; then it is NS's turn."""
    position = stack_from_four(corporation("3", 400, "2-0", "P-0")).owned("9", 0, 300)
    game = at_trains(position, "9")
    game.push(BuyTrain(0, "9", "4-0", 300))
    assert game.decision is not None
    assert game.decision.subject(game) == "NS"
    game.push(BuyTrain(0, "NS", "4-1", 300))
    game.push(car())
    assert trains_of(game, "NS") == ["4-1", "P-0"]


@pytest.mark.rule("18EU:4.4.9-f", "18EU:4.4.9-g")
def test_a_pullman_given_up_for_a_train_may_be_bought_back_in_the_same_turn() -> None:
    """The first 4 rusts three 2 trains, so there is room again."""
    game = at_trains(stack_from_four(corporation("3", 400, "2-0", "2-1", "2-2", "P-0")))
    game.push(BuyTrain(0, "NS", "4-0", 300, "P-0"))
    assert trains_of(game, "NS") == ["4-0"]
    assert trains_of(game, POOL)[-1] == "P-0"
    game.push(car())
    assert trains_of(game, "NS") == ["4-0", "P-0"]
    assert game.state.cash["NS"] == 0


def full_house(cash: int = 500) -> Position:
    """NS at the limit of phase 3, one of its four trains a Pullman."""
    return corporation("3", cash, "3-0", "3-1", "3-2", "P-0")


@pytest.mark.rule("18EU:4.4.9-g", "18EU:4.4.9-i")
@pytest.mark.parametrize(("train", "price"), [("3-3", 200), ("3-4", 200), ("2-8", 7)])
def test_at_the_limit_a_pullman_makes_way_for_a_train_from_anywhere(train: str, price: int) -> None:
    """From the stack, the pool, or another company."""
    game = at_trains(full_house().train("3-4", POOL).owned("9", 0))
    assert refused(game, BuyTrain(0, "NS", train, price)) == ("train_limit", "4.4.6-a")
    check_doors(game)
    menu = [entry.action if isinstance(entry, ActionRange) else entry for entry in game.legal_actions()]
    assert {action.dropping for action in menu if isinstance(action, BuyTrain)} == {"P-0"}
    game.push(BuyTrain(0, "NS", train, price, "P-0"))
    assert trains_of(game, "NS") == ["3-0", "3-1", "3-2", train]
    assert trains_of(game, POOL)[-1] == "P-0"
    assert game.state.cash["NS"] == 500 - price


@pytest.mark.rule("18EU:4.4.9-g")
def test_a_pullman_is_kept_if_the_seller_does_not_agree() -> None:
    game = at_trains(full_house().owned("9", 1))
    game.push(BuyTrain(0, "NS", "2-8", 7, "P-0"))
    assert "P-0" in trains_of(game, "NS")
    game.push(Answer(1, False))
    assert trains_of(game, "NS") == ["3-0", "3-1", "3-2", "P-0"]
    game.push(BuyTrain(0, "NS", "2-8", 8, "P-0"))
    game.push(Answer(1, True))
    assert trains_of(game, "NS") == ["3-0", "3-1", "3-2", "2-8"]


@pytest.mark.rule("18EU:4.4.9-g")
def test_a_purchase_in_a_pullmans_place_is_bound_by_the_usual_rules() -> None:
    game = at_trains(full_house(cash=199).owned("9", 0))
    assert refused(game, BuyTrain(0, "NS", "3-3", 200, "P-0")) == ("treasury_short", "4.4.6-b")
    assert refused(game, BuyTrain(0, "NS", "3-3", 199, "P-0")) == ("list_price", "4.4.6-b")
    assert refused(game, BuyTrain(0, "NS", "3-4", 200, "P-0")) == ("not_on_top", "4.4.6-b")
    assert refused(game, BuyTrain(0, "NS", "2-8", 0, "P-0")) == ("price_below_one", "4.4.6-c")
    assert refused(game, BuyTrain(0, "NS", "3-0", 1, "P-0")) == ("train_not_for_sale", "4.4.6-b")


@pytest.mark.rule("18EU:4.4.9-g")
def test_below_the_limit_no_pullman_is_given_up() -> None:
    game = at_trains(corporation("3", 500, "3-0", "3-1", "P-0"))
    assert refused(game, BuyTrain(0, "NS", "3-2", 200, "P-0")) == ("cannot_drop", "4.4.9-g")


@pytest.mark.rule("18EU:4.4.9-g")
def test_the_limit_must_be_met_before_the_first_purchase() -> None:
    """The third 3 train fills NS up; now it is too late to give the Pullman up."""
    game = at_trains(corporation("3", 500, "3-0", "3-1", "P-0").owned("9", 1).train("3-3", "9"))
    game.push(BuyTrain(0, "NS", "3-2", 200))
    assert len(trains_of(game, "NS")) == 4
    assert not game.is_legal(BuyTrain(0, "NS", "3-3", 200, "P-0"))
    assert type(game.decision).__name__ != "BuyTrains"


@pytest.mark.rule("18EU:4.4.9-g")
def test_a_pullman_is_not_given_up_for_nothing_or_for_another_pullman() -> None:
    game = at_trains(full_house())
    assert refused(game, DiscardTrain(0, "NS", "P-0")) == ("train_or_pass", "4.4-d")
    assert refused(game, BuyTrain(0, "NS", "P-1", 100, "P-0")) == ("cannot_drop", "4.4.9-g")
    assert refused(game, BuyTrain(0, "NS", "3-3", 200, "3-0")) == ("cannot_drop", "4.4.9-g")
    assert refused(game, BuyTrain(0, "NS", "3-3", 200, "P-3")) == ("cannot_drop", "4.4.9-g")
    game.push(Pass(0))
    assert "P-0" in trains_of(game, "NS")


# -- discarding ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:4.4.9-h", "18EU:4.4.9-i", "18EU:4.4.3-o")
def test_the_pullman_is_discarded_before_any_other_train() -> None:
    """The first 4 lowers the limit from 4 to 3: of 3, 3, P and 4 the Pullman goes."""
    game = at_trains(stack_from_four(corporation("3", 300, "3-0", "3-1", "P-0")))
    game.push(BuyTrain(0, "NS", "4-0", 300))
    assert game.legal_actions() == [DiscardTrain(0, "NS", "P-0")]
    for train in ("3-0", "4-0"):
        assert refused(game, DiscardTrain(0, "NS", train)) == ("pullman_first", "4.4.9-h")
    game.push(DiscardTrain(0, "NS", "P-0"))
    assert trains_of(game, "NS") == ["3-0", "3-1", "4-0"]
    assert trains_of(game, POOL)[-1] == "P-0"
    assert not isinstance(game.legal_actions()[0], DiscardTrain)


@pytest.mark.rule("18EU:4.4.9-h")
def test_after_the_pullman_the_owner_chooses_what_else_goes() -> None:
    """A jump from phase 3 to 5, which no real stack allows, takes two trains of 4, 4, P and 5."""
    position = stack_from_four(corporation("3", 500, "4-0", "4-1", "P-0")).train("4-2", BOX).train("4-3", BOX)
    game = at_trains(position)
    game.push(BuyTrain(0, "NS", "5-0", 500))
    assert game.phase.name == "5"
    assert game.legal_actions() == [DiscardTrain(0, "NS", "P-0")]
    assert refused(game, DiscardTrain(0, "NS", "4-0")) == ("pullman_first", "4.4.9-h")
    game.push(DiscardTrain(0, "NS", "P-0"))
    assert game.legal_actions() == [DiscardTrain(0, "NS", train) for train in ("4-0", "4-1", "5-0")]
    game.push(DiscardTrain(0, "NS", "4-1"))
    assert trains_of(game, "NS") == ["4-0", "5-0"]
    assert trains_of(game, POOL)[-2:] == ["P-0", "4-1"]


@pytest.mark.rule("18EU:4.4.9-i")
def test_a_pullman_counts_against_the_train_limit() -> None:
    full = at_trains(full_house().owned("9", 0))
    assert refused(full, BuyTrain(0, "NS", "3-3", 200)) == ("train_limit", "4.4.6-a")
    assert refused(full, BuyTrain(0, "NS", "2-8", 1)) == ("train_limit", "4.4.6-a")
    three_and_room = at_trains(corporation("3", 100, "3-0", "3-1", "3-2"))
    three_and_room.push(car())
    assert len(trains_of(three_and_room, "NS")) == 4
    minor = at_trains(Position("18EU").phase("4").owned("12", 0, 100).no_trains("12").train("3-0", "12"), "12")
    assert type(minor.decision).__name__ != "BuyTrains"
