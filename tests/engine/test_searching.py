"""What searches need of a game: keys, turns, kinds of actions, pushes without checks, forks without history."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NoReturn

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import mini
from tests.engine.lots import lots

import stockrail
from stockrail.board import Lay, each_lay
from stockrail.bots import RandomBot
from stockrail.core import Action, ActionRange, Chance, Decision, Draw, Game
from stockrail.core.keys import _row, key_of
from stockrail.core.saving import dump
from stockrail.rules import laying, running
from stockrail.rules.actions import BuyShare, BuyTrain, LayTile, Pass, Select, SellShares, StartCompany
from stockrail.rules.game import RailGame
from stockrail.rules.stock import SellingTurn
from stockrail.rules.train_step import TrainStep
from stockrail.testing import ConformanceError, Position, check_doors
from stockrail.titles import add, all_titles, remove

NAMES = ["Ada", "Ben", "Cy"]
LOADED = [*all_titles().values(), mini.TITLE]
TITLES = [title.name for title in LOADED]
# Each number is one step: negative takes back, others choose an entry of the menu.
STEPS = st.lists(st.integers(min_value=-30, max_value=100), min_size=1, max_size=120)

every_title = pytest.mark.parametrize("title", TITLES)


@pytest.fixture(autouse=True, scope="module")
def with_mini() -> Iterator[None]:
    add(mini.TITLE)
    yield
    remove(mini.TITLE.name)


def pick(game: Game, number: int) -> Action:
    menu = game.legal_actions()
    entry: Action | ActionRange[Any] = menu[number % len(menu)]
    if not isinstance(entry, ActionRange):
        return entry
    values = entry.values()
    action: Action = entry.at(values[number % len(values)])
    return action


def played(title: str, actions: int, seed: int = 1) -> RailGame:
    """A random game after so many actions, or at its end."""
    game, bot = stockrail.new(title, NAMES, seed=seed), RandomBot(seed)
    while game.ply < actions and not game.is_over:
        game.push(bot.choose(game))
    return game


# -- keys -------------------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(STEPS, st.sampled_from(TITLES))
def test_games_have_the_same_key_exactly_if_their_states_are_the_same(steps: list[int], title: str) -> None:
    game = stockrail.new(title, NAMES, seed=1)
    pictures = {game.key(): game.state.picture()}
    for number in steps:
        if number < 0 and game.actions:
            game.pop()
        elif not game.is_over:
            game.push(pick(game, number))
        assert pictures.setdefault(game.key(), game.state.picture()) == game.state.picture()
    direct = stockrail.new(title, NAMES, seed=1)
    for action in game.actions:
        direct.push(action)
    assert direct.key() == game.key()


def test_a_key_does_not_depend_on_the_order_of_actions_that_lead_to_the_same() -> None:
    one, other = (Position("18EU").cash(0, 500).game for _ in range(2))
    one.state.flags["x"], one.state.flags["y"] = 1, 2
    other.state.flags["y"], other.state.flags["x"] = 2, True  # equal to 1, as for any comparison
    assert one.state == other.state and one.key() == other.key()
    other.state.flags["y"] = 3
    assert one.key() != other.key()


def test_money_that_came_and_went_leaves_no_trace_in_a_key() -> None:
    game = stockrail.new("18EU", NAMES)
    before = game.key()
    game.state.cash.pay(0, "nobody", 10)
    assert game.key() != before
    game.state.cash.pay("nobody", 0, 10)
    assert game.key() == before


def test_the_order_on_a_shelf_counts() -> None:
    game = stockrail.new("18EU", NAMES)
    before = game.key()
    game.state.shelves.move("3-0", ("trains", "depot"))  # from the top of the stack to its bottom
    assert game.key() != before


def test_equal_values_have_the_same_key_whichever_came_first() -> None:
    keys = []
    for value in (1, True):
        _row.cache_clear()
        keys.append(key_of([("flags", "x", value)]))
    assert keys[0] == keys[1]


def test_values_that_look_alike_when_written_one_after_the_other_have_different_keys() -> None:
    values: list[Any] = [("ab", "c"), ("a", "bc"), (("a",), "bc"), ("a", ("bc",)), None, "None", 0, "0", (), ""]
    values += [frozenset({"a", "b"}), ("a", "b"), Pass(1), Draw(1, "a", 1), Draw(1, "a", "1")]
    assert len({key_of([("flags", "x", value)]) for value in values}) == len(values)


def test_what_reads_differently_in_every_process_cannot_be_part_of_a_key() -> None:
    with pytest.raises(TypeError, match="the same in every process"):
        key_of([("flags", "x", object())])


KEY = """
import stockrail
from stockrail.bots import RandomBot
game, bot = stockrail.new("1862", ["Ada", "Ben", "Cy"], seed=1), RandomBot(1)
while game.ply < 60:
    game.push(bot.choose(game))
