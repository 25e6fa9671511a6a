"""5 The stock round: so far what all titles share."""

from __future__ import annotations

from stockrail.rules.stock import SellingTurn
from stockrail.titles.g1883.state import Game1883


class StockTurn(SellingTurn[Game1883], frozen=True):
    """5.1 One player's turn."""
