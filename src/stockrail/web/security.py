"""Headers that every answer carries, and where requests may come from."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar.config.csrf import CSRFConfig
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.middleware.session.server_side import ServerSideSessionConfig
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from stockrail.core.marking import N_
from stockrail.web.settings import Settings
from stockrail.web.store.sessions import COOKIE, SessionBackend

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
    """Whoever sends his request letter by letter holds nothing for long."""

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
            raise HTTPException(status_code=408, detail=N_("the request came too slowly")) from error
        whole = message["type"] != "http.request" or not message.get("more_body")
        return message

    return part


YEAR = 365 * 24 * 3600


class _SessionConfig(ServerSideSessionConfig):
    _backend_class = SessionBackend


def sessions(settings: Settings) -> ServerSideSessionConfig:
    return _SessionConfig(key=COOKIE, max_age=YEAR, secure=settings.secure, exclude=["^/static", "^/fonts", "^/api"])


def forgery(settings: Settings, secret: str) -> CSRFConfig:
    """Pages act by cookie, so a form must prove that it is ours. The API acts by token and needs no proof."""
    return CSRFConfig(
        secret=secret,
        cookie_name="stockrail-form",
        cookie_secure=settings.secure,
        cookie_httponly=True,
        exclude=["^/api", "^/fonts"],
    )


def limits(settings: Settings) -> RateLimitConfig:
    return RateLimitConfig(rate_limit=("minute", settings.requests_a_minute), exclude=["^/static"])
