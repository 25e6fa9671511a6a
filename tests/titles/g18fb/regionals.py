"""Positions of 18FB with regional companies: whose they are, where their tokens are, what lies around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.rules.actions import LayTile, Pass
from stockrail.rules.track import track
from stockrail.titles.g18fb.phases import REGIONAL_DUE, change_phase
from stockrail.titles.g18fb.rounds import RegionalRound, lay_homes

from .holding import TITLE, Place

FOGGIA, SEVERO, GIOVANNI, RODI, MANFREDONIA = "L27", "L29", "M28", "N29", "M26"
BROWN_FOGGIA = {FOGGIA: ("FBW-b6", 0)}


def unified(phase: str = "5", **more: Any) -> Place:
    """Phase 5 has begun as in a game: no Bourbon tokens, regional certificates in the initial offer."""
    place = Place("4", **more)
    change_phase(place.game, "5", "NN")
    place.phase(phase)
    return place


def settled(
    owners: Mapping[str, Any], tiles: Mapping[str, tuple[str, int]] | None = None, phase: str = "5", **more: Any
) -> Place:
    """The regional round is over: these have owners, the others lie in the pool; all home tokens are laid or wait."""
    place = unified(phase, **more).tiles(**(tiles or {}))
    for regional in TITLE.companies_of("regional"):
        place.regional(regional, owners.get(regional, "pool"))
    lay_homes(place.game)
    place.state.flags[REGIONAL_DUE] = False
    return place


def auctions(place: Place, opener: int = 0) -> Any:
    """The regional round, with the priority where it begins."""
    place.state.flags["priority"] = opener
    return place.round(RegionalRound(2, opener), coming="round_end")


def lays(game: Any, hex_: str, colour: str = "") -> list[LayTile]:
    """The tiles on the menu for a hex."""
    kinds = TITLE.board.tiles
    found = [action for action in game.legal_actions() if isinstance(action, LayTile) and action.hex == hex_]
    return [lay for lay in found if kinds[lay.tile].color == (colour or kinds[lay.tile].color)]


def lay(game: Any, hex_: str, colour: str = "") -> LayTile:
    """Lay one of these tiles, the one with most exits."""
    chosen = max(lays(game, hex_, colour), key=lambda one: len(TITLE.board.face(one.tile, one.rotation).exits))
    game.push(chosen)
    return chosen


def decline(game: Any) -> None:
    game.push(Pass(game.actor))


def colour_of(game: Any, hex_: str) -> str:
    return track(game).face(hex_).color
