"""Tables that one can manage: archive, remove and bring back, play again, and who may watch and talk."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from sqlalchemy import select, update
from tests.web.conftest import JSON
from tests.web.test_gathering import SELECT, row, seat, start
from tests.web.test_links import Browser
from tests.web.test_live import Watching
from tests.web.test_seats import table_for_two

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import CHANCE
from stockrail.core.saving import Header, dump
from stockrail.web.store import games as store
from stockrail.web.store import keeping
from stockrail.web.store.tables import chat, entries, games, seats

Client = TestClient[Any]


@pytest.fixture
def host(client: Client) -> Browser:
    return Browser(client)


@pytest.fixture
def ben(client: Client) -> Browser:
    return Browser(client)


@pytest.fixture
def watching(client: Client) -> Iterator[Watching]:
    with client.portal() as portal:
        made = Watching(client, portal)
        yield made
        for stream in made.streams:
            stream.close()


def sent(client: Client, visitor: Browser, path: str, **parts: Any) -> Any:
    data = {"_csrf_token": visitor.token}
    return visitor._asked(lambda: client.post(path, data=data, files=parts, headers=JSON))


@cache
def whole_game() -> bytes:
    """The save of a game that bots have played to its end."""
    game = stockrail.new("18EU", ["Ada", "Ben"], seed=5, options=[], rulings={"pullman_drop": "any_time"})
    player = RandomBot(seed=5)
    while not game.is_over:
        game.push(game.draw() if game.actor == CHANCE else player.choose(game))
    return dump(game)


def finished(client: Client, host: Browser) -> str:
    """A finished game, imported."""
    answer = sent(client, host, "/import", file=("game.json", whole_game(), "application/json"))
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def count(client: Client, table: Any, game: str) -> int:
    with client.portal() as portal:
        services = client.app.state.services
        return len(
            portal.call(
                services.database.read, lambda c: c.execute(select(table.c.game).where(table.c.game == game)).all()
            )
        )


def say(visitor: Browser, game: str, text: str, **fields: str) -> int:
    return int(visitor.post(f"/game/{game}/chat", text=text, **fields).status_code)


# -- archive, remove, bring back ---------------------------------------------------------------------------------------


def test_an_archived_table_is_out_of_ones_own_list_only(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    assert ben.post(f"/game/{game}/archive").status_code == 200
    assert game not in ben.get("/").text
    assert game in host.get("/").text
    assert game in ben.get("/shelf").text
    assert game not in host.get("/shelf").text
    assert ben.get(f"/game/{game}").status_code == 200, "it goes on"
    assert ben.post(f"/shelf/{game}").status_code == 200
    assert game in ben.get("/").text


def test_a_table_of_ones_own_is_removed_and_comes_back(client: Client, host: Browser, ben: Browser) -> None:
    game = host.new_game("screen", "bot", name="Try this")
    assert host.act(game, 0, SELECT).status_code == 200
    assert "“Try this” (18EU, 1 actions) is removed" in host.get(f"/game/{game}").text
    assert ben.post(f"/game/{game}/remove", sure="yes").status_code == 403
    assert host.post(f"/game/{game}/remove").status_code == 400, "nothing is lost by mistake"
    assert host.post(f"/game/{game}/remove", sure="yes").status_code == 200
    for path in (f"/game/{game}", f"/game/{game}/rules", f"/api/games/{game}", f"/game/{game}/events"):
        assert host.get(path).status_code == 410, path
    assert host.act(game, 1, SELECT).status_code in (403, 410)
    assert game not in host.get("/").text
    assert "Try this" in host.get("/shelf").text
    assert ben.post(f"/shelf/{game}").status_code == 404
    assert host.post(f"/shelf/{game}").status_code == 200
    assert client.get(f"/api/games/{game}").json()["number"] >= 1, "nothing is lost"
    assert game in host.get("/").text


def test_a_table_at_which_others_play_stays_theirs(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    refused = host.post(f"/game/{game}/remove", sure="yes")
    assert refused.status_code == 403
    assert "resign first" in refused.json()["detail"]
    assert seat(host, game, 0, "resign").status_code == 200
    assert "Ben keep it as it is" in host.get(f"/game/{game}").text
    assert host.post(f"/game/{game}/remove", sure="yes").status_code == 200
    assert game not in host.get("/").text
    assert ben.get(f"/game/{game}").status_code == 200
    assert ben.post(f"/game/{game}/close", closed="yes").status_code == 200, "somebody must own it"
    assert host.post(f"/game/{game}/close", closed="no").status_code == 403


def test_a_finished_game_stays_for_those_who_played_it(client: Client, host: Browser, ben: Browser) -> None:
    game = finished(client, host)
    host.post(f"/game/{game}/link", seat="1")
    door = host.links(game)[1]
    assert ben.post(door, name="").status_code == 200
    assert host.post(f"/game/{game}/remove", sure="yes").status_code == 200
    assert ben.get(f"/game/{game}").status_code == 200
    assert game in ben.get("/").text
    assert game not in host.get("/").text
    assert host.post(f"/shelf/{game}").status_code == 200
    assert game in host.get("/").text


def test_a_branch_is_removed_without_its_trunk(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "screen")
    host.act(game, 0, SELECT)
    branch = host.post(f"/game/{game}/branch", at="1").json()["id"]
    assert host.post(f"/game/{branch}/remove", sure="yes").status_code == 200
    assert host.get(f"/game/{branch}").status_code == 410
    assert host.get(f"/game/{game}").status_code == 200


def test_what_was_removed_long_ago_is_deleted_whole(client: Client, host: Browser) -> None:
    game, kept = host.new_game("screen", "screen"), host.new_game("screen", "screen")
    for one in (game, kept):
        host.act(one, 0, SELECT)
        say(host, one, "hello")
        host.post(f"/game/{one}/remove", sure="yes")
    services = client.app.state.services
    with client.portal() as portal:
        long_ago = time.time() - keeping.KEPT - 1
        change = update(games).where(games.c.id == game).values(removed=long_ago)
        portal.call(services.database.write, lambda c: c.execute(change))
        assert portal.call(services.database.write, lambda c: keeping.purge(c, time.time())) == [game]
        services.hall.forget(game)
    assert [count(client, table, game) for table in (entries, seats, chat)] == [0, 0, 0]
    assert count(client, entries, kept) == 1
    assert host.get(f"/game/{game}").status_code == 404
    assert host.post(f"/shelf/{game}").status_code == 404


def test_links_into_a_removed_table_open_nothing(client: Client, host: Browser, ben: Browser) -> None:
    game = host.new_game("screen", "link", "bot")
    door = host.links(game)[0]
    seat(host, game, 2, "offer")
    host.post(f"/game/{game}/remove", sure="yes")
    assert ben.post(door, name="Ben").status_code == 410
    assert ben.post(f"/game/{game}/join", name="Ben").status_code == 410
    assert row(client, game).seats[1].person is None


# -- rematch ----------------------------------------------------------------------------------------------------------


def test_a_rematch_of_one_person_and_bots_begins_at_once(client: Client, host: Browser) -> None:
    game = finished(client, host)
    again = host.post(f"/game/{game}/rematch").json()["id"]
    before, now = row(client, game), row(client, again)
    assert now.gathering == ""
    assert sorted(each.name for each in now.seats) == ["Ada", "Ben"]
    old, new = (msgspec.json.decode(each.header, type=Header) for each in (before, now))
    assert (new.title, new.options, new.rulings) == (old.title, old.options, old.rulings)
    assert new.rulings["pullman_drop"] == "any_time"
    assert new.seed != old.seed
    assert host.post(f"/game/{game}/rematch").json()["id"] == again, "there is one, whoever presses"
    assert host.act(again, 0, SELECT).status_code == 200


def test_a_rematch_waits_for_the_others(client: Client, host: Browser, ben: Browser) -> None:
    game = finished(client, host)
    host.post(f"/game/{game}/link", seat="1")
    ben.post(host.links(game)[1], name="")
    stranger = Browser(client)
    assert stranger.post(f"/game/{game}/rematch").status_code == 403
    again = ben.post(f"/game/{game}/rematch").json()["id"]
    assert row(client, again).gathering
    assert "There is a rematch." in host.get(f"/game/{game}").text
    assert again in host.get("/").text, "it is in the list of both"
    assert host.post(f"/game/{game}/rematch").json()["id"] == again
    assert start(host, again) == 403, "whoever opened it starts it"
    assert start(ben, again) == 200
    assert len(host.links(again)) == 1


def test_the_page_of_the_end_offers_the_rematch_to_those_who_played(client: Client, host: Browser) -> None:
    game = finished(client, host)
    form, way = f'action="/game/{game}/rematch"', "Go to the rematch"
    assert form in host.get(f"/game/{game}/end").text
    stranger = Browser(client)
    assert form not in stranger.get(f"/game/{game}/end").text
    again = host.post(f"/game/{game}/rematch").json()["id"]
    assert way in host.get(f"/game/{game}/end").text
    assert f'href="/game/{again}">{way}' in stranger.get(f"/game/{game}/end").text


def test_no_rematch_before_the_end(client: Client, host: Browser) -> None:
    game = host.new_game("screen", "bot")
    assert host.post(f"/game/{game}/rematch").status_code == 403


def test_a_rematch_that_was_removed_is_opened_anew(client: Client, host: Browser) -> None:
    game = finished(client, host)
    first = host.post(f"/game/{game}/rematch").json()["id"]
    host.post(f"/game/{first}/remove", sure="yes")
    assert host.post(f"/game/{game}/rematch").json()["id"] != first


# -- spectators --------------------------------------------------------------------------------------------------------

LOOKS = (
    "", "?at=0", "/rules", "/tiles", "/log?before=l0-0", "/inspect?what=player:0", "/save", "/best", "/gain?hex=J11",
    "/rule/1.1", "/why/0", "/events",
)  # fmt: skip


def test_spectators_are_shut_out_of_every_page_of_a_table(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    host.act(game, 0, SELECT)
    watcher = Browser(client)
    assert watcher.get(f"/game/{game}").status_code == 200
    assert ben.post(f"/game/{game}/close", closed="yes").status_code == 403, "only the owner"
    assert host.post(f"/game/{game}/close", closed="yes").status_code == 200
    for path in LOOKS:
        assert watcher.get(f"/game/{game}{path}").status_code == 403, path
    paths = {route.path for route in client.app.routes if "{game_id" in route.path}
    for path in sorted(paths - {"/game/{game_id:str}/join", "/api/games/{game_id:str}/join"}):
        place = path.replace("{game_id:str}", game).replace("{entry:int}", "0").replace("{sheet:str}", "x")
        place = place.replace("{rule:str}", "1.1")
        methods = next(route.methods for route in client.app.routes if route.path == path)
        answers = [watcher.get(place)] if "GET" in methods else [watcher.post(place, expected="0", text="x", at="0")]
        assert [answer.status_code for answer in answers] == [403], path
    assert host.get(f"/game/{game}").status_code == ben.get(f"/game/{game}").status_code == 200
    assert host.post(f"/game/{game}/close", closed="no").status_code == 200
    assert watcher.get(f"/game/{game}").status_code == 200


def test_a_program_sees_the_closed_table_at_which_it_sits(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    token = {"authorization": f"Bearer {ben.links(game)[0].rsplit('/', 1)[1]}"}
    host.post(f"/game/{game}/close", closed="yes")
    assert client.get(f"/api/games/{game}").status_code == 403
    assert client.get(f"/api/games/{game}", headers={"authorization": "Bearer nonsense"}).status_code == 403
    assert client.get(f"/api/games/{game}", headers=token).status_code == 200


def test_who_is_watching_when_the_door_closes_hears_nothing_more(
    client: Client, host: Browser, ben: Browser, watching: Watching
) -> None:
    game = table_for_two(host, ben)
    watcher, player = watching.open(game), watching.open(game, watching.host(game))
    host.post(f"/game/{game}/close", closed="yes")
    assert watcher.next()["kind"] == "again"
    assert watcher.ended()
    assert "html" in player.next()


def test_spectators_talk_among_themselves(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    watcher, other = Browser(client), Browser(client)
    assert say(watcher, game, "Ada should buy 1", to="watchers", name="Zoe") == 200
    assert "Ada should buy 1" in other.get(f"/game/{game}").text
    assert "Zoe" in other.get(f"/game/{game}").text
    for player in (host, ben):
        assert "Ada should buy 1" not in player.get(f"/game/{game}").text
        assert "Ada should buy 1" not in player.get(f"/game/{game}?at=0").text
    assert say(host, game, "whose turn is it?") == 200
    assert "whose turn is it?" in watcher.get(f"/game/{game}").text
    assert seat(ben, game, 1, "replace").status_code == 200
    assert "Ada should buy 1" not in ben.get(f"/game/{game}").text, "they will be back"


def test_nobody_talks_where_they_do_not_belong(client: Client, host: Browser, ben: Browser) -> None:
    game = table_for_two(host, ben)
    watcher = Browser(client)
    assert say(watcher, game, "advice", to="table") == 403
    assert say(watcher, game, "advice") == 403
    assert say(host, game, "a word to the audience", to="watchers") == 403
    assert say(watcher, game, "I am Ada", to="watchers", name="Ada") == 200
    page = Browser(client).get(f"/game/{game}").text
    assert "Ada (2)" in page, "nobody passes for a player"


def test_spectators_do_not_push_out_what_players_said(
    client: Client, host: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "TALK", 3)
    game = host.new_game("screen", "bot")
    say(host, game, "remember this")
    watcher = Browser(client)
    for n in range(5):
        assert say(watcher, game, f"noise {n}", to="watchers") == 200
    assert "remember this" in host.get(f"/game/{game}").text
    page = watcher.get(f"/game/{game}").text
    assert "noise 4" in page
    assert "noise 1" not in page


def test_players_read_the_spectators_when_the_game_is_over(client: Client, host: Browser) -> None:
    game = finished(client, host)
    assert say(Browser(client), game, "well played", to="watchers") == 200
    assert "well played" in host.get(f"/game/{game}").text
