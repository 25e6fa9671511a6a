"""A title that nobody has told the pages about, without words, rulings or translations of its own, is played there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests import mini
from tests.web.conftest import JSON, PAGE, Visitor

import stockrail
from stockrail.bots import RandomBot
from stockrail.core.saving import dump
from stockrail.rules.game import RailGame
from stockrail.titles import add, remove
from stockrail.web.views.panel import encoded
from stockrail.words import Speaker


@pytest.fixture(autouse=True)
def found() -> Iterator[None]:
    add(mini.TITLE)
    yield
    remove(mini.TITLE.name)


def decisions() -> dict[str, bytes]:
    """A save for each kind of decision that comes up, and one of a game that is over."""
    saves: dict[str, bytes] = {}
    add(mini.TITLE)
    game, bot = stockrail.new(mini.TITLE.name, ["Ada", "Ben"], seed=1), RandomBot(1)
    while not game.is_over:
        saves.setdefault(type(game.decision).__name__, dump(game))
        game.push(bot.choose(game))
    remove(mini.TITLE.name)
    return {**saves, "over": dump(game)}


SAVES = decisions()


def test_a_table_is_opened_and_played(visitor: Visitor) -> None:
    table, game, bot = (
        visitor.new_game("screen", "screen", title="Mini"),
        RailGame(mini.TITLE, ["Ada", "Ben"]),
        RandomBot(),
    )
    for number in range(40):
        action = bot.choose(game)
        answer = visitor.act(table, number, encoded(action))
        assert answer.status_code in (200, 201), (action, answer.text)
        game.push(action)
    page = visitor.get(f"/game/{table}").text
    assert Speaker(game).prompt() in page


@pytest.mark.parametrize("waits", SAVES)
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_page_shows_board_market_ledger_and_panel(visitor: Visitor, waits: str, language: str) -> None:
    fields = {"_csrf_token": visitor.token, "name": waits}
    made = visitor.client.post("/import", data=fields, files={"file": SAVES[waits]}, headers=JSON)
    visitor.client.cookies.set("language", language)
    page = visitor.client.get(f"/game/{made.json()['id']}", headers=PAGE)
    visitor.client.cookies.delete("language")
    assert page.status_code == 200
    for part in (
        'id="vmap"',
        'id="vmarket"',
        'id="ledger"',
        'id="act"',
        'id="log"',
        ">Middleton<",
        'data-inspect="cell:',
    ):
        assert part in page.text, part


def test_the_lobby_offers_it(visitor: Visitor) -> None:
    page = visitor.get("/").text
    assert "Three railways on twelve hexes, the smallest title that is a whole game" in page
