"""What 18FB keeps beside the state that all railway titles share, and where its own things lie."""

from __future__ import annotations

from stockrail.core import Table
from stockrail.core.journal import Place
from stockrail.rules.game import RailGame
from stockrail.rules.state import Holder, RailState

INTERMEDIATE, FINAL = "intermediate", "final"


def concession_of(company: str) -> str:
    """The concession of a company, as a thing on a shelf."""
    return f"concession.{company}"


def concessions_at(holder: Holder) -> Place:
    """Where concessions lie: with a player, in the initial offer (IPO), in the pool, or out of the game (BOX)."""
    return ("concessions", holder)


def deposit_on(company: str) -> str:
    """The purse of the money that lies on a concession."""
    return f"deposit:{company}"


def with_card(card: str) -> str:
    """The holder of the free share that lies with an unsold card."""
    return f"card:{card}"


class State18FB(RailState):
    """Cards, concessions and claims are things on shelves; deposits are purses.

    Flags of its own: "all_steps" (the company that has played all tile steps of its turn), "built" (the one whose turn
    is that of a company in building state, whatever it is now), "top" (a company stood on the highest price), "order"
    (seats in order of play), "export" (trains of phase 5 leave), "regional_due" (their round comes).
    """

    def __init__(self) -> None:
        super().__init__()
        self.steps: Table[str, int] = self.table("steps")  # tile steps, fixed when a company floats
        self.reached: Table[tuple[str, str], bool] = self.table("reached")  # (company, INTERMEDIATE or FINAL)
        self.owed: Table[str, bool] = self.table("owed")  # reached its final destination too early for the bonus
        self.operated: Table[str, bool] = self.table("operated")  # has run, or was free to: its stock may be sold
        self.deposit: Table[str, int] = self.table("deposit")  # what was paid for a concession
        self.refunded: Table[str, int] = self.table("refunded")  # how much of it came back
        self.late: Table[str, bool] = self.table("late")  # was paid when the first destination had been reached
        self.fell: Table[str, int] = self.table("fell")  # the turn in which a concession was withdrawn
        self.conceded: Table[str, bool] = self.table("conceded")  # companies whose concession was ever bought
        self.placed: Table[str, int] = self.table("placed")  # tokens of the company in turn, in this turn
        self.markers: Table[str, int] = self.table("markers")  # town markers
        self.left_home: Table[str, bool] = self.table("left_home")  # companies that have placed a token
        self.passed: Table[tuple[str, str], bool] = self.table("passed")  # (company, hex): a line led through it
        self.played: Table[str, str] = self.table("played")  # card -> company for which its power was used
        self.base: Table[str, str] = self.table("base")  # a home that was chosen
        self.merged: Table[str, str] = self.table("merged")  # company -> national company that absorbed it
        self.closed: Table[str, bool] = self.table("closed")  # companies out of the game
        self.lease: Table[str, int] = self.table("lease")  # national company -> what it still owes for a train
        self.paid_bonus: Table[tuple[str, str], bool] = self.table("paid_bonus")  # (regional company, destination)


class Game18FB(RailGame):
    """A game of 18FB, for the type checker: any `RailGame` of this title is one."""

    state: State18FB
