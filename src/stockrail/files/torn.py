"""Logs that were cut off or have a wrong letter in them: what comes before is still good."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any

_BLANK = re.compile(r"[\s,:]*")
_DECODER = json.JSONDecoder()


def torn_log(data: bytes) -> dict[str, Any] | None:
    """The fields and whole actions that can be read from the beginning of a log; None if they make no game."""
    text = data.decode("utf-8", errors="replace").lstrip("\ufeff \t\r\n")
    fields: dict[str, Any] = {}
    if text.startswith("{"):
        with suppress(ValueError, RecursionError):  # no JSON, or a number of more digits than Python reads
            _read_fields(text, fields)
    return fields if {"title", "players", "actions"} <= set(fields) else None


def _read_fields(text: str, fields: dict[str, Any]) -> None:
    """Field by field, the list of actions one by one, until something cannot be read."""
    place = 1
    while True:
        key, place = _value(text, place)
        place = _skip(text, place)
        if key == "actions" and text[place : place + 1] == "[":
            fields["actions"] = []
            place = _read_list(text, place + 1, fields["actions"])
        else:
            fields[str(key)], place = _value(text, place)


def _read_list(text: str, place: int, items: list[Any]) -> int:
    while text[(place := _skip(text, place)) : place + 1] != "]":
        item, place = _value(text, place)
        items.append(item)
    return place + 1


def _value(text: str, place: int) -> tuple[Any, int]:
    return _DECODER.raw_decode(text, _skip(text, place))


def _skip(text: str, place: int) -> int:
    blank = _BLANK.match(text, place)
    return blank.end() if blank else place
