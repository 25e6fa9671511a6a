"""What the outlook of 1883 tells computer players: duties, incomes, prices, and what private companies are worth."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.bots.greedy import GreedyBot
from stockrail.rules.actions import Bid
from stockrail.rules.cards import close_card, give_card
from stockrail.rules.game import RailGame
from stockrail.rules.outlook import Due, Duty, IncomeShare, Missed
from stockrail.rules.prices import price
from stockrail.rules.state import IPO, POOL, certs_at
from stockrail.testing import Position
from stockrail.titles.g1883.effects import card_of
from stockrail.titles.g1883.events import strike
from stockrail.titles.g1883.outlook import CONCESSION, PRESIDENCY
from stockrail.titles.g1883.state import SPARE_COACHES, coach_at

from .lying import TITLE

A, B, C = range(3)
OUTLOOK = TITLE.outlook


def sale(players: int = 3) -> Any:
    return RailGame(TITLE, ["Ada", "Ben", "Cy", "Dee"][:players])


def position(phase: str = "2", company: str = "FBV", cash: int = 300) -> Any:
    found: Any = Position(TITLE, 3).phase(phase).corporation(company, {A: 4, B: 2}, 100, cash)
    found.state.flags["ccfr_president"] = C
    return found


# -- duties, incomes, prices, trains --------------------------------------------------------------------------------


def test_the_president_is_told_the_penalty_of_a_concession_and_the_rounds_until_it_is_due() -> None:
    found = position()
    found.state.concession["1"], found.state.clock["1"] = "FBV", 1
    penalty = Duty(CONCESSION, "FBV", Due.CLOCK, 0, Missed.FINE, fine=30, rounds=1)
    assert penalty in OUTLOOK.duties(found.game, A)
    assert not [duty for duty in OUTLOOK.duties(found.game, B) if duty.kind == CONCESSION]


def test_what_shares_in_the_pool_earn_is_the_company_s_own_income() -> None:
    found = position()
    certificates = found.state.shelves.on(certs_at(IPO, "FBV"))[:3]
    for certificate in certificates:
        found.state.shelves.move(certificate, certs_at(POOL, "FBV"))
    assert OUTLOOK.income_share(found.game, "FBV", "FBV") == IncomeShare(3)


@pytest.mark.parametrize(("paid", "moves"), [(0, -10), (90, 0), (100, 10)])
def test_a_dividend_below_the_price_leaves_it_as_it_is(paid: int, moves: int) -> None:
    game = position().game
    assert OUTLOOK.price_after(game, "FBV", paid).price == price(game, "FBV") + moves


def test_coaches_need_no_trains_and_earn_by_the_coaches_they_may_place() -> None:
    found = position(company="SARSA")
    assert not OUTLOOK.runs_trains(found.game, "SARSA")
    assert not OUTLOOK.trains_coming(found.game, "SARSA")
    assert OUTLOOK.cheapest_train(found.game, "SARSA") == 0
    at_launch = OUTLOOK.hoped_income(found.game, "SARSA")
    for hex_ in ("15", "85", "14", "84"):
        found.state.shelves.move(found.state.shelves.on(SPARE_COACHES)[0], coach_at(hex_))
    assert OUTLOOK.hoped_income(found.game, "SARSA") > at_launch > 0


def test_a_company_on_strike_earns_nothing_in_its_next_run() -> None:
    game = position().game
    assert OUTLOOK.next_run(game, "FBV", 120) == 120
    strike(game, card_of(game, "general_strike"), "FBV")
    assert OUTLOOK.next_run(game, "FBV", 120) == 0


# -- private companies ----------------------------------------------------------------------------------------------


def test_every_private_company_is_worth_more_than_it_costs_in_the_beginning() -> None:
    game = sale()
    dear = [card.id for card in TITLE.cards.values() if OUTLOOK.card_worth(game, card.id, 8.0) <= card.price]
    assert not dear, "nobody would buy these, and the sale would go on until the bank breaks"


def test_a_presidency_is_worth_its_two_shares_at_the_highest_par_and_the_control() -> None:
    assert OUTLOOK.card_worth(sale(), "FSF-P", 8.0) == 2 * 100 + PRESIDENCY


def test_a_share_that_came_with_a_private_company_counts_by_itself() -> None:
    game = sale()
    for_sale, had = OUTLOOK.card_worth(game, "FCV", 4.0), OUTLOOK.other_worth(game, A)
    give_card(game, "FCV", A)
    game.state.shelves.move(game.state.shelves.on(certs_at(IPO, "FBV"))[1], certs_at(A, "FBV"))
    assert OUTLOOK.card_worth(game, "FCV", 4.0) + OUTLOOK.other_worth(game, A) == for_sale + had
    assert OUTLOOK.card_worth(game, "FCV", 4.0) < for_sale


def test_a_private_company_pays_until_the_first_5_at_most() -> None:
    found = position(phase="4")
    give_card(found.game, "TCB", A)
    assert OUTLOOK.rounds_paid(found.game, "TCB", 20.0) < 6
    close_card(found.game, "TCB")
    assert OUTLOOK.card_worth(found.game, "TCB", 20.0) == 0


def test_standing_bids_name_the_highest_bidder() -> None:
    game = sale()
    game.push(Bid(A, "FCV", 105))
    game.push(Bid(B, "FCV", 120))
    (stake,) = OUTLOOK.standing_bids(game)
    assert (stake.item, stake.price, stake.leader, stake.least) == ("FCV", 120, B, 125)


def test_a_concession_is_worth_more_the_nearer_its_places_are() -> None:
    found = position()
    found.state.concession["1"], found.state.clock["1"] = "FBV", 0  # from FBV's home
    found.state.concession["3"], found.state.clock["3"] = "FBV", 0  # in the far west
    near, far = (c for c in TITLE.facts["concessions"] if c["id"] in "13")
    assert OUTLOOK._prize(found.game, "FBV", near) > 0 > OUTLOOK._prize(found.game, "FBV", far)


# -- what bots make of it -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_players_buy_all_private_companies_and_keep_money_for_a_company(players: int) -> None:
    game, bots = sale(players), [GreedyBot(seat) for seat in range(players)]
    for _ in range(200):
        if not any(type(frame).__name__ == "PrivateRound" for frame in game.stack):
            break
        game.push(bots[game.actor].choose(game))
    prices = {event["item"]: event["price"] for event in game.log if event.kind == "gets_private"}
    assert set(prices) == set(TITLE.cards)
    start = sale(players)
    assert all(paid <= 1.15 * OUTLOOK.card_worth(start, card, 10.0) for card, paid in prices.items())
    assert max(game.state.cash[seat] for seat in range(players)) >= 130, "somebody can start a company"


def test_a_greedy_player_does_not_outbid_what_a_private_company_is_worth() -> None:
    game = sale(2)
    game.push(Bid(A, "FRV", 200))
    chosen = GreedyBot().choose(game)
    assert not (isinstance(chosen, Bid) and chosen.item == "FRV")
