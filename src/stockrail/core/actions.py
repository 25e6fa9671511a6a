"""Actions: the only way to change a game. Plain tagged structs, ready for files and requests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec


class Action(msgspec.Struct, frozen=True, tag_field="type", tag=True, omit_defaults=True, repr_omit_defaults=True):
    """What a player does. `player` is the player's seat, from 0.

    Each class says how its actions are shown, so that no screen needs to know a title's own by name.
    """

    gives: ClassVar[bool] = False  # parts with property, a company or the game: no screen offers it as the default
    grave: ClassVar[bool] = False  # ends something: shown last and quietly
    about: ClassVar[str] = ""  # the field with the company that it is about, where that is not `company`

    player: int

    @property
    def beside(self) -> bool:
        """Whether it may be done besides what is asked, and rarely is: screens fold such actions away."""
        return False


A = TypeVar("A", bound=Action)


class ActionRange(msgspec.Struct, Generic[A], frozen=True):
    """Legal actions that differ in one number: a bid, a price. One entry of the menu."""

    action: A
    field: str
    low: int
    high: int
    step: int = 1

    def at(self, value: int) -> A:
        """The action with that number."""
        return msgspec.structs.replace(self.action, **{self.field: value})

    def lowest(self) -> A:
        return self.at(self.low)

    def values(self) -> range:
        return range(self.low, self.high + 1, self.step)

    def __iter__(self) -> Iterator[A]:
        return (self.at(value) for value in self.values())

    def __len__(self) -> int:
        return len(self.values())

    def __contains__(self, action: Any) -> bool:
        return (
            type(action) is type(self.action)
            and getattr(action, self.field) in self.values()
            and self.at(getattr(action, self.field)) == action
        )


Menu: TypeAlias = list[Action | ActionRange[Any]]


def lists(menu: Iterable[Action | ActionRange[Any]], action: object) -> bool:
    """Whether a menu contains an action, also within a range."""
    return any(entry == action or (isinstance(entry, ActionRange) and action in entry) for entry in menu)


class LegalActions(list["Action | ActionRange[Any]"]):
    """A menu to choose from: index it, iterate over it, or test membership, which includes ranges."""

    def __contains__(self, action: object) -> bool:
        return lists(self, action)

    def all(self) -> Iterator[Action]:
        """Every single action, with each range expanded."""
        for entry in self:
            if isinstance(entry, ActionRange):
                yield from entry
            else:
                yield entry
