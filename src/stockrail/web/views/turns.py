"""The log in turns: what one company or player does without a break, with headings where rounds and phases begin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from stockrail.core import Event
from stockrail.rules.game import RailGame
from stockrail.rules.state import Holder
from stockrail.web.play.course import ACTING, ENTER, Line
from stockrail.words.folding import fold

HEADINGS = {"round_begins": "round", "phase_begins": "phase", "game_ends": "end"}
# The parameters of an event that name players (by seat) and companies (by id).
PARTIES = frozenset({
    "actor", "asked", "asker", "auctioneer", "companies", "company", "holder", "item", "leader", "losses", "other",
    "player", "players", "president", "proposer", "seller", "source", "sums", "survivor",
})  # fmt: skip


class Told(msgspec.Struct, frozen=True):
    """One sentence to be: an event of a line, or without an event what the line itself says."""

    line: Line
    event: Event | None = None

    @property
    def number(self) -> int:
        """How many actions had been taken after it: the number that its position has everywhere."""
        return self.line.act + 1


class Turn(msgspec.Struct):
    """What belongs together: a turn, a heading, or an aside such as an undo."""

    key: str  # stays the same as the game goes on
    kind: str  # turn, round, phase, end, aside
    subject: Holder | None
    told: list[Told]


class Filter(msgspec.Struct, frozen=True):
    """Whose part of the log a reader wants to see; all of it by default."""

    party: Holder | None = None
    since: int | None = None  # the number of an entry: only what came after it
    alike: Mapping[str, str] = {}  # the title's own words for a company: see `Showing`


# -- grouping -----------------------------------------------------------------------------------------------------


class _Grouping:
    """Goes through the lines; after an undo the turn is again whose it was."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.operating: list[str | None] = []  # by number of actions: the company whose turn it then is

    def take(self, line: Line) -> None:
        if line.kind not in ACTING:
            self._begin(line, 0, "aside", None).told.append(Told(line))
            return
        del self.operating[line.act + 1 :]
        company = self.operating[-1] if self.operating else None
        nth = 0
        for segment in _segments(line.events):
            first = segment[0]
            if first.kind == "operates":
                company = first["company"]
            elif HEADINGS.get(first.kind, "phase") != "phase":
                company = None
            turn = self._turn(line, nth, first.kind, _subject(line, company))
            turn.told += [Told(line, event) for event in segment]
            nth += len(segment)
        if line.kind == ENTER:
            self._turn(line, nth, "", _subject(line, company)).told.append(Told(line))
        self.operating.append(company)

    def _turn(self, line: Line, nth: int, first: str, subject: Holder | None) -> Turn:
        """The turn that goes on, or a new one."""
        if first in HEADINGS:
            return self._begin(line, nth, HEADINGS[first], None)
        last = self.turns[-1] if self.turns else None
        if last and (last.kind, last.subject) == ("turn", subject) and first != "operates":
            return last
        return self._begin(line, nth, "turn", subject)

    def _begin(self, line: Line, nth: int, kind: str, subject: Holder | None) -> Turn:
        turn = Turn(f"l{line.number}-{nth}", kind, subject, [])
        self.turns.append(turn)
        return turn


def turns_of(lines: Sequence[Line]) -> list[Turn]:
    """The whole log in turns, nothing said yet."""
    grouping = _Grouping()
    for line in lines:
        grouping.take(line)
    return grouping.turns


def _segments(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events of a line: headings by themselves, the turn of each company, what lies between; folded."""
    starts = {n for n, event in enumerate(events) if event.kind == "operates" or event.kind in HEADINGS}
    starts |= {n + 1 for n, event in enumerate(events) if event.kind in HEADINGS}
    cuts = sorted({0, len(events), *starts})
    for start, end in pairwise(cuts):
        yield fold(events[start:end])


def _subject(line: Line, company: str | None) -> Holder | None:
    """Whose turn it is: the operating company's, else that of whoever acts. What dice bring is nobody's."""
    if company is not None:
        return company
    return line.seat if line.seat >= 0 and line.kind != ENTER else None


# -- filtering ----------------------------------------------------------------------------------------------------


def filter_of(text: str, game: RailGame, lines: Sequence[Line], mine: frozenset[int]) -> Filter:
    """A filter from the address: `company:FS`, `player:2`, `since`; anything else shows all."""
    kind, _, id_ = text.partition(":")
    alike = game.title.showing.alike
    if kind == "company" and id_ in game.title.companies:
        return Filter(id_, alike=alike)
    if kind == "player" and id_ in {str(seat) for seat in range(len(game.players))}:
        return Filter(int(id_), alike=alike)
    if kind == "since" and mine:
        return Filter(since=last_turn(lines, mine))
    return Filter()


def last_turn(lines: Sequence[Line], mine: frozenset[int]) -> int:
    """The entry with which the last turn of these seats ended before the one that they may be in now."""
    acting = [line for line in lines if line.kind in ACTING and not line.undone]
    while acting and acting[-1].seat in mine:
        acting.pop()
    return next((line.number for line in reversed(acting) if line.seat in mine), -2)


def sifted(turns: Sequence[Turn], wanted: Filter) -> list[Turn]:
    """What a filter leaves: whole turns of a company, and whatever else concerns it."""
    if wanted.since is not None:
        since = wanted.since
        left = [_with(turn, [told for told in turn.told if told.line.number > since]) for turn in turns]
        return [turn for turn in left if turn.told]
    if wanted.party is None:
        return list(turns)
    party, alike = wanted.party, wanted.alike
    left = [_with(turn, [told for told in turn.told if _concerns(told, turn, party, alike)]) for turn in turns]
    return list(_without_empty_rounds(turn for turn in left if turn.told))


def _with(turn: Turn, told: list[Told]) -> Turn:
    return turn if len(told) == len(turn.told) else Turn(turn.key, turn.kind, turn.subject, told)


def _concerns(told: Told, turn: Turn, party: Holder, alike: Mapping[str, str]) -> bool:
    if turn.kind != "turn":
        return turn.kind in ("round", "end") or told.line.seat == party
    if turn.subject == party:
        return True
    if told.event is None:
        return False
    acted = told.line.seat == party and told.event.kind != "operates"  # that is the next company, not what they did
    return acted or names(told.event.params, party, alike)


def names(params: Mapping[str, object], party: Holder, alike: Mapping[str, str]) -> bool:
    """Whether an event names a player or a company; a title may have parameters of its own that do."""
    return any(_has(value, party) for name, value in params.items() if alike.get(name, name) in PARTIES)


def _has(value: object, party: Holder) -> bool:
    return value == party or (isinstance(value, Mapping | list | tuple) and party in value)


def _without_empty_rounds(turns: Iterator[Turn]) -> Iterator[Turn]:
    heading: Turn | None = None
    for turn in turns:
        if turn.kind == "round":
            heading = turn
            continue
        if heading is not None and turn.kind == "turn":
            yield heading
            heading = None
        yield turn
