"""The picture of the track that rules ask: what lies on the map now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.board import Track
from stockrail.rules.game import RailGame
from stockrail.rules.state import CityAt

Asked = tuple[Mapping[str, tuple[str, int]], Sequence[Any], Track]
"""Tiles and the places of all tokens, and the track that they make."""


def track(game: RailGame) -> Track:
    """What lies on the map now. It is asked many times before anything changes."""
    state = game.state
    now, seen = state.journal.moment(), state.seen_track
    if seen is None or seen[0] is not now:
        seen = state.seen_track = (now, _lately(game) or _put_together(game))
    found: Track = seen[1]
    return found


def _lately(game: RailGame) -> Track | None:
    """What lay there lately, if it is the same: to compare is cheaper than to put it together.

    Two answers are at hand, so that whoever tries a tile and takes it back finds both positions again.
    """
    board, laid = game.title.board_now(game), game.state.laid.unordered
    places = game.title.places_of_tokens(game.state.shelves.place_of)
    known: tuple[Asked, ...] = board.memo.get("track", ())
    for asked in known:
        if asked[0] == laid and asked[1] == places:
            if asked is not known[0]:
                board.memo["track"] = (asked, known[0])
            return asked[2]
    return None


def _put_together(game: RailGame) -> Track:
    board, laid = game.title.board_now(game), game.state.laid.unordered
    places = game.title.places_of_tokens(game.state.shelves.place_of)
    tokens: dict[CityAt, tuple[str, ...]] = {}
    for (_, owner), place in zip(game.title.tokens, places, strict=True):
        if place[0] == "city":
            city = (place[1], place[2])
            tokens[city] = (*tokens.get(city, ()), owner)
    found = board.track(laid, tokens)
    known: tuple[Asked, ...] = board.memo.get("track", ())
    board.memo["track"] = ((found.laid, places, found), *known[:1])
    return found


def hexes_missing(game: RailGame, company: str, places: Sequence[str]) -> int:
    """How many hexes lie between the company's track, or its homes, and some places."""
    now, key = track(game), ("hexes_missing", company, tuple(places))
    if key not in now.memo:
        apart = game.title.board.chart.apart
        touched = now.rough_reach(company).touched() or [hex_ for hex_, _ in game.title.companies[company].homes]
        now.memo[key] = sum(min(apart(place, hex_) for hex_ in touched) for place in places)
    found: int = now.memo[key]
    return found
