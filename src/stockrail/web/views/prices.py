"""The small market beside the ledger: never larger than its text needs."""

from __future__ import annotations

import re

import msgspec
from markupsafe import Markup

from stockrail.rules.game import RailGame
from stockrail.web.views.board import market_cut

LARGEST = 0.62  # pixels per unit of the picture
_SIZE = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')


class Prices(msgspec.Struct, frozen=True):
    """The picture and the size in pixels that it may have at most."""

    market: Markup
    width: int
    height: int


def prices_of(game: RailGame, language: str) -> Prices:
    market = market_cut(game, language)
    found = _SIZE.search(market)
    assert found, "every picture says its size"
    return Prices(market, round(float(found[1]) * LARGEST), round(float(found[2]) * LARGEST))
