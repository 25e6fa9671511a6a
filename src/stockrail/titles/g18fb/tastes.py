"""How random players come far: what they do more often, so that companies build, place tokens, pay and buy trains."""

from __future__ import annotations

from collections.abc import Mapping

from stockrail.core import Action
from stockrail.rules.actions import LayTile
from stockrail.rules.track import track
from stockrail.titles.g18fb.actions import BuyConcession
from stockrail.titles.g18fb.state import Game18FB

WEIGHTS: Mapping[str, int] = {
    "Bid": 5,
    "Bid numbers": 3,
    "Pass": 12,
    "SellShares": 1,
    "SellStock": 2,
    "OfferCard": 1,
    "OfferCard numbers": 60,
    "UseCard": 20,
    "BuyConcession": 30,
    "StartCompany": 20,
    "BuyShare": 60,
    "LayTile": 80,
    "PlaceToken": 80,
    "BuyTrain": 20,
    "BuyTrain numbers": 200,
    "BuyStock": 20,
    "Acquire": 40,
}
WAYS_TO_PAY = {"full": 6, "half": 4, "withhold": 3}


def taste(game: Game18FB, action: Action) -> int:
    """Tiles on new hexes or of a new colour, par values that leave money for shares; 0 of anything else."""
    if isinstance(action, LayTile):
        return 1 if game.title.board.tiles[action.tile].color == track(game).face(action.hex).color else 20
    return 1 + action.value // 20 if isinstance(action, BuyConcession) else 0
