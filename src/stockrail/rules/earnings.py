"""What a company would earn now, part by part: the same form for train runs and any other income."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from stockrail.routes import Run


class Part(msgspec.Struct, frozen=True):
    """What one train, station or group of hexes earns, and how."""

    source: str  # a train's id, or a name for which the title has words ("source id=…")
    amount: int
    places: tuple[str, ...] = ()  # the hexes, in order
    items: tuple[tuple[str, int], ...] = ()  # a hex or the name of a bonus, and what it pays


class Account(msgspec.Struct, frozen=True):
    """The most a company can earn now, as far as it is proven. Parts add up to the total."""

    parts: tuple[Part, ...] = ()
    total: int = 0
    beside: int = 0  # what it gets besides, which is no revenue
    proven: bool = True
    most: int = 0  # no more is possible
    notes: tuple[tuple[str, Mapping[str, Any]], ...] = ()  # how it comes about: kinds with parameters, for `words`
    run: Run | None = None  # the train run behind it, where there is one

    @property
    def gap(self) -> int:
        """How much more could still be possible."""
        return self.most - self.total


def account_of(run: Run) -> Account:
    """A run as an account: each train is a part, and each train that doubles a stop."""
    trains = [
        Part(
            route.train,
            route.revenue,
            route.hexes,
            (*((place[0], value) for place, value in zip(route.stops, route.values, strict=True)), *route.bonuses),
        )
        for route in run.routes
    ]
    doubled = [Part(each.train, each.pays, each.place[:1], ((each.place[0], each.pays),)) for each in run.doubled]
    return Account((*trains, *doubled), run.total, run.subsidy, run.complete, run.total + run.gap, run=run)
