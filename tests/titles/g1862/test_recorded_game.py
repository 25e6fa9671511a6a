"""The recorded game replays, and agrees with its trace after every action."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from stockrail.core import Action
from stockrail.core.saving import dump
from stockrail.files.public_log import LogReplay, Played
from stockrail.files.saves import load_save
from stockrail.files.trace import compare, read_trace
from stockrail.rules.actions import PayOut, RunAsRecorded, RunTrains, TrainRun
from stockrail.testing import check_title
from stockrail.titles.g1862.site import log_rulings
from stockrail.titles.g1862.state import Game1862

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
    assert not any(isinstance(action, RunAsRecorded) for action in replay.game.actions)


@pytest.mark.slow
def test_runs_that_the_site_reckoned_otherwise_then_count_as_recorded(shared: Path) -> None:
    """Were the game a year younger its freights would be measured otherwise; what was paid stays what was paid."""
    raw = msgspec.json.decode((shared / "fixtures" / "1862" / "46925.json").read_bytes())
    replay = LogReplay({**raw, "created_at": 1655000000})
    for _ in replay.play():
        pass
    assert sum(isinstance(action, RunAsRecorded) for action in replay.game.actions) == 11
    worth = dict(zip(map(str, replay.player_ids), replay.game.result().worth, strict=True))
    assert worth == raw["result"]
    assert load_save(dump(replay.game)).state.picture() == replay.game.state.picture()


def cromer_to_its_port(**fields: object) -> tuple[Game1862, list[Action]]:
    """What a log's run of ENR with its 2E from Cromer to the port becomes."""
    scene = Scene(preset="18xx.games").company("ENR", {0: 5}).home("ENR").city("F3", "yellow", 0, 3)
    game = scene.trains("ENR", "2E").turn_of("ENR", "RunStep")
    route = {"train": "A-0", "connections": [["F3", "F1"]], "hexes": ["F3", "F1"], **fields}
    entry = {"type": "run_routes", "entity_type": "corporation", "entity": "ENR", "routes": [route]}
    return game, list(game.title.log_reader(game, ["a", "b", "c"]).read(entry))


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({}, RunTrains),
        ({"revenue": 100}, RunTrains),
        ({"revenue": 100, "subsidy": 0}, RunTrains),
        ({"revenue": 90, "subsidy": 0}, RunAsRecorded),
        ({"revenue": 100, "subsidy": 20}, RunAsRecorded),
        ({"revenue": 100, "connections": [["F3", "E2"]], "hexes": ["F3", "E2"]}, RunAsRecorded),
    ],
)
def test_a_run_is_read_and_only_where_it_differs_believed(fields: dict[str, object], kind: type[Action]) -> None:
    _, (action,) = cromer_to_its_port(**fields)
    assert type(action) is kind


def test_a_recorded_run_pays_what_its_file_says_and_comes_from_files_only() -> None:
    game, (action,) = cromer_to_its_port(revenue=90, subsidy=20)
    assert refusal(game, action) == ("run_first", "7.1-c")
    game.replays_file = True
    foreign = msgspec.structs.replace(action, runs=(TrainRun("A-1", ("F3", "F1")),))
    odd = msgspec.structs.replace(action, earned=(95,))
    assert refusal(game, foreign) == refusal(game, odd) == ("run_first", "7.1-c")
    game.push(action)
    game.push(PayOut(0, "ENR", "withhold"))
    assert game.state.cash["ENR"] == 110


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
    assert check_title("1862", players=[players], games=1) > 50


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
    assert check_title("1862", players=[3], games=1, options=options) > 50


@pytest.mark.slow
def test_random_games_by_the_sites_rulings_keep_the_contract() -> None:
    assert check_title("1862", players=[3], games=1, preset="18xx.games") > 50
