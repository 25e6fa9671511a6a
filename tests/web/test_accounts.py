"""Sessions, passwords, and whose seats are whose."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.web.conftest import PAGE, TITLE, Visitor
from tests.web.test_api import legal, opened

from stockrail.web import people
from stockrail.web.app import make_app
from stockrail.web.listening import Listener
from stockrail.web.pages.news import news_for
from stockrail.web.rates import Rate
from stockrail.web.settings import Settings

Client = TestClient[Any]
WORD = "correct horse battery"
COOKIE = "stockrail"


@pytest.fixture
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One of its own for each test, as tries of passwords are counted."""
    with TestClient(make_app(Settings(data=tmp_path_factory.mktemp("accounts"), warm=False))) as made:
        yield made


@pytest.fixture(autouse=True)
def forget_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "_BY_NAME", Rate(6, 600))
    monkeypatch.setattr(people, "_BY_BOTH", Rate(3, 600))


def another(client: Client) -> Visitor:
    client.cookies.clear()
    return Visitor(client)


def acts(visitor: Visitor, game: str) -> int:
    action = json.dumps(legal(visitor.client, game)[0]["action"])
    return int(visitor.act(game, 0, action).status_code)


def test_what_was_begun_before_logging_in_goes_on_at_once(client: Client) -> None:
    another(client).post("/account/new", login="Hilda", password=WORD)
    visitor = another(client)
    game = visitor.new_game("screen", "screen")
    assert visitor.post("/account/in", login="Hilda", password=WORD).status_code == 200
    assert acts(visitor, game) == 200


def test_who_opened_a_table_and_logs_in_still_invites_its_guests(client: Client) -> None:
    another(client).post("/account/new", login="Hilda", password=WORD)
    visitor = another(client)
    game = visitor.new_game("link", "link")
    before = visitor.get(f"/game/{game}").text.count("/join/")
    visitor.post("/account/in", login="Hilda", password=WORD)
    assert visitor.get(f"/game/{game}").text.count("/join/") == before > 0


def test_a_session_that_was_known_before_the_login_opens_nothing(client: Client) -> None:
    another(client).post("/account/new", login="Hilda", password=WORD)
    client.cookies.clear()
    client.cookies.set(COOKIE, "planted")
    victim = Visitor(client)
    answer = victim.post("/account/in", login="Hilda", password=WORD)
    assert answer.cookies[COOKIE] != "planted"
    client.cookies.clear()
    client.cookies.set(COOKIE, "planted")
    assert "Hilda" not in client.get("/account", headers=PAGE).text


def test_each_login_gets_a_new_session_and_ends_the_old_one(client: Client) -> None:
    visitor = another(client)
    visitor.new_game("screen", "screen")
    before = client.cookies[COOKIE]
    visitor.post("/account/new", login="Hilda", password=WORD)
    assert client.cookies[COOKIE] != before
    client.cookies.clear()
    client.cookies.set(COOKIE, before)
    assert "Hilda" not in client.get("/account", headers=PAGE).text


def test_whoever_only_looks_gets_no_session(client: Client) -> None:
    client.cookies.clear()
    for path in ("/", "/account", "/nowhere"):
        assert COOKIE not in client.get(path, headers=PAGE).cookies


def test_logging_out_everywhere_ends_all_sessions(client: Client) -> None:
    another(client).post("/account/new", login="Hilda", password=WORD)
    first = client.cookies[COOKIE]
    second = another(client)
    second.post("/account/in", login="Hilda", password=WORD)
    assert second.post("/account/out-everywhere").status_code == 200
    client.cookies.clear()
    client.cookies.set(COOKIE, first)
    assert "Hilda" not in client.get("/account", headers=PAGE).text


