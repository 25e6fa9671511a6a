"""3.3 The stock round."""

from __future__ import annotations

from stockrail.rules.stock import SellingTurn
from stockrail.titles.g18fb.state import Game18FB


class StockTurn(SellingTurn[Game18FB], frozen=True):
    """3.3-a Sell any blocks; then a concession, a certificate, a card or a regional company from the pool, or pass."""

    # TO BUILD (B)


def end_stock_round(game: Game18FB) -> None:
    """3.3-c, 2.2.5-f, m Sold-out companies rise, unless their state forbids it."""
    return  # TO BUILD (B)
