"""4.4.1, 4.6 Laying track, with the consent of a minor's owner where a hex needs it; 4.4.2 placing a token."""

from __future__ import annotations

from collections.abc import Iterator

from stockrail.board import Lay, check_lay, possible_lays
from stockrail.core import Action, Menu
from stockrail.rules.actions import LayTile, Pass, PlaceToken
from stockrail.rules.agreement import Proposal
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import RailGame, pay
from stockrail.rules.shares import controlled, owner_of
from stockrail.rules.state import BANK, city_at
from stockrail.rules.tokens import cities_to_token, spare_of, token_fault, track
from stockrail.rules.track import put_tile, supply, terrain_cost, tiles_left
from stockrail.titles.g18eu.companies import is_minor, one_stop_a_hex


def consent_needed(game: RailGame, company: str, hex_: str) -> int | None:
    """4.6-f Whose consent a first tile on a grey hex needs, if it is not the company's own owner's."""
    minor = game.title.map_facts["consent"].get(hex_)
    if minor is None or hex_ in game.state.laid:
        return None
    owner = owner_of(game, minor)
    return None if owner == controlled(game, company) else owner


class LayTrack(CompanyDecision, frozen=True):
    """Lay a tile, or upgrade one; a minor lays yellow only."""

    lays: int
    refused: tuple[str, ...] = ()

    def any(self, game: RailGame) -> bool:
        if self.lays == 0:
            return False
        return game.ruling("skipping") == "as_site" or next(self._lays(game), None) is not None

    def check(self, game: RailGame, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, LayTile) or action.company != self.company:
            raise game.refusal("lay_or_pass", company=self.company)
        fault = self._fault(game, action) or self._track_fault(game, action)
        if fault:
            raise game.refusal(fault, company=self.company, hex=action.hex, tile=action.tile)

    def list(self, game: RailGame) -> Menu:
        return [*self._lays(game), Pass(self.actor(game))]

    def take(self, game: RailGame, action: Action) -> None:
        if not isinstance(action, LayTile):
            game.pop_frame()
            return
        asked = consent_needed(game, self.company, action.hex)
        if asked is None:
            game.change_frame(lays=self.lays - 1)
            lay(game, action)
        else:
            game.note("asks_consent", company=self.company, hex=action.hex, player=asked)
            game.push_frame(Consent(asked, action))

    # -- what is legal ------------------------------------------------------------------------------------------

    def _lays(self, game: RailGame) -> Iterator[LayTile]:
        player = self.actor(game)
        kinds, minor = game.title.board.tiles, is_minor(game, self.company)
        colours = [colour for colour in game.phase.tiles if colour == "yellow" or not minor]
        tiles = [name for name, left in supply(game).items() if left and kinds[name].color in colours]
        for hex_, tile, rotation in possible_lays(track(game), self.company, tiles, one_stop_a_hex(game)):
            if self._place_fault(game, hex_, tile) is None:
                yield LayTile(player, self.company, hex_, tile, rotation)

    def _colour_fault(self, game: RailGame, tile: str) -> str | None:
        colour = game.title.board.tiles[tile].color
        if colour not in game.phase.tiles:
            return "colour_not_yet"
        return "minor_upgrades" if colour != "yellow" and is_minor(game, self.company) else None

    def _fault(self, game: RailGame, action: LayTile) -> str | None:
        """All but the track itself."""
        board, hex_ = game.title.board, action.hex
        if action.tile not in board.tiles or hex_ not in board.hexes:
            return "no_such_tile"
        fault = self._colour_fault(game, action.tile)
        if fault:
            return fault
        return self._place_fault(game, hex_, action.tile) if tiles_left(game, action.tile) else "no_tile_left"

    def _place_fault(self, game: RailGame, hex_: str, tile: str) -> str | None:
        """A tile that is there and allowed: may it come to this hex?"""
        if terrain_cost(game, hex_, game.title.board.tiles[tile].color) > game.state.cash[self.company]:
            return "cannot_pay_terrain"
        return self._consent_fault(game, hex_)

    def _consent_fault(self, game: RailGame, hex_: str) -> str | None:
        if consent_needed(game, self.company, hex_) is None:
            return None
        if game.ruling("grey_hexes") == "owner_only":
            return "owner_only"
        return "consent_refused" if hex_ in self.refused else None

    def _track_fault(self, game: RailGame, action: LayTile) -> str | None:
        lay_ = Lay(action.hex, action.tile, action.rotation)
        return check_lay(track(game), self.company, lay_, one_stop_a_hex(game))


class Consent(Proposal, frozen=True):
    """4.6-f May the company lay this tile on the grey hex?"""

    lay: LayTile

    def accepted(self, game: RailGame) -> None:
        step = game.stack[-1]
        assert isinstance(step, LayTrack)
        game.note("consents", player=self.asked, hex=self.lay.hex)
        game.change_frame(lays=step.lays - 1)
        lay(game, self.lay)

    def refused(self, game: RailGame) -> None:
        step = game.stack[-1]
        assert isinstance(step, LayTrack)
        game.change_frame(refused=(*step.refused, self.lay.hex))


def lay(game: RailGame, action: LayTile) -> None:
    """4.4.1-d, e, f The terrain is paid from the treasury."""
    colour = game.title.board.tiles[action.tile].color
    cost = terrain_cost(game, action.hex, colour)
    pay(game, action.company, BANK, cost)
    game.note("lays", company=action.company, hex=action.hex, tile=action.tile, rotation=action.rotation, cost=cost)
    put_tile(game, action.hex, action.tile, action.rotation)


class PlaceStation(CompanyDecision, frozen=True):
    """4.4.2 One spare token on an open circle within reach, free of charge."""

    def any(self, game: RailGame) -> bool:
        if is_minor(game, self.company) or not spare_of(game, self.company):
            return False
        return bool(cities_to_token(game, self.company, one_stop_a_hex(game)))

    def check(self, game: RailGame, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, PlaceToken) or action.company != self.company:
            raise game.refusal("token_or_pass", company=self.company)
        fault = token_fault(game, self.company, action.hex, action.stop, one_stop_a_hex(game))
        if fault:
            raise game.refusal(fault, company=self.company, hex=action.hex)

    def list(self, game: RailGame) -> Menu:
        player = self.actor(game)
        cities = cities_to_token(game, self.company, one_stop_a_hex(game))
        return [*(PlaceToken(player, self.company, *city) for city in cities), Pass(player)]

    def take(self, game: RailGame, action: Action) -> None:
        game.pop_frame()
        if isinstance(action, PlaceToken):
            token = spare_of(game, self.company)[0]
            game.state.shelves.move(token, city_at(action.hex, action.stop))
            game.note("places_token", company=self.company, hex=action.hex)
