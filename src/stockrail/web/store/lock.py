"""One server a file: a second one would show games as they were when it read them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from sqlalchemy.engine import make_url

from stockrail.web.store.database import DatabaseError


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Hold a lock beside the file of an SQLite database; the system lets go of it whatever becomes of us."""
    place = make_url(url)
    if place.get_backend_name() != "sqlite" or not place.database or place.database == ":memory:":
        yield
        return
    with closing(sqlite3.connect(f"{place.database}.lock", timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise DatabaseError(
                f"another Stockrail server uses {place.database}; close it, or use another --data"
            ) from (error)
        yield
