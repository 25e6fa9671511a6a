"""8.2 SARSA: coach tokens on hexes, earnings of the best group, the ratio of its shares."""

from __future__ import annotations

from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.earnings import Account
from stockrail.titles.g1883.state import Game1883


class PlaceCoaches(CompanyDecision[Game1883], frozen=True):
    """8.2-a to f, j, n"""

    def any(self, game: Game1883) -> bool:
        return False  # TO BUILD


class CoachRun(CompanyDecision[Game1883], frozen=True):
    """8.2-g, m No decision: it earns what the best group is worth, adjusted by events, then the dividend."""

    def any(self, game: Game1883) -> bool:
        return False  # TO BUILD


def coach_account(game: Game1883, company: str) -> Account:
    """8.2-g to i"""
    return Account()  # TO BUILD


def ratio_fault(game: Game1883, player: int) -> str | None:
    """8.2-k, A75 Why the player may not pass, if so."""
    return None  # TO BUILD


def lift_coaches(game: Game1883) -> None:
    """5.8-a All coach tokens come back when SARSA closes."""
    return  # TO BUILD


def end_if_on_top(game: Game1883, company: str) -> bool:
    """9-c To be asked after every move of a marker upwards; ends the game if it is SARSA on the top value."""
    return False  # TO BUILD
