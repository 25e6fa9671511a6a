"""The beginning of a game between random players, audited after each action; `whole_games.py` plays to the end."""

from __future__ import annotations

from typing import Any

from stockrail.bots import RandomBot
from stockrail.rules.game import RailGame
from stockrail.testing.conformance import check_doors
from stockrail.words import Speaker

from .holding import TITLE

ACTIONS, DOORS = 300, 50


def test_a_game_begins_can_be_told_and_taken_back() -> None:
    game: Any = RailGame(TITLE, ["Ada", "Ben", "Cy"], seed=31)
    begun, bot = game.state.picture(), RandomBot(31)
    for ply in range(ACTIONS):
        if ply % DOORS == 0:
            check_doors(game)
        game.push(bot.choose(game))
        assert TITLE.audit(game) == [], (ply, game.actions[-1])
    told = Speaker(game).log(game.log)
    assert told and not [line for line in told if "{" in line or "_" in line]
    while game.ply:
        game.pop()
    assert game.state.picture() == begun
