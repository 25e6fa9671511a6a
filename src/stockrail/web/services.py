"""What handlers work with: the database, the hall, and the answer to "who may decide for which seat"."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from jinja2 import Environment
from litestar.connection import ASGIConnection
from litestar.exceptions import NotAuthorizedException

from stockrail.core.marking import N_
from stockrail.web.drawings import Drawings
from stockrail.web.listening import Listeners
from stockrail.web.people import whoever
from stockrail.web.play.driving import Tempo
from stockrail.web.play.errors import Taken
from stockrail.web.play.hall import Hall
from stockrail.web.play.live import LiveGame
from stockrail.web.play.names import clean
from stockrail.web.play.opening import MOST_SEATS, Opened, Order, is_used_up, link_token, open_table
from stockrail.web.play.thinking import Considered
from stockrail.web.play.workers import InThreads, Workers
from stockrail.web.rates import Rate, whence
from stockrail.web.settings import Settings
from stockrail.web.store import games as store
from stockrail.web.store.database import Database
from stockrail.web.store.games import GameRow, Seat
from stockrail.web.store.news import News, listen, spread
from stockrail.web.store.orders import waiting_for_orders
from stockrail.web.store.sessions import digest
from stockrail.web.store.thoughts import thoughts_before
from stockrail.web.tables import Tables
from stockrail.web.telling import Telling
from stockrail.web.views.bots import known_reasons, why_of
from stockrail.words.why import Why

log = logging.getLogger("stockrail.web")
Connection = ASGIConnection[Any, Any, Any, Any]
TALK_A_MINUTE = 60  # from one address
ORDERS_A_MINUTE = 60  # the same


class Services:
    """One of each, for the whole server."""

    def __init__(self, settings: Settings, templates: Environment) -> None:
        self.settings = settings
        self.secret = settings.secret()
        self.database = Database(settings.url)
        self.listeners = Listeners()
        self.tables = Rate(settings.tables_a_minute, 60)
        self.talk = Rate(TALK_A_MINUTE, 60)
        self.orders = Rate(ORDERS_A_MINUTE, 60)
        self.hall = Hall(
            self.database,
            self.tell,
            settings.games_in_memory,
            Tempo(settings.bot_pause),
            self.listeners.watched,
            thinker=Workers(settings.bot_processes) if settings.bot_processes else InThreads(),
        )
        self.manage = Tables(self.hall, self.database, self.secret)
        self.drawings = Drawings(self.database, templates, self.link_of, self.secret)
        self.telling = Telling(self.hall, self.listeners, self.drawings)

    async def tell(self, row: GameRow, number: int, kind: str) -> None:
        """Whoever watches the game, and the lobbies of all who sit in it."""
        news = News(row.id, number, kind, row.people)
        if self.database.shared:
            await spread(self.database, news)
        else:
            self.telling.hear(news)

    async def listen(self) -> None:
        """News of other processes, where there may be some."""
        if self.database.shared:
            await listen(self.settings.url, self.telling.hear, self.listeners.look_again)

    async def resume(self) -> None:
        """Bots go on where the server went down and a person waits for them, and so do standing orders."""
        ordered = await self.database.read(waiting_for_orders)
        for id_ in [*await self.database.read(store.waiting_for_bots), *ordered]:
            try:
                await self.hall.game(id_, looking=False)
            except Exception:  # one broken game must not keep the others waiting
                log.exception("the bots of game %s cannot go on", id_)

    def count_table(self, connection: Connection) -> None:
        """Somebody wants another table, which takes room on the disk."""
        address = whence(connection)
        self.tables.check(address, N_("too many new tables; wait a minute"))
        self.tables.count(address)

    def count_talk(self, connection: Connection) -> None:
        """Somebody says something: everybody at the table draws their page anew, and old talk goes."""
        address = whence(connection)  # whoever comes without a cookie is a new person each time
        self.talk.check(address, N_("too many messages at once; wait a minute"))
        self.talk.count(address)

    def count_order(self, connection: Connection) -> None:
        """Somebody gives or ends a standing order, for which their pages are drawn anew."""
        address = whence(connection)
        self.orders.check(address, N_("too many orders at once; wait a minute"))
        self.orders.count(address)

    async def open(self, order: Order, host: str) -> GameRow:
        """Open a table and write it down."""
        names = [clean(seat.name).lower() for seat in order.seats[:MOST_SEATS] if seat.kind == "account"]
        found = await self.database.read(lambda c: {name: store.person_named(c, name) for name in names})
        accounts = {name: person for name, person in found.items() if person is not None}
        return await self.keep(await asyncio.to_thread(open_table, order, host, accounts, self.secret))

    async def keep(self, opened: Opened) -> GameRow:
        await self.database.write(lambda c: store.create_game(c, opened.row, opened.entries))
        return await self.announce(opened)

    async def announce(self, opened: Opened) -> GameRow:
        """A table that has been written down."""
        await self.tell(opened.row, len(opened.entries), "new")
        await self.hall.game(opened.row.id)  # where a bot begins, it begins
        return opened.row

    async def reasons(self, live: LiveGame, number: int, language: str) -> Why | None:
        """Why a bot made an entry, as far as that is known and may be told."""
        if number not in known_reasons(live):
            return None
        data = await self.database.read(lambda c: thoughts_before(c, live.row.id, number))
        if data is None:
            return None
        thoughts = msgspec.json.decode(data, type=list[Considered])
        return await asyncio.to_thread(why_of, live, number, thoughts, language)

    def link_of(self, game: str, seat: Seat) -> str:
        """The secret of the link that leads to a seat now."""
        return link_token(self.secret, game, seat.seat, seat.generation)

    async def sit(self, row: GameRow, seat: Seat, person: str, name: str | None) -> None:
        """Sit somebody down; a link that others may know ends with it. Raises Taken for whoever comes second."""
        await self._change(row, seat, person, name, is_used_up(row, seat))

    async def renew(self, row: GameRow, seat: Seat, person: str | None) -> None:
        """A new link; the old one ends at once."""
        await self._change(row, seat, person, None, True)

    async def _change(self, row: GameRow, seat: Seat, person: str | None, name: str | None, renewed: bool) -> None:
        token = digest(link_token(self.secret, row.id, seat.seat, seat.generation + 1)) if renewed else None
        if not await self.database.write(lambda c: store.change_seat(c, row.id, seat, person, name, token)):
            await self.hall.reseat(row.id)
            raise Taken(N_("somebody else has just taken that seat"))
        await self.hall.reseat(row.id)

    async def seat_of_token(self, token: str) -> tuple[str, int] | None:
        return await self.database.read(lambda c: store.seat_by_token(c, digest(token)))

    async def seat_behind(self, token: str) -> tuple[GameRow, Seat] | None:
        """The seat to which a link leads, at one moment: between two looks its guest may have sat down and ended it."""
        found = await self.seat_of_token(token)
        if found is None:
            return None
        row = (await self.hall.game(found[0])).row
        seat = row.seats[found[1]]
        return (row, seat) if seat.token == digest(token) else None

    async def seat_of_former_token(self, token: str) -> tuple[str, int] | None:
        return await self.database.read(lambda c: store.seat_by_former_token(c, digest(token)))

    async def seats_by_session(self, connection: Connection, row: GameRow) -> frozenset[int]:
        person = await whoever(connection, self.database)
        return row.seats_of(person.id if person else None)

    async def seats_by_token(self, connection: Connection, game: str) -> frozenset[int]:
        """The seat of the bearer of a token; nobody's if there is none."""
        if not connection.headers.get("authorization", "").partition(" ")[2]:
            return frozenset()
        found = await self.seat_of_token(bearer(connection))
        if found is None or found[0] != game:
            raise NotAuthorizedException("this token does not belong to a seat in this game")
        return frozenset({found[1]})


def bearer(connection: Connection) -> str:
    """The token that a program sends; empty, which is no seat's, where it sends something else."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""
