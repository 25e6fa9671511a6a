"""The miniature title of the guide: a whole game, from the outside, at every door; nothing but its folder knows it."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests import mini

import stockrail
from stockrail import IllegalAction, RailGame
from stockrail.bots import RandomBot
from stockrail.rules.actions import BuyTrain, LayTile, Pass, PayOut, PlaceToken, SellShares, StartCompany
from stockrail.rules.prices import price
from stockrail.rules.shares import shares_of
from stockrail.rules.state import BANK
from stockrail.rules.train_step import TrainStep
from stockrail.testing import Position
from stockrail.titles import add, remove
from stockrail.words import Speaker

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "mini"
ADA, BEN, CY = 0, 1, 2


@pytest.fixture(autouse=True)
def found() -> Iterator[None]:
    add(mini.TITLE)
    yield
    remove("Mini")


def refused(game: RailGame, action: Any) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    assert Speaker(game).refusal(error.value).endswith(f". Mini {error.value.rule}")
    return error.value.kind, error.value.rule


def kinds(game: RailGame) -> set[str]:
    return {type(action).__name__ for action in game.legal_actions().all()}


def red(cash: int = 300) -> Position:
    """Red, with Ada as its president and its home in Redhill."""
    return Position("Mini").corporation("Red", {ADA: 4, BEN: 2}, value=60, cash=cash).token("Red", "A2")


# -- its rules --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Mini:1", "Mini:7")
def test_from_phase_3_on_there_are_two_operating_rounds() -> None:
    position = red(500)
    for number in range(4):
        position.train(f"2-{number}", "box")
    game = position.operating("Red", "TrainStep", alone=True)
    game.push(BuyTrain(ADA, "Red", "3-0", 160))
    assert game.phase.name == "3"
    game.push(Pass(ADA))
    assert "Operating round 2.2" in Speaker(game).log(game.log)


@pytest.mark.rule("Mini:2")
def test_a_founder_pays_for_two_shares_and_the_company_has_a_token_at_home() -> None:
    game = Position("Mini").stock_round(ADA)
    game.push(StartCompany(ADA, "Red", 60))
    assert (game.state.cash[ADA], game.state.cash["Red"], shares_of(game, ADA, "Red")) == (180, 120, 2)
    assert game.state.shelves.place_of["Red.0"] == ("city", "A2", 0)
    assert refused(game, StartCompany(BEN, "Red", 60)) == ("already_started", "2")


@pytest.mark.rule("Mini:2")
def test_shares_are_sold_before_one_is_bought_and_the_price_falls() -> None:
    game = red().stock_round(BEN)
    assert refused(game, SellShares(BEN, "Red", 3)) == ("not_enough_shares", "2")
    game.push(SellShares(BEN, "Red", 2))
    assert (price(game, "Red"), game.actor) == (50, BEN)


@pytest.mark.rule("Mini:2")
def test_a_president_keeps_two_shares_if_nobody_can_take_over() -> None:
    game = Position("Mini").corporation("Red", {ADA: 4}, value=60).stock_round(ADA)
    assert refused(game, SellShares(ADA, "Red", 3)) == ("president_needs_heir", "2")
    game.push(SellShares(ADA, "Red", 2))


@pytest.mark.rule("Mini:3", "Mini:4")
def test_a_company_lays_one_tile_and_places_one_token() -> None:
    game = red().tiles(A2=("5", 5), A4=("8", 3)).operating("Red")
    assert kinds(game) == {"LayTile", "Pass"}
    assert refused(game, LayTile(ADA, "Red", "E4", "9", 0)) == ("closed_hex", "3")
    game.push(LayTile(ADA, "Red", "B5", "6", 2))
    assert game.legal_actions() == [PlaceToken(ADA, "Red", "B5", 0), Pass(ADA)]
    game.push(PlaceToken(ADA, "Red", "B5", 0))
    assert kinds(game) == {"BuyTrain", "Pass"}


@pytest.mark.rule("Mini:4")
def test_a_token_needs_an_open_circle_within_reach() -> None:
    game = red().tiles(A2=("5", 5), A4=("8", 3), B5=("6", 2)).operating("Red", "StationStep")
    assert refused(game, PlaceToken(ADA, "Red", "C4", 0)) == ("out_of_reach", "4")
    game.push(PlaceToken(ADA, "Red", "B5", 0))
    assert refused(red().operating("Red"), PlaceToken(ADA, "Red", "B5", 0)) == ("lay_or_pass", "3")


@pytest.mark.rule("Mini:5", "Mini:6")
def test_trains_run_and_who_pays_rises() -> None:
    # Redhill, round the bend in A4, to Bluewater.
    position = red(0).train("2", "Red").tiles(A2=("5", 5), A4=("8", 3), B5=("6", 2))
    game = position.operating("Red", "RunStep")
    assert kinds(game) == {"RunTrains"}
    game.push(game.legal_actions()[0])
    assert kinds(game) == {"PayOut"}
    ada, before = game.state.cash[ADA], price(game, "Red")
    game.push(PayOut(ADA, "Red", "full"))
    assert (game.state.cash[ADA] - ada, price(game, "Red") > before) == (16, True)


@pytest.mark.rule("Mini:7")
def test_a_company_has_two_trains_at_most() -> None:
    game = red(500).operating("Red", "TrainStep")
    for number in range(2):
        assert refused(game, BuyTrain(ADA, "Red", f"2-{number}", 79)) == ("list_price", "7")
        game.push(BuyTrain(ADA, "Red", f"2-{number}", 80))
    assert not isinstance(game.decision, TrainStep)


@pytest.mark.rule("Mini:7")
@pytest.mark.parametrize(("cash", "buys"), [(79, False), (80, True)])
def test_a_treasury_pays_to_its_last_pound_and_no_more(cash: int, buys: bool) -> None:
    game = red(cash).operating("Red", "TrainStep")
    assert game.is_legal(BuyTrain(ADA, "Red", "2-0", 80)) == buys
    assert isinstance(game.decision, TrainStep) == buys  # who can buy nothing is not asked


@pytest.mark.rule("Mini:7")
def test_only_the_first_train_of_the_stack_is_sold() -> None:
    game = red(500).operating("Red", "TrainStep")
    assert refused(game, BuyTrain(ADA, "Red", "3-0", 160)) == ("not_on_top", "7")
    assert refused(game, BuyTrain(ADA, "Red", "9-0", 160)) == ("train_not_for_sale", "7")
    assert refused(game, BuyTrain(ADA, "Red", "2-0", 80, dropping="2-1")) == ("train_not_for_sale", "7")


@pytest.mark.rule("Mini:8")
def test_the_game_ends_after_the_round_in_which_the_bank_runs_out() -> None:
    game = red(500).operating("Red", "TrainStep", alone=True)
    game.state.cash.pay(BANK, CY, game.state.cash[BANK])
    game.state.flags["bank_out"] = True
    game.push(Pass(ADA))
    assert (game.is_over, game.result().reason, game.result().winners) == (True, "bank", (CY,))


@pytest.mark.rule("Mini:8")
def test_turn_12_is_the_last() -> None:
    position = red()
    position.turn = 12
    game = position.operating("Red", "TrainStep", alone=True)
    game.push(Pass(ADA))
    assert game.result().reason == "turns"
    assert Speaker(game).log(game.log)[-1] == "The game ends: turn 12 was the last"


def test_every_rule_is_proven() -> None:
    said = outside("rules", "Mini", "--missing")
    assert said.returncode == 0, said.stdout


# -- from the outside -------------------------------------------------------------------------------------------------


def outside(*words: str, titles: str = str(FOLDER), typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, which knows the title by its folder only."""
    command = [sys.executable, "-c", "import sys; from stockrail.cli import main; sys.exit(main())", *words]
    environment = {**os.environ, "STOCKRAIL_TITLES": titles}
    return subprocess.run(command, input=typed, capture_output=True, text=True, env=environment, check=False)


