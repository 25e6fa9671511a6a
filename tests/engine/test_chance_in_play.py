"""Draws in whole games: simulated, checked, saved and read, at the terminal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.engine.lots import lots

import stockrail
from stockrail.bots import RandomBot, match
from stockrail.core import CHANCE, Draw
from stockrail.core.saving import dump
from stockrail.files import FileError, load_bytes
from stockrail.testing import check_title, perft


@pytest.fixture(autouse=True)
def title() -> Iterator[str]:
    with lots() as name:
        yield name


def played(title: str, draws: int) -> stockrail.RailGame:
    game, bot = stockrail.new(title, ["Ada", "Ben", "Cy"], seed=5), RandomBot(5)
    while sum(isinstance(action, Draw) for action in game.actions) < draws:
        game.push(bot.choose(game))
    return game


def test_a_title_with_chance_keeps_the_contract(title: str) -> None:
    assert check_title(title, players=[3], bots=["random"]) > 100


def test_a_game_with_chance_is_simulated_with_all_checks(title: str) -> None:
    checked, plain = match(title, ["random"] * 3, seed=1, check=True), match(title, ["random"] * 3, seed=1)
    assert checked.fault is None
    assert (checked.actions, checked.worth) == (plain.actions, plain.worth)


def test_draws_are_saved_and_read_as_they_were(title: str) -> None:
    game = played(title, 2)
    again = load_bytes(dump(game))
    assert again.actions == game.actions
    assert again.state.picture() == game.state.picture()


def test_a_real_die_counts_when_it_is_read_again(title: str) -> None:
    game = played(title, 1)
    drawn = game.pop()
    assert isinstance(drawn, Draw)
    other = next(action for action in game.legal_actions() if action != drawn)
    game.push(other)
    assert load_bytes(dump(game)).state.flags["priority"] != drawn.outcome


def test_a_save_with_an_impossible_draw_is_refused(title: str) -> None:
    save = dump(played(title, 1))
    assert b'"outcome":' in save
    head, _, tail = save.rpartition(b'"outcome":')
    with pytest.raises(FileError, match="no_such_outcome"):
        load_bytes(head + b'"outcome":9' + tail[tail.index(b"}") :])


def test_perft_takes_chance_for_a_player_with_one_answer(title: str) -> None:
    game = played(title, 1)
    game.pop()
    assert game.actor == CHANCE
    assert perft(game, 1) == 1
