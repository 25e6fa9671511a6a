"""What a computer player is told about 18EU, where two rules meet: minors, mergers, limits, trains, the bank."""

from __future__ import annotations

import pytest

from stockrail import RailGame
from stockrail.rules.actions import Bid, Pass, PayOut, ProposeEnd, Select, SellShares, StartCompany
from stockrail.rules.outlook import (
    DISCARD,
    SELL,
    TRAIN,
    Becoming,
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
from stockrail.rules.state import BANK, POOL
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g18eu.actions import Exchange, FoundWith
from stockrail.titles.g18eu.exchange import FinalExchange
from stockrail.titles.g18eu.outlook import DISPOSE, Outlook
from stockrail.titles.g18eu.running import Dividend

ADA, BEN, CY = range(3)
ASK = Outlook()

# Amsterdam (minor 12) - Utrecht - Cologne - two plain hexes - Strasbourg.
LINE = {"D3": ("201", 0), "D5": ("4", 0), "D7": ("14", 0), "D9": ("9", 0), "D11": ("9", 0), "D13": ("201", 3)}


def started(rulings: dict[str, str] | None = None) -> Position:
    """Ada's KPEV has 30 % sold and £40, with a token in Strasbourg; Ben owns minor 12 with £25."""
    position = Position("18EU", rulings=rulings).phase("3").tiles(**LINE).owned("12", BEN, 25)
    position.corporation("KPEV", {ADA: 3}, value=70, cash=40, floated=False, turns=0)
    return position.token("KPEV", "D13")


def duties(game: RailGame, player: int, kind: str) -> list[Duty]:
    return [duty for duty in ASK.duties(game, player) if duty.kind == kind]


# -- floating ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "fee", "need"),
    [
        ("2", "at_start", FloatNeed(4, 400, "FS", 300)),  # the fifth share is for the founder's minor
        ("2", "at_float", FloatNeed(4, 400, "FS", 300)),
        ("5", "at_start", FloatNeed(5, 500, "FS", 900)),  # the bank takes the other five
    ],
)
def test_what_a_corporation_needs_that_nobody_has_started(phase: str, fee: str, need: FloatNeed) -> None:
    game = Position("18EU", rulings={"token_fee": fee}).phase(phase).owned("12", BEN).stock_round(ADA)
    assert ASK.float_need(game, "FS", 100) == need
    assert ASK.float_need(game, "FS") == ASK.float_need(game, "FS", 70)


@pytest.mark.parametrize(("fee", "treasury"), [("at_start", 180), ("at_float", 80)])
def test_a_started_corporation_may_still_owe_for_its_tokens(fee: str, treasury: int) -> None:
    game = started({"token_fee": fee}).stock_round(BEN)
    assert ASK.float_need(game, "KPEV") == FloatNeed(2, 140, "KPEV", treasury)


def test_between_its_start_and_the_choice_of_a_minor_the_minors_share_is_counted() -> None:
    game = Position("18EU").phase("3").owned("12", ADA).cash(ADA, 500).stock_round(ADA)
    game.push(StartCompany(ADA, "FS", 100))
    need = ASK.float_need(game, "FS")
    assert need == FloatNeed(2, 200, "FS", 300)
    game.push(FoundWith(ADA, "FS", "12"))
    assert ASK.float_need(game, "FS") == need


def test_a_minor_that_merges_brings_a_corporation_nearer_to_floating() -> None:
    game = started().stock_round(BEN)
    game.push(Exchange(BEN, "12", "KPEV", "KPEV"))
    assert ASK.float_need(game, "KPEV") == FloatNeed(1, 70, "KPEV", 40 + 25 + 70)


def test_floated_corporations_and_minors_need_nothing() -> None:
    position = Position("18EU").corporation("FS", {ADA: 5}).owned("12", BEN)
    assert ASK.float_need(position.game, "FS") is None
    assert ASK.float_need(position.game, "12") is ASK.float_need(position.game, "1") is None


# -- how far companies are --------------------------------------------------------------------------------------------


