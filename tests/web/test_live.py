"""What an open page is told: the changed parts, drawn once for each kind of reader, and nothing that is another's."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from tests.web.conftest import Visitor
from tests.web.test_api import legal

from stockrail.web.drawings import reader_of
from stockrail.web.fragments import Drawing, Element, read, stamped
from stockrail.web.listening import WAITING, Listener
from stockrail.web.pages.news import news_for
from stockrail.web.store import games as store
from stockrail.web.store.sessions import COOKIE

Client = TestClient[Any]
WAIT = 30  # seconds, until a test fails instead of hanging


class Stream:
    """A browser that listens: what it was told, and the page that it makes of it."""

    def __init__(self, portal: Any, services: Any, listener: Listener, session: str = "") -> None:
        self.portal, self.listener = portal, listener
        self._news = news_for(services, listener, session)
        self.bytes = b""
        self.hello = self.next()
        self.greeting = self.bytes

    def next(self) -> dict[str, Any]:
        self.bytes = self.portal.call(partial(asyncio.wait_for, anext(self._news), WAIT))
        found = re.search(rb"^data: (.*)$", self.bytes, re.MULTILINE)
        assert found, self.bytes
        said: dict[str, Any] = msgspec.json.decode(found[1])
        return said

    def ended(self) -> bool:
        return self.portal.call(partial(anext, self._news, None)) is None

    def close(self) -> None:
        self.portal.call(self._news.aclose)  # type: ignore[attr-defined]


class Watching:
    """Opens streams and closes them at the end."""

    def __init__(self, client: Client, portal: Any) -> None:
        self.client, self.portal, self.services = client, portal, client.app.state.services
        self.streams: list[Stream] = []

    def open(self, game: str, person: str = "", language: str = "en", session: str = "") -> Stream:
        listener = Listener("here", game, person, language)
        self.streams.append(Stream(self.portal, self.services, listener, session))
        return self.streams[-1]

    def host(self, game: str) -> str:
        return str(self.row(game).host)

    def row(self, game: str) -> Any:
        return self.portal.call(self.services.hall.game, game).row


@pytest.fixture
def watching(client: Client) -> Iterator[Watching]:
    with client.portal() as portal:
        made = Watching(client, portal)
        yield made
        for stream in made.streams:
            stream.close()


def act(visitor: Visitor, game: str, expected: int, which: int = 0) -> None:
    action = legal(visitor.client, game)[which]["action"]
    answer = visitor.act(game, expected, msgspec.json.encode(action).decode())
    assert answer.status_code == 200, answer.text


def shown(visitor: Visitor, game: str) -> str:
    """The page as it is fetched, without the reader's token."""
    text = str(visitor.get(f"/game/{game}?part=1").text)
    return re.sub(r'(name="_csrf_token" value=")[^"]*', r"\1", text)


def drawn(text: str) -> str:
    found = re.search(r'data-drawn="(\w+)"', text)
    return found[1] if found else ""


def joined(before: str, changes: str) -> str:
    """What a browser makes of a page and its changes: the text of each stub is that of the element before."""
    old = {element.id: before[element.start : element.end] for element in _all(read(before))}
    stub = re.compile(r'<([\w-]+) id="([^"]+)" data-same>(?:</\1>)?')
    return stub.sub(lambda found: old[found[2]], changes)


def _all(element: Element | None) -> Iterator[Element]:
    if element:
        yield element
        for each in element.inside:
            yield from _all(each)


# -- changes of a text ------------------------------------------------------------------------------------------------

OLD = '<div id="page" data-drawn=""><p id="a">one<br><b id="b">two</b></p><ol id="c"><li id="l1">x</li></ol></div>'


def test_what_has_not_changed_is_a_stub() -> None:
    new = OLD.replace("two", "three")
    changes = stamped(Drawing(1, "", new)).since(stamped(Drawing(0, "", OLD)).digests)
    assert '<p id="a">one<br><b id="b">three</b></p><ol id="c" data-same></ol>' in changes


