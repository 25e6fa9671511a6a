"""Playing without traps: numbers, ways back, files that stay as they are, damaged saves, full disks."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stockrail
from stockrail.bots import RandomBot
from stockrail.cli.numbers import signed, whole
from stockrail.cli.play.menu import Choice
from stockrail.cli.play.session import Session, _find
from stockrail.cli.play.terminal import Terminal
from stockrail.rules.actions import Bid, Select
from stockrail.rules.game import RailGame
from stockrail.titles import title as find_title

Cli = Callable[..., Any]
Play = Callable[..., tuple[str, RailGame]]

TABLE = ["--title", "18EU", "--players", "Ada", "Ben", "--seats", "given"]


@pytest.fixture
def play(cli: Cli, tmp_path: Path) -> Play:
    path = tmp_path / "game.json"

    def lines(*typed: str, flags: list[str] = TABLE) -> tuple[str, RailGame]:
        outcome = cli("play", *flags, "--save", path, typed="".join(f"{line}\n" for line in typed))
        assert outcome.status == 0, outcome.err
        return outcome.out, stockrail.load(path)

    return lines


def test_numbers() -> None:
    assert [whole(word) for word in ("12", "-1", "²", "", "9" * 5000)] == [12, None, None, None, None]
    assert [signed(word) for word in ("12", "-1", "--1", "-", "")] == [12, -1, None, None, None]


def test_a_number_is_the_number_of_a_line_and_never_a_minor(play: Play) -> None:
    _, game = play("1", "1 100", "2", "14")
    assert game.actions[3:] == [Select(1, "15")]  # minor 1 is sold
    shown = [Choice("Lay 58 …", "58"), Choice("Auction 12", "12"), Choice("Lay no tile", "pass")]
    assert [_find(word, shown) for word in ("58", "12", "0", "9" * 5000)] == [None] * 4
    assert [_find(word, shown) for word in ("2", "PASS")] == shown[1:]


@pytest.mark.parametrize("word", ["", "menu", "-", "back"])
def test_the_question_and_the_menu_can_be_seen_again(play: Play, word: str) -> None:
    out, _ = play(word, "q")
    assert out.count("Ada: choose a minor to auction") == 2
    assert out.count("\n  1  ") == 2


@pytest.mark.parametrize("word", ["-", "back", "BACK"])
def test_a_price_need_not_be_named(play: Play, word: str) -> None:
    out, game = play("4", "1", word, "1 -", "1", "--5", "1", "?", "110")
    assert game.actions == [Select(0, "4"), Bid(0, "4", 110)]
    assert out.count("Ada: open the auction for 4") == 3
    assert "'--5' is not a number" in out
    assert "Type a number, or back for the menu." in out


def test_quit_leaves_at_a_price_too(play: Play) -> None:
    out, game = play("4", "1", "q")
    assert "The game is saved." in out
    assert len(game.actions) == 1


@pytest.mark.parametrize("typed", ["q\n", "Ada, Ben\nquit\n", "Ada, Ben\n\nQ\n", "Ada, Ben\n\n\nq\n"])
def test_quit_leaves_at_every_question_of_the_beginning(cli: Cli, tmp_path: Path, typed: str) -> None:
    outcome = cli("play", typed=typed)
    assert outcome.status == 0
    assert not (tmp_path / "data").exists()


def test_every_question_of_the_beginning_explains_itself(cli: Cli) -> None:
    out = cli("play", typed="?\n18EU\n?\nAda, Ben\n?\n\n?\n\n?\n\nq\n").out
    assert out.count("q quits.") == 5
    assert "Ada: choose a minor" in out or "Ben: choose a minor" in out


@pytest.mark.parametrize("flags", [["--bot", "99999"], ["--bot", "9" * 5000], ["--players", "Ada", "--bot", "9"]])
def test_too_many_bots_are_refused_at_once(cli: Cli, flags: list[str]) -> None:
    outcome = cli("play", "--title", "18EU", *flags)
    assert outcome.status == 2
    assert "2 to 6 players" in outcome.err


def test_players_and_bots_may_both_be_numbers(play: Play) -> None:
    _, game = play(flags=["--title", "18EU", "--players", "2", "--bot", "1", "--seats", "given"])
    assert game.players == ("Player 1", "Player 2", "Bot 1")


def test_a_bot_that_is_not_in_the_game_is_refused(cli: Cli, sixty: Path) -> None:
    outcome = cli("play", sixty, "--bot", "99999")
    assert outcome.status == 2
    assert "no player is named 99999" in outcome.err


# -- files --------------------------------------------------------------------------------------------------------


def saved(cli: Cli, tmp_path: Path) -> Path:
    """A game in the folder of games, an hour old."""
    cli("play", typed="18EU\nAda, Ben\n\n\nn\n4\nq\n")
    (path,) = (tmp_path / "data").rglob("*.json")
    os.utime(path, (path.stat().st_mtime - 3600,) * 2)
    return path


def test_a_damaged_last_game_is_named_and_the_one_before_it_offered(cli: Cli, tmp_path: Path) -> None:
    path = saved(cli, tmp_path)
    torn = path.with_name("torn.json")
    torn.write_bytes(path.read_bytes()[:-9])
    out = cli("play", typed="\nq\n").out
    assert f"This save is damaged. {torn}" in out
    assert f"stockrail play {torn} --recover" in out
    assert f"1 action ({path.name})" in out


def test_a_save_that_breaks_the_reader_keeps_nobody_from_playing(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(cli, tmp_path)

    def broken(*_: Any, **__: Any) -> Any:
        raise KeyError("odd")

    monkeypatch.setattr("stockrail.cli.sources.load_bytes", broken)
    outcome = cli("play", typed="18EU\nq\n")
    assert outcome.status == 0
    assert "This save is damaged." in outcome.out and "Nothing in it can be recovered" in outcome.out
    assert "A new game of 18EU" in outcome.out


def test_pictures_and_copies_do_not_replace_other_files(play: Play, tmp_path: Path) -> None:
    notes, game = tmp_path / "notes.txt", tmp_path / "game.json"
    notes.write_text("precious")
    out, _ = play(f"svg {notes}", f"svg {game}", f"s {notes}", "", f"s {game}", "q")
    assert "is not an .svg file" in out and f"{game} is the game" in out
    assert f"{notes} exists. Overwrite it? [y/N]" in out
    assert notes.read_text() == "precious"
    game.unlink()
    play(f"s {notes}", "y", "q")
    assert stockrail.load(notes).actions == []


def test_a_finished_game_stays_as_it_is(cli: Cli, tmp_path: Path) -> None:
    game, bot = stockrail.new("18EU", ["Ada", "Ben"], seed=4), RandomBot(4)
    while not game.is_over:
        game.push(bot.choose(game))
    path = tmp_path / "over.json"
    game.save(path)
    before, date = path.read_bytes(), path.stat().st_mtime_ns
    out = cli("play", path, typed="menu\nu\nq\n").out
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, date)
    assert out.count("The game is over. ") == 2
    beside = tmp_path / "over-2.json"
    assert f"The finished game stays in {path}; this one continues in {beside}" in out
    assert len(stockrail.load(beside).actions) == len(game.actions) - 1


def test_a_full_disk_does_not_end_the_sitting(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, save = tmp_path / "game.json", RailGame.save

    def full(self: RailGame, path: Any) -> None:
        if len(self.actions) == 1:
            raise OSError(28, "No space left on device")
        save(self, path)

    monkeypatch.setattr(RailGame, "save", full)
    outcome = cli("play", *TABLE, "--save", path, typed="4\n1 105\nq\n")
    assert outcome.status == 0
    assert f"The game is NOT saved. {path}: No space left on device" in outcome.out
    assert len(stockrail.load(path).actions) == 2
    path.unlink()
    outcome = cli("play", *TABLE, "--save", path, typed="4\nq\n")
    assert outcome.status == 1
    assert "The game is saved." not in outcome.out


def test_two_sittings_of_one_game_do_not_overwrite_each_other(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = RailGame(find_title("18EU"), ["Ada", "Ben"], seed=1)
    game.save(path)
    twins = [RailGame(find_title("18EU"), ["Ada", "Ben"], seed=1) for _ in range(2)]
    sittings = [Session(Terminal(), twin, {}, path) for twin in twins]
    for sitting, bot in zip(sittings, (RandomBot(1), RandomBot(2)), strict=True):
        sitting.game.push(bot.choose(sitting.game))
        sitting._save()
    assert [sitting.path.name for sitting in sittings] == ["game.json", "game-2.json"]
    for sitting in sittings:
        assert stockrail.load(sitting.path).actions == sitting.game.actions
