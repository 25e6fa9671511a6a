"""3.3 The private companies are auctioned: standing bids, the cheapest first, a price that falls."""

from __future__ import annotations

from stockrail.rules.rounds import Round
from stockrail.titles.g1883.state import Game1883


class PrivateRound(Round[Game1883], frozen=True):
    """3.3 Until every private company is assigned."""

    kind = "privates"

    coming: int

    def proceed(self, game: Game1883) -> None:
        game.pop_frame()  # TO BUILD
