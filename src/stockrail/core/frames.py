"""Frames: what the game is in the middle of, as plain data on a stack. A frame that waits is a Decision."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Generic

import msgspec
from typing_extensions import TypeVar

from stockrail.core.actions import Action, Menu

if TYPE_CHECKING:
    from stockrail.core.game import Game

G = TypeVar("G", bound="Game", default=Any)  # a frame of whatever game, where nobody says which


class Frame(msgspec.Struct, Generic[G], frozen=True, tag=True, repr_omit_defaults=True):
    """A part of a game of type G (a round, a turn, a step); it proceeds while it is on top of the stack."""

    def proceed(self, game: G) -> None:
        """Do what comes next: push another frame, replace this one, or pop it."""
        raise NotImplementedError

    def part(self) -> Hashable:
        """What this frame adds to `Game.turn_key`: a round its name, a turn whose it is; None for all others."""
        return None


class Decision(Frame[G], frozen=True):
    """A frame that waits for a player. `check`, `any` and `list` must agree; property tests check this."""

    def actor(self, game: G) -> int:
        """The seat of the player who decides."""
        raise NotImplementedError

    def subject(self, game: G) -> int | str:
        """Whom they decide for: a company, or themselves."""
        return self.actor(game)

    def check(self, game: G, action: Action) -> None:
        """Raise IllegalAction unless the action is legal."""
        raise NotImplementedError

    def any(self, game: G) -> bool:
        """Whether there is anything to decide; if not, the decision is skipped."""
        return True

    def list(self, game: G) -> Menu:
        """Every legal action."""
        raise NotImplementedError

    def kinds(self, game: G) -> tuple[type[Action], ...]:
        """The kinds of action that can be on the menu, without listing it: every action there is one of these.

        There may be more here than the menu has. A decision that does not say may take any action of the title.
        """
        return game.title.actions

    def take(self, game: G, action: Action) -> None:
        """Carry out a checked action."""
        raise NotImplementedError

    def skip(self, game: G) -> None:
        """What happens when there is nothing to decide."""
        game.pop_frame()

    def proceed(self, game: G) -> None:
        self.skip(game)
