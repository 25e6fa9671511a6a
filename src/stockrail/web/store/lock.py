"""One server a file: a second one would show games as they were when it read them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from stockrail.web.store.database import DatabaseError, address_of


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Hold a lock beside the file of an SQLite database; the system lets go of it whatever becomes of us."""
    place = address_of(url)
    if place.get_backend_name() != "sqlite" or not place.database or place.database == ":memory:":
        yield
        return
    with closing(_opened(f"{place.database}.lock")) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise DatabaseError(
                f"another Stockrail server is using {place.database}; stop it, or choose another --data"
            ) from (error)
        yield


def _opened(file: str) -> sqlite3.Connection:
    try:
        return sqlite3.connect(file, timeout=0, isolation_level=None)
    except sqlite3.OperationalError as error:
        raise DatabaseError(f"{file} cannot be written; check that its folder exists") from error
