"""What chance brings in 1883: by seed and stream alone, the same after taking back, and hidden until it is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient
from tests.web.conftest import JSON, Visitor

from stockrail.bots import RandomBot
from stockrail.core import CHANCE, Draw
from stockrail.core.chance import drawn
from stockrail.core.saving import dump
from stockrail.rules.game import RailGame
from stockrail.rules.title import RailTitle
from stockrail.titles import add, all_titles, remove
from stockrail.titles.g1883.events import DrawCard
from stockrail.web.app import make_app
from stockrail.web.settings import Settings

from .eventful import Scene, declines
from .lying import TITLE

seeds = st.integers(0, 2**128 - 1)
SLOW = settings(deadline=None, max_examples=5)


def played(seed: int, style: int, actions: int = 260) -> Any:
    """A game between random players; what they do depends on `style`, what is drawn on the seed."""
    game, bot = RailGame(TITLE, ["Ada", "Ben", "Cy"], seed=seed), RandomBot(style)
    while not game.is_over and game.ply < actions:
        game.push(bot.choose(game))
    return game


def draws(game: Any) -> list[Draw]:
    return [action for action in game.actions if isinstance(action, Draw)]


def before_the_card(seed: int, era: int = 1) -> Any:
    """An operating round of an era that waits for its card."""
    scene = Scene(era).railway("FSF", 1).railway("FBV", 0, 85).cards(3, 3, 3)
    scene.game.seed = seed
    return scene.begin()


# -- the same again -----------------------------------------------------------------------------------------------


@SLOW
@given(seeds, st.integers(0, 50))
def test_the_same_seed_and_actions_bring_the_same_draws(seed: int, style: int) -> None:
    one, other = played(seed, style), played(seed, style)
    assert one.actions == other.actions
    assert one.state.picture() == other.state.picture()


@SLOW
@given(seeds, st.integers(0, 50), st.integers(0, 50))
def test_a_draw_depends_on_seed_stream_and_what_can_come_alone(seed: int, style: int, other: int) -> None:
    """Whatever was played and drawn before: looked up again from nothing but these three it is the same."""
    for way in (style, other):
        game = played(seed, way)
        for number in reversed(range(len(game.actions))):
            action = game.pop()
            if isinstance(action, Draw):
                outcomes = game.decision.outcomes(game)
                assert action.outcome == drawn(seed, action.stream, outcomes), number


@given(seeds, st.lists(st.sampled_from([2, 5, 10, 11, 12]), max_size=4, unique=True))
def test_the_first_card_does_not_depend_on_what_happened_before_the_game_came_there(seed: int, done: list[int]) -> None:
    plain, busy = before_the_card(seed), before_the_card(seed)
    for number in done:  # undone again: cards that were seen and taken back
        busy.push(Draw(CHANCE, busy.decision.stream, number))
        busy.pop()
    assert plain.draw() == busy.draw()


@given(seeds, st.integers(1, 3))
def test_taking_back_past_a_draw_brings_the_same_card(seed: int, era: int) -> None:
    game = before_the_card(seed, era)
    first = game.draw()
    before = game.state.picture()
    game.push(first)
    game.pop()
    assert game.state.picture() == before
    assert game.draw() == first


@SLOW
@given(seeds, st.integers(0, 50), st.integers(1, 40))
def test_going_back_and_on_again_repeats_the_game(seed: int, style: int, back: int) -> None:
    game = played(seed, style)
    end, actions = game.state.picture(), game.actions
    for _ in range(min(back, game.ply)):
        game.pop()
    for action in actions[game.ply :]:
        if isinstance(action, Draw):
            assert game.draw() == action
        game.push(action)
    assert game.state.picture() == end


@SLOW
@given(seeds)
def test_streams_are_never_used_twice(seed: int) -> None:
    streams = [draw.stream for draw in draws(played(seed, seed % 7))]
    assert len(streams) == len(set(streams))


# -- nothing is known before ----------------------------------------------------------------------------------------


@SLOW
@given(seeds, seeds, st.integers(0, 20))
def test_nothing_that_will_be_drawn_is_in_state_log_or_actions(seed: int, other: int, style: int) -> None:
    """With the same actions two games of different seeds are one and the same until the next draw."""
    game = played(seed, style)
    twin: Any = RailGame(TITLE, ["Ada", "Ben", "Cy"], seed=other)
    for action in game.actions:
        twin.push(action)  # also what chance brought to the first game
    assert twin.state.picture() == game.state.picture()
    assert [(event.kind, event.params) for event in twin.log] == [(event.kind, event.params) for event in game.log]
    assert twin.legal_actions() == game.legal_actions()
    saves = [msgspec.json.decode(dump(one)) for one in (game, twin)]
    assert [save.pop("seed") for save in saves] == [seed, other]
    assert saves[0] == saves[1]


@given(seeds, seeds)
def test_a_copy_for_somebodys_eyes_differs_in_the_seed_alone(seed: int, other: int) -> None:
    game = before_the_card(seed)
    twin = game.fork_for(1, other)
    assert twin.state.picture() == game.state.picture()
    assert {name for name in game.__dict__ if game.__dict__[name] != twin.__dict__[name]} <= {"seed", "state"}
    assert twin.seed == other
    assert twin.draw().outcome == drawn(other, "event/1/1", list(range(1, 13)))


def test_all_cards_come_up_first_about_equally_often() -> None:
    counts = [0] * 13
    for seed in range(1200):
        counts[int(drawn(seed, "event/1/1", list(range(1, 13))))] += 1
    assert all(60 < count < 145 for count in counts[1:])


def test_the_menu_of_a_draw_lists_all_cards_that_are_left() -> None:
    game = before_the_card(1)
    assert isinstance(game.decision, DrawCard)
    assert [entry.outcome for entry in game.legal_actions()] == list(range(1, 13))
    game.push(Draw(CHANCE, "event/1/1", 3))
    while game.actor != CHANCE and type(game.decision).__name__ == "AvoidStrike":
        declines(game)
    assert game.state.drawn.by_key() == {"3": True}, "what is left is public, its order is not there"


@pytest.mark.parametrize("seed", range(3))
def test_settling_draws_nothing_twice(seed: int) -> None:
    game = before_the_card(seed)
    first = game.settle()
    assert [draw.stream for draw in first][:1] == ["event/1/1"]
    assert game.settle() == []


# -- at a table -----------------------------------------------------------------------------------------------------

SECRET = 98765432109876543210


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Visitor, str]]:
    """A running game that has drawn some cards, seen by a browser; the title is known for as long."""
    known, title = TITLE.name in all_titles(), cast("RailTitle", TITLE)
    if not known:
        add(title)
    game = played(SECRET, 7, 160)
    with TestClient(make_app(Settings(data=tmp_path, warm=False))) as client:
        visitor = Visitor(client)
        fields, files = {"_csrf_token": visitor.token}, {"file": dump(game)}
        yield visitor, client.post("/import", data=fields, files=files, headers=JSON).json()["id"]
    if not known:
        remove(TITLE.name)


def test_no_page_or_answer_of_a_running_game_shows_the_seed(table: tuple[Visitor, str]) -> None:
    visitor, id_ = table
    for path in (f"/game/{id_}", f"/api/games/{id_}", f"/api/games/{id_}/log", f"/api/games/{id_}/board.svg"):
        answer = visitor.get(path)
        assert answer.status_code == 200 and str(SECRET).encode() not in answer.content, path
    assert visitor.get(f"/api/games/{id_}/save").status_code in (403, 404, 409)
