"""Saves of earlier versions lead to the position to which they led then, and can be played on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from tests.corpus.telling import told

import stockrail
from stockrail.bots import RandomBot
from stockrail.core.saving import dump
from stockrail.files import load_bytes

HERE = Path(__file__).parent
SAVES = sorted(HERE.glob("*/saves/*[!d].json.gz"))
MORE = 40  # actions played on


@pytest.fixture(params=SAVES, ids=lambda path: f"{path.parents[1].name}/{path.name.split('.')[0]}")
def save(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_the_corpus_has_every_title_and_option() -> None:
    made = [load_bytes(gzip.decompress(path.read_bytes())) for path in SAVES if "2026-11-18" in str(path)]
    assert {game.title.name for game in made} == {"18EU", "1862"}
    options = {option for game in made for option in game.options}
    known = {"extra_three_train", "second_extra_three_train", "extra_four_train", "short_length", "long_length"}
    known |= {"eight_tokens", "no_extra_companies", "simple_express", "simple_freight", "advanced_freight"}
    assert options == known | {"advanced_express", "shorter", "novices"}


def test_an_old_save_leads_where_it_led(save: Path) -> None:
    game = load_bytes(gzip.decompress(save.read_bytes()))
    then = json.loads(gzip.decompress(save.with_name(save.name.replace(".json", ".told.json")).read_bytes()))
    assert json.loads(json.dumps(told(game))) == then


def test_an_old_save_is_played_on_saved_and_read_again(save: Path, tmp_path: Path) -> None:
    game, bot = load_bytes(gzip.decompress(save.read_bytes())), RandomBot(1)
    for _ in range(MORE):
        if game.is_over:
            break
        game.push(bot.choose(game))
        assert game.title.audit(game) == []
    path = tmp_path / "game.json"
    game.save(path)
    again = stockrail.load(path)
    assert again.state.picture() == game.state.picture()
    assert dump(again) == dump(game)
