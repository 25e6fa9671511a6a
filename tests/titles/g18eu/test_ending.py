"""18EU 5: the last rounds, the sums of the final account, and the last solvent player."""

import pytest

from stockrail import IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import BuyShare, GoBankrupt, Pass, PayOut, RunTrains, SellShares
from stockrail.rules.rounds import current_round
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BANK, POOL, Holder
from stockrail.testing import Position
from stockrail.titles.g18eu.actions import Exchange
from stockrail.titles.g18eu.exchange import FinalExchange

Round = tuple[int, str, int | None]


def refusal(game: RailGame, action: Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
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


def rest_of(game: RailGame, last: Round = (9, "", None)) -> list[Round]:
    """The rounds that still come until the game is over, or until a given one."""
    rounds = [round_of(game)]
    while not game.is_over and rounds[-1] != last:
        game.push(quiet(game))
        if not game.is_over and round_of(game) != rounds[-1]:
            rounds.append(round_of(game))
    return rounds


def london(bank: int, shares: dict[Holder, int] | None = None) -> Position:
    """SNCF earns 90: Paris 40, Lille 10, London 40. Ada holds what the bank lacks."""
    position = Position("18EU").phase("3").corporation("SNCF", shares or {0: 5, 1: 2}).token("SNCF", "A10")
    position.train("5-0", "SNCF").tiles(B9=("8", 1), B7=("58", 0))
    return position.cash(1, 300).cash(2, 300).bank(bank)


def run(game: RailGame) -> None:
    action = game.legal_actions()[0]
    assert isinstance(action, RunTrains)
    game.push(action)


# -- when it ends ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:5-a", "18EU:4-a")
def test_a_bank_that_runs_out_in_a_stock_round_leaves_two_operating_rounds() -> None:
    game = london(100).stock_round(1)
    game.push(SellShares(1, "SNCF", 1))
    assert game.state.cash[BANK] == 0
    assert rest_of(game) == [(2, "stock", None), (2, "operating", 1), (2, "operating", 2)]
    assert game.is_over
    assert game.result().reason == "bank"


@pytest.mark.rule("18EU:5-a", "18EU:4-a")
@pytest.mark.parametrize(
    ("nth", "rounds"), [(1, [(2, "operating", 1), (2, "operating", 2)]), (2, [(2, "operating", 2)])]
)
def test_a_bank_that_runs_out_in_an_operating_round_ends_the_game_after_the_second(
    nth: int, rounds: list[Round]
) -> None:
    game = london(90).operating("SNCF", "RunStep", nth=nth)
    run(game)
    assert game.state.cash[BANK] == 90
    game.push(PayOut(0, "SNCF", "withhold"))
    assert game.state.cash[BANK] == 0
    assert not game.is_over
    assert rest_of(game) == rounds
    assert game.is_over


@pytest.mark.rule("18EU:5-a")
def test_a_bank_with_one_pound_left_ends_nothing() -> None:
    game = london(91).operating("SNCF", "RunStep", nth=2)
    run(game)
    game.push(PayOut(0, "SNCF", "withhold"))
    assert game.state.cash[BANK] == 1
    assert rest_of(game, (3, "stock", None)) == [(2, "operating", 2), (3, "stock", None)]
    assert not game.is_over


@pytest.mark.rule("18EU:5-a")
def test_a_bank_that_ran_out_stays_out_although_money_comes_back() -> None:
    game = london(100, {0: 5, 1: 2, POOL: 1}).stock_round(1)
    game.push(SellShares(1, "SNCF", 1))
    game.push(BuyShare(2, "SNCF", POOL))
    assert game.state.cash[BANK] == 90
    rest_of(game)
    assert (game.is_over, game.result().reason) == (True, "bank")


@pytest.mark.rule("18EU:5-a")
def test_a_bank_that_runs_out_in_the_final_exchange_leaves_a_whole_turn() -> None:
    """Minor 3 makes SNCF float; the bank pays 500 for its other five shares (4.2.2-l)."""
    position = Position("18EU").phase("5").corporation("SNCF", {1: 4}, floated=False, turns=0).token("SNCF", "A10")
    position.owned("3", 0).no_trains("3").train("5-0", "3").cash(1, 200).cash(2, 200).bank(500)
    position.state.flags["exchange"] = "due"
    game = position.round(FinalExchange(2, 0), coming="stock")
    game.push(Exchange(0, "3", "SNCF", "SNCF"))
    assert game.state.cash[BANK] == 0
    game.push(Pass(1))  # the president leaves the token
    assert rest_of(game) == [(2, "stock", None), (2, "operating", 1), (2, "operating", 2)]
    assert game.is_over


@pytest.mark.rule("18EU:5-a")
def test_nothing_can_be_done_after_the_end() -> None:
    game = london(100).stock_round(1)
    game.push(SellShares(1, "SNCF", 1))
    rest_of(game)
    assert game.decision is None
    assert game.legal_actions() == game.legal_actions(0) == []
    assert refusal(game, Pass(0)) == ("game_over", "5-a")


# -- the last payments -----------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:5-b")
def test_dividends_are_paid_in_full_by_a_bank_that_has_not_enough() -> None:
    """A full dividend of 90: five shares of Ada, two of Ben, three of the treasury."""
    game = london(10).operating("SNCF", "RunStep", nth=1)
    ada = game.state.cash[0]
    run(game)
    game.push(PayOut(0, "SNCF", "full"))
    assert [game.state.cash[holder] for holder in (0, 1, "SNCF", BANK)] == [ada + 45, 318, 27, 10 - 90]
    while round_of(game) != (2, "operating", 2) or not isinstance(game.legal_actions()[0], RunTrains):
        game.push(quiet(game))
    run(game)
    game.push(PayOut(0, "SNCF", "full"))
    assert [game.state.cash[holder] for holder in (0, 1, "SNCF", BANK)] == [ada + 90, 336, 54, 10 - 180]
    assert [event.kind for event in game.log].count("bank_runs_out") == 1


@pytest.mark.rule("18EU:5-b")
def test_sales_are_paid_in_full_by_a_bank_that_has_not_enough() -> None:
    game = london(30).stock_round(1)
    game.push(SellShares(1, "SNCF", 2))
    assert (game.state.cash[1], game.state.cash[BANK]) == (500, -170)


# -- the account -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("18EU:5-c", "18EU:1.3-a", "18EU:1.3-b")
def test_worth_is_cash_and_shares_at_the_prices_after_the_last_round() -> None:
    """SNCF withholds 90 twice and falls from 100 to 82; Cy's minor and what companies own count for nothing."""
    position = london(90).owned("5", 2, cash=70)
    cash = [position.state.cash[seat] for seat in range(3)]
    game = position.operating("SNCF", "RunStep", nth=1)
    while not game.is_over:
        menu = game.legal_actions()
        game.push(PayOut(0, "SNCF", "withhold") if PayOut(0, "SNCF", "withhold") in menu else quiet(game))
    assert game.state.cash["SNCF"] == 180
    assert game.result().worth == (cash[0] + 5 * 82, cash[1] + 2 * 82, cash[2])
    assert game.result().winners == (0,)


@pytest.mark.rule("18EU:5-c")
def test_shares_of_a_corporation_that_never_floated_count_at_its_price() -> None:
    game = Position("18EU").corporation("FS", {1: 3}, value=75, floated=False, turns=0).cash(1, 4).stock_round(0)
    assert game.result().worth[1] == 4 + 3 * 75


# -- bankruptcies ----------------------------------------------------------------------------------------------------


def broke(players: int) -> RailGame:
    """Ada must buy a train for FS and has nothing; FS stays with nobody."""
    position = Position("18EU", players).phase("3").corporation("FS", {0: 2}).token("FS", "E18").cash(0, 0)
    for seat in range(1, players):
        position.cash(seat, 100 * seat)
    return position.corporation("NS", {1: 4}).operating("FS", "BuyTrains")


@pytest.mark.rule("18EU:5-d")
def test_the_last_solvent_player_wins_at_once() -> None:
    game = broke(2)
    game.push(GoBankrupt(0, "FS"))
    assert game.is_over
    assert game.result().worth == (0, 100 + 4 * 100)
    assert (game.result().winners, game.result().reason) == ((1,), "bankruptcy")
    assert refusal(game, Pass(1)) == ("game_over", "5-a")


@pytest.mark.rule("18EU:5-d")
def test_two_solvent_players_go_on() -> None:
    game = broke(3)
    game.push(GoBankrupt(0, "FS"))
    assert not game.is_over
    assert (owner_of(game, "FS"), percent_of(game, "FS", "FS")) == (None, 100)
    assert game.actor == 1


@pytest.mark.rule("18EU:5-d")
def test_the_last_but_one_bankruptcy_ends_the_game_whatever_the_last_player_has() -> None:
    """Ada is out already; Ben follows; Cy, who has nothing at all, wins."""
    position = Position("18EU").phase("3").corporation("FS", {1: 2}).token("FS", "E18")
    position.state.bankrupt[0] = True
    for seat in range(3):
        position.cash(seat, 0)
    game = position.operating("FS", "BuyTrains")
    game.push(GoBankrupt(1, "FS"))
    assert game.is_over
    assert game.result().worth == (0, 0, 0)
    assert game.result().winners == (2,)


# -- nothing more to do ----------------------------------------------------------------------------------------------


def last_corporation_closes(cash: int) -> RailGame:
    """Phase 5: Ada's FS is the only company and closes with her bankruptcy; Ben and Cy have this much each."""
    position = Position("18EU").phase("5").corporation("FS", {0: 2}).token("FS", "E18").cash(0, 0)
    game = position.cash(1, cash).cash(2, cash).operating("FS", "BuyTrains")
    game.push(GoBankrupt(0, "FS"))
    return game


def test_a_game_in_which_nobody_can_do_anything_any_more_ends() -> None:
    """Starting a corporation costs 140."""
    game = last_corporation_closes(139)
    assert (game.is_over, game.result().reason) == (True, "standstill")
    assert (game.result().worth, game.result().winners) == ((0, 139, 139), (1, 2))
    game.pop()
    assert not game.is_over


def test_as_long_as_anybody_can_do_something_it_goes_on() -> None:
    game = last_corporation_closes(140)
    for _ in range(100):
        game.push(quiet(game))
    assert not game.is_over


def test_falling_prices_are_waited_for() -> None:
    """FS earns nothing twice a turn and falls from 400 by 16 columns and 6 rows; at 40 Ben can buy a share."""
    position = Position("18EU").phase("5").corporation("FS", {0: 5, POOL: 5}).price("FS", 0, 16).train("5-0", "FS")
    game = position.cash(0, 0).cash(1, 40).cash(2, 0).stock_round(1)
    assert game.legal_actions() == [BuyShare(1, "FS", POOL), Pass(1)]
    assert game.state.cell["FS"] == (6, 0)
    assert round_of(game) == (2 + 11, "stock", None)
