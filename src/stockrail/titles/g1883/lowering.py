"""11-13 Air raids lower tiles: which faces fit, and what happens to tokens."""

from __future__ import annotations

from stockrail.titles.g1883.state import Game1883


def lower_faces(game: Game1883, hex_: str) -> list[tuple[str, int]]:
    """Tiles of the colour below with rotation that a bombed hex may get; [("", 0)] if it is bare again."""
    return []  # TO BUILD


def lower_tile(game: Game1883, hex_: str, tile: str, rotation: int) -> None:
    """Replace the tile, with its tokens (11-13b); settles concessions afterwards."""
    return  # TO BUILD
