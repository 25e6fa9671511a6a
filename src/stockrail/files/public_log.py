"""Game logs of the public site: which actions count, who plays, and replaying them on this engine."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from stockrail.core import Action, IllegalAction, UnknownChoice
from stockrail.files.errors import FileError
from stockrail.rules.game import RailGame
from stockrail.rules.site import BadEntry, LogReader
from stockrail.titles import title as find_title

PRESET = "18xx.games"
EARLIEST, DAY = 946_684_800, 86_400  # no log is older than the year 2000; clocks may differ by a day


class Step(NamedTuple):
    """One action of the log that counts: its index in the file, its place among automatic ones, the raw entry."""

    number: int
    sub: int
    entry: Mapping[str, Any]


class Played(NamedTuple):
    """A step that has been replayed, with the actions that it became."""

    step: Step
    actions: tuple[Action, ...]


def looks_like_log(raw: Any) -> bool:
    return isinstance(raw, dict) and "actions" in raw and "title" in raw and raw.get("format") != "stockrail"


class _NoSuchAction(Exception):
    """An undo whose target is not in the file."""


def effective(actions: Sequence[Mapping[str, Any]]) -> list[int]:
    """The indices of the actions that are still in after all undos and redos.

    Old files have lost some ids; they mark what was undone instead.
    """
    try:
        return _still_in(actions)
    except _NoSuchAction as error:
        if not any("skip" in action for action in actions):
            index, target = error.args
            why = f"undo to action id {target}: there is no such action"
            raise FileError(_entry(index, actions[index]), why) from error
    kinds = ("undo", "redo")
    return [n for n, action in enumerate(actions) if not action.get("skip") and action.get("type") not in kinds]


def _still_in(actions: Sequence[Mapping[str, Any]]) -> list[int]:
    live: list[int] = []
    undone: list[list[int]] = []
    for index, action in enumerate(actions):
        kind = action.get("type")
        if kind == "undo":
            undone.append(_undo(actions, live, index))
        elif kind == "redo":
            live = sorted(live + (undone.pop() if undone else []))
        else:
            live.append(index)
            if kind != "message":
                undone.clear()
    return live


def _undo(actions: Sequence[Mapping[str, Any]], live: list[int], undo: int) -> list[int]:
    """Take actions out of the live list; chat stays."""
    target = actions[undo].get("action_id")
    ordinary = [index for index in live if actions[index].get("type") != "message"]
    if target is None:
        group = ordinary[-1:]
    elif target == 0:
        group = ordinary
    else:
        kept = next((i for i in range(len(actions)) if actions[i].get("id") == target), None)
        if kept is None:
            raise _NoSuchAction(undo, target)
        group = [index for index in ordinary if index > kept]
    for index in group:
        live.remove(index)
    return group


def steps_of(actions: Sequence[Mapping[str, Any]]) -> Iterator[Step]:
    """What counts, in order, automatic actions after the action that carries them."""
    for index in effective(actions):
        entry = actions[index]
        yield Step(index, 0, entry)
        for sub, automatic in enumerate(entry.get("auto_actions") or [], 1):
            yield Step(index, sub, automatic)


class LogReplay:
    """A public log on its way through the engine."""

    def __init__(self, raw: Mapping[str, Any], rulings: Mapping[str, str] | None = None) -> None:
        self.raw = raw
        self.player_ids, names = _players(raw)
        settings = raw.get("settings") or {}
        chosen = settings.get("optional_rules") or [] if isinstance(settings, dict) else None
        if not isinstance(chosen, list):
            raise FileError("settings", "must be an object with a list of optional rules")
        try:
            title = find_title(str(raw.get("title")))
            options = [name for name in chosen if isinstance(name, str)]
            answers = title.resolve_rulings(PRESET, {**title.log_rulings(raw), **(rulings or {})})
            setup = settings.get("setup")  # the site writes none: what a log's seed does not tell can be added
            if setup is not None and not isinstance(setup, dict):
                raise FileError("settings", "setup must be an object")
            self.game = RailGame(title, names, options, answers, _seed(raw, settings), setup)
            self.reader: LogReader = title.log_reader(self.game, self.player_ids)
        except (UnknownChoice, NotImplementedError) as error:
            raise FileError("header", str(error)) from error
        self.actions = _actions(raw)

    def play(self) -> Iterator[Played]:
        """Replay step by step; each is yielded when it has been carried out."""
        for step in steps_of(self.actions):
            yield Played(step, tuple(self._push(step)))

    def _push(self, step: Step) -> Iterator[Action]:
        reading = self.reader.read(step.entry)
        while (action := self._next(reading, step)) is not None:
            try:
                self.game.push(_well_formed(action))
            except IllegalAction as error:
                raise FileError(self._place(step), str(error), error, self.game) from error
            except msgspec.ValidationError as error:
                raise FileError(self._place(step), f"cannot be read ({error})", None, self.game) from error
            yield action

    def _next(self, reading: Iterator[Action], step: Step) -> Action | None:
        try:
            return next(reading, None)
        except IllegalAction as error:
            raise FileError(self._place(step), str(error), error, self.game) from error
        except BadEntry as error:
            raise FileError(self._place(step), f"cannot be read: {error}", None, self.game) from error
        except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
            why = f"cannot be read ({type(error).__name__}: {error})"
            raise FileError(self._place(step), why, None, self.game) from error

    def _place(self, step: Step) -> str:
        """Our number of the action, as pages and the command count, and where it stands in the file."""
        place = _entry(step.number, step.entry) + (f", automatic action {step.sub}" if step.sub else "")
        return f"action {self.game.ply + 1} ({place})"


def _entry(index: int, entry: Mapping[str, Any]) -> str:
    """Which entry of the file it is, from 1: one may be several actions of ours, or none."""
    return f"entry {index + 1}, id {entry.get('id', '-')}, {entry.get('type')}"


def load_log(raw: Mapping[str, Any], recover: bool = False) -> RailGame:
    """The game of a public log, at its end."""
    return timed_log(raw, recover)[0]


def timed_log(raw: Mapping[str, Any], recover: bool = False) -> tuple[RailGame, list[float]]:
    """The game of a public log, and when each of our actions was taken; 0 where the log does not say."""
    replay = LogReplay(raw)
    times: list[float] = []
    try:
        for step, actions in replay.play():
            times += [_taken(replay.actions[step.number])] * len(actions)
    except FileError:
        if not recover:
            raise
    return replay.game, times


def _taken(entry: Mapping[str, Any]) -> float:
    """When an entry was made, in seconds since 1970; 0 if it says nothing that can be."""
    at = entry.get("created_at")
    if isinstance(at, int | float) and not isinstance(at, bool) and EARLIEST < at < time.time() + DAY:
        return float(at)
    return 0.0


def _players(raw: Mapping[str, Any]) -> tuple[list[Any], list[str]]:
    """Ids and names in playing order; old files have no ids, and names may occur twice."""
    entries = raw.get("players")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) and "name" in entry for entry in entries):
        raise FileError("players", "must be a list of players with names")
    ids = [entry["name"] if entry.get("id") is None else entry["id"] for entry in entries]
    names: list[str] = []
    for entry in entries:
        name = str(entry["name"])
        names.append(name if name not in names else f"{name} ({len(names) + 1})")
    return ids, names


def _actions(raw: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    actions = raw.get("actions")
    if not isinstance(actions, list):
        raise FileError("actions", "must be a list")
    for index, action in enumerate(actions):
        if not _is_action(action) or not all(map(_is_action, action.get("auto_actions") or [])):
            raise FileError(f"entry {index + 1}", "not an action")
    return actions


def _is_action(raw: Any) -> bool:
    return (
        isinstance(raw, dict) and isinstance(raw.get("type"), str) and isinstance(raw.get("auto_actions") or [], list)
    )


def _well_formed(action: Action) -> Action:
    """The action, if its fields are of the types that they should be: what stands in a log may be anything."""
    return msgspec.convert(msgspec.to_builtins(action), type(action))


def _seed(raw: Mapping[str, Any], settings: Mapping[str, Any]) -> int:
    seed = settings.get("seed")
    if isinstance(seed, int) and not isinstance(seed, bool) and abs(seed) < 2**63:
        return seed
    digits = "".join(c if c.isdecimal() else " " for c in str(seed or raw.get("id", ""))).split()
    return int(digits[0][:18]) if digits else 0  # more digits than a save can hold tell us nothing


def decode(data: bytes) -> Any:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FileError("file", f"not JSON ({error})") from error
