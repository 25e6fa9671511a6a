"""Facts at the terminal: listed by path, changed by a file; and dice that the players roll themselves."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.engine.lots import lots

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import CHANCE, Draw

Cli = Callable[..., Any]
PRICE = "facts.trains.3.price"


def test_values_are_listed_by_path(cli: Cli) -> None:
    outcome = cli("facts", "18eu", "TRAINS.3", "price")
    assert outcome.status == 0
    assert [line.split() for line in outcome.out.splitlines() if PRICE in line] == [[PRICE, "200"]]
    assert json.loads(cli("facts", "18EU", "trains.3", "price", "--json").out) == {PRICE: 200}
    assert cli("facts", "18EU", "nothing like it").status != 0


def test_a_game_begins_with_the_facts_of_a_file(cli: Cli, tmp_path: Path) -> None:
    facts, save = tmp_path / "ours.toml", tmp_path / "game.json"
    facts.write_text(f"{PRICE} = 190")
    assert cli("new", "18EU", save, "--players", 2, "--facts", facts).status == 0
    assert stockrail.load(save).title.train_types["3"].price == 190
    assert f"Changed: {PRICE} = 190 (normally 200)" in cli("show", save).out
    played = tmp_path / "played.json"
    flags = ["--title", "18EU", "--players", "Ada", "Ben", "--facts", facts, "--save", played]
    assert cli("play", *flags, typed="q\n").status == 0
    assert stockrail.load(played).title.overlay == {PRICE: 190}


@pytest.mark.parametrize("text", ["x", "facts.nothing = 1", f"{PRICE} = 'x'"])
def test_a_file_that_does_not_fit_is_refused_in_a_sentence(cli: Cli, tmp_path: Path, text: str) -> None:
    facts, save = tmp_path / "ours.toml", tmp_path / "game.json"
    facts.write_text(text)
    outcome = cli("new", "18EU", save, "--players", 2, "--facts", facts)
    assert outcome.status != 0 and outcome.err.startswith("stockrail: ")
    assert not save.exists()
    assert cli("new", "18EU", save, "--players", 2, "--facts", tmp_path / "none.toml").status != 0


def test_real_dice_are_asked_for_and_taken_back_like_any_action(cli: Cli, tmp_path: Path) -> None:
    with lots() as title:
        game, bot = stockrail.new(title, ["Ada", "Ben", "Cy"], seed=5, real_dice=True), RandomBot(5)
        while game.actor != CHANCE:
            game.push(bot.choose(game))
        path = tmp_path / "game.json"
        game.save(path)
        outcome = cli("play", path, typed="3\nu\n2\nq\n")
        assert outcome.status == 0
        assert "Enter what was drawn" in outcome.out or "enter what was drawn" in outcome.out
        assert "Real dice [?=help] >" in outcome.out
        assert "3  Enter 2" in outcome.out
        last = stockrail.load(path).actions[-1]
        assert isinstance(last, Draw) and last.outcome == 1


def test_real_dice_are_for_titles_that_draw(cli: Cli, tmp_path: Path) -> None:
    outcome = cli("new", "18EU", tmp_path / "game.json", "--players", 2, "--real-dice")
    assert outcome.status != 0
    assert "draws nothing during play" in outcome.err
