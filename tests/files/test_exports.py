"""A running game as a file: all that has happened, nothing that is yet to be drawn."""

from __future__ import annotations

import json

import pytest
from tests.web.finished import TITLES

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import CHANCE
from stockrail.core.saving import dump
from stockrail.files import load_bytes
from stockrail.files.exports import dump_running
from stockrail.rules.game import RailGame

SEED = 987_654_321_987_654_321


def played(title: str, actions: int = 420) -> RailGame:
    game, bot = stockrail.new(title, ["Ada", "Ben", "Cy"], seed=SEED), RandomBot(5)
    while game.ply < actions or game.actor == CHANCE:
        game.push(bot.choose(game))
    return game


@pytest.mark.parametrize("title", TITLES)
def test_an_export_leads_to_the_same_position_without_the_seed(title: str) -> None:
    game = played(title)
    data = dump_running(game)
    assert str(SEED).encode() not in data
    assert json.loads(data)["withheld"].startswith("the seed of this game")
    again = load_bytes(data)
    assert again.seed != SEED
    assert (again.key(), again.actor, again.players) == (game.key(), game.actor, game.players)
    assert again.actions == game.actions
    assert again.title.drawn(again) == game.title.drawn(game)


@pytest.mark.parametrize("title", TITLES)
def test_a_game_goes_on_from_an_export(title: str) -> None:
    again, bot = load_bytes(dump_running(played(title, 60))), RandomBot(6)
    for _ in range(60):
        again.push(bot.choose(again))
    assert again.title.audit(again) == []
    assert load_bytes(dump(again)).key() == again.key()


def test_what_comes_later_is_drawn_anew() -> None:
    """Of many exports of one moment, the next cards differ; had they the game's seed, they would be the game's own."""
    game = played("1883", 60)
    cards = set()
    for _ in range(4):
        again, bot = load_bytes(dump_running(game)), RandomBot(6)
        while again.ply < 330:
            again.push(bot.choose(again))
        cards.add(tuple(event["event"] for event in again.log if event.kind == "event_drawn"))
    assert len(cards) > 1


def test_real_dice_stay_real() -> None:
    game = stockrail.new("1883", ["Ada", "Ben", "Cy"], seed=SEED, real_dice=True)
    assert load_bytes(dump_running(game)).real_dice
