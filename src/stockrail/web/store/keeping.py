"""Tables that somebody has put away or removed: out of their list, and after a while out of the database."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, and_, delete, insert, select, update
from sqlalchemy.sql import ColumnElement

from stockrail.web.store.games import GameRow, rows_where
from stockrail.web.store.tables import chat, entries, games, seats, shelves, standing, thoughts

ARCHIVED, REMOVED = "archived", "removed"
DAY = 24 * 3600.0
KEPT = 30 * DAY  # seconds for which a removed table can be brought back
UNTOUCHED = 90 * DAY  # seconds after which a table that has never started goes by itself
AT_ONCE = 200  # tables that are deleted in one transaction


class Shelved(msgspec.Struct, frozen=True):
    """A table out of somebody's list, and since when."""

    row: GameRow
    kind: str
    at: float


def shelve(connection: Connection, game: str, person: str, kind: str) -> None:
    """Take a table out of somebody's list; all others keep it."""
    unshelve(connection, game, person)
    connection.execute(insert(shelves).values(game=game, person=person, kind=kind, at=time.time()))


def unshelve(connection: Connection, game: str, person: str) -> None:
    connection.execute(delete(shelves).where(shelves.c.game == game, shelves.c.person == person))


def remove(connection: Connection, game: str, at: float) -> None:
    """Remove a table for everybody."""
    connection.execute(update(games).where(games.c.id == game).values(removed=at))


def bring_back(connection: Connection, game: str, person: str) -> None:
    """Into the list of whoever has removed it, and there for all others again."""
    connection.execute(update(games).where(games.c.id == game).values(removed=None))
    unshelve(connection, game, person)


def hand_on(connection: Connection, game: str, before: str, after: str) -> None:
    """Another person owns the table from now on."""
    mine = and_(games.c.id == game, games.c.host == before)
    connection.execute(update(games).where(mine).values(host=after))


def close(connection: Connection, game: str, closed: bool) -> None:
    """Whether only those who take part may see a table."""
    connection.execute(update(games).where(games.c.id == game).values(closed=closed))


def set_rematch(connection: Connection, game: str, before: str | None, after: str) -> bool:
    """Note which table goes on with the same people; False if somebody else was faster."""
    same = and_(games.c.id == game, games.c.rematch.is_not_distinct_from(before))
    return bool(connection.execute(update(games).where(same).values(rematch=after)).rowcount)


def shelved_by(connection: Connection, person: str) -> list[Shelved]:
    """What somebody has put away or removed, the latest first."""
    kinds = {r.game: (r.kind, r.at) for r in connection.execute(select(shelves).where(shelves.c.person == person))}
    gone = and_(games.c.host == person, games.c.removed.is_not(None))
    mine = rows_where(connection, games.c.id.in_(list(kinds)[-200:]) | gone)
    found = [
        Shelved(row, REMOVED, row.removed) if row.removed is not None else Shelved(row, *kinds[row.id])
        for row in mine
        if row.takes_part(person) and (row.removed is None or row.host == person)
    ]
    return sorted(found, key=lambda one: -one.at)


def has_shelved(connection: Connection, person: str) -> bool:
    """Whether somebody has put anything away, or removed it."""
    away = select(shelves.c.game).where(shelves.c.person == person).limit(1)
    gone = select(games.c.id).where(games.c.host == person, games.c.removed.is_not(None)).limit(1)
    return connection.execute(away).first() is not None or connection.execute(gone).first() is not None


def purge(connection: Connection, now: float) -> list[str]:
    """Delete what was removed long ago, and tables that have never started and that nobody has touched."""
    removed: ColumnElement[bool] = games.c.removed < now - KEPT
    forgotten = and_(games.c.gathering != "", games.c.changed < now - UNTOUCHED)
    found = [row.id for row in connection.execute(select(games.c.id).where(removed | forgotten).limit(AT_ONCE))]
    _delete(connection, found)
    return found


def _delete(connection: Connection, ids: Sequence[str]) -> None:
    if not ids:
        return
    for table in (entries, chat, standing, thoughts, shelves, seats):
        connection.execute(delete(table).where(table.c.game.in_(ids)))
    connection.execute(delete(games).where(games.c.id.in_(ids)))
