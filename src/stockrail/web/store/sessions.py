"""Sessions in the database, so that a restart logs nobody out. Litestar brings no such store."""

from __future__ import annotations

import hashlib
import time
from datetime import timedelta
from typing import Any

from litestar.connection import ASGIConnection
from litestar.middleware.session.server_side import ServerSideSessionBackend
from litestar.stores.base import Store
from litestar.types import Empty, Message, ScopeSession
from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from stockrail.web.store.database import Database
from stockrail.web.store.tables import sessions

COOKIE = "stockrail"
FRESH = "fresh_session"  # where a request keeps the new id of its session
FOREVER = 10 * 365 * 24 * 3600
DAY = 24 * 3600  # a session is prolonged when it has become a day older


def digest(secret: str) -> str:
    """What is kept of a secret: enough to know it again, not enough to use it."""
    return hashlib.sha256(secret.encode()).hexdigest()


class SessionStore(Store):
    """Litestar's interface of a store."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def get(self, key: str, renew_for: int | timedelta | None = None) -> bytes | None:
        row = await self.database.read(lambda c: c.execute(select(sessions).where(_alive(key))).first())
        if row is None:
            return None
        if renew_for is not None:
            ends = time.time() + _seconds(renew_for)
            change = update(sessions).where(sessions.c.id == digest(key)).values(expires=ends)
            await self.database.write(lambda c: c.execute(change))
        return bytes(row.data)

    async def set(self, key: str, value: str | bytes, expires_in: int | timedelta | None = None) -> None:
        data = value.encode() if isinstance(value, str) else value
        ends = time.time() + (FOREVER if expires_in is None else _seconds(expires_in))
        mine = sessions.c.id == digest(key)

        def known(connection: Connection) -> bool:
            found = connection.execute(select(sessions.c.data, sessions.c.expires).where(mine)).first()
            return found is not None and bytes(found.data) == data and found.expires >= ends - DAY

        def put(connection: Connection) -> None:
            connection.execute(delete(sessions).where((sessions.c.expires < time.time()) | mine))
            connection.execute(insert(sessions).values(id=digest(key), data=data, expires=ends))

        if not await self.database.read(known):  # most requests change nothing, and a reader should cost no commit
            await self.database.write(put)

    async def prolong(self, key: str, expires_in: int) -> None:
        """Let a session that is still there last longer; one that was ended meanwhile stays ended."""
        ends = time.time() + expires_in
        old = _alive(key) & (sessions.c.expires < ends - DAY)
        if await self.database.read(lambda c: c.execute(select(sessions.c.id).where(old)).first()):
            await self.database.write(lambda c: c.execute(update(sessions).where(old).values(expires=ends)))

    async def delete(self, key: str) -> None:
        await self.database.write(lambda c: c.execute(delete(sessions).where(sessions.c.id == digest(key))))

    async def delete_all(self) -> None:
        await self.database.write(lambda c: c.execute(delete(sessions)))

    async def end_all(self, value: bytes) -> None:
        """End every session that holds this."""
        await self.database.write(lambda c: c.execute(delete(sessions).where(sessions.c.data == value)))

    async def exists(self, key: str) -> bool:
        return await self.get(key) is not None

    async def expires_in(self, key: str) -> int | None:
        row = await self.database.read(lambda c: c.execute(select(sessions.c.expires).where(_alive(key))).first())
        return None if row is None else int(row.expires - time.time())


class SessionBackend(ServerSideSessionBackend):
    """A session gets the id that `FRESH` says, and none as long as there is nothing to remember."""

    def get_session_id(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        return connection.state.get(FRESH) or super().get_session_id(connection)

    async def store_in_message(
        self, scope_session: ScopeSession, message: Message, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> None:
        fresh = connection.state.get(FRESH)
        if fresh and scope_session and scope_session is not Empty:
            store = self.config.get_store_from_app(connection.app)
            await super().set(fresh, self.serialize_data(scope_session, connection.scope), store)
        if scope_session or scope_session is Empty:
            await super().store_in_message(scope_session, message, connection)

    async def set(self, session_id: str, data: bytes, store: Store) -> None:
        """After each request; it may have come while somebody logged out everywhere, and must not log them in again."""
        assert isinstance(store, SessionStore)
        await store.prolong(session_id, int(self.config.max_age))


def _alive(key: str) -> ColumnElement[bool]:
    return (sessions.c.id == digest(key)) & (sessions.c.expires > time.time())


def _seconds(span: int | timedelta) -> float:
    return span.total_seconds() if isinstance(span, timedelta) else span
