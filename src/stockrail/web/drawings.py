"""The table's page, drawn once for each position and kind of reader, whoever asks for it and however many they are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from jinja2 import Environment

from stockrail.web.aside import drawing
from stockrail.web.fragments import Drawing, stamped
from stockrail.web.language import available, tongue
from stockrail.web.play.live import LiveGame
from stockrail.web.play.seating import may_offer, offer_token
from stockrail.web.store import games as store
from stockrail.web.store.database import Database
from stockrail.web.store.games import GameRow, Said, Seat
from stockrail.web.views.gathering import gathering_of
from stockrail.web.views.logbook import log_of
from stockrail.web.views.panel import Chosen
from stockrail.web.views.seats import seats_of
from stockrail.web.views.table import table_of

TABLE, GATHERING = "table", "gathering"  # what a page is, and the script that makes it live


class Reader(NamedTuple):
    """A kind of reader. All of one kind see the same page; nobody of another kind may see it."""

    person: str  # who has a seat or gives seats away; empty for all who only watch
    language: str


def reader_of(row: GameRow, person: str, language: str) -> Reader:
    return Reader(person if row.takes_part(person) else "", language)


class Link(msgspec.Struct, frozen=True):
    """The secret link of a seat, for those who may see it."""

    seat: int
    name: str
    token: str
    own: bool


def sees_the_link(row: GameRow, seat: Seat, person: str) -> bool:
    """Secret links: to one's own seats, and to those that wait for somebody if one is the host."""
    return bool(person) and seat.kind != "bot" and (seat.person == person or _waits_for_a_guest(row, seat, person))


def _waits_for_a_guest(row: GameRow, seat: Seat, person: str) -> bool:
    """The host invites by link. Those who come from the lobby own their seats alone, so nobody sees the link before."""
    return seat.kind == "link" and seat.person is None and row.host == person


class Drawings:
    """Draws pages in threads. What is drawn is kept with the position, and forgotten with it."""

    def __init__(
        self, database: Database, templates: Environment, link_of: Callable[[str, Seat], str], secret: str
    ) -> None:
        self.database, self.secret = database, secret
        self.templates = templates
        self.link_of = link_of
        self.count = 0

    async def of(self, live: LiveGame, reader: Reader) -> Drawing:
        """The page of a reader who has chosen nothing. Whoever asks while it is being drawn waits for the same one."""
        talk = await self._talk(live, reader)
        key, version = ("drawing", " ".join(reader)), (_found_since(live), talk[-1].id if talk else 0)
        kept: tuple[Any, asyncio.Future[Drawing]] | None = live.memo.get(key)
        if kept is None or kept[0] != version or (kept[1].done() and (kept[1].cancelled() or kept[1].exception())):
            task = asyncio.ensure_future(drawing(self._stamped, live, reader, talk))
            kept = live.memo[key] = (version, task)
        return await asyncio.shield(kept[1])

    async def chosen(self, live: LiveGame, reader: Reader, chosen: Chosen, past: int | None, log: str = "") -> Drawing:
        """The page of a reader who has chosen something, looks at the past or sifts the log."""
        talk = await self._talk(live, reader)
        return await asyncio.to_thread(self._draw, live, reader, talk, chosen, past, log)

    async def _talk(self, live: LiveGame, reader: Reader) -> list[Said]:
        """What spectators say could be advice: players read it when the game is over."""
        watches = live.position.is_over or not live.row.plays(reader.person)
        rooms = (store.TABLE, store.WATCHERS) if watches else (store.TABLE,)
        return await self.database.read(lambda c: store.talk(c, live.row.id, rooms))

    def _stamped(self, live: LiveGame, reader: Reader, talk: list[Said]) -> Drawing:
        return stamped(self._draw(live, reader, talk, Chosen(), None))

    def _draw(
        self, live: LiveGame, reader: Reader, talk: list[Said], chosen: Chosen, past: int | None, log: str = ""
    ) -> Drawing:
        self.count += 1
        words = tongue(reader.language)
        script = GATHERING if live.row.gathering else TABLE
        if script == GATHERING:
            shown = gathering_of(live, reader.person, reader.language)
        else:
            shown = self._at_table(live, reader, chosen, past, log)
        tab = _tab(shown)
        text = self.templates.get_template(f"table/{'page' if script == TABLE else script}.html").render(
            **shown,
            tab=tab,
            talk=talk,
            takes_part=bool(reader.person),
            links=self._links(live.row, reader.person),
            seats=seats_of(live, reader.person, reader.language),
            offers=self._offers(live.row, reader.person),
            _=words.gettext,
            ngettext=words.ngettext,
            language=reader.language,
            languages=available(),
            path=f"/game/{live.row.id}",
            csrf_token=str,  # nobody's: see Drawing
        )
        return Drawing(live.number, tab, text, script=script)

    def _at_table(self, live: LiveGame, reader: Reader, chosen: Chosen, past: int | None, log: str) -> dict[str, Any]:
        mine = live.row.seats_of(reader.person or None)
        shown = table_of(live, mine, chosen, past, reader.language)
        if log:
            shown["log"] = log_of(live, mine, past, reader.language, log)
        return {**shown, "chosen": chosen}

    def _offers(self, row: GameRow, person: str) -> dict[int, str]:
        """The secrets of links that hand a seat over, for whoever has offered it."""
        mine = [seat for seat in row.seats if seat.offer is not None and person and may_offer(row, seat, person)]
        return {seat.seat: offer_token(self.secret, row.id, seat) for seat in mine}

    def _links(self, row: GameRow, person: str) -> list[Link]:
        seats = [seat for seat in row.seats if sees_the_link(row, seat, person)]
        return [Link(seat.seat, seat.name, self.link_of(row.id, seat), seat.person == person) for seat in seats]


def _tab(shown: dict[str, Any]) -> str:
    """What the browser's tab says; a dot calls the reader."""
    what = ", ".join(filter(None, [shown["title_name"], shown["subtitle"]]))
    mine = "panel" in shown and shown["panel"].mine
    return f"{'● ' if mine else ''}{what} – Stockrail"


def _found_since(live: LiveGame) -> int:
    """How much has been computed for a position since it was first drawn: gains of tiles, the best run."""
    return sum(kind in ("gain", "best") for kind, _ in list(live.memo))
