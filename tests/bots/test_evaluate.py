"""What bots believe positions to be worth: sane numbers everywhere, no steps where a company grows up."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from stockrail.bots import RandomBot
from stockrail.bots.effort import Effort
from stockrail.bots.evaluate import STAGES, Evaluation, Weights, features, tables_for, usual_tables, weights_for
from stockrail.bots.prospects import DUTIES, FEATURES, FLEET, NEED, UPGRADE
from stockrail.bots.sight import Sight
from stockrail.core import CHANCE, ActionRange
from stockrail.rules.actions import Bid, BuyShare, Pass, StartCompany
from stockrail.rules.game import RailGame, begin
from stockrail.rules.outlook import Standing
from stockrail.rules.shares import shares_of
from stockrail.rules.state import certs_at
from stockrail.rules.stock import SellingTurn
from stockrail.rules.train_step import TrainStep
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles import title as find_title

ALL = ["Mini", "18EU", "1862", "1883"]
MUCH = 10**9


def random_game(title: str, seed: int, every: int, most: int = 700) -> Iterator[RailGame]:
    """Every so many actions of a game between random players; not where chance decides, for bots ask nothing there."""
    found = find_title(title)
    game = begin(found, ["Ada", "Ben", "Cy", "Dee"][: min(4, found.players[-1])], seed=seed)
    bot = RandomBot(seed)
    while not game.is_over and game.ply < most:
        if game.ply % every == 0 and game.actor != CHANCE:
            yield game
        game.push(bot.choose(game))


def evaluation(game: RailGame) -> tuple[Sight, Evaluation]:
    sight = Sight(game, Effort(MUCH))
    return sight, Evaluation(game, sight, weights_for(game.title))


@pytest.mark.parametrize("name", [*ALL, "18FB"])
def test_features_are_finite_numbers_in_every_position(name: str) -> None:
    for game in random_game(name, seed=3, every=13):
        rows = features(game, Sight(game, Effort(MUCH)))
        assert len(rows) == len(game.players)
        assert all(len(row) == len(FEATURES) and all(map(math.isfinite, row)) for row in rows)


@pytest.mark.parametrize("name", ALL)
def test_companies_that_an_action_does_not_touch_keep_their_value(name: str) -> None:
    for game in random_game(name, seed=4, every=23):
        sight, judge = evaluation(game)
        for entry in game.legal_actions()[:12]:
            game.push(entry.lowest() if isinstance(entry, ActionRange) else entry)
            anew = [sum(judge.weighed(row)) for row in features(game, sight)]
            assert judge.values(game) == pytest.approx(anew), entry
            game.pop()


@pytest.mark.parametrize("name", [name for name in ALL if name != "1883"])  # there they have other things, too
def test_players_who_swap_all_they_have_swap_their_values(name: str) -> None:
    for game in random_game(name, seed=5, every=41):
        before = features(game, Sight(game, Effort(MUCH)))
        twin = swapped(game, 0, 1)
        after = features(twin, Sight(twin, Effort(MUCH)))
        assert after[0] == pytest.approx(before[1])
        assert after[1] == pytest.approx(before[0])


def swapped(game: RailGame, one: int, other: int) -> RailGame:
    """The same position, with cash and certificates of two players exchanged."""
    position = Position.of(game)
    mine, theirs = game.state.cash[one], game.state.cash[other]
    position.cash(one, theirs).cash(other, mine)
    for company in game.title.companies:
        shelves = position.state.shelves
        kept, given = list(shelves.on(certs_at(one, company))), list(shelves.on(certs_at(other, company)))
        for cert in kept:
            shelves.move(cert, certs_at(other, company))
        for cert in given:
            shelves.move(cert, certs_at(one, company))
    return position.game


# -- continuity -----------------------------------------------------------------------------------------------------


def rise(game: RailGame, action: BuyShare | Pass) -> float:
    """By how much an action raises the value of whoever takes it."""
    _, judge = evaluation(game)
    before = judge.values(game)[action.player]
    game.push(action)
    after = judge.values(game)[action.player]
    game.pop()
    return after - before


@pytest.mark.parametrize("held", [3, 4])
def test_the_share_that_floats_a_company_is_worth_its_price(held: int) -> None:
    position = Position("18EU").corporation("SNCF", {0: held}, cash=200, floated=False, turns=0).cash(0, 400)
    assert rise(position.token("SNCF", "A10").stock_round(0), BuyShare(0, "SNCF", "SNCF")) > 0


def test_a_company_is_not_worth_less_for_having_floated() -> None:
    worth = []
    for held in (3, 4, 5):
        position = Position("18EU").corporation("SNCF", {0: held}, cash=100 * held, floated=held == 5, turns=0)
        game = position.token("SNCF", "A10").cash(0, 900 - 100 * held).stock_round(0)
        worth.append(evaluation(game)[1].values(game)[0])
    assert worth == sorted(worth)


def test_the_end_of_the_first_turn_costs_nothing() -> None:
    position = Position("18EU").corporation("SNCF", {0: 5}, cash=60, turns=0).token("SNCF", "A10").train("3", "SNCF")
    game = position.operating("SNCF", "BuyTrains", alone=True)
    _, judge = evaluation(game)
    before = judge.values(game)[0]
    while not game.state.turns.get("SNCF"):
        game.push(Pass(0))
    assert judge.values(game)[0] >= before - 1


def test_a_charter_that_cannot_be_paid_is_a_danger() -> None:
    game = begin(find_title("1862"), ["Ada", "Ben", "Cy"], seed=1)
    company = next(entry.action.item for entry in game.legal_actions() if isinstance(entry, ActionRange))
    game.push(Bid(0, company, 0))
    while game.actor != 0:
        game.push(Pass(game.actor or 0))
    game.push(StartCompany(0, company, 62))
    dangers = []
    for cash in (200, 62, 0):
        poorer = Position.of(game).cash(0, cash).game
        dangers.append(features(poorer, Sight(poorer, Effort(MUCH)))[0][DUTIES])
    assert dangers == sorted(dangers)
    assert dangers[0] < 50 and dangers[-1] > 300


# -- trains ---------------------------------------------------------------------------------------------------------


def feature(game: RailGame, place: int, seat: int = 0) -> float:
    return features(game, Sight(game, Effort(MUCH)))[seat][place]


@pytest.mark.parametrize("name", ["18EU", "1862"])
def test_money_for_a_better_train_counts_up_to_its_price(name: str) -> None:
    found = 0
    for game in random_game(name, seed=11, every=1):
        company, player = game.decision.subject(game) if game.decision else None, game.actor
        if not isinstance(game.decision, TrainStep) or not isinstance(company, str) or player is None:
            continue
        if not trains_of(game, company):
            continue
        price = game.title.outlook.cheapest_train(game, company)
        purses = (0, price // 2, price, 2 * price)
        saved = [feature(Position.of(game).cash(company, cash).game, UPGRADE, player) for cash in purses]
        others, half, whole, more = saved  # without money only the player's other companies count
        assert whole == pytest.approx(more)
        if whole > others:
            assert half - others == pytest.approx((whole - others) / 2, rel=0.01)
            found += 1
        if found > 5:
            return
    pytest.fail("no train was worth saving for")


def test_every_company_saves_also_in_a_stock_round() -> None:
    assert any(
        feature(game, UPGRADE, seat) > 0
        for game in random_game("18EU", seed=12, every=7)
        if isinstance(game.decision, SellingTurn)
        for seat in game.seats
    )


def test_trains_that_last_count_more_than_those_that_rust() -> None:
    fleets = []
    for train in ("2-0", "3-0", "4-0"):
        position = Position("18EU").phase("3").corporation("SNCF", {0: 6}, cash=0).token("SNCF", "A10")
        fleets.append(feature(position.train(train, "SNCF").stock_round(0), FLEET))
    assert 0 < fleets[0] < fleets[1] < fleets[2]


def test_a_player_who_never_pays_for_trains_risks_the_shares_of_a_company_without_one() -> None:
    """In 18EU the president pays what is missing; in 1862 what they hold of the company is at stake."""
    for game in random_game("1862", seed=13, every=1):
        for company in game.title.companies:
            player = game.title.controller(game, company)
            if player is None or not (held := shares_of(game, player, company)) or trains_of(game, company):
                continue
            if game.title.outlook.standing(game, company) != Standing.OPERATED:
                continue
            poor, rich = (Position.of(game).cash(company, cash).game for cash in (0, 5000))
            price = game.title.grid.price(game.state.cell[company])
            assert feature(poor, NEED, player) - feature(rich, NEED, player) == pytest.approx(held * price)
            return
    pytest.fail("no company lost its trains")


# -- weights --------------------------------------------------------------------------------------------------------


def test_between_two_stages_weights_are_mixed() -> None:
    cash = {stage: {"cash": float(n)} for n, stage in enumerate(STAGES)}
    weights = Weights({"all": {"envy": 0.0, "boldness": 1.0, "variety": 1.0}, **cash})
    assert [weights.at(stage)[0] for stage in (0.0, 0.25, 0.5, 0.75, 1.0)] == [0.0, 0.5, 1.0, 1.5, 2.0]


def test_a_title_may_have_weights_of_its_own() -> None:
    assert tables_for(find_title("Mini")) == usual_tables()
    own = tables_for(find_title("1862"))
    assert own["all"]["boldness"] < usual_tables()["all"]["boldness"]
    assert own["early"] == usual_tables()["early"]
