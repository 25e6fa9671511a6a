"""3.2, 3.4, 3.5 Private companies: what they give, their sale to railways, their exchange and their end."""

from __future__ import annotations

from typing import Any

from stockrail.core import Action, ActionRange
from stockrail.rules.decisions import CompanyDecision
from stockrail.titles.g1883.state import Game1883


class Prepare(CompanyDecision[Game1883], frozen=True):
    """6.3-c The first step of a railway's turn: waits only if it could buy a private company or place an anchor."""

    def any(self, game: Game1883) -> bool:
        return False  # TO BUILD


def private_actions(game: Game1883, player: int) -> list[Action | ActionRange[Any]]:
    """What a player may do with private companies and anchors at this moment, in anybody's decision."""
    return []  # TO BUILD


def take_private_action(game: Game1883, action: Action) -> bool:
    return False  # TO BUILD


def close_privates(game: Game1883) -> None:
    """3.5-a All that are still open, with what follows (3.2-e, h, r)."""
    return  # TO BUILD


def close_private(game: Game1883, card: str) -> None:
    """One that leaves the game with its owner (5.8-c, d; 6.8.6-d, A74)."""
    return  # TO BUILD
