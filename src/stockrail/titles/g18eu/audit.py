"""What must hold after every action: all money, certificates, trains, tokens and tiles are somewhere, once."""

from __future__ import annotations

from stockrail.rules.audit import money_faults, shelf_faults, tile_faults
from stockrail.rules.game import RailGame
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import DEPOT, POOL
from stockrail.rules.title import certificate_ids
from stockrail.rules.trains import cars_of, trains_of
from stockrail.titles.g18eu.companies import started


def audit(game: RailGame) -> list[str]:
    return [
        *money_faults(game),
        *shelf_faults(game),
        *_shares(game),
        *_market(game),
        *_trains(game),
        *tile_faults(game),
    ]


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
    piles = [company for pile in game.state.pile.unordered.values() for company in pile]
    return [] if sorted(piles) == sorted(started(game)) else [f"markers {piles}, started {started(game)}"]


def _trains(game: RailGame) -> list[str]:
    faults = [] if trains_of(game, DEPOT) else ["the stack is empty"]
    for company in game.title.companies:
        if game.ruling("second_pullman") == "to_pool" and len(cars_of(game, company)) > 1:
            faults.append(f"{company} owns two Pullmans")
        if cars_of(game, company) and len(trains_of(game, company)) == len(cars_of(game, company)):
            faults.append(f"{company} owns a Pullman and no train")
    return faults
