"""A game at the terminal, played through a pipe."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stockrail
from stockrail.bots import RandomBot
from stockrail.cli.play.menu import choices
from stockrail.core import Action
from stockrail.rules.actions import Bid, LayTile, Pass, RunTrains, Select
from stockrail.rules.game import RailGame

Cli = Callable[..., Any]
Play = Callable[..., tuple[str, RailGame]]

TABLE = ["--title", "18EU", "--players", "Ada", "Ben", "--seats", "given"]


@pytest.fixture
def play(cli: Cli, tmp_path: Path) -> Play:
    """Play lines at a table of two people; returns what was shown and the game as it was saved."""
    path = tmp_path / "game.json"

    def lines(*typed: str, flags: list[str] = TABLE) -> tuple[str, RailGame]:
        outcome = cli("play", *flags, "--save", path, typed="".join(f"{line}\n" for line in typed))
        assert outcome.status == 0, outcome.err
        return outcome.out, stockrail.load(path)

    return lines


def test_the_opening_of_a_game(play: Play) -> None:
    out, game = play("4", "1 105", "2")
    assert "Ada: choose a minor to auction" in out
    assert "Bid £100 to £750 in steps of £5 on 4 Leipzig-Dresdner-Bahn" in out
    assert "Ada buys 4 Leipzig-Dresdner-Bahn for £105" in out
    assert game.actions == [Select(0, "4"), Bid(0, "4", 105), Pass(1)]
    assert "Ben: choose a minor to auction" in out


def test_a_range_asks_for_its_number_with_bounds_and_a_default(play: Play) -> None:
    out, game = play("4", "1", "150", "1", "")
    assert "Price: 100 to 750 in steps of 5 [Enter=100, back=menu] > 150" in out
    assert "Price: 155 to 750 in steps of 5 [Enter=155, back=menu] > \n" in out
    assert game.actions[1:] == [Bid(0, "4", 150), Bid(1, "4", 155)]


def test_a_refusal_is_a_sentence_with_its_rule_and_changes_nothing(play: Play) -> None:
    out, game = play("4", "1 103", "1 abc", "77")
    assert "Cannot bid £103: bids must be multiples of £5. 18EU 4.2.1-c" in out
    assert "'abc' is not a number" in out
    assert "'77' is not in the menu" in out
    assert len(game.actions) == 1


def test_undo_takes_the_last_action_back(play: Play) -> None:
    out, game = play("4", "1 105", "u", "u", "u", "5")
    assert out.count("Undone: 1 action.") == 2
    assert "There is nothing to undo." in out
    assert game.actions == [Select(0, "5")]


def test_the_game_is_saved_after_every_action_and_goes_on_from_there(cli: Cli, play: Play, tmp_path: Path) -> None:
    out, _ = play("4", "q")
    path = tmp_path / "game.json"
    assert f"saved after every action in {path}" in out
    assert f"Continue with: stockrail play {path}" in out
    outcome = cli("play", path, typed="1 105\n")
    assert outcome.status == 0
    assert "Ada: open the auction for 4 Leipzig-Dresdner-Bahn" in outcome.out
    assert len(stockrail.load(path).actions) == 2


def test_the_end_of_the_input_quits_with_the_game_saved(play: Play) -> None:
    out, game = play("4")
    assert out.rstrip().splitlines()[-1].startswith("The game is saved.")
    assert len(game.actions) == 1


def test_a_new_game_is_not_written_over_an_old_one(cli: Cli, sixty: Path) -> None:
    outcome = cli("play", *TABLE, "--save", sixty)
    assert outcome.status == 2
    assert "exists" in outcome.err


def test_looking_around(play: Play, tmp_path: Path) -> None:
    out, game = play("?", "p", "b", "m", "c", "t", "l", f"svg {tmp_path / 'b.svg'}", f"s {tmp_path / 'copy.json'}")
    assert "undo the last action" in out
    assert out.count("18EU · Initial sale · phase 2 · 0 actions") == 2
    assert "/Paris " in out and "nn60 rough ground" in out
    assert "[100]" in out and "the first on top" in out
    assert "14  Ligne Strasbourg-Bâle, home Strasbourg (D13)" in out
    assert "first 6 train" in out
    assert ElementTree.parse(tmp_path / "b.svg").getroot().tag.endswith("svg")
    assert stockrail.load(tmp_path / "copy.json").actions == game.actions == []


def test_a_picture_that_cannot_be_written_is_no_reason_to_stop(play: Play, tmp_path: Path) -> None:
    out, game = play(f"svg {tmp_path / 'nowhere' / 'b.svg'}", "4")
    assert "No such file or directory" in out
    assert len(game.actions) == 1


def test_a_newcomer_is_asked_for_everything(cli: Cli, tmp_path: Path) -> None:
    outcome = cli("play", typed="18EU\nAda, bot, Ben\n1 3\n2\nn\nq\n")
    assert outcome.status == 0
    assert "2 to 6 players" in outcome.out and "extra_three_train" in outcome.out
    (path,) = (tmp_path / "data" / "stockrail" / "games").glob("18EU-*.json")
    assert str(path) in outcome.out
    game = stockrail.load(path)
    assert game.players == ("Ada", "Bot 1", "Ben")
    assert game.options == ("extra_three_train", "extra_four_train")
    assert game.ruling("runs") == "free"


def test_enter_is_a_good_answer_to_every_question_of_the_beginning(cli: Cli) -> None:
    outcome = cli("play", typed="\n\n\n\n\nq\n")
    assert outcome.status == 0
    assert "A new game of 18EU" in outcome.out
    assert re.search("^You: ", outcome.out, re.MULTILINE)


def test_wrong_answers_are_asked_again(cli: Cli) -> None:
    outcome = cli("play", typed="18EU\nAda\nAda, Ada\nAda, Ben\ngold\n\nhome\n\nmaybe\nn\nq\n")
    assert outcome.status == 0
    assert "not 1." in outcome.out and "the same name" in outcome.out
    assert "'gold' is not one of them." in outcome.out and "'home' is not one of them." in outcome.out
    assert "Please answer y or n." in outcome.out
    assert "Ada: choose a minor to auction" in outcome.out


def test_leaving_before_the_game_begins_leaves_nothing_behind(cli: Cli, tmp_path: Path) -> None:
    assert cli("play", typed="").status == 0
    assert not (tmp_path / "data").exists()


def test_the_last_game_is_offered_until_it_is_over(cli: Cli) -> None:
    cli("play", typed="18EU\nAda, Ben\n\n\nn\n4\nq\n")
    outcome = cli("play", typed="\nq\n")
    assert "Your last game: 18EU, Ada, Ben, 1 action" in outcome.out
    assert "Ada: open the auction for 4" in outcome.out
    assert "A new game" in cli("play", typed="n\n18EU\n").out


def test_bots_act_at_once_and_undo_goes_back_to_a_person(play: Play) -> None:
    flags = ["--title", "18EU", "--players", "Ada", "bot", "--bot", "Zoe", "--seats", "given", "--seed", "1"]
    out, game = play("4", "1 105", "u", flags=flags)
    assert game.players == ("Ada", "Bot 1", "Zoe (bot)")
    assert re.search(r"^  Bot 1 (bids|drops out)", out, re.MULTILINE)
    assert game.actions == [Select(0, "4")]


def test_bots_know_themselves_again_in_a_save(cli: Cli, play: Play, tmp_path: Path) -> None:
    flags = ["--title", "18EU", "--players", "Ada", "--bot", "Zoe", "--seats", "given"]
    play("4", flags=flags)
    outcome = cli("play", tmp_path / "game.json", typed="1 105\n")
    assert re.search(r"^  Zoe \(bot\) ", outcome.out, re.MULTILINE)


def test_a_game_of_bots_alone_plays_itself_to_the_end(play: Play) -> None:
    out, game = play(flags=["--title", "18EU", "--bot", "2", "--seed", "4"])
    assert game.is_over
    assert "The game is over. " in out and "stockrail export" in out


@pytest.fixture(scope="module")
def before_track(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A save in which a company may lay many tiles."""
    game, bot = stockrail.new("18EU", ["Ada", "Ben"], seed=2), RandomBot(2)
    while sum(isinstance(entry, LayTile) for entry in game.legal_actions()) < 20:
        game.push(bot.choose(game))
    path = tmp_path_factory.mktemp("track") / "track.json"
    game.save(path)
    return path


