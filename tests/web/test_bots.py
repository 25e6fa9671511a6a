"""Bots at the table: their level, their pace, and why they chose what they chose."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import text
from tests.web.conftest import JSON, PAGE, TITLE, Visitor
from tests.web.odd_bots import install
from tests.web.test_hall import nobody_listens
from tests.web.test_resting import Clock, number_of, opened, until, with_database

import stockrail
from stockrail.bots import Thought, registry
from stockrail.bots.seated import offered, usual
from stockrail.core.title import Title
from stockrail.rules.actions import Select
from stockrail.web.play import driving, thinking
from stockrail.web.play.driving import Tempo
from stockrail.web.play.errors import Unreadable
from stockrail.web.play.hall import Hall
from stockrail.web.play.live import Table
from stockrail.web.play.opening import BadOrder, Order, SeatOrder, open_table
from stockrail.web.play.thinking import Asked, Choice
from stockrail.web.play.workers import InThreads
from stockrail.web.store.database import Database
from stockrail.web.store.thoughts import KEPT, put_thoughts, thought_of
from stockrail.words.bots import LEVELS

Client = TestClient[Any]
FAR = 3600.0  # seconds, for which no test waits


@pytest.fixture
def odd(tmp_path: Path) -> Iterator[None]:
    install(str(tmp_path))
    yield
    registry.forget("tests.web.odd_bots")


class Slowly(InThreads):
    """Bots that think until they are let go."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.asked: list[Asked] = []

    async def choose(self, asked: Asked) -> Choice:
        self.asked.append(asked)
        await self.gate.wait()
        return await super().choose(asked)


def at_a_table(
    folder: Path, work: Callable[[Hall, Table], Awaitable[None]], *kinds: str, thinker: InThreads | None = None
) -> None:
    """With a hall in which a readable pace would take an hour."""

    async def all_of_it(database: Database) -> None:
        tempo = Tempo(rest=0, reading={"now": 0.0, "readable": FAR})
        hall = Hall(database, nobody_listens, tempo=tempo, clock=Clock(), thinker=thinker)
        game = await opened(database, *kinds)
        await hall.game(game)
        await work(hall, hall._tables[game])
        await hall.close()

    with_database(folder, all_of_it)


# -- levels -----------------------------------------------------------------------------------------------------------


def test_a_bot_of_which_nothing_is_said_is_of_the_strongest_level() -> None:
    made = open_table(Order(title=TITLE, seats=[SeatOrder("bot"), SeatOrder("bot", level="random")]), "x", {}, "s")
    assert sorted(seat.level for seat in made.row.seats) == sorted([usual(), "random"])
    assert usual() == [level.name for level in registry.OURS][-1]


def test_there_must_be_such_a_level() -> None:
    with pytest.raises(BadOrder, match=r"must be one of .*random.*, not 'grandmaster'"):
        open_table(Order(title=TITLE, seats=[SeatOrder("bot", level="grandmaster")] * 2), "x", {}, "s")


def test_a_bot_from_before_there_were_levels_plays_as_it_did(tmp_path: Path) -> None:
    async def work(database: Database) -> None:
        asked = Slowly()
        game = await opened(database, "bot", "link")
        await database.write(lambda c: c.execute(text("update seats set level = ''")))
        hall = Hall(database, nobody_listens, thinker=asked)
        await hall.game(game)
        await until(lambda: bool(asked.asked))
        assert asked.asked[0].level == ""
        assert thinking.decide(asked.asked[0].game, "") == thinking.decide(asked.asked[0].game, "random")
        await hall.close()

    with_database(tmp_path, work)


