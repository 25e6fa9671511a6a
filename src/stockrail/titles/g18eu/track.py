"""4.4.1, 4.6 Laying track, with the consent of a minor's owner where a hex needs it; 4.4.2 placing a token."""

from __future__ import annotations

from stockrail.core import Action
from stockrail.rules.actions import LayTile
from stockrail.rules.agreement import Proposal
from stockrail.rules.game import RailGame
from stockrail.rules.laying import TrackStep, lay_tile
from stockrail.rules.shares import controlled, owner_of
from stockrail.rules.station import StationStep
from stockrail.titles.g18eu.companies import is_minor, one_stop_a_hex


def consent_needed(game: RailGame, company: str, hex_: str) -> int | None:
    """4.6-f Whose consent a first tile on a grey hex needs, if it is not the company's own owner's."""
    minor = game.title.map_facts["consent"].get(hex_)
    if minor is None or hex_ in game.state.laid:
        return None
    owner = owner_of(game, minor)
    return None if owner == controlled(game, company) else owner


class LayTrack(TrackStep, frozen=True):
    """Lay a tile, or upgrade one; a minor lays yellow only. 4.4.1-d, e, f The treasury pays for the terrain."""

    lays: int
    refused: tuple[str, ...] = ()

    def any(self, game: RailGame) -> bool:
        if self.lays == 0:
            return False
        return game.ruling("skipping") == "as_site" or next(self.possible(game), None) is not None

    def take(self, game: RailGame, action: Action) -> None:
        if not isinstance(action, LayTile):
            game.pop_frame()
            return
        asked = consent_needed(game, self.company, action.hex)
        if asked is None:
            game.change_frame(lays=self.lays - 1)
            lay_tile(game, action)
        else:
            game.note("asks_consent", company=self.company, hex=action.hex, player=asked)
            game.push_frame(Consent(asked, action))

    # -- what is legal ------------------------------------------------------------------------------------------

    def colour_fault(self, game: RailGame, colour: str) -> str | None:
        barred = colour != "yellow" and is_minor(game, self.company)
        return super().colour_fault(game, colour) or ("minor_upgrades" if barred else None)

    def place_fault(self, game: RailGame, action: LayTile) -> str | None:
        return super().place_fault(game, action) or self._consent_fault(game, action.hex)

    def _consent_fault(self, game: RailGame, hex_: str) -> str | None:
        if consent_needed(game, self.company, hex_) is None:
            return None
        if game.ruling("grey_hexes") == "owner_only":
            return "owner_only"
        return "consent_refused" if hex_ in self.refused else None

    def one_stop_a_hex(self, game: RailGame) -> bool:
        return one_stop_a_hex(game)


class Consent(Proposal, frozen=True):
    """4.6-f Whether the company may lay this tile on the grey hex."""

    lay: LayTile

    def accepted(self, game: RailGame) -> None:
        step = game.stack[-1]
        assert isinstance(step, LayTrack)
        game.note("consents", player=self.asked, hex=self.lay.hex)
        game.change_frame(lays=step.lays - 1)
        lay_tile(game, self.lay)

    def refused(self, game: RailGame) -> None:
        step = game.stack[-1]
        assert isinstance(step, LayTrack)
        game.change_frame(refused=(*step.refused, self.lay.hex))


class PlaceStation(StationStep, frozen=True):
    """4.4.2 One spare token on an open circle within reach, free of charge."""

    def any(self, game: RailGame) -> bool:
        return not is_minor(game, self.company) and super().any(game)

    def one_stop_a_hex(self, game: RailGame) -> bool:
        return one_stop_a_hex(game)
