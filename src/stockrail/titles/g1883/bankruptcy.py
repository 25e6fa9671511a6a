"""6.8.6 A player who cannot pay leaves the game."""

from __future__ import annotations

from stockrail.titles.g1883.state import Game1883


def go_bankrupt(game: Game1883, player: int, company: str = "") -> None:
    """6.8.6-c to g; the company for which they could not pay closes."""
    return  # TO BUILD
