"""2.5.4 Slots that are not free: reserved ones, Bourbon tokens, slots that open later, waiting regional tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.rules.state import CityAt, city_at
from stockrail.rules.tokens import has_room, spare_of
from stockrail.rules.track import track
from stockrail.titles.g18fb.places import OPENING, bourbon_token, claimant
from stockrail.titles.g18fb.state import GONE_CLAIMS, Game18FB, claims_at


def claims_in(game: Game18FB, place: CityAt) -> list[str]:
    return game.state.shelves.on(claims_at(*place))


def kept_slots(game: Game18FB, company: str, place: CityAt) -> int:
    """2.5.4-c, d, 3.6.2-f How many slots of a stop are taken by claims of others; who waits has none yet."""
    free = (company, *game.title.companies_of("regional"))
    return sum(claimant(claim) not in free for claim in claims_in(game, place))


def drop_claim(game: Game18FB, claim: str) -> None:
    game.state.shelves.move(claim, GONE_CLAIMS)


def claims_of(game: Game18FB, company: str) -> list[tuple[str, CityAt]]:
    """The slots that are kept for a company."""
    return [(claim, place) for claim, place in all_claims(game) if claimant(claim) == company]


def all_claims(game: Game18FB) -> list[tuple[str, CityAt]]:
    """Every claim that lies on a stop."""
    places: dict[str, Any] = game.state.shelves.place_of
    found = [(name, place) for name, place in places.items() if place[0] == "claim" and place != GONE_CLAIMS]
    return [(name, (hex_, stop)) for name, (_, hex_, stop) in found]


def drop_claims(game: Game18FB, company: str) -> None:
    """Q25 The reserved slots of a company that merges or closes become free."""
    for claim, _ in claims_of(game, company):
        drop_claim(game, claim)


def settle_claims(game: Game18FB, company: str, place: CityAt) -> None:
    """Q25, 3.5.3-e A company that has a token in a city needs no slot there any more; Napoli is one city."""
    city = location(game, place)
    for claim, other in claims_of(game, company):
        if location(game, other) == city:
            drop_claim(game, claim)


def location(game: Game18FB, place: CityAt) -> str | CityAt:
    """2.5.3-c The city that a stop belongs to: the halves of Napoli are one."""
    return track(game).face(place[0]).stops[place[1]].location or place


def open_slots(game: Game18FB) -> None:
    """2.1-f, 2.5.3-g, h The slots that open in this phase."""
    for claim, _ in all_claims(game):
        if claim.startswith(f"{OPENING}{game.phase.name}@"):
            drop_claim(game, claim)


def remove_bourbon_tokens(game: Game18FB) -> None:
    """2.5.4-b, Q5 Phase 5 removes those that are left."""
    for facts in game.title.facts["bourbon"]:
        drop_claim(game, bourbon_token(facts["number"]))


def move_claims(game: Game18FB, hex_: str, moves: Mapping[int, int]) -> None:
    """3.5.1-j Claims keep their places on a new tile, like tokens."""
    held = {stop: list(claims_in(game, (hex_, stop))) for stop in moves}
    for stop, names in held.items():
        for name in names:
            game.state.shelves.move(name, claims_at(hex_, moves[stop]))


# -- regional tokens that wait -----------------------------------------------------------------------------------------


def seat_waiting(game: Game18FB) -> None:
    """3.6.2-f Waiting regional tokens take slots that have come free: after lays, tokens, closings, removed claims."""
    regional = game.title.companies_of("regional")
    for claim, (hex_, first) in [waiting for waiting in all_claims(game) if claimant(waiting[0]) in regional]:
        company, stops = claimant(claim), range(len(track(game).face(hex_).stops))
        stop = next((stop for stop in (first, *stops) if has_room(game, company, hex_, stop)), None)
        if stop is not None:
            drop_claim(game, claim)
            game.state.shelves.move(spare_of(game, company)[0], city_at(hex_, stop))
            game.note("regional_token", company=company, hex=hex_)
