"""Reading forms: what is there, and a clear word about what is not."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response
from litestar._parsers import parse_url_encoded_form_data
from litestar.datastructures import FormMultiDict
from litestar.exceptions import HTTPException, ValidationException
from litestar.response import Redirect

from stockrail.core.marking import N_
from stockrail.web.pages.rendering import Asking


class Visit(Request[Any, Any, Any]):
    """A request whose form is read with care, also by those who look into it before the pages do."""

    async def form(self) -> FormMultiDict:
        try:
            return await super().form()
        except HTTPException:
            raise
        except (ValueError, TypeError, LookupError) as error:  # not of the charset that it names, or of none we know
            raise ValidationException(N_("the form could not be read; reload the page and try again")) from error
        finally:
            parse_url_encoded_form_data.cache_clear()  # it would keep a thousand forms, with their passwords


async def form_of(request: Asking) -> FormMultiDict:
    return await request.form()


def text(form: FormMultiDict, name: str, longest: int = 200) -> str:
    value = form.get(name, "")
    return value[:longest] if isinstance(value, str) else ""


def number(form: FormMultiDict, name: str) -> int:
    try:
        return int(text(form, name, 12))
    except ValueError as error:
        raise ValidationException(f"{name} must be a number") from error


def texts(form: FormMultiDict, name: str, longest: int = 4000) -> list[str]:
    return [value[:longest] for value in form.getall(name, []) if isinstance(value, str)]


def done(request: Asking, target: str, **news: Any) -> Response[Any]:
    """Scripts get the news as JSON and stay on their page; others go where the result can be seen."""
    if "application/json" in request.headers.get("accept", ""):
        return Response({"to": target, **news}, media_type=MediaType.JSON, status_code=200)
    return Redirect(target, status_code=303)
