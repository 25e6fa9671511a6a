"""Laying tiles: supply, terrain, and what a laid tile does to the tokens on it."""

from __future__ import annotations

from collections import Counter

from stockrail.board import stop_map
from stockrail.rules.game import RailGame
from stockrail.rules.state import city_at, spare_tokens
from stockrail.rules.tokens import token_owner, tokens_in, track

ENDLESS = 1_000_000


def supply(game: RailGame) -> dict[str, int]:
    """How many of each tile are left: those that do not lie on the map."""
    piece = game.title.pieces(game)
    laid = Counter(piece[tile] for tile, _ in game.state.laid.rows.values())
    return {name: _count(game, name) - laid[piece[name]] for name in game.title.board.tiles}


def tiles_left(game: RailGame, name: str) -> int:
    piece = game.title.pieces(game)
    laid = sum(1 for tile, _ in game.state.laid.rows.values() if piece[tile] == piece[name])
    return _count(game, name) - laid


def _count(game: RailGame, name: str) -> int:
    """How many of a tile there are; some titles have any number of some."""
    count = game.title.board.tiles[name].count
    return ENDLESS if count is None else count


def terrain_cost(game: RailGame, hex_: str, colour: str) -> int:
    """What a tile of a colour costs there: the first one, and on some terrain the green one."""
    terrain = game.title.board.hexes[hex_].terrain
    key = {"yellow": "cost", "green": "upgrade_cost"}.get(colour)
    return sum(part.get(key, 0) for part in terrain) if key else 0


def put_tile(game: RailGame, hex_: str, tile: str, rotation: int) -> None:
    """The tile lies; tokens keep their cities, and a company keeps one token in each."""
    old = track(game).face(hex_)
    new = game.title.board.face(tile, rotation)
    moves = stop_map(old, new)
    held = {stop: list(tokens_in(game, hex_, stop)) for stop in moves}
    game.state.laid[hex_] = (tile, rotation)
    for stop, tokens in held.items():
        for token in tokens:
            if moves[stop] != stop:
                game.state.shelves.move(token, city_at(hex_, moves[stop]))
    for stop in range(len(new.stops)):
        _return_doubles(game, hex_, stop)


def _return_doubles(game: RailGame, hex_: str, stop: int) -> None:
    seen: set[str] = set()
    for token in list(tokens_in(game, hex_, stop)):
        owner = token_owner(token)
        if owner in seen:
            game.state.shelves.move(token, spare_tokens(owner))
            game.note("token_returns", company=owner, hex=hex_)
        seen.add(owner)
