"""3.5.8, 3.5.10 Buying trains, and raising money for one that must be bought."""

from __future__ import annotations

from stockrail.rules.train_step import TrainStep
from stockrail.titles.g18fb.state import Game18FB


class BuyTrains(TrainStep[Game18FB], frozen=True):
    """3.5.8, 3.5.10"""

    # TO BUILD (D); `purchase` pays first and then calls `phases.change_phase(game, phase, company)`
