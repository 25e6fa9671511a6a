"""The record of everything that changed: two kinds of move and one of setting a field, each reversible."""

from __future__ import annotations

from collections.abc import Hashable
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
    """The entries in the order in which they happened."""

    __slots__ = ("entries",)

    def __init__(self, entries: list[Entry] | None = None) -> None:
        self.entries: list[Entry] = entries if entries is not None else []

    def __len__(self) -> int:
        return len(self.entries)
