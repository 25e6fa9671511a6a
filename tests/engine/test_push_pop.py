"""Push and pop: after any of both the state is the one reached directly, field by field."""

import copy
import pickle
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import stockrail
from stockrail.core import Action, ActionRange
from stockrail.rules.actions import Bid, Pass

# Each number is one step: negative takes back, others choose an entry of the menu.
STEPS = st.lists(st.integers(min_value=-30, max_value=100), min_size=1, max_size=120)


def pick(game: stockrail.Game, number: int) -> Action:
    menu = game.legal_actions()
    entry: Action | ActionRange[Any] = menu[number % len(menu)]
    if not isinstance(entry, ActionRange):
        return entry
    values = entry.values()
    action: Action = entry.at(values[number % len(values)])
    return action


def fresh(players: int, preset: str | None) -> stockrail.RailGame:
    return stockrail.new("18EU", [f"Player {n}" for n in range(players)], seed=players, preset=preset)


@settings(max_examples=40)
@given(STEPS, st.integers(2, 6), st.sampled_from([None, "18xx.games"]))
def test_pushes_and_pops_lead_to_the_state_that_is_reached_directly(
    steps: list[int], players: int, preset: str | None
) -> None:
    game = fresh(players, preset)
    for number in steps:
        if number < 0 and game.actions:
            game.pop()
        elif not game.is_over:
            game.push(pick(game, number))
    direct = fresh(players, preset)
    for action in game.actions:
        direct.push(action)
    assert game.state == direct.state
    assert game.log == direct.log
    assert game.decision == direct.decision
    assert len(game.state.journal) == len(direct.state.journal)


@settings(max_examples=20)
@given(STEPS, STEPS)
def test_a_fork_and_its_game_do_not_touch_each_other(before: list[int], after: list[int]) -> None:
    game = fresh(3, None)
    for number in before:
        game.push(pick(game, abs(number)))
    picture = game.state.picture()
    fork = game.fork()
    for number in after:
        if not fork.is_over:
            fork.push(pick(fork, abs(number)))
    assert game.state.picture() == picture
    while len(fork.actions) > len(before):
        fork.pop()
    assert fork.state.picture() == picture
    while fork.actions:
        fork.pop()
    assert fork.state == fresh(3, None).state
    assert game.state.picture() == picture


@settings(max_examples=30)
@given(STEPS, STEPS)
def test_a_fork_keeps_its_past_when_its_game_goes_back_and_on(before: list[int], after: list[int]) -> None:
    game = fresh(3, None)
    pictures = [game.state.picture()]
    for number in before:
        game.push(pick(game, abs(number)))
        pictures.append(game.state.picture())
    fork, second = game.fork(), game.fork().fork()
    for number in [-1, *after]:
        if number < 0 and game.actions:
            game.pop()
        elif not game.is_over:
            game.push(pick(game, number))
    for copied in (fork, second):
        assert copied.ply == len(before)
        for picture in reversed(pictures):
            assert copied.state.picture() == picture
            if copied.actions:
                copied.pop()
        assert len(copied.state.journal) == len(fresh(3, None).state.journal)


def test_a_game_survives_pickling_and_deep_copying() -> None:
    game = fresh(3, None)
    for number in range(60):
        game.push(pick(game, number))
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert twin.state == game.state
        while twin.actions:
            twin.pop()
        assert twin.state == fresh(3, None).state
    assert len(game.actions) == 60


def test_a_refused_action_changes_nothing() -> None:
    game = fresh(3, None)
    picture, length = game.state.picture(), len(game.state.journal)
    for action in (Pass(0), Bid(1, "1", 100)):
        try:
            game.push(action)
        except stockrail.IllegalAction as error:
            assert error.rule
        else:
            raise AssertionError(f"{action} was taken")
    assert game.state.picture() == picture
    assert len(game.state.journal) == length
    assert game.actions == []
