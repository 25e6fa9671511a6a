"""3.5.6, 3.5.7 Dividends and how the price moves."""

from __future__ import annotations

from stockrail.rules.dividends import DividendStep
from stockrail.titles.g18fb.state import Game18FB


class Dividend(DividendStep[Game18FB], frozen=True):
    """3.5.6-a to g"""

    # TO BUILD (D)
