"""Every route against requests that no browser makes: never a fault of ours, and no game has changed."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.web.conftest import JSON, PAGE, TITLE, Visitor
from tests.web.hostile import PATHS, bodies, queries, query_names
from tests.web.test_store import own_postgres

import stockrail
from stockrail.bots import RandomBot
from stockrail.core.saving import dump
from stockrail.web.app import make_app
from stockrail.web.settings import Settings

Client = TestClient[Any]
PARAMETER = re.compile(r"\{(\w+):\w+\}")
MANGLED = 150  # broken copies of a save


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def client(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    urls = own_postgres() if request.param == "postgresql" else iter([""])
    for url in urls:
        settings = Settings(
            data=tmp_path_factory.mktemp("fuzz"),
            database=url,
            requests_a_minute=10**6,
            tables_a_minute=10**6,
            warm=False,
        )
        with TestClient(make_app(settings)) as made:
            yield made


class Table:
    """A visitor of its own with a game in which something has happened, and what a path may name there."""

    def __init__(self, client: Client) -> None:
        client.cookies.clear()
        self.visitor = Visitor(client)
        self.game = self.visitor.new_game("screen", "screen", "link", "open")
        menu = client.get(f"/api/games/{self.game}/actions").json()
        assert (
            self.visitor.post(f"/game/{self.game}/act", expected="0", action=json.dumps(menu[0]["action"])).status_code
            == 200
        )
        link = re.search(r'data-copy="/join/([^"]+)"', self.visitor.get(f"/game/{self.game}").text)
        assert link
        self.names = {
            "game_id": self.game,
            "shelved_id": self.game,
            "sheet": "cards",
            "table": "companies",
            "token": link[1],
            "rule": "1.1",
            "title": "18EU",
            "file_path": "/table.js",
            "path": "/x",
            "name": "bold.woff2",
            "entry": "1",
        }

    def path(self, route: Any) -> str:
        return PARAMETER.sub(lambda found: self.names[found[1]], str(route.path))

    def number(self) -> int:
        return int(self.visitor.client.get(f"/api/games/{self.game}").json()["number"])


def routes(client: Client, method: str) -> list[Any]:
    found = [route for route in client.app.routes if method in getattr(route, "methods", ())]
    assert len(found) > 15
    return sorted(found, key=lambda route: str(route.path))


def watch(answer: Any, *what: object) -> None:
    assert answer.status_code < 500, (answer.status_code, answer.text[:200], *what)
    assert "Traceback" not in answer.text


def test_no_body_is_a_fault_or_a_move(client: Client) -> None:
    """Past the check that a form is ours, and before it."""
    for route in routes(client, "POST"):
        table = Table(client)
        path = table.path(route)
        before = table.number()
        for number, body in enumerate(bodies(table.visitor.token)):
            proof = {"x-csrftoken": table.visitor.token} if number % 4 else {}
            headers = {**(JSON if number % 2 else PAGE), **proof, "content-type": body.kind.encode("latin-1")}
            watch(client.post(path, content=body.data, headers=headers), path, body)
        assert table.number() == before, path


def test_no_address_is_a_fault(client: Client) -> None:
    table = Table(client)
    before = table.number()
    for route in routes(client, "GET"):
        if str(route.path).endswith("/events"):
            continue  # a stream has no end; who may open one is asked before
        for strange in PATHS if PARAMETER.search(str(route.path)) else ():
            path = PARAMETER.sub(strange.replace("\\", ""), str(route.path)).replace("//", "/")
            watch(client.get(path, headers=PAGE), path)
        for query in queries(query_names(route)):
            watch(client.get(f"{table.path(route)}?{query}", headers=PAGE), route.path, query)
    assert table.number() == before


def test_no_path_that_takes_a_form_is_a_fault(client: Client) -> None:
    table = Table(client)
    before, token = table.number(), {"x-csrftoken": table.visitor.token, **JSON}
    for route in routes(client, "POST"):
        for strange in PATHS if PARAMETER.search(str(route.path)) else ():
            path = PARAMETER.sub(strange, str(route.path))
            watch(client.post(path, data={"expected": "0", "name": "x"}, headers=token), path)
    assert table.number() == before


@pytest.mark.parametrize("name", PATHS)
def test_no_name_of_a_file_is_a_fault(client: Client, name: str) -> None:
    for path in (f"/static/{name}", f"/static/js/table.js/{name}", f"/static/{name}/js/table.js"):
        assert client.get(path, headers=PAGE).status_code == 404, path
        assert client.head(path).status_code == 404, path


def test_headers_that_no_browser_sends(client: Client) -> None:
    table = Table(client)
    for name in (
        "accept",
        "accept-language",
        "authorization",
        "cookie",
        "content-type",
        "x-csrftoken",
        "range",
        "if-none-match",
        "host",
    ):
        for value in (
            b"",
            b"\xff\xfe",
            b"bearer \xe9",
            b"a;q=nan,b;q=1e999",
            b"bytes=9-1,-5,x",
            b"stockrail=\xe9; stockrail-form=\xe9",
            b";=,;",
            b"here:port",
            b"here:999999",
            b"[here",
        ):
            headers = {b"accept": b"text/html", name.encode(): value}
            pages = ("/", "/api", "/nowhere", f"/game/{table.game}")
            for path in (*pages, f"/api/games/{table.game}/actions", "/static/js/table.js"):
                watch(client.get(path, headers=headers), path, headers)
            watch(client.post("/language", data={"language": "it"}, headers=headers), headers)


def mangled(save: bytes) -> Iterator[bytes]:
    """Copies with single bytes changed, pieces cut out or doubled."""
    dice = random.Random(1)
    for _ in range(MANGLED):
        copy, at = bytearray(save), dice.randrange(len(save))
        match dice.randrange(4):
            case 0:
                copy[at] = dice.randrange(256)
            case 1:
                copy[at : at + dice.randrange(1, 40)] = dice.randbytes(dice.randrange(4))
            case 2:
                copy[at:at] = dice.choice(
                    [b"\xff", b"\x00", b'"\\ud800"', b"9" * 5000, b"[" * 2000, b"null", b"-1", b"1e400"]
                )
            case 3:
                del copy[at:]
        yield bytes(copy)


@pytest.mark.parametrize("title", [TITLE, "1862"])
def test_no_broken_save_is_a_fault(client: Client, title: str) -> None:
    game, bot = stockrail.new(title, ["Ada", "Ben", "Cy"], seed=7), RandomBot(7)
    for _ in range(12):
        game.push(bot.choose(game))
    table = Table(client)
    fields = {"_csrf_token": table.visitor.token}
    for save in mangled(dump(game)):
        watch(client.post("/import", data=fields, files={"file": ("a.json", save)}, headers=JSON), save)


@pytest.mark.parametrize("end", [b"", b"9" * 5000, b"[" * 5000, b"\xff", b'"\\ud800"', b'{"a":'])
def test_no_torn_log_is_a_fault(client: Client, end: bytes) -> None:
    table = Table(client)
    log = json.dumps(
        {"id": 1, "title": TITLE, "players": [{"id": n, "name": f"P{n}"} for n in range(2)], "actions": []}
    )
    for save in (log[:-1].encode() + b',"x":' + end, log[:-2].encode() + end):
        fields, files = {"_csrf_token": table.visitor.token}, {"file": ("a.json", save)}
        answer = client.post("/import", data=fields, files=files, headers=JSON)
        assert answer.status_code == 400, save


def test_a_save_with_letters_that_are_none_is_refused_with_its_place(client: Client) -> None:
    game = stockrail.new(TITLE, ["Ada", "Ben"], seed=7)
    table = Table(client)
    for save in (dump(game).replace(b"Ada", b"A\xffa"), dump(game).replace(b'"actions"', b'"\xff":1,"actions"')):
        files = {"file": ("a.json", save)}
        answer = client.post("/import", data={"_csrf_token": table.visitor.token}, files=files, headers=JSON)
        assert answer.status_code == 400
        assert answer.json()["kind"] == "bad_file"
