"""The actions that only 18EU knows: minors are merged, exchanged and closed."""

from __future__ import annotations

from typing import ClassVar

from stockrail.core import Action


class FoundWith(Action, frozen=True):
    """Merge the minor with which a company is founded."""

    about: ClassVar[str] = "minor"

    company: str
    minor: str


class Exchange(Action, frozen=True):
    """Give a minor for a share of a company from its treasury (its id), the pool, or for nothing ("")."""

    about: ClassVar[str] = "minor"
    gives: ClassVar[bool] = True

    minor: str
    company: str
    source: str


class CloseMinor(Action, frozen=True):
    """Close a minor for nothing."""

    about: ClassVar[str] = "minor"
    gives: ClassVar[bool] = True
    grave: ClassVar[bool] = True

    minor: str


class ReplaceToken(Action, frozen=True):
    """Put a spare token in the place of a merged minor's."""

    company: str
    minor: str
