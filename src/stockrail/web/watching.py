"""Who may see a table: everybody who knows its link, unless its owner has shut spectators out."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import BaseRouteHandler

from stockrail.core.marking import N_
from stockrail.web.people import whoever
from stockrail.web.services import Services, bearer
from stockrail.web.store.games import GameRow

Connection = ASGIConnection[Any, Any, Any, Any]
DOOR = "door"  # the option of a handler by which one comes in: it is open at any table
SHUT = N_("the owner of this table has shut spectators out")


async def watching(connection: Connection, handler: BaseRouteHandler) -> None:
    """Before any request about a game: whether it is this person's, or anybody's, to see."""
    game = connection.path_params.get("game_id")
    if game is None or handler.opt.get(DOOR):
        return
    services: Services = connection.app.state.services
    row = await services.hall.row(str(game))
    if row.closed and not await _takes_part(connection, services, row):
        raise PermissionDeniedException(SHUT)


async def _takes_part(connection: Connection, services: Services, row: GameRow) -> bool:
    if connection.scope["path"].startswith("/api/"):
        found = await services.seat_of_token(bearer(connection))
        return found is not None and found[0] == row.id
    person = await whoever(connection, services.database)
    return row.takes_part(person.id if person else None)
