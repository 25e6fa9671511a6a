"""Before the server starts: whether it finds what its owner left, and what it may make anew."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy import func, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from stockrail.core import StockrailError
from stockrail.web.settings import Settings
from stockrail.web.store.database import Database, address_of
from stockrail.web.store.tables import games

Ask = Callable[[str, str], bool]  # what was found, and a question of yes or no


class Lost(StockrailError):
    """Something is not there that should be; the owner says what shall be done."""


def begin(settings: Settings, ask: Ask | None = None) -> None:
    """Make sure that nothing is begun anew by mistake. Without anybody to ask, a doubt ends the start."""
    _check_database(settings, ask)
    if settings.has_secret():
        return
    with closing(Database(settings.url)) as database:
        count = _games(database)
        if count and not settings.new_secret:
            _doubt(
                f"{settings.secret_file} is missing or damaged, but the database holds games ({count}). Their"
                " seat links were made with it; with a new secret, the links shown on their pages will not work."
                " Put the file back; servers that share a database must share it too",
                "Make a new secret?", "--new-secret", ask,
            )  # fmt: skip
        database.migrate()  # before a secret is made: one that lies beside no database would raise the next doubt


def _check_database(settings: Settings, ask: Ask | None) -> None:
    """A file without content, or gone while the secret is still there, was lost; where nothing is, all is new."""
    file = _file(settings)
    if file is None or settings.new_database or (file.exists() and file.stat().st_size):
        return
    if file.exists() or settings.has_secret():
        how = "is empty" if file.exists() else f"is missing, but {settings.secret_file} is there"
        _doubt(
            f"{file} {how}: the games kept there are gone. Put the file back, from a backup if there is one,"
            " or give the right place with --data or --database",
            "Start with an empty database?", "--new-database", ask,
        )  # fmt: skip


def _doubt(found: str, question: str, flag: str, ask: Ask | None) -> None:
    if ask is None or not ask(f"{found}.", question):
        raise Lost(f"{found}; or start once with {flag}")


def _file(settings: Settings) -> Path | None:
    """The file of an SQLite database."""
    place = address_of(settings.url)
    named = place.get_backend_name() == "sqlite" and place.database not in (None, "", ":memory:")
    return Path(place.database or "") if named else None


def _games(database: Database) -> int:
    """How many games there are; none where that cannot be read, of which others have to speak."""
    try:
        with database.engine.connect() as connection:
            if not inspect(connection).has_table(games.name):
                return 0
            return int(connection.execute(select(func.count()).select_from(games)).scalar_one())
    except SQLAlchemyError:
        return 0
