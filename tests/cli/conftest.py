"""Running the command inside the test, with what it read, wrote and said."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import stockrail
from stockrail.bots import RandomBot
from stockrail.cli import main

TITLE = "18EU"


class Outcome(NamedTuple):
    """What became of a command."""

    status: int
    out: str
    err: str


Cli = Callable[..., Outcome]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """Call `cli("show", path)`; `typed` are the lines that come through standard input."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run(*words: object, typed: str = "") -> Outcome:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        status = main([str(word) for word in words])
        said = capsys.readouterr()
        assert "\x1b" not in said.out + said.err, "escape codes in a pipe"
        assert "Traceback" not in said.err
        return Outcome(status, said.out, said.err)

    return run


@pytest.fixture(scope="session")
def sixty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A save with sixty random actions."""
    game = stockrail.new(TITLE, ["Ada", "Ben", "Cy"], seed=1, seats="given")
    bot = RandomBot(1)
    for _ in range(60):
        game.push(bot.choose(game))
    path = tmp_path_factory.mktemp("saves") / "sixty.json"
    game.save(path)
    return path


@pytest.fixture(scope="session")
def log(shared: Path) -> Path:
    """A real game of the public site."""
    return shared / "fixtures" / TITLE / "74045.json"


@pytest.fixture(scope="session")
def trace(log: Path) -> Path:
    return log.with_suffix(".trace.jsonl.gz")
