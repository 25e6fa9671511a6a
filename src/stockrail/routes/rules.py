"""What a title declares about running trains: which stops count, what they pay, which bonuses there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class TrainUse(NamedTuple):
    """A train that runs: how many counted stops it can visit, or that it doubles a stop of another train."""

    train: str
    reach: int
    doubles: bool = False


@dataclass(frozen=True, slots=True)
class EndToEndBonus:
    """Pays for a route between two stops of one kind, by the number of the company's own stations on it."""

    name: str
    kind: str
    table: tuple[int, ...]  # for one own station, two, ...; the last entry also for more

    def value(self, first: str, last: str, stations: int) -> int:
        """The bonus of a route from a stop of kind `first` to one of kind `last`."""
        return self.by_stations(stations) if first == last == self.kind else 0

    def by_stations(self, stations: int) -> int:
        return self.table[min(stations, len(self.table)) - 1] if stations and self.table else 0


Bonus = EndToEndBonus


@dataclass(frozen=True, slots=True)
class RunRules:
    """How routes are counted and paid in the present phase. Hashable: results are remembered by it."""

    counted: frozenset[str]  # kinds of stop that count against a train's number
    colour: str  # the entry of revenue tables that applies now
    one_stop_a_hex: bool = True
    bonuses: tuple[Bonus, ...] = ()
