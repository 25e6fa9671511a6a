"""Files of changed facts: paths and values, as TOML or JSON."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec

from stockrail.rules.overlay import SIZE, flat


def read_changes(data: bytes) -> dict[str, Any]:
    """Values by path; raises ValueError, in a sentence, if it is no such file. Whether they fit, the title says."""
    if len(data) > SIZE:
        raise ValueError(f"a file of changed facts may have {SIZE} bytes, not {len(data)}")
    try:
        text = data.decode()
        raw = msgspec.json.decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)
        return flat(raw)
    except RecursionError as error:
        raise ValueError("neither TOML nor JSON (nested too deeply)") from error
    except (msgspec.DecodeError, ValueError) as error:  # of tomllib or of letters; a number of thousands of digits
        raise ValueError(f"neither TOML nor JSON ({error})") from error
