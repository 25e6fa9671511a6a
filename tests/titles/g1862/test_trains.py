"""7.9, 7.10 Buying trains: order, prices, limits, phases, warranties."""

from __future__ import annotations

import pytest

from stockrail import ActionRange
from stockrail.rules.actions import Answer, Pass
from stockrail.rules.state import POOL, certs_at
from stockrail.rules.train_step import TrainOffer
from stockrail.rules.trains import top_of_stack, trains_of
from stockrail.testing import check_doors
from stockrail.titles.g1862.actions import BuyTrain
from stockrail.titles.g1862.stack import fixed_price
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.trains import BuyTrains

from .conftest import Scene, menu, refusal, round_kind, waits_for


def buyer(phase: str = "A", *trains: str, cash: int = 2000, other: int = 1) -> Scene:
    """ENR (player 0) buys; EUR belongs to another player."""
    scene = (
        Scene().phase(phase).company("ENR", {0: 5}, cash=cash).company("EUR", {other: 5}, cash=500).home("ENR", "EUR")
    )
    return scene.trains("ENR", *trains)


def names(game: Game1862, company: str = "ENR") -> list[str]:
    return sorted(game.title.train_name(game, train) for train in trains_of(game, company))


def bank_forms(game: Game1862) -> set[str]:
    return {buy.form for buy in menu(game, BuyTrain) if buy.form}


@pytest.mark.rule("1862:7.9-a")
def test_another_director_must_agree_to_sell() -> None:
    game = buyer().trains("EUR", "2E").turn_of("ENR", "BuyTrains")
    buy = BuyTrain(0, "ENR", "A-0", 100)
    assert buy in menu(game, BuyTrain)
    game.push(buy)
    assert waits_for(game, TrainOffer) and game.actor == 1
    game.push(Answer(1, False))
    assert refusal(game, buy) == ("offer_refused", "7.9-a")
    game = buyer().trains("EUR", "2E").turn_of("ENR", "BuyTrains")
    game.push(buy)
    game.push(Answer(1, True))
    assert names(game) == ["2E"] and game.state.cash["EUR"] == 600
    own = buyer(other=0).trains("EUR", "2E").turn_of("ENR", "BuyTrains")
    own.push(buy)  # the same director: no question
    assert names(own) == ["2E"]


@pytest.mark.rule("1862:7.9-a")
@pytest.mark.parametrize(("answer", "left"), [("trains_alike", {"A-1", "A-3"}), ("that_train", {"A-1", "A-2", "A-3"})])
def test_a_refusal_covers_the_trains_that_are_just_like_it(answer: str, left: set[str]) -> None:
    """EUR has two 2E trains, another with a warranty, and a 1F; games of former times asked for each train."""
    scene = Scene(rulings={"refused_offers": answer}).phase("A")
    scene.company("ENR", {0: 5}, cash=900).company("EUR", {1: 5}, cash=500).home("ENR", "EUR")
    scene.trains("EUR", "2E").trains("EUR", "1F").trains("EUR", "2E").trains("EUR", "2E", warranties=1)
    game = scene.turn_of("ENR", "BuyTrains")
    game.push(BuyTrain(0, "ENR", "A-0", 100))
    game.push(Answer(1, False))
    assert {buy.train for buy in menu(game, BuyTrain) if not buy.form} == left
    if answer == "trains_alike":
        assert refusal(game, BuyTrain(0, "ENR", "A-2", 100)) == ("offer_refused", "7.9-a")
    check_doors(game)


@pytest.mark.rule("1862:7.9-b")
@pytest.mark.parametrize(
    ("letter", "cost"),
    [("A", 100), ("B", 200), ("C", 280), ("D", 360), ("E", 500), ("F", 600), ("G", 700), ("H", 800)],
)
def test_prices_of_the_bank(letter: str, cost: int) -> None:
    game = buyer(letter).turn_of("ENR", "BuyTrains")
    assert refusal(game, BuyTrain(0, "ENR", f"{letter}-0", cost - 10, form="local")) == ("list_price", "7.9-b")
    game.push(BuyTrain(0, "ENR", f"{letter}-0", cost, form="local"))
    assert game.state.cash["ENR"] == 2000 - cost


