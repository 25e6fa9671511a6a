"""From an error to an answer: a problem as JSON for programs, a page for people. Never a traceback."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.response import Template

from stockrail.core import StockrailError, UnknownChoice
from stockrail.files import FileError
from stockrail.rules.overlay import Unplayable
from stockrail.web.language import language_of, tongue
from stockrail.web.play.errors import (
    CANNOT_SHOW,
    Beware,
    Enough,
    Gone,
    NoSuchGame,
    NotYours,
    Refused,
    Stale,
    Taken,
    Unreadable,
)
from stockrail.web.play.opening import BadOrder
from stockrail.web.play.seating import NotAllowed
from stockrail.web.views.warning import warning
from stockrail.words import Speaker

log = logging.getLogger("stockrail.web")


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong: a kind for programs, a sentence for people, the rule where one says no."""

    status: int
    kind: str
    detail: str
    rule: str = ""
    number: int = -1  # how many entries the game has, where that is the problem


STATUS: dict[type[StockrailError], tuple[int, str]] = {
    NotYours: (403, "not_yours"),
    NoSuchGame: (404, "no_such_game"),
    Gone: (410, "gone"),
    NotAllowed: (403, "not_allowed"),
    Unreadable: (400, "unreadable"),
    Enough: (429, "enough"),
    Taken: (400, "taken"),
    BadOrder: (400, "bad_order"),
    UnknownChoice: (400, "unknown_choice"),
    Unplayable: (422, "changed_facts"),
}


def problem_of(error: Exception, language: str) -> Problem:
    if isinstance(error, Refused):
        sentence = Speaker(error.game, language).refusal(error.cause)
        return Problem(422, error.cause.kind, sentence, error.cause.rule or "")
    if isinstance(error, Beware):
        return Problem(428, "beware", warning(error.harms, error.game, language))
    if isinstance(error, Stale):
        text = tongue(language).gettext("Somebody else acted first; the table now shows what they did.")
        return Problem(409, "stale", text, number=error.number)
    if isinstance(error, FileError):
        return Problem(400, "bad_file", _of_file(error, language), (error.cause.rule or "") if error.cause else "")
    if isinstance(error, HTTPException):
        detail = _detail(error)
        return Problem(error.status_code, _kind(error), tongue(language).gettext(detail) if detail else "")
    if isinstance(error, RecursionError):
        return Problem(400, "unreadable", tongue(language).gettext("nested too deeply"))
    status, kind = next((found for cls, found in STATUS.items() if isinstance(error, cls)), (500, "fault"))
    if status == 500:
        log.error("a request failed", exc_info=error)
        return Problem(
            500, kind, tongue(language).gettext("Something went wrong on the server; the error has been logged.")
        )
    return Problem(status, kind, tongue(language).gettext(str(error)))


def _detail(error: HTTPException) -> str:
    """What is said of it; where a request is not as the schema says, which of its fields are at fault."""
    extra = error.extra if isinstance(error, ValidationException) and isinstance(error.extra, list) else []
    faults = [f"{one['key']}: {one['message']}" for one in extra if isinstance(one, dict) and one.get("key")]
    return "; ".join(faults) or str(error.detail)


def _of_file(error: FileError, language: str) -> str:
    """Where and why a file cannot be read: a refusal in the reader's words, else as the reading of files has it."""
    told = error.cause is not None and error.game is not None
    why = Speaker(error.game, language).refusal(error.cause) if told else error.message  # type: ignore[arg-type]
    text = tongue(language).gettext("This file cannot be read ({place}): {why}.")
    return text.format(place=error.place, why=why.rstrip("."))


def _kind(error: HTTPException) -> str:
    words = type(error).__name__.removesuffix("Exception")
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in words).strip("_")


def answer(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """In the form that was asked for."""
    problem = problem_of(_of_changed_facts(request, error), language_of(request))
    if wants_page(request):
        again = error.fields if isinstance(error, Beware) else ()
        context = {"problem": problem, "language": language_of(request), "again": again}
        return Template("problem.html", context=context, status_code=problem.status)
    headers = getattr(error, "headers", None)
    return Response(problem, status_code=problem.status, media_type=MediaType.JSON, headers=headers)


# What a value that does not fit leads to, in rules or pictures; that the database or the disk fails is another matter.
FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


def _of_changed_facts(request: Request[Any, Any, Any], error: Exception) -> Exception:
    """A fault in a game whose players have changed its facts is theirs to mend, and is said as such."""
    game = request.scope.get("path_params", {}).get("game_id")
    services = request.app.state.get("services")
    if services is None or not isinstance(error, FAULTS) or not services.hall.has_changed_facts(str(game)):
        return error
    log.warning("a game with changed facts, %s, cannot be shown", game, exc_info=error)
    return Unplayable(CANNOT_SHOW)


def wants_page(request: Request[Any, Any, Any]) -> bool:
    in_api = request.scope["path"].startswith("/api/")  # its `url` needs a Host that makes sense
    return not in_api and "text/html" in request.headers.get("accept", "")
