"""Tables before they start: seats that fill by link or by whoever comes, and how the owner starts."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import update
from tests.web.conftest import JSON, TITLE
from tests.web.test_links import Browser

from stockrail.web.store import games as store
from stockrail.web.store import keeping
from stockrail.web.store.tables import games
from stockrail.web.tables import MOST_GATHERING

Client = TestClient[Any]
SELECT = '{"type":"Select","player":0,"item":"1"}'


@pytest.fixture
def host(client: Client) -> Browser:
    return Browser(client)


def row(client: Client, game: str) -> Any:
    """The table as the database has it."""
    services = client.app.state.services
    with client.portal() as portal:
        return portal.call(services.database.read, lambda c: store.read_game(c, game))


def names(client: Client, game: str) -> list[str]:
    return [seat["name"] for seat in client.get(f"/api/games/{game}").json()["players"]]


def start(visitor: Browser, game: str, how: str = "full") -> int:
    return int(visitor.post(f"/game/{game}/start", how=how).status_code)


def seat(visitor: Browser, game: str, number: int, what: str, **fields: str) -> Any:
    return visitor.post(f"/game/{game}/seat", seat=str(number), what=what, **fields)


def test_seats_fill_and_the_owner_starts(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "link", "open", gather="yes")
    assert "Waiting for players: 1 of 3 seats are taken." in host.get(f"/game/{game}").text
    listed = host.get("/").text.partition(f'id="g-{game}"')[2].partition("</li>")[0]
    assert "1 of 3" in listed, "the list counts as the table does"
    assert start(host, game) == 403, "not all seats are taken"
    ben, cy = Browser(client), Browser(client)
    assert ben.post(host.links(game)[1], name="Ben").status_code == 200
    assert cy.post(f"/game/{game}/join", name="Cy").status_code == 200
    assert "Everybody is here. The owner" in ben.get(f"/game/{game}").text
    assert "Everybody is here. Start when" in host.get(f"/game/{game}").text
    assert start(ben, game) == 403, "only the owner starts"
    assert start(host, game) == 200
    assert start(host, game) == 403, "it has started"
    assert row(client, game).gathering == ""
    assert [each.name for each in row(client, game).seats] == ["Ada", "Ben", "Cy"], "this order was to be kept"
    assert host.act(game, 0, SELECT).status_code == 200
    assert 'data-gathers="yes"' not in host.get(f"/game/{game}").text


def test_nobody_acts_before_the_start(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "screen", "open", gather="yes")
    refused = host.act(game, 0, SELECT)
    assert refused.status_code == 400
    assert "has not started yet" in refused.json()["detail"]
    assert host.post(f"/game/{game}/order", seat="0", until="round").status_code == 400
    assert host.post(f"/game/{game}/undo", expected="0").status_code == 400
    listed = next(one for one in client.get("/api/games").json() if one["id"] == game)
    assert listed["gathers"] is True


def test_lots_are_drawn_at_the_start_and_old_links_lead_to_the_new_seats(client: Client, host: Browser) -> None:
    orders = set()
    for _ in range(8):
        game = host.new_game("screen", "link", "link", "link", gather="yes", draw="")
        doors = host.links(game)[1:]
        guests = [Browser(client) for _ in doors]
        for n, (guest, door) in enumerate(zip(guests, doors, strict=True)):
            guest.post(door, name=f"Guest {n}")
        own = [guest.links(game)[0] for guest in guests]
        assert start(host, game) == 200
        seats = row(client, game).seats
        orders.add(tuple(each.name for each in seats))
        for guest, door, mine in zip(guests, doors, own, strict=True):
            assert guest.get(mine).headers["location"] == f"/game/{game}"
            assert Browser(client).post(mine, name="Thief").status_code == 404
            assert Browser(client).post(door, name="Thief").status_code == 404
            fresh = guest.links(game)
            assert len(fresh) == 1 and fresh[0] not in (mine, door)
    assert len(orders) > 1, "the same order eight times in a row is one chance in billions"


def test_bots_or_nobody_in_the_free_seats(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "open", "open", gather="yes")
    assert start(host, game, "fewer") == 403, "one player is too few for this title"
    assert start(host, game, "bots") == 200
    assert [each.kind for each in row(client, game).seats] == ["screen", "bot", "bot"]
    game = host.new_game("screen", "open", "open", gather="yes")
    Browser(client).post(f"/game/{game}/join", name="Ben")
    assert start(host, game, "fewer") == 200
    assert [each.name for each in row(client, game).seats] == ["Ada", "Ben"]
    assert len(client.get(f"/api/games/{game}").json()["players"]) == 2
    assert host.act(game, 0, SELECT).status_code == 200


def test_who_leaves_frees_the_seat_and_has_nothing_any_more(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "link", gather="yes")
    ben, cy = Browser(client), Browser(client)
    ben.post(host.links(game)[1], name="Ben")
    own = ben.links(game)[0]
    assert seat(cy, game, 1, "leave").status_code == 403
    assert seat(ben, game, 0, "leave").status_code == 403, "that is another's seat"
    assert seat(ben, game, 1, "leave").status_code == 200
    assert ben.links(game) == []
    assert cy.post(own, name="Cy").status_code == 404
    assert "Ben" not in host.get(f"/game/{game}").text
    assert cy.post(host.links(game)[1], name="Cy").status_code == 200
    assert start(host, game) == 200
    assert game not in ben.get("/").text, "it is no game of theirs"


def test_the_owner_frees_seats_and_fills_them_with_bots(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "open", "open", gather="yes")
    ben = Browser(client)
    ben.post(f"/game/{game}/join", name="Ben")
    assert seat(ben, game, 2, "put-bot").status_code == 403
    assert seat(host, game, 1, "put-bot").status_code == 403, "somebody sits there"
    assert seat(host, game, 2, "put-bot").status_code == 200
    assert seat(host, game, 1, "leave").status_code == 200
    assert [(each.kind, each.person is None) for each in row(client, game).seats[1:]] == [("open", True), ("bot", True)]
    assert seat(host, game, 2, "leave").status_code == 200, "the bot goes again"
    assert row(client, game).seats[2].free
    assert seat(host, game, 9, "leave").status_code == 400


def test_one_seat_for_each_person_until_the_start(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "open", "open", "open", gather="yes")
    ben = Browser(client)
    for _ in range(3):
        assert ben.post(f"/game/{game}/join", name="Ben").status_code == 200
    assert sum(not each.free for each in row(client, game).seats) == 2


def test_whoever_sits_down_while_the_owner_starts_is_not_lost(
    client: Client, host: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the owner's press and the start somebody takes a seat: the owner looks again."""
    game = host.new_game("screen", "open", "open", gather="yes")
    services = client.app.state.services
    begin: Callable[..., Any] = services.hall.begin

    async def late(id_: str, work: Any) -> None:
        before = (await services.hall.game(game)).row
        await services.sit(before, before.seats[1], before.host, "Faster")
        await begin(id_, work)

    monkeypatch.setattr(services.hall, "begin", late)
    refused = host.post(f"/game/{game}/start", how="bots")
    assert (refused.status_code, refused.json()["kind"]) == (400, "taken")
    assert row(client, game).gathering
    monkeypatch.undo()
    assert start(host, game, "bots") == 200
    assert "Faster" in [each.name for each in row(client, game).seats]


