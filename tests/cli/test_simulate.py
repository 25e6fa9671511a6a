"""Whole games by bots."""

from __future__ import annotations

import json

import pytest


def test_the_figures_of_a_few_games(cli):
    outcome = cli("simulate", "18EU", "--players", 2, "--games", 2, "--seed", 5, "--json")
    assert outcome.status == 0
    figures = json.loads(outcome.out)
    assert [record["seed"] for record in figures["records"]] == [5, 6]
    assert figures["actions"]["least"] == min(record["actions"] for record in figures["records"])
    assert figures["winner_worth"]["most"] == max(max(record["worth"]) for record in figures["records"])
    assert figures["games_per_second"] > 0 and figures["actions_per_second"] > 0


def test_a_summary_in_words_after_checked_games_in_two_processes(cli):
    outcome = cli("simulate", "18EU", "--players", 2, "--games", 2, "--jobs", 2, "--check")
    assert outcome.status == 0
    assert "2 games of 2 bots, seeds 0 to 1, all invariants verified" in outcome.out
    assert "winner's worth" in outcome.out and "games and" in outcome.out


def test_the_same_seeds_give_the_same_games_however_many_processes(cli):
    flags = ["simulate", "18EU", "--players", 2, "--games", 2, "--json"]
    one, two = (json.loads(cli(*flags, "--jobs", jobs).out)["records"] for jobs in (1, 2))
    assert [{**record, "seconds": 0} for record in one] == [{**record, "seconds": 0} for record in two]


@pytest.mark.parametrize("flags", [["--players", 9], ["--games", 0], ["--jobs", 0]])
def test_impossible_games_are_a_usage_error(cli, flags):
    assert cli("simulate", "18EU", *flags).status == 2


def test_a_broken_invariant_is_an_error_that_names_game_and_action(cli, monkeypatch):
    from stockrail.titles import title

    monkeypatch.setattr(type(title("18EU")), "audit", lambda self, game: ["money is lost"])
    outcome = cli("simulate", "18EU", "--games", 1, "--seed", 3, "--check")
    assert outcome.status == 1
    assert "game 3, action 0 " in outcome.err and "money is lost" in outcome.err
