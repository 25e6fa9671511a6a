"""3.6.3 The turns of regional companies, and the bonuses of their destinations."""

from __future__ import annotations

from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.laying import TrackStep
from stockrail.rules.train_step import TrainStep
from stockrail.titles.g18fb.state import Game18FB


class RegionalTrack(TrackStep[Game18FB], frozen=True):
    """3.6.3-c to e, g to i, r"""

    # TO BUILD (E)


class RegionalIncome(CompanyDecision[Game18FB], frozen=True):
    """3.6.3-l, m No decision: always half."""

    def any(self, game: Game18FB) -> bool:
        return False  # TO BUILD (E)

    def skip(self, game: Game18FB) -> None:
        game.pop_frame()


class RegionalTrain(TrainStep[Game18FB], frozen=True):
    """3.6.3-n, o"""

    # TO BUILD (E)


def settle_bonuses(game: Game18FB) -> None:
    """3.6.3-j, k After every lay, token and purchase of a regional company."""
    return  # TO BUILD (E)
