"""The greedy bot: obvious choices, no endless talk, nothing changed, the same game everywhere."""

from __future__ import annotations

import ast
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from tests.bots.test_evaluate import ALL, random_game

import stockrail.bots
from stockrail.bots import Bot, RandomBot, bot
from stockrail.bots.candidates import TrainTalk, points
from stockrail.bots.evaluate import Weights, usual_tables
from stockrail.bots.fading import faded
from stockrail.bots.greedy import ALIKE, ALIKE_PART, GreedyBot
from stockrail.core import Action, ActionRange
from stockrail.routes import kernel
from stockrail.rules.actions import Answer, Bid, BuyShare, BuyTrain, LayTile, Pass, ProposeEnd, SellShares
from stockrail.rules.agreement import Proposal
from stockrail.rules.game import RailGame, begin
from stockrail.rules.stock import SellingTurn
from stockrail.testing import Position
from stockrail.titles import title as find_title

FOLDER = Path(stockrail.bots.__file__).parent

# -- obvious choices ------------------------------------------------------------------------------------------------


def test_a_charter_is_floated_before_its_fine_is_due() -> None:
    game = begin(find_title("1862"), ["Ada", "Ben", "Cy"], seed=1)
    company = next(entry.action.item for entry in game.legal_actions() if isinstance(entry, ActionRange))
    game.push(Bid(0, company, 0))
    while game.actor != 0:
        game.push(Pass(game.actor or 0))
    greedy = GreedyBot()
    while not game.state.floated.get(company):
        assert game.actor is not None
        game.push(greedy.choose(game) if game.actor == 0 else Pass(game.actor))
    assert not game.title.outlook.fined(game, 0)


def test_a_bid_is_not_raised_beyond_what_the_item_is_worth() -> None:
    game = begin(find_title("18EU"), ["Ada", "Ben"], seed=1)
    game.push(game.legal_actions()[0])
    item = game.legal_actions()[0].action.item  # type: ignore[union-attr]
    game.push(Bid(0, item, 740))
    assert GreedyBot().choose(game) == Pass(1)


@pytest.mark.parametrize(("boldness", "bids"), [(0.0, False), (1.0, True)])
def test_a_bid_takes_no_more_than_a_part_of_the_cash(boldness: float, bids: bool) -> None:
    game = begin(find_title("18EU"), ["Ada", "Ben"], seed=1)
    game.push(game.legal_actions()[0])
    usual = usual_tables()
    weights = Weights({**usual, "all": {**usual["all"], "boldness": boldness}})
    assert isinstance(GreedyBot(weights=weights).choose(game), Bid) == bids


def test_of_two_shares_at_one_price_the_one_that_earns_is_bought() -> None:
    for trains, better in ((("4", "2-0"), "SNCF"), (("2-0", "4"), "FS")):
        position = Position("18EU").tiles(A12=("9", 0), D19=("9", 2)).cash(0, 100)
        for company, hex_, train in zip(("SNCF", "FS"), ("A10", "E18"), trains, strict=True):
            position.corporation(company, {1: 5}, cash=0).token(company, hex_).train(train, company)
        game = position.stock_round(0)
        assert GreedyBot().choose(game) == BuyShare(0, better, better)


def test_a_train_that_would_cost_the_player_their_only_other_train_is_left_alone() -> None:
    """No track lies anywhere, so a fourth train earns nothing; but it makes the 2 of the other company rust."""
    position = Position("18EU").phase("3")
    for minor in position.game.title.companies_of("minor"):
        position.no_trains(minor)
    position.corporation("SNCF", {0: 6}, cash=400).token("SNCF", "A10").train("3", "SNCF")
    position.corporation("FS", {0: 6}, cash=0).token("FS", "E18").train("2-0", "FS").cash(0, 0)
    for train in ("3-1", "3-2", "3-3", "3-4"):
        position.train(train, "box")
    game = position.operating("SNCF", "BuyTrains", alone=True)
    assert any(isinstance(action_of(entry), BuyTrain) for entry in game.legal_actions())
    assert GreedyBot().choose(game) == Pass(0)


def test_shares_are_not_sold_where_nothing_can_be_bought() -> None:
    position = Position("18EU").corporation("SNCF", {1: 5, 0: 3}, cash=0).token("SNCF", "A10").cash(0, 0)
    game = position.stock_round(0)
    assert {type(action_of(entry)) for entry in game.legal_actions()} == {SellShares, Pass}
    assert GreedyBot().choose(game) == Pass(0)


def test_a_company_keeps_its_only_train_from_its_presidents_other_company() -> None:
    """It would go to and fro between the two and run for neither."""
    for trains, wanted in ((("4-0",), False), (("4-0", "4-1"), True)):
        position = Position("18EU").phase("4").corporation("SNCF", {0: 6}, cash=0).corporation("FS", {0: 6}, cash=500)
        position.token("SNCF", "A10").token("FS", "E18")
        for train in trains:
            position.train(train, "SNCF")
        game = position.operating("FS", "BuyTrains", alone=True)
        greedy = GreedyBot()
        assert greedy.choose(game)
        asked = [thought.action for thought in greedy.explain() if isinstance(thought.action, BuyTrain)]
        assert any(action.train in trains for action in asked) == wanted


