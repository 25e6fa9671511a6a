"""3.1 Laying out a game."""

from __future__ import annotations

from stockrail.titles.g18fb.state import Game18FB


def set_up(game: Game18FB) -> None:
    """3.1-a to e"""
    return  # TO BUILD (facts)
