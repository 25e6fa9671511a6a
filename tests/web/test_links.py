"""Secret links of seats: who sees them, who acts by them, and when they end."""

from __future__ import annotations

import json
import re
import sqlite3
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from tests.web.conftest import JSON, PAGE, Visitor
from tests.web.test_api import legal, opened

from stockrail.web import people as who
from stockrail.web.pages import forms, lobby, orders, table
from stockrail.web.play.opening import link_token
from stockrail.web.store import people

Client = TestClient[Any]
SELECT = '{"type":"Select","player":0,"item":"1"}'


class Browser(Visitor):
    """One of several browsers at the same server, each with its own cookies."""

    def __init__(self, client: Client) -> None:
        client.cookies.clear()
        super().__init__(client)
        self.jar = httpx.Cookies(client.cookies)

    def get(self, path: str) -> Any:
        return self._asked(lambda: self.client.get(path, headers=PAGE, follow_redirects=False))

    def post(self, path: str, **fields: Any) -> Any:
        data = {"_csrf_token": self.token, **fields}
        return self._asked(lambda: self.client.post(path, data=data, headers=JSON))

    def _asked(self, request: Any) -> Any:
        self.client.cookies = self.jar
        answer = request()
        self.jar = httpx.Cookies(self.client.cookies)
        self.client.cookies.clear()
        return answer

    def links(self, game: str) -> list[str]:
        """The doors that the page shows."""
        found = re.findall(r'data-copy="(/join/[^"]+)"', self.get(f"/game/{game}").text)
        return list(dict.fromkeys(found))

    def new_link(self, game: str, seat: int) -> int:
        return int(self.post(f"/game/{game}/link", seat=str(seat)).status_code)


def by(door: str) -> dict[str, str]:
    """The same secret as a program sends it."""
    return {"authorization": f"Bearer {door.rsplit('/', 1)[1]}"}


def acts(client: Client, game: str, door: str) -> int:
    """What the server answers to whoever sends the first legal action by a seat's token."""
    number = client.get(f"/api/games/{game}").json()["number"]
    body = {"expected": number, "actions": [legal(client, game)[0]["action"]]}
    return int(client.post(f"/api/games/{game}/actions", json=body, headers=by(door)).status_code)


@pytest.fixture
def host(client: Client) -> Browser:
    return Browser(client)


def test_the_hosts_link_ends_when_its_guest_sits_down(client: Client, host: Browser) -> None:
    game = host.new_game("link", "screen")
    door = host.links(game)[0]
    assert acts(client, game, door) == 200, "until then a program may act by it"
    guest = Browser(client)
    assert "This link stops working" in guest.get(door).text
    assert guest.post(door, name="Benno").status_code == 200
    assert acts(client, game, door) == 401
    assert host.post(door, name="Ada again").status_code == 404
    assert len(host.links(game)) == 1, "just that of the seat at the host's own screen"
    assert door not in host.links(game) + guest.links(game)
    assert host.act(game, 1, '{"type":"Pass","player":0}').status_code == 403
    own = guest.links(game)
    assert len(own) == 1
    assert acts(client, game, own[0]) == 200


def test_a_guests_own_link_leads_back_from_any_device(client: Client, host: Browser) -> None:
    game = host.new_game("link", "screen")
    laptop, phone = Browser(client), Browser(client)
    laptop.post(host.links(game)[0], name="Benno")
    (own,) = laptop.links(game)
    for device, other in ((phone, laptop), (laptop, phone), (phone, laptop)):
        assert "any device" in device.get(own).text
        assert device.post(own, name="").status_code == 200
        assert device.links(game) == [own]
        assert other.links(game) == []
    assert "Benno" in phone.get(f"/game/{game}").text


def test_a_player_replaces_their_own_link(client: Client, host: Browser) -> None:
    game = host.new_game("link", "screen")
    guest, stranger = Browser(client), Browser(client)
    guest.post(host.links(game)[0], name="Benno")
    (own,) = guest.links(game)
    assert guest.new_link(game, 0) == 200
    (fresh,) = guest.links(game)
    assert own != fresh
    assert acts(client, game, own) == 401
    assert stranger.post(own, name="Thief").status_code == 404
    assert acts(client, game, fresh) == 200


