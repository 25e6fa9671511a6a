"""5 The stock round: so far what all titles share."""

from __future__ import annotations

from stockrail.rules.stock import SellingTurn
from stockrail.titles.g1883.state import Game1883


class StockTurn(SellingTurn[Game1883], frozen=True):
    """5.1 One player's turn."""


def end_stock_round(game: Game1883) -> None:
    """5.7.2, 8.1.2-a Sold-out companies rise; after the first round CCFR's first president is chosen."""
    return  # TO BUILD
