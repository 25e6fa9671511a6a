"""4.3 Where a new corporation begins: in the place of a minor, or from phase 5 on any open city circle."""

from __future__ import annotations

from stockrail.core import Action, Menu
from stockrail.rules.actions import PlaceHome
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import RailGame
from stockrail.rules.state import CityAt, city_at
from stockrail.rules.tokens import spare_of
from stockrail.rules.track import track
from stockrail.titles.g18eu.actions import FoundWith
from stockrail.titles.g18eu.companies import minors_of
from stockrail.titles.g18eu.merging import found_with


def open_circles(game: RailGame) -> list[CityAt]:
    """4.3-p Every city with a free circle, built or not."""
    now = track(game)
    return [
        (hex_, stop)
        for hex_ in game.title.board.hexes
        for stop, place in enumerate(now.face(hex_).stops)
        if place.kind == "city" and now.is_open(hex_, stop)
    ]


class ChooseMinor(CompanyDecision, frozen=True):
    """4.1.3-b The founder merges one of his minors."""

    def check(self, game: RailGame, action: Action) -> None:
        if not isinstance(action, FoundWith) or action.company != self.company:
            raise game.refusal("choose_minor", company=self.company)
        if action.minor not in minors_of(game, self.actor(game)):
            raise game.refusal("not_your_minor", minor=action.minor)

    def kinds(self, game: RailGame) -> tuple[type[Action], ...]:
        return (FoundWith,)

    def list(self, game: RailGame) -> Menu:
        player = self.actor(game)
        return [FoundWith(player, self.company, minor) for minor in minors_of(game, player)]

    def take(self, game: RailGame, action: Action) -> None:
        assert isinstance(action, FoundWith)
        game.pop_frame()
        found_with(game, self.company, action.minor)


class ChooseHome(CompanyDecision, frozen=True):
    """4.3-p From phase 5 the founder puts the base token on an open circle."""

    def check(self, game: RailGame, action: Action) -> None:
        if not isinstance(action, PlaceHome) or action.company != self.company:
            raise game.refusal("choose_home", company=self.company)
        if (action.hex, action.stop) not in open_circles(game):
            raise game.refusal("no_open_circle", hex=action.hex, stop=action.stop)

    def kinds(self, game: RailGame) -> tuple[type[Action], ...]:
        return (PlaceHome,)

    def list(self, game: RailGame) -> Menu:
        player = self.actor(game)
        return [PlaceHome(player, self.company, *circle) for circle in open_circles(game)]

    def take(self, game: RailGame, action: Action) -> None:
        assert isinstance(action, PlaceHome)
        game.pop_frame()
        game.state.shelves.move(spare_of(game, self.company)[0], city_at(action.hex, action.stop))
        game.note("places_home", company=self.company, hex=action.hex)
