"""3.6.2 The round in which regional companies are auctioned."""

from __future__ import annotations

from typing import ClassVar

from stockrail.rules.rounds import Round
from stockrail.titles.g18fb.state import Game18FB


class RegionalRound(Round[Game18FB], frozen=True):
    """3.6.2-a to h; afterwards every home token is laid or waits."""

    kind: ClassVar[str] = "regional"

    opener: int

    def proceed(self, game: Game18FB) -> None:
        game.pop_frame()  # TO BUILD (E)


def buy_from_pool(game: Game18FB, player: int, company: str, price: int) -> None:
    """3.6.2-c A checked purchase in a stock turn: the price goes to the company's treasury."""
    return  # TO BUILD (E)
