"""3.2-e, A94 The link of Reggio and Sassuolo: which tile makes it, and how it lays itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.board import Face, fitting
from stockrail.rules.laying import put_tile, tiles_left
from stockrail.rules.track import track
from stockrail.titles.g1883.concessions import settle_concessions
from stockrail.titles.g1883.state import Game1883

Power = Mapping[str, Any]


def joins_its_ends(game: Game1883, power: Power, face: Face) -> bool:
    """Whether a face joins the two neighbours that the card wants joined; a card may not care."""
    if "joins" not in power:
        return True
    sides = game.title.board.hexes[power["hex"]].neighbors
    first, last = sorted(sides.index(end) for end in power["joins"])
    return (first, last) in face.joined()


def lay_link(game: Game1883) -> None:
    """3.2-e, A94 What the cards' links lack lays itself when private companies close, if a tile is left.

    Settles concessions, so it may ask somebody.
    """
    for card in game.title.cards.values():
        power = card.powers.get("lays", {})
        if "joins" in power:
            _lay(game, power)


def _lay(game: Game1883, power: Power) -> None:
    hex_, old = power["hex"], track(game).face(power["hex"])
    if joins_its_ends(game, power, old):
        return
    faces = [
        face
        for face in fitting(game.title.board, game.title.board.hexes[hex_], old)
        if face.color in game.phase.tiles and tiles_left(game, face.tile or "") and joins_its_ends(game, power, face)
    ]
    if faces:
        face = min(faces, key=lambda face: (int(face.tile or 0), face.rotation))
        put_tile(game, hex_, face.tile or "", face.rotation)
        game.note("link_is_laid", hex=hex_, tile=face.tile, rotation=face.rotation)
        settle_concessions(game)
