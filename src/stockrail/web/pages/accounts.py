"""Accounts: a name and a password that collect a person's games; and the choice of a language."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.exceptions import ValidationException
from litestar.response import Redirect, Template

from stockrail.core import StockrailError
from stockrail.core.marking import N_
from stockrail.web import people
from stockrail.web.language import COOKIE, available
from stockrail.web.pages.forms import done, form_of, text
from stockrail.web.pages.rendering import Asking, page
from stockrail.web.play.names import clean
from stockrail.web.security import LIMIT, PASSWORDS, YEAR
from stockrail.web.services import Services
from stockrail.web.store.tables import LOGIN

_HERE = re.compile(r"/(?![/\\])[\x21-\x7e]*")  # a browser takes two strokes of either kind for another server
SLOWLY = {LIMIT: PASSWORDS}


@get("/account", include_in_schema=False)
async def account(request: Asking, services: NamedDependency[Services]) -> Template:
    return page(request, "account.html", await people.whoever(request, services.database), problem="")


@post("/account/in", include_in_schema=False, opt=SLOWLY)
async def log_in(request: Asking, services: NamedDependency[Services]) -> Response[Any]:
    form = await form_of(request)
    games = await people.log_in(request, services.database, clean(text(form, "login", 40)), text(form, "password"))
    if games is None:
        raise ValidationException(N_("wrong name or password"))
    for game in filter(services.hall.holds, games):
        with suppress(StockrailError):  # a game that cannot be read does not keep anybody out
            await services.hall.reseat(game)
    return done(request, "/")


@post("/account/new", include_in_schema=False, opt=SLOWLY)
async def register(request: Asking, services: NamedDependency[Services]) -> Response[Any]:
    form = await form_of(request)
    login, word = clean(text(form, "login", 40)), text(form, "password")
    if len(login) < 2:
        raise ValidationException(N_("a name must have at least two characters"))
    if len(login.lower()) > LOGIN:  # some letters are two in lower case
        raise ValidationException(N_("this name is too long"))
    _check(word)
    if not await people.register(request, services.database, login, word):
        raise ValidationException(N_("this name, or one that looks like it, is already taken"))
    return done(request, "/")


@post("/account/out", include_in_schema=False)
async def log_out(request: Asking) -> Response[Any]:
    people.log_out(request)
    return done(request, "/")


@post("/account/out-everywhere", include_in_schema=False)
async def log_out_everywhere(request: Asking, services: NamedDependency[Services]) -> Response[Any]:
    await people.log_out_everywhere(request, services.database)
    return done(request, "/")


@post("/account/password", include_in_schema=False, opt=SLOWLY)
async def change_password(request: Asking, services: NamedDependency[Services]) -> Response[Any]:
    form = await form_of(request)
    word = text(form, "new")
    _check(word)
    if not await people.change_password(request, services.database, text(form, "password"), word):
        raise ValidationException(N_("wrong name or password"))
    return done(request, "/")


def _check(word: str) -> None:
    if len(word) not in people.PASSWORD:
        raise ValidationException(N_("a password must have at least 8 characters"))


@post("/language", include_in_schema=False)
async def language(request: Asking) -> Response[Any]:
    form = await form_of(request)
    chosen = text(form, "language", 5)
    if chosen not in available():
        raise ValidationException(N_("this language is not available"))
    back = text(form, "back", 100)
    answer = Redirect(back if _HERE.fullmatch(back) else "/", status_code=303)
    answer.cookies.append(Cookie(key=COOKIE, value=chosen, max_age=YEAR, path="/", samesite="lax"))
    return answer


HANDLERS = [account, log_in, register, log_out, log_out_everywhere, change_password, language]