def test_the_lobby_offers_the_levels_and_the_table_shows_them(visitor: Visitor) -> None:
    page = re.sub(r"\s+", " ", visitor.get("/").text)
    first, *others = re.findall(
        r'<option value="(bot[^"]*)"', page.partition('name="kind1"')[2].partition("</select>")[0]
    )
    assert first == "bot", "the strongest, of which nothing else need be said"
    assert others == [f"bot:{level}" for level in offered()[1:]]
    game = visitor.new_game("screen", "bot:random", "bot")
    shown = visitor.get(f"/game/{game}").text
    assert 'title="Ben (bot, random)"' in shown
    assert f'title="Cy (bot, {LEVELS[usual()][0]})"' in shown
    assert 'title="Ada"' in shown
    inspector = f"/game/{game}/inspect?of=player:"
    assert "bot, random" in visitor.get(f"{inspector}1").text
    assert "bot, " not in visitor.get(f"{inspector}0").text
    seats = visitor.client.get("/api/games", headers=JSON)
    assert seats.status_code == 200


def test_a_press_seats_as_many_bots_as_the_title_has_seats_for(visitor: Visitor, client: Client) -> None:
    answer = visitor.post("/games", title=TITLE, bots="yes", name0="Ada")
    row = client.app.state.services.hall._tables[answer.json()["id"]].now.row
    assert sorted(seat.kind for seat in row.seats) == ["bot", "bot", "bot", "screen"]
    assert {seat.level for seat in row.seats if seat.kind == "bot"} == {usual()}


def test_programs_learn_the_levels_and_choose_one(client: Client) -> None:
    names = [level["name"] for level in client.get("/api/bots").json()]
    assert names == offered()
    seats = [{"kind": "link"}, {"kind": "bot", "level": "random"}]
    made = client.post("/api/games", json={"title": TITLE, "seats": seats, "draw_seats": False}).json()
    assert [seat.get("level", "") for seat in made["seats"]] == ["", "random"]


# -- pace -------------------------------------------------------------------------------------------------------------


def test_paused_bots_wait_and_act_one_by_one(tmp_path: Path) -> None:
    async def work(hall: Hall, table: Table) -> None:
        id_ = table.now.row.id
        await hall.pace(id_, "", paused=True)
        if table.driver is not None:
            await table.driver
        number = table.now.number
        for _ in range(3):
            await hall.step(id_, number)
            await hall.step(id_, number)  # a double click
            assert table.driver is not None
            await table.driver
            assert table.now.number == number + 1, "one action, however often somebody has pressed"
            number += 1
        await hall.step(id_, number - 1)
        assert not table.driven, "that was for a position of the past"
        await hall.pace(id_, "", paused=False)
        await until(lambda: table.now.number > number + 5)

    at_a_table(tmp_path, work, "bot", "bot")


def test_a_readable_pace_lets_time_pass_after_the_action_of_a_bot(tmp_path: Path) -> None:
    async def work(hall: Hall, table: Table) -> None:
        id_ = table.now.row.id
        await hall.pace(id_, "readable", paused=True)
        if table.driver is not None:
            await table.driver
        number = table.now.number
        await hall.pace(id_, "", paused=False)
        await until(lambda: table.resting == FAR)
        assert table.now.number == number + 1
        await hall.pace(id_, "now", paused=False)
        await until(lambda: table.now.number > number + 5)

    at_a_table(tmp_path, work, "bot", "bot")


def test_who_pauses_while_a_bot_thinks_sees_nothing_happen(tmp_path: Path) -> None:
    async def everything() -> None:
        slowly = Slowly()

        async def work(database: Database) -> None:
            hall = Hall(database, nobody_listens, thinker=slowly)
            game = await opened(database, "bot", "link")
            await hall.game(game)
            await until(lambda: bool(slowly.asked))
            await hall.pace(game, "", paused=True)
            slowly.gate.set()
            table = hall._tables[game]
            assert table.driver is not None
            await table.driver
            assert table.now.number == 0
            await hall.close()

        database = Database(f"sqlite:///{tmp_path / 'hall.db'}")
        database.migrate()
        await work(database)
        database.close()

    asyncio.run(everything())


def test_the_pace_is_remembered_for_the_table(tmp_path: Path) -> None:
    async def work(database: Database) -> None:
        hall = Hall(database, nobody_listens)
        game = await opened(database, "bot", "link")
        await hall.pace(game, "readable", paused=True)
        await hall.close()
        again = Hall(database, nobody_listens)
        live = await again.game(game)
        assert (live.row.pace, live.row.paused) == ("readable", True)
        assert again._tables[game].driver is None, "paused bots stay paused, whoever looks"
        with pytest.raises(Unreadable):
            await again.pace(game, "breakneck", paused=False)
        await again.close()

    with_database(tmp_path, work)


