"""The page "Write a bot" is true: its bot plays without a fault, its program runs, its commands are understood."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stockrail.bots import BrokenBot, bot, load_code, match
from stockrail.bots.code import PREFIX
from stockrail.bots.match import PATIENCE
from stockrail.bots.pairings import CAP
from stockrail.bots.record import Fault, Record
from stockrail.cli import main
from stockrail.rules.game import RailGame
from stockrail.titles import title

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "write-a-bot.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the bot of the page, in which everything happens."""
    monkeypatch.chdir(tmp_path)
    Path("my_bot.py").write_text(blocks("python")[0], encoding="utf-8")
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith(PREFIX)]:
        del sys.modules[name]


def test_the_bot_of_the_page_plays_without_a_fault_and_the_same_every_time() -> None:
    load_code("my_bot.py")
    records = [match("Mini", ["thrifty:tries=9", "random", "thrifty"], seed=2, check=True) for _ in range(2)]
    assert records[0].fault is None and records[0].timeless() == records[1].timeless()
    assert records[0].work[0] and records[0].work[2]


def test_it_says_why() -> None:
    load_code("my_bot.py")
    game, made = RailGame(title("Mini"), ["Ada", "Ben"], seed=1), bot("thrifty", seed=1)
    before = game.state.picture()
    chosen = made.choose(game)
    thoughts = made.explain()
    assert thoughts[0].action == chosen and len(thoughts) == len(game.legal_actions())
    assert all(sum(thought.parts.values()) == thought.value for thought in thoughts)
    assert [thought.value for thought in thoughts] == sorted((thought.value for thought in thoughts), reverse=True)
    assert game.state.picture() == before


def test_the_program_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """With small games, and without processes: those are started from a file, which a test is not."""
    program = blocks("python")[1].replace('"18EU"', '"Mini"').replace("Processes(jobs=2)", "None")
    exec(compile(program, "write-a-bot.md", "exec"), {"__name__": "__main__"})
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 2 and "Interval(" in said[1]
    assert len(Path("thrifty/records.jsonl").read_bytes().splitlines()) == 8


def test_the_commands_of_the_page_are_understood(capsys: pytest.CaptureFixture[str]) -> None:
    commands = [shlex.split(line) for line in blocks("sh")[0].splitlines()]
    assert [words[1] for words in commands] == ["bots", "simulate", "ladder"]
    for words in commands:
        short = [{"18EU": "Mini", "20": "1", "40": "4"}.get(word, word) for word in words[1:]]
        assert main([*short, *(["--jobs", "1"] if "--games" in short else [])]) == 0, capsys.readouterr().err


def test_the_entry_point_of_the_page_names_its_class() -> None:
    assert 'thrifty = "my_package:Thrifty"' in blocks("toml")[0]
    assert "class Thrifty" in blocks("python")[0]


def test_every_field_of_a_record_and_every_fault_is_explained() -> None:
    table = PAGE.partition("## What is kept")[2].partition("## How strength")[0]
    assert {name for name in Record.__struct_fields__ if f"`{name}`" not in table} == set()
    kinds = re.findall(r'"(\w+)"\s+\(', Fault.__doc__ or "")
    assert len(kinds) == 7 and {kind for kind in kinds if f"`{kind}`" not in table} == set()


def test_the_caps_of_the_page_are_those_of_matches() -> None:
    assert f"more than {CAP:,} actions" in PAGE and f"after {PATIENCE} actions in one step" in PAGE


def test_a_name_that_the_page_forbids_is_refused() -> None:
    Path("my_bot.py").write_text(blocks("python")[0].replace('"thrifty"', '"a=b"'), encoding="utf-8")
    with pytest.raises(BrokenBot, match="'a=b' cannot name a bot"):
        load_code("my_bot.py")
