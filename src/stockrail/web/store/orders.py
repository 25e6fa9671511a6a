"""Standing orders: who passes automatically, and for how long. They belong to the table, not to the game."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select

from stockrail.web.store.tables import orders


class Standing(msgspec.Struct, frozen=True):
    """Pass in this stock round (`turn`), from the action `since` on: until it ends, or until somebody moves."""

    seat: int
    until: str
    since: int
    turn: int


def read_orders(connection: Connection, game: str) -> dict[int, Standing]:
    rows = connection.execute(select(orders).where(orders.c.game == game))
    return {row.seat: Standing(row.seat, row.until, row.since, row.turn) for row in rows}


def put_order(connection: Connection, game: str, order: Standing) -> None:
    """Give an order, in the place of the one before."""
    drop_orders(connection, game, order.seat)
    connection.execute(insert(orders).values(game=game, **msgspec.structs.asdict(order)))


def drop_orders(connection: Connection, game: str, seat: int | None = None) -> None:
    """Withdraw the order of a seat, or all at a table."""
    wanted = delete(orders).where(orders.c.game == game)
    connection.execute(wanted if seat is None else wanted.where(orders.c.seat == seat))
