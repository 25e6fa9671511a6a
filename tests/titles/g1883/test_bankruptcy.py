"""6.8.6 A player goes bankrupt: what becomes of shares, companies, cards, duties, and of what is going on."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import ActionRange
from stockrail.rules.actions import BuyTrain, GoBankrupt, Pass, SellShares
from stockrail.rules.cards import cards_at, holder_of_card
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, StockRound, current_round, operating_company
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BANK, BOX, IPO, POOL, certs_at
from stockrail.rules.trains import trains_of
from stockrail.titles.g1883.actions import ExchangeCard, PaySupport
from stockrail.titles.g1883.concessions import BonusChoice, settle_concessions
from stockrail.titles.g1883.debts import go_bankrupt
from stockrail.titles.g1883.events import EventStep

from .buying import LINE, STEP, A, B, C, D, kinds, next_up, railway, refused, setting, sound

OUT = GoBankrupt(A, "FBV")


def ruined(ben: int = 1, players: int = 3, phase: str = "4", cash: int = 50, **rulings: str) -> Any:
    """T-s All that Ada can raise for FBV's train is 280 of 300."""
    pos = setting(phase, players, rulings=rulings).cash(A, cash)
    railway(pos, "FBV", {A: 4, B: ben}, cash=30)
    return railway(pos, "SV", {B: 3, A: 2, POOL: 4}, cell=(4, 4))


def to_the_stock_round(game: Any) -> Any:
    while not isinstance(current_round(game), StockRound):
        passes = [each for each in game.legal_actions() if isinstance(each, Pass)]
        game.push(passes[0] if passes else game.legal_actions()[0])
        game.settle()
    return game


@pytest.mark.rule("1883:T-s", "1883:6.8.6-c")
def test_who_cannot_raise_enough_can_only_go_bankrupt() -> None:
    game = ruined().operating("FBV", STEP)
    assert kinds(game) == {"GoBankrupt"}
    assert refused(game, BuyTrain(A, "FBV", "4-0", 300)) == ("president_cannot_pay", "6.8.6-c")
    assert refused(game, SellShares(A, "SV", 1)) == ("train_or_pass", "6.3-a")
    assert refused(game, Pass(A)) == ("must_own_train", "6.8-a")
    assert refused(game, GoBankrupt(A, "SV"))[0] == "train_or_pass"
    forced = game.title.forced_purchase(game)
    assert forced is not None and forced.missing == 220


@pytest.mark.rule("1883:6.8.6-c", "1883:6.8-a")
@pytest.mark.parametrize("why_not", ["a train", "no route"])
def test_nobody_goes_bankrupt_for_a_train_that_need_not_be_bought(why_not: str) -> None:
    pos = ruined().cash("FBV", 400)  # enough for a train, so that the step waits
    if why_not == "a train":
        pos.train("3-0", "FBV")
    else:
        for hex_ in LINE:
            del pos.state.laid[hex_]
    game = pos.operating("FBV", STEP)
    pos.cash("FBV", 30)
    assert refused(game, OUT)[0] == "can_still_pay"
    game.push(Pass(A))


@pytest.mark.rule("1883:T-s2", "1883:6.8.6-c", "1883:6.8.6-d", "1883:5.0-c")
def test_the_company_closes_and_shares_go_to_the_pool_beyond_its_limit() -> None:
    game = ruined().operating("FBV", STEP)
    bank = game.state.cash[BANK]
    game.push(OUT)
    assert list(game.seats) == [B, C]
    assert "FBV" not in game.state.par and percent_of(game, B, "FBV") == 0
    assert percent_of(game, IPO, "FBV") == 100
    assert percent_of(game, POOL, "SV") == 60 and price(game, "SV") == 70
    assert game.state.cash[A] == 0 and game.state.cash[BANK] == bank + 50 + 30
    assert game.result().worth[A] == 0
    sound(game)


