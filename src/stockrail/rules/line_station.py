"""The step in which a company places a station token along a line, and the lines that lead to a place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stockrail.rules.actions import Pass, PlaceToken
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import R, RailGame
from stockrail.rules.lines import Line, cheapest, line_along, lines
from stockrail.rules.state import CityAt
from stockrail.rules.tokens import cities_with_room, has_token_at
from stockrail.rules.track import track


def all_lines(game: RailGame, company: str) -> Mapping[CityAt, Sequence[Line]]:
    """The listed lines to every place where the company may put a token."""
    now, goals = track(game), cities_with_room(game, company)
    return lines(now, company, goals, game.title.line_costs(game), now.board.twins)


def lines_to(game: RailGame, company: str, place: CityAt) -> Sequence[Line]:
    """The listed lines of a company to a place, whether it has room there or not."""
    now = track(game)
    return lines(now, company, frozenset({place}), game.title.line_costs(game), now.board.twins).get(place, ())


def line_for(game: RailGame, company: str, place: CityAt, hexes: Sequence[str]) -> Line | None:
    """The legal line along these hexes; without hexes the listed one, if there is only one."""
    now = track(game)
    if hexes:
        return line_along(now, company, place, tuple(hexes), game.title.line_costs(game), now.board.twins)
    listed = lines_to(game, company, place)
    return listed[0] if len(listed) == 1 else None


def is_joined(game: RailGame, company: str, place: CityAt) -> bool:
    """Whether a line of the company leads to a place, or it has a token in that city."""
    return has_token_at(game, company, place) or least_cost(game, company, frozenset({place})) is not None


def least_cost(game: RailGame, company: str, places: frozenset[CityAt]) -> int | None:
    """What the cheapest line of a company to any of these places costs; None if there is none."""
    return cheapest(track(game), company, places, game.title.line_costs(game))


class LineStep(CompanyDecision[R], frozen=True):
    """Place one token along a line, or pass. A title says who may, where, and what follows."""

    deeds = (PlaceToken, Pass)
    unasked_fault = "token_or_pass"
    tells = ("hex",)

    def any(self, game: R) -> bool:
        if self.turn_fault(game):
            return False
        least = least_cost(game, self.company, cities_with_room(game, self.company))
        return least is not None and least <= game.state.cash[self.company]

    def moves(self, game: R) -> Iterator[PlaceToken]:
        """Every listed line that can be paid."""
        if self.turn_fault(game):
            return
        player, cash = self.actor(game), game.state.cash[self.company]
        for place, found in all_lines(game, self.company).items():
            for line in found:
                if line.cost <= cash:
                    yield PlaceToken(player, self.company, *place, line.hexes)

    def fault(self, game: R, action: PlaceToken) -> str | None:
        return self.line_fault(game, (action.hex, action.stop), action.line)

    def told(self, game: R, action: PlaceToken) -> dict[str, Any]:
        return {**super().told(game, action), "cash": game.state.cash[self.company]}

    # -- what a title says --------------------------------------------------------------------------------------

    def turn_fault(self, game: R) -> str | None:
        """Why the company may place no token at all now."""
        raise NotImplementedError

    def line_fault(self, game: R, place: CityAt, line: Sequence[str]) -> str | None:
        """Why it may not place one there along a line; there may be no such place."""
        raise NotImplementedError
