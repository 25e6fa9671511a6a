"""The actions of railway titles. A title takes those that it knows and may add its own."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from stockrail.core import Action
from stockrail.routes import Run


class Pass(Action, frozen=True):
    """Decline."""


class Select(Action, frozen=True):
    """Choose what is to be auctioned."""

    item: str


class Bid(Action, frozen=True):
    """Bid a price, or take an offer at its price."""

    item: str
    price: int


class SellShares(Action, frozen=True):
    """Sell shares into the pool. `certificates` may name the pieces; they are alike but for the president's."""

    company: str
    count: int
    certificates: tuple[str, ...] = ()


class BuyShare(Action, frozen=True):
    """Buy one certificate from a treasury (the company's id) or the pool."""

    company: str
    source: str
    certificate: str = ""


class StartCompany(Action, frozen=True):
    """Buy the president's certificate and set the starting value."""

    company: str
    value: int


class PlaceHome(Action, frozen=True):
    """Put a new company's first token on a city."""

    company: str
    hex: str
    stop: int


class LayTile(Action, frozen=True):
    company: str
    hex: str
    tile: str
    rotation: int


class PlaceToken(Action, frozen=True):
    company: str
    hex: str
    stop: int


class TrainRun(msgspec.Struct, frozen=True):
    """What one train runs: the hexes in order. A train that doubles a stop names just the stop's hex."""

    train: str
    hexes: tuple[str, ...]


class RunTrains(Action, frozen=True):
    company: str
    runs: tuple[TrainRun, ...]


def run_action(player: int, company: str, run: Run) -> RunTrains:
    """A run as an action; a train that doubles a stop names the stop's hex."""
    return RunTrains(player, company, tuple(TrainRun(train, hexes) for train, hexes in run.written))


class PayOut(Action, frozen=True):
    """Full, half or withhold; a title may know more kinds."""

    company: str
    kind: str


class BuyTrain(Action, frozen=True):
    """Buy a train from where it lies. `dropping` names a train that is given up for it.

    Where a card can be one of several trains `form` says which.
    """

    company: str
    train: str
    price: int
    dropping: str = ""
    form: str = ""


class DiscardTrain(Action, frozen=True):
    gives: ClassVar[bool] = True

    company: str
    train: str


class IssueShares(Action, frozen=True):
    """A company sells shares of its treasury into the pool."""

    company: str
    count: int
    certificates: tuple[str, ...] = ()


class RedeemShares(Action, frozen=True):
    """A company buys its own shares from the pool."""

    company: str
    count: int
    certificates: tuple[str, ...] = ()


class Merge(Action, frozen=True):
    """A company joins with another; one of the two survives."""

    gives: ClassVar[bool] = True

    company: str
    other: str
    survivor: str


class SettleOption(Action, frozen=True):
    """Pay for the other half of a share that was left over in an exchange, or give it up."""

    gives: ClassVar[bool] = True

    company: str
    redeem: bool


class GoBankrupt(Action, frozen=True):
    gives: ClassVar[bool] = True
    grave: ClassVar[bool] = True

    company: str


class Answer(Action, frozen=True):
    """Yes or no to a proposal."""

    gives: ClassVar[bool] = True

    accept: bool


class ProposeEnd(Action, frozen=True):
    """Propose to end the game here; it ends if every other player agrees."""


COMMON = (
    Pass,
    Bid,
    SellShares,
    BuyShare,
    StartCompany,
    LayTile,
    PlaceToken,
    RunTrains,
    PayOut,
    BuyTrain,
    IssueShares,
    RedeemShares,
    GoBankrupt,
    Answer,
    ProposeEnd,
)
"""What nearly every title knows."""
