"""The reader's language: their own choice, else the browser's, else English."""

from __future__ import annotations

import gettext
from functools import cache
from typing import Any

from litestar.connection import ASGIConnection

from stockrail.words.naming import DOMAIN, LOCALE

LANGUAGES = {"en": "English", "it": "Italiano"}
COOKIE = "language"


def available() -> dict[str, str]:
    """English, and whatever has a catalogue."""
    return {code: name for code, name in LANGUAGES.items() if code == "en" or _has(code)}


def _has(code: str) -> bool:
    return gettext.find(DOMAIN, LOCALE, [code]) is not None


@cache
def tongue(code: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALE, [code], fallback=True)


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    chosen = connection.cookies.get(COOKIE, "")
    known = available()
    if chosen in known:
        return chosen
    wishes = [_wish(part) for part in connection.headers.get("accept-language", "").split(",")[:10]]
    for _, code in sorted(wishes, key=lambda wish: -wish[0]):
        if code in known:
            return code
    return "en"


def _wish(part: str) -> tuple[float, str]:
    """ "it-IT;q=0.8" is a wish for "it" of weight 0.8."""
    name, _, weight = part.strip().partition(";q=")
    try:
        return float(weight or 1), name.split("-")[0].lower()
    except ValueError:
        return 0.0, ""
