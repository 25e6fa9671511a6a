"""What a computer player is told about 1862, where two rules meet: charters, fines, receivership, warranties."""

from __future__ import annotations

import pytest

from stockrail.rules.actions import Bid, BuyShare, Merge, PayOut, SellShares, StartCompany
from stockrail.rules.outlook import (
    DEBT,
    FLOAT,
    SELL,
    TRAIN,
    Becoming,
    ComingTrain,
    Due,
    Duty,
    FloatNeed,
    IncomeShare,
    Lifetime,
    Missed,
    Rounds,
    Stake,
    Standing,
)
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of
from stockrail.rules.state import BANK, BOX, POOL, certs_at
from stockrail.rules.trains import holder_of
from stockrail.titles.g1862.actions import BuyTokens, BuyTrain
from stockrail.titles.g1862.dividends import Dividend
from stockrail.titles.g1862.obligations import PayFine
from stockrail.titles.g1862.outlook import Outlook
from stockrail.titles.g1862.state import IPO, Game1862
from stockrail.titles.g1862.stock import StockTurn

from .conftest import Scene, pass_on, waits_for

ASK = Outlook()


def duties(game: Game1862, player: int, kind: str) -> list[Duty]:
    return [duty for duty in ASK.duties(game, player) if duty.kind == kind]


def charters(owed: dict[str, tuple[int, int]], players: int = 3, rulings: dict[str, str] | None = None) -> Scene:
    """Companies with the player who must float each, and its price."""
    scene = Scene(players, rulings=rulings)
    for company, (player, value) in owed.items():
        scene.company(company, {player: 3}, price=value, floated=False)
        scene.state.obliged[company] = player
    return scene


def end_round(game: Game1862) -> None:
    while isinstance(game.decision, StockTurn):
        pass_on(game)


# -- floating ---------------------------------------------------------------------------------------------------------


def test_the_bank_gets_the_money_for_a_charter_and_gives_ten_times_its_price() -> None:
    game = charters({"ENR": (0, 62)}).in_stock_round()
    assert ASK.float_need(game, "ENR") == FloatNeed(2, 124, BANK, 620 - 180)


def test_without_a_charter_the_money_stays_in_the_company_less_two_stations() -> None:
    game = Scene().company("EUR", {0: 3}, price=100, cash=300, chartered=False, floated=False).in_stock_round()
    assert ASK.float_need(game, "EUR") == FloatNeed(2, 200, "EUR", 300 + 200 - 80)


def test_shares_that_were_sold_on_still_count() -> None:
    scene = charters({"ENR": (0, 62)})
    for cert in list(scene.state.shelves.on(certs_at(IPO, "ENR")))[:1]:
        scene.state.shelves.move(cert, certs_at(POOL, "ENR"))
    need = ASK.float_need(scene.in_stock_round(), "ENR")
    assert need is not None and (need.shares, need.cost) == (1, 62)


def test_what_a_company_needs_depends_on_where_it_would_be_started() -> None:
    stock, parliament = Scene().in_stock_round(), Scene().in_parliament()
    assert ASK.float_need(stock, "ENR", 74) == FloatNeed(5, 370, "ENR", 370 - 80)
    assert ASK.float_need(parliament, "ENR", 74) == FloatNeed(5, 370, BANK, 740 - 180)
    assert ASK.float_need(stock, "ENR") == ASK.float_need(stock, "ENR", 54)


def test_newcomers_start_companies_with_charters_only() -> None:
    game = Scene(options=["simple_express", "novices"]).in_stock_round()
    assert ASK.float_need(game, "ENR", 54) == FloatNeed(5, 270, BANK, 540 - 180)


def test_a_company_started_between_two_prices_of_the_chart_sells_at_its_own() -> None:
    game = Scene().cash(0, 1000).in_stock_round()
    need = ASK.float_need(game, "ENR", 116)
    game.push(StartCompany(0, "ENR", 116))
    assert game.state.par["ENR"] == 100
    left = ASK.float_need(game, "ENR")
    assert need is not None and left == FloatNeed(2, 232, "ENR", need.treasury)


def test_more_stations_than_two_are_the_directors_choice() -> None:
    scene = Scene().company("EUR", {0: 3, 1: 1}, price=100, cash=400, chartered=False, floated=False).cash(2, 500)
    game = scene.in_stock_round(2)
    need = ASK.float_need(game, "EUR")
    game.push(BuyShare(2, "EUR", "EUR"))
    assert ASK.float_need(game, "EUR") is None
    game.push(BuyTokens(0, "EUR", 4))
    assert need is not None and game.state.cash["EUR"] == need.treasury - 80