print(game.key())
"""


def test_a_key_is_the_same_in_every_process() -> None:
    environments = [{**os.environ, "PYTHONHASHSEED": str(number)} for number in (1, 2)]
    commands = [sys.executable, "-c", KEY]
    keys = {subprocess.run(commands, capture_output=True, text=True, env=e, check=True).stdout for e in environments}
    assert keys == {f"{played('1862', 60).key()}\n"}


# -- turns ------------------------------------------------------------------------------------------------------------


def test_a_turn_lasts_while_the_same_player_goes_on_for_the_same_company() -> None:
    game = Position("Mini").corporation("Red", {0: 4, 1: 2}, value=60, cash=500).token("Red", "A2").operating("Red")
    first = game.turn_key()
    assert first == (0, ("operating", 2, 1), "Red")
    while isinstance(game.decision, laying.TrackStep):
        game.push(Pass(0))
    assert isinstance(game.decision, TrainStep) and game.turn_key() == first
    game.push(Pass(0))
    assert game.turn_key() != first


def test_selling_and_then_buying_is_one_turn_and_so_is_choosing_the_home_of_a_new_company() -> None:
    position = Position("18EU").corporation("SNCB", {0: 4, 1: 3}).cash(0, 900).owned("1", 0)
    game = position.stock_round(0)
    key = game.turn_key()
    assert key == (0, ("stock", 2, None))
    game.push(SellShares(0, "SNCB", 1))
    assert game.turn_key() == key
    game.push(StartCompany(0, "FS", 100))
    assert game.turn_key() == key
    game.push(game.legal_actions()[0])
    assert game.turn_key() != key and game.actor == 1


def test_a_game_that_is_over_has_nobodys_turn() -> None:
    game = played("Mini", 10_000)
    assert game.is_over and game.turn_key()[0] is None


# -- kinds of actions -------------------------------------------------------------------------------------------------


def forbidden(*args: Any, **kwargs: Any) -> NoReturn:
    raise AssertionError("asked for kinds, and something is listed or searched")


def decisions(of: type[Any] = Decision) -> Iterator[type[Any]]:
    yield of
    kinds: list[type[Any]] = of.__subclasses__()
    for kind in kinds:
        yield from decisions(kind)


def forbid_lists(patch: pytest.MonkeyPatch) -> None:
    for kind in decisions():
        for name in ("list", "possible", "purchases", "entries", "places", "proposal", "ways_to_raise", "_mergers"):
            if name in vars(kind):
                patch.setattr(kind, name, forbidden)
    for module, name in [(running, "best_run"), (running, "good_run")]:
        patch.setattr(module, name, forbidden)
    patch.setattr(laying, "each_lay", first_only(each_lay))


def first_only(lays: Callable[..., Iterator[Lay]]) -> Callable[..., Iterator[Lay]]:
    """Whether a tile can be laid is known from the first one; the next is too much."""

    def first(*terms: Any, **more: Any) -> Iterator[Lay]:
        yield from islice(lays(*terms, **more), 1)
        forbidden()

    return first


@pytest.mark.parametrize(
    ("title", "preset"), [(title.name, preset) for title in LOADED for preset in (None, *title.presets)]
)
def test_kinds_are_told_without_a_list_and_leave_nothing_out(title: str, preset: str | None) -> None:
    game, bot = stockrail.new(title, NAMES, seed=5, preset=preset), RandomBot(5)
    seen = set()
    while not game.is_over:
        assert game.decision is not None
        with pytest.MonkeyPatch.context() as patch:
            forbid_lists(patch)
            kinds = game.decision.kinds(game)
        assert all(isinstance(action, kinds) for action in game.legal_actions().all())
        assert len(kinds) < len(game.title.actions), "this decision does not say which"
        seen.add(type(game.decision))
        game.push(bot.choose(game))
    assert len(seen) > 5


def test_who_must_buy_a_train_cannot_pass_and_who_must_sell_can_only_sell() -> None:
    position = Position("18EU").corporation("SNCB", {0: 4, 1: 3}, cash=500).token("SNCB", "A10")
    step = position.operating("SNCB", "BuyTrains").decision
    assert step is not None and Pass not in step.kinds(position.game) and BuyTrain in step.kinds(position.game)
    game = Position("18EU").corporation("SNCB", {0: 7, 1: 3}).stock_round(0)
    assert game.decision is not None and game.decision.kinds(game) == (SellShares,)


def test_a_decision_that_does_not_say_may_take_any_action_of_the_title() -> None:
    game = stockrail.new("18EU", NAMES)
    assert Decision.kinds(Decision(), game) == game.title.actions


def test_chance_only_draws() -> None:
    with lots() as name:
        game, bot = stockrail.new(name, NAMES, seed=1), RandomBot(1)
        while not isinstance(game.decision, Chance):
            game.push(bot.choose(game))
        assert game.decision.kinds(game) == (Draw,)


def test_the_suite_finds_a_kind_that_was_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Position("Mini").cash(0, 500).stock_round(0)
    monkeypatch.setattr(SellingTurn, "kinds", lambda self, game: (SellShares, BuyShare, Pass))
    with pytest.raises(ConformanceError, match="StartCompany"):
        check_doors(game)


# -- pushes without checks --------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(STEPS, st.sampled_from(TITLES))
def test_a_known_push_leads_where_a_push_leads_and_is_taken_back_alike(steps: list[int], title: str) -> None:
    checked, known = (stockrail.new(title, NAMES, seed=1) for _ in range(2))
    log = list(known.log)
    for number in steps:
        if number < 0 and checked.actions:
            assert known.pop() == checked.pop()
        elif not checked.is_over:
            action = pick(checked, number)
            checked.push(action)
            known.push_known(action)
        assert known.state == checked.state
        assert known.decision == checked.decision and known.actions == checked.actions
    assert known.state.journal.entries == checked.state.journal.entries
    assert known.log == log


@every_title
def test_whole_games_are_the_same_with_known_pushes(title: str) -> None:
    checked, bot = stockrail.new(title, NAMES, seed=7), RandomBot(7)
    known = checked.fork()
    while not checked.is_over:
        action = bot.choose(checked)
        checked.push(action)
        known.push_known(action)
    assert known.state == checked.state and known.result() == checked.result()


def test_what_is_open_at_any_time_is_known_too() -> None:
    game = stockrail.new("18EU", NAMES)
    proposal = game.title.any_time(game, 2)[0]
    game.push_known(proposal)
    assert type(game.decision).__name__ == "AgreeToEnd" and game.last_events() == []
    assert game.pop() == proposal


def test_a_push_after_a_known_one_is_logged_again() -> None:
    game = stockrail.new("18EU", NAMES)
    game.push_known(Select(0, "1"))
    game.push(game.legal_actions()[0])
    assert [event.kind for event in game.log] == ["round_begins", "bids"]
    assert [event.kind for event in game.last_events()] == ["bids"] and game.events_of(0) == []


def test_a_known_push_that_fails_changes_nothing_and_the_log_goes_on() -> None:
    game = stockrail.new("18EU", NAMES)
    picture = game.state.picture()
    with pytest.raises(AssertionError):
        game.push_known(LayTile(0, "1", "A10", "9", 0))
    assert game.state.picture() == picture and game.ply == 0
    game.push(Select(0, "1"))
    assert game.last_events()


def test_a_range_is_known_by_its_lowest_number() -> None:
    game = stockrail.new("18EU", NAMES)
    game.push_known(Select(0, "1"))
    entry = game.legal_actions()[0]
    assert isinstance(entry, ActionRange)
    game.push_known(entry)
    assert game.actions[-1] == entry.lowest()


# -- forks without history --------------------------------------------------------------------------------------------


@every_title
def test_a_fork_without_history_plays_on_like_its_game(title: str) -> None:
    game = played(title, 80)
    fork, picture, log = game.fork(history=False), game.state.picture(), list(game.log)
    assert fork.log == []
    assert (fork.ply, fork.decision, fork.key(), fork.actions) == (80, game.decision, game.key(), [])
    first, second = RandomBot(3), RandomBot(3)
    for _ in range(30):
        fork.push(first.choose(fork))
    assert game.state.picture() == picture and game.log == log
    for _ in range(30):
        game.push(second.choose(game))
    assert fork.state == game.state and fork.ply == game.ply and fork.log == game.log[-len(fork.log) :]
    assert fork.events_of(100) == game.events_of(100)
    for _ in range(30):
        fork.pop()
    assert fork.state.picture() == picture


def test_a_fork_without_history_ends_where_it_was_made() -> None:
    fork = played("18EU", 30).fork(history=False)
    fork.push(pick(fork, 1))
    fork.pop()
    with pytest.raises(IndexError, match="this fork has no history"):
        fork.pop()
    with pytest.raises(IndexError, match="this fork has no history"):
        fork.events_of(29)
    with pytest.raises(ValueError, match="cannot be saved"):
        dump(fork)
    twin = fork.fork()
    with pytest.raises(IndexError, match="this fork has no history"):
        twin.pop()
    assert (twin.ply, twin.fork(history=False).ply) == (30, 30)


def test_at_the_beginning_a_fork_without_history_lacks_nothing_but_the_log() -> None:
    fork = stockrail.new("18EU", NAMES).fork(history=False)
    assert msgspec.json.decode(dump(fork))["actions"] == []
    with pytest.raises(IndexError, match=r"no action to undo$"):
        fork.pop()


def test_what_a_player_may_see_can_be_had_without_history() -> None:
    twin = played("1862", 40).fork_for(0, 9, history=False)
    assert (twin.ply, twin.seed, twin.actions) == (40, 9, [])
