"""What an action would cost its player unawares: true in the game that goes on, and silent where nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.titles.g1862.test_obligations import missed
from tests.titles.g1883.test_concessions import fbv, position

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import CHANCE, Action
from stockrail.rules.actions import Answer, BuyShare, Pass, StartCompany
from stockrail.rules.game import RailGame
from stockrail.rules.harms import Harm, harms
from stockrail.rules.outlook import TRAIN
from stockrail.rules.state import IPO
from stockrail.rules.trains import trains_of

LONGEST = 1_500


def harm_of(game: RailGame, action: Action) -> list[Harm]:
    return harms(game, action)[1]


def kinds(found: list[Harm]) -> list[str]:
    return [harm.kind for harm in found]


def played_until(title: str, kind: str, wanted: Callable[[Harm], bool] = lambda _: True) -> tuple[Any, Action, Harm]:
    """A random game in which somebody is about to do such a thing."""
    for seed in range(5, 25):
        game, bot = stockrail.new(title, ["Ada", "Ben", "Cy"], seed=seed), RandomBot(3)
        while not game.is_over and game.ply < LONGEST:
            action = game.draw() if game.actor == CHANCE else bot.choose(game)
            for harm in harm_of(game, action) if action.player >= 0 else ():
                if harm.kind == kind and wanted(harm):
                    return game, action, harm
            game.push(action)
    raise AssertionError(f"nobody does such a thing in {title}: {kind}")


def test_passing_while_a_charter_waits_names_the_fine_that_comes_if_all_pass() -> None:
    game = missed(200).in_stock_round()
    (harm,) = harm_of(game, Pass(0))
    assert (harm.kind, harm.params["amount"], harm.if_all_pass) == ("misses_obligation", 310, True)
    while game.state.cash[0] == 200:
        game.push(Pass(game.actor or 0))
    assert game.state.cash[0] == 0, "of the fine of 310 he could pay 200"


def test_passing_says_nothing_where_nothing_is_due_or_to_those_who_are_not_fined() -> None:
    game = missed(200).in_stock_round()
    game.push(BuyShare(0, "ENR", IPO))
    assert kinds(harm_of(game, Pass(1))) == []


def test_money_that_is_needed_for_a_charter_is_not_spent_unawares() -> None:
    game = missed(200, other=1).in_stock_round()
    (harm,) = harm_of(game, BuyShare(0, "EUR", IPO))
    assert harm.kind == "unaffordable" and harm.params["amount"] == 310
    assert harm.params["needed"] > harm.params["cash"]
    assert kinds(harm_of(game, BuyShare(0, "ENR", IPO))) == []


@pytest.mark.parametrize("title", ["18EU", "1883", "18FB"])
def test_a_train_that_is_given_away_has_its_price_beside_what_it_brings(title: str) -> None:
    game, action, harm = played_until(title, "gives_train")
    assert isinstance(action, Answer) and harm.params["amount"] * 2 < harm.params["price"]
    holder = harm.params["holder"]
    cash = game.state.cash[holder]
    game.push(action)
    assert harm.params["train"] not in trains_of(game, holder)
    assert game.state.cash[holder] - cash == harm.params["amount"]
    game.pop()
    assert kinds(harm_of(game, Answer(action.player, False))) == []


@pytest.mark.parametrize("title", ["1862", "1883"])
def test_a_company_that_loses_its_last_train_to_rust_is_named(title: str) -> None:
    game, action, harm = played_until(title, "rusts", lambda harm: "price" in harm.params)
    company = harm.params["company"]
    assert len(trains_of(game, company)) == harm.params["count"]
    game.push(action)
    assert not trains_of(game, company)
    duties = game.title.outlook.duties(game, action.player)
    (due,) = [duty for duty in duties if duty.kind == TRAIN and duty.company == company]
    assert due.amount == max(0, harm.params["price"] - harm.params["cash"])


@pytest.mark.parametrize("title", ["1862", "1883", "18FB"])
def test_a_company_that_can_no_longer_pay_for_its_train_is_named_once(title: str) -> None:
    game, action, harm = played_until(title, "short")
    game.push(action)
    assert game.state.cash[harm.params["company"]] == harm.params["cash"]
    assert harm.params["price"] - harm.params["cash"] == harm.params["needed"] > 0


def test_a_company_that_has_just_begun_may_still_sell_what_its_train_costs() -> None:
    game = position(phase="5").cash(0, 1_000).cash(1, 1_000).stock_round(0)
    start = next(entry for entry in game.legal_actions() if isinstance(entry, StartCompany) and entry.value >= 85)
    twin = game.fork()
    twin.push(start)
    (due,) = [duty for duty in twin.title.outlook.duties(twin, 0) if duty.kind == TRAIN]
    assert due.amount > 0 and kinds(harm_of(game, start)) == []


def test_the_last_chance_for_a_concession_is_not_passed_unawares() -> None:
    game, action, harm = played_until("1883", "overdue")
    assert isinstance(action, Pass) and harm.params["amount"] > 0
    bot = RandomBot(1)
    mark = len(game.log)
    while not any(event.kind == "round_begins" for event in game.log[mark:]):
        game.push(game.draw() if game.actor == CHANCE else bot.choose(game))
    told = [event for event in game.log[mark:] if event.kind in ("misses_concession", "completes_concession")]
    assert harm.params["company"] in [event["company"] for event in told], "it was the last round, as was said"


def test_a_penalty_that_nothing_can_stop_any_more_is_no_warning() -> None:
    """The time for a concession ends with the round: whoever sells no shares then cannot help it."""
    building = fbv(position(), clock=2).operating("FBV", "LayTrack", alone=True)
    assert kinds(harm_of(building, Pass(0))) == ["overdue"]
    selling = fbv(position(), clock=2).operating("FBV", "IssueStep", alone=True)
    assert kinds(harm_of(selling, Pass(0))) == []
    selling.push(Pass(0))
    assert "misses_concession" in [event.kind for event in selling.last_events()]


def test_a_deposit_that_a_purchase_loses_is_named() -> None:
    game, action, harm = played_until("18FB", "deposit_is_lost")
    game.push(action)
    assert any(event.kind == harm.kind and event.params == harm.params for event in game.last_events())


@pytest.mark.parametrize("title", ["18EU", "1862", "1883", "18FB"])
def test_trying_an_action_leaves_the_game_as_it_is(title: str) -> None:
    game, bot = stockrail.new(title, ["Ada", "Ben", "Cy"], seed=2), RandomBot(2)
    while not game.is_over and game.ply < 200:
        action = game.draw() if game.actor == CHANCE else bot.choose(game)
        before, log = game.key(), len(game.log)
        if action.player >= 0:
            harms(game, action)
        assert (game.key(), len(game.log)) == (before, log)
        game.push(action)
