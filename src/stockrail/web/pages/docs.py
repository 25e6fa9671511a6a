"""The API explained on a page of its own, from the same schema that programs read."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.response import Template

from stockrail.rules.game import RailGame
from stockrail.titles import all_titles
from stockrail.web import api, problems
from stockrail.web.pages.rendering import Asking, page
from stockrail.web.people import whoever
from stockrail.web.play import opening
from stockrail.web.services import Services
from stockrail.web.views import position


class Call(msgspec.Struct, frozen=True):
    method: str
    path: str
    summary: str
    parameters: list[tuple[str, str]]
    body: str


@get("/api", include_in_schema=False)
async def explained(request: Asking, services: NamedDependency[Services]) -> Template:
    known = await _schema(request)
    calls = [
        _call(method, path, operation)
        for path, operations in sorted(known["paths"].items())
        for method, operation in operations.items()
        if isinstance(operation, dict) and method in ("get", "post")
    ]
    shapes = {name: _fields(shape) for name, shape in sorted(known["components"]["schemas"].items())}
    person = await whoever(request, services.database)
    return page(
        request, "api.html", person, calls=calls, shapes=shapes, said=_said(), base=_base(request), example=_example()
    )


def _base(request: Asking) -> str:
    """Where the server is, as far as whoever asks knows it."""
    try:
        return str(request.base_url).rstrip("/")
    except ValueError:  # a port that is no number
        return ""


@get("/api/openapi.json", include_in_schema=False)
async def schema(request: Asking) -> dict[str, Any]:
    """What programs read."""
    return await _schema(request)


async def _schema(request: Asking) -> dict[str, Any]:
    """Made once: it takes a third of a second."""
    state = request.app.state
    if "schema" not in state:
        state["schema"] = await asyncio.to_thread(request.app.openapi_schema.to_schema)
    found: dict[str, Any] = state["schema"]
    return found


@cache
def _said() -> dict[str, str]:
    """What our types say of themselves."""
    found = [thing for module in (api, opening, position, problems) for thing in vars(module).values()]
    structs = [thing for thing in found if isinstance(thing, type) and issubclass(thing, msgspec.Struct)]
    return {one.__name__: (one.__doc__ or "").strip() for one in structs if "Struct" not in (one.__doc__ or "")}


@cache
def _example() -> tuple[str, str]:
    """A title and something that its first player may do, whatever was drawn."""
    title = next(iter(all_titles().values()))
    menu = position.choices(RailGame(title, ["Ada", "Ben"]), None, "en")
    action = next((one.action for one in menu if one.action["type"] == "Pass"), menu[0].action)
    return title.name, msgspec.json.encode(action).decode()


def _call(method: str, path: str, operation: dict[str, Any]) -> Call:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    body = content.get("schema", {}).get("$ref", "").rsplit("/", 1)[-1]
    parameters = [(p["name"], p.get("description", "")) for p in operation.get("parameters", [])]
    return Call(method.upper(), path, operation.get("summary", ""), parameters, body)


def _fields(shape: dict[str, Any]) -> list[tuple[str, str]]:
    return [(name, _kind(field)) for name, field in shape.get("properties", {}).items()]


def _kind(field: dict[str, Any]) -> str:
    if "$ref" in field:
        return str(field["$ref"]).rsplit("/", 1)[-1]
    if "oneOf" in field:
        return " or ".join(_kind(one) for one in field["oneOf"])
    if field.get("type") == "array":
        return f"list of {_kind(field.get('items', {}))}"
    return str(field.get("type", "anything"))


HANDLERS = [explained, schema]
