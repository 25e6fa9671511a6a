"""3.5.1 Laying tiles: several steps a turn, the same colour again, loose ends."""

from __future__ import annotations

from stockrail.rules.laying import TrackStep
from stockrail.titles.g18fb.state import Game18FB


class LayTrack(TrackStep[Game18FB], frozen=True):
    """3.5.1-a `done` steps were played; the frame ends when all are, or with a pass."""

    done: int = 0

    # TO BUILD (C); sets the flag "all_steps" for 3.5.4-c and f


class ChooseBase(TrackStep[Game18FB], frozen=True):
    """3.3.2-i FP chooses its home before its first tile."""

    # TO BUILD (C)
