"""What chance brings in 1883: by seed and stream alone, the same after taking back, and hidden until it is drawn."""

from __future__ import annotations

import base64
import re
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
from stockrail.files import load_bytes
from stockrail.rules.game import RailGame
from stockrail.rules.title import RailTitle
from stockrail.titles import add, all_titles, remove
from stockrail.titles.g1883.events import DrawCard
from stockrail.web.app import make_app
from stockrail.web.settings import Settings

from .eventful import Scene, declines
from .lying import TITLE

SECRET = 98765432109876543210
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


@SLOW
@given(seeds, st.integers(0, 50), st.integers(1, 30))
def test_a_save_read_at_any_step_goes_on_with_the_same_draws(seed: int, style: int, more: int) -> None:
    game = played(seed, style, 40 + 7 * more)
    read: Any = load_bytes(dump(game))
    assert read.state.picture() == game.state.picture() and read.actions == game.actions
    bots = RandomBot(more), RandomBot(more)
    for _ in range(0 if game.is_over else more):
        for one, bot in zip((game, read), bots, strict=True):
            one.push(one.draw() if one.actor == CHANCE else bot.choose(one))
        assert read.actions[-1] == game.actions[-1]
    assert read.state.picture() == game.state.picture()


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


@given(seeds, seeds, seeds, st.integers(0, 2))
def test_what_a_player_sees_of_the_future_is_drawn_by_another_seed_alone(
    one: int, two: int, eyes: int, seat: int
) -> None:
    """Two games that only differ in their seeds look the same to whoever plays on in a copy of either."""
    copies = [before_the_card(seed).fork_for(seat, eyes) for seed in (one, two)]
    drawn_there = [[copy.draw().outcome for copy in copies]]
    for copy in copies:
        copy.settle()
    drawn_there.append([copy.state.drawn.by_key() for copy in copies])
    assert all(first == second for first, second in drawn_there)
    assert copies[0].state.picture() == copies[1].state.picture()


def test_a_copy_for_somebodys_eyes_tells_nothing_of_the_card_to_come() -> None:
    game = before_the_card(SECRET)
    seen = {game.fork_for(1, other).draw().outcome for other in range(200)}
    assert seen == set(range(1, 13)), "by other seeds any card that is left can come"


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


ASKED = (
    "/game/{id}", "/game/{id}?at=120", "/game/{id}/rules", "/game/{id}/tiles", "/game/{id}/sheets/events",
    "/api/games/{id}", "/api/games/{id}?at=120", "/api/games/{id}/actions", "/api/games/{id}/log",
    "/api/games/{id}/board.svg", "/api/games/{id}/market.svg", "/game/{id}/inspect",
)  # fmt: skip


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Visitor]:
    """Somebody with a browser; the title is known for as long."""
    known, title = TITLE.name in all_titles(), cast("RailTitle", TITLE)
    if not known:
        add(title)
    with TestClient(make_app(Settings(data=tmp_path, warm=False))) as client:
        yield Visitor(client)
    if not known:
        remove(TITLE.name)


def running(visitor: Visitor, seed: int) -> str:
    """The same running game, with some cards drawn, by any seed."""
    game = played(SECRET, 7, 160)
    game.seed = seed
    fields, files = {"_csrf_token": visitor.token}, {"file": dump(game)}
    return str(visitor.client.post("/import", data=fields, files=files, headers=JSON).json()["id"])


def answers(visitor: Visitor, id_: str) -> dict[str, tuple[int, str]]:
    """What a server says of a game, its id, the time and what is good for once apart."""
    found = {path: visitor.get(path.format(id=id_)) for path in ASKED}
    once = re.compile(r'(?:csrf" content=|csrf_token" value=|data-drawn=|data-t=)"[^"]*"|"at":[\d.]+|/join/[\w-]+')
    return {path: (got.status_code, once.sub("", got.text.replace(id_, "ID"))) for path, got in found.items()}


def test_no_page_or_answer_of_a_running_game_shows_the_seed(browser: Visitor) -> None:
    told = answers(browser, running(browser, SECRET))
    assert [path for path, (code, _) in told.items() if code != 200] == []
    shapes = {str(SECRET), f"{SECRET:x}", base64.b64encode(SECRET.to_bytes(9, "big")).decode()}
    assert [path for path, (_, text) in told.items() if any(shape in text for shape in shapes)] == []


def test_two_running_games_that_differ_in_their_seeds_are_told_alike(browser: Visitor) -> None:
    """So nothing that is drawn later can be read from any page or answer, whatever form it is given."""
    one, other = (answers(browser, running(browser, seed)) for seed in (SECRET, SECRET + 1))
    assert [path for path in ASKED if one[path] != other[path]] == []


def test_no_save_of_a_running_game_holds_its_seed(browser: Visitor) -> None:
    """Whoever may have one, has one that draws by a seed of its own; all others have none."""
    id_ = running(browser, SECRET)
    paths = (f"/game/{id_}/save", f"/api/games/{id_}/save")
    given = [browser.get(path) for path in paths]
    assert all(answer.status_code in (200, 403) and str(SECRET) not in answer.text for answer in given)
    saves = [load_bytes(answer.content) for answer in given if answer.status_code == 200]
    assert all(save.seed != SECRET and save.ply == 160 for save in saves)
    stranger = somebody_else(browser)
    assert [stranger.get(path).status_code for path in paths] == [403, 403]


def somebody_else(visitor: Visitor) -> Visitor:
    """Another session: without the cookies of the first."""
    visitor.client.cookies.clear()
    return Visitor(visitor.client)
