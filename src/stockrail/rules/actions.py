"""The actions of railway titles. A title uses those it needs and may add its own."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from stockrail.core import Action
from stockrail.routes import Run


class Pass(Action, frozen=True):
    """Decline."""


class Select(Action, frozen=True):
    """Choose what to auction."""

    item: str


class Bid(Action, frozen=True):
    """Bid a price, or accept an offer at its price."""

    item: str
    price: int


class SellShares(Action, frozen=True):
    """Sell shares into the pool. `certificates` may name them; all are alike except the president's."""

    company: str
    count: int
    certificates: tuple[str, ...] = ()


class BuyShare(Action, frozen=True):
    """Buy one certificate from a treasury (the company's id) or the pool."""

    company: str
    source: str
    certificate: str = ""


class StartCompany(Action, frozen=True):
    """Buy the president's certificate and set the par price."""

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
    """Put a token on a stop. Where a line to it costs something `line` names its hexes, the token's own first."""

    company: str
    hex: str
    stop: int
    line: tuple[str, ...] = ()


class TrainRun(msgspec.Struct, frozen=True):
    """The route of one train: its hexes in order. A train that doubles a stop names only that stop's hex."""

    train: str
    hexes: tuple[str, ...]


class RunTrains(Action, frozen=True):
    company: str
    runs: tuple[TrainRun, ...]


def run_action(player: int, company: str, run: Run) -> RunTrains:
    """Run trains; a train that doubles a stop names only that stop's hex."""
    return RunTrains(player, company, tuple(TrainRun(train, hexes) for train, hexes in run.written))


class PayOut(Action, frozen=True):
    """Pay in full, pay half, or withhold; a title may add more kinds."""

    company: str
    kind: str


class BuyTrain(Action, frozen=True):
    """Buy a train from its current holder. `dropping` names a train discarded for it.

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
    """A company sells treasury shares into the pool."""

    company: str
    count: int
    certificates: tuple[str, ...] = ()


class RedeemShares(Action, frozen=True):
    """A company buys back its shares from the pool."""

    company: str
    count: int
    certificates: tuple[str, ...] = ()


class Merge(Action, frozen=True):
    """Merge a company with another; one of the two survives."""

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
"""The actions that nearly every title uses."""
