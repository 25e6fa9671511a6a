"""Frames: what the game is in the middle of, as plain data on a stack. A frame that waits is a Decision."""

from __future__ import annotations

from typing import Any

import msgspec

from stockrail.core.actions import Action, Menu


class Frame(msgspec.Struct, frozen=True, tag=True, repr_omit_defaults=True):
    """A stretch of the game (a round, a turn, a step): when it is on top of the stack it goes on."""

    def proceed(self, game: Any) -> None:
        """Do what comes next: push another frame, replace this one, or pop it."""
        raise NotImplementedError


class Decision(Frame, frozen=True):
    """A frame that waits for a player. Its doors `check`, `any` and `list` agree; property tests prove it."""

    def actor(self, game: Any) -> int:
        """Whose decision it is."""
        raise NotImplementedError

    def subject(self, game: Any) -> int | str:
        """For whom he decides: a company, or himself."""
        return self.actor(game)

    def check(self, game: Any, action: Action) -> None:
        """Raise IllegalAction unless the action is legal."""
        raise NotImplementedError

    def any(self, game: Any) -> bool:
        """Is there anything to decide? A decision without is skipped."""
        return True

    def list(self, game: Any) -> Menu:
        """Every legal action."""
        raise NotImplementedError

    def take(self, game: Any, action: Action) -> None:
        """Carry out a checked action."""
        raise NotImplementedError

    def skip(self, game: Any) -> None:
        """What happens when there is nothing to decide."""
        game.pop_frame()

    def proceed(self, game: Any) -> None:
        self.skip(game)
