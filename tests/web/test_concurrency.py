"""Two browsers at once, double clicks, and crashes: one wins, nothing that was answered is lost."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from sqlalchemy import create_engine, select
from sqlalchemy.exc import IntegrityError
from tests.web.conftest import JSON, TITLE, Server, Visitor
from tests.web.test_api import legal, opened

from stockrail.files import FileError
from stockrail.web.aside import slowly
from stockrail.web.listening import Listener
from stockrail.web.pages.news import news_for
from stockrail.web.store.games import Entry, Stage, append
from stockrail.web.store.tables import entries

KILLS = int(os.environ.get("STOCKRAIL_KILLS", "3"))


def test_a_double_click_counts_once(client: TestClient[Any]) -> None:
    game, keys = opened(client, "link", "link")
    body = {"expected": 0, "actions": [legal(client, game)[0]["action"]]}
    answers = [client.post(f"/api/games/{game}/actions", json=body, headers=keys[0]) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert client.get(f"/api/games/{game}").json()["number"] == 1


def test_a_stale_action_is_refused(client: TestClient[Any]) -> None:
    game, keys = opened(client, "link", "link")
    menu = legal(client, game)
    client.post(f"/api/games/{game}/actions", json={"expected": 0, "actions": [menu[0]["action"]]}, headers=keys[0])
    late = {"expected": 0, "actions": [menu[1]["action"]]}
    answer = client.post(f"/api/games/{game}/actions", json=late, headers=keys[0])
    assert (answer.status_code, answer.json()["number"]) == (409, 1)


def test_of_two_browsers_that_act_at_once_one_wins(server: Server) -> None:
    with server.client() as http:
        seats = [{"kind": "link", "name": "Ada"}, {"kind": "link", "name": "Ben"}]
        made = http.post("/api/games", json={"title": TITLE, "seats": seats, "draw_seats": False}).json()
        path, token = f"/api/games/{made['id']}", made["seats"][0]["token"]
        menu = http.get(f"{path}/actions").json()
        start = threading.Barrier(8)

        def click(number: int) -> int:
            body = {"expected": 0, "actions": [menu[number]["action"]]}
            with server.client() as mine:
                start.wait()
                return mine.post(f"{path}/actions", json=body, headers={"authorization": f"Bearer {token}"}).status_code

        with ThreadPoolExecutor(8) as pool:
            codes = sorted(pool.map(click, range(8)))
        assert codes == [200] + [409] * 7
        assert http.get(path).json()["number"] == 1


def test_the_database_itself_refuses_a_second_entry_of_a_number(client: TestClient[Any], settings: Any) -> None:
    game, _ = opened(client, "link", "link")
    engine = create_engine(settings.url)
    line = Entry(0, "act", 0, "{}", time.time())
    with engine.begin() as connection:
        append(connection, game, [line], 0, Stage())
    with pytest.raises(IntegrityError), engine.begin() as connection:
        append(connection, game, [line], 0, Stage())
    engine.dispose()


def test_a_second_process_that_was_faster_is_noticed(client: TestClient[Any], settings: Any) -> None:
    game, keys = opened(client, "link", "link")
    menu = legal(client, game)
    engine = create_engine(settings.url)
    with engine.begin() as connection:
        text = '{"type":"Select","player":0,"item":"5"}'
        append(connection, game, [Entry(0, "act", 0, text, time.time())], 0, Stage())
    engine.dispose()
    body = {"expected": 0, "actions": [menu[0]["action"]]}
    assert client.post(f"/api/games/{game}/actions", json=body, headers=keys[0]).status_code == 409
    assert "5 Ferrovia" in client.get(f"/api/games/{game}").json()["decision"]["question"]


def test_what_happens_while_a_stream_is_opened_is_not_lost(client: TestClient[Any]) -> None:
    game, keys = opened(client, "link", "link")
    services = client.app.state.services
    news = news_for(services, Listener("here", game))
    body = {"expected": 0, "actions": [legal(client, game)[0]["action"]]}
    client.post(f"/api/games/{game}/actions", json=body, headers=keys[0])

    async def hello() -> Any:
        first = await anext(news)
        await news.aclose()  # type: ignore[attr-defined]
        return first

    before = len(services.listeners)
    with client.portal() as portal:
        assert b'"number":1' in portal.call(hello)
    assert len(services.listeners) == before, "whoever goes leaves nothing behind"


@contextmanager
def imports_that_take_long(monkeypatch: pytest.MonkeyPatch, client: TestClient[Any], many: int) -> Iterator[list[Any]]:
    """Somebody imports so many files, and none is finished before the end."""
    visitor, go_on, begun = Visitor(client), threading.Event(), threading.Semaphore(0)

    def endless(*_: Any) -> None:
        begun.release()
        assert go_on.wait(60)
        raise FileError("file", "read at last")

    def send(_: int) -> Any:
        fields, files = {"_csrf_token": visitor.token}, {"file": ("a.json", b"{}")}
        return client.post("/import", data=fields, files=files, headers=JSON)

    monkeypatch.setattr("stockrail.web.pages.lobby.import_table", endless)
    with ThreadPoolExecutor(many) as pool:
        sent = [pool.submit(send, n) for n in range(many)]
        try:
            assert begun.acquire(timeout=30) and begun.acquire(timeout=30)
            yield sent
        finally:
            go_on.set()
        assert {answer.result(30).status_code for answer in sent} <= {400, 429}


def test_a_login_does_not_wait_for_imports(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    client.cookies.clear()
    visitor = Visitor(client)
    with imports_that_take_long(monkeypatch, client, 3), ThreadPoolExecutor(1) as pool:
        fields = {"login": "Impatient", "password": "correct horse battery"}
        assert pool.submit(visitor.post, "/account/new", **fields).result(30).status_code == 200


def test_a_search_does_not_wait_for_imports(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    client.cookies.clear()
    with imports_that_take_long(monkeypatch, client, 3), client.portal() as portal:
        assert portal.start_task_soon(partial(slowly, sum, [1, 2])).result(30) == 3


def test_one_address_has_so_many_imports_waiting_and_no_more(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    client.cookies.clear()
    with imports_that_take_long(monkeypatch, client, 8) as sent:
        refused = [answer.result(30).status_code for answer in islice(as_completed(sent, 30), 5)]
        assert refused == [429] * 5
    files = {"file": ("a.json", b"{}")}
    answer = client.post("/import", data={"_csrf_token": Visitor(client).token}, files=files, headers=JSON)
    assert answer.status_code == 400, "those who are finished make room"


def play_until_killed(server: Server, game: str, tokens: list[str], answered: int, delay: float) -> int:
    """Play random legal actions; the server is killed meanwhile. Returns how many entries were answered for."""
    killer = threading.Timer(delay, server.kill)
    killer.start()
    dice = random.Random(delay)
    try:
        with server.client() as http:
            while True:
                position = http.get(f"/api/games/{game}").json()
                answered = position["number"]
                menu = http.get(f"/api/games/{game}/actions").json()
                key = {"authorization": f"Bearer {tokens[position['decision']['actor']]}"}
                body = {"expected": answered, "actions": [dice.choice(menu)["action"]]}
                answered = http.post(f"/api/games/{game}/actions", json=body, headers=key).json()["number"]
    except (httpx.HTTPError, ValueError, KeyError):
        killer.join()
    return answered


def test_kill_in_the_middle_of_play(tmp_path: Path) -> None:
    """Set STOCKRAIL_KILLS for more."""
    server = Server(tmp_path)
    with server.client() as http:
        seats = [{"kind": "link", "name": name} for name in ("Ada", "Ben", "Cy")]
        made = http.post("/api/games", json={"title": TITLE, "seats": seats, "draw_seats": False}).json()
    game, tokens = made["id"], [seat["token"] for seat in made["seats"]]
    now = 0
    for round_ in range(KILLS):
        answered = play_until_killed(server, game, tokens, now, 0.25 + 0.07 * (round_ % 9))
        server = Server(tmp_path)
        with server.client() as http:
            now = http.get(f"/api/games/{game}").json()["number"]
        assert answered <= now <= answered + 1, "an answer was lost, or half an action was done"
    server.stop()
    engine = create_engine(f"sqlite:///{tmp_path / 'stockrail.db'}")
    with engine.connect() as connection:
        numbers = [row.number for row in connection.execute(select(entries.c.number).order_by(entries.c.number))]
    assert numbers == list(range(len(numbers)))
