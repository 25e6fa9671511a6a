"""Whole games by bots: one line-up, several side by side, kept in a folder, interrupted."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests import mini

import stockrail
from stockrail.bots import Record, Tournament, registry
from stockrail.bots.code import PREFIX
from stockrail.titles import add, remove, title

Cli = Callable[..., Any]

BOTS = """
from stockrail.bots import RandomBot

class Calm(RandomBot):
    \'\'\'Passes often.\'\'\'
    name = "calm"
    def __init__(self, seed: int, passes: int = 9) -> None:
        super().__init__(seed, {"Pass": passes})

class Clumsy(RandomBot):
    name = "clumsy"
    def choose(self, game):
        return super().choose(game) if game.ply < 20 else None
"""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The miniature title among the others; bots of files are forgotten."""
    monkeypatch.setattr(registry, "_registered", {})
    add(mini.TITLE)
    yield
    remove(mini.TITLE.name)
    for name in [name for name in sys.modules if name.startswith(PREFIX)]:
        del sys.modules[name]


@pytest.fixture
def code(tmp_path: Path) -> Path:
    path = tmp_path / "my_bots.py"
    path.write_text(BOTS, encoding="utf-8")
    return path


def stopping(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Somebody presses Ctrl-C after some games."""
    play = Tournament.play

    def interrupted(tournament: Tournament) -> Iterator[Record]:
        for number, record in enumerate(play(tournament), 1):
            yield record
            if number == after:
                raise KeyboardInterrupt

    monkeypatch.setattr(Tournament, "play", interrupted)


# -- random bots --------------------------------------------------------------------------------------------------


def test_the_figures_of_two_games_in_two_processes(cli: Cli) -> None:
    outcome = cli("simulate", "18EU", "--players", 2, "--games", 2, "--seed", 5, "--jobs", 2, "--json")
    assert outcome.status == 0
    figures = json.loads(outcome.out)
    assert [record["seed"] for record in figures["records"]] == [5, 6]
    assert figures["seats"] == [["random", "random"]]
    assert figures["actions"]["least"] == min(record["actions"] for record in figures["records"])
    assert figures["winner_worth"]["most"] == max(max(record["worth"]) for record in figures["records"])
    assert figures["games_per_second"] > 0 and figures["actions_per_second"] > 0


def test_no_more_processes_than_processors(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert json.loads(cli("simulate", "Mini", "--jobs", 99999, "--games", 1, "--json").out)["jobs"] == 1


def test_a_summary_in_words(cli: Cli) -> None:
    outcome = cli("simulate", "Mini", "--players", 3, "--games", 2, "--seed", 8, "--check")
    figures = json.loads(cli("simulate", "Mini", "--players", 3, "--games", 2, "--seed", 8, "--check", "--json").out)
    lines = outcome.out.splitlines()
    assert lines[0] == "Mini: 2 games of 3 bots, seeds 8 to 9, all invariants checked after every action"
    assert lines[2].split() == ["actions", "per", "game", *map(str, figures["actions"].values())]
    assert lines[3].split()[2:] == [f"{number:,}" for number in figures["winner_worth"].values()]
    assert lines[4].startswith("ended by: ")
    assert "games and" in lines[5]


def test_a_check_tells_how_far_play_came(cli: Cli) -> None:
    outcome = cli("simulate", "Mini", "--players", 3, "--games", 2, "--seats", "random", "--check")
    assert re.search(r"how far play came +random\n", outcome.out)
    assert re.search(r"games to phase 3 +2 of 2\n", outcome.out)
    assert re.search(r"kinds of decision +6\n", outcome.out) and re.search(r"  TrackStep +\d+\n", outcome.out)
    assert "how far" not in cli("simulate", "Mini", "--games", 1).out


@pytest.mark.parametrize(("games", "better"), [(1, []), (2, [1]), (11, [9, 10])])
def test_a_better_bot_plays_some_of_the_games_that_are_checked(cli: Cli, games: int, better: list[int]) -> None:
    words = ["simulate", "Mini", "--players", 2, "--games", games, "--check"]
    records = json.loads(cli(*words, "--json").out)["records"]
    assert [record["seed"] for record in records] == list(range(games))
    assert [record["seed"] for record in records if record["bots"][0]["name"] == "greedy"] == better
    assert re.search(r"how far play came +random( +greedy)?\n", cli(*words).out)


def test_a_broken_invariant_is_an_error_that_names_game_and_action(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(title("18EU")), "audit", lambda self, game: ["money is lost"])
    outcome = cli("simulate", "18EU", "--games", 2, "--seed", 3, "--check")
    assert outcome.status == 1
    assert "game 3, action 0 " in outcome.err and "money is lost (and 1 more)" in outcome.err


def test_games_with_options_presets_and_rulings(cli: Cli) -> None:
    outcome = cli("simulate", "1862", "--players", "2", "--games", "1", "--option", "simple_freight", "shorter")
    assert outcome.status == 0, outcome.err
    assert cli("simulate", "1862", "--option", "no_such").status == 2
    outcome = cli("simulate", "18EU", "--players", 2, "--games", 1, "--ruling", "minors_count=no", "--json")
    assert json.loads(outcome.out)["records"][0]["rulings"]["minors_count"] == "no"


# -- line-ups -----------------------------------------------------------------------------------------------------


def test_bots_sit_where_they_are_told_and_rotate_on_demand(cli: Cli, code: Path) -> None:
    words = ["simulate", "Mini", "--seats", "calm:passes=20,random,random", "--games", 3, "--code", code, "--json"]
    for rotate, seats in (([], [0, 0, 0]), (["--rotate"], [0, 1, 2])):
        records = json.loads(cli(*words, *rotate).out)["records"]
        assert [[bot["name"] for bot in record["bots"]].index("calm") for record in records] == seats
        assert records[0]["bots"][0]["arguments"] == {"passes": "20"}


def test_a_table_compares_the_bots(cli: Cli, code: Path) -> None:
    outcome = cli("simulate", "Mini", "--seats", "calm,random,random", "--games", 3, "--code", code)
    table = outcome.out.partition("ratio:")[0]
    rows = {line.split()[0]: line.split() for line in table.splitlines() if line}
    assert rows["bot"][:5] == ["bot", "played", "won", "rate", "95"]
    assert rows["calm"][1] == "3" and rows["random"][1] == "6"
    assert float(rows["calm"][2]) + float(rows["random"][2]) == 3
    costs = outcome.out.partition("ratio:")[2]
    assert re.search(r"bot +moves +mean +99 % +worst\n", costs) and re.search(r"calm +\d+ .* ms", costs)


def test_line_ups_side_by_side_show_how_far_each_bot_came(cli: Cli, code: Path) -> None:
    words = ["--seats", "calm", "--seats", "random", "--players", 2, "--games", 2, "--code", code, "--check"]
    outcome = cli("simulate", "Mini", *words)
    assert outcome.out.startswith("Mini: 4 games of 2 bots, seeds 0 to 1")
    assert re.search(r"how far play came +calm +random\n", outcome.out)
    assert re.search(r"games to phase 2 +2 of 2 +2 of 2\n", outcome.out)


def test_a_bot_that_stumbles_loses_and_the_run_goes_on(cli: Cli, code: Path, tmp_path: Path) -> None:
    words = ["simulate", "Mini", "--seats", "random,clumsy", "--games", 7, "--code", code, "--out", tmp_path / "run"]
    outcome = cli(*words)
    assert outcome.status == 0 and "ended by: fault 7" in outcome.out
    assert "clumsy in seat 2 loses (illegal): None is not an action" in outcome.out
    assert "and 2 more games lost by a fault" in outcome.out
    checked = cli(*words, "--check")
    assert checked.status == 1 and "clumsy in seat 2 loses" in checked.err and "(and 6 more)" in checked.err
    path = re.search(r"The game: (.*\.json)", checked.err)
    assert path and stockrail.load(path[1]).ply >= 20


def test_the_names_of_bots_are_listed(cli: Cli, code: Path) -> None:
    assert cli("bots").out.splitlines()[1].split()[0] == "random"
    assert re.search(r"calm +Passes often\n", cli("bots", "--code", code).out)
    assert json.loads(cli("bots", "--json").out)[0]["name"] == "random"


# -- kept, and interrupted ----------------------------------------------------------------------------------------


def test_games_are_kept_and_the_same_command_goes_on(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["simulate", "Mini", "--games", 5, "--out", tmp_path / "run"]
    with monkeypatch.context() as patched:
        stopping(patched, 2)
        outcome = cli(*words)
    assert outcome.status == 130
    assert "interrupted after 2 of 5 games" in outcome.err and "the same command goes on" in outcome.err
    assert outcome.out.startswith("Mini: 2 games")
    again = cli(*words)
    assert again.status == 0
    assert again.out.splitlines()[0] == f"2 games from an earlier run in {tmp_path / 'run'}"
    assert again.out.splitlines()[1].startswith("Mini: 5 games")
    assert len(list((tmp_path / "run" / "games").iterdir())) == 5
    third = cli(*words)
    assert "games and" not in third.out, "nothing was played, so there is no speed"


def test_an_interrupted_run_without_a_folder_says_that_nothing_was_kept(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopping(monkeypatch, 1)
    outcome = cli("simulate", "Mini", "--games", 5)
    assert outcome.status == 130 and "Nothing was kept; with --out DIR" in outcome.err


def test_an_interruption_before_the_first_game_is_no_summary(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(tournament: Tournament) -> Iterator[Record]:
        raise KeyboardInterrupt

    monkeypatch.setattr(Tournament, "play", interrupted)
    outcome = cli("simulate", "Mini")
    assert (outcome.status, outcome.out) == (130, "")
    assert "interrupted after 0 of 10 games" in outcome.err


def test_a_terminal_shows_progress_beside_the_output(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """On standard error: a pipe behind the command gets the summary only."""
    shown = io.StringIO()
    make = Console.__init__

    def to_terminal(console: Console, *args: Any, **options: Any) -> None:
        terminal = options.get("file") is sys.stderr
        make(console, *args, **{**options, **({"file": shown, "force_terminal": True} if terminal else {})})

    monkeypatch.setattr(Console, "__init__", to_terminal)
    outcome = cli("simulate", "Mini", "--games", 2)
    assert outcome.out.startswith("Mini: 2 games") and outcome.err == ""
    assert "games" in shown.getvalue()


# -- what makes no sense ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--players", 9], "18EU is for 2 to 6 players, not 9"),
        (["--games", 0], "at least one game"),
        (["--games", 1_000_001], "at most 1,000,000 games"),
        (["--jobs", 0], "one job"),
        (["--seats", "rondom"], "there is no bot 'rondom'; the bots are random, greedy; did you mean 'random'?"),
        (["--seats", ","], "the names of bots"),
        (["--seats", "random,random", "--players", 3], "--players 3 does not fit 2 seats"),
        (["--seats", "random,random", "--seats", "random,random,random"], "the same number of players"),
        (["--seats", "random:work=3"], "no argument 'work'"),
        (["--preset", "none"], "no preset 'none'"),
        (["--ruling", "none"], "a ruling must be NAME=ANSWER"),
        (["--ray", "auto", "--jobs", 2], "a cluster decides for itself"),
        (["--out", __file__], "is not a folder"),
    ],
)
def test_impossible_games_are_a_usage_error(cli: Cli, flags: list[Any], said: str) -> None:
    outcome = cli("simulate", "18EU", *flags)
    assert outcome.status == 2 and said in outcome.err


def test_a_file_that_cannot_be_used_is_named(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import no_such_module", encoding="utf-8")
    outcome = cli("simulate", "18EU", "--code", tmp_path / "broken.py")
    assert outcome.status == 1 and "broken.py: line 1: ModuleNotFoundError" in outcome.err
    assert cli("simulate", "18EU", "--code", tmp_path / "nowhere.py").status == 1
