"""The recorded game replays, and agrees with its trace after every action."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from stockrail.files.public_log import LogReplay, Played
from stockrail.files.trace import compare, read_trace
from stockrail.testing import check_title
from stockrail.titles.g1862.site import log_rulings

from .conftest import Scene, refusal


@pytest.mark.slow
def test_the_recorded_game_agrees_with_its_trace(shared: Path) -> None:
    folder = shared / "fixtures" / "1862"
    raw = msgspec.json.decode((folder / "46925.json").read_bytes())
    replay = LogReplay(raw)
    records = read_trace(folder / "46925.trace.jsonl.gz")
    steps = list(compare(replay, records))
    assert all(isinstance(step, Played) for step in steps), steps[-1]
    assert len(steps) == len(records) - 1
    result = replay.game.result()
    worth = dict(zip(map(str, replay.player_ids), result.worth, strict=True))
    assert worth == raw["result"] and result.reason == "lner"


@pytest.mark.parametrize(
    ("created", "expected"),
    [
        (1624188190, {"freight_distance": "end_hex"}),
        (1640000000, {}),
        ("2021-06-20", {"freight_distance": "end_hex"}),
        ("2022-01-01T10:00:00", {}),
        (None, {}),
        ("soon", {}),
    ],
)
def test_a_log_of_before_august_2021_measures_freights_as_the_site_did_then(created: object, expected: object) -> None:
    assert log_rulings({"created_at": created}) == expected


@pytest.mark.rule("1862:7.11-b")
def test_a_logs_pass_on_a_train_that_can_be_paid_is_refused_by_rule() -> None:
    """The company has the money for the bank's train, so there is none to raise and no other way to read the pass."""
    game = Scene(preset="18xx.games").company("ENR", {0: 5}, cash=500).home("ENR").turn_of("ENR", "BuyTrains")
    reader = game.title.log_reader(game, ["a", "b", "c"])
    actions = list(reader.read({"type": "pass", "entity_type": "corporation", "entity": "ENR"}))
    assert [refusal(game, action) for action in actions] == [("must_own_train", "7.11-a")]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5, 8])
def test_random_games_keep_the_contract(players: int) -> None:
    assert check_title("1862", players=[players], games=1, bots=["random"]) > 50


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        ["simple_express", "novices"],
        ["simple_freight"],
        ["advanced_freight", "shorter"],
        ["advanced_express", "eight_tokens", "short_length"],
    ],
)
def test_random_games_of_variants_keep_the_contract(options: list[str]) -> None:
    assert check_title("1862", players=[3], games=1, options=options, bots=["random"]) > 50


@pytest.mark.slow
def test_random_games_by_the_sites_rulings_keep_the_contract() -> None:
    assert check_title("1862", players=[3], games=1, preset="18xx.games", bots=["random"]) > 50
