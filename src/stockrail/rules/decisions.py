"""Decisions by who decides: a player, or whoever is in charge of a company."""

from __future__ import annotations

from stockrail.core import Decision
from stockrail.rules.game import R
from stockrail.rules.shares import controlled


class PlayerDecision(Decision[R], frozen=True):
    """A player decides alone, not for a company."""

    player: int

    def actor(self, game: R) -> int:
        return self.player


class CompanyDecision(Decision[R], frozen=True):
    """Whoever is in charge of the company at the moment decides for it."""

    company: str

    def actor(self, game: R) -> int:
        return controlled(game, self.company)

    def subject(self, game: R) -> str:
        return self.company
