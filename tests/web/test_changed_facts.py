"""Tables with facts of their own: opened by program, form or import, and told on their page."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from tests.web.conftest import JSON, Visitor

import stockrail
from stockrail.bots import RandomBot
from stockrail.core.saving import dump
from stockrail.rules.overlay import Unplayable, values
from stockrail.titles import all_titles
from stockrail.titles import title as find_title

PRICE = "facts.trains.3.price"
SEATS = [{"kind": "screen", "name": name} for name in ("Ada", "Ben", "Cy")]


def opened(client: TestClient[Any], facts: Any) -> Any:
    return client.post("/api/games", json={"title": "18EU", "seats": SEATS, "facts": facts})


def test_a_program_opens_a_table_with_changed_facts(client: TestClient[Any]) -> None:
    game = opened(client, {PRICE: 190, "facts": {"bank": 11000}}).json()["id"]
    position = client.get(f"/api/games/{game}").json()
    assert position["changes"] == {"facts.bank": 11000, PRICE: 190}
    assert position["bank"] == 11000 - sum(player["cash"] for player in position["players"])


def test_the_page_of_such_a_game_says_what_differs(client: TestClient[Any], visitor: Visitor) -> None:
    game = visitor.new_game("screen", "screen", **{"18EU:facts": f"{PRICE} = 190"})
    page = visitor.get(f"/game/{game}").text
    assert re.search(r"<summary>\s*1 changed fact\s*</summary>", page)
    assert 'href="/game/' + game + '/rules#facts"' in page, "the head says so, and leads to the list"
    assert f"{PRICE}: 200 → 190" in page
    rules = visitor.get(f"/game/{game}/rules").text
    assert re.search(rf"<dt>{PRICE}</dt>\s*<dd>\s*190", rules)
    plain = visitor.get(f"/game/{visitor.new_game('screen', 'screen')}").text
    assert "changed fact" not in plain.lower()


def test_an_imported_game_keeps_its_facts_also_when_it_is_read_again(client: TestClient[Any], visitor: Visitor) -> None:
    game, bot = stockrail.new("18EU", ["Ada", "Ben"], seed=1, facts={PRICE: 190}), RandomBot(1)
    for _ in range(40):
        game.push(bot.choose(game))
    files = {"file": dump(game)}
    made = client.post("/import", data={"_csrf_token": visitor.token}, files=files, headers=JSON).json()["id"]
    client.app.state.services.hall._tables.clear()
    assert client.get(f"/api/games/{made}").json()["changes"] == {PRICE: 190}
    branch = visitor.post(f"/game/{made}/branch", at="20").json()["id"]
    assert client.get(f"/api/games/{branch}").json()["changes"] == {PRICE: 190}


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"facts.nothing": 1}, "has no fact"),
        ({PRICE: "190"}, "cannot be changed to"),
        ({PRICE: 10**15}, "cannot be changed to"),
        ({"facts.companies.SNCF.certificates": [20]}, "no game can start"),
    ],
)
def test_what_does_not_fit_is_refused_and_no_table_is_opened(
    client: TestClient[Any], visitor: Visitor, facts: dict[str, Any], why: str
) -> None:
    answer = opened(client, facts)
    assert answer.status_code == 400
    assert why in answer.json()["detail"]


@pytest.mark.parametrize("text", ["rubbish", "{", "facts.bank = ", "x" * 30_000])
def test_a_form_with_rubbish_is_refused_in_a_sentence(visitor: Visitor, text: str) -> None:
    fields = {"title": "18EU", "kind0": "screen", "kind1": "screen", "18EU:facts": text}
    answer = visitor.post("/games", **fields)
    assert answer.status_code == 400
    assert "TOML" in answer.json()["detail"] or "may have 20000 bytes" in answer.json()["detail"]


# -- values that go together only at first sight ---------------------------------------------------------------------

STATIONS = {"facts.stations.most": 1}  # 1862: a company that floats must choose at least two


def until_refused(client: TestClient[Any], title: str, facts: dict[str, Any]) -> tuple[str, Any]:
    """A random game by the API, up to the first action that the table does not take."""
    seats = [{"kind": "screen", "name": name} for name in ("Ada", "Ben", "Cy")]
    order = {"title": title, "seats": seats, "draw_seats": False, "facts": facts}
    made = client.post("/api/games", json=order).json()
    path = f"/api/games/{made['id']}"
    keys = [{"authorization": f"Bearer {seat['token']}"} for seat in made["seats"]]
    hall, bot = client.app.state.services.hall, RandomBot(1)
    for number in range(300):
        action = bot.choose(hall._tables[made["id"]].now.position)
        body = {"expected": number, "actions": [msgspec.to_builtins(action)]}
        answer = client.post(f"{path}/actions", json=body, headers=keys[action.player])
        if answer.status_code != 200:
            return path, answer
    raise AssertionError("everything was taken")


def test_an_action_after_which_the_game_cannot_go_on_is_refused_in_a_sentence_and_nothing_is_lost(
    client: TestClient[Any],
) -> None:
    path, answer = until_refused(client, "1862", STATIONS)
    assert (answer.status_code, answer.json()["kind"]) == (422, "changed_facts")
    assert "changed facts" in answer.json()["detail"]
    position = client.get(path).json()
    assert position["number"] > 0
    assert client.get(f"{path}/actions").json(), "somebody can still do something"
    client.app.state.services.hall._tables.clear()
    assert client.get(path).json() == position
    assert client.get(path.replace("/api/games/", "/game/"), headers={"accept": "text/html"}).status_code == 200


def test_a_fault_in_showing_such_a_game_is_said_as_one_of_its_facts(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> Any:
        raise ZeroDivisionError

    plain, changed = (opened(client, facts).json()["id"] for facts in ({}, {PRICE: 190}))
    monkeypatch.setattr("stockrail.web.api.board_svg", fails)
    answer = client.get(f"/api/games/{changed}/board.svg")
    assert (answer.status_code, answer.json()["kind"]) == (422, "changed_facts")
    assert client.get(f"/api/games/{plain}/board.svg").status_code == 500


def test_whatever_a_thread_raises_whoever_waits_for_it_is_answered(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """asyncio does not pass a StopIteration on: the page would be waited for until the server ends."""

    def finds_nothing(*_: Any) -> Any:
        return next(iter(()))

    game = opened(client, {}).json()["id"]
    monkeypatch.setattr("stockrail.web.drawings.table_of", finds_nothing)
    monkeypatch.setattr("stockrail.web.api.board_svg", finds_nothing)
    for page in (f"/game/{game}", f"/game/{game}?at=0", f"/api/games/{game}/board.svg"):
        assert client.get(page, headers={"accept": "text/html"}).status_code == 500


def test_a_file_that_ends_where_its_facts_lead_nowhere_is_refused(
    client: TestClient[Any], visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, bot = stockrail.new("18EU", ["Ada", "Ben"], seed=1, facts={PRICE: 190}), RandomBot(1)
    for _ in range(5):
        game.push(bot.choose(game))

    def nowhere(*_: Any) -> Any:
        raise Unplayable("nothing can be done here")

    monkeypatch.setattr("stockrail.web.play.opening.check_goes_on", nowhere)
    files = {"file": dump(game)}
    answer = client.post("/import", data={"_csrf_token": visitor.token}, files=files, headers=JSON)
    assert answer.status_code == 400
    assert "action 5" in answer.json()["detail"] and "cannot continue" in answer.json()["detail"]


# -- any value at all -------------------------------------------------------------------------------------------------

SAMPLE = 10  # values of a title


def extremes(value: Any) -> list[Any]:
    """The least and the most that could pass, and lists that are too short, too long or turned round."""
    if isinstance(value, bool) or not value:
        return [not value]
    if isinstance(value, int):
        return [0, 1, max(1000, 10 * value)]
    return [value[:1], value * 50, value[::-1]] if isinstance(value, list) else []


@pytest.mark.parametrize("name", list(all_titles()))
def test_no_extreme_value_is_a_fault_on_any_page(client: TestClient[Any], visitor: Visitor, name: str) -> None:
    dice = random.Random(1883)
    for path, value in dice.sample(list(values(find_title(name))), SAMPLE):
        for changed in extremes(value):
            order = {"title": name, "seats": SEATS, "facts": {path: changed}}
            made = client.post("/api/games", json=order)
            assert made.status_code in (201, 400), (path, changed, made.text)
            if made.status_code == 201:
                game = made.json()["id"]
                pages = (f"/game/{game}", f"/api/games/{game}/board.svg", f"/api/games/{game}/market.svg")
                assert [visitor.get(page).status_code for page in pages] == [200] * 3, (path, changed)
