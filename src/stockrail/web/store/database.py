"""The door to the database: short transactions in a thread, so that the server never waits for a disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from stockrail.core import StockrailError
from stockrail.web.aside import Threads

T = TypeVar("T")
MIGRATIONS = Path(__file__).parent / "migrations"
READERS = 4
WRITERS = 4  # where several can write at once; SQLite has one at a time


class DatabaseError(StockrailError):
    """A database that cannot be used."""


class Database:
    """Runs pieces of work, each in one transaction."""

    def __init__(self, url: str) -> None:
        try:
            self.engine = _engine(url)
        except (ArgumentError, NoSuchModuleError, ImportError) as error:
            raise DatabaseError(f"the database URL cannot be used ({error})") from error
        self.shared = self.engine.dialect.name != "sqlite"  # whether other processes may write too
        self._readers = Threads(READERS, "reader")  # apart: who reads waits for nobody who writes
        self._writers = Threads(WRITERS if self.shared else 1, "writer")

    def migrate(self, version: str = "head") -> None:
        """Bring the tables up to date."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        try:
            with self.engine.begin() as connection:
                config.attributes["connection"] = connection
                command.upgrade(config, version)
        except SQLAlchemyError as error:
            raise DatabaseError(f"the database cannot be opened ({getattr(error, 'orig', None) or error})") from error
        except CommandError as error:
            raise DatabaseError(
                f"the database was made by a newer version of Stockrail ({error}); update Stockrail"
            ) from error

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await self._run(work, writing=False)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """When this has returned, what was written survives a crash."""
        return await self._run(work, writing=True)

    async def _run(self, work: Callable[[Connection], T], writing: bool) -> T:
        def transaction() -> T:
            with self.engine.connect().execution_options(writing=writing) as connection, connection.begin():
                return work(connection)

        threads = self._writers if writing else self._readers
        return await asyncio.get_running_loop().run_in_executor(threads, transaction)

    def close(self) -> None:
        self._writers.shutdown()
        self._readers.shutdown()
        self.engine.dispose()


def address_of(url: str) -> URL:
    """The parts of a database's URL. Nobody is told what it holds: it may hold a password."""
    try:
        return make_url(url)
    except (ArgumentError, ValueError) as error:
        raise DatabaseError("the database URL cannot be used (write dialect://user@host/name)") from error


def _engine(url: str) -> Engine:
    engine = create_engine(
        address_of(url),
        pool_size=READERS + WRITERS,
        max_overflow=0,
        pool_pre_ping=not url.startswith("sqlite"),
        hide_parameters=True,
    )
    event.listen(engine, "handle_error", _keep_secrets)
    if address_of(url).get_backend_name() == "sqlite":
        event.listen(engine, "connect", _tune)
        event.listen(engine, "begin", _begin)
    return engine


def _keep_secrets(context: ExceptionContext) -> None:
    """PostgreSQL adds the row at fault to what it says, with its hash of a password; a log is read by others."""
    fault, told = context.original_exception, context.sqlalchemy_exception
    diagnosis = getattr(fault, "diag", None)
    said = getattr(diagnosis, "message_primary", None)  # nothing where no server was reached: then no row is told
    if diagnosis is not None and said and told is not None:
        fault.args = (f"{said} ({diagnosis.constraint_name or diagnosis.column_name or 'no detail'})",)
        told.args = fault.args


def _tune(connection: Any, _: Any) -> None:
    """Readers do not wait for a writer, and a commit that was answered is on the disk."""
    connection.isolation_level = None  # transactions are begun by `_begin`, not by the driver
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """A writer takes the lock at once: one that got it halfway could be refused in the middle of its work."""
    writing = connection.get_execution_options().get("writing", True)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
