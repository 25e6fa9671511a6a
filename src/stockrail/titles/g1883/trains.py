"""6.8 Buying trains: the stack, the pool, 2Gs, other companies, the duty to own one."""

from __future__ import annotations

from stockrail.rules.train_step import TrainStep
from stockrail.titles.g1883.state import Game1883


class BuyTrains(TrainStep[Game1883], frozen=True):
    """6.8"""
