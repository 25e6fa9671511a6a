"""The JSON API: another program lists games, reads positions and legal actions, and acts for a seat by token."""

from __future__ import annotations

import html
import shlex
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.web.conftest import TITLE, Visitor

Client = TestClient[Any]


def opened(client: Client, *kinds: str) -> tuple[str, dict[int, dict[str, str]]]:
    """A new game's id, and the headers of each seat's owner."""
    seats = [{"kind": kind, "name": name} for kind, name in zip(kinds, ("Ada", "Ben", "Cy"), strict=False)]
    answer = client.post("/api/games", json={"title": TITLE, "seats": seats, "draw_seats": False})
    assert answer.status_code == 201, answer.text
    game = answer.json()
    return game["id"], {s["seat"]: {"authorization": f"Bearer {s['token']}"} for s in game["seats"] if "token" in s}


def legal(client: Client, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/api/games/{game}/actions").json()
    return found


def test_a_program_opens_a_table_and_plays(client: Client) -> None:
    game, keys = opened(client, "link", "link", "link")
    for number in range(12):
        position = client.get(f"/api/games/{game}").json()
        assert position["number"] == number
        actor = position["decision"]["actor"]
        choice = legal(client, game)[0]
        body = {"expected": number, "actions": [choice["action"]]}
        answer = client.post(f"/api/games/{game}/actions", json=body, headers=keys[actor])
        assert answer.status_code == 200, answer.text
        assert answer.json()["number"] == number + 1
    log = client.get(f"/api/games/{game}/log").json()
    assert log[0]["sentences"] == ["Initial sale"]
    assert "Ada puts" in log[1]["sentences"][0]


def test_a_token_lists_its_own_game_only(client: Client) -> None:
    game, keys = opened(client, "link", "link")
    assert [found["id"] for found in client.get("/api/games", headers=keys[0]).json()] == [game]
    assert game not in [found["id"] for found in client.get("/api/games").json()]


def test_an_open_seat_is_listed(client: Client) -> None:
    game, _ = opened(client, "link", "open")
    found = next(g for g in client.get("/api/games").json() if g["id"] == game)
    assert [seat["seat"] for seat in found["seats"] if seat.get("free")] == [1]


def test_a_refusal_names_its_rule_and_changes_nothing(client: Client) -> None:
    game, keys = opened(client, "link", "link")
    client.post(
        f"/api/games/{game}/actions",
        json={"expected": 0, "actions": [legal(client, game)[0]["action"]]},
        headers=keys[0],
    )
    bid = {"type": "Bid", "player": 0, "item": "1", "price": 103}
    answer = client.post(f"/api/games/{game}/actions", json={"expected": 1, "actions": [bid]}, headers=keys[0])
    assert answer.status_code == 422
    assert answer.json()["rule"]
    assert "103" in answer.json()["detail"]
    assert client.get(f"/api/games/{game}").json()["number"] == 1


def test_of_several_actions_all_are_taken_or_none(client: Client) -> None:
    game, keys = opened(client, "link", "link")
    first = legal(client, game)[0]["action"]
    wrong = {"type": "Bid", "player": 0, "item": "1", "price": 7}
    answer = client.post(f"/api/games/{game}/actions", json={"expected": 0, "actions": [first, wrong]}, headers=keys[0])
    assert answer.status_code == 422
    assert client.get(f"/api/games/{game}").json()["act"] == 0
    good = {"type": "Bid", "player": 0, "item": first["item"], "price": 100}
    answer = client.post(f"/api/games/{game}/actions", json={"expected": 0, "actions": [first, good]}, headers=keys[0])
    assert answer.json() == {"number": 2, "done": True}


def test_undo_takes_back_ones_own_action_and_asks_across_others(client: Client) -> None:
    game, keys = opened(client, "link", "link")
    first = legal(client, game)[0]["action"]
    client.post(f"/api/games/{game}/actions", json={"expected": 0, "actions": [first]}, headers=keys[0])
    answer = client.post(f"/api/games/{game}/undo", json={"expected": 1}, headers=keys[0])
    assert answer.json() == {"number": 2, "done": True}
    answer = client.post(f"/api/games/{game}/redo", json={"expected": 2}, headers=keys[0])
    assert client.get(f"/api/games/{game}").json()["act"] == 1
    answer = client.post(f"/api/games/{game}/undo", json={"expected": 3}, headers=keys[1])
    assert answer.json()["done"] is False
    asked = client.get(f"/api/games/{game}").json()["asked"]
    assert (asked["seat"], asked["waiting"]) == (1, [0])
    answer = client.post(f"/api/games/{game}/answer", json={"expected": 4, "accept": True}, headers=keys[0])
    assert answer.status_code == 200, answer.text
    position = client.get(f"/api/games/{game}").json()
    assert (position["act"], position["asked"]) == (0, None)
    undone = [line["undone"] for line in client.get(f"/api/games/{game}/log").json() if line["kind"] == "act"]
    assert undone == [False, True]


def test_a_past_position_can_be_read(client: Client) -> None:
    game, keys = opened(client, "link", "link")
    client.post(
        f"/api/games/{game}/actions",
        json={"expected": 0, "actions": [legal(client, game)[0]["action"]]},
        headers=keys[0],
    )
    assert client.get(f"/api/games/{game}?at=0").json()["decision"]["kind"] == "SelectMinor"
    assert client.get(f"/api/games/{game}").json()["decision"]["kind"] == "Offer"


def test_bots_act_by_themselves(client: Client) -> None:
    import time

    game, keys = opened(client, "link", "bot", "bot")
    first = legal(client, game)[0]["action"]
    client.post(f"/api/games/{game}/actions", json={"expected": 0, "actions": [first]}, headers=keys[0])
    body = {"expected": 1, "actions": [{"type": "Pass", "player": 0}]}
    client.post(f"/api/games/{game}/actions", json=body, headers=keys[0])
    for _ in range(100):
        position = client.get(f"/api/games/{game}").json()
        if position["decision"]["actor"] == 0 and position["number"] > 2:
            break
        time.sleep(0.02)
    assert position["decision"]["actor"] == 0


def test_the_seed_stays_here_while_the_game_goes_on(client: Client) -> None:
    game, keys = opened(client, "link", "link")
    position = client.get(f"/api/games/{game}", headers=keys[0]).text
    assert "seed" not in position
    assert client.get(f"/api/games/{game}/save").status_code == 403


def test_a_branch_keeps_what_was_dealt_but_not_the_seed(client: Client) -> None:
    client.cookies.clear()
    visitor = Visitor(client)
    game = visitor.post("/games", title="1862", kind0="screen", kind1="screen").json()["id"]
    branch = visitor.post(f"/game/{game}/branch", at="0").json()["id"]
    assert legal(client, branch) == legal(client, game)
    hall = client.app.state.services.hall
    with client.portal() as portal:
        first, second = (portal.call(hall.game, id_).position for id_ in (game, branch))
    assert first.state == second.state
    assert first.seed != second.seed


@pytest.mark.parametrize("picture", ["board.svg", "market.svg"])
def test_pictures(client: Client, picture: str) -> None:
    game, _ = opened(client, "link", "link")
    answer = client.get(f"/api/games/{game}/{picture}?dark=true")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")


def test_the_schema_describes_every_call(client: Client) -> None:
    schema = client.get("/api/openapi.json").json()
    assert "/api/games/{game_id}/actions" in schema["paths"]
    assert not [path for path in schema["paths"] if not path.startswith("/api")]
    page = client.get("/api", headers={"accept": "text/html"})
    assert page.status_code == 200
    assert "/api/games/{game_id}/undo" in page.text


def test_a_program_sits_down_where_a_seat_is_free(client: Client) -> None:
    game, _ = opened(client, "link", "open")
    made = client.post(f"/api/games/{game}/join", json={"name": "ada"})
    assert made.status_code == 201, made.text
    seat = made.json()["seats"][1]
    assert (seat["name"], seat["seat"]) == ("ada (2)", 1)
    key = {"authorization": f"Bearer {seat['token']}"}
    assert client.get("/api/games", headers=key).json()[0]["id"] == game
    assert client.post(f"/api/games/{game}/join", json={}).status_code == 400


def test_the_page_explains_how_to_begin_and_it_works(client: Client) -> None:
    """Every command of the explanation, as it stands there."""
    page = html.unescape(client.get("/api", headers={"accept": "text/html"}).text)
    text = page.partition("<pre")[2].partition("</pre>")[0].replace("\\\n", " ")
    made: dict[str, Any] = {}
    codes = []
    for line in [line for line in text.splitlines() if line.startswith("curl")]:
        words = shlex.split(line)
        seats = {seat.get("token") for seat in made.get("seats", [])} - {None}
        words = [
            word.replace("ID", made.get("id", "ID")).replace("TOKEN", str(next(iter(seats), ""))) for word in words
        ]
        headers = dict(words[n + 1].split(": ") for n, word in enumerate(words) if word == "-H")
        body = next((words[n + 1] for n, word in enumerate(words) if word == "-d"), None)
        answer = client.request("POST" if body else "GET", words[1], content=body, headers=headers)
        codes.append(answer.status_code)
        made = made or answer.json()
    assert codes == [201, 200, 400, 200, 200, 200], "the table of the example has no free seat, the rest works"