@pytest.mark.rule("1883:6.8.6-c")
def test_it_closes_though_somebody_could_have_led_it() -> None:
    pos = ruined(ben=2, cash=0).cash("FBV", 0)
    pos.price("FBV", 6, 0)  # four shares at 40 and one of SV at 70: 230
    game = pos.operating("FBV", STEP)
    game.push(OUT)
    assert "FBV" not in game.state.par and percent_of(game, B, "FBV") == 0
    assert owner_of(game, "FBV") is None


@pytest.mark.rule("1883:6.8.6-c", "1883:5.6.1-d", "1883:5.6.1-f")
def test_a_company_that_closes_in_its_train_step_opens_the_way_of_a_concession_and_its_owner_is_asked() -> None:
    """FBV's token in Bazzano has shut FMV out of Casalecchio."""
    pos = railway(ruined(), "FMV", {B: 2}, cash=0).token("FBV", "75")
    pos.state.concession["1"], pos.state.clock["1"], pos.state.support[B] = "FMV", 0, 1
    game = pos.operating("FBV", STEP)
    settle_concessions(game)
    assert game.state.concession["1"] == "FMV"
    game.push(OUT)
    assert isinstance(game.decision, BonusChoice) and (game.actor, game.decision.company) == (B, "FMV")
    game.push(PaySupport(B, 1))
    assert game.state.cash["FMV"] == 120 and "FBV" not in game.state.par, "all but the 20 % of Ben's"
    assert operating_company(game) not in (None, "FBV")
    sound(game)


@pytest.mark.rule("1883:T-s2", "1883:5.4-e", "1883:6.8.6-g")
def test_the_limits_of_fewer_players_hold_from_the_next_stock_round() -> None:
    game = ruined().operating("FBV", STEP, nth=2, alone=True)
    game.push(OUT)
    to_the_stock_round(game)
    assert game.title.certificates(game, B)[1] == 32


@pytest.mark.rule("1883:6.8.6-g")
def test_in_the_same_operating_rounds_the_old_limit_holds() -> None:
    game = ruined().operating("FBV", STEP, nth=1)
    game.push(OUT)
    assert isinstance(current_round(game), OperatingRound)
    assert game.title.certificates(game, B)[1] == 21


@pytest.mark.rule("1883:6.8.6-d")
def test_a_ruling_lets_the_bankrupt_sell_what_they_can_first() -> None:
    """A74"""
    game = ruined(bankrupt_sales="all_that_is_legal").operating("FBV", STEP)
    bank = game.state.cash[BANK]
    game.push(OUT)
    assert game.state.cell["SV"] == (5, 4), "one share sold: one row down"
    assert percent_of(game, POOL, "SV") == 60
    assert game.state.cash[BANK] == bank + 80, "what the sales brought goes back"
    sound(game)


@pytest.mark.rule("1883:6.8.6-d", "1883:5.8-a")
def test_the_last_sales_of_a_bankrupt_may_close_a_company() -> None:
    pos = ruined(bankrupt_sales="all_that_is_legal").price("SV", 6, 0).train("4-3", "SV")
    game = pos.operating("FBV", STEP)
    game.push(OUT)
    assert "SV" not in game.state.par and percent_of(game, B, "SV") == 0
    assert trains_of(game, POOL) == ["4-3"]
    sound(game)


@pytest.mark.rule("1883:6.8.6-e", "1883:5.3.4-d")
def test_other_companies_pass_to_the_largest_holder_or_close() -> None:
    pos = ruined(players=4, phase="8")  # an 8 costs 800
    railway(pos, "FSF", {A: 3, C: 2, D: 2}, cash=77, cell=(5, 3))
    railway(pos, "FMV", {A: 5, B: 1}, cash=40, cell=(5, 2)).train("5-2", "FMV")
    game = pos.operating("FBV", STEP)
    game.push(OUT)
    assert owner_of(game, "FSF") == C, "of equal holders the first clockwise"
    assert [percent_of(game, holder, "FSF") for holder in (A, C, D, POOL)] == [0, 20, 20, 30]
    assert game.state.cash["FSF"] == 77
    assert "FMV" not in game.state.par and trains_of(game, POOL) == ["5-2"]
    assert game.state.cash["FMV"] == 0 and percent_of(game, IPO, "FMV") == 100
    sound(game)


