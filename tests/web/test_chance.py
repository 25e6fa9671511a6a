"""Draws at a table: written down with the action that led to them, and asked about when they are taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.engine.lots import lots
from tests.web.conftest import JSON, Visitor

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import CHANCE
from stockrail.core.saving import dump
from stockrail.web.app import make_app
from stockrail.web.settings import Settings

SEED = 98765432109876543210


@pytest.fixture
def title() -> Iterator[str]:
    with lots() as name:
        yield name


class Table:
    """A game just before the pass after which a lot is drawn, its seats at three browsers."""

    def __init__(self, client: TestClient[Any], title: str) -> None:
        self.client, self.game = client, _before_the_draw(title)
        self.visitor = Visitor(client)
        fields, files = {"_csrf_token": self.visitor.token}, {"file": dump(self.game)}
        self.id = client.post("/import", data=fields, files=files, headers=JSON).json()["id"]

    def now(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/api/games/{self.id}").json()
        return found

    def log(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.client.get(f"/api/games/{self.id}/log").json()
        return found


def _before_the_draw(title: str) -> stockrail.RailGame:
    game, bot = stockrail.new(title, ["Ada", "Ben", "Cy"], seed=SEED), RandomBot(5)
    while game.actor != CHANCE:
        game.push(bot.choose(game))
    game.pop()
    return game


@pytest.fixture
def table(title: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    settings = Settings(data=tmp_path_factory.mktemp("chance"), warm=False)
    with TestClient(make_app(settings)) as client:
        yield Table(client, title)


def passes(table: Table) -> Any:
    number, actor = table.now()["number"], table.now()["decision"]["actor"]
    return table.visitor.act(table.id, number, f'{{"type": "Pass", "player": {actor}}}')


def test_a_draw_is_written_down_with_the_action_that_led_to_it(table: Table) -> None:
    before = table.now()["number"]
    assert passes(table).status_code == 200
    after = table.now()
    assert after["number"] == before + 2
    assert after["decision"]["actor"] != CHANCE
    assert "priority" in " ".join(table.log()[-1]["sentences"])


def test_nobody_draws_for_chance(table: Table) -> None:
    number = table.now()["number"]
    draw = '{"type": "Draw", "player": -1, "stream": "priority/2", "outcome": 0}'
    assert table.visitor.act(table.id, number, draw).status_code in (403, 422)
    assert table.now()["number"] == number


def test_taking_back_past_a_draw_gives_the_same_again(table: Table) -> None:
    passes(table)
    drawn = table.log()[-1]["sentences"]
    number = table.now()["number"]
    assert table.visitor.post(f"/game/{table.id}/undo", expected=str(number)).status_code == 200
    assert table.now()["decision"]["actor"] != CHANCE
    passes(table)
    assert table.log()[-1]["sentences"] == drawn
    assert table.visitor.get(f"/game/{table.id}").status_code == 200


def test_whoever_takes_back_a_draw_asks_the_others_who_have_seen_it(title: str, tmp_path: Any) -> None:
    with TestClient(make_app(Settings(data=tmp_path, warm=False))) as client:
        seats = [{"kind": "link", "name": name} for name in ("Ada", "Ben", "Cy")]
        made = client.post("/api/games", json={"title": title, "seats": seats, "draw_seats": False}).json()
        path, bot = f"/api/games/{made['id']}", RandomBot(1)
        keys = {s["seat"]: {"authorization": f"Bearer {s['token']}"} for s in made["seats"]}
        hall = client.app.state.services.hall

        async def position() -> stockrail.RailGame:
            return (await hall.game(made["id"])).position  # type: ignore[no-any-return]

        with client.portal() as portal:
            while (game := portal.call(position)) and not any(a.player == CHANCE for a in game.actions):
                action = bot.choose(game)
                number = client.get(path).json()["number"]
                body = {"expected": number, "actions": [_raw(action)]}
                assert client.post(f"{path}/actions", json=body, headers=keys[action.player]).status_code == 200
        last = game.actions[-2].player
        number = client.get(path).json()["number"]
        answer = client.post(f"{path}/undo", json={"expected": number}, headers=keys[last])
        assert answer.json()["done"] is False
        assert set(client.get(path).json()["asked"]["waiting"]) == {0, 1, 2} - {last}


def _raw(action: Any) -> Any:
    import msgspec

    return msgspec.json.decode(msgspec.json.encode(action))


def test_what_will_be_drawn_is_told_nowhere(table: Table) -> None:
    """Neither the page nor the API shows the seed of a game that goes on."""
    assert str(SEED).encode() not in table.visitor.get(f"/game/{table.id}").content
    assert str(SEED) not in str(table.now())
    assert table.client.get(f"/api/games/{table.id}/save").status_code in (403, 404, 409)


def test_nobody_alone_goes_on_with_a_game_whose_seed_its_save_has_told(title: str, tmp_path: Any) -> None:
    """Else whoever agrees to the end could read what would be drawn, take the answer back, and play on."""
    with TestClient(make_app(Settings(data=tmp_path, warm=False))) as client:
        seats = [{"kind": "link", "name": name} for name in ("Ada", "Ben", "Cy")]
        made = client.post("/api/games", json={"title": title, "seats": seats, "draw_seats": False}).json()
        path = f"/api/games/{made['id']}"
        keys = {s["seat"]: {"authorization": f"Bearer {s['token']}"} for s in made["seats"]}
        _ends(client, path, keys)
        assert client.get(f"{path}/save").status_code == 200
        answer = client.post(f"{path}/undo", json={"expected": client.get(path).json()["number"]}, headers=keys[2])
        now = client.get(path).json()
        assert not answer.json()["done"] and now["over"] and set(now["asked"]["waiting"]) == {0, 1}
        for seat in (0, 1):
            body = {"expected": client.get(path).json()["number"], "accept": True}
            assert client.post(f"{path}/answer", json=body, headers=keys[seat]).status_code == 200
        assert not client.get(path).json()["over"]
        assert client.get(f"{path}/save").status_code == 403


def _ends(client: TestClient[Any], path: str, keys: Any) -> None:
    """Seat 0 proposes to end the game, and all others agree in turn."""
    actions: list[dict[str, Any]] = [{"type": "ProposeEnd", "player": 0}]
    actions += [{"type": "Answer", "player": seat, "accept": True} for seat in (1, 2)]
    for action in actions:
        body = {"expected": client.get(path).json()["number"], "actions": [action]}
        assert client.post(f"{path}/actions", json=body, headers=keys[action["player"]]).status_code == 200
    assert client.get(path).json()["over"]
