"""3.7.1-l, o, t, u What two companies leave to the national one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stockrail.rules.closing import forget, hand_on_assets, return_certificates
from stockrail.rules.rounds import mark_as_done, operating_company
from stockrail.rules.shares import singles_of
from stockrail.rules.state import BOX, CityAt, certs_at, city_at
from stockrail.rules.tokens import cities_of, retire_tokens, spare_of
from stockrail.rules.track import track
from stockrail.titles.g18fb.claims import drop_claims, location, seat_waiting
from stockrail.titles.g18fb.holdings import holds
from stockrail.titles.g18fb.places import NAPOLI
from stockrail.titles.g18fb.regional import settle_bonuses
from stockrail.titles.g18fb.state import Game18FB


def absorb(game: Game18FB, national: str, partners: Sequence[str]) -> None:
    """3.7.1-l, o, u The company whose turn it is has operated (Q63)."""
    operated = any(partner in game.state.acted or partner == operating_company(game) for partner in partners)
    _replace_tokens(game, national, partners)
    for partner in partners:
        _hand_on_stock(game, national, partner)
        _hand_on_rest(game, national, partner)
    if operated:
        mark_as_done(game, national)
    seat_waiting(game)
    settle_bonuses(game)


def _hand_on_stock(game: Game18FB, national: str, partner: str) -> None:
    """3.5.9-i, Q66 Stock of other companies, whatever the limit is; theirs has been exchanged."""
    for other in holds(game, partner):
        for cert in singles_of(game, partner, other):
            game.state.shelves.move(cert, certs_at(national, other))


def _hand_on_rest(game: Game18FB, national: str, partner: str) -> None:
    """3.7.1-l, u Money, trains, markers; then the company leaves the game, as its concession did in phase 5 (3.6-g)."""
    state = game.state
    hand_on_assets(game, partner, national, national)
    state.markers[national] = state.markers.get(national, 0) + state.markers.get(partner, 0)
    return_certificates(game, partner, BOX)
    forget(game, partner, state.acted, state.markers)
    state.merged[partner] = national


def _replace_tokens(game: Game18FB, national: str, partners: Sequence[str]) -> None:
    """3.7.1-t, Q25 Reserved slots become open."""
    places = [place for partner in partners for place in cities_of(game, partner)]
    for partner in partners:
        retire_tokens(game, partner)
        drop_claims(game, partner)
    for place in _one_in_each_city(game, places):
        game.state.shelves.move(spare_of(game, national)[0], city_at(*place))


def _one_in_each_city(game: Game18FB, places: Iterable[CityAt]) -> list[CityAt]:
    """Q32 Of the halves of Napoli the one worth more, at equal worth that in the South."""
    south, face = NAPOLI[0], track(game).face

    def rank(place: CityAt) -> tuple[int, bool]:
        return face(place[0]).stops[place[1]].value(game.phase.offboard), place[0] == south

    best = {location(game, place): place for place in sorted(places, key=rank)}
    return list(best.values())
