"""Positions of 18FB with track: lines of tiles laid hex by hex, and tokens at their ends."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.board.laying import keeps_track
from stockrail.core import IllegalAction
from stockrail.rules.actions import PlaceToken
from stockrail.rules.track import track
from stockrail.titles.g18fb.places import settle_claims

from .holding import TITLE, A, Place

BOARD = TITLE.board


def joined(place: Place, *hexes: str, **colours: str) -> Place:
    """Lay tiles so that a line leads over these hexes, yellow ones unless told; its ends get track that way, too."""
    for number, hex_ in enumerate(hexes):
        around = [hexes[n] for n in (number - 1, number + 1) if 0 <= n < len(hexes)]
        sides = sorted(BOARD.hexes[hex_].neighbors.index(other) for other in around)
        old = track(place.game).face(hex_)
        if hex_ not in colours and _leads(old, sides):
            continue
        place.tiles(**{hex_: _tile(hex_, old, sides, colours.get(hex_, "yellow"))})
    return place


def _leads(face: Any, sides: list[int]) -> bool:
    return tuple(sides) in face.joined() if len(sides) == 2 else set(sides) <= face.exits


def _tile(hex_: str, old: Any, sides: list[int], colour: str) -> tuple[str, int]:
    """One with as few sides as possible, and fitting what lies there."""
    place, found = BOARD.hexes[hex_], []
    for name, tile in BOARD.tiles.items():
        if tile.color != colour or place.kind not in tile.fits or (tile.label and tile.label != place.label):
            continue
        for turn in range(6):
            face = BOARD.face(name, turn)
            if _leads(face, sides) and face.exits <= place.open_sides and keeps_track(old, face):
                found.append((len(face.exits), name, turn))
    assert found, f"no {colour} tile in {hex_} joins {sides}"
    return min(found)[1:]


def station(place: Place, company: str, hex_: str, stop: int = 0) -> Place:
    """A token as if it had been placed: what was kept there for its company is kept no longer."""
    place.token(company, hex_, stop)
    settle_claims(place.game, company, (hex_, stop))
    return place


def tokens(game: Any, hex_: str | None = None, stop: int | None = None) -> list[PlaceToken]:
    """The tokens on the menu."""
    found = [action for action in game.legal_actions() if isinstance(action, PlaceToken)]
    return [one for one in found if hex_ in (None, one.hex) and stop in (None, one.stop)]


def put(*line: str, company: str, stop: int = 0, player: int = A) -> PlaceToken:
    """A token at the end of a line over these hexes."""
    return PlaceToken(player, company, line[-1], stop, line)


def fault(game: Any, step: Any, action: Any) -> tuple[str, str | None]:
    """The kind and the rule of what a step refuses, whether the game waits for that step or not."""
    with pytest.raises(IllegalAction) as error:
        step.check(game, action)
    return error.value.kind, error.value.rule or game.title.rule_of(error.value.kind)