def test_a_request_on_its_way_does_not_bring_a_session_back(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thief whose request comes letter by letter would be logged in for another year."""
    visitor = another(client)
    visitor.post("/account/new", login="Hilda", password=WORD)
    known, find = client.cookies[COOKIE], people.whoever

    async def meanwhile(connection: Any, database: Any) -> Any:
        """The session ends after it was read, as by another request."""
        person = await find(connection, database)
        await connection.app.stores.get("sessions").delete(known)
        return person

    monkeypatch.setattr(people, "whoever", meanwhile)
    assert "Hilda" in client.get("/account", headers=PAGE).text
    monkeypatch.setattr(people, "whoever", find)
    client.cookies.clear()
    client.cookies.set(COOKIE, known)
    assert "Hilda" not in client.get("/account", headers=PAGE).text


@pytest.mark.parametrize("goes", ["/account/out-everywhere", "/account/out"])
def test_a_stream_that_was_open_tells_nothing_after_logging_out(client: Client, goes: str) -> None:
    """Whoever knows where somebody plays may watch; a thief should not hear of new games."""
    visitor = another(client)
    visitor.post("/account/new", login="Hilda", password=WORD)
    game = visitor.new_game("screen", "screen")
    services, known = client.app.state.services, client.cookies[COOKIE]
    with client.portal() as portal:
        row = portal.call(services.hall.game, game).row
        news = news_for(services, Listener("here", person=row.host or ""), known)
        portal.call(anext, news)  # hello
        portal.call(services.tell, row, 1, "act")
        assert game in str(portal.call(anext, news))
        assert visitor.post(goes).status_code == 200
        portal.call(services.tell, row, 2, "act")
        assert portal.call(anext, news, None) is None


def test_a_new_password_ends_other_sessions_but_not_this_one(client: Client) -> None:
    another(client).post("/account/new", login="Hilda", password=WORD)
    first = client.cookies[COOKIE]
    second = another(client)
    second.post("/account/in", login="Hilda", password=WORD)
    assert second.post("/account/password", password="wrong", new=WORD + "!").status_code == 400
    assert second.post("/account/password", password=WORD, new="short").status_code == 400
    assert second.post("/account/password", password=WORD, new=WORD + "!").status_code == 200
    assert "Hilda" in client.get("/account", headers=PAGE).text
    client.cookies.clear()
    client.cookies.set(COOKIE, first)
    assert "Hilda" not in client.get("/account", headers=PAGE).text
    late = another(client)
    assert late.post("/account/in", login="Hilda", password=WORD).status_code == 400
    assert late.post("/account/in", login="Hilda", password=WORD + "!").status_code == 200


def test_only_whoever_is_logged_in_changes_a_password(client: Client) -> None:
    assert another(client).post("/account/password", password="", new=WORD).status_code == 400


def test_guessing_is_slow_for_an_account_too(client: Client) -> None:
    another(client).post("/account/new", login="Hilda", password=WORD)
    visitor = another(client)
    guesses = [visitor.post("/account/in", login="hilda", password=f"guess {n}").status_code for n in range(4)]
    assert guesses == [400, 400, 400, 429]
    assert visitor.post("/account/in", login="Hilda", password=WORD).status_code == 429
    assert visitor.post("/account/in", login="Somebody else", password=WORD).status_code == 400


def test_guesses_are_forgotten_and_their_memory_is_bounded() -> None:
    guesses = Rate(2, span=-1, known=3)
    for n in range(9):
        guesses.count("Ada")
        guesses.count(f"name {n}")
        guesses.check("Ada", "too often")
    assert len(guesses._times) == 3


def test_who_opens_a_table_gets_no_token_for_the_seats_of_others(client: Client) -> None:
    another(client).post("/account/new", login="Hilda", password=WORD)
    kinds = [("link", "Ada"), ("open", "Ben"), ("account", "Hilda"), ("bot", "")]
    seats = [{"kind": kind, "name": name} for kind, name in kinds]
    made = client.post("/api/games", json={"title": TITLE, "seats": seats, "draw_seats": False}).json()
    assert ["token" in seat for seat in made["seats"]] == [True, False, False, False]


def test_the_host_never_has_the_link_of_a_seat_from_the_lobby(client: Client) -> None:
    host = another(client)
    game = host.new_game("screen", "open", "link")
    links = re.findall(r'data-copy="(/join/[^"]+)"', host.get(f"/game/{game}").text)
    friend = another(client)  # whom a link asks for a name; who sits there is led to the table
    whose = [re.search(r'name="name"[^>]*value="([^"]*)"', friend.get(link).text) for link in set(links)]
    assert sorted(found[1] for found in whose if found) == ["Ada", "Cy"]


def test_a_token_is_no_session_and_a_session_no_token(client: Client) -> None:
    game, keys = opened(client, "link", "link")
    visitor = another(client)
    action = json.dumps(legal(client, game)[0]["action"])
    fields = {"_csrf_token": visitor.token, "expected": "0", "action": action}
    assert client.post(f"/game/{game}/act", data=fields, headers=keys[0]).status_code == 403
    mine = visitor.new_game("screen", "screen")
    body = {"expected": 0, "actions": [json.loads(action)]}
    assert client.post(f"/api/games/{mine}/actions", json=body).status_code == 401


def test_cookies_are_not_for_scripts_nor_for_http_where_there_is_https(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    settings = Settings(data=tmp_path_factory.mktemp("secure"), warm=False, secure=True)
    with TestClient(make_app(settings), base_url="https://stockrail.example") as client:
        form = client.get("/", headers=PAGE).headers["set-cookie"]
        visitor = Visitor(client)
        session = visitor.post("/games", title=TITLE, kind0="screen", kind1="screen").headers["set-cookie"]
    for cookie in (form, session):
        assert "HttpOnly" in cookie
        assert "Secure" in cookie
        assert "SameSite=lax" in cookie
