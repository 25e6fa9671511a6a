"""Reading save files: replay what they hold, name the place where one is broken, recover the good part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from stockrail.core import Action, IllegalAction, UnknownChoice
from stockrail.core.saving import VERSION, Header
from stockrail.files.errors import FileError
from stockrail.rules.game import RailGame
from stockrail.rules.overlay import overlaid
from stockrail.titles import HINT, UnknownTitle
from stockrail.titles import title as find_title


def begin(head: Header) -> RailGame:
    """The game of a header before its first action."""
    if head.version > VERSION:
        raise FileError("header", f"written in a newer save format (version {head.version}); update Stockrail")
    try:
        title = overlaid(find_title(head.title).as_saved(head.facts), head.changes)
        if head.rules > title.version:
            raise FileError(
                "header", f"written for rules version {head.rules}; this program has version {title.version}"
            )
        rulings = title.restore_rulings(head.rulings)
        return RailGame(title, head.players, head.options, rulings, head.seed, head.setup, head.real_dice)
    except UnknownTitle as error:
        raise FileError("header", f"{error}. {HINT}") from error
    except UnknownChoice as error:
        raise FileError("header", str(error)) from error


def load_save(data: bytes, recover: bool = False) -> RailGame:
    """Read a save and replay it. With `recover` the good part of a broken one."""
    try:
        raw = msgspec.json.decode(data)
        head, actions = msgspec.convert(raw, Header), raw["actions"]
    except (
        msgspec.DecodeError,
        msgspec.ValidationError,
        KeyError,
        TypeError,
        UnicodeDecodeError,
        RecursionError,
    ) as error:
        head, actions = _salvage(data, error)
        if not recover:
            raise FileError(
                f"action {len(actions) + 1}", f"the save file is incomplete ({error})", None, begin(head)
            ) from error
    return replay(begin(head), actions, recover)


def replay(game: RailGame, actions: Sequence[Any], recover: bool) -> RailGame:
    """Push raw actions; the first that cannot be read or taken ends it, with its number: the first action is 1."""
    if not isinstance(actions, list):
        raise FileError("actions", "must be a list")
    kinds = game.title.kinds
    for number, raw in enumerate(actions, 1):
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
        except Exception as error:
            if not game.title.overlay:
                raise
            if recover:
                break
            why = f"cannot be played with the changed facts ({type(error).__name__}: {error})"
            raise FileError(f"action {number}", why, None, game) from error
    return game


def _salvage(data: bytes, fault: Exception) -> tuple[Header, list[Any]]:
    """Header and whole action lines of a torn file; a file whose header is at fault has nothing to salvage."""
    lines = data.split(b"\n")
    try:
        head = msgspec.json.decode(lines[0].rstrip(b",\r") + b"}", type=Header)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError):
        raise FileError("header", f"cannot be read ({fault})") from fault
    actions: list[Any] = []
    for line in lines[2:]:
        try:
            actions.append(msgspec.json.decode(line.rstrip(b",\r")))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            break
    return head, actions