def test_many_tile_lays_are_chosen_from_hex_by_hex(cli: Cli, before_track: Path, tmp_path: Path) -> None:
    game = stockrail.load(before_track)
    line = next(n for n, choice in enumerate(choices(game, game.legal_actions()), 1) if choice.inner)
    typed = f"{line}\n\n{line}\n2\nq\n"
    outcome = cli("play", before_track, "--save", tmp_path / "a.json", typed=typed)
    assert re.search(rf"^ +{line}  Lay a tile in .* … \(\d+ ways\)$", outcome.out, re.MULTILINE)
    assert "Which? [Enter goes back] > 2" in outcome.out
    assert isinstance(stockrail.load(tmp_path / "a.json").actions[-1], LayTile)


def test_a_hex_may_be_typed_with_the_number_of_the_lay(cli: Cli, before_track: Path, tmp_path: Path) -> None:
    lays = [entry for entry in stockrail.load(before_track).legal_actions() if isinstance(entry, LayTile)]
    hex_ = next(lay.hex for lay in lays if 1 < sum(other.hex == lay.hex for other in lays) <= 12)
    cli("play", before_track, "--save", tmp_path / "b.json", typed=f"{hex_.lower()} 2\nq\n")
    assert stockrail.load(tmp_path / "b.json").actions[-1] == [lay for lay in lays if lay.hex == hex_][1]


