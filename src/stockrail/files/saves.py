"""Save files: title, options, rulings, players, seed and actions as JSON, one action a line, written atomically."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Union

import msgspec

from stockrail.core import Action, Game, IllegalAction, UnknownTitle
from stockrail.files.errors import FileError
from stockrail.rules.game import RailGame
from stockrail.titles import title as find_title

FORMAT = "stockrail"
VERSION = 1


class Header(msgspec.Struct, frozen=True):
    """All of a save but its actions."""

    format: str
    version: int
    title: str
    rules: int
    facts: str
    players: list[str]
    options: list[str]
    rulings: dict[str, str]
    seed: int


def header_of(game: Game) -> Header:
    return Header(
        format=FORMAT,
        version=VERSION,
        title=game.title.name,
        rules=game.title.version,
        facts=game.title.facts_hash,
        players=list(game.players),
        options=list(game.options),
        rulings=dict(game.rulings),
        seed=game.seed,
    )


def dump(game: Game) -> bytes:
    """The save file of a game. Every action has a line of its own, so that a torn file can be mended."""
    head = msgspec.json.encode(header_of(game))[1:-1]
    actions = b",\n".join(msgspec.json.encode(action) for action in game.actions)
    return b"{" + head + b',\n"actions":[\n' + actions + b"\n]}\n"


def save(game: Game, path: str | os.PathLike[str]) -> None:
    """Write a save; either the old file or the new one is there, whatever happens."""
    target = Path(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(dump(game))
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


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