@pytest.mark.rule("1862:7.9-c")
def test_between_companies_the_price_is_full_or_half() -> None:
    scene = buyer("B").trains("EUR", "2F")
    assert fixed_price(scene.game, "B-0") == 200
    game = scene.turn_of("ENR", "BuyTrains")
    assert refusal(game, BuyTrain(0, "ENR", "B-0", 100)) == ("fixed_price", "7.9-c")
    scene.phase("C")
    game = scene.turn_of("ENR", "BuyTrains")
    assert [buy.price for buy in menu(game, BuyTrain) if buy.train == "B-0"] == [100]


@pytest.mark.rule("1862:7.9-d", "1862:9.0-b")
def test_the_first_train_of_a_letter_begins_its_phase_at_once() -> None:
    scene = buyer("B").trains("EUR", "2E", "2/3E")
    scene.phase("C").state.flags["phase"] = "B"  # the next train for sale is a C
    game = scene.turn_of("ENR", "BuyTrains")
    game.push(BuyTrain(0, "ENR", "C-0", 280, form="express"))
    assert game.phase.name == "C"
    assert names(game, "EUR") == ["2/3E"]  # A trains are obsolete


@pytest.mark.rule("1862:9.0-b", "1862:9.0-c", "1862:9.0-d")
@pytest.mark.parametrize(
    ("letter", "before", "gone"), [("C", "B", "A"), ("E", "D", "B"), ("F", "E", "C"), ("G", "F", "D")]
)
def test_which_trains_become_obsolete_when(letter: str, before: str, gone: str) -> None:
    called = {"A": "2E", "B": "2/3E", "C": "3E", "D": "4E", "E": "4/5E", "F": "5E"}
    scene = buyer("A").trains("EUR", *[called[each] for each in "ABCDEF"])
    scene.phase(letter).state.flags["phase"] = before
    game = scene.turn_of("ENR", "BuyTrains")
    game.push(BuyTrain(0, "ENR", top_of_stack(game), game.title.train_types[letter].price, form="local"))
    assert names(game, "EUR") == sorted(name for each, name in called.items() if each != gone)


@pytest.mark.rule("1862:7.9-e")
def test_the_number_of_operating_rounds_changes_after_the_next_stock_round() -> None:
    scene = buyer("B")
    scene.state.flags["phase"] = "A"
    game = scene.turn_of("ENR", "BuyTrains", rounds=1)
    game.push(BuyTrain(0, "ENR", "B-0", 200, form="local"))
    assert game.phase.operating_rounds == 2
    game.push(Pass(0))
    assert game.state.flags["rounds"] == 1 and not waits_for(game, BuyTrains)


@pytest.mark.rule("1862:7.9-f", "1862:7.9-i", "1862:9.0-c", "1862:9.0-d")
def test_three_of_each_kind_then_two_then_three_in_all() -> None:
    game = buyer("C", "2/3E", "2/3E", "3E").turn_of("ENR", "BuyTrains")
    assert bank_forms(game) == {"freight", "local"}
    game.push(BuyTrain(0, "ENR", "C-1", 280, form="local"))
    game = buyer("E", "3E", "3E").turn_of("ENR", "BuyTrains")
    assert bank_forms(game) == {"freight", "local"}
    game = buyer("G", "5E", "5E").turn_of("ENR", "BuyTrains")
    assert bank_forms(game) == {"freight", "local", "express"}
    game = buyer("G", "5E", "5E", "5L").turn_of("ENR", "BuyTrains")
    assert not waits_for(game, BuyTrains)


@pytest.mark.rule("1862:7.9-h")
def test_at_the_limit_nothing_is_bought_even_if_it_made_trains_obsolete() -> None:
    scene = buyer("B", "2E", "2E", "2E")
    scene.phase("C").state.flags["phase"] = "B"
    game = scene.turn_of("ENR", "BuyTrains")
    assert refusal(game, BuyTrain(0, "ENR", "C-0", 280, form="express")) == ("train_limit", "7.9-h")