def test_nobody_replaces_the_link_of_another(client: Client, host: Browser) -> None:
    game = host.new_game("link", "screen", "open", "bot")
    guest, watcher = Browser(client), Browser(client)
    assert host.new_link(game, 0) == 200, "it waits for a guest whom the host invites"
    guest.post(host.links(game)[0], name="Benno")
    assert [host.new_link(game, seat) for seat in (0, 1, 2, 3, 4, -1)] == [403, 200, 403, 403, 403, 403]
    assert [guest.new_link(game, seat) for seat in (0, 1, 2, 3)] == [200, 403, 403, 403]
    assert [watcher.new_link(game, seat) for seat in range(4)] == [403] * 4
    assert watcher.links(game) == []
    assert guest.post(f"/game/{game}/link", seat="x").status_code == 400


def test_a_seat_at_the_hosts_screen_that_is_handed_over_is_the_guests_alone(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "screen")
    host.new_link(game, 1)
    given = host.links(game)[1]
    guest = Browser(client)
    assert guest.post(given, name="").status_code == 200
    assert host.act(game, 0, SELECT).status_code == 200
    assert host.act(game, 1, '{"type":"Pass","player":1}').status_code == 403
    assert acts(client, game, given) == 401
    assert given not in guest.links(game)


def test_of_two_guests_one_sits_down_and_the_other_is_told(
    client: Client, host: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second comes between the first one's look at the seat and their sitting down."""
    game = host.new_game("link", "screen")
    door = host.links(game)[0]
    services, find = client.app.state.services, who.somebody

    async def late(*asked: Any) -> Any:
        row = (await services.hall.game(game)).row
        if row.seats[0].person is None:
            await services.sit(row, row.seats[0], (await find(*asked)).id, "Faster")
            return await services.database.write(lambda c: people.add(c, "Slower"))
        return await find(*asked)

    monkeypatch.setattr(lobby, "somebody", late)
    first = Browser(client)
    refused = first.post(door, name="Slower")
    assert (refused.status_code, refused.json()["kind"]) == (400, "taken")
    assert "somebody else has just taken that seat" in refused.json()["detail"]
    later = Browser(client).post(door, name="Later")
    assert later.status_code == 404
    assert "this link has been used or replaced" in later.json()["detail"]
    assert "Faster" in host.get(f"/game/{game}").text


@pytest.mark.parametrize("program", [False, True])
def test_a_link_that_ends_between_two_looks_takes_the_seat_from_nobody(
    client: Client, host: Browser, monkeypatch: pytest.MonkeyPatch, program: bool
) -> None:
    """Its guest sits down after the link was found, and before the seat is looked at."""
    game = host.new_game("link", "screen")
    door = host.links(game)[0]
    services, find = client.app.state.services, client.app.state.services.seat_of_token
    faster: list[people.Person] = []

    async def late(token: str) -> Any:
        found = await find(token)
        row = (await services.hall.game(game)).row
        if not faster:
            faster.append(await services.database.write(lambda c: people.add(c, "Faster")))
            await services.sit(row, row.seats[0], faster[0].id, "Faster")
        return found

    monkeypatch.setattr(services, "seat_of_token", late)
    if program:
        assert client.post(f"/api/games/{game}/token", headers=by(door)).status_code == 401
    else:
        assert Browser(client).post(door, name="Slower").status_code == 404
    with client.portal() as portal:
        seat = portal.call(services.hall.game, game).row.seats[0]
    assert (seat.person, seat.name, seat.generation) == (faster[0].id, "Faster", 1)


@pytest.mark.parametrize("what", ["act", "undo", "redo", "answer", "order", "chat"])
def test_who_loses_a_seat_while_their_form_is_on_its_way_does_nothing_there(
    client: Client, host: Browser, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """A form may come letter by letter, for a minute."""
    game = host.new_game("link", "screen")
    guest = Browser(client)
    guest.post(host.links(game)[0], name="Benno")
    services, read = client.app.state.services, forms.form_of

    async def slowly(request: Any) -> Any:
        row = (await services.hall.game(game)).row
        other = await services.database.write(lambda c: people.add(c, "Other device"))
        await services.sit(row, row.seats[0], other.id, None)
        return await read(request)

    monkeypatch.setattr(orders if what == "order" else table, "form_of", slowly)
    fields = {"expected": "0", "action": SELECT, "text": "Hello", "seat": "0", "kind": "lay", "accept": "yes"}
    assert guest.post(f"/game/{game}/{what}", **fields).status_code == 403


def test_an_old_link_takes_its_guest_to_their_seat_and_nobody_else(client: Client, host: Browser) -> None:
    game = host.new_game("link", "screen")
    door = host.links(game)[0]
    guest = Browser(client)
    guest.post(door, name="Benno")
    again = guest.get(door)
    assert (again.status_code, again.headers["location"]) == (302, f"/game/{game}")
    assert guest.post(door, name="Other name").status_code == 200, "a double click"
    assert "Benno" in guest.get(f"/game/{game}").text
    assert host.get(door).status_code == Browser(client).get(door).status_code == 404


def test_a_guests_token_is_not_that_of_the_program_that_opened_the_table(client: Client) -> None:
    game, keys = opened(client, "link", "screen")
    doors = [f"/join/{keys[seat]['authorization'].split()[1]}" for seat in (0, 1)]
    for seat, door in enumerate(doors):
        guest = Browser(client)
        assert guest.post(door, name=f"Guest {seat}").status_code == 200
        undo = client.post(f"/api/games/{game}/undo", json={"expected": 0}, headers=keys[seat])
        assert undo.status_code == 401
        assert len(guest.links(game)) == 1


def test_a_program_makes_its_token_its_own(client: Client, host: Browser) -> None:
    game = host.new_game("link", "screen")
    door = host.links(game)[0]
    made = client.post(f"/api/games/{game}/token", headers=by(door))
    assert made.status_code == 200, made.text
    token = made.json()["seats"][0]["token"]
    assert [seat.get("token") for seat in made.json()["seats"][1:]] == [None]
    assert client.post(f"/api/games/{game}/token", headers=by(door)).status_code == 401
    assert len(host.links(game)) == 1, "the seat waits for nobody any more"
    assert acts(client, game, f"/join/{token}") == 200
    again = client.post(f"/api/games/{game}/token", headers=by(f"/join/{token}")).json()["seats"][0]["token"]
    assert acts(client, game, f"/join/{token}") == 401
    assert acts(client, game, f"/join/{again}") == 200


def test_an_open_seat_gets_a_token_that_nobody_knew(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "open", "open")
    secret = client.app.state.services.secret
    known = [link_token(secret, game, seat) for seat in (1, 2)]
    token = client.post(f"/api/games/{game}/join", json={"name": "Prog"}).json()["seats"][1]["token"]
    guest = Browser(client)
    assert guest.post(f"/game/{game}/join", name="Dee").status_code == 200
    assert not {token, *(door.split("/")[2] for door in guest.links(game))} & set(known)
    assert client.get("/api/games", headers=by(f"/{token}")).json()[0]["id"] == game


def test_who_finds_no_free_seat_leaves_no_trace(client: Client, settings: Any) -> None:
    game, _ = opened(client, "link", "link")
    with sqlite3.connect(settings.data / "stockrail.db") as database:
        count = "SELECT count(*) FROM people"
        before = database.execute(count).fetchone()
        assert client.post(f"/api/games/{game}/join", json={"name": "x"}).status_code == 400
        assert database.execute(count).fetchone() == before


def test_a_copy_of_the_database_opens_no_seat(client: Client, host: Browser, settings: Any) -> None:
    game = host.new_game("link", "screen")
    guest = Browser(client)
    guest.post(host.links(game)[0], name="Benno")
    with sqlite3.connect(settings.data / "stockrail.db") as database:
        rows = database.execute("SELECT token, former FROM seats WHERE game = ?", (game,)).fetchall()
    stored = json.dumps(rows)
    assert guest.links(game)[0].split("/")[2] not in stored
    for secret in {value for row in rows for value in row if value}:
        assert acts(client, game, f"/join/{secret}") == 401
