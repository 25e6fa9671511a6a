"""How random players come far: what they do more often, so that companies build, run, pay and buy trains."""

from __future__ import annotations

from collections.abc import Mapping

from stockrail.core import Action
from stockrail.rules.actions import BuyShare, BuyTrain, PayOut, StartCompany
from stockrail.rules.state import IPO
from stockrail.rules.trains import holder_of
from stockrail.titles.g1883.state import Game1883

WEIGHTS: Mapping[str, int] = {
    "Bid": 4,
    "Bid numbers": 3,
    "Pass": 20,
    # Support cards and sales would soon have used up their money and their prices.
    "BuySupport": 1,
    "SellShares": 1,
    "ExchangeCard": 1,
    "BuyPrivate": 2,
    "BuyPrivate numbers": 3,
    "BuyConcession": 2,
    "IssueShares": 4,
    "StartCompany": 10,
    "BuyShare": 60,
    "LayTile": 60,
    "PlaceToken": 20,
    "PlaceAnchor": 20,
    "PlaceCoach": 60,
    "BuyTrain": 60,
    "PaySupport": 20,
    "Merge": 20,
}
WAYS_TO_PAY = {"full": 12, "withhold": 2, "loot": 1}


def taste(game: Game1883, action: Action) -> int:
    """Dividends, shares whose price goes to the company, a high par price, trains of the bank."""
    if isinstance(action, PayOut):
        return WAYS_TO_PAY.get(action.kind, 1)
    if isinstance(action, BuyShare):
        return 4 if action.source == IPO else 1
    if isinstance(action, StartCompany):
        return 1 + action.value // 20
    if isinstance(action, BuyTrain):
        return 1 if holder_of(game, action.train) in game.title.companies else 6
    return 1
