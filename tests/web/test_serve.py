"""`stockrail serve`: what it says when it cannot start, who listens, and how it closes."""

from __future__ import annotations

import re
import signal
import sqlite3
import stat
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import TooManyRequestsException
from tests.web.conftest import TITLE, Server

from stockrail.core import StockrailError
from stockrail.web.app import make_app
from stockrail.web.listening import AGAIN, GOODBYE, MOST_HERE, WAITING, Listener, Listeners
from stockrail.web.serve import _names, serve
from stockrail.web.settings import Settings
from stockrail.web.store.lock import alone


def refuses(settings: Settings, *words: str) -> None:
    with pytest.raises(StockrailError) as refused:
        serve(settings, "127.0.0.1", 0, print)
    for word in words:
        assert word in str(refused.value)


def test_a_database_of_a_later_version_is_named(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, warm=False)
    make_app(settings).state.services.database.close()
    with sqlite3.connect(tmp_path / "stockrail.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'v9999'")
    connection.close()
    refuses(settings, "newer version")


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "stockrail.db").write_text("a letter to somebody " * 100)
    refuses(Settings(data=tmp_path), "not a database")


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    with alone(settings.url):
        refuses(settings, "another Stockrail server", "--data")
    with alone(settings.url):
        pass


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        serve(Settings(data=tmp_path / "file" / "folder"), "127.0.0.1", 0, print)


def test_a_secret_that_a_crash_left_empty_is_made_anew(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "new")
    settings.open_folder()
    (settings.data / "secret").touch()
    key = settings.secret()
    assert len(key) == 64
    assert settings.secret() == key
    assert stat.S_IMODE((settings.data / "secret").stat().st_mode) == 0o600
    assert stat.S_IMODE(settings.data.stat().st_mode) == 0o700


@pytest.mark.parametrize(("host", "first"), [("0.0.0.0", "localhost"), ("::", "localhost"), ("::1", "[::1]")])
def test_addresses_can_be_opened(host: str, first: str) -> None:
    names = _names(host)
    assert names[0] == first
    assert all(re.fullmatch(r"[0-9.]+", name) and name != "0.0.0.0" for name in names[1:])


def test_so_many_listen_and_no_more() -> None:
    listeners = Listeners(3, 2)
    with ExitStack() as stack:
        stack.enter_context(listeners.listening(Listener("here")))
        listeners.check("here")
        full = stack.enter_context(listeners.listening(Listener("here")))
        with pytest.raises(TooManyRequestsException):
            listeners.check("here")
        stack.enter_context(listeners.listening(Listener("there")))
        with pytest.raises(TooManyRequestsException):
            listeners.check("elsewhere")
        for _ in range(WAITING):
            full.put_nowait(b"news")
        listeners.say_goodbye()
        assert [full.get_nowait() for _ in range(full.qsize())] == [AGAIN, GOODBYE], "what was missed can be fetched"
    assert len(listeners) == 0


def opened_stream(stack: ExitStack, http: Any, path: str) -> int:
    answer = stack.enter_context(http.stream("GET", path))
    if answer.status_code == 200:
        lines = answer.iter_lines()
        stack.callback(lines.close)  # kept as long as the stream shall stay open
        while "hello" not in next(lines):
            pass
    return int(answer.status_code)


def test_streams_are_counted_let_go_and_do_not_hold_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path)
    seats = [{"kind": "link", "name": "Ada"}, {"kind": "link", "name": "Ben"}]
    with server.client() as http:
        made = http.post("/api/games", json={"title": TITLE, "seats": seats}).json()
    path = f"/game/{made['id']}/events"
    with ExitStack() as stack:
        clients = [stack.enter_context(server.client()) for _ in range(2)]
        clients[0]._transport._pool._max_connections = MOST_HERE + 1  # type: ignore[attr-defined]
        codes = [opened_stream(stack, clients[0], path) for _ in range(MOST_HERE)]
        assert codes == [200] * MOST_HERE
        assert opened_stream(stack, clients[1], path) == 429
    with ExitStack() as stack:
        http = stack.enter_context(server.client())
        for _ in range(500):  # until the server has noticed that the others have gone
            with ExitStack() as short:
                if opened_stream(short, http, path) == 200:
                    break
        assert opened_stream(stack, stack.enter_context(server.client()), path) == 200
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(20) == 0, "an open stream kept the server from closing"
