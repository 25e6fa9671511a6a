"""3.5.11 A president who cannot pay leaves the game; companies that nobody can lead close."""

from __future__ import annotations

from stockrail.titles.g18fb.state import Game18FB


def go_bankrupt(game: Game18FB, player: int, company: str) -> None:
    """3.5.11-a to g"""
    return  # TO BUILD (D)


def close_company(game: Game18FB, company: str) -> None:
    """3.5.11-e"""
    return  # TO BUILD (D)