@pytest.mark.rule("1883:6.8.6-d")
def test_private_companies_and_support_cards_are_given_up() -> None:
    pos = ruined()
    pos.state.shelves.move("FRV", cards_at(A))
    pos.state.shelves.move("CNP", cards_at(A))
    pos.state.support[A] = 4
    railway(pos, "FMV", {C: 2}, cell=(5, 3))
    game = pos.operating("FBV", STEP)
    game.push(OUT)
    assert holder_of_card(game, "FRV") == BOX and holder_of_card(game, "CNP") == BOX
    assert game.state.support[A] == 0
    assert game.state.cash["SV"] == 0, "SV's pool is too full for a share in CNP's place"
    sound(game)


@pytest.mark.rule("1883:6.8.6-c", "1883:3.2-f")
def test_a_share_for_cnp_may_save_the_president() -> None:
    pos = ruined(cash=60)
    pos.state.shelves.move("CNP", cards_at(A))
    for cert in ("SV_5", "SV_6"):
        pos.state.shelves.move(cert, certs_at(IPO, "SV"))
    for number in range(1, 9):
        if pos.state.shelves.place_of[f"SV_{number}"] == certs_at(A, "SV"):
            pos.state.shelves.move(f"SV_{number}", certs_at(IPO, "SV"))
    game = pos.operating("FBV", STEP)
    assert kinds(game) == {"GoBankrupt"}
    game.push(ExchangeCard(A, "CNP"))
    assert kinds(game) == {"GoBankrupt"}, "30 + 60 + 130 + 70 are 290"
    pos = pos.cash(A, 70)
    game = pos.operating("FBV", STEP)
    assert kinds(game) == {"BuyTrain"}


@pytest.mark.rule("1883:6.8.6-f", "1883:8.1.2-b")
def test_a_bankrupt_president_of_ccfr_hands_it_to_the_next() -> None:
    game = ruined().operating("FBV", STEP)
    assert game.title.controller(game, "CCFR") == A
    game.push(OUT)
    assert game.title.controller(game, "CCFR") == B
    assert percent_of(game, POOL, "CCFR") == 10
    sound(game)


@pytest.mark.rule("1883:6.8.6-f", "1883:8.1.6-a")
def test_ccfr_is_frozen_when_its_last_holder_goes_bankrupt() -> None:
    pos = ruined()
    for seat in (B, C):
        pos.state.ousted[seat] = True
        cert = pos.state.shelves.on(certs_at(seat, "CCFR"))[0]
        pos.state.shelves.move(cert, certs_at(POOL, "CCFR"))
    game = pos.operating("FBV", STEP)
    game.push(OUT)
    assert game.state.flags["ccfr"] == "frozen" and percent_of(game, POOL, "CCFR") == 30


def test_the_priority_goes_on_to_the_next_player() -> None:
    pos = ruined()
    pos.state.flags["priority"] = A
    game = pos.operating("FBV", STEP, nth=2, alone=True)
    game.push(OUT)
    assert game.state.flags["priority"] == B
    to_the_stock_round(game)
    assert game.actor == B


@pytest.mark.rule("1883:9-d")
@pytest.mark.parametrize("players", [2, 3])
def test_the_last_player_wins(players: int) -> None:
    game = ruined(players=players).cash(B, 0).operating("FBV", STEP)
    game.push(OUT)
    assert game.is_over == (players == 2)
    if game.is_over:
        assert game.result().winners == (B,) and game.result().reason == "bankruptcy"