# -- charters ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 8])
def test_who_owes_several_charters_is_fined_for_each_that_fails(players: int) -> None:
    last = players - 1
    owed = {"ENR": (0, 62), "EUR": (0, 100), "WNR": (last, 54)}
    game = charters(owed, players).cash(0, 2000).cash(last, 2000).in_stock_round(1)
    told = {seat: sum(duty.fine for duty in duties(game, seat, FLOAT)) for seat in range(players)}
    assert told == {**dict.fromkeys(range(players), 0), 0: 810, last: 270}
    assert duties(game, last, FLOAT) == [Duty(FLOAT, "WNR", Due.STOCK_ROUND, 108, Missed.FAILS, 270)]
    end_round(game)
    assert (game.state.cash[0], game.state.cash[last]) == (2000 - 810, 2000 - 270)
    assert [ASK.standing(game, company) for company in owed] == [Standing.UNOPENED] * 3
    assert not any(duties(game, seat, FLOAT) for seat in range(players))


def test_of_two_charters_only_the_one_that_floats_is_free() -> None:
    game = charters({"ENR": (0, 62), "EUR": (0, 100)}).cash(0, 1000).in_stock_round()
    for _ in range(2):
        game.push(BuyShare(0, "ENR", IPO))
        pass_on(game)
        pass_on(game)
    assert [duty.company for duty in duties(game, 0, FLOAT)] == ["EUR"]
    end_round(game)
    assert game.state.cash[0] == 1000 - 124 - 500


def test_shares_of_a_failed_charter_are_lost_by_others_too_or_sold_by_a_ruling() -> None:
    for ruling, came in (("returned", 0), ("sold_half", 3 * 31)):
        scene = charters({"ENR": (0, 62)}, rulings={"missed_shares": ruling}).cash(0, 200)
        game = scene.in_stock_round(1)
        fine = duties(game, 0, FLOAT)[0].fine
        end_round(game)
        assert game.state.cash[0] == max(0, 200 + came - fine)


def test_debts_of_several_players_are_all_told_until_they_are_paid() -> None:
    scene = charters({"ENR": (0, 62), "WNR": (1, 54)}).cash(0, 10).cash(1, 0)
    scene.company("EUR", {2: 4, 0: 3, 1: 3}, price=100).trains("EUR", "2E")
    game = scene.in_stock_round()
    end_round(game)
    assert waits_for(game, PayFine)
    assert [duty.amount for seat in (0, 1) for duty in duties(game, seat, DEBT)] == [300, 270]
    game.push(SellShares(0, "EUR", 1))
    assert [duty.amount for duty in duties(game, 0, DEBT)] == [200]
    assert duties(game, 0, DEBT)[0].if_missed == Missed.FORGIVEN


def test_a_charter_without_a_price_is_a_duty_at_the_lowest() -> None:
    game = Scene().cash(0, 1000).in_parliament()
    game.push(Bid(0, "ENR", 0))
    assert ASK.at_stake(game) == Stake("ENR", 0, 0, 5)
    pass_on(game)
    pass_on(game)
    assert duties(game, 0, FLOAT) == [Duty(FLOAT, "ENR", Due.STOCK_ROUND, 270, Missed.FAILS, 270)]
    game.push(StartCompany(0, "ENR", 100))
    assert duties(game, 0, FLOAT) == [Duty(FLOAT, "ENR", Due.STOCK_ROUND, 200, Missed.FAILS, 500)]


# -- receivership -----------------------------------------------------------------------------------------------------


def abandoned(cash: int = 0) -> Scene:
    """EUR's director's certificate is in the pool; Ben holds most of its shares."""
    scene = Scene().company("EUR", {0: 3, 1: 2, 2: 1}, price=100, cash=cash)
    scene.state.shelves.move("EUR_0", certs_at(POOL, "EUR"))
    return scene.home("EUR")


def test_a_company_without_a_director_retains_everything_and_its_price_falls() -> None:
    scene = abandoned().trains("EUR", "2E")
    game = scene.in_stock_round()
    assert ASK.standing(game, "EUR") == Standing.RECEIVERSHIP
    assert ASK.income_share(game, "EUR", "EUR") == IncomeShare(1, 1)
    assert ASK.income_share(game, 1, "EUR").of(100) == 0
    game.stack = (*game.stack, Dividend("EUR", 100, 0, 0, True))
    told = ASK.price_after(game, "EUR", 0)
    Dividend("EUR", 100, 0, 0, True).skip(game)
    assert (game.state.cash["EUR"], price(game, "EUR")) == (100, told.price)


def test_whoever_runs_a_company_in_receivership_need_not_find_it_a_train() -> None:
    game = abandoned().in_stock_round()
    assert game.title.controller(game, "EUR") == 1
    assert not any(duties(game, seat, TRAIN) for seat in range(3))


