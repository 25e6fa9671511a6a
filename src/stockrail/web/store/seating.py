"""Writing down who sits where: seats that change hands, and a table that starts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, select, update

from stockrail.web.store.games import GameRow, Seat, Stage, read_game
from stockrail.web.store.tables import games, seats


def put_seat(connection: Connection, game: str, before: Seat, **values: Any) -> bool:
    """Change a seat, if it is still as it was known: else somebody was faster."""
    here = and_(seats.c.game == game, seats.c.seat == before.seat, seats.c.kind == before.kind)
    same = and_(seats.c.generation == before.generation, seats.c.person.is_not_distinct_from(before.person))
    asked = and_(seats.c.offer.is_not_distinct_from(before.offer), seats.c.away.is_not_distinct_from(before.away))
    return bool(connection.execute(update(seats).where(here, same, asked).values(**values)).rowcount)


def seat_by_offer(connection: Connection, hashed: str) -> tuple[str, int] | None:
    """The game and seat that somebody may take over by a link."""
    row = connection.execute(select(seats.c.game, seats.c.seat).where(seats.c.offer == hashed)).first()
    return None if row is None else (row.game, row.seat)


class Start(msgspec.Struct, frozen=True):
    """What a table is when it starts: its seats, its header, who acts first."""

    seats: Sequence[Seat]
    header: str
    actor: int | None
    stage: Stage


def start(connection: Connection, known: GameRow, deal: Callable[[GameRow], Start]) -> bool:
    """Begin a table whose seats are as they were known: whoever sits down meanwhile comes before or after."""
    connection.execute(select(games.c.id).where(games.c.id == known.id).with_for_update())
    connection.execute(select(seats.c.seat).where(seats.c.game == known.id).with_for_update())
    row = read_game(connection, known.id)
    if row is None or not row.gathering or row.removed is not None or row.seats != known.seats:
        return False
    begun = deal(row)
    now = time.time()
    connection.execute(delete(seats).where(seats.c.game == row.id))
    connection.execute(insert(seats), [{"game": row.id, **msgspec.structs.asdict(seat)} for seat in begun.seats])
    _keep_old_links(connection, row, begun.seats)
    stage = msgspec.json.encode(begun.stage).decode()
    values = {"gathering": "", "header": begun.header, "actor": begun.actor, "stage": stage, "changed": now}
    connection.execute(update(games).where(games.c.id == row.id).values(created=now, **values))
    return True


def _keep_old_links(connection: Connection, row: GameRow, now: Sequence[Seat]) -> None:
    """The link by which somebody came leads them to their seat, wherever the lot has put it."""
    before = {seat.person: seat.token for seat in row.seats if seat.person and seat.token}
    for seat in now:
        if seat.person in before:
            mine = and_(seats.c.game == row.id, seats.c.seat == seat.seat)
            connection.execute(update(seats).where(mine).values(former=before[seat.person]))


def gathering_by(connection: Connection, host: str) -> int:
    """How many tables of somebody wait for players."""
    waiting = and_(games.c.host == host, games.c.gathering != "", games.c.removed.is_(None))
    return int(connection.execute(select(func.count()).select_from(games).where(waiting)).scalar_one())