def test_standings_of_minors_and_corporations() -> None:
    position = started().corporation("FS", {CY: 5}, turns=0).corporation("NS", {CY: 5}, turns=1)
    game = position.stock_round(BEN)
    told = {company: ASK.standing(game, company) for company in ("1", "12", "KPEV", "FS", "NS", "DR")}
    assert [*told.values()] == ["unopened", "floated", "started", "floated", "operated", "unopened"]
    game.push(Exchange(BEN, "12", "KPEV", "KPEV"))
    game.push(Pass(ADA))  # no token instead of the minor's
    assert ASK.standing(game, "12") == Standing.CLOSED


# -- minors and what they become --------------------------------------------------------------------------------------


def test_a_minor_can_become_a_share_of_what_it_reaches_or_of_something_new() -> None:
    game = started().stock_round(BEN)
    assert ASK.becomes(game, "12") == [Becoming("KPEV", 70), Becoming("", 70)]
    assert ASK.becomes(game, "KPEV") == ()
    assert ASK.becomes(game, "1") == [Becoming("", 70)]  # nobody has bought it, and it stands nowhere


@pytest.mark.parametrize(("ruling", "open_"), [("never", False), ("allowed", True)])
def test_a_corporation_that_has_operated_takes_minors_only_by_a_ruling(ruling: str, open_: bool) -> None:
    position = started({"late_mergers": ruling})
    position.state.turns["KPEV"] = 1
    game = position.stock_round(BEN)
    assert (Becoming("KPEV", 70) in ASK.becomes(game, "12")) == open_
    assert (Exchange(BEN, "12", "KPEV", "KPEV") in game.legal_actions()) == open_


def test_in_the_final_exchange_a_minor_must_go_and_its_owner_was_told() -> None:
    position = started()
    position.state.turns["KPEV"] = 1
    position.phase("5").state.flags["exchange"] = "due"
    game = position.round(FinalExchange(3, BEN))
    assert ASK.becomes(game, "12") == [Becoming("KPEV", 70)]
    assert duties(game, BEN, DISPOSE) == [Duty(DISPOSE, "12", Due.NEXT_STOCK_ROUND, 0, Missed.CLOSES)]
    assert duties(game, ADA, DISPOSE) == []
    game.push(Exchange(BEN, "12", "KPEV", "KPEV"))
    game.push(Pass(ADA))  # no token instead of the minor's
    assert duties(game, BEN, DISPOSE) == []


def test_a_minor_pays_half_to_its_owner_and_keeps_what_cannot_be_divided() -> None:
    game = started().stock_round(ADA)
    owner, minor = ASK.income_share(game, BEN, "12"), ASK.income_share(game, "12", "12")
    assert (owner, minor) == (IncomeShare(1, 2), IncomeShare(1, 2, rest=True))
    assert (owner.of(35), minor.of(35)) == (17, 18)
    assert ASK.income_share(game, ADA, "12").of(100) == 0


def test_treasury_shares_pay_the_treasury_and_pool_shares_nobody() -> None:
    game = Position("18EU").corporation("FS", {ADA: 5, POOL: 2}).game
    paid = {holder: ASK.income_share(game, holder, "FS").of(200) for holder in (ADA, BEN, "FS", POOL)}
    assert paid == {ADA: 100, BEN: 0, "FS": 60, POOL: 0}


# -- duties -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruling", "due"), [("end_of_round", Due.STOCK_ROUND), ("at_once", Due.NOW)])
def test_a_merger_that_brings_too_many_trains_leaves_a_duty_to_discard(ruling: str, due: Due) -> None:
    position = started({"merger_discards": ruling}).phase("4")
    for train in ("3-0", "3-1", "4-0"):
        position.train(train, "KPEV")
    game = position.stock_round(BEN)
    assert duties(game, ADA, DISCARD) == []
    game.push(Exchange(BEN, "12", "KPEV", "KPEV"))
    assert duties(game, ADA, DISCARD) == [Duty(DISCARD, "KPEV", due, 1, Missed.STOPS)]
    while len(trains_of(game, "KPEV")) > 3:
        game.push(game.legal_actions()[-1])  # passes, or the discard
    assert duties(game, ADA, DISCARD) == []


