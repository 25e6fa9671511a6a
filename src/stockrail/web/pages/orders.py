"""Standing orders: given and ended by whoever has the seat."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromPath

from stockrail.core.marking import N_
from stockrail.web.pages.forms import done, form_of, number, text
from stockrail.web.pages.rendering import Asking
from stockrail.web.people import whoever
from stockrail.web.play.wishes import Asked
from stockrail.web.services import Services


@post("/game/{game_id:str}/order", include_in_schema=False)
async def order(request: Asking, game_id: FromPath[str], services: NamedDependency[Services]) -> Response[Any]:
    """Let the table do something: `kind`, what it is about, and numbers that go with it; or end one by its number."""
    form = await form_of(request)
    person = await whoever(request, services.database)
    me = person.id if person else None
    seats = (await services.hall.game(game_id)).row.seats_of(me)
    if not seats:
        raise PermissionDeniedException(N_("you are watching this game; you have no seat in it"))
    services.count_order(request)
    if text(form, "cancel"):
        await services.hall.cancel(game_id, seats, number(form, "cancel"))
        return done(request, f"/game/{game_id}")
    seat = number(form, "seat")
    if seat not in seats:
        raise PermissionDeniedException(N_("that seat is not yours"))
    numbers = {name: number(form, name) for name in ("number", "count") if name in form}
    asked = Asked(text(form, "kind", 12), text(form, "what", 40), **numbers)
    await services.hall.order(game_id, seat, asked, me)
    return done(request, f"/game/{game_id}")


HANDLERS = [order]
