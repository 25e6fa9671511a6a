"""The picture of the track that rules ask: what lies on the map now."""

from __future__ import annotations

from stockrail.board import Track
from stockrail.rules.game import RailGame
from stockrail.rules.state import CityAt


def track(game: RailGame) -> Track:
    """What lies on the map now. Mostly that is what lay there when it was asked last: to compare is cheaper."""
    board, laid = game.title.board, game.state.laid.unordered
    places = game.title.places_of_tokens(game.state.shelves.place_of)
    asked = board.memo.get("track")
    if asked is not None and asked[0] == laid and asked[1] == places:
        last: Track = asked[2]
        return last
    tokens: dict[CityAt, tuple[str, ...]] = {}
    for (_, owner), place in zip(game.title.tokens, places, strict=True):
        if place[0] == "city":
            city = (place[1], place[2])
            tokens[city] = (*tokens.get(city, ()), owner)
    found = board.track(laid, tokens)
    board.memo["track"] = (found.laid, places, found)
    return found
