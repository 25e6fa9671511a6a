"""What is open to a player at any time has its place on the page, whoever is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.engine.extras import SellCard, a_game, extras, moved
from tests.web.conftest import Visitor

from stockrail.rules.cards import give_card
from stockrail.rules.game import RailGame
from stockrail.web.app import make_app
from stockrail.web.settings import Settings
from stockrail.web.views.ledger import ledger_of
from stockrail.web.views.panel import Chosen, Panel, panel_of
from stockrail.web.views.voice import Voice


def with_card(holder: int) -> RailGame:
    game = a_game()
    give_card(game, "Ferry", holder)
    return game


def panel(game: RailGame, *mine: int) -> Panel:
    return panel_of(game, Voice(game, "en"), frozenset(mine), Chosen())


def test_an_option_with_a_number_is_a_stepper_for_its_owner_alone() -> None:
    game = with_card(2)
    assert game.actor == 0
    found = panel(game, 2)
    assert [(step.low, step.high, step.label) for step in found.extra_steppers] == [(1, 40, "Sell River ferry for £1")]
    assert not found.mine and panel(game, 0).extra_steppers == []


def test_the_end_is_proposed_in_the_menu_and_once() -> None:
    found = panel(with_card(2), 0, 1, 2)
    assert ([button.label for button in found.any_time], found.extras) == (["Propose to end the game here"], [])


@pytest.fixture
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with extras(), TestClient(make_app(Settings(data=tmp_path_factory.mktemp("extras"), warm=False))) as client:
        yield client


def test_a_player_takes_it_on_the_page_while_the_game_waits_for_somebody_else(client: TestClient[Any]) -> None:
    visitor = Visitor(client)
    table = visitor.new_game("screen", "screen", "screen", title="Extras")
    page = visitor.get(f"/game/{table}").text
    assert 'id="extras"' in page and "Sell River ferry for £1" in page
    sold = visitor.act(table, 0, '{"type":"SellCard","player":0,"card":"Ferry","price":30}')
    assert sold.status_code == 200
    after = visitor.get(f"/game/{table}").text
    assert 'id="extras"' not in after and "River ferry closes" in after


def test_its_number_must_be_one_that_is_offered() -> None:
    game = with_card(2)
    assert [game.is_legal(SellCard(2, "Ferry", price)) for price in (0, 1, 40, 41)] == [False, True, True, False]


def test_the_ledger_lists_players_in_the_order_of_play() -> None:
    game = moved(a_game(), order=(2, 0, 1))
    ledger = ledger_of(game, Voice(game, "en"), frozenset(), frozenset())
    assert [player.name for player in ledger.players] == ["Cy", "Ada", "Ben"]
