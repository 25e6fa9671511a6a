"""Seats of a running game: resigning, being away, handing over; who may do it, and what links still open."""

from __future__ import annotations

import re
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import update
from tests.web.test_api import opened
from tests.web.test_gathering import SELECT, row, seat
from tests.web.test_links import Browser, acts, by

from stockrail.web.play import bounds, seating
from stockrail.web.store import people
from stockrail.web.store.tables import entries, games

Client = TestClient[Any]


@pytest.fixture
def host(client: Client) -> Browser:
    return Browser(client)


@pytest.fixture
def ben(client: Client) -> Browser:
    return Browser(client)


def table_for_two(host: Browser, ben: Browser, *more: str) -> str:
    """Ada, who owns the table, and Ben, whose turn comes second."""
    game = host.new_game("screen", "link", *more)
    assert ben.post(host.links(game)[0], name="Ben").status_code == 200
    return game


def log(client: Client, game: str) -> str:
    return " | ".join(text for line in client.get(f"/api/games/{game}/log").json() for text in line["sentences"])


def let_pass(client: Client, game: str, seconds: float) -> None:
    """The game has stood still for so long."""
    services = client.app.state.services

    def older(connection: Any) -> None:
        mine = update(entries).where(entries.c.game == game)
        connection.execute(mine.values(at=entries.c.at - seconds))
        connection.execute(update(games).where(games.c.id == game).values(created=games.c.created - seconds))

    with client.portal() as portal:
        portal.call(services.database.write, older)
        services.hall.forget(game)


def links_of(visitor: Browser, game: str) -> list[str]:
    """The links by which the reader hands seats over."""
    return list(dict.fromkeys(re.findall(r'data-copy="(/take/[^"]+)"', visitor.get(f"/game/{game}").text)))


# -- resigning --------------------------------------------------------------------------------------------------------


