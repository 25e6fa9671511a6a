"""7.6 Building track; 7.7, 7.6.5 placing a station, or a terminal in London."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stockrail.board import Lay, adds_stop, stop_additions
from stockrail.core import Action
from stockrail.rules.actions import LayTile, PlaceToken
from stockrail.rules.laying import TrackStep, tiles_left
from stockrail.rules.state import CityAt
from stockrail.rules.station import StationStep
from stockrail.rules.tokens import spare_of, token_owner
from stockrail.rules.track import track
from stockrail.titles.g1862.companies import home_of, in_receivership, lner_formed
from stockrail.titles.g1862.home import lay_tile, place_station
from stockrail.titles.g1862.state import LONDON, Game1862

TERMINAL = "London"


def may_build(game: Game1862, company: str) -> bool:
    """7.3-a, 10.3-b"""
    return not in_receivership(game, company) and not lner_formed(game)


class LayTrack(TrackStep[Game1862], frozen=True):
    """7.6-a One N tile, or up to two other yellow ones, or one upgrade, or one small station. `laid` is so far."""

    laid: tuple[str, ...] = ()

    def any(self, game: Game1862) -> bool:
        if not self._turn_left(game):
            return False
        return game.ruling("skipping") == "as_site" or next(self.possible(game), None) is not None

    def take(self, game: Game1862, action: Action) -> None:
        if not isinstance(action, LayTile):
            game.pop_frame()
            return
        game.state.flags["built"] = "track"
        game.change_frame(laid=(*self.laid, action.tile))
        lay_tile(game, action)

    # -- what is legal ------------------------------------------------------------------------------------------

    def _turn_left(self, game: Game1862) -> bool:
        """7.2-c An upgrade of the home is the whole build of the turn."""
        if not may_build(game, self.company) or game.state.flags.get("built") == "home":
            return False
        return not self.laid or (len(self.laid) == 1 and self._is_plain_yellow(game, self.laid[0]))

    def _is_plain_yellow(self, game: Game1862, tile: str) -> bool:
        kind = game.title.board.tiles[tile]
        return kind.color == "yellow" and kind.label != "N"

    def additions(self, game: Game1862) -> Iterable[Lay]:
        found = [] if self.laid else stop_additions(track(game))
        return [lay for lay in found if self._marker_left(game, lay.tile)]

    def _marker_left(self, game: Game1862, tile: str) -> bool:
        """R6 A marker on a tile that lies there already is free, unless each way of marking is a tile of its own."""
        return game.ruling("tile_supply") == "by_tile" or tiles_left(game, tile) > 0

    def tile_fault(self, game: Game1862, tile: str) -> str | None:
        """7.6-a, 7.6.2-a, 7.6.3-a"""
        return "one_build_a_turn" if self.laid and not self._is_plain_yellow(game, tile) else None

    def is_spare(self, game: Game1862, action: LayTile) -> bool:
        """A small station needs no tile of the supply, or only one with such a marker."""
        marks = self._is_addition(game, action) and self._marker_left(game, action.tile)
        return marks or super().is_spare(game, action)

    def place_fault(self, game: Game1862, action: LayTile) -> str | None:
        elsewhere = action.hex != home_of(game, self.company)[0]
        return "home_hex_first" if self._home_first(game) and elsewhere else None

    def pass_fault(self, game: Game1862) -> str | None:
        """7.2-b, R7 In its first turn a company builds on its empty home hex, if any tile fits there."""
        due = game.state.flags.get("home_placed") and self._home_first(game)
        return "build_home_first" if due and next(self.possible(game), None) is not None else None

    def _home_first(self, game: Game1862) -> bool:
        """7.2-b, g As long as the home hex is empty the first tile goes there."""
        return not self.laid and home_of(game, self.company)[0] not in game.state.laid

    def _is_addition(self, game: Game1862, action: LayTile) -> bool:
        """7.6.4-a A small station, anywhere on the map."""
        old = track(game).face(action.hex)
        return adds_stop(game.title.board, old, game.title.board.face(action.tile, action.rotation))

    def track_fault(self, game: Game1862, action: LayTile) -> str | None:
        return None if self._is_addition(game, action) else super().track_fault(game, action)

    def one_stop_a_hex(self, game: Game1862) -> bool:
        return False


class PlaceStation(StationStep[Game1862], frozen=True):
    """7.7 One marker in a free slot within reach; 7.6.5 who has not built in this turn may go to London instead."""

    def any(self, game: Game1862) -> bool:
        if not may_build(game, self.company) or not spare_of(game, self.company):
            return False
        full = game.ruling("skipping") == "as_site" and london_fault(game, self.company) == "london_is_full"
        return (full and london_reached(game, self.company)) or super().any(game)

    def one_stop_a_hex(self, game: Game1862) -> bool:
        return False

    def places(self, game: Game1862) -> Sequence[CityAt]:
        cities = super().places(game)
        return cities if london_fault(game, self.company) else [*cities, (TERMINAL, 0)]

    def fault(self, game: Game1862, action: PlaceToken) -> str | None:
        return london_fault(game, self.company) if action.hex == TERMINAL else super().fault(game, action)

    def place(self, game: Game1862, action: PlaceToken) -> None:
        if action.hex == TERMINAL:
            game.state.shelves.move(spare_of(game, self.company)[0], LONDON)
            game.note("builds_terminal", company=self.company)
        else:
            place_station(game, self.company, action.hex, action.stop)
            game.note("places_token", company=self.company, hex=action.hex)


def in_london(game: Game1862) -> list[str]:
    """The companies that have a terminal in London."""
    return [token_owner(token) for token in game.state.shelves.on(LONDON)]


def london_fault(game: Game1862, company: str) -> str | None:
    """7.6.5, 7.7-a"""
    if not spare_of(game, company):
        return "no_spare_token"
    if game.state.flags.get("built"):
        return "terminal_or_track"
    if company in in_london(game):
        return "one_terminal"
    if len(in_london(game)) >= game.title.facts["london"]["slots"]:
        return "london_is_full"
    return None if london_reached(game, company) else "london_not_reached"


def london_reached(game: Game1862, company: str) -> bool:
    """7.6.5-a"""
    now = track(game)
    places = [now.face(hex_).stops[stop].location for hex_, stop in now.reach(company, False).stops]
    return game.title.facts["london"]["location"] in places
