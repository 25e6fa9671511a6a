"""What must always hold."""

from __future__ import annotations

from stockrail.rules.title import RailTitle
from stockrail.titles.g18fb.state import Game18FB


def audit(game: Game18FB) -> list[str]:
    """Faults in a position, in words; see `stockrail.testing`."""
    return RailTitle.audit(game.title, game)  # TO BUILD
