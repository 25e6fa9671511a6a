"""5.8 A company closes: where its things go, in whose turn it happens, and when it may open again."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import BuyShare, Pass, PayOut, SellShares, StartCompany
from stockrail.rules.cards import cards_at, holder_of_card
from stockrail.rules.rounds import OperatingRound, OperatingTurn, operating_company
from stockrail.rules.shares import percent_of, singles_of
from stockrail.rules.state import BANK, BOX, IPO, POOL, certs_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import trains_of
from stockrail.titles.g1883.concessions import settle_concessions
from stockrail.titles.g1883.debts import close_all, close_if_worthless
from stockrail.titles.g1883.dividends import Dividend
from stockrail.titles.g1883.phases import change_phase
from stockrail.titles.g1883.state import anchor_at, coach_at

from .buying import A, B, C, railway, refused, setting, sound

FOOT = (6, 0)  # 40, with a closed cell below


def with_everything() -> Any:
    """FBV has money, trains, 2Gs, a concession, an anchor on a port and two private companies."""
    pos = railway(setting("2"), "FBV", {A: 3, B: 2, POOL: 1}, cash=70, cell=FOOT)
    for train in ("2-4", "2-5", "2G-2"):
        pos.train(train, "FBV")
    state = pos.state
    state.concession["6"], state.clock["6"] = "FBV", 2
    state.operated["FBV"], state.launched["FBV"], state.acted["FBV"] = (1, 1), 1, 1
    state.bought_concession["FBV"] = True
    for card in ("TCB", "CNP"):
        state.shelves.move(card, cards_at("FBV"))
    state.shelves.move("anchor.CNP.0", anchor_at("FBV", "21"))
    return pos


@pytest.mark.rule("1883:5.8-a", "1883:5.8-b", "1883:5.8-c")
def test_everything_goes_where_it_belongs() -> None:
    game: Any = with_everything().game
    bank = game.state.cash[BANK]
    close_all(game, ["FBV"])
    assert game.state.cash["FBV"] == 0 and game.state.cash[BANK] == bank + 70
    assert trains_of(game, POOL) == ["2-4", "2-5"]
    assert "2G-2" in trains_of(game, "gravity")
    assert percent_of(game, IPO, "FBV") == 100
    assert cities_of(game, "FBV") == [] and len(spare_of(game, "FBV")) == 3
    assert game.state.concession["6"] == POOL and "6" not in game.state.clock
    assert holder_of_card(game, "TCB") == BOX and holder_of_card(game, "CNP") == BOX
    assert game.state.shelves.on(anchor_at("FBV", "21")) == []
    state = game.state
    for table in (state.par, state.cell, state.turns, state.operated, state.launched, state.acted):
        assert "FBV" not in table
    assert "FBV" not in state.bought_concession
    sound(game)


@pytest.mark.rule("1883:5.8-d")
@pytest.mark.parametrize(("pool", "moved"), [(4, 1), (5, 0)])
def test_with_cnp_a_share_of_sv_goes_to_the_pool_if_there_is_room(pool: int, moved: int) -> None:
    pos = railway(with_everything(), "SV", {C: 2, POOL: pool}, cash=10)
    close_all(pos.game, ["FBV"])
    assert percent_of(pos.game, POOL, "SV") == 10 * (pool + moved)
    assert pos.state.cash["SV"] == 10 + 65 * moved
    assert pos.state.cell["SV"] == (5, 4)


@pytest.mark.rule("1883:5.8-d")
def test_sv_itself_is_paid_nothing_for_its_cnp() -> None:
    pos = railway(setting("2"), "SV", {C: 2}, cash=10)
    pos.state.shelves.move("CNP", cards_at("SV"))
    close_all(pos.game, ["SV"])
    assert percent_of(pos.game, IPO, "SV") == 100 and pos.state.cash["SV"] == 0
    sound(pos.game)


@pytest.mark.rule("1883:T-bb", "1883:5.8-a")
def test_a_railway_that_withholds_on_the_lowest_cell_is_removed() -> None:
    game: Any = with_everything()._wait(OperatingRound(2, 1), OperatingTurn("FBV", 4), Dividend("FBV", 60))
    game.push(PayOut(A, "FBV", "withhold"))
    assert "FBV" not in game.state.par and game.state.cash["FBV"] == 0
    assert operating_company(game) != "FBV" and "FBV" not in game.state.acted
    assert trains_of(game, POOL) == ["2-4", "2-5"]
    sound(game)


@pytest.mark.rule("1883:5.8-a", "1883:5.8-e", "1883:5.2-b")
def test_a_company_that_closes_in_a_stock_round_opens_in_the_next() -> None:
    game = with_everything().cash(A, 500).cash(B, 500).stock_round(A)
    game.push(SellShares(A, "FBV", 1))
    assert "FBV" not in game.state.par and game.state.cash[A] == 540
    assert refused(game, StartCompany(A, "FBV", 65)) == ("closed_this_round", "5.8-e")
    assert refused(game, BuyShare(A, "FBV", IPO))[0] == "president_first"
    game.push(Pass(A))
    assert refused(game, StartCompany(B, "FBV", 65))[0] == "closed_this_round"
    pos = with_everything().cash(A, 500)
    close_all(pos.game, ["FBV"])  # in turn 1: the position is set before its round
    game = pos.stock_round(A)
    game.push(StartCompany(A, "FBV", 100))
    assert game.state.cash["FBV"] == 200 and cities_of(game, "FBV") == [("86", 0)]
    sound(game)


@pytest.mark.rule("1883:5.8-e")
def test_its_home_circle_is_kept_for_it() -> None:
    game: Any = with_everything().game
    assert game.title.kept_circles(game, "SV", ("86", 0)) == 0
    close_all(game, ["FBV"])
    assert "FBV" in game.title.expected(game) and game.title.kept_circles(game, "SV", ("86", 0)) == 1


@pytest.mark.rule("1883:5.8-e")
def test_sefta_opens_again_as_sefta() -> None:
    pos = setting("4")
    pos.state.flags["sefta"] = True
    for company, place in (("FMMSF", BOX), ("FMV", BOX), ("SEFTA", IPO)):
        for number in range(9):
            pos.state.shelves.move(f"{company}_{number}", certs_at(place, company))
    pos.corporation("SEFTA", {A: 2}, value=150).token("SEFTA", "55").token("SEFTA", "64")
    close_all(pos.game, ["SEFTA"])
    game: Any = pos.cash(A, 500).stock_round(A)
    assert refused(game, StartCompany(A, "FMMSF", 100))[0] == "company_not_in_game"
    game.push(StartCompany(A, "SEFTA", 100))
    assert cities_of(game, "SEFTA") == [("55", 0), ("64", 0)]


@pytest.mark.rule("1883:5.8-e")
def test_ccfr_that_closes_before_phase_5_is_frozen() -> None:
    """A76"""
    pos = setting("2").price("CCFR", *FOOT)
    game: Any = pos._wait(OperatingRound(2, 1), OperatingTurn("CCFR", 4), Dividend("CCFR", 0))
    game.push(PayOut(A, "CCFR", "full"))
    assert game.state.flags["ccfr"] == "frozen"
    assert [percent_of(game, seat, "CCFR") for seat in (A, B, C)] == [0, 0, 0]
    assert trains_of(game, POOL) == ["2-0", "2-1"] and trains_of(game, "gravity")[-2:] == ["2G-0", "2G-1"]
    assert not game.title.operates(game, "CCFR") and cities_of(game, "CCFR") == []
    sound(game)
    pos = pos.of(game).cash(A, 900)
    game = pos.stock_round(A)
    assert refused(game, StartCompany(A, "CCFR", 100))[0] == "already_started"


@pytest.mark.rule("1883:5.8-e", "1883:8.1.8-e")
def test_ccfr_that_had_closed_opens_after_the_first_5() -> None:
    pos = setting("4")
    close_all(pos.game, ["CCFR"])
    game: Any = pos.game
    change_phase(game, "5", None)
    game._run()
    assert game.state.flags["ccfr"] == "capitalised" and trains_of(game, "CCFR") == ["5-0"]
    game = pos.cash(A, 900).stock_round(A)
    game.push(StartCompany(A, "CCFR", 100))
    assert game.state.cash["CCFR"] == 100 + 200
    sound(game)


@pytest.mark.rule("1883:5.8-a")
def test_the_coaches_come_back_when_sarsa_closes() -> None:
    pos = setting("2").corporation("SARSA", {A: 2}, cash=30).price("SARSA", 7, 0)
    for number, hex_ in enumerate(("15", "85")):
        pos.state.shelves.move(f"coach.{number}", coach_at(hex_))
    assert close_if_worthless(pos.game, "SARSA")
    assert not close_if_worthless(pos.game, "SARSA")
    assert pos.state.shelves.on(coach_at("15")) == [] and len(pos.state.shelves.on(("coaches",))) == 30
    sound(pos.game)


@pytest.mark.rule("1883:5.8-a", "1883:5.6.1-d")
def test_a_circle_that_becomes_free_may_complete_a_concession() -> None:
    """SV fills Bazzano, so that FBV cannot pass to Vignola; when SV closes, FBV's concession is paid."""
    pos = railway(setting("2"), "FBV", {A: 2}, cash=0).tiles(**{"86": ("5", 0), "75": ("6", 2)})
    railway(pos, "SV", {B: 2}, cash=0).token("SV", "75")
    pos.state.concession["1"], pos.state.clock["1"] = "FBV", 1
    game: Any = pos.game
    settle_concessions(game)
    assert game.state.concession["1"] == "FBV"
    pos.state.support[A] = 0
    close_all(game, ["SV"])
    assert game.state.concession["1"] == "gone" and game.state.cash["FBV"] == 100


def test_others_keep_what_they_hold() -> None:
    pos = railway(with_everything(), "SV", {A: 2, B: 2}, cash=10).train("2-6", "SV")
    close_all(pos.game, ["FBV"])
    assert trains_of(pos.game, "SV") == ["2-6"] and pos.state.cash["SV"] >= 10
    assert len(singles_of(pos.game, B, "SV")) == 2
