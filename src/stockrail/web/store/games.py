"""Reading and writing games: the rows of one, its seats, and entries that are only ever added."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, select, update

from stockrail.web.store.people import named
from stockrail.web.store.tables import chat, entries, games, seats, shelves

LISTED = 50
WAITING = ("open", "link")  # kinds of seats for which somebody is looked for
OPEN_FOR = 30 * 24 * 3600.0  # seconds after which a table that nobody has touched is not offered any more
TABLE, WATCHERS = "table", "watchers"  # who talks with one another
TALK = 200  # lines of a table's chat


class Entry(msgspec.Struct, frozen=True):
    """One line of a game: an action, an undo, a redo, a request to undo and its answers."""

    number: int
    kind: str
    seat: int
    data: str
    at: float


class Seat(msgspec.Struct, frozen=True):
    """Who sits where. `kind` says how they come to the table: screen, link, account, open or bot (of a `level`)."""

    seat: int
    kind: str
    name: str
    person: str | None = None
    token: str | None = None
    generation: int = 0
    level: str = ""
    away: str | None = None  # who is away while a bot plays for them
    offer: str | None = None  # the hash of the secret by which somebody may take the seat over
    offers: int = 0

    @property
    def free(self) -> bool:
        """Whether it waits for somebody to sit down."""
        return self.person is None and self.kind in WAITING


class Stage(msgspec.Struct, frozen=True):
    """How far a game has come, for lists: its round and how many entries it has."""

    kind: str = ""
    turn: int = 0
    number: int = 0
    entries: int = 0
    worth: tuple[int, ...] = ()  # by seat, once the game is over
    winners: tuple[int, ...] = ()


class GameRow(msgspec.Struct, frozen=True):
    """A game without its entries."""

    id: str
    name: str
    title: str
    header: str
    host: str
    created: float
    changed: float
    over: bool
    actor: int | None
    stage: Stage
    seats: tuple[Seat, ...] = ()
    pace: str = "now"  # of its bots
    paused: bool = False
    gathering: str = ""  # how it will start, as JSON; empty if it has started
    removed: float | None = None
    closed: bool = False  # whether only those who take part may see it
    rematch: str | None = None  # the table that was opened for the same people

    @property
    def people(self) -> list[str]:
        """Everybody who takes part: who sits there, is away for a while, or has opened the table."""
        known = [self.host, *(who for seat in self.seats for who in (seat.person, seat.away))]
        return sorted({who for who in known if who})

    def takes_part(self, person: str | None) -> bool:
        return bool(person) and person in self.people

    def plays(self, person: str | None) -> bool:
        """Whether somebody sits at the table, or will again when they are back."""
        return bool(person) and any(person in (seat.person, seat.away) for seat in self.seats)

    def may_watch(self, person: str | None) -> bool:
        return not self.closed or self.takes_part(person)

    def seats_of(self, person: str | None) -> frozenset[int]:
        """The seats for which a person decides."""
        return frozenset(s.seat for s in self.seats if person is not None and s.person == person)


class Said(msgspec.Struct, frozen=True):
    """A line of chat."""

    id: int
    name: str
    seat: int | None
    text: str
    at: float
    room: str = TABLE


def create_game(connection: Connection, game: GameRow, lines: Sequence[Entry] = ()) -> None:
    row = msgspec.structs.asdict(game)
    del row["seats"]
    row["stage"] = _text(game.stage)
    connection.execute(insert(games).values(**row))
    connection.execute(insert(seats), [{"game": game.id, **msgspec.structs.asdict(seat)} for seat in game.seats])
    if lines:
        connection.execute(insert(entries), [{"game": game.id, **msgspec.structs.asdict(line)} for line in lines])


def read_game(connection: Connection, id_: str) -> GameRow | None:
    row = connection.execute(select(games).where(games.c.id == id_)).first()
    return None if row is None else with_seats(connection, [row])[0]


def read_entries(connection: Connection, id_: str, after: int = -1) -> list[Entry]:
    wanted = select(entries).where(entries.c.game == id_, entries.c.number > after).order_by(entries.c.number)
    return [Entry(r.number, r.kind, r.seat, r.data, r.at) for r in connection.execute(wanted)]


def number_of(connection: Connection, id_: str) -> int:
    """How many entries a game has, without reading them."""
    last = connection.execute(select(func.max(entries.c.number)).where(entries.c.game == id_)).scalar()
    return 0 if last is None else last + 1


def append(connection: Connection, id_: str, lines: Sequence[Entry], actor: int | None, stage: Stage) -> None:
    """Add entries. The constraint on their numbers refuses whoever comes second."""
    connection.execute(insert(entries), [{"game": id_, **msgspec.structs.asdict(line)} for line in lines])
    now = {"changed": lines[-1].at, "actor": actor, "over": actor is None, "stage": _text(stage)}
    connection.execute(update(games).where(games.c.id == id_).values(**now))


def games_of(connection: Connection, person: str) -> list[GameRow]:
    """The games in which a person sits or that they opened, the latest first."""
    mine = select(seats.c.game).where((seats.c.person == person) | (seats.c.away == person))
    put_away = select(shelves.c.game).where(shelves.c.person == person)
    listed = (games.c.id.in_(mine) | (games.c.host == person)) & games.c.id.not_in(put_away)
    return rows_where(connection, listed & games.c.removed.is_(None))


def open_games(connection: Connection, person: str | None) -> list[GameRow]:
    """Games with a seat that anybody may take."""
    free = select(seats.c.game).where(seats.c.kind == "open", seats.c.person.is_(None))
    mine = select(seats.c.game).where(seats.c.person == (person or ""))
    there = and_(games.c.over.is_(False), games.c.removed.is_(None), games.c.changed > time.time() - OPEN_FOR)
    return rows_where(connection, and_(games.c.id.in_(free), games.c.id.not_in(mine), there))


def latest(connection: Connection, count: int = 8) -> list[str]:
    """The games at which somebody may look next: those that are being played, those that changed last first."""
    there = games.c.removed.is_(None)
    query = select(games.c.id).where(there).order_by(games.c.over, games.c.changed.desc()).limit(count)
    return [row.id for row in connection.execute(query)]


def waiting_for_bots(connection: Connection) -> list[str]:
    """The games with people in which a bot was to act when the server went down."""
    turn = and_(seats.c.game == games.c.id, seats.c.seat == games.c.actor, seats.c.kind == "bot")
    with_people = select(seats.c.game).where(seats.c.kind != "bot")
    goes_on = and_(games.c.over.is_(False), games.c.removed.is_(None), games.c.gathering == "")
    query = select(games.c.id).join(seats, turn).where(goes_on, games.c.id.in_(with_people))
    return [row.id for row in connection.execute(query)]


def rows_where(connection: Connection, wanted: ColumnElement[bool]) -> list[GameRow]:
    """The latest games of some kind, with their seats."""
    query = select(games).where(wanted).order_by(games.c.changed.desc()).limit(LISTED)
    return with_seats(connection, list(connection.execute(query)))


def with_seats(connection: Connection, rows: Sequence[Row[tuple[object, ...]]]) -> list[GameRow]:
    """Games with who sits at them."""
    ids = [row.id for row in rows]
    found: dict[str, list[Seat]] = {id_: [] for id_ in ids}
    for seat in connection.execute(select(seats).where(seats.c.game.in_(ids)).order_by(seats.c.seat)):
        found[seat.game].append(_seat(seat))
    return [
        GameRow(
            row.id, row.name, row.title, row.header, row.host, row.created, row.changed, bool(row.over), row.actor,
            msgspec.json.decode(row.stage, type=Stage), tuple(found[row.id]), row.pace, bool(row.paused),
            row.gathering, row.removed, bool(row.closed), row.rematch,
        )
        for row in rows
    ]  # fmt: skip


def _seat(row: Row[Any]) -> Seat:
    return Seat(
        row.seat, row.kind, row.name, row.person, row.token, row.generation, row.level, row.away, row.offer, row.offers
    )


def seat_by_token(connection: Connection, hashed: str) -> tuple[str, int] | None:
    """The game and seat to which a secret link leads."""
    row = connection.execute(select(seats.c.game, seats.c.seat).where(seats.c.token == hashed)).first()
    return None if row is None else (row.game, row.seat)


def seat_by_former_token(connection: Connection, hashed: str) -> tuple[str, int] | None:
    """The game and seat to which a link led until it was replaced."""
    row = connection.execute(select(seats.c.game, seats.c.seat).where(seats.c.former == hashed)).first()
    return None if row is None else (row.game, row.seat)


def change_seat(
    connection: Connection, game: str, seat: Seat, person: str | None, name: str | None = None, token: str | None = None
) -> bool:
    """Sit down, or get a new link. False if the seat is no longer as it was known: somebody was faster."""
    there = and_(seats.c.game == game, seats.c.seat == seat.seat, seats.c.kind != "bot")
    same = and_(seats.c.generation == seat.generation, seats.c.person.is_not_distinct_from(seat.person))
    link = {"token": token, "generation": seat.generation + 1, "former": seat.token} if token else {}
    values = {"person": person} | ({"name": name} if name else {}) | link
    return bool(connection.execute(update(seats).where(there, same).values(**values)).rowcount)


def set_pace(connection: Connection, game: str, pace: str, paused: bool) -> None:
    """How fast the bots of a table act."""
    connection.execute(update(games).where(games.c.id == game).values(pace=pace, paused=paused))


def say(connection: Connection, game: str, name: str, seat: int | None, text: str, room: str = TABLE) -> None:
    """Say something at a table; what is no longer shown is forgotten, in each room for itself."""
    connection.execute(insert(chat).values(game=game, name=name, seat=seat, text=text, at=time.time(), room=room))
    here = and_(chat.c.game == game, chat.c.room == room)
    oldest = connection.execute(select(chat.c.id).where(here).order_by(chat.c.id.desc()).offset(TALK).limit(1)).scalar()
    if oldest is not None:
        connection.execute(delete(chat).where(here, chat.c.id <= oldest))


def talk(connection: Connection, game: str, rooms: Sequence[str] = (TABLE,)) -> list[Said]:
    """What was said in some rooms, in the order in which it was said; as much of each as is kept."""
    here = and_(chat.c.game == game, chat.c.room.in_(rooms))
    query = select(chat).where(here).order_by(chat.c.id.desc()).limit(TALK * len(rooms))
    found = [Said(r.id, r.name, r.seat, r.text, r.at, r.room) for r in connection.execute(query)]
    return found[::-1]


def person_named(connection: Connection, login: str) -> str | None:
    row = named(connection, login)
    return None if row is None else str(row.id)


def _text(stage: Stage) -> str:
    return msgspec.json.encode(stage).decode()
