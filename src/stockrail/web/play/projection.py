"""A position as the projection of a game's entries: actions pushed, taken back, and taken again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Union

import msgspec

from stockrail.core import Action, Event
from stockrail.files import FileError
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import current_round
from stockrail.web.store.games import Entry, Stage


class Back(msgspec.Struct, frozen=True):
    """How many actions stay when others are taken back."""

    to: int


class Yes(msgspec.Struct, frozen=True):
    """The answer to such a request."""

    accept: bool


class Asked(msgspec.Struct, frozen=True):
    """A request to take actions back, and whose answer it waits for."""

    seat: int
    to: int
    waiting: frozenset[int]


class Line(msgspec.Struct, frozen=True):
    """One entry as the log shows it."""

    number: int
    kind: str
    seat: int
    at: float
    act: int = -1  # which action of the game it is, as long as it is in
    events: Sequence[Event] = ()
    undone: bool = False
    detail: Any = None


class Done(msgspec.Struct, frozen=True):
    """An action of the game: its line and everybody's worth after it, where a round had just begun."""

    line: Line
    action: Action
    worth: tuple[int, ...] | None


class Projection:
    """What the entries so far amount to. Once it is shown to readers it stays as it is: `after` makes the next one."""

    def __init__(self, game: RailGame, bots: frozenset[int] = frozenset()) -> None:
        self.game = game
        self.bots = bots
        self.kinds: Any = Union[game.title.actions]  # noqa: UP007
        self.entries: list[Entry] = []
        self.lines: list[Line] = [Line(-1, "act", -1, 0, events=tuple(game.log))]
        self.done: list[Done] = []
        self.undone: list[list[Done]] = []
        self.asked: Asked | None = None

    @property
    def number(self) -> int:
        """The number that the next entry will have."""
        return len(self.entries)

    def replay(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if entry.number != self.number:
                raise FileError(f"entry {entry.number}", f"entry {self.number} is missing", None, self.game)
            self.take(entry)

    def take(self, entry: Entry) -> None:
        """Carry an entry out; raises IllegalAction and changes nothing if the rules refuse it."""
        getattr(self, f"_{entry.kind}")(entry)
        self.entries.append(entry)

    def after(self, entries: Iterable[Entry]) -> Projection:
        """The projection with more entries; this one does not change, whatever goes wrong."""
        twin = self.copy()
        twin.replay(entries)
        return twin

    def copy(self) -> Projection:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.game = self.game.fork()
        twin.entries, twin.lines, twin.done = self.entries.copy(), self.lines.copy(), self.done.copy()
        twin.undone = self.undone.copy()
        return twin

    def decode(self, text: str | bytes) -> Action:
        """An action from outside; raises msgspec.ValidationError or DecodeError."""
        action: Action = msgspec.json.decode(text, type=self.kinds)
        return action

    def stage(self) -> Stage:
        now = current_round(self.game)
        return Stage(now.kind, now.turn, now.number() or 0, self.number) if now else Stage(entries=self.number)

    # -- kinds of entries -----------------------------------------------------------------------------------------

    def _act(self, entry: Entry) -> None:
        action = self.decode(entry.data)
        self.game.push(action)
        line = Line(entry.number, "act", entry.seat, entry.at, len(self.done), tuple(self.game.last_events()))
        self.lines.append(line)
        self._keep(line, action)
        self.undone.clear()
        self.asked = None

    def _keep(self, line: Line, action: Action) -> None:
        begins = any(event.kind == "round_begins" for event in line.events) or self.game.is_over
        worth = self.game.result().worth if begins else None
        self.done.append(Done(line, action, worth))

    def _undo(self, entry: Entry) -> None:
        back = msgspec.json.decode(entry.data, type=Back)
        group = self.done[back.to :]
        for one in group:
            self.game.pop()
            self._mark(one.line, undone=True)
        del self.done[back.to :]
        self.undone.append(group)
        self.asked = None
        self.lines.append(Line(entry.number, "undo", entry.seat, entry.at, detail=len(group)))

    def _redo(self, entry: Entry) -> None:
        group = self.undone.pop()
        for one in group:
            self.game.push(one.action)
            self._mark(one.line, undone=False)
            self.done.append(one)
        self.asked = None
        self.lines.append(Line(entry.number, "redo", entry.seat, entry.at, detail=len(group)))

    def _mark(self, line: Line, undone: bool) -> None:
        self.lines[line.number + 1] = msgspec.structs.replace(line, undone=undone)  # each entry has one line

    def _ask(self, entry: Entry) -> None:
        back = msgspec.json.decode(entry.data, type=Back)
        self.asked = Asked(entry.seat, back.to, self.others_touched(entry.seat, back.to))
        self.lines.append(Line(entry.number, "ask", entry.seat, entry.at, detail=len(self.done) - back.to))

    def _answer(self, entry: Entry) -> None:
        answer = msgspec.json.decode(entry.data, type=Yes)
        assert self.asked is not None
        left = self.asked.waiting - {entry.seat}
        self.asked = msgspec.structs.replace(self.asked, waiting=left) if answer.accept else None
        self.lines.append(Line(entry.number, "answer", entry.seat, entry.at, detail=answer.accept))

    # -- undo -----------------------------------------------------------------------------------------------------

    def last_by_people(self) -> int | None:
        """Which action was the last of a person; bots act again by themselves."""
        people = (n for n in reversed(range(len(self.done))) if self.done[n].line.seat not in self.bots)
        return next(people, None)

    def others_touched(self, seat: int, to: int) -> frozenset[int]:
        """The people besides one whose actions would be taken back."""
        return frozenset(one.line.seat for one in self.done[to:]) - self.bots - {seat}