def test_a_table_that_never_starts_is_removed_by_its_owner(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "open", gather="yes")
    ben = Browser(client)
    ben.post(f"/game/{game}/join", name="Ben")
    assert ben.post(f"/game/{game}/remove", sure="yes").status_code == 403
    assert host.post(f"/game/{game}/remove", sure="yes").status_code == 200
    assert ben.get(f"/game/{game}").status_code == 410
    assert game not in ben.get("/").text + host.get("/").text
    assert game not in client.get("/api/games").text


def test_a_table_that_nobody_touches_is_forgotten(client: Client, host: Browser) -> None:
    game, kept = host.new_game("screen", "open", gather="yes"), host.new_game("screen", "open")
    old = time.time() - keeping.UNTOUCHED - 1
    with client.portal() as portal:
        write = client.app.state.services.database.write
        portal.call(write, lambda c: c.execute(update(games).where(games.c.id.in_([game, kept])).values(changed=old)))
        assert game not in client.get("/api/games").text, "it is not offered any more"
        assert portal.call(write, lambda c: keeping.purge(c, time.time())) == [game]
    assert row(client, game) is None
    assert row(client, kept) is not None, "a game that has started stays for ever"


def test_nobody_has_hundreds_of_tables_that_wait(client: Client, host: Browser) -> None:
    made = [host.new_game("screen", "open", gather="yes") for _ in range(MOST_GATHERING)]
    fields = {"title": TITLE, "kind0": "screen", "kind1": "open", "gather": "yes"}
    refused = host.post("/games", **fields)
    assert refused.status_code == 403
    assert "too many of your tables" in refused.json()["detail"]
    assert host.post(f"/game/{made[0]}/remove", sure="yes").status_code == 200
    assert host.post("/games", **fields).status_code == 200


def test_links_cannot_be_guessed_and_forms_from_elsewhere_do_nothing(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "link", gather="yes")
    door = host.links(game)[1]
    secret = door.rsplit("/", 1)[1]
    assert len(secret) == 24
    stranger = Browser(client)
    assert secret not in stranger.get(f"/game/{game}").text
    for guess in (secret[:-1] + ("A" if secret[-1] != "A" else "B"), "A" * 24, game, "", "%00"):
        assert stranger.post(f"/join/{guess}", name="Thief").status_code in (404, 405)
    assert stranger.post(f"/game/{game}/join", name="Thief").status_code == 400, "no seat is open to everybody"
    client.cookies = host.jar
    for path in ("start", "seat", "remove", "archive", "close", "rematch"):
        assert client.post(f"/game/{game}/{path}", data={"how": "bots"}, headers=JSON).status_code == 403
    client.cookies.clear()
    assert row(client, game).gathering


def test_a_table_without_free_seats_begins_at_once(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "bot", gather="yes")
    assert row(client, game).gathering == ""


def test_the_lobby_lists_it_for_those_who_may_join(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "open", gather="yes", name="Come in")
    stranger = Browser(client)
    assert re.search(rf'action="/game/{game}/join"', stranger.get("/").text)
    assert "Waiting for players" in host.get("/").text
    stranger.post(f"/game/{game}/join", name="Ben")
    assert "Your turn" in host.get("/").text, "it is for the owner to start"
    assert names(client, game)[1] == "Ben"