def test_a_list_that_grows_sends_its_new_line() -> None:
    items = "".join(f'<li id="l{n}">a line that is rather long</li>' for n in range(3))
    old = stamped(Drawing(0, "", f'<div id="page"><ol>{items}</ol></div>'))
    new = stamped(Drawing(1, "", old.text.replace("</ol>", '<li id="new">!</li></ol>')))
    changes = new.since(old.digests)
    assert "rather long" not in changes and '<li id="new">!</li>' in changes
    assert joined(old.text, changes) == new.text


def test_elements_without_an_end_are_read_and_what_is_left_open_ends_with_its_parent() -> None:
    text = '<div id="page"><input id="i" value="1"><ul id="u"><li id="one">1<li id="two">2</ul><p id="p">3</p></div>'
    page = read(text)
    assert page and [each.id for each in page.inside] == ["i", "u", "p"]
    assert text[page.inside[1].start : page.inside[1].end].endswith("</ul>")


# -- what is told -----------------------------------------------------------------------------------------------------


def test_a_watcher_is_sent_what_a_move_changes_and_nothing_else(visitor: Visitor, watching: Watching) -> None:
    game = visitor.new_game("screen", "screen")
    stream = watching.open(game)
    act(visitor, game, 0)
    news = stream.next()
    assert (news["kind"], news["number"], news["was"]) == ("act", 1, stream.hello["drawn"])
    assert 'data-number="1"' in news["html"] and " data-same>" in news["html"]
    visitor.client.cookies.clear()
    page = shown(visitor, game)
    assert len(news["html"]) < len(page) / 3
    assert drawn(page) == news["drawn"]


def test_changes_put_together_are_the_page(visitor: Visitor, watching: Watching) -> None:
    """Moves, undo, redo and talk: the browser's page is always the one that it would fetch."""
    game, dice = visitor.new_game("screen", "screen", "screen"), random.Random(4)
    mine = shown(visitor, game)
    stream = watching.open(game, watching.host(game))
    assert stream.hello["drawn"] == drawn(mine)
    for number in range(24):
        if number % 6 == 4:
            assert visitor.post(f"/game/{game}/undo", expected=str(number)).status_code == 200
        elif number % 6 == 5:
            assert visitor.post(f"/game/{game}/redo", expected=str(number)).status_code == 200
        else:
            act(visitor, game, number, dice.randrange(len(legal(visitor.client, game))))
        news = stream.next()
        assert news["was"] == drawn(mine)
        mine = joined(mine, news["html"])
        assert mine == shown(visitor, game)
    visitor.post(f"/game/{game}/chat", text="well played")
    news = stream.next()
    assert (news["kind"], news["number"]) == ("chat", 24)
    assert joined(mine, news["html"]) == shown(visitor, game)


def test_ten_watchers_cause_one_drawing(visitor: Visitor, watching: Watching) -> None:
    game = visitor.new_game("screen", "screen")
    streams = [watching.open(game) for _ in range(10)]
    before = watching.services.drawings.count
    act(visitor, game, 0)
    told = [stream.next() for stream in streams]
    assert watching.services.drawings.count == before + 1
    assert told == [told[0]] * 10
    assert all(stream.bytes is streams[0].bytes for stream in streams), "encoded once"


def test_a_page_that_is_fetched_by_many_is_drawn_once(visitor: Visitor, watching: Watching) -> None:
    game = visitor.new_game("screen", "screen")
    visitor.client.cookies.clear()
    before = watching.services.drawings.count
    for _ in range(5):
        visitor.get(f"/game/{game}")
    assert watching.services.drawings.count == before + 1


def test_each_reads_his_own_language(visitor: Visitor, watching: Watching) -> None:
    game = visitor.new_game("screen", "screen")
    english, italian = watching.open(game, language="en"), watching.open(game, language="it")
    act(visitor, game, 0)
    one, other = english.next()["html"], italian.next()["html"]
    assert "Your turn" in one and "Your turn" not in other
    assert "Tocca a te" in other or "turno" in other.lower()