def test_everybody_at_the_table_sees_the_pace_and_spectators_cannot_set_it(visitor: Visitor, client: Client) -> None:
    game = visitor.new_game("screen", "bot", "bot")
    number = client.app.state.services.hall._tables[game].now.number
    assert visitor.post(f"/game/{game}/pace", paused="yes").status_code == 200
    mine = visitor.get(f"/game/{game}").text
    assert 'aria-pressed="true">Step by step' in re.sub(r"\s+", " ", mine)
    client.cookies.clear()
    stranger = Visitor(client)
    seen = stranger.get(f"/game/{game}").text
    assert 'id="bots"' in seen
    assert f'action="/game/{game}/pace"' not in seen
    assert stranger.post(f"/game/{game}/pace", paused="no").status_code == 403
    assert stranger.post(f"/game/{game}/step", expected=str(number)).status_code == 403


def test_whoever_opened_a_table_of_bots_sets_their_pace(visitor: Visitor) -> None:
    game = visitor.new_game("bot", "bot")
    assert visitor.post(f"/game/{game}/pace", paused="yes").status_code == 200
    shown = re.sub(r"\s+", " ", visitor.get(f"/game/{game}").text)
    assert "waits: the bots are paused." in shown
    number = int(re.findall(r'data-number="(\d+)"', shown)[0])
    assert visitor.post(f"/game/{game}/step", expected=str(number)).status_code == 200


def test_a_program_paces_the_bots_with_the_token_of_a_seat(client: Client) -> None:
    seats = [{"kind": "link"}, {"kind": "bot"}]
    made = client.post("/api/games", json={"title": TITLE, "seats": seats, "draw_seats": False}).json()
    path, key = f"/api/games/{made['id']}", {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    assert client.post(f"{path}/pace", json={"pace": "readable", "paused": True}, headers=key).status_code == 200
    (listed,) = client.get("/api/games", headers=key).json()
    assert (listed["pace"], listed["paused"]) == ("readable", True)
    assert client.post(f"{path}/pace", json={"paused": False}).status_code == 401


# -- many tables ------------------------------------------------------------------------------------------------------


def test_of_very_many_tables_that_nobody_watches_few_are_in_play_at_once_and_all_get_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "MOST_DRIVEN", 3)

    async def everything() -> None:
        slowly = Slowly()
        database = Database(f"sqlite:///{tmp_path / 'hall.db'}")
        database.migrate()
        watched = set[str]()
        hall = Hall(database, nobody_listens, keep=2, thinker=slowly, watched=watched.__contains__)
        tables = [await opened(database, "bot", "link") for _ in range(12)]
        for game in tables:
            await hall.game(game, looking=False)
        assert len(hall._driving._running) == 3
        assert len(hall._driving.parked) == 9
        assert len(hall._tables) <= 2 + 3
        watched.add(tables[-1])
        await hall.game(tables[-1])
        assert len(hall._driving._running) == 4, "whoever watches does not wait for those"
        slowly.gate.set()
        await until(lambda: not (hall._driving._running or hall._driving.parked))
        assert all([await number_of(database, game) for game in tables])
        await hall.close()
        database.close()

    asyncio.run(everything())


