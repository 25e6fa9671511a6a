"""6.5 Station tokens."""

from __future__ import annotations

from stockrail.rules.station import StationStep
from stockrail.titles.g1883.state import Game1883


class PlaceStation(StationStep[Game1883], frozen=True):
    """6.5 One token a turn."""
