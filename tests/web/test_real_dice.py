"""Tables with real dice: the game waits until somebody at the table enters what was drawn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
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


@pytest.fixture
def title() -> Iterator[str]:
    with lots() as name:
        yield name


@pytest.fixture
def client(title: str, tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_app(Settings(data=tmp_path, warm=False))) as made:
        yield made


def before_the_draw(title: str) -> stockrail.RailGame:
    """The pass after which a lot is drawn comes next."""
    game, bot = stockrail.new(title, ["Ada", "Ben", "Cy"], seed=5, seats="given", real_dice=True), RandomBot(5)
    while game.actor != CHANCE:
        game.push(bot.choose(game))
    game.pop()
    return game


class Table:
    """All seats at one screen, waiting for the outcome of a lot."""

    def __init__(self, client: TestClient[Any], title: str) -> None:
        self.client, self.visitor = client, Visitor(client)
        fields, files = {"_csrf_token": self.visitor.token}, {"file": dump(before_the_draw(title))}
        self.id = client.post("/import", data=fields, files=files, headers=JSON).json()["id"]
        actor = self.now()["decision"]["actor"]
        assert self.act(f'{{"type": "Pass", "player": {actor}}}').status_code == 200

    def now(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/api/games/{self.id}").json()
        return found

    def act(self, action: str) -> Any:
        return self.visitor.act(self.id, self.now()["number"], action)

    def enter(self, outcome: int) -> Any:
        return self.act(json.dumps({**self.choices()[0]["action"], "outcome": outcome}))

    def choices(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.client.get(f"/api/games/{self.id}/actions").json()
        return found

    def log(self) -> list[str]:
        lines = self.client.get(f"/api/games/{self.id}/log").json()
        return [sentence for line in lines if not line["undone"] for sentence in line["sentences"]]


@pytest.fixture
def table(client: TestClient[Any], title: str) -> Table:
    return Table(client, title)


def test_the_game_waits_and_the_page_offers_the_outcomes(table: Table) -> None:
    assert table.now()["decision"]["actor"] == CHANCE
    assert table.now()["real_dice"] is True
    assert [choice["text"] for choice in table.choices()] == ["Enter 0", "Enter 1", "Enter 2"]
    page = table.visitor.get(f"/game/{table.id}").text
    assert "Enter what was drawn" in page
    assert "Real dice: any player may enter what was drawn" in page
    assert page.count('value="{&#34;type&#34;:&#34;Draw&#34;') == 3


def test_the_lobby_says_that_the_table_waits_for_its_players(table: Table) -> None:
    assert "Your turn" in table.visitor.get("/").text
    table.client.cookies.clear()
    assert table.visitor.get(f"/game/{table.id}").status_code == 200  # somebody who watches


def test_what_is_entered_counts_and_the_log_says_who_entered_it(table: Table) -> None:
    for outcome in range(3):
        assert table.enter(outcome).status_code == 200
        assert [player["seat"] for player in table.now()["players"] if player["priority"]] == [outcome]
        assert table.log()[-1] == "Entered by Ada"
        assert "Entered by Ada" in table.visitor.get(f"/game/{table.id}").text
        assert table.visitor.post(f"/game/{table.id}/undo", expected=str(table.now()["number"])).status_code == 200
        assert table.now()["decision"]["actor"] == CHANCE


def test_an_outcome_that_cannot_be_is_refused(table: Table) -> None:
    assert table.enter(3).status_code == 422
    assert table.now()["decision"]["actor"] == CHANCE


def test_taking_back_past_it_asks_for_the_outcome_again_and_taking_again_keeps_it(table: Table) -> None:
    table.enter(2)
    number = table.now()["number"]
    target = table.now()["acts"] - 2
    assert table.visitor.post(f"/game/{table.id}/undo", expected=str(number), to=str(target)).status_code == 200
    assert table.now()["decision"]["actor"] != CHANCE
    assert table.visitor.post(f"/game/{table.id}/redo", expected=str(table.now()["number"])).status_code == 200
    assert [player["seat"] for player in table.now()["players"] if player["priority"]] == [2]


def test_who_watches_enters_nothing(table: Table) -> None:
    raw = json.dumps(table.choices()[0]["action"])
    table.client.cookies.clear()
    stranger = Visitor(table.client)
    assert stranger.act(table.id, table.now()["number"], raw).status_code == 403
    assert "Waiting for chance" in stranger.get(f"/game/{table.id}").text


def test_it_is_asked_for_again_when_the_server_was_down(client: TestClient[Any], table: Table) -> None:
    hall = client.app.state.services.hall
    hall._tables.clear()
    assert table.now()["decision"]["actor"] == CHANCE
    assert table.enter(1).status_code == 200
    hall._tables.clear()
    assert table.log()[-1] == "Entered by Ada"


def test_a_copy_to_try_things_draws_by_itself(table: Table) -> None:
    made = table.visitor.post(f"/game/{table.id}/branch", at=str(table.now()["acts"] - 1)).json()["id"]
    position = table.client.get(f"/api/games/{made}").json()
    assert position["real_dice"] is False
    action = f'{{"type": "Pass", "player": {position["decision"]["actor"]}}}'
    assert table.visitor.act(made, position["number"], action).status_code == 200
    assert table.client.get(f"/api/games/{made}").json()["decision"]["actor"] != CHANCE


# -- opening such a table -------------------------------------------------------------------------------------------


def opened(client: TestClient[Any], title: str, *kinds: str) -> Any:
    seats = [{"kind": kind, "name": name} for kind, name in zip(kinds, ("Ada", "Ben", "Cy"), strict=True)]
    return client.post("/api/games", json={"title": title, "seats": seats, "draw_seats": False, "real_dice": True})


def test_a_table_with_real_dice_is_opened_by_a_program_and_by_the_form(client: TestClient[Any], title: str) -> None:
    made = opened(client, title, "link", "link", "bot").json()
    assert client.get(f"/api/games/{made['id']}").json()["real_dice"] is True
    visitor = Visitor(client)
    assert f"{title}:real-dice" in visitor.get("/").text
    game = visitor.new_game("screen", "screen", title=title, **{f"{title}:real-dice": "yes"})
    assert client.get(f"/api/games/{game}").json()["real_dice"] is True


def test_strangers_do_not_play_with_dice_that_they_cannot_see(client: TestClient[Any], title: str) -> None:
    answer = opened(client, title, "link", "link", "open")
    assert answer.status_code == 400
    assert "cannot have open seats" in answer.json()["detail"]


def test_somebody_has_to_be_there_to_enter_them(client: TestClient[Any], title: str) -> None:
    assert opened(client, title, "bot", "bot", "bot").status_code == 400


@pytest.mark.parametrize("name", ["18EU", "1862"])
def test_only_titles_that_draw_during_play_offer_it(client: TestClient[Any], name: str) -> None:
    answer = opened(client, name, "link", "link", "link")
    assert answer.status_code == 400
    assert "draws nothing during play" in answer.json()["detail"]
    assert f"{name}:real-dice" not in Visitor(client).get("/").text


def test_whoever_takes_back_what_was_entered_asks_the_others(client: TestClient[Any], title: str) -> None:
    made = opened(client, title, "link", "link", "link").json()
    path, bot = f"/api/games/{made['id']}", RandomBot(1)
    keys = {s["seat"]: {"authorization": f"Bearer {s['token']}"} for s in made["seats"]}
    game = stockrail.new(title, ["Ada", "Ben", "Cy"], seats="given", real_dice=True)
    while game.actor != CHANCE:
        action = bot.choose(game)
        raw = json.loads(msgspec.json.encode(action))
        body = {"expected": game.ply, "actions": [raw]}
        assert client.post(f"{path}/actions", json=body, headers=keys[action.player]).status_code == 200
        game.push(action)
    menu = client.get(f"{path}/actions", headers=keys[1]).json()
    body = {"expected": game.ply, "actions": [menu[0]["action"]]}
    assert client.post(f"{path}/actions", json=body).status_code == 401
    assert client.post(f"{path}/actions", json=body, headers=keys[1]).status_code == 200
    line = client.get(f"{path}/log").json()[-1]
    assert (line["kind"], line["seat"], line["sentences"][-1]) == ("enter", 1, "Entered by Ben")
    answer = client.post(f"{path}/undo", json={"expected": game.ply + 1}, headers=keys[1])
    assert answer.json()["done"] is False
    assert client.get(path).json()["asked"]["waiting"] == [0, 2]
