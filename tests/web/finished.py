"""Finished games of all titles, as saves that a server imports."""

from __future__ import annotations

from functools import cache

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import CHANCE
from stockrail.core.saving import dump
from stockrail.rules.actions import Answer, ProposeEnd
from stockrail.rules.game import RailGame

TITLES = ("18EU", "1862", "1883", "18FB")
NAMES = ("Ada", "=SUM(A1)", "Cy")
ACTIONS = 420


@cache
def running(title: str) -> bytes:
    """A random game that has come far: operating rounds, dividends, trains."""
    game = _played(title)
    return dump(game)


@cache
def finished(title: str) -> bytes:
    """The same, at whose end all players agree to stop."""
    game = _played(title)
    assert game.actor is not None
    game.push(ProposeEnd(game.actor))
    while not game.is_over:
        assert game.actor is not None
        game.push(Answer(game.actor, True))
    return dump(game)


def _played(title: str) -> RailGame:
    game, bot = stockrail.new(title, NAMES, seed=3), RandomBot(5)
    while game.ply < ACTIONS or game.actor == CHANCE:
        game.push(bot.choose(game))
    return game
