"""The standard tiles by number, and a title's list of tiles with their faces filled in."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

Line = Mapping[str, Any]
"""The facts of one tile."""

OF_STOPS = ("revenue", "markers")


@cache
def catalogue() -> Mapping[str, Line]:
    """The faces of the standard tiles by number."""
    text = files("stockrail.board").joinpath("catalogue.toml").read_text(encoding="utf-8")
    return MappingProxyType(tomllib.loads(text)["tiles"])


def with_faces(tile_facts: Mapping[str, Any]) -> dict[str, Any]:
    """A title's tile facts in which every tile has its face: a line without a colour names a standard tile."""
    return {**tile_facts, "tiles": {name: _with_face(name, line) for name, line in tile_facts["tiles"].items()}}


def _with_face(name: str, line: Line) -> Line:
    """A title may print other values on a standard tile; a single `revenue` (or `markers`) is that of all its stops."""
    if "color" in line:
        return line
    if name not in catalogue():
        raise ValueError(f"tile {name} is not in the catalogue: its line needs a color, stops and track")
    own = dict(line)
    face = {**catalogue()[name]}
    for key in OF_STOPS:
        if key in own:
            value = own.pop(key)
            face["stops"] = [{**stop, key: value} for stop in face["stops"]]
    return {**face, **own}
