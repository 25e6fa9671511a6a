"""The record of everything that changed: two kinds of move and one of setting a field, each reversible."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple, TypeAlias

Place: TypeAlias = Hashable


class _Missing:
    """Stands for "there was no such row"; a class of its own, so that it prints and copies sensibly."""

    def __repr__(self) -> str:
        return "MISSING"

    def __reduce__(self) -> str:
        return "MISSING"


MISSING = _Missing()


class Set(NamedTuple):
    """A field got a new value."""

    table: int
    key: Hashable
    old: Any
    new: Any


class Move(NamedTuple):
    """A single thing went from place to place; `was` is where it lay, so that it can be put back there."""

    asset: str
    source: Place
    was: int
    target: Place


class Pay(NamedTuple):
    """Money went from purse to purse."""

    source: Hashable
    target: Hashable
    amount: int


Entry: TypeAlias = Set | Move | Pay


class Journal:
    """The entries in the order in which they happened.

    A copy takes them over when somebody asks for them: most copies of a game are looked at and thrown away.
    """

    __slots__ = ("entries", "_lent", "_source")

    def __init__(self, entries: list[Entry] | None = None) -> None:
        self.entries: list[Entry] = entries if entries is not None else []
        self._lent = 0  # so many entries, copies may still take over from this list
        self._source: tuple[list[Entry], int] | None = None  # where a copy takes them from, and how many

    def __len__(self) -> int:
        return len(self.entries) if self._source is None else self._source[1]

    def __getattr__(self, name: str) -> list[Entry]:
        """The entries of a copy that has not taken them over yet."""
        if name != "entries" or self._source is None:
            raise AttributeError(name)
        entries, count = self._source
        self.entries, self._source = entries[:count], None
        return self.entries

    def moment(self) -> object:
        """The last entry. As long as it is the very same object, nothing has changed and nothing was taken back."""
        entries, count = self._source or (self.entries, len(self.entries))
        return entries[count - 1] if count else self

    def copy(self) -> Journal:
        twin = Journal.__new__(Journal)
        if self._source is None:
            self._lent = len(self.entries)
        twin._source = self._source or (self.entries, self._lent)
        twin._lent = 0
        return twin

    def cut_back(self, mark: int) -> Iterator[Entry]:
        """Takes the entries after a mark away, the last one first."""
        if mark < self._lent:  # the old list is left to the copies
            self.entries, self._lent = self.entries.copy(), 0
        entries = self.entries
        while len(entries) > mark:
            yield entries.pop()
