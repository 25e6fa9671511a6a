"""6.5 Station tokens."""

from __future__ import annotations

from stockrail.rules.actions import PlaceToken
from stockrail.rules.state import CityAt
from stockrail.rules.station import StationStep
from stockrail.titles.g1883.companies import is_cooperative
from stockrail.titles.g1883.concessions import settle_concessions
from stockrail.titles.g1883.places import is_north
from stockrail.titles.g1883.state import Game1883


class PlaceStation(StationStep[Game1883], frozen=True):
    """6.5 One token a turn."""

    def one_stop_a_hex(self, game: Game1883) -> bool:
        return False  # A98

    def place_fault(self, game: Game1883, place: CityAt) -> str | None:
        """6.5.2-f"""
        north = is_cooperative(game, self.company) and is_north(game.title, place[0])
        return "north_of_the_line" if north else super().place_fault(game, place)

    def place(self, game: Game1883, action: PlaceToken) -> None:
        super().place(game, action)
        settle_concessions(game)
