"""6.7 Runs of trains, the die of each 2G, and what is paid."""

from __future__ import annotations

from stockrail.rules.dividends import DividendStep
from stockrail.rules.running import RunDecision
from stockrail.titles.g1883.state import Game1883


class RunStep(RunDecision[Game1883], frozen=True):
    """6.7 The run of all trains, then a die for each 2G, then the dividend."""


class Dividend(DividendStep[Game1883], frozen=True):
    """6.7-a to d; CCFR before its capitalisation pays or is looted (8.1.5). `revenue` is adjusted already."""
