"""The step in which a company places a station token."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stockrail.core import Action
from stockrail.rules.actions import Pass, PlaceToken
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import R, pay
from stockrail.rules.state import BANK, CityAt, city_at
from stockrail.rules.tokens import cities_to_token, spare_of, token_fault


class StationStep(CompanyDecision[R], frozen=True):
    """Place one token in an open circle within reach, or pass. A title says who may, and where else."""

    deeds = (PlaceToken, Pass)
    unasked_fault = "token_or_pass"
    tells = ("hex",)

    def any(self, game: R) -> bool:
        return bool(spare_of(game, self.company)) and bool(self.places(game))

    def told(self, game: R, action: PlaceToken) -> Mapping[str, Any]:
        cost = game.title.token_cost(game, self.company, (action.hex, action.stop))
        return {**super().told(game, action), "cost": cost}

    def moves(self, game: R) -> Iterable[PlaceToken]:
        player = self.actor(game)
        return [PlaceToken(player, self.company, *place) for place in self.places(game)]

    def take(self, game: R, action: Action) -> None:
        game.pop_frame()
        if isinstance(action, PlaceToken):
            self.place(game, action)

    # -- what a title says --------------------------------------------------------------------------------------

    def one_stop_a_hex(self, game: R) -> bool:
        """Whether a route may call but once in each hex."""
        return True

    def places(self, game: R) -> Sequence[CityAt]:
        """Where a token may go."""
        cities = cities_to_token(game, self.company, self.one_stop_a_hex(game))
        return [place for place in cities if self.place_fault(game, place) is None]

    def fault(self, game: R, action: PlaceToken) -> str | None:
        fault = token_fault(game, self.company, action.hex, action.stop, self.one_stop_a_hex(game))
        return fault or self.place_fault(game, (action.hex, action.stop))

    def place_fault(self, game: R, place: CityAt) -> str | None:
        """Why a token may not go to an open circle within reach: here that the treasury cannot pay."""
        cost = game.title.token_cost(game, self.company, place)
        return "cannot_pay_token" if cost > game.state.cash[self.company] else None

    def place(self, game: R, action: PlaceToken) -> None:
        token, city = spare_of(game, self.company)[0], (action.hex, action.stop)
        cost = game.title.token_cost(game, self.company, city)
        pay(game, self.company, BANK, cost)
        game.state.shelves.move(token, city_at(*city))
        game.note("places_token", company=self.company, hex=action.hex, **({"cost": cost} if cost else {}))