@pytest.mark.rule("1862:7.9-j")
def test_a_g_express_is_too_many_but_a_g_freight_is_not() -> None:
    scene = buyer("F", "4E", "4/5E", "5F")
    scene.phase("G").state.flags["phase"] = "F"
    game = scene.turn_of("ENR", "BuyTrains")
    assert refusal(game, BuyTrain(0, "ENR", "G-0", 700, form="express")) == ("train_limit", "7.9-h")
    game.push(BuyTrain(0, "ENR", "G-0", 700, form="freight"))
    assert names(game) == ["4/5E", "8F"]


@pytest.mark.rule("1862:7.9-k", "1862:7.9-g")
def test_only_the_local_fits_and_then_the_company_is_above_the_limit() -> None:
    scene = buyer("F", "4E", "4/5E", "4/5L", "7F", "7F")
    scene.phase("G").state.flags["phase"] = "F"
    game = scene.turn_of("ENR", "BuyTrains")
    assert bank_forms(game) == {"local"}
    game.push(BuyTrain(0, "ENR", "G-0", 700, form="local"))
    assert names(game) == sorted(["4/5E", "4/5L", "7F", "7F", "5/6L"])


@pytest.mark.rule("1862:7.9-l")
def test_several_trains_in_one_turn() -> None:
    game = buyer().turn_of("ENR", "BuyTrains")
    for number in range(3):
        game.push(BuyTrain(0, "ENR", f"A-{number}", 100, form="local"))
    assert len(trains_of(game, "ENR")) == 3


@pytest.mark.rule("1862:6.5.4.3-a")
def test_any_kind_may_be_bought_with_any_permit() -> None:
    game = buyer().permits("ENR", "freight").turn_of("ENR", "BuyTrains")
    assert bank_forms(game) == {"freight", "local", "express"}


# -- warranties ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("1862:7.10-a", "1862:7.10-f")
@pytest.mark.parametrize("letter", ["B", "E"])
def test_up_to_three_warranties_at_50_each(letter: str) -> None:
    game = buyer(letter).turn_of("ENR", "BuyTrains")
    cost = game.title.train_types[letter].price
    assert {buy.warranties for buy in menu(game, BuyTrain) if buy.train == f"{letter}-0"} == {0, 1, 2, 3}
    assert refusal(game, BuyTrain(0, "ENR", f"{letter}-0", cost, form="local", warranties=4))[0] == "warranty_limit"
    game.push(BuyTrain(0, "ENR", f"{letter}-0", cost, form="local", warranties=3))
    assert game.state.cash["ENR"] == 2000 - cost - 150
    assert game.state.warranties[f"{letter}-0"] == 3


@pytest.mark.rule("1862:7.10-b")
@pytest.mark.parametrize("letter", ["A", "D"])
def test_a_and_d_trains_bring_one_and_two_more_can_be_bought(letter: str) -> None:
    game = buyer(letter).turn_of("ENR", "BuyTrains")
    assert {buy.warranties for buy in menu(game, BuyTrain) if buy.train == f"{letter}-0"} == {0, 1, 2}
    game.push(BuyTrain(0, "ENR", f"{letter}-0", game.title.train_types[letter].price, form="local"))
    assert game.state.warranties[f"{letter}-0"] == 1


@pytest.mark.rule("1862:7.10-a")
def test_a_train_of_another_company_gets_none() -> None:
    game = buyer().trains("EUR", "2E").turn_of("ENR", "BuyTrains")
    assert refusal(game, BuyTrain(0, "ENR", "A-0", 100, warranties=1)) == ("form_is_fixed", "2.2-b")
    assert refusal(buyer(cash=120).turn_of("ENR", "BuyTrains"), BuyTrain(0, "ENR", "A-0", 100, "", "local", 1)) == (
        "treasury_short",
        "7.11-d",
    )


@pytest.mark.rule("1862:7.10-d")
def test_a_warranty_keeps_an_obsolete_train() -> None:
    scene = buyer("B").trains("EUR", "2E", warranties=1)
    scene.phase("C").state.flags["phase"] = "B"
    game = scene.turn_of("ENR", "BuyTrains")
    game.push(BuyTrain(0, "ENR", "C-0", 280, form="express"))
    assert names(game, "EUR") == ["2E*"] and game.state.expired["A-0"]