def test_positions_that_are_past_when_their_turn_comes_are_not_drawn(visitor: Visitor, watching: Watching) -> None:
    game = visitor.new_game("screen", "screen")
    stream = watching.open(game)
    turns = watching.services.telling._turns
    for _ in range(4):
        watching.portal.call(turns.acquire)
    before = watching.services.drawings.count
    for number in range(3):
        act(visitor, game, number)
    for _ in range(4):
        watching.portal.call(turns.release)
    news = stream.next()
    assert (news["number"], news["was"]) == (3, stream.hello["drawn"])
    assert watching.services.drawings.count == before + 1


def test_whoever_does_not_read_is_told_to_look_again(visitor: Visitor, watching: Watching) -> None:
    game = visitor.new_game("screen", "screen")
    slow, quick = watching.open(game), watching.open(game)
    for number in range(WAITING + 1):
        act(visitor, game, number)
        quick.next()
    again, last = slow.next(), slow.next()
    assert again == {"kind": "again", "number": WAITING + 1}
    assert last["number"] == WAITING + 1 and last["was"] != slow.hello["drawn"]


def test_whoever_sits_down_elsewhere_is_told_to_look_again(visitor: Visitor, watching: Watching) -> None:
    """Two pages of one person: one has the seat drawn already, the other still shows what those see who only watch."""
    client, game = visitor.client, visitor.new_game("screen", "link")
    link = re.findall(r'data-copy="(/join/[^"]+)"', shown(visitor, game))[-1]
    client.cookies.clear()
    ben = Visitor(client)
    ben.post("/account/new", login="Benedikta", password="correct horse battery")
    his = str(watching.portal.call(watching.services.database.read, lambda c: store.person_named(c, "benedikta")))
    early = watching.open(game, his)
    assert ben.post(link, name="Ben").status_code == 200
    assert early.next()["kind"] == "again"
    late = watching.open(game, his)
    assert late.hello["drawn"] == drawn(shown(ben, game)) != early.hello["drawn"]


