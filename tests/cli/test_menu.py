"""The menu as a tree holds every legal action, and no list of it is too long to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import stockrail
from stockrail.bots import RandomBot, UnknownBot
from stockrail.bots.seated import usual
from stockrail.cli.play.menu import Choice, Entry, choices
from stockrail.cli.play.seats import bot_levels, is_bot, seated
from stockrail.rules.actions import LayTile
from stockrail.words import Speaker


def leaves(shown: list[Choice] | tuple[Choice, ...]) -> Iterator[Entry]:
    for choice in shown:
        assert (choice.entry is None) == bool(choice.inner)
        if choice.entry is not None:
            yield choice.entry
        yield from leaves(choice.inner)


def longest(shown: list[Choice] | tuple[Choice, ...]) -> int:
    return max([len(shown), *(longest(choice.inner) for choice in shown if choice.inner)])


def test_every_legal_action_can_be_chosen_throughout_a_game() -> None:
    game, bot = stockrail.new("18EU", ["Ada", "Ben", "Cy"], seed=5), RandomBot(5)
    for _ in range(400):
        if game.is_over:
            break
        menu = game.legal_actions()
        shown = choices(game, menu)
        speaker = Speaker(game)
        offered = list(leaves(shown))
        assert {speaker.action(entry) for entry in offered} == {speaker.action(entry) for entry in menu}
        assert all(entry in menu for entry in offered)
        assert longest(shown) <= 40
        game.push(bot.choose(game))


def test_bots_are_known_by_their_names() -> None:
    names = seated(["Ada", "bot", "Bot", "Zoe"], ["Zoe", "Max"])
    assert names == ["Ada", "Bot 1", "Bot 2", "Zoe (bot)", "Max (bot)"]
    assert bot_levels(names, []) == dict.fromkeys([1, 2, 3, 4], usual())
    assert bot_levels(["Ada", "Ben"], ["Ben"]) == {1: usual()}
    assert not is_bot("Abbot") and not is_bot("Bottom")


def test_a_bot_plays_at_the_level_that_is_asked_for_and_its_name_keeps_it() -> None:
    names = seated(["Ada", "bot:random", "a:b"], ["Zoe:random", "Max"])
    assert names == ["Ada", "Bot 1 (random bot)", "a:b", "Zoe (random bot)", "Max (bot)"]
    assert bot_levels(names, []) == {1: "random", 3: "random", 4: usual()}
    assert bot_levels(names, ["Max:random"])[4] == "random", "who goes on with a game may say otherwise"
    assert seated([], ["2:random"]) == ["Bot 1 (random bot)", "Bot 2 (random bot)"]
    with pytest.raises(UnknownBot, match="grandmaster"):
        seated([], ["Zoe:grandmaster"])


def test_a_number_of_bots() -> None:
    assert seated(["Ada"], ["2"]) == ["Ada", "Bot 1", "Bot 2"]


def test_tiles_for_one_hex_say_where_they_are_laid() -> None:
    game = stockrail.new("18EU", ["Ada", "Ben"], seed=1)
    menu: Any = [LayTile(0, "4", "J7", tile, rotation) for tile in ("201", "202", "58") for rotation in range(6)]
    labels = [choice.label for choice in choices(game, menu)]
    assert labels[0] == "Lay 201 in Dresden (J7) … (6 ways)"
    assert len(labels) == 3