@pytest.mark.rule("1862:7.10-e")
def test_warranties_go_with_a_train_and_do_not_change_its_price() -> None:
    game = buyer(other=0).trains("EUR", "2E", warranties=2).turn_of("ENR", "BuyTrains")
    game.push(BuyTrain(0, "ENR", "A-0", 100))
    assert names(game) == ["2E**"]


@pytest.mark.rule("1862:8.0-c", "1862:7.9-a")
def test_a_company_in_receivership_sells_no_trains() -> None:
    scene = buyer().trains("EUR", "2E")
    scene.state.shelves.move("EUR_0", certs_at(POOL, "EUR"))
    game = scene.turn_of("ENR", "BuyTrains")
    assert refusal(game, BuyTrain(0, "ENR", "A-0", 100)) == ("train_not_for_sale", "7.9-a")


@pytest.mark.rule("1862:10.3-d")
def test_after_the_lner_only_the_bank_sells() -> None:
    scene = buyer("H", "5E").trains("EUR", "5E")
    scene.state.flags["lner"] = "formed"
    game = scene.turn_of("ENR", "BuyTrains")
    assert refusal(game, BuyTrain(0, "ENR", "F-1", 300)) == ("bank_only", "10.3-d")
    assert bank_forms(game)


@pytest.mark.rule("1862:9.0-e")
def test_values_of_red_areas_and_ports() -> None:
    title = Scene().game.title
    tables = {place["name"]: tuple(place["revenue"].values()) for place in title.map_facts["locations"].values()}
    assert tables["Midlands"] == (40, 90, 140) and tables["The West"] == (70, 100, 120)
    assert tables["London"] == (100, 150, 200)
    for port in ("King's Lynn", "Wells", "Cromer"):
        assert tables[f"Port of {port}"] == (80, 90, 100)
    assert tables["Port of Great Yarmouth"] == (80, 100, 120) and tables["Port of Lowestoft"] == (60, 90, 120)
    assert tables["Port of Felixstowe (Denmark)"] == tables["Port of Harwich (Holland)"] == (70, 100, 130)
    levels = [phase.offboard for phase in title.phases.values()]
    assert levels == ["low", "low", "middle", "middle", "high", "high", "high", "high"]
    for hex_ in title.board.hexes.values():
        for stop in hex_.printed.stops:
            if stop.location:
                assert stop.revenue == title.map_facts["locations"][stop.location]["revenue"]


@pytest.mark.rule("1862:7.9-a", "1862:7.9-h")
def test_a_train_of_another_company_needs_its_price_and_room() -> None:
    """ENR has £50, the half price of EUR's old express; a fourth express it may not have."""
    scene = Scene().phase("B").company("ENR", {0: 5}, cash=50).home("ENR").trains("ENR", "2L")
    scene.company("EUR", {0: 5}).trains("EUR", "2E", warranties=1)
    scene.turn_of("ENR", "BuyTrains").push(BuyTrain(0, "ENR", "A-1", 50))
    assert scene.game.state.cash["ENR"] == 0
    full = Scene().phase("B").company("ENR", {0: 5}, cash=500).home("ENR").trains("ENR", "2E", "2E", "2E")
    game = full.company("EUR", {0: 5}).trains("EUR", "2E").turn_of("ENR", "BuyTrains")
    assert refusal(game, BuyTrain(0, "ENR", "A-3", 50)) == ("train_limit", "7.9-h")
    assert not any(buy.train == "A-3" for buy in menu(game, BuyTrain))


@pytest.mark.rule("1862:7.9-e")
def test_a_new_phase_adds_no_round_to_the_set_that_is_under_way() -> None:
    scene = buyer("B", "2E").trains("EUR", "2E")
    scene.state.flags["phase"] = "A"
    game = scene.turn_of("ENR", "BuyTrains", rounds=1)
    game.push(BuyTrain(0, "ENR", "B-0", 200, form="express"))
    assert game.phase.operating_rounds == 2
    while round_kind(game) == "operating":
        game.push(
            next(
                entry.lowest() if isinstance(entry, ActionRange) else entry for entry in reversed(game.legal_actions())
            )
        )
    assert round_kind(game) == "parliament"
