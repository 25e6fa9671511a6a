"""News between processes that share a PostgreSQL database: each is told of all that was written, by whomever."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.engine import make_url

from stockrail.web.store.database import Database

CHANNEL = "stockrail"
AGAIN = 1.0  # seconds until a lost line is tried again
ALIVE: Any = {
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
}  # or a dead line seems a quiet one
log = logging.getLogger("stockrail.web")


class News(msgspec.Struct, frozen=True):
    """What has happened where; whoever hears it asks for the rest."""

    game: str
    number: int
    kind: str
    people: list[str]


async def spread(database: Database, news: News) -> None:
    """Tell all processes, this one too."""
    said = {"channel": CHANNEL, "news": msgspec.json.encode(news).decode()}
    await database.write(lambda c: c.execute(text("SELECT pg_notify(:channel, :news)"), said))


async def listen(url: str, hear: Callable[[News], None], missed: Callable[[], None]) -> None:
    """Hear what any process tells, until cancelled. A line that breaks is laid anew; until then news may be missed."""
    import psycopg

    address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True, **ALIVE) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                missed()
                async for notice in connection.notifies():
                    hear(msgspec.json.decode(notice.payload, type=News))
        except (psycopg.Error, msgspec.DecodeError) as error:
            log.warning("news from other processes are interrupted (%s)", type(error).__name__)
            await asyncio.sleep(AGAIN)
