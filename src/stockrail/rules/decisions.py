"""Decisions by who decides: a player, or whoever is in charge of a company; and what is the same in most of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from stockrail.core import Action, ActionRange, Decision, Menu
from stockrail.rules.actions import Pass
from stockrail.rules.game import R
from stockrail.rules.shares import controlled


class Choice(Decision[R], frozen=True):
    """One of some kinds of action: which, and why not. What asks in another order has doors of its own.

    An action must be about the same company, hex, … as the decision, and refusals name it, and what they tell of the
    action.
    """

    deeds: ClassVar[tuple[type[Action], ...]] = ()  # the kinds of action; with Pass, if one may pass
    about: ClassVar[tuple[str, ...]] = ()  # fields that decision and action share
    tells: ClassVar[tuple[str, ...]] = ()  # fields of the action
    unasked_fault: ClassVar[str]  # the refusal of any other action
    listed: ClassVar[bool] = False  # whether it refuses everything that is not on the menu, too

    def check(self, game: R, action: Action) -> None:
        if isinstance(action, Pass) and Pass in self.deeds:
            return
        if not isinstance(action, self.deeds) or not self._is_meant(game, action):
            raise game.refusal(self.unasked_fault, **self.named())
        fault = self.fault(game, action)
        if fault:
            raise game.refusal(fault, **self.told(game, action))

    def _is_meant(self, game: R, action: Action) -> bool:
        same = all(getattr(action, field) == getattr(self, field) for field in self.about)
        return same and (not self.listed or action in self.moves(game))

    def named(self) -> dict[str, Any]:
        return {field: getattr(self, field) for field in self.about}

    def kinds(self, game: R) -> tuple[type[Action], ...]:
        return self.deeds

    def list(self, game: R) -> Menu:
        return [*self.moves(game), *([Pass(self.actor(game))] if Pass in self.deeds else [])]

    def take(self, game: R, action: Action) -> None:
        """Decided once and for all, unless a decision has a door of its own; a pass does nothing more."""
        game.pop_frame()
        if not isinstance(action, Pass):
            self.do(game, action)

    # -- what a decision says -----------------------------------------------------------------------------------

    def do(self, game: R, action: Any) -> None:
        """Carry out a checked action; the decision has left the stack."""
        raise NotImplementedError

    def moves(self, game: R) -> Iterable[Action | ActionRange[Any]]:
        """The menu without the pass."""
        raise NotImplementedError

    def fault(self, game: R, action: Any) -> str | None:
        """Why the action is not legal."""
        return None

    def told(self, game: R, action: Any) -> Mapping[str, Any]:
        """What the refusal names then."""
        return self.named() | {field: getattr(action, field) for field in self.tells}


class PlayerDecision(Choice[R], frozen=True):
    """A player decides alone, not for a company."""

    about: ClassVar[tuple[str, ...]] = ("player",)

    player: int

    def actor(self, game: R) -> int:
        return self.player


class CompanyDecision(Choice[R], frozen=True):
    """Whoever is in charge of the company at the moment decides for it."""

    about: ClassVar[tuple[str, ...]] = ("company",)

    company: str

    def actor(self, game: R) -> int:
        return controlled(game, self.company)

    def subject(self, game: R) -> str:
        return self.company
