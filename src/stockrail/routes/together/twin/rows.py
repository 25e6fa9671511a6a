"""What each slot could do, as the rows of a trial."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from stockrail.board.track import bits
from stockrail.routes.together.choices import Choice, Slot
from stockrail.routes.together.problem import REVENUE, SUBSIDY
from stockrail.routes.together.rows import ways_to_count
from stockrail.routes.together.twin.choices import Choices
from stockrail.routes.together.twin.prices import Field, Market

Key = tuple[int, int, bool, int]


class Aim(NamedTuple):
    """A run must be better by so much to be of interest: by a unit of revenue, of subsidy, or by anything."""

    unit: int
    cost: int  # what the trains and hexes of a run may cost

    def beside(self, known: int) -> int:
        """The highest rating that is not of interest beside a run that is known."""
        return ((known + self.cost) // self.unit + 1) * self.unit - self.cost - 1


class Entry:
    """A choice that says which resources are counted, or may be."""

    def __init__(self, mask: int, choice: Choice) -> None:
        self.mask = mask
        self.choice = choice
        self.by_slot: list[Choice] = []  # the same, by the slots of the crew

    @cached_property
    def counted(self) -> tuple[int, ...]:
        return tuple(bits(self.mask))

    @cached_property
    def touched(self) -> tuple[int, ...]:
        return tuple(bits(self.choice.touch))


class Row(NamedTuple):
    """What is still open to the slots of a crew; the least limited of them is filled first."""

    crew: tuple[Slot, ...]
    times: int  # so many of its slots are empty as yet
    entries: list[Entry]

    def pick(self, entry: Entry) -> tuple[Slot, Choice]:
        n = len(self.crew) - self.times
        return self.crew[n], entry.by_slot[n] if entry.by_slot else entry.choice


class Member:
    """A field as a crew sees it."""

    def __init__(self, field: Field, choices: Sequence[Choice]) -> None:
        self.field = field
        limit = field.slot.limit
        self.lacks = max([0, *(choice.chosen.bit_count() - limit for choice in choices)])
        self.tight = self.lacks <= 1 and all(choice.way is not None for choice in choices)
        self.touch = 0
        for candidate in field.candidates:
            self.touch |= candidate.choice.touch


class Rows:
    """The rows, and what of them matters."""

    def __init__(self, choices: Choices, market: Market, aim: Aim) -> None:
        self.choices = choices
        self.payee = choices.problem.payee
        self.aim = aim
        self.twins = sum(1 << n for n, payee in enumerate(self.payee) if payee != n)
        worth = market.worth
        self.relevant = sum(1 << n for n, each in enumerate(worth) if aim.unit < REVENUE or each >= REVENUE)
        self.paying = sum(1 << n for n, payee in enumerate(self.payee) if worth[payee] > 0)
        self.loose = 0  # locations where somebody may be met who does not count them
        self.spares = False  # whether an entry may have a stop more than its train counts
        self.all: list[Row] = []
        members = [self._looked_at(field) for field in market.fields]
        while self._find_loose(members):
            pass
        while members:
            alike = [members[0], *(other for other in members[1:] if self._are_alike(members[0], other))]
            members = [member for member in members if member not in alike]
            self._add(alike)

    def _looked_at(self, field: Field) -> Member:
        member = Member(field, self.choices.of(field.slot.team))
        self._loosen(member)
        return member

    def _loosen(self, member: Member) -> None:
        for candidate in member.field.candidates:
            choice = candidate.choice
            counted = choice.resources if member.tight else choice.certain
            self.loose |= choice.touch & self.paying & ~self._as_spots(counted, choice)

    def _find_loose(self, members: Sequence[Member]) -> bool:
        """Who can be met where it does not pay cannot be sure to find a stop left to another: each way is an entry."""
        changed = False
        for member in members:
            if member.tight and member.lacks and member.touch & self.loose:
                member.tight, changed = False, True
                self._loosen(member)
        return changed

    def _as_spots(self, counted: int, choice: Choice) -> int:
        """Of what a choice counts, with the spots that it touches where their locations are counted."""
        if not self.twins:
            return counted
        found = counted & ~self.twins
        for n in bits(choice.touch & self.twins):
            found |= 1 << n if counted >> self.payee[n] & 1 else 0
        return found

    def _are_alike(self, one: Member, other: Member) -> bool:
        """Whether two slots have the same routes, and count all of their stops wherever they are met."""
        if not one.tight or not other.tight:
            return False
        some, others = (self.choices.of(member.field.slot.team) for member in (one, other))
        return len(some) == len(others) and sorted(map(key_of, some)) == sorted(map(key_of, others))

    def _add(self, alike: list[Member]) -> None:
        alike = sorted(alike, key=lambda member: member.lacks)
        crew = tuple(member.field.slot for member in alike for _ in range(member.field.count))
        self.spares = self.spares or any(member.tight and member.lacks for member in alike)
        found: list[Entry] = []
        for member in alike:
            found += self._entries(member, {key_of(entry.choice) for entry in found})
        if self.aim.unit > 1:
            found = self._thinned(found)
        if len(alike) > 1:
            self._hand_out(crew, found)
        if found:
            self.all.append(Row(crew, len(crew), found))

    def _entries(self, member: Member, known: set[Key]) -> list[Entry]:
        found = []
        for candidate in member.field.candidates:
            choice = candidate.choice
            if key_of(choice) in known:
                continue
            masks = [choice.resources] if member.tight else ways_to_count(choice, member.field.slot.limit)
            found += [Entry(mask & self.relevant, choice) for mask in masks]
        return found

    def _hand_out(self, crew: tuple[Slot, ...], found: list[Entry]) -> None:
        """Looks up what each slot of a crew calls its choices."""
        known = {slot: {key_of(choice): choice for choice in self.choices.of(slot.team)} for slot in set(crew)}
        for entry in found:
            entry.by_slot = [known[slot][key_of(entry.choice)] for slot in crew]

    def _thinned(self, found: list[Entry]) -> list[Entry]:
        """Without what another entry serves as well, in all that this trial aims at: it counts and touches no less."""
        kept: list[Entry] = []
        for entry in sorted(found, key=_rank):
            if not any(self._serves(other, entry) for other in kept):
                kept.append(entry)
        return kept

    def _serves(self, other: Entry, entry: Entry) -> bool:
        better, choice = other.choice, entry.choice
        return (
            better.way is not None
            and not entry.mask & ~other.mask
            and not choice.touch & ~better.touch
            and better.home >= choice.home
            and (better.value + self.aim.cost) // SUBSIDY >= (choice.value + self.aim.cost) // SUBSIDY
            and not (better.certain ^ choice.certain) & self.twins
        )


def key_of(choice: Choice) -> Key:
    return choice.resources, choice.touch, choice.home, choice.value


def _rank(entry: Entry) -> tuple[int, int]:
    return -(entry.mask.bit_count() + entry.choice.touch.bit_count()), -entry.choice.value
