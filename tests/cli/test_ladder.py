"""The command `ladder`: a table of bots, each against the next weaker one."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests import mini

from stockrail.bots import registry
from stockrail.bots.code import PREFIX
from stockrail.titles import add, remove

Cli = Callable[..., Any]

BOTS = """
from stockrail.bots import RandomBot

class Idle(RandomBot):
    name = "idle"
    work = 0
    def choose(self, game):
        self.work += 5
        passes = [a for a in game.legal_actions(game.actor) if type(a).__name__ == "Pass"]
        return passes[0] if passes else super().choose(game)
"""


@pytest.fixture(autouse=True)
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(registry, "_registered", {})
    add(mini.TITLE)
    path = tmp_path / "my_bots.py"
    path.write_text(BOTS, encoding="utf-8")
    yield path
    remove(mini.TITLE.name)
    for name in [name for name in sys.modules if name.startswith(PREFIX)]:
        del sys.modules[name]


def test_a_table_of_each_bot_against_the_next(cli: Cli, code: Path) -> None:
    words = ["ladder", "Mini", "--bots", "random,idle", "--games", 8, "--code", code, "--jobs", 1]
    outcome = cli(*words)
    assert outcome.status == 0
    assert outcome.out.splitlines()[0] == "One bot against 3 of another, seats rotated, seeds 0 to 1"
    row = outcome.out.splitlines()[2].split()
    assert row[:4] == ["Mini", "random", "idle", "8"]
    (facts,) = json.loads(cli(*words, "--json").out)
    assert (facts["title"], facts["bot"], facts["against"], facts["players"]) == ("Mini", "random", "idle", 4)
    assert facts["rate"]["low"] < facts["won"] / 8 <= facts["rate"]["high"]
    assert facts["ratio"]["value"] > 1, "who never buys anything gets nothing"
    assert facts["cost"]["moves"] > 0


def test_bots_can_be_given_one_by_one_and_count_their_work(cli: Cli, code: Path) -> None:
    words = ["ladder", "Mini", "--bots", "idle", "random", "--games", 2, "--players", 2, "--code", code, "--jobs", 1]
    (facts,) = json.loads(cli(*words, "--json").out)
    assert facts["work"] == 5


def test_several_titles_and_a_run_that_goes_on(cli: Cli, code: Path, tmp_path: Path) -> None:
    words = ["--bots", "random,idle", "--players", 2, "--jobs", 1, "--code", code, "--out", tmp_path / "run"]
    cli("ladder", "Mini", *words, "--games", 2)
    outcome = cli("ladder", "Mini", "18EU", *words, "--games", 4)
    assert outcome.out.startswith("2 games from an earlier run")
    assert [line.split()[:4] for line in outcome.out.splitlines()[3:5]] == [
        ["Mini", "random", "idle", "4"],
        ["18EU", "random", "idle", "4"],
    ]
    assert len((tmp_path / "run" / "records.jsonl").read_bytes().splitlines()) == 8


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--bots", "random"], "at least two bots"),
        (["--bots", "random,random"], "against itself"),
        (["--bots", "random,idel"], "no bot 'idel'; the bots are random, greedy, idle; did you mean 'idle'?"),
        (["--bots", "random,idle", "--players", "7"], "Mini is for 2 to 4 players, not 7"),
        (["--bots", "random,idle", "--games", "0"], "at least one game"),
        (["1999", "--bots", "random,idle"], "no title '1999'"),
    ],
)
def test_a_ladder_that_makes_no_sense_is_a_usage_error(cli: Cli, code: Path, words: list[str], said: str) -> None:
    outcome = cli("ladder", "Mini", *words, "--code", code)
    assert outcome.status == 2 and said in outcome.err
