"""3.5.5 What a company earns: its best stations and its town markers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from stockrail.rules.earnings import Account, Part
from stockrail.rules.state import CityAt
from stockrail.rules.tokens import cities_of
from stockrail.rules.track import track
from stockrail.rules.trains import trains_of, type_of
from stockrail.titles.g18fb.cards import BONUSES, band_of, power_of, station_bonus
from stockrail.titles.g18fb.companies import BUILDING, is_regional, state_of
from stockrail.titles.g18fb.places import port_value
from stockrail.titles.g18fb.state import Game18FB

STATION, MARKERS, PASSED = "station", "markers", "passed"
PORT, BONUS = "port", "bonus"


def account(game: Game18FB, company: str) -> Account:
    """3.5.5, 3.6.3-l The most it can earn now, part by part: the dearest stations, markers, what was passed."""
    kinds = [type_of(game, train).name for train in trains_of(game, company)]
    made = account_with(game, company, kinds) if kinds else Account(notes=(("no_train", {}),))
    return msgspec.structs.replace(made, notes=(*made.notes, *_of_state(game, company)))


def account_with(game: Game18FB, company: str, kinds: Sequence[str]) -> Account:
    """The same with trains of these kinds."""
    most_stations, most_markers = capacity(game, kinds)
    found = stations(game, company)
    served, left = found[:most_stations], found[most_stations:]
    parts = [*served, *_markers(game, company, most_markers), *_passed(game, company)]
    total = sum(part.amount for part in parts)
    held = game.state.markers.get(company, 0)
    notes: list[tuple[str, dict[str, Any]]] = [("capacity", {"stations": most_stations, "markers": most_markers})]
    notes += [("station_left_out", {"hex": part.places[0], "amount": part.amount}) for part in left]
    notes += [("markers_left_out", {"count": held - most_markers})] if held > most_markers else []
    return Account(tuple(parts), total, most=total, notes=tuple(notes))


def _of_state(game: Game18FB, company: str) -> list[tuple[str, dict[str, Any]]]:
    """3.4-c, 3.5.4-a A company that builds is told what it pays instead."""
    if is_regional(game, company) or state_of(game, company) != BUILDING:
        return []
    return [("builds", {"each": game.title.facts["interest"][band_of(game, company)]})]


def capacity(game: Game18FB, kinds: Sequence[str]) -> tuple[int, int]:
    """3.5.5-a How many stations and how many markers all trains together serve."""
    types = [game.title.train_types[kind] for kind in kinds]
    return sum(each.stops for each in types), sum(each.markers for each in types)


def stations(game: Game18FB, company: str) -> Sequence[Part]:
    """3.5.5-b, j What each own station is worth, the dearest first; T-4f by the level of the phase."""
    found = [_station(game, company, place) for place in cities_of(game, company)]
    return sorted(found, key=lambda part: (-part.amount, part.places))


def _station(game: Game18FB, company: str, place: CityAt) -> Part:
    """2.5.3-f, 2.7-g The city or area, its port, a bonus; 3.6.3-l a regional company does not count the port."""
    hex_, stop = place
    value = track(game).face(hex_).stops[stop].value(game.phase.offboard)
    port = 0 if is_regional(game, company) else port_value(game, hex_)
    more = ((PORT, port), (BONUS, station_bonus(game, company, hex_)))
    items = ((hex_, value), *((name, amount) for name, amount in more if amount))
    return Part(STATION, sum(amount for _, amount in items), (hex_,), items)


def _markers(game: Game18FB, company: str, most: int) -> list[Part]:
    """3.5.5-c, d, i"""
    amount = min(most, game.state.markers.get(company, 0)) * int(game.title.facts["markers"]["value"])
    return [Part(MARKERS, amount)] if amount else []


def _passed(game: Game18FB, company: str) -> list[Part]:
    """Q16 A bonus in a town counts once a line has led through it, beside the markers."""
    hexes = {hex_ for card in game.title.cards for hex_ in power_of(game, card, BONUSES) or ()}
    passed = [hex_ for hex_ in sorted(hexes) if game.state.passed.get((company, hex_))]
    bonuses = [(hex_, station_bonus(game, company, hex_)) for hex_ in passed]
    return [Part(PASSED, amount, (hex_,), ((hex_, amount),)) for hex_, amount in bonuses if amount]
