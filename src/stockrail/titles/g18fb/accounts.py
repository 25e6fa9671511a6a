"""3.5.4 to 3.5.7 What a company earns, part by part; interest while it builds, and what is paid of the earnings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from stockrail.core import Frame
from stockrail.rules.dividends import DividendStep, pay_shares
from stockrail.rules.earnings import Account, Part
from stockrail.rules.prices import move_left, move_right, price
from stockrail.rules.shares import holders_of
from stockrail.rules.state import IPO, CityAt, Holder
from stockrail.rules.tokens import cities_of
from stockrail.rules.track import track
from stockrail.rules.trains import trains_of, type_of
from stockrail.titles.g18fb.cards import BONUSES, band_of, interest_is_paid, power_of, station_bonus
from stockrail.titles.g18fb.companies import BUILDING, FROZEN, is_bourbon, is_regional, pay_leases, state_of
from stockrail.titles.g18fb.destinations import end_if_on_top
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


TO_TEN = 10


class Dividend(DividendStep[Game18FB], frozen=True):
    """3.5.6-a Full, half or none."""

    def any(self, game: Game18FB) -> bool:
        return self.revenue > 0 and len(self.ways(game)) > 1

    def ways(self, game: Game18FB) -> Sequence[str]:
        """3.5.6-g, 3.4-g, 3.7.1-n"""
        if state_of(game, self.company) == FROZEN:
            return ("half",)
        return ("withhold",) if game.state.lease.get(self.company) else ("full", "half", "withhold")

    def skip(self, game: Game18FB) -> None:
        ways = self.ways(game)
        game.pop_frame()
        self.pay(game, ways[0] if len(ways) == 1 else "withhold")

    def pay(self, game: Game18FB, kind: str) -> None:
        """3.5.6-b to e"""
        dividends = {"full": self.revenue, "half": shared_half(self.revenue), "withhold": 0}
        self.distribute(game, dividends[kind], paid_for(game, self.company))
        pay_leases(game)

    def move_price(self, game: Game18FB, dividend: int) -> None:
        """2.2.5-c to e, n, Q3 By the whole dividend; 3.7.1-n who pays off a lease does not fall."""
        if dividend >= price(game, self.company):
            move_right(game, self.company)
            end_if_on_top(game, self.company)
        elif not dividend and not game.state.lease.get(self.company):
            move_left(game, self.company)


def shared_half(revenue: int) -> int:
    """3.5.6-c, f, 3.6.3-m, Q39 Half, rounded up to D10."""
    return -(-revenue // (2 * TO_TEN)) * TO_TEN


def paid_for(game: Game18FB, company: str) -> dict[Holder, Holder]:
    """3.5.6-d Initial offer and treasury pay the company, other companies are paid themselves, the pool is not."""
    others = [other for other in game.title.companies if not is_regional(game, other)]
    holders: list[Holder] = [*game.seats, *others]
    return {**{holder: holder for holder in holders}, IPO: company}


def is_building(game: Game18FB, company: str) -> bool:
    """3.4-k, Q50 Whether the rest of its turn is that of a company in building state."""
    return state_of(game, company) == BUILDING or (is_bourbon(game) and game.state.flags.get("built") == company)


class Income(Frame[Game18FB], frozen=True):
    """3.4-k By the state at this moment interest (3.5.4), or the account and what is paid of it."""

    company: str

    def proceed(self, game: Game18FB) -> None:
        game.pop_frame()
        if is_building(game, self.company):
            game.state.flags["built"] = self.company
            pay_interest(game, self.company)
        else:
            game.state.operated[self.company] = True
            game.push_frame(Dividend(self.company, account(game, self.company).total))


def pay_interest(game: Game18FB, company: str) -> None:
    """3.5.4-a to g Only if all tile steps were played; otherwise the price goes left."""
    if game.state.flags.get("all_steps") != company:
        game.note("interest_missed", company=company)
        move_left(game, company)
        return
    each: int = game.title.facts["interest"][band_of(game, company)]
    sums = pay_shares(game, company, 10 * each, {holder: holder for holder in _investors(game, company)})
    game.note("interest", company=company, each=each, sums=[("", holder, amount) for holder, amount in sums.items()])
    interest_is_paid(game, company)


def _investors(game: Game18FB, company: str) -> list[Holder]:
    """3.5.4-b Players and other companies."""
    others = [other for other in game.title.companies if other != company]
    return [holder for holder in holders_of(game, company) if holder in game.seats or holder in others]
