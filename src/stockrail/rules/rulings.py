"""A title's rulings, as its folder lists them, with the answers of presets; and what random players like."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from stockrail.core import Ruling

Presets = Mapping[str, Mapping[str, str]]


def read_rulings(package: str) -> tuple[tuple[Ruling, ...], Presets]:
    """The rulings and presets in a package's rulings.toml; the first answer to a question is its default."""
    facts = _read(package, "rulings")
    return tuple(Ruling(name=name, **ruling) for name, ruling in facts["rulings"].items()), facts.get("presets", {})


def read_weights(package: str) -> Mapping[str, int]:
    """How likely random players do what, by kinds of action: a package's random.toml."""
    weights: Mapping[str, int] = _read(package, "random")["weights"]
    return weights


def _read(package: str, name: str) -> Mapping[str, Any]:
    return tomllib.loads(files(package).joinpath(f"{name}.toml").read_text(encoding="utf-8"))
