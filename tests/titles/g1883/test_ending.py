"""1.2, 9 When the game ends, and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import CHANCE
from stockrail.rules.actions import Pass, PayOut
from stockrail.rules.cards import give_card
from stockrail.rules.game import pay
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, OperatingTurn, StockRound, current_round
from stockrail.rules.state import BANK, POOL
from stockrail.testing import Position
from stockrail.titles.g1883.cooperative import capitalise
from stockrail.titles.g1883.debts import go_bankrupt
from stockrail.titles.g1883.dividends import Dividend
from stockrail.titles.g1883.state import ASIDE

from .lying import TITLE

A, B, C = range(3)


def position(phase: str = "5", players: int = 3) -> Any:
    found: Any = Position(TITLE, players).phase(phase)
    found.state.flags["ccfr_president"] = A
    if phase == "5":
        found.cash(B, 100)
        capitalise(found.game)
    return found


def paying(found: Any, company: str, revenue: int, nth: int = 1) -> Any:
    """A company decides about its revenue; nobody operates after it in this round."""
    for other in found.game.title.companies:
        if other != company:
            found.state.acted[other] = 1
    steps = len(TITLE.operating_steps(found.game, company))
    return found._wait(OperatingRound(2, nth), OperatingTurn(company, steps), Dividend(company, revenue))


def finish(game: Any) -> list[tuple[str, int | None]]:
    """Everybody passes, or does what comes last on the menu, until the game is over; returns the rounds that came."""
    rounds: list[tuple[str, int | None]] = []
    while not game.is_over:
        round_ = current_round(game)
        if round_ is not None and (not rounds or rounds[-1] != (round_.kind, round_.number())):
            rounds.append((round_.kind, round_.number()))
        if game.actor == CHANCE:
            game.push(game.draw())
        else:
            game.push(next(reversed(game.legal_actions())))
    return rounds


# -- the bank -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:9-b", "1883:T-z", "1883:1.2-a", "1883:1.2-b", "1883:1.2-c")
def test_a_bank_that_breaks_in_an_operating_round_lets_the_set_be_finished() -> None:
    found = position().corporation("FBV", {A: 4, B: 6}, 110).price("FBV", 3, 9)
    found.corporation("SARSA", {C: 5, A: 2}, 85).price("SARSA", 2, 6).cash("FBV", 1000).cash(A, 452)
    for seat in (B, C):
        found.cash(seat, 0)
    found.state.cash.pay(BANK, "SARSA", found.state.cash[BANK] - 30)
    found.state.flags["rounds"] = 3
    found.no_trains("CCFR").state.shelves.move("CCFR_1", ("certs", POOL, "CCFR"))
    game = paying(found, "FBV", 120, nth=2)
    game.push(PayOut(A, "FBV", "full"))
    assert game.state.cash[BANK] == -90 and not game.is_over
    assert game.state.cash[A] == 500 and price(game, "FBV") == 120
    worth = TITLE.worth(game, A)
    assert worth == 500 + 480 + 180, "the treasuries count nothing"
    assert finish(game)[-1] == ("operating", 3)
    assert game.result().reason == "bank"
    assert game.result().winners == tuple(s for s in range(3) if game.result().worth[s] == max(game.result().worth))


@pytest.mark.rule("1883:9-a")
def test_a_bank_that_breaks_in_a_stock_round_leaves_a_full_set_of_operating_rounds() -> None:
    found = position()
    found.cash("CCFR", found.state.cash["CCFR"] + found.state.cash[BANK])
    game: Any = found.stock_round(A)
    pay(game, BANK, A, 1)
    assert not game.is_over
    rounds = finish(game)
    assert [round_ for round_ in rounds if round_[0] == "operating"] == [("operating", n) for n in (1, 2, 3)]
    assert game.result().reason == "bank"


@pytest.mark.rule("1883:9-e")
def test_money_set_aside_by_events_is_not_in_the_bank() -> None:
    found = position("3")
    found.state.cash.pay(BANK, ASIDE, 500)
    found.state.cash.pay(BANK, "CCFR", found.state.cash[BANK] - 10)
    pay(found.game, BANK, A, 10)
    assert found.state.flags["bank_out"] and found.game.title.audit(found.game) == []


# -- SARSA at the top ---------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:9-c", "1883:T-aa")
@pytest.mark.parametrize(("revenue", "over", "value"), [(280, True, 300), (270, False, 280)])
def test_sarsa_on_the_top_value_ends_the_game_at_once(revenue: int, over: bool, value: int) -> None:
    found = position().corporation("SARSA", {A: 5}, 150, 500).price("SARSA", 0, 17).corporation("FBV", {B: 2}, 65)
    game: Any = found._wait(OperatingRound(2, 1), OperatingTurn("SARSA", 2), Dividend("SARSA", revenue))
    game.push(PayOut(A, "SARSA", "full"))
    assert game.is_over == over and price(game, "SARSA") == value
    assert game.result().reason == ("stock_market" if over else "")
    if not over:
        game.push(Pass(A))  # it sells no shares
    operated = [event["company"] for event in game.log if event.kind == "operates"]
    assert bool(operated) != over, "companies behind it lose their turn"


@pytest.mark.rule("1883:9-c", "1883:T-aa")
def test_sarsa_that_rises_to_the_top_at_the_end_of_a_stock_round_leaves_no_operating_round() -> None:
    found = position().corporation("SARSA", {A: 4, B: 3, C: 3}, 150).price("SARSA", 1, 18)
    for company in ("FBV", "SV"):
        found.corporation(company, {A: 4, B: 3, C: 3}, 65)
    game: Any = found.stock_round(A)
    while not game.is_over:
        assert isinstance(current_round(game), StockRound)
        game.push(Pass(game.actor))
    assert price(game, "SARSA") == 300 and game.result().reason == "stock_market"
    assert price(game, "FBV") == price(game, "SV") == 65, "it ends before they rise"
    assert not any(event.kind == "operates" for event in game.log)


@pytest.mark.rule("1883:9-c")
def test_no_other_company_ends_the_game_there() -> None:
    found = position().corporation("FBV", {A: 5}, 150, 500).price("FBV", 0, 17)
    game = paying(found, "FBV", 300)
    game.push(PayOut(A, "FBV", "full"))
    assert price(game, "FBV") == 300 and not game.is_over


# -- the last player ----------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:9-d")
def test_the_last_player_wins_however_poor() -> None:
    found = position("4", 2).cash(B, 0)
    go_bankrupt(found.game, A)
    assert found.game.is_over and found.game.result().winners == (B,)
    assert found.game.result().reason == "bankruptcy"


@pytest.mark.rule("1883:9-d")
def test_with_two_players_left_the_game_goes_on() -> None:
    found = position("4", 3)
    go_bankrupt(found.game, A)
    assert not found.game.is_over


# -- what counts --------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:1.2-d")
def test_open_private_companies_are_worth_nothing_in_the_end() -> None:
    found = position("4")
    before = TITLE.worth(found.game, A)
    give_card(found.game, "FCV", A)
    assert TITLE.worth(found.game, A) == before


@pytest.mark.rule("1883:1.2-a")
def test_shares_of_ccfr_count_at_its_price_and_those_of_companies_without_one_nothing() -> None:
    found = position("4")
    assert TITLE.worth(found.game, A) == 550 + 100
    found.state.shelves.move("FBV_1", ("certs", A, "FBV"))
    assert TITLE.worth(found.game, A) == 550 + 100


@pytest.mark.rule("1883:1.2-c")
def test_equally_rich_players_share_the_victory() -> None:
    assert position("4").game.result().winners == (A, B, C)