@pytest.mark.parametrize(
    ("pool", "cash", "lacks"), [((), 50, 250), (("3-4",), 50, 150), (("P-0",), 50, 250), (("3-4",), 500, 0)]
)
def test_a_corporation_without_a_train_needs_the_cheapest_of_stack_and_pool(
    pool: tuple[str, ...], cash: int, lacks: int
) -> None:
    position = Position("18EU").phase("4").corporation("FS", {ADA: 5, BEN: 2}, cash=cash)
    for train in ["3-0", "3-1", "3-2", "3-3", "3-4"]:
        position.train(train, "box")
    for train in pool:
        position.train(train, POOL)
    game = position.operating("FS", "BuyTrains")
    assert duties(game, ADA, TRAIN) == [Duty(TRAIN, "FS", Due.OPERATING_TURN, lacks, Missed.OUT)]
    assert duties(game, BEN, TRAIN) == []


@pytest.mark.parametrize(("ruling", "count"), [("always", 1), ("with_route", 0)])
def test_a_corporation_without_a_route_needs_a_train_by_the_rulebook_only(ruling: str, count: int) -> None:
    position = Position("18EU", rulings={"train_obligation": ruling}).corporation("FS", {ADA: 5}).token("FS", "B19")
    assert len(duties(position.game, ADA, TRAIN)) == count


def test_a_dumped_corporation_is_its_new_presidents_duty() -> None:
    position = Position("18EU").corporation("FS", {ADA: 3, BEN: 3}).cash(BEN, 0)
    game = position.stock_round(ADA)
    assert (len(duties(game, ADA, TRAIN)), len(duties(game, BEN, TRAIN))) == (1, 0)
    game.push(SellShares(ADA, "FS", 2))
    assert (len(duties(game, ADA, TRAIN)), len(duties(game, BEN, TRAIN))) == (0, 1)


def test_who_holds_too_much_must_sell_as_much_as_is_above_the_limit() -> None:
    game = Position("18EU").corporation("FS", {ADA: 8, BEN: 2}).stock_round(BEN)
    assert duties(game, ADA, SELL) == [Duty(SELL, "FS", Due.STOCK_TURN, 2, Missed.STOPS)]
    game = Position("18EU").corporation("FS", {ADA: 8, BEN: 2}, turns=0).stock_round(BEN)
    assert duties(game, ADA, SELL) == []  # a corporation that has not operated cannot be sold


def test_who_has_sold_a_block_already_and_can_sell_nothing_else_is_free() -> None:
    position = Position("18EU", players=6).corporation("NS", {ADA: 6, BEN: 2}).phase("3").tiles(**LINE).owned("12", ADA)
    for company, count in (("FS", 6), ("SNCB", 3), ("KPEV", 2)):
        position.corporation(company, {ADA: count}, turns=0)  # what has not operated cannot be sold
    game = position.token("KPEV", "D13").stock_round(ADA)
    assert duties(game, ADA, SELL) == [Duty(SELL, "", Due.STOCK_TURN, 14 - 11, Missed.STOPS)]
    game.push(SellShares(ADA, "NS", 1))
    assert game.actor == ADA and duties(game, ADA, SELL) == []
    game.push(Pass(ADA))
    assert duties(game, ADA, SELL) == [Duty(SELL, "", Due.STOCK_TURN, 13 - 11, Missed.STOPS)]  # in the next turn


def test_a_player_who_is_out_has_no_duties() -> None:
    position = Position("18EU").corporation("FS", {ADA: 8, BEN: 2})
    position.state.bankrupt[ADA] = True
    assert not ASK.duties(position.game, ADA)


