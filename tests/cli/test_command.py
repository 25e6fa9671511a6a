"""The command as a whole: help, usage errors, and what a pipe and a terminal get."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]

COMMANDS = ["titles", "new", "show", "play", "replay", "routes", "bots", "simulate", "ladder", "rules", "export"]


def test_help_names_every_command(cli: Cli) -> None:
    outcome = cli("--help")
    assert outcome.status == 0
    assert all(f"  {command}: " in outcome.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(cli: Cli, command: str) -> None:
    outcome = cli(command, "--help")
    assert outcome.status == 0
    assert f"stockrail {command}" in outcome.out


def test_a_wrong_word_is_a_usage_error_that_points_to_help(cli: Cli) -> None:
    outcome = cli("plya")
    assert (outcome.status, outcome.out) == (2, "")
    assert "plya" in outcome.err and "stockrail --help" in outcome.err


def test_the_package_can_be_run_as_a_module() -> None:
    """Its status is the command's, too."""
    command = [sys.executable, "-m", "stockrail", "bots", "nobody"]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    assert done.returncode == 2
    assert "stockrail bots --help" in done.stderr


def test_a_missing_argument_points_to_the_help_of_its_command(cli: Cli) -> None:
    outcome = cli("show")
    assert outcome.status == 2
    assert "stockrail show --help" in outcome.err


def test_a_wrong_number_is_a_usage_error(cli: Cli) -> None:
    assert cli("simulate", "18EU", "--games", "many").status == 2


def test_an_unknown_title_is_a_usage_error_that_lists_the_known_ones(cli: Cli) -> None:
    outcome = cli("titles", "1999")
    assert outcome.status == 2
    assert "18EU" in outcome.err


def test_a_missing_file_is_named(cli: Cli) -> None:
    outcome = cli("show", "nowhere.json")
    assert outcome.status == 2
    assert "nowhere.json: No such file" in outcome.err


def test_the_version_is_told(cli: Cli) -> None:
    assert cli("--version").out.startswith("stockrail ")


def test_titles_are_listed(cli: Cli) -> None:
    assert "18EU" in cli("titles").out


def test_a_title_in_detail_has_its_rulings_with_the_rulebook_first(cli: Cli) -> None:
    out = cli("titles", "18eu").out
    assert "extra_three_train" in out
    assert "priority_after_sale" in out
    assert out.index("the player who already had it") < out.index("the player after the last auctioneer")


def _run(*words: str, **extra: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", "import sys; from stockrail.cli import main; sys.exit(main())", *words]
    return subprocess.run(command, capture_output=True, check=False, env={**os.environ, **extra})


def test_a_pipe_gets_plain_text() -> None:
    result = _run("titles", TERM="xterm-256color")
    assert result.returncode == 0
    assert b"\x1b" not in result.stdout
    assert not set("─│╭━") & set(result.stdout.decode())


def test_a_reader_who_leaves_early_causes_no_traceback() -> None:
    command = f"{sys.executable} -c 'import sys; from stockrail.cli import main; sys.exit(main())' rules 18EU | head -1"
    result = subprocess.run(command, shell=True, capture_output=True, check=False, text=True)
    assert result.stdout.count("\n") == 1
    assert "Traceback" not in result.stderr and "Exception" not in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_gets_colours(tmp_path: Path) -> None:
    import pty

    try:
        master, slave = pty.openpty()
    except OSError as error:
        pytest.skip(f"no pseudo-terminal on this system ({error})")
    command = [sys.executable, "-c", "import sys; from stockrail.cli import main; sys.exit(main())", "titles"]
    env = {**os.environ, "TERM": "xterm-256color"}
    env.pop("NO_COLOR", None)
    subprocess.run(command, stdout=slave, check=True, env=env, cwd=tmp_path)
    os.close(slave)
    assert b"\x1b[1m18EU" in os.read(master, 10_000)
