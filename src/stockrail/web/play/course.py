"""Which actions of a game stand, by its entries alone: nothing is played here, so what was taken back costs nothing."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from stockrail.core import CHANCE, Event
from stockrail.web.store.games import Entry

ENTER = "enter"  # what real dice have brought: an action of chance, by the seat that entered it
ACTING = ("act", ENTER)
SEAT = "seat"  # somebody else decides for a seat from here on


class Back(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many actions stay when others are taken back, and what the log says of those that go."""

    to: int
    told: str = ""
    everybody: bool = False  # whether all people are asked, whoever's actions those are


class Yes(msgspec.Struct, frozen=True):
    """The answer to such a request."""

    accept: bool


class Asked(msgspec.Struct, frozen=True):
    """A request to take actions back, and whose answer it waits for."""

    seat: int
    to: int
    waiting: frozenset[int]


class Seated(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who decides for a seat from here on: it resigns, a bot plays for it, it is back, or it goes to somebody else."""

    what: str  # resigns, bot, back, taken
    name: str  # of the seat before
    by: str = ""  # who did it, if somebody else
    to: str = ""  # the name of whoever takes the seat over


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


class Course:
    """The entries so far: the actions that stand, those that can be taken again, and a line of the log for each."""

    def __init__(self, beginning: Sequence[Event], people: frozenset[int]) -> None:
        self.people = people
        self.lines: list[Line] = [Line(-1, "act", -1, 0, events=beginning)]
        self.standing: list[Entry] = []
        self.undone: list[list[Entry]] = []
        self.asked: Asked | None = None
        self.low = 0  # so many actions have stood all the time since whoever plays them has last caught up
        self.told: set[int] = set()  # entries of which an undo has written down what the log says of them
        self.asides: Counter[int] = Counter()  # by seat: what was taken back, taken again or asked for
        self.in_a_row = 0  # entries since the last action

    def copy(self) -> Course:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.lines, twin.standing, twin.undone = self.lines.copy(), self.standing.copy(), self.undone.copy()
        twin.told, twin.asides = self.told.copy(), self.asides.copy()
        return twin

    def take(self, entry: Entry) -> None:
        getattr(self, f"_{entry.kind}")(entry)
        self.low = min(self.low, len(self.standing))
        self.in_a_row = 0 if entry.kind in ACTING else self.in_a_row + 1
        if entry.kind in ("undo", "redo", "ask", SEAT):
            self.asides[entry.seat] += 1

    def back(self, to: int) -> str:
        """The data of an undo: with what the log says of each action that goes, unless an earlier undo has said it."""
        lines = [self.lines[entry.number + 1] for entry in self.standing[to:] if entry.number not in self.told]
        return msgspec.json.encode(Back(to, _packed({line.number: line.events for line in lines}))).decode()

    def others_touched(self, seat: int, to: int) -> frozenset[int]:
        """The people besides one whose actions would be taken back; all of them, if they have seen a draw since."""
        gone = self.standing[to:]
        drawn = any(entry.seat == CHANCE or entry.kind == ENTER for entry in gone)
        seats = self.people if drawn else frozenset(entry.seat for entry in gone) & self.people
        return seats - {seat}

    # -- kinds of entries -----------------------------------------------------------------------------------------

    def _act(self, entry: Entry) -> None:
        self.lines.append(Line(entry.number, entry.kind, entry.seat, entry.at, len(self.standing), undone=True))
        self.standing.append(entry)
        self.undone.clear()
        self.asked = None

    _enter = _act

    def _undo(self, entry: Entry) -> None:
        back = msgspec.json.decode(entry.data, type=Back)
        self._hear(_unpacked(back.told))
        group = self.standing[back.to :]
        del self.standing[back.to :]
        self.undone.append(group)
        self._aside(entry, len(group))

    def _redo(self, entry: Entry) -> None:
        group = self.undone.pop()
        self.standing += group
        self._aside(entry, len(group))

    def _ask(self, entry: Entry) -> None:
        back = msgspec.json.decode(entry.data, type=Back)
        self._aside(entry, len(self.standing) - back.to)
        waiting = self.people - {entry.seat} if back.everybody else self.others_touched(entry.seat, back.to)
        self.asked = Asked(entry.seat, back.to, waiting)

    def _answer(self, entry: Entry) -> None:
        answer, asked = msgspec.json.decode(entry.data, type=Yes), self.asked
        assert asked is not None
        self._aside(entry, answer.accept)
        left = asked.waiting - {entry.seat}
        self.asked = msgspec.structs.replace(asked, waiting=left) if answer.accept else None

    def _seat(self, entry: Entry) -> None:
        """A request to undo ends with it: who must agree may have changed."""
        self._aside(entry, msgspec.json.decode(entry.data, type=Seated))

    def _aside(self, entry: Entry, detail: Any) -> None:
        self.lines.append(Line(entry.number, entry.kind, entry.seat, entry.at, detail=detail))
        self.asked = None

    def _hear(self, told: Mapping[int, Sequence[Event]]) -> None:
        """What the log says of actions that are not going to be played."""
        self.told |= told.keys()
        for number, events in told.items():
            if not self.lines[number + 1].events:
                self.mark(number, events=events)

    # -- what whoever plays the actions finds out -----------------------------------------------------------------

    def mark(self, number: int, **changes: Any) -> Line:
        """Change the line of an entry; an action is taken as undone until it is played."""
        line = self.lines[number + 1] = msgspec.structs.replace(self.lines[number + 1], **changes)
        return line


def _packed(told: Mapping[int, Sequence[Event]]) -> str:
    """Not JSON: parameters of events have numbers as keys. A whole game's events shrink to a tenth."""
    return b64encode(zlib.compress(msgspec.msgpack.encode(told))).decode() if told else ""


def _unpacked(text: str) -> dict[int, tuple[Event, ...]]:
    if not text:
        return {}
    return msgspec.msgpack.decode(zlib.decompress(b64decode(text)), type=dict[int, tuple[Event, ...]])
