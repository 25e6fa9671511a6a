"""What 1862 keeps beside the state that all railway titles share."""

from __future__ import annotations

from stockrail.core import Table
from stockrail.rules.game import RailGame
from stockrail.rules.state import IPO as IPO  # noqa: PLC0414 - the modules of 1862 have it from here
from stockrail.rules.state import Player, RailState

LONDON = ("london",)
"""The shelf of the station markers in London: a marker there opens London and is no station otherwise."""

LAST_ROUNDS = 3  # operating rounds after the LNER has formed

FORMS = ("freight", "local", "express")


class State1862(RailState):
    """`par` is the price at which a company's marker lies on the IPO chart.

    The flag "offered" holds the companies of the game in the order in which they are offered.
    """

    def __init__(self) -> None:
        super().__init__()
        self.batch: Table[str, str] = self.table("batch")  # the phase from which a company may start
        self.permit: Table[str, str] = self.table("permit")  # as dealt
        self.permits: Table[str, tuple[str, ...]] = self.table("permits")  # as they are now
        self.chartered: Table[str, bool] = self.table("chartered")
        self.obliged: Table[str, Player] = self.table("obliged")  # who must float a charter
        self.barred: Table[str, bool] = self.table("barred")  # failed charters, until the next stock round
        self.form: Table[str, str] = self.table("form")  # of each train that has been bought
        self.warranties: Table[str, int] = self.table("warranties")
        self.expired: Table[str, bool] = self.table("expired")  # obsolete trains that live on their warranty
        self.bought: Table[tuple[Player, str], int] = self.table("bought")  # shares, in this stock round
        self.slot: Table[str, int] = self.table("slot")  # where in its city a marker stands
        self.has_run: Table[str, bool] = self.table("has_run")  # in any of its lives


class Game1862(RailGame):
    """A game of 1862, for the type checker: any `RailGame` of this title is one."""

    state: State1862
