"""5.6, 6.11 Concessions: buying, clocks, completion by anybody's track, bonus, penalty, return."""

from __future__ import annotations

from stockrail.core import Frame
from stockrail.titles.g1883.state import Game1883


def settle_concessions(game: Game1883) -> None:
    """5.6.1 After every change of track or tokens: pays what is complete (may push a BonusChoice), removes A18."""
    return  # TO BUILD


def advance_clocks(game: Game1883) -> None:
    """6.1-b"""
    return  # TO BUILD


class ConcessionCheck(Frame[Game1883], frozen=True):
    """6.11-a After the last turn of an operating round: overdue ones go back, penalties are due."""

    def proceed(self, game: Game1883) -> None:
        game.pop_frame()  # TO BUILD


def return_concessions(game: Game1883, company: str) -> None:
    """5.8-a A company that closes gives its concessions back."""
    return  # TO BUILD


def remove_unsold(game: Game1883) -> None:
    """5.6.3-a"""
    return  # TO BUILD
