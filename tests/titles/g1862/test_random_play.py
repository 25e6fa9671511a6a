"""Random players get somewhere: companies float, run and buy trains, and the game comes to one of its own ends."""

from __future__ import annotations

from collections import Counter

import pytest

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import Action
from stockrail.rules.actions import PayOut
from stockrail.rules.rounds import OperatingRound, OperatingTurn
from stockrail.titles.g1862.actions import BuyTrain
from stockrail.titles.g1862.dividends import Dividend
from stockrail.titles.g1862.state import Game1862

from .conftest import Scene, menu


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 3), (6, 3), (8, 3)])
def test_a_game_by_random_players_comes_to_an_end_of_the_rulebook(players: int, seed: int) -> None:
    game = stockrail.new("1862", [f"P{n}" for n in range(players)], seed=seed)
    bot = RandomBot(seed)
    while not game.is_over:
        game.push(bot.choose(game))
    seen = Counter(event.kind for event in game.log)
    assert game.result().reason in ("bank", "lner", "stock_market")
    assert seen["floats"] >= 4 and seen["buys_train"] >= 20 and seen["operates"] >= 30


def draws(game: Game1862, kind: type[Action], weight: str) -> Counter[str]:
    """What four hundred random players do, by one field of their action."""
    chosen = [RandomBot(seed).choose(game) for seed in range(400)]
    return Counter(str(getattr(action, weight)) for action in chosen if isinstance(action, kind))


def test_they_like_trains_that_run_and_dividends_but_do_everything_at_times() -> None:
    scene = Scene().company("ENR", {0: 5}, cash=900).home("ENR").permits("ENR", "local")
    forms = draws(scene.turn_of("ENR", "BuyTrains"), BuyTrain, "form")
    assert forms["local"] > 2 * (forms["freight"] + forms["express"])
    assert forms["freight"] and forms["express"]
    game = scene.at(OperatingRound(2, 1), OperatingTurn("ENR", 5), Dividend("ENR", 60, 0, 0, ran=True))
    kinds = draws(game, PayOut, "kind")
    assert set(kinds) == {pay.kind for pay in menu(game, PayOut)} and kinds["full"] > kinds["withhold"] > 0
