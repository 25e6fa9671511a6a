"""New games, positions and transcripts; damaged and foreign files name the place and give up their good part."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stockrail
from stockrail.rules.actions import Bid, Select

Cli = Callable[..., Any]


@pytest.fixture
def torn(sixty: Path, tmp_path: Path) -> Path:
    """A save that ends in the middle of its 41st action."""
    lines = sixty.read_bytes().splitlines(keepends=True)
    path = tmp_path / "torn.json"
    path.write_bytes(b"".join(lines[:42]) + lines[42][:9])
    return path


@pytest.fixture
def edited(tmp_path: Path) -> Path:
    """A save in which somebody bid less than the rules ask."""
    game = stockrail.new("18EU", ["Ada", "Ben", "Cy"], seats="given")
    for action in (Select(0, "1"), Bid(0, "1", 100), Bid(1, "1", 110)):
        game.push(action)
    path = tmp_path / "edited.json"
    game.save(path)
    path.write_text(path.read_text().replace('"price":110', '"price":100'))
    return path


def test_a_new_game_is_a_save_file(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    outcome = cli("new", "18eu", path, "--players", "Ada", "Ben", "Cy", "--seed", 7, "--seats", "given")
    assert outcome.status == 0 and f"stockrail play {path}" in outcome.out
    game = stockrail.load(path)
    assert (game.title.name, game.players, game.seed, game.actions) == ("18EU", ("Ada", "Ben", "Cy"), 7, [])


def test_names_may_have_commas_between_them_and_a_number_stands_for_names(cli: Cli, tmp_path: Path) -> None:
    cli("new", "18EU", tmp_path / "a", "--players", "Ada,Ben", "--seats", "given")
    cli("new", "18EU", tmp_path / "b", "--players", "3", "--seats", "given")
    assert stockrail.load(tmp_path / "a").players == ("Ada", "Ben")
    assert stockrail.load(tmp_path / "b").players == ("Player 1", "Player 2", "Player 3")


def test_seats_are_drawn_from_the_seed(cli: Cli, tmp_path: Path) -> None:
    orders = set()
    for seed in range(8):
        cli("new", "18EU", tmp_path / str(seed), "--players", "Ada", "Ben", "Cy", "--seed", seed)
        orders.add(stockrail.load(tmp_path / str(seed)).players)
    assert len(orders) > 2
    drawn = stockrail.new("18EU", ["Ada", "Ben", "Cy"], seed=3).players
    assert stockrail.load(tmp_path / "3").players == drawn


def test_options_presets_and_rulings_are_taken(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    flags = ["--option", "extra_four_train", "--preset", "18xx.games", "--ruling", "minors_count=yes"]
    assert cli("new", "18EU", path, "--players", "Ada", "Ben", *flags).status == 0
    game = stockrail.load(path)
    assert game.options == ("extra_four_train",)
    assert (game.ruling("minors_count"), game.ruling("runs")) == ("yes", "free")


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--players", "Ada"], "2 to 6 players, not 1"),
        (["--players", "99999999"], "2 to 6 players, not 99999999"),
        (["--players", "9" * 5000], "2 to 6 players, not 999999999999…"),
        (["--players", "²"], "2 to 6 players, not 1"),
        (["--players", "Ada", "Ada"], "two players are named Ada"),
        (["--players", "Ada", "Ben", "--option", "gold"], "no option 'gold'"),
        (["--players", "Ada", "Ben", "--preset", "home"], "no preset 'home'"),
        (["--players", "Ada", "Ben", "--ruling", "runs"], "NAME=ANSWER"),
        (["--players", "Ada", "Ben", "--ruling", "runs=wild"], "no ruling runs = 'wild'"),
    ],
)
def test_an_impossible_order_is_a_usage_error(cli: Cli, tmp_path: Path, flags: list[Any], said: str) -> None:
    outcome = cli("new", "18EU", tmp_path / "game.json", *flags)
    assert outcome.status == 2
    assert said in outcome.err
    assert not (tmp_path / "game.json").exists()


def test_a_file_is_not_written_over_unless_forced(cli: Cli, sixty: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("precious")
    assert cli("new", "18EU", path, "--players", "2").status == 2
    assert cli("export", sixty, "--save", path).status == 2
    assert path.read_text() == "precious"
    assert cli("new", "18EU", path, "--players", "2", "--force").status == 0


def test_a_position_shows_players_companies_bank_and_the_question(cli: Cli, sixty: Path) -> None:
    out = cli("show", sixty).out
    game = stockrail.load(sixty)
    assert "60 actions" in out and f"Bank £{game.state.cash['bank']:,}" in out
    for name in game.players:
        assert name in out
    assert "phase 2" in out and "3 £200 ×5" in out
    assert out.splitlines()[-1].startswith(game.players[game.actor or 0])


def test_a_position_at_any_action(cli: Cli, sixty: Path) -> None:
    outcome = cli("show", sixty, "--at", 0)
    assert outcome.status == 0
    assert " 0 actions" in outcome.out and "£450" in outcome.out
    assert outcome.out.rstrip().endswith("Ada: choose a minor to auction")
    assert " 1 action\n" in cli("show", sixty, "--at", 1).out


def test_there_is_no_position_beyond_the_last_action(cli: Cli, sixty: Path) -> None:
    outcome = cli("show", sixty, "--at", 61)
    assert outcome.status == 2
    assert "no action 61; use 1 to 60" in outcome.err


def test_the_end_is_a_position_too_and_a_new_game_has_no_actions(cli: Cli, sixty: Path, tmp_path: Path) -> None:
    assert " 60 actions" in cli("show", sixty, "--at", 60).out
    cli("new", "18EU", tmp_path / "new.json", "--players", "2")
    assert cli("show", tmp_path / "new.json", "--at", 0).status == 0
    outcome = cli("show", tmp_path / "new.json", "--at", 1)
    assert outcome.status == 2
    assert "has no actions yet" in outcome.err


def test_a_picture_is_drawn_over_pictures_alone(cli: Cli, sixty: Path, tmp_path: Path) -> None:
    notes, old, game = tmp_path / "notes.txt", tmp_path / "old.svg", tmp_path / "game.svg"
    notes.write_text("precious")
    old.write_text("old")
    game.write_bytes(sixty.read_bytes())
    assert "is not an .svg file" in cli("show", sixty, "--svg", notes).err
    assert notes.read_text() == "precious"
    assert cli("show", sixty, "--svg", old).status == 0
    assert old.read_text(encoding="utf-8").startswith("<svg")
    assert "is the game" in cli("show", game, "--svg", game).err
    assert game.read_bytes() == sixty.read_bytes()


def test_board_market_and_picture_on_demand(cli: Cli, sixty: Path, tmp_path: Path) -> None:
    out = cli("show", sixty, "--board", "--market", "--svg", tmp_path / "board.svg").out
    assert "/Paris " in out and "[100]" in out
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_position_of_a_log_counts_by_the_actions_of_the_game(cli: Cli, log: Path) -> None:
    out = cli("show", log, "--at", 611).out
    assert "Operating round 5.2" in out
    assert "Player 2 for KPEV: pay in full, half, or withhold" in out


def test_a_transcript_tells_every_action_under_its_round(cli: Cli, sixty: Path) -> None:
    out = cli("export", sixty).out
    lines = out.splitlines()
    assert lines[0] == "18EU: Ada, Ben, Cy"
    assert "Initial sale" in lines
    numbers = [int(line[:5]) for line in lines if line[:5].strip().isdigit()]
    assert numbers == list(range(1, 61))


def test_a_transcript_of_a_real_game_ends_with_its_result(cli: Cli, log: Path, tmp_path: Path) -> None:
    assert cli("export", log, "-o", tmp_path / "game.txt").status == 0
    text = (tmp_path / "game.txt").read_text(encoding="utf-8")
    assert "Stock round 2" in text and "Operating round 6.2" in text
    assert text.index("Initial sale") < text.index("Operating round 1.1") < text.index("Stock round 2")
    assert "The game ends: the bank has run out of money" in text
    assert text.endswith("Player 4 £7,127\nPlayer 2 £6,626\nPlayer 3 £6,524\nPlayer 1 £6,481\n")


def test_a_log_becomes_a_save_with_the_same_end(cli: Cli, log: Path, tmp_path: Path) -> None:
    cli("export", log, "--save", tmp_path / "game.json")
    assert stockrail.load(tmp_path / "game.json").state == stockrail.load(log).state


# -- damaged files ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["show", "export", "replay", "routes", "play"])
def test_a_torn_save_names_the_action_and_the_way_out(cli: Cli, torn: Path, command: str) -> None:
    outcome = cli(command, torn)
    assert (outcome.status, outcome.out) == (1, "")
    assert f"{torn}: action 41: the save file is incomplete" in outcome.err and "--recover" in outcome.err


@pytest.fixture
def torn_log(log: Path, tmp_path: Path) -> Path:
    """A log that ends in the middle of its entry 301."""
    raw = json.loads(log.read_text())
    actions = raw.pop("actions")[:300]
    path = tmp_path / "torn-log.json"
    path.write_text(json.dumps({**raw, "actions": actions})[:-2] + ', {"type": "pa')
    return path


def test_a_torn_log_names_the_action_and_gives_up_its_good_part(cli: Cli, torn_log: Path, tmp_path: Path) -> None:
    for flags in ([], ["--trace", torn_log]):
        outcome = cli("replay", torn_log, *flags)
        assert outcome.status == 1
        assert f"{torn_log}: entry 301: not JSON" in outcome.err
    outcome = cli("export", torn_log, "--recover", "--save", tmp_path / "good.json")
    assert outcome.status == 0
    assert "replayed, then entry 301: " in outcome.err
    assert len(stockrail.load(tmp_path / "good.json").actions) == 295


def test_a_log_without_its_players_cannot_be_recovered(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text('{"title":"18EU","actions":[{"type":"bid"},')
    assert cli("show", path, "--recover").status == 1


def test_the_good_part_of_a_torn_save_can_be_looked_at(cli: Cli, torn: Path) -> None:
    outcome = cli("show", torn, "--recover")
    assert outcome.status == 0
    assert "40 actions replayed" in outcome.out and "· 40 actions" in outcome.out


def test_the_good_part_of_a_torn_save_can_be_saved(cli: Cli, torn: Path, sixty: Path, tmp_path: Path) -> None:
    assert cli("export", torn, "--recover", "--save", tmp_path / "good.json").status == 0
    assert stockrail.load(tmp_path / "good.json").actions == stockrail.load(sixty).actions[:40]


def test_an_edited_save_names_the_action_and_the_rule(cli: Cli, edited: Path) -> None:
    outcome = cli("show", edited)
    assert outcome.status == 1
    assert "action 3: Cannot bid £100: the next bid must be at least £105. 18EU 4.2.1-e" in outcome.err


def test_the_good_part_of_an_edited_save(cli: Cli, edited: Path) -> None:
    outcome = cli("export", edited, "--recover")
    assert outcome.status == 0
    assert "2 actions replayed, then action 3: Cannot bid £100" in outcome.err
    assert "Ada bids £100" in outcome.out


def test_a_save_with_an_action_of_no_kind_names_it(cli: Cli, sixty: Path, tmp_path: Path) -> None:
    raw = json.loads(sixty.read_text())
    raw["actions"][5] = {"type": "Teleport"}
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(raw))
    outcome = cli("show", path)
    assert outcome.status == 1
    assert "action 6: cannot be read" in outcome.err


@pytest.mark.parametrize("content", ["", "hello", "[1, 2]", '{"title": "18EU"}', "\x00\x01", '{"stockrail": 1}'])
def test_a_foreign_file_is_refused_in_one_sentence(cli: Cli, tmp_path: Path, content: str) -> None:
    path = tmp_path / "foreign"
    path.write_text(content)
    for flags in ([], ["--recover"]):
        outcome = cli("show", path, *flags)
        assert outcome.status == 1
        assert str(path) in outcome.err


def test_a_folder_is_not_a_game(cli: Cli, tmp_path: Path) -> None:
    assert cli("show", tmp_path).status == 2


def test_control_characters_in_a_foreign_name_do_not_reach_the_terminal(cli: Cli, sixty: Path, tmp_path: Path) -> None:
    path = tmp_path / "evil.json"
    path.write_text(sixty.read_text().replace('"Ada"', '"A\\u001b[31mda"'))
    assert "A�[31mda" in cli("show", path).out