def test_a_new_director_takes_over_the_duty_to_own_a_train() -> None:
    game = abandoned(cash=60).cash(1, 500).in_stock_round(1)
    game.push(BuyShare(1, "EUR", IPO))
    assert owner_of(game, "EUR") == 1 and ASK.standing(game, "EUR") == Standing.OPERATED
    assert duties(game, 1, TRAIN) == [Duty(TRAIN, "EUR", Due.OPERATING_TURN, 40, Missed.CLOSES)]


# -- trains -----------------------------------------------------------------------------------------------------------


def stacked(scene: Scene, *left: str) -> Scene:
    """The depot has only these trains."""
    for train in list(scene.state.shelves.on(("trains", "depot"))):
        if train not in left:
            scene.state.shelves.move(train, ("trains", BOX))
    return scene


def test_a_train_under_warranty_outlives_the_phase_by_as_many_turns() -> None:
    scene = Scene().company("EUR", {0: 5}, price=100, cash=900).home("EUR").trains("EUR", "2E", "2L", warranties=0)
    scene.state.warranties["A-1"] = 2
    game = stacked(scene, "C-0", "C-1", "D-0").phase("B").turn_of("EUR", "BuyTrains")
    assert [ASK.lifetime(game, train) for train in ("A-0", "A-1")] == [Lifetime(1), Lifetime(1, 2)]
    game.push(BuyTrain(0, "EUR", "C-0", 280, form="express"))
    assert holder_of(game, "A-0") == BOX and ASK.lifetime(game, "A-1") == Lifetime(0, 2)
    for left in (1, 0):
        game.stack = (*game.stack, Dividend("EUR", 0, 0, 0))
        Dividend("EUR", 0, 0, 0).skip(game)
        assert (holder_of(game, "A-1") == BOX) == (left == 0)
        if left:
            assert ASK.lifetime(game, "A-1") == Lifetime(0, left)


def test_a_warranty_that_is_used_up_before_the_phase_changes_does_not_help() -> None:
    scene = Scene().company("EUR", {0: 5}, price=100).home("EUR").trains("EUR", "2E", warranties=1)
    game = stacked(scene, "B-0", "B-1", "C-0").in_stock_round()
    assert ASK.lifetime(game, "A-0") == Lifetime(3, 1)
    game.stack = (*game.stack, Dividend("EUR", 0, 0, 0))
    Dividend("EUR", 0, 0, 0).skip(game)
    assert ASK.lifetime(game, "A-0") == Lifetime(3, 0)


def test_a_train_of_the_bank_has_the_warranty_that_comes_with_it() -> None:
    game = Scene().in_stock_round()
    assert [ASK.lifetime(game, train) for train in ("A-0", "B-0", "D-0", "E-0")] == [
        Lifetime(14, 1),
        Lifetime(21, 0),
        Lifetime(26, 1),
        Lifetime(None),
    ]


def test_in_a_shorter_game_d_trains_stay() -> None:
    game = Scene(options=["shorter"]).in_stock_round()
    assert ASK.lifetime(game, "D-0") == Lifetime(None)


def test_only_trains_with_a_permit_come_and_older_ones_cost_half() -> None:
    scene = stacked(Scene().company("EUR", {0: 5}).permits("EUR", "local"), "A-6", "C-3", "D-0", "H-0").phase("C")
    scene.state.shelves.move("A-6", ("trains", "depot"))
    for train in ("C-3", "D-0", "H-0"):
        scene.state.shelves.move(train, ("trains", "depot"))
    told = ASK.trains_coming(scene.in_stock_round(), "EUR")
    assert told == [
        ComingTrain("A", 50, 0, 1, "local"),
        ComingTrain("C", 280, 1, 1, "local"),
        ComingTrain("D", 360, 2, 1, "local"),
        ComingTrain("H", 800, 3, None, "local"),
    ]


# -- mergers ----------------------------------------------------------------------------------------------------------


def neighbours(*trains: str) -> Scene:
    """N&E, with these trains, and WStI, with one: both have a station in March and the same director."""
    scene = Scene().company("N&E", {0: 6, "N&E": 4}, price=100).company("WStI", {0: 6, "WStI": 4}, price=68)
    scene.home("N&E", "WStI").city("B7", "green", 0, 3).station("N&E", "B7").station("WStI", "B7")
    return scene.trains("N&E", *trains).trains("WStI", "2/3E")


