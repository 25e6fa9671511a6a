"""All actions in one place: those that titles share, by name, and all actions of one title."""

from __future__ import annotations

from stockrail.core import Action, ActionRange, Draw
from stockrail.rules.actions import (
    Answer,
    Bid,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    GoBankrupt,
    IssueShares,
    LayTile,
    Merge,
    Pass,
    PayOut,
    PlaceHome,
    PlaceToken,
    ProposeEnd,
    RedeemShares,
    RunTrains,
    Select,
    SellShares,
    SettleOption,
    StartCompany,
    TrainRun,
    run_action,
)
from stockrail.titles import title

__all__ = [
    "Action",
    "ActionRange",
    "Answer",
    "Bid",
    "BuyShare",
    "BuyTrain",
    "DiscardTrain",
    "Draw",
    "GoBankrupt",
    "IssueShares",
    "LayTile",
    "Merge",
    "Pass",
    "PayOut",
    "PlaceHome",
    "PlaceToken",
    "ProposeEnd",
    "RedeemShares",
    "RunTrains",
    "Select",
    "SellShares",
    "SettleOption",
    "StartCompany",
    "TrainRun",
    "of_title",
    "run_action",
]


def of_title(name: str) -> dict[str, type[Action]]:
    """The actions of a title by name, including its own: `of_title("18EU")["CloseMinor"]`."""
    kinds: tuple[type[Action], ...] = (*title(name).actions, Draw)
    return {kind.__name__: kind for kind in kinds}
