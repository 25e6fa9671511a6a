"""Chance as a decision: drawn by seed and stream, recorded as an action, the same again after taking back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stockrail.core import CHANCE, Action, Chance, Decision, Draw, Game, IllegalAction, Menu, State, Table, Title
from stockrail.core.chance import drawn


class Roll(Action, frozen=True):
    """Roll a die."""


class Wait(Action, frozen=True):
    """Let the other player roll."""


class DiceState(State):
    def __init__(self) -> None:
        super().__init__()
        self.points: Table[int, int] = self.table("points")
        self.rolls: Table[int, int] = self.table("rolls")


class Turn(Decision, frozen=True):
    player: int

    def actor(self, game: Any) -> int:
        return self.player

    def check(self, game: Any, action: Action) -> None:
        if not isinstance(action, Roll | Wait):
            raise game.refusal("roll_or_wait")

    def list(self, game: Any) -> Menu:
        return [Roll(self.player), Wait(self.player)]

    def take(self, game: Any, action: Action) -> None:
        game.replace_frame(Turn(1 - self.player))
        if isinstance(action, Roll):
            count = game.state.rolls[self.player] = game.state.rolls.get(self.player, 0) + 1
            game.push_frame(Die(f"die/{self.player}/{count}", self.player))


class Die(Chance, frozen=True):
    player: int

    def outcomes(self, game: Any) -> Sequence[int]:
        return range(1, 7) if game.state.points.get(self.player, 0) < 20 else [6]

    def happens(self, game: Any, outcome: int | str) -> None:
        game.state.points[self.player] = game.state.points.get(self.player, 0) + int(outcome)
        game.note("rolls", player=self.player, outcome=outcome)


class Dicing(Title):
    """Whoever has thirty points first has won."""

    name = "Dicing"
    players = range(2, 3)
    actions = (Roll, Wait)

    def new_state(self) -> DiceState:
        return DiceState()

    def set_up(self, game: Any) -> None:
        game.stack = (Turn(0),)

    def is_over(self, game: Any) -> bool:
        return any(points >= 30 for points in game.state.points.unordered.values())

    def worth(self, game: Any, player: int) -> int:
        return int(game.state.points.get(player, 0))


def dicing(seed: int = 7) -> Any:
    return Game(Dicing(), ["Ada", "Ben"], seed=seed)


def test_a_roll_waits_for_chance_and_is_recorded_as_an_action() -> None:
    game = dicing()
    game.push(Roll(0))
    assert isinstance(game.decision, Die)
    assert game.actor == CHANCE
    assert game.legal_actions() == [Draw(CHANCE, "die/0/1", number) for number in range(1, 7)]
    draw = game.draw()
    game.push(draw)
    assert game.actions == [Roll(0), draw]
    assert game.result().worth == (draw.outcome, 0)


def test_settling_draws_until_a_player_decides() -> None:
    game = dicing()
    assert game.settle() == []
    game.push(Roll(0))
    assert [draw.stream for draw in game.settle()] == ["die/0/1"]
    assert game.actor == 1


def test_a_moderator_enters_the_real_die() -> None:
    game = dicing()
    game.push(Roll(0))
    game.push(Draw(CHANCE, "die/0/1", 5))
    assert game.result().worth == (5, 0)


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        (Draw(CHANCE, "die/0/1", 7), "no_such_outcome"),
        (Draw(CHANCE, "die/1/1", 3), "draw_first"),
        (Draw(0, "die/0/1", 3), "not_your_turn"),
        (Roll(1), "not_your_turn"),
    ],
)
def test_nobody_else_draws_and_nothing_else_is_drawn(action: Action, kind: str) -> None:
    game = dicing()
    game.push(Roll(0))
    with pytest.raises(IllegalAction) as refused:
        game.push(action)
    assert refused.value.kind == kind


def test_where_nothing_waits_for_chance_nothing_is_drawn() -> None:
    with pytest.raises(ValueError, match="the game is not waiting for a draw"):
        dicing().draw()


def test_taking_back_and_rolling_again_gives_the_same() -> None:
    game = dicing()
    game.push(Roll(0))
    first = game.settle()
    for _ in range(2):
        game.pop()
    game.push(Roll(0))
    assert game.settle() == first


@given(st.integers(0, 2**128 - 1), st.lists(st.booleans(), max_size=12), st.lists(st.booleans(), max_size=12))
def test_how_one_plays_shifts_no_later_draw(seed: int, some: list[bool], others: list[bool]) -> None:
    """The n-th die of a player is the same, whatever was rolled before by anybody."""

    def dice(choices: list[bool]) -> dict[str, int | str]:
        game, found = dicing(seed), {}
        for rolls in choices:
            if game.is_over:
                break
            assert game.actor is not None
            game.push(Roll(game.actor) if rolls else Wait(game.actor))
            found.update({draw.stream: draw.outcome for draw in game.settle()})
        return found

    one, other = dice(some), dice(others)
    assert all(one[stream] == other[stream] for stream in one.keys() & other.keys())


def test_what_can_only_come_out_one_way_happens_by_itself() -> None:
    game = dicing()
    game.state.points[0] = 20
    game.push(Roll(0))
    assert game.actor == 1
    assert game.result().worth == (26, 0)


def test_a_copy_for_a_players_eyes_draws_the_unknown_anew() -> None:
    game = dicing()
    game.push(Roll(0))
    game.settle()
    twins = [game.fork_for(1, seed) for seed in range(60)]
    assert all(twin.state == game.state for twin in twins)
    for twin in twins:
        twin.push(Roll(1))
        twin.settle()
    assert len({twin.result().worth for twin in twins}) == 6
    assert game.seed == 7


def test_all_outcomes_come_up_about_equally_often() -> None:
    counts = Counter(drawn(18, f"die/{number}", range(6)) for number in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())


def test_a_draw_is_the_same_on_every_machine() -> None:
    assert [drawn(18, f"event/1/{n}", range(100)) for n in range(6)] == [80, 22, 75, 39, 45, 51]
    assert drawn(2**127 + 1, "x", "abc") == "b"