def test_news_that_cannot_be_drawn_send_everybody_to_look(
    visitor: Visitor, watching: Watching, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = visitor.new_game("screen", "screen")
    stream, row = watching.open(game), watching.row(game)

    async def fail(*_: Any, **__: Any) -> None:
        raise OSError("the disk is gone")

    for broken in ("hall.game", "drawings.of"):
        with monkeypatch.context() as patch:
            part, _, name = broken.partition(".")
            patch.setattr(getattr(watching.services, part), name, fail)
            watching.portal.call(watching.services.tell, row, 0, "chat")
            assert stream.next()["kind"] == "again", broken


def test_browsers_do_not_all_come_back_at_the_same_moment(visitor: Visitor, watching: Watching) -> None:
    game = visitor.new_game("screen", "screen")
    waits = {watching.open(game).greeting.partition(b"\n")[0] for _ in range(20)}
    assert len(waits) > 1 and all(re.fullmatch(rb"retry: [1-5]\d\d\d", wait) for wait in waits)


def test_whoever_comes_back_sees_by_the_name_of_the_drawing_whether_something_was_missed(
    visitor: Visitor, watching: Watching
) -> None:
    game = visitor.new_game("screen", "screen")
    first = watching.open(game).hello
    assert watching.open(game).hello == first
    visitor.post(f"/game/{game}/chat", text="hello")
    second = watching.open(game).hello
    assert second["number"] == first["number"] and second["drawn"] != first["drawn"]


def test_a_choice_in_the_address_makes_a_page_that_no_news_fit(visitor: Visitor, watching: Watching) -> None:
    game = visitor.new_game("screen", "screen")
    act(visitor, game, 0)
    assert drawn(shown(visitor, game))
    for choice in ("at=0", "hex=A1", "run=", "anything=new"):
        assert not drawn(visitor.get(f"/game/{game}?part=1&{choice}").text)
    assert drawn(visitor.get(f"/game/{game}?map=1,2,3&view=both").text), "how it looks is the script's business"


# -- what is secret ---------------------------------------------------------------------------------------------------


def guest(client: Client, link: str) -> Visitor:
    """Somebody in another browser takes the seat of a link."""
    client.cookies.clear()
    visitor = Visitor(client)
    assert visitor.post(link, name="Guest").status_code == 200
    return visitor


def test_nobody_is_sent_what_is_anothers(visitor: Visitor, watching: Watching) -> None:
    """Secret links, tokens of forms and standing orders; in whole pages too, as all comes from the same drawing."""
    client = visitor.client
    game = visitor.new_game("screen", "link", "link")
    host, cookies = watching.host(game), dict(client.cookies)
    row = watching.row(game)
    links = [f"/join/{watching.services.link_of(game, seat)}" for seat in row.seats]
    ben = guest(client, links[1])
    his = watching.row(game).seats[1].person
    other = re.findall(r'data-copy="(/join/[^"]+)"', shown(ben, game))
    assert other
    streams = {who: watching.open(game, who) for who in (host, his, "")}
    secrets = {host: [link for link in links if link != links[1]], his: other, "": []}
    client.cookies.clear()
    client.cookies.update(cookies)
    act(visitor, game, 0)
    live = watching.portal.call(watching.services.hall.game, game)
    for who, stream in streams.items():
        stream.next()
        whole = watching.portal.call(watching.services.drawings.of, live, reader_of(live.row, who, "en")).text
        for text in (stream.bytes.decode().replace('\\"', '"'), whole):
            assert not re.search(r'name="_csrf_token" value="[^"]', text)
            assert [link for whose, found in secrets.items() if whose != who for link in found if link in text] == []
        assert [link for link in secrets[who] if link not in whole] == [], "one's own are there"


def test_only_whose_turn_it_is_gets_buttons(visitor: Visitor, watching: Watching) -> None:
    game = visitor.new_game("screen", "screen")
    player, watcher = watching.open(game, watching.host(game)), watching.open(game)
    act(visitor, game, 0)
    assert f"/game/{game}/act" in player.next()["html"]
    assert f"/game/{game}/act" not in watcher.next()["html"]


def test_each_is_offered_the_undo_that_is_theirs(visitor: Visitor, watching: Watching) -> None:
    client = visitor.client
    game = visitor.new_game("screen", "link")
    cookies, host = dict(client.cookies), watching.host(game)
    guest(client, f"/join/{watching.services.link_of(game, watching.row(game).seats[1])}")
    other = watching.row(game).seats[1].person
    client.cookies.clear()
    client.cookies.update(cookies)
    streams = {who: watching.open(game, who) for who in (host, other, "")}
    act(visitor, game, 0)
    told = {who: stream.next()["html"] for who, stream in streams.items()}
    offers = {who: re.findall(r'aria-label="(Undo|Ask to undo)"', text) for who, text in told.items()}
    assert offers == {host: ["Undo"], other: ["Ask to undo"], "": []}
    assert f"/game/{game}/undo" not in told[""] and f"/game/{game}/chat" not in told[""]


def test_whoever_logs_out_is_told_nothing_more(visitor: Visitor, watching: Watching) -> None:
    visitor.post("/account/new", login="Ingrid", password="correct horse battery")
    game = visitor.new_game("screen", "screen")
    row = watching.row(game)
    stream = watching.open(game, watching.host(game), session=visitor.client.cookies[COOKIE])
    act(visitor, game, 0)
    assert stream.next()["number"] == 1
    assert visitor.post("/account/out").status_code == 200
    watching.portal.call(watching.services.tell, row, 2, "seat")
    assert stream.ended()


def test_a_seat_that_changes_hands_changes_what_its_readers_are_sent(visitor: Visitor, watching: Watching) -> None:
    client = visitor.client
    game = visitor.new_game("screen", "link")
    cookies = dict(client.cookies)
    link = re.findall(r'data-copy="(/join/[^"]+)"', shown(visitor, game))[-1]
    watcher = watching.open(game)
    ben = guest(client, link)
    news = watcher.next()
    assert (news["kind"], news["was"]) == ("seat", watcher.hello["drawn"]), "nobody who only watches fetches the page"
    his = watching.open(game, watching.row(game).seats[1].person)
    assert his.hello["drawn"] == drawn(shown(ben, game))
    client.cookies.clear()
    client.cookies.update(cookies)
    act(visitor, game, 0)
    assert his.next()["was"] == his.hello["drawn"]
