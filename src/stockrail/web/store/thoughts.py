"""What bots thought of their last moves, by the numbers of their entries. They belong to the table, not to the game."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from stockrail.web.store.tables import thoughts

KEPT = 300  # entries back: a round or two of a large table


def put_thoughts(connection: Connection, game: str, number: int, data: str) -> None:
    """Keep what a bot thought before an entry; what is too old is forgotten."""
    here = thoughts.c.game == game
    connection.execute(
        delete(thoughts).where(here, (thoughts.c.number <= number - KEPT) | (thoughts.c.number == number))
    )
    connection.execute(insert(thoughts).values(game=game, number=number, data=data))


def thoughts_before(connection: Connection, game: str, number: int) -> str | None:
    """What a bot thought before it made an entry."""
    return connection.execute(
        select(thoughts.c.data).where(thoughts.c.game == game, thoughts.c.number == number)
    ).scalar()


def thought_of(connection: Connection, game: str) -> frozenset[int]:
    """The entries before which a bot thought, as far as that is still known."""
    return frozenset(connection.execute(select(thoughts.c.number).where(thoughts.c.game == game)).scalars())
