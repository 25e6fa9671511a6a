"""A position as the projection of a game's entries: the actions that stand, pushed; nothing else is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import msgspec

from stockrail.core import CHANCE, Action
from stockrail.files import FileError
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import current_round
from stockrail.web.play.course import Asked, Course, Line
from stockrail.web.store.games import Entry, Stage

Known: TypeAlias = Mapping[int, Action]


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
        self.kinds: Any = game.title.kinds
        self.entries: list[Entry] = []
        self.done: list[Done] = []
        self.course = Course(tuple(game.log), frozenset(range(len(game.players))) - bots)

    @property
    def number(self) -> int:
        """The number that the next entry will have."""
        return len(self.entries)

    @property
    def lines(self) -> Sequence[Line]:
        """The log."""
        return self.course.lines

    @property
    def undone(self) -> Sequence[Sequence[Entry]]:
        """What can be taken again, the next last."""
        return self.course.undone

    @property
    def asked(self) -> Asked | None:
        return self.course.asked

    def replay(self, entries: Iterable[Entry], known: Known = MappingProxyType({})) -> None:
        """Carry entries out: first find out which actions stand after all of them, then play just those.

        `known` are actions that somebody has decoded already, by the numbers of their entries.
        """
        for entry in entries:
            if entry.number != self.number:
                raise FileError(f"entry {entry.number}", f"entry {self.number} is missing", None, self.game)
            self.course.take(entry)
            self.entries.append(entry)
        self._play(known)

    def after(self, entries: Iterable[Entry], known: Known = MappingProxyType({})) -> Projection:
        """The projection with more entries; this one does not change, whatever goes wrong."""
        twin = self.copy()
        twin.replay(entries, known)
        return twin

    def settled(self, entries: Sequence[Entry], at: float, known: Known) -> tuple[Projection, list[Entry]]:
        """The projection with more entries and with what chance then brings; and all of these entries."""
        twin, made = self.after(entries, known), list(entries)
        while twin.game.actor == CHANCE and not twin.game.real_dice:
            draw = twin.game.draw()
            made.append(Entry(twin.number, "act", CHANCE, msgspec.json.encode(draw).decode(), at))
            twin.replay(made[-1:], {twin.number: draw})
        return twin, made

    def copy(self) -> Projection:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.game = self.game.fork()
        twin.entries, twin.done, twin.course = self.entries.copy(), self.done.copy(), self.course.copy()
        return twin

    def seat(self, bots: frozenset[int]) -> None:
        """Other seats are those of bots from now on. Not for a projection that is shown already."""
        self.bots = bots
        self.course.people = frozenset(range(len(self.game.players))) - bots

    def decode(self, text: str | bytes) -> Action:
        """An action from outside; raises msgspec.ValidationError or DecodeError."""
        action: Action = msgspec.json.decode(text, type=self.kinds)
        return action

    def stage(self) -> Stage:
        now = current_round(self.game)
        stage = Stage(now.kind, now.turn, now.number() or 0, self.number) if now else Stage(entries=self.number)
        if not self.game.is_over:
            return stage
        result = self.game.result()
        return msgspec.structs.replace(stage, worth=result.worth, winners=result.winners)

    # -- playing --------------------------------------------------------------------------------------------------

    def _play(self, known: Known) -> None:
        """Bring the game to where the course is; raises IllegalAction if the rules refuse an action."""
        course = self.course
        while len(self.done) > course.low:
            self.game.pop()
            course.mark(self.done.pop().line.number, undone=True)
        for entry in course.standing[course.low :]:
            self._push(entry, known.get(entry.number))
        course.low = len(course.standing)

    def _push(self, entry: Entry, known: Action | None) -> None:
        action = self.decode(entry.data) if known is None else known
        self.game.push(action)
        line = self.course.mark(entry.number, events=tuple(self.game.last_events()), undone=False)
        begins = any(event.kind == "round_begins" for event in line.events) or self.game.is_over
        self.done.append(Done(line, action, self.game.result().worth if begins else None))

    # -- undo -----------------------------------------------------------------------------------------------------

    def last_by_people(self) -> int | None:
        """Which action was the last of a person; bots act again by themselves, and chance brings the same again."""
        people = (n for n in reversed(range(len(self.done))) if self.done[n].line.seat in self.course.people)
        return next(people, None)

    def own_last(self, seats: frozenset[int]) -> int | None:
        """Where these seats go back to: before their own last action; if they have none, before that of any person."""
        own = (n for n in reversed(range(len(self.done))) if self.done[n].line.seat in seats)
        return next(own, self.last_by_people())

    def others_touched(self, seat: int, to: int) -> frozenset[int]:
        """The people besides one whose actions would be taken back; all of them, if the end has told the seed."""
        return self.course.people - {seat} if self.tells_seed else self.course.others_touched(seat, to)

    @property
    def tells_seed(self) -> bool:
        """Whether anybody can learn by now what would still be drawn: the save of a finished game holds its seed."""
        return self.game.is_over and self.game.title.draws
