"""Whole games by bots."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from stockrail.bots import GameRecord

Cli = Callable[..., Any]


def test_the_figures_of_two_games_in_two_processes(cli: Cli) -> None:
    outcome = cli("simulate", "18EU", "--players", 2, "--games", 2, "--seed", 5, "--jobs", 2, "--json")
    assert outcome.status == 0
    figures = json.loads(outcome.out)
    assert [record["seed"] for record in figures["records"]] == [5, 6]
    assert figures["actions"]["least"] == min(record["actions"] for record in figures["records"])
    assert figures["winner_worth"]["most"] == max(max(record["worth"]) for record in figures["records"])
    assert figures["games_per_second"] > 0 and figures["actions_per_second"] > 0


def test_no_more_processes_than_processors(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def played(*plan: Any) -> Iterator[GameRecord]:
        assert plan[4] == 3
        yield GameRecord(8, 1000, (5, 7000, 6), (1,), "bank", 1.0)

    monkeypatch.setattr("os.cpu_count", lambda: 3)
    monkeypatch.setattr("stockrail.cli.simulation.play_games", played)
    assert json.loads(cli("simulate", "18EU", "--jobs", 99999, "--json").out)["jobs"] == 3


def test_a_summary_in_words(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def played(*plan: Any) -> Iterator[GameRecord]:
        assert plan == ("18EU", 3, 2, 8, 1, True, ())
        yield GameRecord(8, 1000, (5, 7000, 6), (1,), "bank", 1.0)
        yield GameRecord(9, 1200, (9000, 0, 6), (0,), "bankruptcy", 1.0)

    monkeypatch.setattr("stockrail.cli.simulation.play_games", played)
    outcome = cli("simulate", "18EU", "--players", 3, "--games", 2, "--seed", 8, "--check")
    lines = outcome.out.splitlines()
    assert lines[0] == "18EU: 2 games of 3 bots, seeds 8 to 9, all invariants checked after every action"
    assert lines[2].split() == ["actions", "per", "game", "1,000", "1,100", "1,200"]
    assert lines[3].split() == ["winner's", "worth", "7,000", "8,000", "9,000"]
    assert lines[4] == "ended by: bank 1, bankruptcy 1"
    assert "games and" in lines[5]


@pytest.mark.parametrize("flags", [["--players", 9], ["--games", 0], ["--games", 1_000_001], ["--jobs", 0]])
def test_impossible_games_are_a_usage_error(cli: Cli, flags: list[Any]) -> None:
    assert cli("simulate", "18EU", *flags).status == 2


def test_a_broken_invariant_is_an_error_that_names_game_and_action(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    from stockrail.titles import title

    monkeypatch.setattr(type(title("18EU")), "audit", lambda self, game: ["money is lost"])
    outcome = cli("simulate", "18EU", "--games", 1, "--seed", 3, "--check")
    assert outcome.status == 1
    assert "game 3, action 0 " in outcome.err and "money is lost" in outcome.err


def test_games_with_options(cli: Cli) -> None:
    outcome = cli("simulate", "1862", "--players", "2", "--games", "1", "--option", "simple_freight", "shorter")
    assert outcome.status == 0, outcome.err
    assert cli("simulate", "1862", "--option", "no_such").status == 2