@pytest.mark.rule("1883:6.8.6-c")
def test_the_other_companies_of_the_round_still_operate() -> None:
    pos = ruined()
    pos.price("SV", 8, 2).train("4-3", "SV")  # 40: after FBV
    game = pos.operating("FBV", STEP)
    game.push(OUT)
    assert operating_company(game) in ("CCFR", "SV")
    assert not any(getattr(frame, "company", "") == "FBV" for frame in game.stack)


@pytest.mark.rule("1883:11-1", "1883:7.0-b", "1883:6.8.6-c")
def test_an_event_goes_on_with_the_next_player_after_a_bankruptcy() -> None:
    """Card 1: everybody pays 10 from the holder of the priority on; Ben cannot, Cy still pays."""
    pos = ruined().cash(B, 5).cash(C, 500)
    pos.state.flags["priority"], pos.state.flags["events_begin"] = B, True
    for company in ("FBV", "SV"):
        for number in range(9):
            if pos.state.shelves.place_of[f"{company}_{number}"] == certs_at(B, company):
                pos.state.shelves.move(f"{company}_{number}", certs_at(C, company))
    pos.phase("2")
    game: Any = pos._wait(OperatingRound(2, 2), EventStep(2, 2))
    draw = next(each for each in game.legal_actions() if str(each.outcome) == "1")
    game.push(draw)
    assert game.actor == B and kinds(game) == {"GoBankrupt"}
    game.push(GoBankrupt(B, ""))
    assert list(game.seats) == [A, C]
    assert game.state.cash[C] == 490 and game.state.cash[A] == 40
    sound(game)


@pytest.mark.rule("1883:6.8.6-c", "1883:6.8-c", "1883:4.0-m")
def test_a_forced_purchase_brings_a_phase_and_the_phase_a_bankruptcy() -> None:
    """FBV's 5 takes SAFRE's 3s away; SAFRE's president cannot pay for another train."""
    pos = next_up(setting("4"), "5").cash(A, 500).cash(B, 0)
    railway(pos, "FBV", {A: 4}, cash=0, cell=(2, 7))
    railway(pos, "SAFRE", {B: 2}, cash=0, cell=(5, 4)).train("3-0", "SAFRE")
    pos.tiles(**{"18": ("8", 4), "17": ("8", 1)})
    game = pos.operating("FBV", STEP)
    game.push(BuyTrain(A, "FBV", "5-0", 450))
    assert game.phase.name == "5" and trains_of(game, "SAFRE") == []
    assert game.state.cash[A] == 50 and trains_of(game, "CCFR") == ["5-1"]
    while operating_company(game) != "SAFRE" or type(game.decision).__name__ != STEP:
        passes = [each for each in game.legal_actions() if isinstance(each, Pass)]
        game.push(passes[0] if passes else game.legal_actions()[0])
    assert game.actor == B and kinds(game) == {"GoBankrupt"}
    game.push(GoBankrupt(B, "SAFRE"))
    assert list(game.seats) == [A, C] and "SAFRE" not in game.state.par
    sound(game)


def test_shares_of_companies_that_are_not_launched_go_to_the_pool_too() -> None:
    pos = ruined()
    pos.state.shelves.move("FMV_3", certs_at(A, "FMV"))
    go_bankrupt(pos.game, A)
    assert percent_of(pos.game, POOL, "FMV") == 10
    sound(pos.game)


def test_a_debt_of_a_player_alone_closes_nothing_that_finds_a_president() -> None:
    pos = ruined(ben=2)
    go_bankrupt(pos.game, A)
    assert owner_of(pos.game, "FBV") == B and pos.state.cash["FBV"] == 30
    sound(pos.game)


def test_the_menu_offers_no_ranges_to_a_bankrupt() -> None:
    game = ruined().operating("FBV", STEP)
    assert not any(isinstance(each, ActionRange) for each in game.legal_actions())
