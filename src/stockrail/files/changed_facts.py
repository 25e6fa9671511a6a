"""Files of changed facts: paths and values, as TOML or JSON."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec

from stockrail.rules.overlay import SIZE, flat


def read_changes(data: bytes) -> dict[str, Any]:
    """Values by path; raises ValueError, in a sentence, if it is no such file. Whether they fit, the title says."""
    if len(data) > SIZE:
        raise ValueError(f"too long for a file of changed facts: {len(data)} bytes; {SIZE} are allowed")
    try:
        text = data.decode()
        raw = msgspec.json.decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (msgspec.DecodeError, tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"neither TOML nor JSON ({error})") from error
    if not isinstance(raw, Mapping):
        raise ValueError("not a table of paths and values")
    return flat(raw)
