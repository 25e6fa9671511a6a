"""Standing orders: passing in advance, until the round ends or until somebody moves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.web.conftest import JSON, Visitor

import stockrail
from stockrail.bots import RandomBot
from stockrail.rules.actions import BuyShare, Pass
from stockrail.rules.rounds import current_round
from stockrail.web.app import make_app
from stockrail.web.settings import Settings

SEATS = 3
LOOKS = 500


def in_stock_round() -> Any:
    """A random game at the beginning of a stock round in which the first three can buy and pass."""
    for seed in range(20):
        game, bot = stockrail.new("18EU", players=["Ada", "Ben", "Cy"], seed=seed), RandomBot(seed)
        while not game.is_over:
            now = current_round(game)
            menu = {type(entry) for entry in game.legal_actions()}
            if now is not None and now.kind == "stock" and now.turn > 3 and {BuyShare, Pass} <= menu and _deal(game):
                return game
            game.push(bot.choose(game))
    raise AssertionError("no such game")


def _deal(game: Any) -> bool:
    """Whether each player can buy once the one before has bought, twice round the table."""
    twin = game.fork()
    for _ in range(2 * SEATS):
        bought = next((entry for entry in twin.legal_actions() if isinstance(entry, BuyShare)), None)
        if bought is None:
            return False
        twin.push(bought)
    return True


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    settings = Settings(data=tmp_path_factory.mktemp("data"), requests_a_minute=100_000, warm=False)
    with TestClient(make_app(settings)) as made:
        yield made


class Table:
    """An imported game in a stock round, all seats at one screen."""

    def __init__(self, client: TestClient[Any], path: Path) -> None:
        client.cookies.clear()
        self.visitor = Visitor(client)
        in_stock_round().save(path)
        fields, files = {"_csrf_token": self.visitor.token}, {"file": path.read_bytes()}
        self.id = client.post("/import", data=fields, files=files, headers=JSON).json()["id"]

    def now(self) -> dict[str, Any]:
        found: dict[str, Any] = self.visitor.client.get(f"/api/games/{self.id}").json()
        return found

    def actor(self) -> int:
        return int(self.now()["decision"]["actor"])

    def waits_for_another_than(self, seat: int) -> bool:
        """Soon: orders are followed beside the requests, each of which gives them time."""
        return any(self.actor() != seat for _ in range(LOOKS))

    def order(self, seat: int, what: str, kind: str = "pass", **fields: str) -> Any:
        return self.visitor.post(f"/game/{self.id}/order", seat=str(seat), kind=kind, what=what, **fields)

    def cancel(self, number: int) -> Any:
        return self.visitor.post(f"/game/{self.id}/order", cancel=str(number))

    def take(self, kind: str) -> int:
        """Take the first action of a kind for whoever is to act; returns his seat."""
        menu = self.visitor.client.get(f"/api/games/{self.id}/actions").json()
        action = next(choice["action"] for choice in menu if choice["action"]["type"] == kind)
        answer = self.visitor.act(self.id, self.now()["number"], json.dumps(action))
        assert answer.status_code == 200, answer.text
        return int(action["player"])


@pytest.fixture
def table(client: TestClient[Any], tmp_path: Path) -> Table:
    return Table(client, tmp_path / "game.json")


def test_who_orders_to_pass_in_his_turn_passes_at_once(table: Table) -> None:
    first = table.actor()
    assert table.order(first, "round").status_code == 200
    assert table.waits_for_another_than(first)
    assert "passes until the round ends" in table.visitor.get(f"/game/{table.id}").text


def test_a_move_of_another_ends_the_order_that_waits_for_one(table: Table) -> None:
    first = table.actor()
    table.order(first, "move")
    assert table.waits_for_another_than(first)
    for _ in range(SEATS - 1):
        assert table.take("BuyShare") != first
    assert table.actor() == first
    assert "passes until somebody moves. <b>Ended: somebody moved.</b>" in table.visitor.get(f"/game/{table.id}").text


def test_until_the_round_ends_moves_of_others_change_nothing(table: Table) -> None:
    first = table.actor()
    table.order(first, "round")
    for _ in range(SEATS):
        assert table.waits_for_another_than(first)
        table.take("BuyShare")


def test_an_order_can_be_withdrawn(table: Table) -> None:
    first = table.actor()
    table.order(first, "round")
    assert table.waits_for_another_than(first)
    assert table.cancel(1).status_code == 200
    for _ in range(SEATS - 1):
        table.take("BuyShare")
    assert table.actor() == first


def test_an_undo_withdraws_all_orders(table: Table) -> None:
    first = table.actor()
    table.order(first, "round")
    assert table.waits_for_another_than(first)
    number = table.now()["number"]
    assert table.visitor.post(f"/game/{table.id}/undo", expected=str(number)).status_code == 200
    assert table.actor() == first


def test_all_may_pass_in_advance_and_the_round_ends(table: Table) -> None:
    before = table.now()["round"]
    for seat in range(SEATS):
        table.order(seat, "round")
    assert any(table.now()["round"] != before for _ in range(LOOKS))


def test_nobody_gives_orders_for_others_or_outside_a_stock_round(table: Table, client: TestClient[Any]) -> None:
    seat = table.actor()
    number = table.now()["number"]
    assert table.order(seat, "whenever").status_code == 400
    client.cookies.clear()
    stranger = Visitor(client)
    assert stranger.post(f"/game/{table.id}/order", seat=str(seat), kind="pass", what="round").status_code == 403
    fresh = stranger.new_game("screen", "screen", "screen")
    assert stranger.post(f"/game/{fresh}/order", seat="0", kind="pass", what="round").status_code == 400
    assert stranger.post(f"/game/{fresh}/order", seat="7", kind="pass", what="round").status_code == 403
    assert client.get(f"/api/games/{table.id}").json()["number"] == number
