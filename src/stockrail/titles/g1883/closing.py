"""5.8 Closing a company: one that came to a closed cell, went bankrupt or lost its president."""

from __future__ import annotations

from stockrail.titles.g1883.state import Game1883


def close_corporation(game: Game1883, company: str) -> None:
    """5.8-a to e"""
    return  # TO BUILD


def close_if_worthless(game: Game1883, company: str) -> bool:
    """5.8-a To be asked after every move of a marker; whether it closed."""
    return False  # TO BUILD