@pytest.mark.parametrize("name", ["18EU", "1862"])
def test_no_company_is_given_away_by_a_sale(name: str) -> None:
    sales = 0
    for game in random_game(name, seed=14, every=3):
        player = game.actor
        if not isinstance(game.decision, SellingTurn) or player is None or Pass(player) not in game.legal_actions():
            continue
        choice = GreedyBot().choose(game)
        if isinstance(choice, SellShares):
            led = game.title.controller(game, choice.company) == player
            fork = game.fork()
            fork.push(choice)
            assert not led or fork.title.controller(fork, choice.company) == player
            sales += 1
    assert sales


def action_of(entry: object) -> object:
    return entry.action if isinstance(entry, ActionRange) else entry


# -- offers and proposals -------------------------------------------------------------------------------------------


def test_a_proposal_to_end_the_game_is_accepted_by_whoever_leads_only() -> None:
    for cash, agrees in ((500, True), (10, False)):
        game = Position.of(begin(find_title("18EU"), ["Ada", "Ben"], seed=1)).cash(1, cash).cash(0, 200).game
        game.push(ProposeEnd(0))
        assert GreedyBot().choose(game) == Answer(1, agrees)


def test_no_train_is_asked_for_twice_in_one_step() -> None:
    for game in random_game("18EU", seed=8, every=1, most=900):
        talk = TrainTalk(game)
        entries = [e for e in game.legal_actions() if isinstance(action_of(e), BuyTrain)]
        for entry in talk.new_deals(game, entries):
            action = action_of(entry)
            assert isinstance(action, BuyTrain) and action.train not in talk.trains
        if talk.trains and not talk.is_endless:
            return
    pytest.fail("nobody asked for a train")


def test_a_bot_that_has_talked_for_too_long_passes() -> None:
    position = Position("18EU").phase("3").corporation("SNCF", {0: 6}, cash=400).token("SNCF", "A10")
    game = position.train("3", "SNCF").operating("SNCF", "BuyTrains", alone=True)

    class Talkative(RailGame):
        @property
        def actions(self) -> list[Action]:
            return [BuyTrain(0, "SNCF", "2-0", n) for n in range(1, 70)]

    game.__class__ = Talkative
    assert GreedyBot().choose(game) == Pass(0)


def test_of_a_wide_range_only_some_numbers_are_tried() -> None:
    wide = ActionRange(BuyTrain(0, "SNCF", "2-0", 1), "price", 1, 3000)
    prices = [action.price for action in points(wide) if isinstance(action, BuyTrain)]
    assert prices[0] == 1 and prices[-1] == 3000 and len(prices) < 10
    bids = ActionRange(Bid(0, "1", 100), "price", 100, 700, 5)
    assert points(bids) == [Bid(0, "1", 100)]


# -- manners --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_choosing_changes_nothing_and_every_choice_is_legal(name: str) -> None:
    for game in random_game(name, seed=6, every=29):
        before, log, ply = game.state.picture(), list(game.log), game.ply
        greedy = GreedyBot(1)
        assert game.is_legal(greedy.choose(game))
        greedy.explain()
        assert (game.state.picture(), game.log, game.ply) == (before, log, ply)


def asks(game: RailGame, action: Action) -> bool:
    """Whether another player is asked first, which costs something that is no feature; so does a sale."""
    with_action = game.fork()
    with_action.push(action)
    return isinstance(with_action.decision, Proposal)


def test_an_explanation_adds_up() -> None:
    told = 0
    for game in random_game("18EU", seed=7, every=37):
        greedy = GreedyBot(1)
        choice = greedy.choose(game)
        thoughts = greedy.explain()
        if not thoughts:
            continue
        assert thoughts[0].action == choice
        for thought in thoughts:
            if not isinstance(thought.action, Answer | SellShares) and not asks(game, thought.action):
                assert sum(thought.parts.values()) == pytest.approx(thought.value)
                told += 1
    assert told > 20


@pytest.mark.parametrize("name", ALL)
def test_little_work_leads_to_a_legal_choice_too(name: str) -> None:
    for game in random_game(name, seed=9, every=31):
        assert game.is_legal(GreedyBot(work=1).choose(game))


def test_tiles_are_tried_however_many_companies_there_are() -> None:
    game = next(game for game in random_game("18EU", seed=9, every=1) if len(operating(game)) > 12 and lays(game))
    greedy = GreedyBot(work=20)
    greedy.choose(game)
    assert any(isinstance(thought.action, LayTile) for thought in greedy.explain())


def operating(game: RailGame) -> list[str]:
    return [company for company in game.title.companies if game.title.operates(game, company)]


def lays(game: RailGame) -> bool:
    return any(isinstance(entry, LayTile) for entry in game.legal_actions())


# -- variety --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["18EU", "1862"])
def test_bots_with_other_seeds_play_another_game(name: str) -> None:
    games = []
    for first in (0, 0, 100):
        game = begin(find_title(name), ["Ada", "Ben", "Cy"], seed=1)
        bots = [GreedyBot(first + seat) for seat in range(3)]
        while game.ply < 60:
            game.push(bots[game.actor or 0].choose(game))
        games.append(game.actions)
    assert games[0] == games[1] != games[2]


