"""Reading and writing games: the rows of one, its seats, and entries that are only ever added."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, select, update

from stockrail.web.store.people import named
from stockrail.web.store.tables import chat, entries, games, seats

LISTED = 50
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
    mine = select(seats.c.game).where(seats.c.person == person)
    return _list(connection, games.c.id.in_(mine) | (games.c.host == person))


def open_games(connection: Connection, person: str | None) -> list[GameRow]:
    """Games with a seat that anybody may take."""
    free = select(seats.c.game).where(seats.c.kind == "open", seats.c.person.is_(None))
    mine = select(seats.c.game).where(seats.c.person == (person or ""))
    return _list(connection, and_(games.c.id.in_(free), games.c.id.not_in(mine), games.c.over.is_(False)))


def latest(connection: Connection, count: int = 8) -> list[str]:
    """The games at which somebody may look next: those that are being played, those that changed last first."""
    query = select(games.c.id).order_by(games.c.over, games.c.changed.desc()).limit(count)
    return [row.id for row in connection.execute(query)]


def waiting_for_bots(connection: Connection) -> list[str]:
    """The games with people in which a bot was to act when the server went down."""
    turn = and_(seats.c.game == games.c.id, seats.c.seat == games.c.actor, seats.c.kind == "bot")
    with_people = select(seats.c.game).where(seats.c.kind != "bot")
    query = select(games.c.id).join(seats, turn).where(games.c.over.is_(False), games.c.id.in_(with_people))
    return [row.id for row in connection.execute(query)]


def _list(connection: Connection, wanted: ColumnElement[bool]) -> list[GameRow]:
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
        )
        for row in rows
    ]  # fmt: skip


def _seat(row: Row[Any]) -> Seat:
    return Seat(row.seat, row.kind, row.name, row.person, row.token, row.generation, row.level)


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


def say(connection: Connection, game: str, name: str, seat: int | None, text: str) -> None:
    """Say something at a table; what is no longer shown is forgotten."""
    connection.execute(insert(chat).values(game=game, name=name, seat=seat, text=text, at=time.time()))
    here = select(chat.c.id).where(chat.c.game == game).order_by(chat.c.id.desc())
    oldest = connection.execute(here.offset(TALK).limit(1)).scalar()
    if oldest is not None:
        connection.execute(delete(chat).where(chat.c.game == game, chat.c.id <= oldest))


def talk(connection: Connection, game: str) -> list[Said]:
    query = select(chat).where(chat.c.game == game).order_by(chat.c.id.desc()).limit(TALK)
    found = [Said(r.id, r.name, r.seat, r.text, r.at) for r in connection.execute(query)]
    return found[::-1]


def person_named(connection: Connection, login: str) -> str | None:
    row = named(connection, login)
    return None if row is None else str(row.id)


def _text(stage: Stage) -> str:
    return msgspec.json.encode(stage).decode()
