"""Station tokens: where they stand, and where one may be placed."""

from __future__ import annotations

from stockrail.core.journal import Place
from stockrail.rules.game import RailGame
from stockrail.rules.state import BOX, CityAt, city_at, spare_tokens
from stockrail.rules.track import track

REMOVED_TOKENS = ("tokens", BOX)  # where tokens lie that are out of the game


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


def cities_to_token(game: RailGame, company: str, one_stop_a_hex: bool = True) -> list[CityAt]:
    """The stops within reach with an open circle, in places without a token of the company."""
    found = track(game).reach(company, one_stop_a_hex).stops
    return sorted(
        place for place in found if not has_token_at(game, company, place) and has_room(game, company, *place)
    )


def cities_with_room(game: RailGame, company: str) -> frozenset[CityAt]:
    """The stops of the whole map with an open circle, in places without a token of the company."""
    now, names = track(game), game.title.board.hexes
    stops = [(hex_, stop) for hex_ in names for stop, found in enumerate(now.face(hex_).stops) if found.slots]
    return frozenset(
        place for place in stops if has_room(game, company, *place) and not has_token_at(game, company, place)
    )


def has_token_at(game: RailGame, company: str, place: CityAt) -> bool:
    """Whether a company has a token in a hex, or in a twin of the stop, be it joined to it or not."""
    now, twins = track(game), game.title.board.twins
    if not twins:
        return any(hex_ == place[0] for hex_, _ in now.tokens_of(company))
    location = now.face(place[0]).stops[place[1]].location
    own = [(hex_, now.face(hex_).stops[stop].location) for hex_, stop in now.tokens_of(company)]
    return any(hex_ == place[0] or (where in twins and where == location) for hex_, where in own)


def has_room(game: RailGame, company: str, hex_: str, stop: int) -> bool:
    """Whether a circle is free that is not kept for another company."""
    now = track(game)
    taken = len(now.tokens(hex_, stop)) + game.title.kept_circles(game, company, (hex_, stop))
    return taken < now.face(hex_).stops[stop].slots


def kept_for_homes(game: RailGame, company: str, place: CityAt) -> int:
    """One circle for each company that is still expected, at each of its homes: how many others may not take."""
    coming = [other for other in game.title.expected(game) if other != company]
    there = [other for other in coming if place[0] in [hex_ for hex_, _ in game.title.companies[other].homes]]
    return sum(place not in cities_of(game, other) for other in there)


def token_fault(game: RailGame, company: str, hex_: str, stop: int, one_stop_a_hex: bool = True) -> str | None:
    """Why a company cannot put a token there."""
    now = track(game)
    if hex_ not in game.title.board.hexes or not 0 <= stop < len(now.face(hex_).stops):
        return "no_open_circle"
    if has_token_at(game, company, (hex_, stop)):
        return "token_in_hex"
    if not has_room(game, company, hex_, stop):
        return "no_open_circle"
    if (hex_, stop) not in now.reach(company, one_stop_a_hex).stops:
        return "out_of_reach"
    return None if spare_of(game, company) else "no_spare_token"


def retire_tokens(game: RailGame, company: str) -> None:
    """All tokens of a company leave the game, also those that are spare."""
    lift_tokens(game, company, REMOVED_TOKENS)
    for token in list(spare_of(game, company)):
        game.state.shelves.move(token, REMOVED_TOKENS)


def lift_tokens(game: RailGame, company: str, place: Place) -> None:
    """All tokens of a company leave the map."""
    for hex_, stop in cities_of(game, company):
        for token in [token for token in tokens_in(game, hex_, stop) if token_owner(token) == company]:
            game.state.shelves.move(token, place)
