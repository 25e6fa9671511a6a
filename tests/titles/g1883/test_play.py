"""Whole games between random players: they come to an end of the rulebook, and everything adds up after each action."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from stockrail.bots import RandomBot
from stockrail.core import Action
from stockrail.rules.actions import BuyShare, BuyTrain, PayOut, StartCompany
from stockrail.rules.game import RailGame
from stockrail.rules.state import IPO
from stockrail.testing.conformance import check_doors
from stockrail.words import Speaker

from .eventful import Scene
from .lying import TITLE

ALL_VARIANTS = tuple(option.name for option in TITLE.options)
DEFAULTS = {ruling.name: ruling.default for ruling in TITLE.rulings}
OTHERWISE = {ruling.name: list(ruling.answers)[-1] for ruling in TITLE.rulings}
GAMES: dict[str, tuple[int, tuple[str, ...], dict[str, str], int]] = {
    "two players": (2, (), DEFAULTS, 1),
    "three who must merge": (3, ("mandatory_merging",), DEFAULTS, 3),
    "four with bombs": (4, ("bombs_away",), DEFAULTS, 0),
    "two with a stronger FMV": (2, ("strengthen_the_weak",), DEFAULTS, 5),
    "three with every variant and all other rulings": (3, ALL_VARIANTS, OTHERWISE, 7),
}
ENDS = ("bank", "bankruptcy", "stock_market")
COMMON = {
    "merges", "is_capitalised", "loots", "gravity_die", "gravity_goes_back", "tile_is_lowered", "misses_concession",
    "buys_concession", "buys_private", "swaps_private", "places_anchor", "issues", "president_helps", "company_avoids",
    "company_is_hit", "loses_train", "train_leaves_game", "places_coach", "corporation_closes", "buys_support",
}  # fmt: skip
DOORS = 9  # each so many actions all of the menu is checked


@cache
def played(name: str) -> Any:
    """A whole game, audited after each action."""
    players, options, rulings, seed = GAMES[name]
    game: Any = RailGame(TITLE, ["Ada", "Ben", "Cy", "Dee"][:players], options, rulings, seed)
    bot = RandomBot(seed)
    while not game.is_over:
        assert game.ply < 5000, f"no end in sight: {game.stack}"
        if game.ply % DOORS == 0:
            check_doors(game)
        game.push(bot.choose(game))
        assert TITLE.audit(game) == [], (game.ply, game.actions[-1])
    return game


@pytest.mark.parametrize("name", GAMES)
def test_a_game_comes_to_an_end_of_the_rulebook_and_nothing_is_ever_lost(name: str) -> None:
    game = played(name)
    assert game.result().reason in ENDS
    assert TITLE.phase_numbers[game.phase.name] >= 5


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_happens_can_be_told(name: str) -> None:
    game = played(name)
    told = Speaker(game).log(game.log)
    assert not [line for line in told if "{" in line or "_" in line]


def test_a_whole_game_can_be_taken_back_and_played_again() -> None:
    game = played("two players").fork()
    end, actions, begun = (
        game.state.picture(),
        game.actions,
        RailGame(TITLE, ["Ada", "Ben"], rulings=DEFAULTS).state.picture(),
    )
    while game.ply:
        game.pop()
    assert game.state.picture() == begun
    for action in actions:
        game.push(action)
    assert game.state.picture() == end


def test_these_games_meet_every_phase_and_company_and_nearly_every_card() -> None:
    log = [event for name in GAMES for event in played(name).log]
    assert {event["phase"] for event in log if event.kind == "phase_begins"} == set(TITLE.phases) - {"1"}
    assert {event["company"] for event in log if event.kind == "operates"} == set(TITLE.companies)
    cards = {event["event"] for event in log if event.kind == "event_drawn"}
    assert len(cards) > 0.8 * len(TITLE.facts["events"])
    assert {event.kind for event in log} >= COMMON


# -- what random players like ---------------------------------------------------------------------------------------


def test_random_players_pay_dividends_and_buy_what_helps_their_companies_but_do_everything_at_times() -> None:
    scene = Scene().railway("FBV", 0)
    scene.train("2-2", "FBV")
    game = scene.game
    liked: list[tuple[Action, Action]] = [
        (PayOut(0, "FBV", "full"), PayOut(0, "FBV", "withhold")),
        (PayOut(0, "CCFR", "full"), PayOut(0, "CCFR", "loot")),
        (BuyShare(0, "FBV", IPO), BuyShare(0, "FBV", "pool")),
        (StartCompany(0, "SV", 100), StartCompany(0, "SV", 65)),
        (BuyTrain(0, "SV", "2-3", 80), BuyTrain(0, "SV", "2-2", 80)),
    ]
    for more, less in liked:
        assert TITLE.random_taste(game, more) > TITLE.random_taste(game, less) > 0