def saved(path: Path, actions: int = 40) -> RailGame:
    game, bot = stockrail.new("Mini", ["Ada", "Ben", "Cy"], seed=2), RandomBot(2)
    for _ in range(actions):
        game.push(bot.choose(game))
    game.save(path)
    return game


def test_it_is_simulated_in_several_processes() -> None:
    said = outside("simulate", "Mini", "--games", "4", "--jobs", "2", "--check")
    assert said.returncode == 0 and "4 games" in said.stdout, said.stderr


SPAWNED = """
from stockrail.bots import Processes, Schedule, hold, pairing
from stockrail.titles import add
from tests.mini import TITLE

add(TITLE)
games = [pairing("Mini", ["random"] * 3, seed=seed) for seed in range(2)]
print(len(hold(Schedule(tuple(games)), Processes(2))))
"""


def test_processes_that_are_started_afresh_find_a_title_that_was_added() -> None:
    said = subprocess.run([sys.executable, "-c", SPAWNED], capture_output=True, text=True, cwd=ROOT, check=False)
    assert said.stdout.strip() == "2", said.stderr


def test_a_game_of_it_is_pickled_with_its_title() -> None:
    game = stockrail.new("Mini", ["Ada", "Ben"])
    assert pickle.loads(pickle.dumps(game)).title is mini.TITLE


def test_a_save_is_shown_where_the_title_is_known_and_otherwise_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "mini.json"
    game = saved(path)
    assert stockrail.load(path).state == game.state
    assert "Ada" in outside("show", str(path)).stdout
    said = outside("show", str(path), titles="")
    assert said.returncode != 0
    assert "there is no title 'Mini'" in said.stderr and "set STOCKRAIL_TITLES to its folder" in said.stderr


def test_it_is_played_at_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "mini.json"
    saved(path)
    said = outside("play", str(path), typed="1\n1\n1\nquit\n")
    assert said.returncode == 0 and "The game is saved" in said.stdout, said.stderr


# -- its size and the guide -------------------------------------------------------------------------------------------


def test_it_is_small() -> None:
    files = [FOLDER / "__init__.py", *FOLDER.glob("*.toml")]
    assert len([line for path in files for line in lines(path.read_text(encoding="utf-8"))]) < 150


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def guide_blocks(language: str) -> list[str]:
    text = (ROOT / "docs" / "adding-a-title.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("facts.toml", "toml"),
        ("map.toml", "toml"),
        ("tiles.toml", "toml"),
        ("__init__.py", "python"),
        ("checklist.md", "markdown"),
    ],
)
def test_the_guide_builds_this_very_title(name: str, language: str) -> None:
    """The pieces of a file that stand in the guide are the whole file, in its order."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    pieces = [block for block in guide_blocks(language) if block in text]
    assert lines("".join(pieces)) == lines(text)


def test_every_block_of_the_guide_is_a_piece_of_the_title_or_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    files = [path.read_text(encoding="utf-8") for path in FOLDER.glob("*") if path.is_file()]
    rest = {language: [b for b in guide_blocks(language) if not any(b in text for text in files)] for language in
            ("toml", "markdown", "python")}  # fmt: skip
    assert rest["toml"] == rest["markdown"] == []
    for code in rest["python"]:
        exec(compile(code, "adding-a-title.md", "exec"), {})