# -- prices -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["full", "half", "withhold"])
@pytest.mark.parametrize(("row", "column"), [(0, 16), (1, 13), (2, 4), (6, 0), (6, 3)])
def test_the_price_goes_where_it_was_said_to_go(kind: str, row: int, column: int) -> None:
    position = Position("18EU").corporation("FS", {ADA: 5}).price("FS", row, column)
    for revenue in (10, 90, 200, 800):
        game = position.game.fork()
        paid = {"full": revenue, "half": (revenue // 2 + 9) // 10 * 10, "withhold": 0}[kind]
        told = ASK.price_after(game, "FS", paid)
        game.stack = (*game.stack, Dividend("FS", revenue))
        Dividend("FS", revenue).take(game, PayOut(ADA, "FS", kind))
        assert (game.state.cell["FS"], price(game, "FS")) == told


def test_prices_can_be_followed_over_several_dividends() -> None:
    game = Position("18EU").corporation("FS", {ADA: 5}).game
    once = ASK.price_after(game, "FS", 200)
    assert ASK.price_after(game, "FS", 200, once.cell).price == 122


def test_a_corporation_that_is_sold_out_rises_at_the_top_it_stays() -> None:
    position = Position("18EU").corporation("FS", {ADA: 6, BEN: 4}).corporation("NS", {ADA: 5})
    assert ASK.price_at_close(position.game, "FS").price == 110
    assert ASK.price_at_close(position.game, "NS").price == 100
    assert ASK.price_at_close(position.game, "NS", sold_out=True).price == 110
    assert ASK.price_at_close(position.price("FS", 0, 4).game, "FS").price == 122


# -- the clock --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "extra"), [((), 0), (("extra_three_train",), 1), (("extra_four_train",), 0)])
def test_trains_rust_after_so_many_purchases(options: tuple[str, ...], extra: int) -> None:
    game = Position("18EU", options=options).game
    more = len(options)
    told = [ASK.lifetime(game, train).purchases for train in ("2-0", "3-0", "4-0", "5-0", "P-0")]
    assert told == [6 + extra, 13 + more, 15 + more, None, None]
    assert ASK.lifetime(game, "2-0") == Lifetime(6 + extra)


def test_a_train_that_outlived_its_phase_stays_for_ever() -> None:
    assert ASK.lifetime(Position("18EU").phase("6").game, "3-0") == Lifetime(None)


@pytest.mark.parametrize(("nth", "least"), [(1, 1), (2, 0)])
def test_after_the_bank_has_broken_the_turn_is_finished(nth: int, least: int) -> None:
    position = Position("18EU").corporation("FS", {ADA: 5}, cash=500)
    game = position.operating("FS", "BuyTrains", nth=nth)
    assert ASK.rounds_left(game, 100).least == least and ASK.rounds_left(game).most is None
    game.state.flags["bank_out"] = True
    assert ASK.rounds_left(game, 100) == Rounds(least, least, least)


def test_a_bank_that_pays_more_lasts_for_fewer_rounds() -> None:
    position = Position("18EU").corporation("FS", {ADA: 5}).bank(2000)
    game = position.stock_round(ADA)
    position.state.cash.pay(ADA, BANK, 0)
    assert [ASK.rounds_left(game, drain).likely for drain in (2000, 900, 500, 10)] == [2, 4, 4, 4]


def test_a_game_that_is_over_has_no_rounds_left() -> None:
    position = Position("18EU")
    position.state.core["end"] = "agreed"
    assert ASK.rounds_left(position.game) == Rounds(0, 0, 0)


# -- the sale ---------------------------------------------------------------------------------------------------------


def test_what_is_at_stake_in_the_initial_sale() -> None:
    game = Position("18EU").game
    assert ASK.at_stake(game) is None
    game.push(Select(ADA, "7"))
    assert ASK.at_stake(game) == Stake("7", 0, None, 100)
    for player in (ADA, BEN, CY):
        game.push(Pass(player))
    assert ASK.at_stake(game) == Stake("7", 0, None, 90)
    for player in (CY, BEN, ADA):
        assert game.pop() == Pass(player)
    game.push(Bid(ADA, "7", 120))
    assert ASK.at_stake(game) == Stake("7", 120, ADA, 125)
    game.push(ProposeEnd(CY))
    assert ASK.at_stake(game) == Stake("7", 120, ADA, 125)