@pytest.mark.parametrize(("trains", "merged"), [(("2F",), 116), ((), 82)])
def test_two_shares_of_merging_companies_become_one(trains: tuple[str, ...], merged: int) -> None:
    game = neighbours(*trains).turn_of("N&E", "MergeStep")
    assert ASK.becomes(game, "N&E") == [Becoming("WStI", merged // 2)]
    assert ASK.becomes(game, "WStI") == [Becoming("N&E", merged // 2)]
    game.push(Merge(0, "N&E", "WStI", "WStI"))
    assert price(game, "WStI") == merged
    game.state.flags["lner"] = "formed"
    assert ASK.becomes(game, "WStI") == ()


def test_a_merger_with_a_company_that_has_a_train_ends_the_duty_to_buy_one() -> None:
    game = neighbours().turn_of("N&E", "MergeStep")
    assert [duty.company for duty in duties(game, 0, TRAIN)] == ["N&E"]
    game.push(Merge(0, "N&E", "WStI", "N&E"))
    assert duties(game, 0, TRAIN) == []
    assert (ASK.standing(game, "N&E"), ASK.standing(game, "WStI")) == (Standing.OPERATED, Standing.UNOPENED)


# -- the end ----------------------------------------------------------------------------------------------------------


def operating(nth: int = 1, rounds: int = 2, price: int = 60) -> Game1862:
    scene = Scene().company("EUR", {0: 5}, price=price, cash=900).home("EUR").trains("EUR", "2E")
    return scene.turn_of("EUR", "BuyTrains", nth=nth, rounds=rounds)


def test_the_last_train_announces_the_end_and_the_lner_makes_it_certain() -> None:
    game = operating()
    assert ASK.rounds_left(game).most is None
    game.state.flags["lner"] = "triggered"
    assert ASK.rounds_left(game) == Rounds(1, 4, 4)
    game.state.flags["lner"] = "formed"
    assert ASK.rounds_left(game) == Rounds(1, 1, 1)


def test_the_bank_ends_the_game_after_the_turn_but_not_after_the_lner() -> None:
    game = operating()
    game.state.flags["bank_out"] = True
    assert ASK.rounds_left(game) == Rounds(1, 1, 1)
    scene = Scene().company("EUR", {0: 5}, price=60)
    scene.state.flags["bank_out"], scene.state.flags["lner"] = True, "formed"
    assert ASK.rounds_left(scene.in_stock_round()).most == 3


def test_the_top_price_ends_the_game_with_this_round() -> None:
    game = operating(rounds=3)
    game.state.flags["top"] = True
    assert ASK.rounds_left(game) == Rounds(0, 0, 0)


@pytest.mark.parametrize(("value", "least"), [(60, 2), (260, 1), (800, 0)])
def test_a_price_near_the_top_may_end_the_game_soon(value: int, least: int) -> None:
    assert ASK.rounds_left(operating(rounds=3, price=value)).least == least


def test_how_many_rounds_there_are_is_settled_by_the_phase_when_the_stock_round_ends() -> None:
    scene = Scene().company("EUR", {0: 5}).phase("D")
    assert ASK.rounds_left(scene.in_stock_round()).least == 3
    scene = Scene().company("EUR", {0: 5}, cash=900).home("EUR").trains("EUR", "3E").phase("D")
    assert ASK.rounds_left(scene.turn_of("EUR", "BuyTrains", nth=1, rounds=2)).least == 1


# -- limits, prices ---------------------------------------------------------------------------------------------------


def test_too_many_certificates_must_be_sold_until_the_lner_has_formed() -> None:
    scene = Scene(8)
    for company in ("EUR", "ECR", "ENR"):
        scene.company(company, {0: 6}, price=60).trains(company, "2E")
    game = scene.in_stock_round(1)
    assert duties(game, 0, SELL) == [Duty(SELL, "", Due.STOCK_TURN, 12 - 8, Missed.STOPS)]
    game.state.flags["lner"] = "formed"
    assert duties(game, 0, SELL) == []


@pytest.mark.parametrize("value", [7, 14, 56, 60, 100, 182, 950])
def test_the_price_goes_where_it_was_said_to_go(value: int) -> None:
    for kind, revenue in (("withhold", 40), ("full", 40), ("full", 210), ("full", 4000)):
        game = Scene().company("EUR", {0: 5}, price=value).trains("EUR", "2E").in_stock_round()
        told = ASK.price_after(game, "EUR", revenue if kind == "full" else 0)
        game.stack = (*game.stack, Dividend("EUR", revenue, 0, 0, True))
        Dividend("EUR", revenue, 0, 0, True).take(game, PayOut(0, "EUR", kind))
        assert told.price == (price(game, "EUR") if "EUR" in game.state.cell else 0)


def test_nobody_comes_back_from_the_grey_cell() -> None:
    game = Scene().company("EUR", {0: 5}).in_stock_round()
    assert ASK.price_after(game, "EUR", 500, (0, 0)).price == 0


def test_a_charter_that_has_not_floated_has_the_price_of_the_chart() -> None:
    game = charters({"ENR": (0, 62)}).in_stock_round()
    assert ASK.price_after(game, "ENR", 100) == (None, 62) == ASK.price_at_close(game, "ENR")
