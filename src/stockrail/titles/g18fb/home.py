"""3.6.1 The home of the SFM."""

from __future__ import annotations

from stockrail.core import Action, Menu
from stockrail.rules.actions import PlaceHome
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.state import CityAt, city_at
from stockrail.rules.tokens import has_room, spare_of
from stockrail.rules.track import track
from stockrail.titles.g18fb.destinations import raise_price
from stockrail.titles.g18fb.placing import is_empty_yellow_city
from stockrail.titles.g18fb.state import Game18FB


def open_homes(game: Game18FB, company: str) -> list[CityAt]:
    """3.6.1-a, Q61 Every city, built or not, with a slot that is not taken and not printed for somebody."""
    now = track(game)
    return [
        (hex_, stop)
        for hex_ in game.title.board.hexes
        for stop, place in enumerate(now.face(hex_).stops)
        if place.kind == "city" and has_room(game, company, hex_, stop)
    ]


class ChooseHome(CompanyDecision[Game18FB], frozen=True):
    """3.6.1-a The buyer of the SFM's president's certificate puts its home token on a city right after par."""

    def check(self, game: Game18FB, action: Action) -> None:
        if not isinstance(action, PlaceHome) or action.company != self.company:
            raise game.refusal("choose_home", company=self.company)
        if (action.hex, action.stop) not in open_homes(game, self.company):
            raise game.refusal("no_open_circle", hex=action.hex, stop=action.stop)

    def kinds(self, game: Game18FB) -> tuple[type[Action], ...]:
        return (PlaceHome,)

    def list(self, game: Game18FB) -> Menu:
        player = self.actor(game)
        return [PlaceHome(player, self.company, *place) for place in open_homes(game, self.company)]

    def take(self, game: Game18FB, action: Action) -> None:
        assert isinstance(action, PlaceHome)
        game.pop_frame()
        place = action.hex, action.stop
        raises = game.ruling("sfm_home_bonus") == "yes" and is_empty_yellow_city(game, place)
        game.state.shelves.move(spare_of(game, self.company)[0], city_at(*place))
        game.note("places_home", company=self.company, hex=action.hex)
        if raises:
            raise_price(game, self.company, "yellow_city")
