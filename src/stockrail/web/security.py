"""Headers that every answer carries, and where requests may come from."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

from litestar.config.csrf import CSRFConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotFoundException, TooManyRequestsException
from litestar.handlers import BaseRouteHandler
from litestar.middleware import DefineMiddleware
from litestar.middleware.csrf import CSRFMiddleware
from litestar.middleware.session.server_side import ServerSideSessionConfig
from litestar.types import ASGIApp, Message, Middleware, Receive, Scope, Send

from stockrail.core.marking import N_
from stockrail.web.rates import Minute, place_of
from stockrail.web.settings import Settings
from stockrail.web.store.sessions import COOKIE, SessionBackend

STATIC = Path(__file__).parent / "static"
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # colours of companies stand in the markup
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # a link to a seat is a secret
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


async def protect(message: Message, scope: Scope) -> None:
    """Add the headers to whatever is sent, errors and files too."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers[name] = value
        if not scope["path"].startswith("/static/"):
            headers.setdefault("Cache-Control", "no-store")  # a game goes on, and tokens are secrets


PATIENCE = 60.0  # seconds for a whole request


def patient(app: ASGIApp) -> ASGIApp:
    """A request sent letter by letter holds nothing for long."""

    async def timed(scope: Scope, receive: Receive, send: Send) -> None:
        await app(scope, _in_time(receive) if scope["type"] == ScopeType.HTTP else receive, send)

    return timed


def _in_time(receive: Receive) -> Receive:
    clock = asyncio.get_running_loop().time
    ends, whole = clock() + PATIENCE, False

    async def part() -> Any:
        nonlocal whole
        if whole:
            return await receive()  # that the browser has gone, which may take hours
        try:
            message = await asyncio.wait_for(receive(), ends - clock())
        except TimeoutError as error:
            raise HTTPException(status_code=408, detail=N_("the request took too long to arrive")) from error
        whole = message["type"] != "http.request" or not message.get("more_body")
        return message

    return part


YEAR = 365 * 24 * 3600


class _SessionConfig(ServerSideSessionConfig):
    _backend_class = SessionBackend


def sessions(settings: Settings) -> ServerSideSessionConfig:
    files = ["^/static", "^/styles", "^/fonts", "^/api"]
    return _SessionConfig(key=COOKIE, max_age=YEAR, secure=settings.secure, exclude=files)


class _Forgery(CSRFMiddleware):
    """Litestar's check, for tokens of any kind: a file, or letters that no token of ours has."""

    def _csrf_tokens_match(self, request_csrf_token: Any, cookie_csrf_token: str) -> bool:
        if not all(isinstance(token, str) and token.isascii() for token in (request_csrf_token, cookie_csrf_token)):
            return False
        return super()._csrf_tokens_match(request_csrf_token, cookie_csrf_token)


def forgery(settings: Settings, secret: str) -> DefineMiddleware:
    """Pages act by cookie, so a form must prove that it is ours. The API acts by token and needs no proof."""
    config = CSRFConfig(
        secret=secret,
        cookie_name="stockrail-form",
        cookie_secure=settings.secure,
        cookie_httponly=True,
        exclude=["^/api", "^/fonts"],
    )
    return DefineMiddleware(_Forgery, config=config)


FILES = 10  # a page brings as many with it
PASSWORDS = 20  # a minute: whoever guesses is slow
LIMIT = "limit"  # the option of a handler that says how its requests are counted: as FILES, as PASSWORDS, or as pages


def limits(settings: Settings) -> Middleware:
    """So many requests a minute from one address."""
    pages = Minute(settings.requests_a_minute)
    others = {FILES: Minute(FILES * settings.requests_a_minute), PASSWORDS: Minute(PASSWORDS)}

    def middleware(app: ASGIApp) -> ASGIApp:
        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            kind, client = scope["route_handler"].opt.get(LIMIT, 0), scope.get("client")
            if not others.get(kind, pages).allows(place_of(client[0]) if client else ""):
                raise TooManyRequestsException(N_("too many requests; wait a minute"), headers={"Retry-After": "60"})
            await app(scope, receive, send)

        return counted

    return middleware


def ours(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Only what lies in the folder is looked for: the disk has its own opinion of strange names."""
    if str(connection.path_params["file_path"]).lstrip("/") not in _files():
        raise NotFoundException(N_("there is no such file"))


@cache
def _files() -> frozenset[str]:
    return frozenset(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.*"))
