"""Hostile and broken requests: a clear answer, and nothing has changed."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from litestar._parsers import parse_url_encoded_form_data
from litestar.testing import TestClient
from tests.web.conftest import JSON, PAGE, TITLE, Visitor
from tests.web.test_api import legal, opened

from stockrail.web import security
from stockrail.web.app import make_app
from stockrail.web.pages.searching import once
from stockrail.web.rates import Minute
from stockrail.web.settings import BODY_LIMIT, Settings

Client = TestClient[Any]
SCRIPT = "<script>alert(1)</script>"


def entries(client: Client, game: str) -> int:
    return int(client.get(f"/api/games/{game}").json()["number"])


def test_nobody_acts_for_another_seat(client: Client) -> None:
    game, keys = opened(client, "link", "link")
    body = {"expected": 0, "actions": [legal(client, game)[0]["action"]]}
    assert client.post(f"/api/games/{game}/actions", json=body, headers=keys[1]).status_code == 403
    assert client.post(f"/api/games/{game}/actions", json=body).status_code == 401
    other, _ = opened(client, "link", "link")
    assert client.post(f"/api/games/{other}/actions", json=body, headers=keys[0]).status_code == 401
    assert entries(client, game) == entries(client, other) == 0


def test_a_browser_without_a_seat_only_watches(visitor: Visitor, client: Client) -> None:
    game, _ = opened(client, "link", "link")
    assert visitor.get(f"/game/{game}").status_code == 200
    action = '{"type":"Select","player":0,"item":"1"}'
    assert visitor.act(game, 0, action).status_code == 403
    assert visitor.post(f"/game/{game}/undo", expected="0").status_code == 403
    assert visitor.post(f"/game/{game}/chat", text="hello").status_code == 403
    assert entries(client, game) == 0


def test_a_form_from_elsewhere_is_refused(visitor: Visitor, client: Client) -> None:
    game = visitor.new_game("screen", "screen")
    fields = {"expected": "0", "action": '{"type":"Select","player":0,"item":"1"}'}
    assert client.post(f"/game/{game}/act", data=fields, headers=JSON).status_code == 403
    assert client.post(f"/game/{game}/act", data={**fields, "_csrf_token": "x" * 64}, headers=JSON).status_code == 403
    assert entries(client, game) == 0


def test_every_form_needs_our_token(visitor: Visitor, client: Client) -> None:
    """Whatever can be posted, also what is added one day; the API alone knows no cookies."""
    game = visitor.new_game("screen", "screen")
    paths = {route.path for route in client.app.routes if "POST" in getattr(route, "methods", ())}
    forms = sorted(path for path in paths if not path.startswith("/api/"))
    assert len(forms) > 12
    for path in forms:
        place = re.sub(r"\{\w+:str\}|\{\w+\}", game, path)
        assert client.post(place, data={}, headers=JSON).status_code == 403, place
        assert client.post(place, json={}, headers=JSON).status_code == 403, place


@pytest.mark.parametrize(
    "action",
    [
        "",
        "{",
        "[]",
        "null",
        '"Pass"',
        "{}",
        '{"type":"Nonsense","player":0}',
        '{"type":"Select","player":"0","item":"1"}',
        '{"type":"Select","player":0}',
        '{"type":"Select","player":99999999999999999999999,"item":"1"}',
        '{"type":"LayTile","player":0,"company":"1","hex":"A1","tile":"57","rotation":1e400}',
        "[" * 3000,
        '{"type":"Select","player":0,"item":"' + "x" * 3000 + '"}',
    ],
)
def test_what_is_no_action_is_refused(visitor: Visitor, client: Client, action: str) -> None:
    game = visitor.new_game("screen", "screen")
    answer = visitor.act(game, 0, action)
    assert answer.status_code in (400, 403, 422), answer.text
    assert answer.json()["detail"]
    assert "Traceback" not in answer.text
    assert entries(client, game) == 0


@pytest.mark.parametrize("expected", ["", "x", "-1", "1e9", "99999999999999999999", "1 OR 1=1"])
def test_a_strange_number_of_entries_is_refused(visitor: Visitor, client: Client, expected: str) -> None:
    game = visitor.new_game("screen", "screen")
    fields = {"expected": expected, "action": '{"type":"Select","player":0,"item":"1"}'}
    assert visitor.post(f"/game/{game}/act", **fields).status_code in (400, 409)
    assert entries(client, game) == 0


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff\xfe", b'{"expected":0}', b'{"expected":"a","actions":[]}'])
def test_bodies_that_are_no_request(client: Client, body: bytes) -> None:
    game, keys = opened(client, "link", "link")
    headers = {**keys[0], "content-type": "application/json"}
    answer = client.post(f"/api/games/{game}/actions", content=body, headers=headers)
    assert answer.status_code == 400, answer.text
    assert entries(client, game) == 0


def test_a_huge_body_is_refused(visitor: Visitor, client: Client) -> None:
    game, keys = opened(client, "link", "link")
    body = {"expected": 0, "actions": [{"type": "Select", "player": 0, "item": "x" * (BODY_LIMIT + 1)}]}
    assert client.post(f"/api/games/{game}/actions", json=body, headers=keys[0]).status_code == 413
    many = {"expected": 0, "actions": [{"type": "Pass", "player": 0}] * 50}
    assert client.post(f"/api/games/{game}/actions", json=many, headers=keys[0]).status_code == 400


@pytest.mark.parametrize("depth", [900, 30_000])
def test_a_body_that_is_nested_too_deeply(client: Client, depth: int) -> None:
    game, keys = opened(client, "link", "link")
    body = b'{"expected":0,"actions":[{"a":' + b"[" * depth + b"]" * depth + b"}]}"
    headers = {**keys[0], "content-type": "application/json"}
    assert client.post(f"/api/games/{game}/actions", content=body, headers=headers).status_code == 400


def test_a_compressed_body_is_not_unpacked(client: Client) -> None:
    game, keys = opened(client, "link", "link")
    body = gzip.compress(b'{"expected":0,"actions":[]}' + b" " * 10_000_000)
    headers = {**keys[0], "content-type": "application/json", "content-encoding": "gzip"}
    assert client.post(f"/api/games/{game}/actions", content=body, headers=headers).status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/game/../../etc/passwd",
        "/game/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/game/nope",
        "/game/' OR 1=1",
        "/join/nope",
        "/api/games/nope",
        "/api/games/nope/board.svg",
        "/nowhere",
    ],
)
def test_paths_that_lead_nowhere(client: Client, path: str) -> None:
    answer = client.get(path, headers=PAGE)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


def test_names_are_never_markup(visitor: Visitor, client: Client) -> None:
    game = visitor.new_game("screen", "screen", name0=f"{SCRIPT}", name=SCRIPT)
    visitor.post(f"/game/{game}/chat", text=SCRIPT)
    visitor.act(game, 0, '{"type":"Select","player":0,"item":"1"}')
    for path in (f"/game/{game}", "/"):
        assert SCRIPT not in visitor.get(path).text
    assert "alert" in visitor.get(f"/game/{game}").text


@pytest.mark.parametrize(
    "query",
    ["hex=%3Cscript%3E", "at=-5", "at=99999999", "at=" + "9" * 5000, "at=x", "lay=a.b", "run=x:y~z", "circle=.."],
)
def test_choices_that_make_no_sense_are_ignored(visitor: Visitor, query: str) -> None:
    game = visitor.new_game("screen", "screen")
    answer = visitor.get(f"/game/{game}?{query}")
    assert answer.status_code == 200
    assert "<script>" not in answer.text.replace("<script src", "").replace("<script type", "")


@pytest.mark.parametrize(
    "order",
    [
        {"title": "Nothing", "seats": [{"kind": "link"}, {"kind": "link"}]},
        {"title": TITLE, "seats": []},
        {"title": TITLE, "seats": [{"kind": "link"}] * 9},
        {"title": TITLE, "seats": [{"kind": "king"}, {"kind": "link"}]},
        {"title": TITLE, "seats": [{"kind": "account", "name": "nobody at all"}, {"kind": "link"}]},
        {"title": TITLE, "seats": [{"kind": "link"}, {"kind": "link"}], "options": ["none"]},
        {"title": TITLE, "seats": [{"kind": "link"}, {"kind": "link"}], "preset": "none"},
        {"title": TITLE, "seats": [{"kind": "link"}, {"kind": "link"}], "rulings": {"a": "b"}},
    ],
)
def test_tables_that_cannot_be_opened(client: Client, order: dict[str, Any]) -> None:
    answer = client.post("/api/games", json=order)
    assert answer.status_code == 400
    assert answer.json()["detail"]


@pytest.mark.parametrize("data", [b"", b"{}", b"\x00\xff", b"[" * 100_000, b'{"format":"stockrail"}', b'{"title":"1"}'])
def test_files_that_are_no_games(visitor: Visitor, client: Client, data: bytes) -> None:
    answer = client.post("/import", data={"_csrf_token": visitor.token}, files={"file": ("a.json", data)}, headers=JSON)
    assert answer.status_code == 400
    assert answer.json()["detail"]


def imported(visitor: Visitor, client: Client, data: bytes) -> Any:
    fields, files = {"_csrf_token": visitor.token}, {"file": ("a.json", data)}
    return client.post("/import", data=fields, files=files, headers=JSON)


def test_a_log_that_would_take_minutes_is_refused(visitor: Visitor, client: Client) -> None:
    players = [{"id": n, "name": f"P{n}"} for n in range(2)]
    for actions in ([{"type": "undo"}] * 50_000, [{"type": "pass", "auto_actions": [{"type": "pass"}] * 50_000}]):
        log = json.dumps({"id": 1, "title": TITLE, "players": players, "actions": actions})
        answer = imported(visitor, client, log.encode())
        assert answer.status_code == 400
        assert "there may be at most" in answer.json()["detail"]


@pytest.mark.parametrize("seed", [True, 10**30, "9" * 5000, None, 1.5])
def test_a_strange_seed_spoils_neither_the_game_nor_the_lobby(visitor: Visitor, client: Client, seed: Any) -> None:
    players = [{"id": n, "name": f"P{n}"} for n in range(2)]
    log = {"id": 1, "title": TITLE, "players": players, "actions": [], "settings": {"seed": seed}}
    game = imported(visitor, client, json.dumps(log).encode()).json()["id"]
    assert visitor.get(f"/game/{game}").status_code == 200
    assert game in visitor.get("/").text


def test_a_request_that_never_ends_is_given_up(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "PATIENCE", 0.0)
    app, sent = make_app(settings), []
    headers = [(b"content-type", b"application/json"), (b"content-length", b"1000")]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": "/api/games", "raw_path": b"/api/games", "query_string": b"", "root_path": "", "headers": headers,
        "client": ("127.0.0.1", 1), "server": ("localhost", 80), "state": {}, "extensions": {},
    }  # fmt: skip

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))  # type: ignore[arg-type]
    assert sent[0]["status"] == 408
    app.state.services.database.close()


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "HEAD", "NONSENSE"])
@pytest.mark.parametrize("path", ["/", "/account", "/api/games", "/static/js/table.js"])
def test_methods_that_lead_nowhere(client: Client, method: str, path: str) -> None:
    answer = client.request(method, path, headers=PAGE)
    assert answer.status_code == (200 if method == "HEAD" and path.startswith("/static") else 405)


def test_only_files_of_ours_are_kept_by_browsers(visitor: Visitor, client: Client) -> None:
    game = visitor.new_game("screen", "screen")
    for path in ("/", f"/game/{game}", f"/game/{game}/tiles", f"/api/games/{game}", "/api/titles", "/nowhere"):
        assert client.get(path, headers=PAGE).headers["cache-control"] == "no-store", path
    assert "cache-control" not in client.get("/static/js/table.js").headers


def test_the_seed_is_nowhere(visitor: Visitor, client: Client) -> None:
    hall = client.app.state.services.hall
    for title in ("1862", TITLE):
        game = visitor.post("/games", title=title, kind0="screen", kind1="screen").json()["id"]
        branch = visitor.post(f"/game/{game}/branch", at="0").json()["id"]
        with client.portal() as portal:
            seeds = [str(portal.call(hall.game, id_).position.seed) for id_ in (game, branch)]
        for id_ in (game, branch):
            pages = [f"/game/{id_}{part}" for part in ("", "?part=1", "?at=0", "/tiles", "/rules", "/save")]
            calls = [f"/api/games/{id_}{part}" for part in ("", "/actions", "/log", "/save", "/board.svg")]
            for path in ("/", "/api/games", *pages, *calls):
                text = client.get(path, headers=PAGE).text
                assert not [seed for seed in seeds if seed in text], path


def test_a_fault_of_ours_is_a_page_or_a_problem(
    visitor: Visitor, client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = visitor.new_game("screen", "screen")

    def fail(*_: Any) -> None:
        raise KeyError("a secret of the inside")

    monkeypatch.setattr("stockrail.web.drawings.table_of", fail)
    monkeypatch.setattr("stockrail.web.api.position_of", fail)
    with caplog.at_level("CRITICAL"):
        answers = [client.get(path, headers=PAGE) for path in (f"/game/{game}", f"/api/games/{game}")]
    assert [answer.status_code for answer in answers] == [500, 500]
    assert [answer.headers["content-type"].partition(";")[0] for answer in answers] == ["text/html", "application/json"]
    assert not [answer for answer in answers if "secret" in answer.text or "Traceback" in answer.text]


def test_nobody_fills_the_disk_with_tables(tmp_path: Path) -> None:
    with TestClient(make_app(Settings(data=tmp_path, warm=False, tables_a_minute=2))) as client:
        visitor = Visitor(client)
        game = visitor.new_game("screen", "screen")
        assert visitor.post(f"/game/{game}/branch", at="0").status_code == 200
        seats = {"title": TITLE, "seats": [{"kind": "link"}, {"kind": "link"}]}
        answers = [
            visitor.post(f"/game/{game}/branch", at="0"),
            visitor.post("/games", title=TITLE, kind0="screen", kind1="screen"),
            imported(visitor, client, b"{}"),
            client.post("/api/games", json=seats),
        ]
        assert [answer.status_code for answer in answers] == [429] * 4


@pytest.mark.parametrize("file", ["/static/icon.svg", "/fonts/bold.woff2"])
def test_files_are_counted_too_and_apart_from_pages(tmp_path: Path, file: str) -> None:
    with TestClient(make_app(Settings(data=tmp_path, warm=False, requests_a_minute=2))) as client:
        pages = [client.get("/account", headers=PAGE).status_code for _ in range(3)]
        files = [client.get(file).status_code for _ in range(2 * security.FILES + 1)]
    assert pages == [200, 200, 429]
    assert files == [200] * (2 * security.FILES) + [429]


def test_counting_visitors_takes_no_room_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    minute = Minute(1)
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    assert [minute.allows(f"{n % 500}") for n in range(501)][-2:] == [True, False]
    monkeypatch.setattr("time.monotonic", lambda: 161.0)
    assert minute.allows("0")
    assert len(minute) == 1


def test_forms_are_not_remembered(visitor: Visitor) -> None:
    """Litestar keeps the last thousand of them: passwords, and megabytes of what strangers send."""
    visitor.post("/account/in", login="Nobody", password="a password in a form")
    assert parse_url_encoded_form_data.cache_info().currsize == 0


@pytest.mark.parametrize(
    "back", ["//example.org", "/\\example.org", "https://example.org", "/a b", "/\r\nx", "", "/game/é"]
)
def test_the_choice_of_a_language_leads_nowhere_else(visitor: Visitor, back: str) -> None:
    fields = {"_csrf_token": visitor.token, "language": "it", "back": back}
    answer = visitor.client.post("/language", data=fields, headers=PAGE, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


def test_a_search_is_made_once_for_all_who_ask(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = opened(client, "link", "link")
    begun, go_on = [], threading.Event()

    def search() -> str:
        begun.append(1)
        assert go_on.wait(30)
        return "found"

    async def live() -> list[str]:
        table = await client.app.state.services.hall.game(game)
        asking = [asyncio.create_task(once(table, "best", search)) for _ in range(20)]
        await asyncio.sleep(0)
        asking.pop().cancel()  # whoever goes away does not end it for the others
        go_on.set()
        found = await asyncio.gather(*asking)
        assert not [key for key in table.memo if key[0] == "search"]
        return found

    with client.portal() as portal:
        assert portal.call(live) == ["found"] * 19
    assert len(begun) == 1


def test_every_answer_carries_the_security_headers(client: Client) -> None:
    for path in ("/", "/api/titles", "/nowhere", "/static/js/table.js"):
        headers = client.get(path, headers=PAGE).headers
        assert "default-src 'none'" in headers["content-security-policy"], path
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_passwords_are_checked_and_never_shown(visitor: Visitor, client: Client) -> None:
    word = "correct horse battery"
    assert visitor.post("/account/new", login="Hilda", password="short").status_code == 400
    assert visitor.post("/account/new", login="Hilda", password=word).status_code == 200
    assert word not in visitor.get("/account").text
    client.cookies.clear()
    other = Visitor(client)
    assert other.post("/account/new", login="hilda", password=word).status_code == 400
    assert other.post("/account/in", login="hilda", password="wrong password").status_code == 400
    assert other.post("/account/in", login="HILDA", password=word).status_code == 200
    assert "Hilda" in other.get("/account").text