def test_where_bots_cannot_think_at_all_they_still_move(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    class Nowhere(InThreads):
        async def choose(self, asked: Asked) -> Choice:
            raise OSError("no more processes")

    async def work(hall: Hall, table: Table) -> None:
        assert table.driver is not None
        await table.driver
        assert table.now.position.actor == 1
        assert table.now.number

    at_a_table(tmp_path, work, "bot", "link", thinker=Nowhere())
    assert "no more processes" in caplog.text


# -- reasons ----------------------------------------------------------------------------------------------------------


def with_reasons(visitor: Visitor, client: Client) -> tuple[str, int]:
    """A table at which a bot has made a move of which it had thoughts: its id, and the entry's number."""
    game = visitor.new_game("bot:thoughtful", "screen")
    with client.portal() as portal:
        table = client.app.state.services.hall._tables[game]
        portal.call(until, lambda: table.now.number > 0 and not table.driven)
    return game, min(table.now.thought_of)


def test_the_log_leads_to_the_reasons_of_a_bot(visitor: Visitor, client: Client, odd: None) -> None:
    game, number = with_reasons(visitor, client)
    shown = visitor.get(f"/game/{game}").text
    assert shown.count(f'data-why="/game/{game}/why/{number}"') == 1
    said = client.get(f"/game/{game}/why/{number}", headers=JSON).json()
    assert said["chosen"].startswith("Ada chose: ")
    assert len(said["others"]) == thinking.MOST_THOUGHTS - 1
    assert re.fullmatch(
        r"[^:]+ instead: about £14 worse, with £10 less worth and £4 less in dividends to come", said["others"][0]
    )
    page = client.get(f"/game/{game}/why/{number}", headers=PAGE).text
    assert said["others"][2] in page
    assert client.get(f"/api/games/{game}/why/{number}").json() == said


def test_what_no_number_can_tell_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stockrail.new(TITLE, ["Ada", "Ben"], seed=1)
    first, second, third = (Select(0, item) for item in "123")
    thoughts = [Thought(first, 3.0, {"cash": nan, "worth": 3.0}), Thought(second, -inf), Thought(third, 1.0)]
    monkeypatch.setattr(thinking, "chosen", lambda game, level: (first, thoughts))
    found = thinking.decide(game, "any").thoughts
    assert [(each.value, each.parts) for each in found] == [(3.0, {"worth": 3.0}), (1.0, {})]
    monkeypatch.setattr(thinking, "chosen", lambda game, level: (second, thoughts[1:]))
    assert thinking.decide(game, "any").thoughts == [], "the choice itself cannot be told"


def test_the_reasons_are_told_in_the_readers_language(visitor: Visitor, client: Client, odd: None) -> None:
    game, number = with_reasons(visitor, client)
    said = client.get(f"/game/{game}/why/{number}", headers={**JSON, "accept-language": "it"}).json()
    assert "instead" not in said["others"][0]
    assert "dividendi" in said["others"][0]


def test_of_other_moves_no_reasons_are_known(visitor: Visitor, client: Client, odd: None) -> None:
    game, _ = with_reasons(visitor, client)
    last = client.app.state.services.hall._tables[game].now.number
    for entry in (last, last + 5, 10**6, -1):
        assert client.get(f"/game/{game}/why/{entry}", headers=JSON).status_code == 404


def test_where_players_have_secrets_reasons_are_told_when_the_game_is_over(
    visitor: Visitor, client: Client, odd: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, number = with_reasons(visitor, client)
    services = client.app.state.services
    live = services.hall._tables[game].now
    monkeypatch.setattr(type(live.position.title), "hide", lambda title, game, player: None, raising=False)
    assert thinking.keeps_secrets(live.position.title)
    assert client.get(f"/game/{game}/why/{number}", headers=JSON).status_code == 404
    monkeypatch.setattr(type(live.position), "is_over", property(lambda game: True))
    assert client.get(f"/game/{game}/why/{number}", headers=JSON).status_code == 200


def test_titles_without_hidden_cards_have_no_secrets(client: Client) -> None:
    from stockrail.titles import all_titles

    assert not any(thinking.keeps_secrets(title) for title in all_titles().values())
    assert Title.hide is type(all_titles()[TITLE]).hide


def test_reasons_survive_a_restart_and_old_ones_are_forgotten(tmp_path: Path) -> None:
    async def work(database: Database) -> None:
        game = await opened(database, "link", "link")
        for number in (0, 5, KEPT + 5):
            await database.write(partial(put_thoughts, game=game, number=number, data="[]"))
        assert await database.read(lambda c: thought_of(c, game)) == {KEPT + 5}
        hall = Hall(database, nobody_listens)
        assert (await hall.game(game)).thought_of == {KEPT + 5}
        await hall.close()

    with_database(tmp_path, work)
