"""How much a search for a run may cost, by name: counted in positions, so that every machine answers alike."""

from __future__ import annotations

from enum import IntEnum


class Effort(IntEnum):
    """Positions that a search may look at; see docs/runs.md for what each of them loses and saves."""

    BOT = 30_000
    """One look of a bot at what a company would earn: many of them make a move."""

    MENU = 300_000
    """A run that the menu proposes. Recorded games need fewer than 200,000 for a proof."""
