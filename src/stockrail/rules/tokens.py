"""Station tokens: where they stand, and the picture of the track that rules ask."""

from __future__ import annotations

from typing import Any

from stockrail.board import Track
from stockrail.rules.game import RailGame
from stockrail.rules.state import BOX, CityAt, city_at, spare_tokens


def token_owner(token: str) -> str:
    """Tokens are named after their company: "SNCB.2"."""
    return token.rsplit(".", 1)[0]


def cities_of(game: RailGame, company: str) -> list[CityAt]:
    """The circles in which a company has tokens."""
    place_of = game.state.shelves.place_of
    found: list[CityAt] = []
    for number in range(game.title.companies[company].tokens):
        place = place_of.get(f"{company}.{number}")
        if isinstance(place, tuple) and place[0] == "city":
            found.append((place[1], place[2]))
    return found


def spare_of(game: RailGame, company: str) -> list[str]:
    return game.state.shelves.on(spare_tokens(company))


def tokens_in(game: RailGame, hex_: str, stop: int) -> list[str]:
    return game.state.shelves.on(city_at(hex_, stop))


def remove_token(game: RailGame, token: str) -> None:
    """Out of the game."""
    game.state.shelves.move(token, ("tokens", BOX))


def track(game: RailGame) -> Track:
    """What lies on the map now."""
    place_of = game.state.shelves.place_of
    tokens: dict[CityAt, tuple[str, ...]] = {}
    for token, owner in game.title.tokens:
        place: Any = place_of[token]
        if place[0] == "city":
            city = (place[1], place[2])
            tokens[city] = (*tokens.get(city, ()), owner)
    return game.title.board.track(game.state.laid.rows, tokens)
