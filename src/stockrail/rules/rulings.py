"""A title's rulings, as its folder lists them: questions with answers, and the answers of each preset."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from stockrail.core import Ruling

Presets = Mapping[str, Mapping[str, str]]


def read_rulings(package: str) -> tuple[tuple[Ruling, ...], Presets]:
    """The rulings and presets in a package's rulings.toml; the first answer to a question is its default."""
    facts: Mapping[str, Any] = tomllib.loads(files(package).joinpath("rulings.toml").read_text(encoding="utf-8"))
    return tuple(Ruling(name=name, **ruling) for name, ruling in facts["rulings"].items()), facts.get("presets", {})