def test_the_good_part_of_a_damaged_game_goes_on_in_a_new_file(cli: Cli, sixty: Path, tmp_path: Path) -> None:
    torn = tmp_path / "torn.json"
    torn.write_bytes(sixty.read_bytes()[:-200])
    before = torn.read_bytes()
    outcome = cli("play", torn, "--recover", typed="q\n")
    assert outcome.status == 0
    assert "actions replayed" in outcome.out
    assert torn.read_bytes() == before
    assert list((tmp_path / "data").rglob("*.json"))


def test_a_public_log_is_continued_in_a_save_of_its_own(cli: Cli, log: Path, tmp_path: Path) -> None:
    before = log.read_bytes()
    outcome = cli("play", log, typed="u\nq\n")
    assert "The game is over. Player 4 won." in outcome.out
    assert "Undone: 1 action." in outcome.out
    assert log.read_bytes() == before
    (path,) = (tmp_path / "data").rglob("*.json")
    assert not stockrail.load(path).is_over


@pytest.fixture(scope="module")
def before_a_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A save, by rulings that leave the run free, in which a company is about to run."""
    game, bot = stockrail.new("18EU", ["Ada", "Ben"], seed=2, preset="18xx.games"), RandomBot(2)
    while not isinstance(game.legal_actions()[0], RunTrains):
        game.push(bot.choose(game))
    path = tmp_path_factory.mktemp("runs") / "run.json"
    game.save(path)
    return path


def test_the_best_run_is_offered_and_enter_takes_it(cli: Cli, before_a_run: Path, tmp_path: Path) -> None:
    outcome = cli("play", before_a_run, "--save", tmp_path / "a.json", typed="\n")
    assert re.search(r"^  1  Run 2 train: .* for £\d+$", outcome.out, re.MULTILINE)
    assert isinstance(stockrail.load(tmp_path / "a.json").actions[-1], RunTrains)


def test_a_run_of_one_s_own_may_be_typed(cli: Cli, before_a_run: Path, tmp_path: Path) -> None:
    run = stockrail.load(before_a_run).legal_actions()[0]
    assert isinstance(run, RunTrains)
    hexes = [hex_.lower() for hex_ in run.runs[0].hexes]
    typed = f"run 2 {hexes[0]}\nrun 2 {' '.join(reversed(hexes))}\n"
    outcome = cli("play", before_a_run, "--save", tmp_path / "b.json", typed=typed)
    assert "The route of the 2 train must have at least two stops. 18EU 4.4.3-c" in outcome.out
    taken = stockrail.load(tmp_path / "b.json").actions[-1]
    assert isinstance(taken, RunTrains)
    assert taken.runs[0].hexes == run.runs[0].hexes[::-1]


def brought_to(wanted: Callable[[RailGame], bool]) -> RailGame:
    """A game of random players at the first decision wanted."""
    for seed in range(60):
        game, bot = stockrail.new("18EU", ["Ada", "Ben"], seed=seed), RandomBot(seed)
        while not game.is_over:
            if wanted(game):
                return game
            game.push(bot.choose(game))
    raise AssertionError("no random game came there")


def nothing_else_is_legal(game: RailGame) -> bool:
    menu = game.legal_actions()
    return len(menu) == 1 and isinstance(menu[0], Action) and menu[0].gives


@pytest.mark.parametrize(
    "wanted", [lambda game: type(game.decision).__name__ == "TrainOffer", nothing_else_is_legal], ids=["offer", "only"]
)
def test_enter_gives_nothing_away(cli: Cli, tmp_path: Path, wanted: Callable[[RailGame], bool]) -> None:
    """Not even where it is all that can be done: whoever presses Enter wants to see the menu again."""
    game, path = brought_to(wanted), tmp_path / "game.json"
    game.save(path)
    outcome = cli("play", path, typed="\n\nq\n")
    assert outcome.status == 0, outcome.err
    assert "Enter=1" not in outcome.out
    assert stockrail.load(path).actions == game.actions
