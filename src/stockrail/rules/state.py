"""The state that railway titles share, and the names of the places where things lie."""

from __future__ import annotations

from typing import Any, TypeAlias

from stockrail.core import State, Table
from stockrail.market import Cell

Player: TypeAlias = int
Holder: TypeAlias = int | str
CityAt: TypeAlias = tuple[str, int]

BANK = "bank"
POOL = "pool"
IPO = "ipo"
DEPOT = "depot"
BOX = "box"

SHARE = 10  # percent of a company
WHOLE = 100


def certs_at(holder: Holder, company: str) -> tuple[str, Holder, str]:
    """Where the certificates of a company lie that a player, the pool or a treasury holds."""
    return ("certs", holder, company)


def trains_at(holder: Holder) -> tuple[str, Holder]:
    return ("trains", holder)


def spare_tokens(company: str) -> tuple[str, str]:
    return ("spare", company)


def city_at(hex_: str, stop: int) -> tuple[str, str, int]:
    return ("city", hex_, stop)


class RailState(State):
    """Who holds what is on shelves and in purses; the rest is in these tables."""

    seen_track: tuple[object, Any] | None = None  # the last answer of `rules.track`, with its moment

    def __getstate__(self) -> dict[str, Any]:
        """Copies look for their own track."""
        return {name: value for name, value in self.__dict__.items() if name != "seen_track"}

    def __init__(self) -> None:
        super().__init__()
        self.cell: Table[str, Cell] = self.table("cell")
        self.pile: Table[Cell, tuple[str, ...]] = self.table("pile")
        self.par: Table[str, int] = self.table("par")
        self.floated: Table[str, bool] = self.table("floated")
        self.turns: Table[str, int] = self.table("turns")
        self.acted: Table[str, int] = self.table("acted")  # in this operating round: 1 for the first, and so on
        self.laid: Table[str, tuple[str, int]] = self.table("laid")
        self.sold: Table[tuple[Player, str], bool] = self.table("sold")
        self.bankrupt: Table[Player, bool] = self.table("bankrupt")
        self.last_run: Table[str, int] = self.table("last_run")
        self.flags: Table[str, Any] = self.table("flags")
