"""The best run beside what was played."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stockrail
from stockrail.bots import RandomBot
from stockrail.files import LogReplay
from stockrail.files.checking import report_of
from stockrail.rules.actions import RunTrains

Cli = Callable[..., Any]

FIELDS = ["action", "company", "best", "played", "complete", "ms"]


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A save of a random game in which some trains have run."""
    game, bot = stockrail.new("18EU", ["Ada", "Ben"], seed=2), RandomBot(2)
    while sum(isinstance(action, RunTrains) for action in game.actions[-40:]) < 5 or len(game.actions) < 100:
        game.push(bot.choose(game))
    path = tmp_path_factory.mktemp("routes") / "ran.json"
    game.save(path)
    return path


def test_every_recorded_run_of_a_log_by_the_numbers_of_its_actions(cli: Cli, log: Path) -> None:
    outcome = cli("routes", log, "--json")
    assert outcome.status == 0
    found = json.loads(outcome.out)
    actions = stockrail.load(log).actions
    assert all(list(finding) == FIELDS for finding in found)
    assert len(found) == 114
    assert all(isinstance(actions[finding["action"] - 1], RunTrains) for finding in found)
    assert all(finding["best"] >= finding["played"] for finding in found)
    assert all(finding["complete"] and finding["ms"] > 0 for finding in found)
    assert [finding["action"] for finding in found] == sorted(finding["action"] for finding in found)


def test_what_was_played_is_what_the_engine_computes(cli: Cli, log: Path) -> None:
    replay = LogReplay(json.loads(log.read_text()))
    entries = [played.step.entry for played in replay.play() for _ in played.actions]
    for finding in json.loads(cli("routes", log, "--json").out):
        assert finding["played"] == sum(route["revenue"] for route in entries[finding["action"] - 1]["routes"])


def test_a_save_counts_by_its_own_actions_and_runs_for_the_most(cli: Cli, ran: Path) -> None:
    found = json.loads(cli("routes", ran, "--json").out)
    actions = stockrail.load(ran).actions
    assert [f["action"] for f in found] == [n for n, a in enumerate(actions, 1) if isinstance(a, RunTrains)]
    assert all(finding["best"] == finding["played"] for finding in found)


def test_one_run_with_its_routes(cli: Cli, log: Path) -> None:
    outcome = cli("routes", log, "--at", 714)
    assert outcome.status == 0
    assert "£450" in outcome.out and "£430" in outcome.out and "£20 below" in outcome.out
    assert "8 train: " in outcome.out and "Pullman: " in outcome.out


def test_at_another_action_what_the_company_in_turn_could_earn(cli: Cli, ran: Path) -> None:
    first = json.loads(cli("routes", ran, "--json").out)[0]
    before = first["action"] - 1
    (finding,) = json.loads(cli("routes", ran, "--at", before, "--json").out)
    assert finding["action"] == before
    assert finding["played"] is None


def test_where_nobody_operates_there_is_nothing_to_run(cli: Cli, ran: Path) -> None:
    outcome = cli("routes", ran, "--at", 0)
    assert outcome.status == 2
    assert "no company is operating" in outcome.err


def test_the_table_sums_up_what_was_missed(cli: Cli, log: Path) -> None:
    out = cli("routes", log).out
    assert "114 runs; 15 earned less than they could, £360 in total." in out.splitlines()[-1]


def test_a_game_without_runs(cli: Cli, tmp_path: Path) -> None:
    cli("new", "18EU", tmp_path / "new.json", "--players", "2")
    assert cli("routes", tmp_path / "new.json").out == "no runs\n"
    assert json.loads(cli("routes", tmp_path / "new.json", "--json").out) == []


def test_the_command_counts_actions_as_the_pages_do(cli: Cli, log: Path) -> None:
    found = {run.at: run.below for run in report_of(stockrail.load(log)).found}
    for finding in json.loads(cli("routes", log, "--json").out):
        assert finding["best"] - finding["played"] == found[finding["action"]]
    at = max(found)
    assert f"{at} actions" in cli("show", log, "--at", at).out
    (line,) = [line for line in cli("export", log).out.splitlines() if line.startswith(f"{at:>5}  ")]
    assert "runs its" in line
