"""Reading save files: replay what they hold, name the place where one is broken, recover the good part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Union

import msgspec

from stockrail.core import Action, IllegalAction, UnknownTitle
from stockrail.core.saving import VERSION, Header
from stockrail.files.errors import FileError
from stockrail.rules.game import RailGame
from stockrail.titles import title as find_title


def begin(head: Header) -> RailGame:
    """The game of a header before its first action."""
    if head.version > VERSION:
        raise FileError("header", f"written by a later version ({head.version}) of the save format")
    try:
        title = find_title(head.title)
        if head.rules > title.version:
            raise FileError("header", f"written for rules version {head.rules}, this is {title.version}")
        rulings = title.restore_rulings(head.rulings)
        game = RailGame(title, head.players, head.options, rulings, head.seed)
    except UnknownTitle as error:
        raise FileError("header", str(error)) from error
    if head.facts != title.facts_hash:
        raise FileError("header", f"made with other facts ({head.facts}) than this program has ({title.facts_hash})")
    return game


def load_save(data: bytes, recover: bool = False) -> RailGame:
    """Read a save and replay it. With `recover` the good part of a broken one."""
    try:
        raw = msgspec.json.decode(data)
        head, actions = msgspec.convert(raw, Header), raw["actions"]
    except (msgspec.DecodeError, msgspec.ValidationError, KeyError, TypeError, UnicodeDecodeError) as error:
        if not recover:
            raise FileError(_where(data, error), f"not a whole save file ({error})") from error
        head, actions = _salvage(data)
    return replay(begin(head), actions, recover)


def replay(game: RailGame, actions: Sequence[Any], recover: bool) -> RailGame:
    """Push raw actions; the first that cannot be read or taken ends it, with its number (from 0)."""
    if not isinstance(actions, list):
        raise FileError("actions", "not a list")
    kinds: Any = Union[game.title.actions]  # noqa: UP007
    for number, raw in enumerate(actions):
        try:
            action: Action = msgspec.convert(raw, kinds)
            game.push(action)
        except msgspec.ValidationError as error:
            if recover:
                break
            raise FileError(f"action {number}", f"cannot be read ({error})", None, game) from error
        except IllegalAction as error:
            if recover:
                break
            raise FileError(f"action {number}", str(error), error, game) from error
    return game


def _where(data: bytes, error: Exception) -> str:
    """The line on which decoding failed, if the decoder says so."""
    words = str(error).split("byte ")
    place = words[-1].rstrip(")") if len(words) > 1 else ""
    if not place.isdigit():
        return "file" if not isinstance(error, msgspec.ValidationError) else "header"
    return f"line {data[: int(place)].count(10) + 1}"


def _salvage(data: bytes) -> tuple[Header, list[Any]]:
    """Header and whole action lines of a torn file."""
    lines = data.split(b"\n")
    try:
        head = msgspec.json.decode(lines[0].rstrip(b",") + b"}", type=Header)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise FileError("line 1", f"nothing can be recovered ({error})") from error
    actions: list[Any] = []
    for line in lines[2:]:
        try:
            actions.append(msgspec.json.decode(line.rstrip(b",")))
        except msgspec.DecodeError:
            break
    return head, actions
