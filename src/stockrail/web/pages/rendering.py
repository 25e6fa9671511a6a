"""Templates: the environment, and what every page knows of its reader."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import MediaType, Request, Response
from litestar.response import Template
from litestar.template.base import csrf_token
from markupsafe import Markup

from stockrail.web.fragments import Drawing
from stockrail.web.language import available, language_of, tongue
from stockrail.web.store.people import Person
from stockrail.web.views.logbook import clock

TEMPLATES = Path(__file__).parents[1] / "templates"
STATIC = Path(__file__).parents[1] / "static"
Asking = Request[Any, Any, Any]


def environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip
    made.filters["clock"] = clock
    made.globals["icon"] = icon
    made.globals["version"] = _version()
    made.globals["problem_words"] = lambda language: tongue(language).gettext
    return made


def icon(name: str, extra: str = "") -> Markup:
    return Markup('<svg class="ic {}" aria-hidden="true"><use href="#i-{}"/></svg>').format(extra, name)


def _version() -> str:
    """Changes with the scripts and styles, so that a browser never mixes old and new."""
    newest = max((path.stat().st_mtime for path in STATIC.rglob("*.*")), default=0)
    return f"{int(newest):x}"


def fragment(request: Asking, template: str, **context: Any) -> str:
    """A part of a page, as text."""
    engine = request.app.template_engine
    assert engine is not None
    return str(engine.get_template(template).render(**page(request, template, None, **context).context))


async def table_page(request: Asking, person: Person | None, drawing: Drawing, whole: bool) -> Response[str]:
    """A table's page with the reader's own token in its forms; just the part that changes, unless `whole`."""
    token = csrf_token({"request": request})
    part = Markup(drawing.with_token(token))
    template = page(request, "table/whole.html", person, part=part, tab=drawing.tab, script=drawing.script)
    if not whole:
        return Response(drawing.with_token(token), media_type=MediaType.HTML, headers=template.headers)
    engine, context = request.app.template_engine, template.create_template_context(request)
    assert engine is not None
    text = engine.get_template("table/whole.html").render(**context)
    return Response(text, media_type=MediaType.HTML, headers=template.headers)


def page(request: Asking, name: str, person: Person | None, **context: Any) -> Template:
    """A page in the reader's language."""
    language = language_of(request)
    words = tongue(language)
    return Template(
        name,
        context={
            "_": words.gettext,
            "ngettext": words.ngettext,
            "language": language,
            "languages": available(),
            "person": person,
            "path": request.scope["path"],
            **context,
        },
        headers={"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"},
    )


def ago(at: float, words: Any) -> str:
    """How long ago, in the words of the reader."""
    minutes = int((time.time() - at) / 60)
    if minutes < 1:
        return str(words.gettext("just now"))
    if minutes < 60:
        return str(words.gettext("{n} min ago").format(n=minutes))
    if minutes < 48 * 60:
        return str(words.gettext("{n} h ago").format(n=minutes // 60))
    return str(words.gettext("{n} days ago").format(n=minutes // 1440))
