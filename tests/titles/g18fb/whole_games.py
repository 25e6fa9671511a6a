"""Whole games between random players: they come to an end of the rulebook, and everything adds up after each action."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from stockrail.bots import RandomBot
from stockrail.rules.game import RailGame
from stockrail.testing.conformance import check_doors
from stockrail.words import Speaker

from .holding import TITLE

DEFAULTS = {ruling.name: ruling.default for ruling in TITLE.rulings}
OTHERWISE = {ruling.name: list(ruling.answers)[-1] for ruling in TITLE.rulings}
GAMES: dict[str, tuple[int, dict[str, str], int]] = {
    "three players": (3, DEFAULTS, 31),
    "four players": (4, DEFAULTS, 32),
    "five with all other rulings": (5, OTHERWISE, 33),
    "six players": (6, DEFAULTS, 34),
}
ENDS = ("bank", "bankruptcy", "top_price")
COMMON = {
    "buys_concession", "concession_is_withdrawn", "deposit_comes_back", "interest", "interest_missed", "dividend",
    "reaches_destination", "builds_line", "uses_power", "card_closes", "deposit_is_lost", "wins_regional",
    "token_waits",
    "regional_income", "regional_bonus", "gets_marker", "buys_regional", "train_is_exported", "takes_over",
    "company_buys", "company_sells", "president_helps", "chooses_base", "places_home", "goes_bankrupt",
}  # fmt: skip
DOORS = 97  # each so many actions all of the menu is checked


@cache
def played(name: str) -> Any:
    """A whole game, audited after each action. Whoever is above the limit of certificates has not bought (2.3-h)."""
    players, rulings, seed = GAMES[name]
    game: Any = RailGame(TITLE, ["Ada", "Ben", "Cy", "Dee", "Eve", "Fay"][:players], (), rulings, seed)
    bot = RandomBot(seed)
    while not game.is_over:
        assert game.ply < 8000, f"no end in sight: {game.stack}"
        if game.ply % DOORS == 0:
            check_doors(game)
        game.push(bot.choose(game))
        assert TITLE.audit(game) == [], (game.ply, game.actions[-1])
    return game


@pytest.mark.rule("18FB:1.1-c")
@pytest.mark.parametrize("name", GAMES)
def test_a_game_comes_to_an_end_of_the_rulebook_and_nothing_is_ever_lost(name: str) -> None:
    assert played(name).result().reason in ENDS


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_happens_can_be_told(name: str) -> None:
    game = played(name)
    told = Speaker(game).log(game.log)
    assert not [line for line in told if "{" in line or "_" in line]


def test_a_whole_game_can_be_taken_back_and_played_again() -> None:
    players, rulings, seed = GAMES["three players"]
    game = played("three players").fork()
    begun: Any = RailGame(TITLE, ["Ada", "Ben", "Cy"][:players], rulings=rulings, seed=seed)
    end, actions = game.state.picture(), game.actions
    while game.ply:
        game.pop()
    assert game.state.picture() == begun.state.picture()
    for action in actions:
        game.push(action)
    assert game.state.picture() == end


def test_these_games_meet_every_phase_and_company_and_nearly_every_event() -> None:
    log = [event for name in GAMES for event in played(name).log]
    assert {event["phase"] for event in log if event.kind == "phase_begins"} == set(TITLE.phases) - {"1"}
    assert {event["company"] for event in log if event.kind == "operates"} == set(TITLE.companies)
    assert {event.kind for event in log} >= COMMON
