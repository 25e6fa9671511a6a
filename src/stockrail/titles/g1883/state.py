"""What 1883 keeps beside the state that all railway titles share, and where its own things lie."""

from __future__ import annotations

from typing import Any

from stockrail.core import Table
from stockrail.core.journal import Place
from stockrail.rules.standing_bids import BiddingGame, BiddingState
from stockrail.rules.state import Player

ASIDE = "aside"  # the purse of the money that events take out of the bank for a while
GONE = "gone"  # who has a concession that is out of the game; one for sale is in the pool
SPARE_COACHES = ("coaches",)
COOPERATIVE, FROZEN, CAPITALISED = "cooperative", "frozen", "capitalised"  # what CCFR is, in the flag "ccfr"


def anchor_at(holder: str, port: str = "") -> Place:
    """Where an anchor lies: with a private company or a company, or placed by it in a port."""
    return ("anchor", holder, port)


def coach_at(hex_: str) -> Place:
    return ("coach", hex_)


class State1883(BiddingState):
    """Private companies are cards, anchors and coaches things on shelves.

    Flags of its own: "ccfr" (what it is), "ccfr_president", "sefta" (whether it was formed), "events_begin" (once the
    first operating round is over), "tcb_price" (what the cheapest private company costs after passes).
    """

    seen_started: tuple[object, list[str]] | None = None  # the last answer of `started`, with its moment

    def __init__(self) -> None:
        super().__init__()
        self.refused_price: Table[str, int] = self.table("refused_price")  # private companies, in this turn
        self.support: Table[Player, int] = self.table("support")  # political support cards in hand
        self.concession: Table[str, str] = self.table("concession")  # number -> company, POOL or GONE
        self.clock: Table[str, int] = self.table("clock")  # operating rounds since a concession was bought
        self.bought_concession: Table[str, bool] = self.table("bought_concession")  # companies, in this stock round
        self.launched: Table[str, int] = self.table("launched")  # the turn in which a company was started
        self.closed: Table[str, int] = self.table("closed")  # the turn in which a company closed last
        self.ousted: Table[Player, bool] = self.table("ousted")  # who has looted CCFR
        self.operated: Table[str, tuple[int, int]] = self.table("operated")  # the last turn and operating round
        self.drawn: Table[str, bool] = self.table("drawn")  # numbers of event cards
        self.effect: Table[str, Any] = self.table("effect")  # of events, for this operating round or longer
        self.spent: Table[str, int] = self.table("spent")  # tiles that are out of the game


class Game1883(BiddingGame):
    """A game of 1883, for the type checker: any `RailGame` of this title is one."""

    state: State1883
