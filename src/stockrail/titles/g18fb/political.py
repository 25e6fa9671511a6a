"""3.2 The political round: cards are named in turn and auctioned; then the order of play is made anew."""

from __future__ import annotations

from typing import ClassVar

from stockrail.rules.rounds import Round
from stockrail.titles.g18fb.state import Game18FB


class PoliticalRound(Round[Game18FB], frozen=True):
    """3.2-a to l `opener` names the next card; cards for sale lie at `cards_at(BANK)`, an unwanted one in the pool."""

    kind: ClassVar[str] = "political"

    opener: int

    def proceed(self, game: Game18FB) -> None:
        game.pop_frame()  # TO BUILD (A)
