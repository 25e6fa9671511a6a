"""What people do with tables and seats, besides playing: checked, written down, then told to all who watch."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping

from sqlalchemy import Connection

from stockrail.core.marking import N_
from stockrail.web.play import seating
from stockrail.web.play.course import Seated
from stockrail.web.play.errors import Taken
from stockrail.web.play.hall import Hall
from stockrail.web.play.live import LiveGame
from stockrail.web.play.opening import Opened
from stockrail.web.play.seating import NotAllowed
from stockrail.web.store import games as store
from stockrail.web.store import keeping
from stockrail.web.store import seating as writing
from stockrail.web.store.database import Database
from stockrail.web.store.games import GameRow, Seat
from stockrail.web.store.people import Person
from stockrail.web.store.sessions import digest

log = logging.getLogger("stockrail.web")
MOST_GATHERING = 20  # tables of one person that wait for players
BUSY = N_("somebody else has just changed that seat: look again")


class Tables:
    """Seats that fill, are left, handed over and taken back; tables that start, are put away and begin anew."""

    def __init__(self, hall: Hall, database: Database, secret: str) -> None:
        self.hall, self.database, self.secret = hall, database, secret

    # -- before the start -----------------------------------------------------------------------------------------

    async def check_gathering(self, person: str) -> None:
        if await self.database.read(lambda c: writing.gathering_by(c, person)) >= MOST_GATHERING:
            raise NotAllowed(N_("too many of your tables wait for players: start some of them, or remove them"))

    async def leave(self, row: GameRow, seat: Seat) -> None:
        """Somebody gets up before the start, or is asked to by the owner; the seat is free again."""
        _check_gathers(row, True)
        await self._put(row, seat, seating.freed(row, seat, self.secret))

    async def put_bot(self, row: GameRow, seat: Seat, level: str) -> None:
        """A bot in a free seat, before the start."""
        _check_gathers(row, True)
        if not seat.free:
            raise NotAllowed(N_("that seat is not free"))
        others = {other.name for other in row.seats if other.seat != seat.seat}
        names = (f"Bot {n}" for n in range(seat.seat + 1, seat.seat + 2 + len(others)))
        name = next(name for name in names if name not in others)
        await self._put(row, seat, {**seating.by_bot(seat, None, level), "name": name})

    async def start(self, row: GameRow, how: str) -> None:
        _check_gathers(row, True)
        if not seating.counts(row).get(how):
            raise NotAllowed(N_("not all seats are taken yet"))
        await self.hall.begin(row.id, lambda c: writing.start(c, row, lambda now: seating.dealt(now, how, self.secret)))

    async def _put(self, row: GameRow, seat: Seat, values: Mapping[str, object]) -> None:
        """Change a seat without a word in the log."""
        done = await self.database.write(lambda c: writing.put_seat(c, row.id, seat, **values))
        await self.hall.reseat(row.id)
        if not done:
            raise Taken(BUSY)

    # -- during the game ------------------------------------------------------------------------------------------

    async def resign(self, live: LiveGame, seat: Seat, level: str = "") -> None:
        """A bot plays on for good."""
        _check_goes_on(live)
        seating.check_person_left(live.row, seat)
        values = seating.by_bot(seat, None, level)
        await self._change(live, seat, Seated("resigns", seat.name), values)

    async def replace(self, live: LiveGame, seat: Seat, person: Person, level: str = "") -> None:
        """A bot plays for somebody who is away, until they are back."""
        _check_goes_on(live)
        if seat.kind == "bot":
            raise NotAllowed(N_("a bot plays there already"))
        own = seat.person == person.id
        if not own:
            seating.check_absent(live, seat, person.id, time.time())
        seating.check_person_left(live.row, seat)
        said = Seated("bot", seat.name, "" if own else named(live.row, person))
        await self._change(live, seat, said, seating.by_bot(seat, seat.person, level))

    async def take_back(self, live: LiveGame, seat: Seat, person: Person) -> None:
        """Whoever was away plays again; the owner may give them their seat back."""
        _check_goes_on(live)
        if seat.kind != "bot" or seat.away is None or person.id not in (seat.away, live.row.host):
            raise NotAllowed(N_("only who was away may take this seat back, or the owner of the table for them"))
        kind = "screen" if seat.away == live.row.host else "link"
        values = {"kind": kind, "person": seat.away, "level": "", "away": None}
        said = Seated("back", seat.name, "" if seat.away == person.id else named(live.row, person))
        await self._change(live, seat, said, {**values, **seating.new_token(live.row, seat, self.secret)})

    async def offer(self, live: LiveGame, seat: Seat, person: str, wanted: bool) -> None:
        """A link by which somebody else takes the seat over; until then all stays as it is."""
        _check_goes_on(live)
        if not seating.may_offer(live.row, seat, person):
            raise NotAllowed(N_("that seat is not yours"))
        values = seating.offered_seat(live.row, seat, self.secret) if wanted else {"offer": None}
        await self._put(live.row, seat, values)

    async def offered(self, token: str) -> tuple[LiveGame, Seat] | None:
        """The seat that a link hands over."""
        found = await self.database.read(lambda c: writing.seat_by_offer(c, digest(token)))
        if found is None:
            return None
        live = await self.hall.game(found[0])
        seat = live.row.seats[found[1]]
        return (live, seat) if seat.offer == digest(token) else None

    async def take_over(self, live: LiveGame, seat: Seat, person: Person, name: str) -> None:
        """Sit down in a seat that was offered."""
        _check_goes_on(live)
        values = seating.taken_over(live.row, seat, person.id, name or person.name, self.secret)
        await self._change(live, seat, Seated("taken", seat.name, to=str(values["name"])), values)

    async def _change(self, live: LiveGame, seat: Seat, said: Seated, values: Mapping[str, object]) -> None:
        """Change a seat, and say so in the log."""
        await self.hall.change_seat(
            live.row.id, seat.seat, said, lambda c: writing.put_seat(c, live.row.id, seat, **values)
        )

    # -- tables as a whole ----------------------------------------------------------------------------------------

    async def close(self, row: GameRow, closed: bool) -> None:
        """Whether only those who take part may see the table."""
        await self.database.write(lambda c: keeping.close(c, row.id, closed))
        await self.hall.reseat(row.id)

    async def shelve(self, row: GameRow, person: str, away: bool) -> None:
        """Put a table out of one's own list, or back there; nobody else notices."""
        if away:
            await self.database.write(lambda c: keeping.shelve(c, row.id, person, keeping.ARCHIVED))
        else:
            await self.database.write(lambda c: keeping.unshelve(c, row.id, person))

    async def remove(self, row: GameRow, person: str) -> bool:
        """Remove a table for good; where others play or have played, only from one's own list. Whether it is gone."""
        others = [who for who in row.people if who != person]
        if others and not row.gathering:
            if not row.over and row.seats_of(person):
                raise NotAllowed(N_("other people play at this table: resign first, then it can go on without you"))
            await self.database.write(lambda c: _leave_to(c, row, person, others[0]))
            await self.hall.reseat(row.id)
            return False
        await self.database.write(lambda c: keeping.remove(c, row.id, time.time()))
        await self.hall.reseat(row.id)
        return True

    async def restore(self, game: str, person: str) -> bool:
        """Bring a table back that one has removed."""
        row = await self.hall.row(game)
        if not row.takes_part(person) or (row.removed is not None and row.host != person):
            return False
        await self.database.write(lambda c: keeping.bring_back(c, game, person))
        await self.hall.reseat(game)
        return True

    async def rematch(self, live: LiveGame, person: str, announce: Callable[[Opened], Awaitable[GameRow]]) -> str:
        """The table where the same people play again; whoever presses first opens and owns it."""
        if not live.position.is_over:
            raise NotAllowed(N_("this game is not over yet"))
        before = live.row.rematch
        known = None if before is None else await self.database.read(lambda c: store.read_game(c, before))
        if known is not None and known.removed is None:
            return known.id
        opened = await asyncio.to_thread(seating.rematch_of, live.row, person, self.secret)
        if not await self.database.write(lambda c: _note_rematch(c, live.row.id, before, opened)):
            await self.hall.reseat(live.row.id)
            return (await self.hall.game(live.row.id)).row.rematch or live.row.id
        row = await announce(opened)
        if all(seat.kind == "bot" or seat.person == person for seat in row.seats):
            await self.start(row, seating.FULL)  # nobody has to be waited for
        await self.hall.reseat(live.row.id)
        return row.id

    async def tidy(self) -> None:
        """Delete, once a day, what was removed long ago."""
        while True:
            try:
                for game in await self.database.write(lambda c: keeping.purge(c, time.time())):
                    self.hall.forget(game)
            except Exception:
                log.exception("removed tables were not deleted")
            await asyncio.sleep(keeping.DAY)


def _leave_to(connection: Connection, row: GameRow, person: str, other: str) -> None:
    """Out of one's own list; a game that goes on belongs to another of its players from now on."""
    keeping.shelve(connection, row.id, person, keeping.REMOVED)
    if not row.over:
        keeping.hand_on(connection, row.id, person, other)


def _note_rematch(connection: Connection, game: str, before: str | None, opened: Opened) -> bool:
    """The new table and the way to it at once: whoever presses a moment later finds it there."""
    if not keeping.set_rematch(connection, game, before, opened.row.id):
        return False
    store.create_game(connection, opened.row, opened.entries)
    return True


def named(row: GameRow, person: Person) -> str:
    """What somebody is called at a table."""
    own = sorted(row.seats_of(person.id))
    return row.seats[own[0]].name if own else person.name


def _check_gathers(row: GameRow, wanted: bool) -> None:
    if bool(row.gathering) is not wanted:
        raise NotAllowed(N_("this table has already started") if wanted else N_("this table has not started yet"))


def _check_goes_on(live: LiveGame) -> None:
    _check_gathers(live.row, False)
    if live.position.is_over:
        raise NotAllowed(N_("this game is over"))
