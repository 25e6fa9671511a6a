"""Who asks: the person behind a session, and what may be done in his name."""

from __future__ import annotations

import asyncio
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from litestar.connection import ASGIConnection

from stockrail.web.store import people as store
from stockrail.web.store.database import Database
from stockrail.web.store.people import Person

KEY = "person"
PASSWORD = range(8, 201)
_HASHER = PasswordHasher()
_NOBODY = _HASHER.hash("nobody has this password")


async def whoever(connection: ASGIConnection[Any, Any, Any, Any], database: Database) -> Person | None:
    """The person of this session, if he is known already."""
    id_ = connection.session.get(KEY) if connection.scope.get("session") else None
    if not isinstance(id_, str):
        return None
    return await database.read(lambda c: store.find(c, id_))


async def somebody(connection: ASGIConnection[Any, Any, Any, Any], database: Database, name: str = "") -> Person:
    """The person of this session; a browser that comes for the first time becomes one."""
    person = await whoever(connection, database)
    if person is None:
        person = await database.write(lambda c: store.add(c, name or "Player 1"))
        _remember(connection, person)
    elif name and name != person.name and person.login is None:
        found = person
        await database.write(lambda c: store.rename(c, found.id, name))
        person = Person(person.id, name)
    return person


async def log_in(connection: ASGIConnection[Any, Any, Any, Any], database: Database, login: str, word: str) -> bool:
    """Compare a password; a name that nobody has takes as long as a wrong password."""
    found = await database.read(lambda c: store.password_of(c, login))
    right = await asyncio.to_thread(_matches, found[1] if found else _NOBODY, word)
    if found is None or not right:
        return False
    account, browser = found[0], await whoever(connection, database)
    if browser is not None and browser.login is None:
        before = browser.id
        await database.write(lambda c: store.merge(c, before, account.id))
    _remember(connection, account)
    return True


async def register(connection: ASGIConnection[Any, Any, Any, Any], database: Database, login: str, word: str) -> bool:
    """A new account for this browser; False if the name is taken."""
    hashed = await asyncio.to_thread(_HASHER.hash, word)
    browser = await whoever(connection, database)
    before = browser.id if browser and browser.login is None else None
    person = await database.write(lambda c: store.register(c, login, hashed, before))
    if person is not None:
        _remember(connection, person)
    return person is not None


def log_out(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    connection.clear_session()


def _remember(connection: ASGIConnection[Any, Any, Any, Any], person: Person) -> None:
    connection.set_session({KEY: person.id})


def _matches(hashed: str, word: str) -> bool:
    try:
        return _HASHER.verify(hashed, word)
    except (VerificationError, InvalidHashError):
        return False
