"""Headers that every answer carries, and where requests may come from."""

from __future__ import annotations

from litestar.config.csrf import CSRFConfig
from litestar.datastructures import ResponseHeader
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.middleware.session.server_side import ServerSideSessionConfig

from stockrail.web.settings import Settings

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

HEADERS = [
    ResponseHeader(name="Content-Security-Policy", value=POLICY),
    ResponseHeader(name="X-Content-Type-Options", value="nosniff"),
    ResponseHeader(name="X-Frame-Options", value="DENY"),
    ResponseHeader(name="Referrer-Policy", value="no-referrer"),  # a link to a seat is a secret
    ResponseHeader(name="Cross-Origin-Opener-Policy", value="same-origin"),
    ResponseHeader(name="Permissions-Policy", value="camera=(), microphone=(), geolocation=()"),
]

YEAR = 365 * 24 * 3600


def sessions(settings: Settings) -> ServerSideSessionConfig:
    return ServerSideSessionConfig(key="stockrail", max_age=YEAR, secure=settings.secure, exclude=["^/static", "^/api"])


def forgery(settings: Settings, secret: str) -> CSRFConfig:
    """Pages act by cookie, so a form must prove that it is ours. The API acts by token and needs no proof."""
    return CSRFConfig(secret=secret, cookie_name="stockrail-form", cookie_secure=settings.secure, exclude=["^/api"])


def limits(settings: Settings) -> RateLimitConfig:
    return RateLimitConfig(rate_limit=("minute", settings.requests_a_minute), exclude=["^/static"])