def test_a_seed_decides_between_choices_that_are_nearly_as_good() -> None:
    varied = 0
    for game in random_game("18EU", seed=15, every=19):
        chosen = set()
        for seed in range(4):
            greedy = GreedyBot(seed)
            chosen.add(greedy.choose(game))
            thoughts = greedy.explain()
            if thoughts:
                best = max(thought.value for thought in thoughts)
                assert best - thoughts[0].value <= ALIKE + ALIKE_PART * abs(best)
        varied += len(chosen) > 1
    assert varied


# -- the same game everywhere ---------------------------------------------------------------------------------------


def played(title: str, seed: int, most: int) -> str:
    """A fingerprint of the first actions of a game in which one of three players is greedy."""
    game = begin(find_title(title), ["Ada", "Ben", "Cy"], seed=seed)
    bots: list[Bot] = [bot("greedy", seed), RandomBot(seed), RandomBot(seed + 1)]
    while not game.is_over and game.ply < most:
        assert game.actor is not None
        game.push(bots[game.actor].choose(game))
    actions: list[Action] = game.actions
    return hashlib.blake2b(msgspec.json.encode(actions), digest_size=8).hexdigest()


def played_elsewhere(title: str, seed: int, most: int, first: str = "", hash_seed: str = "0") -> str:
    """The same in a process of its own, where nothing is remembered; some code may run first."""
    code = f"{first}\nfrom tests.bots.test_greedy import played\nprint(played({title!r}, {seed}, {most}))"
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("name", ["18EU", "1862"])
def test_processes_with_different_hash_seeds_play_the_same_game(name: str) -> None:
    assert played_elsewhere(name, 11, 120, hash_seed="1") == played_elsewhere(name, 11, 120, hash_seed="2")


WITHOUT_KERNEL = """
from stockrail.routes import kernel
from stockrail.routes.together import kernel as together
kernel.AVAILABLE = together.AVAILABLE = False
"""


@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel was not built")
@pytest.mark.parametrize("name", ["18EU", "1862", "1883", "18FB"])
def test_it_plays_the_same_game_without_the_kernel(name: str) -> None:
    assert played_elsewhere(name, 17, 200) == played_elsewhere(name, 17, 200, WITHOUT_KERNEL)


def test_a_warm_process_plays_like_a_cold_one() -> None:
    assert played("18EU", 12, 150) == played("18EU", 12, 150)


@pytest.mark.parametrize(("name", "seed"), [("Mini", 21), ("18EU", 21)])
def test_a_greedy_bot_beats_random_ones(name: str, seed: int) -> None:
    game = begin(find_title(name), ["Ada", "Ben", "Cy"], seed=seed)
    bots: list[Bot] = [RandomBot(seed), GreedyBot(seed), RandomBot(seed + 1)]
    while not game.is_over:
        assert game.actor is not None
        game.push(bots[game.actor].choose(game))
    assert game.result().winners == (1,)


# What the bot plays today. Whoever changes how it thinks renews these, and its version with them.
GOLDEN = {("Mini", 400): "48a45e1a35fe0091", ("18EU", 300): "ff540cd14d106821", ("1862", 300): "b1a8c1244e69e56d"}


@pytest.mark.parametrize(("name", "most"), GOLDEN)
def test_it_plays_as_it_did(name: str, most: int) -> None:
    assert played(name, 13, most) == GOLDEN[name, most]


def test_what_fades_is_multiplied_and_lies_on_a_straight_line_between_steps() -> None:
    assert [faded(0.5, steps) for steps in (0, 1, 1.5, 2)] == [1.0, 0.5, 0.375, 0.25]


def test_bots_use_no_arithmetic_that_differs_between_machines() -> None:
    """Powers and logarithms of floats come from the machine's C library, which may differ in the last bit."""
    playing = [path for path in FOLDER.glob("*.py") if path.stem not in ("fitting", "trials", "ladder", "record")]
    for path in playing:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)), f"{path.name}:{node.lineno}"
            assert not (isinstance(node, ast.Import) and node.names[0].name == "math"), f"{path.name}:{node.lineno}"


def test_a_choice_does_not_depend_on_what_the_player_cannot_see(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where the position decides between ideas that are as good."""

    def hide(_: object, game: RailGame, player: int | None) -> None:
        game.state.flags["secret"] = 0

    monkeypatch.setattr(type(find_title("18EU")), "hide", hide)
    varied = 0
    for game in random_game("18EU", seed=15, every=19):
        choices, keys = set(), set()
        for secret in (1, 2, 3):
            twin = game.fork()
            twin.state.flags["secret"] = secret
            keys.add(twin.key())
            greedy = GreedyBot(3)
            choices.add(greedy.choose(twin))
            values = [thought.value for thought in greedy.explain()]
            varied += len(values) > 1 and max(values) - values[1] < ALIKE
        assert len(choices) == 1 and len(keys) == 3
    assert varied
