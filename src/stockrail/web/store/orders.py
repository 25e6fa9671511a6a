"""Standing orders: what seats let the table do for them. They belong to the table, not to the game."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from stockrail.web.store.tables import games, standing


class Wish(msgspec.Struct, frozen=True, tag=True):
    """What somebody wants to be done for them."""


class PassUntil(Wish, frozen=True):
    """Pass in a stock round, until it ends or until somebody moves."""

    until: str  # "round" or "move"
    turn: int


class BidUpTo(Wish, frozen=True):
    """In an auction bid as little as is enough, or with `asks` decline as long as it costs more than `most`."""

    item: str  # "" for whatever is auctioned in this round
    most: int
    asks: bool
    round: str
    was: str = ""  # whose the item was


class Refuse(Wish, frozen=True):
    """Refuse offers for trains below a price, or all of them."""

    below: int | None
    phase: str


class BuyEach(Wish, frozen=True):
    """Buy a share in each stock turn, so many in all, at the price at which it stands now."""

    company: str
    count: int
    price: int
    turn: int


class LayNothing(Wish, frozen=True):
    """Lay no tiles and place no tokens for a company."""

    company: str
    phase: str


class RunAlike(Wish, frozen=True):
    """Run a company's trains and pay as it did last time."""

    company: str
    phase: str
    trains: tuple[str, ...]


Wishes = PassUntil | BidUpTo | Refuse | BuyEach | LayNothing | RunAlike


class Order(msgspec.Struct, frozen=True):
    """A wish of a seat, from the action `since` on; what was done by it, and why it ended."""

    number: int
    seat: int
    since: int
    wish: Wishes
    acts: tuple[int, ...] = ()
    ended: str = ""


def read_orders(connection: Connection, game: str) -> tuple[Order, ...]:
    rows = connection.execute(select(standing).where(standing.c.game == game).order_by(standing.c.number))
    return tuple(
        Order(
            row.number,
            row.seat,
            row.since,
            msgspec.json.decode(row.wish, type=Wishes),
            tuple(msgspec.json.decode(row.acts, type=list[int])),
            row.ended,
        )
        for row in rows
    )


def write_orders(connection: Connection, game: str, before: Sequence[Order], after: Sequence[Order]) -> None:
    """Bring the orders of a table from what was known of them to what they are now."""
    old, new = {order.number: order for order in before}, {order.number: order for order in after}
    gone = [number for number in old if number not in new]
    if gone:
        connection.execute(delete(standing).where(standing.c.game == game, standing.c.number.in_(gone)))
    for number, order in new.items():
        if number not in old:
            connection.execute(insert(standing).values(game=game, **_row(order)))
        elif order != old[number]:
            here = (standing.c.game == game) & (standing.c.number == number)
            connection.execute(update(standing).where(here).values(**_row(order)))


def _row(order: Order) -> dict[str, object]:
    wish, acts = msgspec.json.encode(order.wish).decode(), msgspec.json.encode(order.acts).decode()
    fields = {"number": order.number, "seat": order.seat, "since": order.since}
    return {**fields, "wish": wish, "acts": acts, "ended": order.ended}


def waiting_for_orders(connection: Connection) -> list[str]:
    """Games in which whoever is to act has given an order that stands."""
    here = (standing.c.game == games.c.id) & (standing.c.seat == games.c.actor)
    wanted = select(games.c.id).where(here, standing.c.ended == "", games.c.over.is_(False)).distinct()
    return list(connection.execute(wanted).scalars())
