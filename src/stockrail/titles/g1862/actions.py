"""The actions that only 1862 knows, and its purchase of a train, which can come with warranties."""

from __future__ import annotations

from typing import ClassVar

from stockrail.core import Action
from stockrail.rules import actions as acts


class BuyTrain(acts.BuyTrain, frozen=True, tag="BuyTrain"):
    """Buy a train as one of several kinds (`form`); `warranties` are bought with it."""

    warranties: int = 0


def warranties_of(purchase: acts.BuyTrain) -> int:
    """How many are bought with a train; the purchase that all titles share has none."""
    return purchase.warranties if isinstance(purchase, BuyTrain) else 0


class BuyTokens(Action, frozen=True):
    """How many stations a new company buys."""

    company: str
    count: int


class RemoveToken(Action, frozen=True):
    """Give up a station on the map."""

    gives: ClassVar[bool] = True

    company: str
    hex: str
    stop: int


class Refinance(Action, frozen=True):
    """Two shares of a company become one, for fresh money."""

    gives: ClassVar[bool] = True

    company: str
