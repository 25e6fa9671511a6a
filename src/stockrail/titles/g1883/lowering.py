"""11-13 Air raids lower tiles: which faces fit, and what happens to tokens."""

from __future__ import annotations

from stockrail.board import Face, lowerings, stop_map
from stockrail.rules.laying import tiles_left
from stockrail.rules.state import city_at
from stockrail.rules.tokens import tokens_in
from stockrail.rules.track import track
from stockrail.titles.g1883.concessions import settle_concessions
from stockrail.titles.g1883.state import Game1883

BELOW = {"yellow": "white", "green": "yellow", "brown": "green"}  # grey ones withstand


def lower_faces(game: Game1883, hex_: str) -> list[tuple[str, int]]:
    """Tiles of the colour below with rotation that a bombed hex may get; [("", 0)] if it is bare again.

    None if nothing lies there, or if no tile that would fit is left (A86).
    """
    if hex_ not in game.state.laid:
        return []
    place, face = game.title.board.hexes[hex_], track(game).face(hex_)
    if BELOW.get(face.color) in (place.printed.color, "white"):
        return [("", 0)]
    if face.color not in BELOW:
        return []
    lower = [(face.tile or "", face.rotation) for face in lowerings(game.title.board, place, face)]
    return sorted((tile, rotation) for tile, rotation in lower if tiles_left(game, tile))


def lower_tile(game: Game1883, hex_: str, tile: str, rotation: int) -> None:
    """Replace the tile, with its tokens (11-13b); settles concessions afterwards. The old tile can be used again."""
    board, old = game.title.board, track(game).face(hex_)
    new = board.face(tile, rotation) if tile else board.hexes[hex_].printed
    _move_tokens(game, hex_, old, new)
    if tile:
        game.state.laid[hex_] = (tile, rotation)
    else:
        del game.state.laid[hex_]
    game.note("tile_is_lowered", hex=hex_, tile=tile, rotation=rotation)
    settle_concessions(game)


def _move_tokens(game: Game1883, hex_: str, old: Face, new: Face) -> None:
    """A stop that is made of several gives its tokens to them in turn."""
    made_of: dict[int, list[int]] = {}
    for stop, became in stop_map(new, old).items():
        made_of.setdefault(became, []).append(stop)
    moves = [
        (token, made_of[stop][number % len(made_of[stop])])
        for stop in range(len(old.stops))
        for number, token in enumerate(list(tokens_in(game, hex_, stop)))
    ]
    for token, stop in moves:
        game.state.shelves.move(token, city_at(hex_, stop))
