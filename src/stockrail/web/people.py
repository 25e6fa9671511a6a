"""Who asks: the person behind a session, and what may be done in their name."""

from __future__ import annotations

import secrets
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from litestar.connection import ASGIConnection
from litestar.serialization import encode_json

from stockrail.core.marking import N_
from stockrail.web.aside import hashing
from stockrail.web.rates import Rate, whence
from stockrail.web.store import people as store
from stockrail.web.store.database import Database
from stockrail.web.store.likeness import likeness
from stockrail.web.store.people import Person
from stockrail.web.store.sessions import COOKIE, FRESH, SessionStore

KEY = "person"
PASSWORD = range(8, 201)
_HASHER = PasswordHasher()
_NOBODY = _HASHER.hash("nobody has this password")
Connection = ASGIConnection[Any, Any, Any, Any]


_SPAN = 600
_BY_NAME = Rate(100, _SPAN)  # nobody should be able to lock another out of their account easily
_BY_BOTH = Rate(10, _SPAN)
_SLOWLY = N_("too many wrong passwords; wait a few minutes")


async def whoever(connection: Connection, database: Database) -> Person | None:
    """The person of this session, if already known."""
    id_ = connection.session.get(KEY) if connection.scope.get("session") else None
    if not isinstance(id_, str):
        return None
    return await database.read(lambda c: store.find(c, id_))


async def somebody(connection: Connection, database: Database, name: str = "") -> Person:
    """The person of this session; a browser that comes for the first time becomes one."""
    person = await whoever(connection, database)
    if person is None:
        person = await database.write(lambda c: store.add(c, name or "Player 1"))
        await _remember(connection, person)
    elif name and name != person.name and person.login is None:
        found = person
        await database.write(lambda c: store.rename(c, found.id, name))
        person = Person(person.id, name)
    return person


async def log_in(connection: Connection, database: Database, login: str, word: str) -> list[str] | None:
    """Compare a password. Returns the games whose seats have become the account's; None if it is wrong."""
    account = await _proven(connection, database, login, word)
    if account is None:
        return None
    browser, games = await whoever(connection, database), []
    if browser is not None and browser.login is None:
        before, after = browser.id, account.id
        games = await database.write(lambda c: store.merge(c, before, after))
    await _remember(connection, account)
    return games


async def _proven(connection: Connection, database: Database, login: str, word: str) -> Person | None:
    """The person who has this password; a name that nobody has takes as long as a wrong password."""
    name = likeness(login)
    both = f"{name} {whence(connection)}"
    _BY_NAME.check(name, _SLOWLY)
    _BY_BOTH.check(both, _SLOWLY)
    found = await database.read(lambda c: store.password_of(c, login))
    right = await hashing(_matches, found[1] if found else _NOBODY, word)
    if found is None or not right:
        _BY_NAME.count(name)
        _BY_BOTH.count(both)
        return None
    _BY_BOTH.forget(both)
    return found[0]


async def register(connection: Connection, database: Database, login: str, word: str) -> bool:
    """A new account for this browser; False if the name is taken."""
    hashed = await hashing(_HASHER.hash, word)
    browser = await whoever(connection, database)
    before = browser.id if browser and browser.login is None else None
    person = await database.write(lambda c: store.register(c, login, hashed, before))
    if person is not None:
        await _remember(connection, person)
    return person is not None


async def change_password(connection: Connection, database: Database, old: str, new: str) -> bool:
    """Whoever knows the old password sets a new one; all other devices are logged out. False if it is wrong."""
    person = await whoever(connection, database)
    if person is None or person.login is None or await _proven(connection, database, person.login, old) is None:
        return False
    found, hashed = person, await hashing(_HASHER.hash, new)
    await database.write(lambda c: store.set_password(c, found.id, hashed))
    await log_out_everywhere(connection, database)
    await _remember(connection, person)
    return True


def log_out(connection: Connection) -> None:
    connection.clear_session()


async def log_out_everywhere(connection: Connection, database: Database) -> None:
    """End all sessions of this person, this one too."""
    person = await whoever(connection, database)
    if person is not None:
        await SessionStore(database).end_all(encode_json({KEY: person.id}))
    connection.clear_session()


async def _remember(connection: Connection, person: Person) -> None:
    """The session is this person's from now on, under a new secret: one that was known before opens nothing."""
    old = connection.cookies.get(COOKIE)
    if old:
        await connection.app.stores.get("sessions").delete(old)
    connection.state[FRESH] = secrets.token_hex(32)
    connection.set_session({KEY: person.id})


def _matches(hashed: str, word: str) -> bool:
    try:
        return _HASHER.verify(hashed, word)
    except (VerificationError, InvalidHashError):
        return False