def test_who_resigns_is_played_on_by_a_bot_to_the_end(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    own = ben.links(game)[0]
    assert seat(ben, game, 1, "resign").status_code == 200
    now = row(client, game).seats[1]
    assert (now.kind, now.name, now.person, now.away, now.token) == ("bot", "Ben", None, None, None)
    assert "Ben resigns; a bot plays on" in log(client, game)
    assert host.act(game, 1, SELECT).status_code == 200
    assert acts(client, game, own) == 401
    assert ben.act(game, 2, '{"type":"Pass","player":1}').status_code == 403
    assert seat(ben, game, 1, "back").status_code == 403
    assert ben.links(game) == []


def test_nobody_resigns_for_another(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    stranger = Browser(client)
    for visitor in (host, stranger):
        assert seat(visitor, game, 1, "resign").status_code == 403
    for what in ("replace", "back", "offer", "keep", "resign", "leave", "put-bot", "nonsense", ""):
        assert seat(stranger, game, 1, what).status_code == 403, what
    assert seat(host, game, 1, "nonsense").status_code == 400
    assert row(client, game).seats[1].name == "Ben"
    assert client.get(f"/api/games/{game}").json()["number"] == 0


def test_a_request_to_undo_ends_when_somebody_leaves(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    assert host.act(game, 0, SELECT).status_code == 200
    assert host.act(game, 1, '{"type":"Bid","player":0,"item":"1","price":100}').status_code == 200
    assert ben.act(game, 2, '{"type":"Pass","player":1}').status_code == 200
    assert host.post(f"/game/{game}/undo", expected="3", to="0").json()["done"] is False
    host.post(f"/game/{game}/pace", paused="yes")  # the bot that comes shall not act meanwhile
    assert seat(ben, game, 1, "resign").status_code == 200
    assert 'id="asks"' not in host.get(f"/game/{game}").text
    number = client.get(f"/api/games/{game}").json()["number"]
    assert host.post(f"/game/{game}/undo", expected=str(number), to="0").json()["done"] is True


def test_with_real_dice_somebody_stays(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "bot", "bot", title="1883", **{"1883:real-dice": "yes"})
    refused = seat(host, game, 0, "resign")
    assert refused.status_code == 403
    assert "at least one player must be a person" in refused.json()["detail"]


# -- being away -------------------------------------------------------------------------------------------------------


def test_a_player_lets_a_bot_play_and_comes_back(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    own = ben.links(game)[0]
    assert seat(ben, game, 1, "replace").status_code == 200
    assert row(client, game).seats[1].kind == "bot"
    page = ben.get(f"/game/{game}").text
    assert "A bot plays for Ben." in page
    assert "A bot plays for Ben." not in host.get(f"/game/{game}").text
    assert game in ben.get("/").text, "it is still their game"
    assert seat(ben, game, 1, "back").status_code == 200
    assert seat(ben, game, 1, "back").status_code == 403, "they are back already"
    now = row(client, game).seats[1]
    assert (now.kind, now.name, now.away) == ("link", "Ben", None)
    assert acts(client, game, own) == 401, "links of before lead nowhere"
    assert len(ben.links(game)) == 1
    said = log(client, game)
    assert said.index("Ben lets a bot play for a while") < said.index("Ben plays again")


def test_the_owner_may_put_a_bot_in_after_ten_minutes(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    assert seat(host, game, 1, "replace").status_code == 403, "it is not their turn"
    assert host.act(game, 0, SELECT).status_code == 200
    assert host.act(game, 1, '{"type":"Bid","player":0,"item":"1","price":100}').status_code == 200
    soon = seat(host, game, 1, "replace")
    assert soon.status_code == 403
    assert "less than 10 minutes" in soon.json()["detail"]
    let_pass(client, game, seating.ABSENT + 1)
    assert seat(host, game, 1, "replace").status_code == 200
    assert "Ada lets a bot play for Ben" in log(client, game)
    assert seat(ben, game, 1, "back").status_code == 200, "whoever was away comes back whenever they like"


def test_other_players_wait_for_a_day(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    let_pass(client, game, seating.ABSENT + 1)
    refused = seat(ben, game, 0, "replace")
    assert refused.status_code == 403
    assert "waited for a day" in refused.json()["detail"]
    let_pass(client, game, seating.LONG_ABSENT)
    assert seat(Browser(client), game, 0, "replace").status_code == 403
    assert seat(ben, game, 0, "replace").status_code == 200
    assert seat(ben, game, 0, "back").status_code == 403
    assert "A bot plays for Ada." in host.get(f"/game/{game}").text
    assert seat(host, game, 0, "back").status_code == 200
    assert "Ada plays again" in log(client, game)


def test_whoever_has_just_acted_is_not_absent(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    let_pass(client, game, seating.LONG_ABSENT + 1)
    assert host.act(game, 0, SELECT).status_code == 200
    assert host.act(game, 1, '{"type":"Bid","player":0,"item":"1","price":100}').status_code == 200
    assert seat(host, game, 1, "replace").status_code == 403


def test_the_owner_gives_a_player_their_seat_back(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    seat(ben, game, 1, "replace")
    assert seat(host, game, 1, "back").status_code == 200
    assert "Ada gives Ben the seat back" in log(client, game)
    assert len(ben.links(game)) == 1


def test_a_seat_that_nobody_has_taken_gets_a_bot_at_once(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "link", "open")
    door = host.links(game)[0]
    assert seat(host, game, 1, "replace").status_code == 200
    assert seat(host, game, 2, "replace").status_code == 200
    assert [each.kind for each in row(client, game).seats] == ["screen", "bot", "bot"]
    assert Browser(client).post(door, name="Late").status_code == 404


def test_a_program_is_out_when_a_bot_plays_its_seat(client: Client, host: Browser) -> None:
    game, keys = opened(client, "link", "link")
    with client.portal() as portal:
        services = client.app.state.services
        live = portal.call(services.hall.game, game)
        taken = services.manage.replace
        person = portal.call(services.database.read, lambda c: people.find(c, live.row.host))
        assert person is not None
        portal.call(taken, live, live.row.seats[1], person)
    body = {"expected": 1, "actions": []}
    assert client.post(f"/api/games/{game}/actions", json=body, headers=keys[1]).status_code == 401
    assert client.post(f"/api/games/{game}/undo", json={"expected": 1}, headers=keys[1]).status_code == 401


# -- handing over -----------------------------------------------------------------------------------------------------


def test_a_seat_is_handed_over_by_a_link_that_works_once(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    own = ben.links(game)[0]
    assert seat(ben, game, 1, "offer").status_code == 200
    (link,) = links_of(ben, game)
    assert links_of(host, game) == []
    eve, cy = Browser(client), Browser(client)
    assert "seat of Ben" in eve.get(link).text
    assert row(client, game).seats[1].name == "Ben", "looking takes nothing"
    assert eve.post(link, name="Eve").status_code == 200
    assert cy.post(link, name="Cy").status_code == 404
    assert row(client, game).seats[1].name == "Eve"
    assert "Eve takes over the seat of Ben" in log(client, game)
    assert ben.links(game) == []
    assert acts(client, game, own) == 401
    assert ben.post(own, name="Ben").status_code == 404
    assert len(eve.links(game)) == 1


def test_an_offer_is_taken_back(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    seat(ben, game, 1, "offer")
    (link,) = links_of(ben, game)
    assert seat(host, game, 1, "keep").status_code == 403
    assert seat(ben, game, 1, "keep").status_code == 200
    assert Browser(client).post(link, name="Eve").status_code == 404
    seat(ben, game, 1, "offer")
    (other,) = links_of(ben, game)
    assert other != link, "each offer has a link of its own"


def test_the_owner_offers_the_seat_of_a_bot(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben, "bot")
    assert seat(ben, game, 2, "offer").status_code == 403
    assert seat(host, game, 1, "offer").status_code == 403, "that is a person's"
    assert seat(host, game, 2, "offer").status_code == 200
    (link,) = links_of(host, game)
    assert row(client, game).seats[2].kind == "bot", "it plays on until somebody comes"
    eve = Browser(client)
    assert eve.post(link, name="Ada").status_code == 200
    now = row(client, game).seats[2]
    assert (now.kind, now.name, now.level) == ("link", "Ada (2)", "")
    assert len(eve.links(game)) == 1


def test_a_token_of_an_offer_opens_nothing_else(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    seat(ben, game, 1, "offer")
    (link,) = links_of(ben, game)
    secret = link.rsplit("/", 1)[1]
    assert Browser(client).post(f"/join/{secret}", name="Eve").status_code == 404
    assert client.post(f"/api/games/{game}/undo", json={"expected": 0}, headers=by(link)).status_code == 401
    assert Browser(client).post(f"/take/{ben.links(game)[0].rsplit('/', 1)[1]}", name="Eve").status_code == 404


def test_of_two_who_take_an_offer_one_gets_it(
    client: Client, host: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table_for_two(host, ben)
    seat(ben, game, 1, "offer")
    (link,) = links_of(ben, game)
    services = client.app.state.services
    change = services.hall.change_seat

    async def late(*asked: Any) -> None:
        monkeypatch.undo()
        live, offered = await services.manage.offered(link.rsplit("/", 1)[1])
        faster = await services.database.write(lambda c: people.add(c, "Faster"))
        await services.manage.take_over(live, offered, faster, "Faster")
        await change(*asked)

    monkeypatch.setattr(services.hall, "change_seat", late)
    refused = Browser(client).post(link, name="Slower")
    assert (refused.status_code, refused.json()["kind"]) == (400, "taken")
    assert row(client, game).seats[1].name == "Faster"
    assert log(client, game).count("takes over the seat") == 1


# -- all of it again ---------------------------------------------------------------------------------------------------


def test_it_is_all_there_when_the_game_is_read_anew(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    assert host.act(game, 0, SELECT).status_code == 200
    seat(ben, game, 1, "replace")
    seat(ben, game, 1, "back")
    seat(ben, game, 1, "offer")
    before = client.get(f"/api/games/{game}").json(), log(client, game)
    client.app.state.services.hall.forget(game)
    assert (client.get(f"/api/games/{game}").json(), log(client, game)) == before
    assert len(links_of(ben, game)) == 1


def test_seats_change_hands_only_so_often(
    client: Client, host: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "A_SEAT", 4)
    game = table_for_two(host, ben)
    codes = [seat(ben, game, 1, what).status_code for what in ("replace", "back") * 3]
    assert codes[:4] == [200] * 4
    assert codes[4] == 429
