"""A page says the same of a position however it was reached: forwards, after taking back, or from the history."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.web.conftest import TITLE

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import Action
from stockrail.draw.of_game import board_view, market_view
from stockrail.rules.game import RailGame
from stockrail.testing import stir
from stockrail.titles import all_titles
from stockrail.web.views.board import Shown
from stockrail.web.views.depot import depot_of
from stockrail.web.views.inspecting import inspected
from stockrail.web.views.ledger import ledger_of
from stockrail.web.views.panel import Chosen, panel_of
from stockrail.web.views.position import company_of, player_of
from stockrail.web.views.table import head_of
from stockrail.web.views.voice import Voice

OFTEN = 4  # of so many positions one is looked at after its action was taken, and taken back


def page_of(game: RailGame) -> dict[str, bytes]:
    """What a page and the API show of a position, written out: so the order of everything counts."""
    voice, everybody = Voice(game, "en"), frozenset(range(len(game.players)))
    board, market = board_view(game), market_view(game)
    parts = {
        "head": head_of(game, voice, on_board=False),
        "ledger": ledger_of(game, voice, everybody, frozenset()),
        "depot": depot_of(game, voice),
        "inspector": [inspected(game, voice, f"company:{company}") for company in game.title.companies],
        "panel": panel_of(game, voice, everybody, Chosen()),
        "players": [player_of(game, seat) for seat in sorted(everybody)],
        "companies": [company_of(game, company) for company in game.title.companies],
        "board": [list(board.laid.items()), list(board.tokens.items()), list(board.costs.items())],
        "market": list(market.piles.items()),
    }
    return {name: msgspec.json.encode(part, enc_hook=_plain) for name, part in parts.items()}


def _plain(thing: object) -> object:
    """What the board shows of the panel: sets have no order."""
    fields = vars(thing).items() if isinstance(thing, Shown) else ()
    return {name: sorted(value) if isinstance(value, frozenset) else value for name, value in fields} or str(thing)


def compare_on_the_way_back(game: RailGame, actions: Sequence[Action]) -> None:
    """Look at every position on the way there and again on the way back; a second game takes each action back once."""
    told = [page_of(game)]
    restless: RailGame = game.fork()
    for number, action in enumerate(actions):
        game.push(action)
        restless.push(action)
        restless.pop()
        if number % OFTEN == 0:
            assert_same(restless, told, number)
        restless.push(action)
        told.append(page_of(game))
    for number in reversed(range(len(actions))):
        game.pop()
        assert_same(game, told, number)


def assert_same(game: RailGame, told: Sequence[dict[str, bytes]], number: int) -> None:
    again = page_of(game)
    differing = [part for part in again if again[part] != told[number][part]]
    assert not differing, f"{differing} after going back to action {number}"


@pytest.mark.slow
@pytest.mark.parametrize(("title", "players", "seed"), [("1862", 2, 4)])
def test_every_position_of_a_random_game_is_shown_the_same_after_going_back(
    title: str, players: int, seed: int
) -> None:
    game = RailGame(all_titles()[title], ["Ada", "Ben", "Cy"][:players], seed=seed)
    played: RailGame = game.fork()
    bot = RandomBot(seed)
    while not played.is_over:
        played.push(bot.choose(played))
    compare_on_the_way_back(game, played.actions)


@pytest.mark.slow
@pytest.mark.parametrize("log", ["18EU/74045", "18EU/auto_pass_already_tokened", "1862/46925"])
def test_every_position_of_a_recorded_game_is_shown_the_same_after_going_back(shared: Path, log: str) -> None:
    recorded = stockrail.load(shared / "fixtures" / f"{log}.json")
    actions = recorded.actions
    game = RailGame(
        recorded.title, recorded.players, recorded.options, recorded.rulings, recorded.seed, recorded.setup or None
    )
    compare_on_the_way_back(game, actions)


@pytest.mark.parametrize("title", all_titles())
def test_no_page_depends_on_an_order_that_is_no_part_of_the_state(title: str) -> None:
    game, bot, dice = RailGame(all_titles()[title], ["Ada", "Ben", "Cy"], seed=8), RandomBot(8), Random(8)
    for number in range(400):
        if number % OFTEN == 0:
            stirred: RailGame = game.fork()
            stir(stirred, dice)
            assert page_of(stirred) == page_of(game)
        game.push(bot.choose(game))


def test_a_table_is_not_read_in_the_order_of_its_rows() -> None:
    game = RailGame(all_titles()[TITLE], ["Ada", "Ben"])
    with pytest.raises(TypeError, match="not iterable"):
        list(game.state.flags)  # type: ignore[call-overload]


def test_the_history_shows_the_companies_in_the_order_in_which_they_operate(shared: Path) -> None:
    game = stockrail.load(shared / "fixtures" / TITLE / "74045.json")
    while len(game.actions) > 284:
        game.pop()
    order = head_of(game, Voice(game, "en"), on_board=False).order
    assert [place.sign.striptags() for place in order] == [str(minor) for minor in range(1, 16)]
    assert [place.done for place in order] == [True] * 11 + [False] * 4
