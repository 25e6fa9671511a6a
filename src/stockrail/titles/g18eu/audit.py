"""What must hold after every action: all money, certificates, trains, tokens and tiles are somewhere, once."""

from __future__ import annotations

from stockrail.rules.game import RailGame
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BANK, DEPOT, POOL
from stockrail.rules.title import certificate_ids
from stockrail.rules.tokens import tokens_in, track
from stockrail.rules.track import supply
from stockrail.rules.trains import cars_of, trains_of
from stockrail.titles.g18eu.companies import started


def audit(game: RailGame) -> list[str]:
    return [
        *_money(game),
        *_shelves(game),
        *_shares(game),
        *_market(game),
        *_trains(game),
        *_tiles(game),
    ]


def _money(game: RailGame) -> list[str]:
    amounts = game.state.cash.amounts
    faults = [f"{holder} has {sum_}" for holder, sum_ in amounts.items() if sum_ < 0 and holder != BANK]
    total = sum(amounts.values())
    return faults if total == game.title.facts["bank"] else [*faults, f"money sums to {total}"]


def _shelves(game: RailGame) -> list[str]:
    """Every thing lies on the one shelf that it is booked on, and none is lost."""
    shelves = game.state.shelves
    lying = [(thing, place) for place, things in shelves.things.items() for thing in things]
    faults = [f"{t} lies at {p}, booked at {shelves.place_of.get(t)}" for t, p in lying if shelves.place_of.get(t) != p]
    return faults if len(lying) == len(shelves.place_of) else [*faults, "a thing lies twice or nowhere"]


def _shares(game: RailGame) -> list[str]:
    faults = []
    for company in game.title.companies_of("major"):
        holders = [*range(len(game.players)), POOL, company]
        if sum(percent_of(game, holder, company) for holder in holders) != 100:
            faults.append(f"{company}: shares do not sum to 100 %")
        president = owner_of(game, company)
        if (president is None) != (company not in game.state.par):
            faults.append(f"{company}: started without a president, or the other way round")
        if president is not None:
            most = max(percent_of(game, seat, company) for seat in game.seats)
            if percent_of(game, president, company) < most:
                faults.append(f"{company}: somebody holds more than its president")
        if f"{company}_0" not in certificate_ids(game.title.companies[company]):
            faults.append(f"{company}: no president's certificate")
    return faults


def _market(game: RailGame) -> list[str]:
    piles = [company for pile in game.state.pile.rows.values() for company in pile]
    return [] if sorted(piles) == sorted(started(game)) else [f"markers {piles}, started {started(game)}"]


def _trains(game: RailGame) -> list[str]:
    faults = [] if trains_of(game, DEPOT) else ["the stack is empty"]
    for company in game.title.companies:
        if game.ruling("second_pullman") == "to_pool" and len(cars_of(game, company)) > 1:
            faults.append(f"{company} owns two Pullmans")
        if cars_of(game, company) and len(trains_of(game, company)) == len(cars_of(game, company)):
            faults.append(f"{company} owns a Pullman and no train")
    return faults


def _tiles(game: RailGame) -> list[str]:
    faults = [f"{-left} tiles {name} too many" for name, left in supply(game).items() if left < 0]
    now = track(game)
    for hex_ in game.title.board.hexes:
        for stop, place in enumerate(now.face(hex_).stops):
            if len(tokens_in(game, hex_, stop)) > place.slots:
                faults.append(f"too many tokens in {hex_}")
    return faults
