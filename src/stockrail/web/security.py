"""Headers that every answer carries, and where requests may come from."""

from __future__ import annotations

from litestar.config.csrf import CSRFConfig
from litestar.datastructures import MutableScopeHeaders
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.middleware.session.server_side import ServerSideSessionConfig
from litestar.types import Message, Scope

from stockrail.web.settings import Settings
from stockrail.web.store.sessions import COOKIE, SessionBackend

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # colours of companies stand in the markup
        "img-src 'self' data:",
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


YEAR = 365 * 24 * 3600


class _SessionConfig(ServerSideSessionConfig):
    _backend_class = SessionBackend


def sessions(settings: Settings) -> ServerSideSessionConfig:
    return _SessionConfig(key=COOKIE, max_age=YEAR, secure=settings.secure, exclude=["^/static", "^/api"])


def forgery(settings: Settings, secret: str) -> CSRFConfig:
    """Pages act by cookie, so a form must prove that it is ours. The API acts by token and needs no proof."""
    return CSRFConfig(secret=secret, cookie_name="stockrail-form", cookie_secure=settings.secure, exclude=["^/api"])


def limits(settings: Settings) -> RateLimitConfig:
    return RateLimitConfig(rate_limit=("minute", settings.requests_a_minute), exclude=["^/static"])
