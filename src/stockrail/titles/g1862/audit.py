"""What must hold after every action of 1862."""

from __future__ import annotations

from stockrail.rules.audit import money_faults, shelf_faults, tile_faults
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BOX, DEPOT, POOL
from stockrail.rules.tokens import spare_of
from stockrail.rules.trains import trains_of, type_of
from stockrail.titles.g1862.companies import most_stations, started
from stockrail.titles.g1862.merging import markers_on_map
from stockrail.titles.g1862.state import IPO, LONDON, Game1862


def audit(game: Game1862) -> list[str]:
    return [
        *money_faults(game),
        *shelf_faults(game),
        *_shares(game),
        *_market(game),
        *_trains(game),
        *_stations(game),
        *tile_faults(game),
    ]


def _shares(game: Game1862) -> list[str]:
    faults = []
    merging = any(type(frame).__name__ == "Exchange" for frame in game.stack)
    for company in game.title.companies:
        others = list(game.title.companies) if merging else [company]
        holders = [*range(len(game.players)), POOL, IPO, BOX, *others]
        if sum(percent_of(game, holder, company) for holder in holders) != 100:
            faults.append(f"{company}: shares do not sum to 100 %")
        director = owner_of(game, company)
        if director is not None and company not in game.state.par:
            faults.append(f"{company}: has a director and was not started")
        most = max(percent_of(game, seat, company) for seat in game.seats)
        if director is not None and not merging and percent_of(game, director, company) < most:
            faults.append(f"{company}: somebody holds more than its director")
    return faults


def _market(game: Game1862) -> list[str]:
    piles = sorted(company for pile in game.state.pile.unordered.values() for company in pile)
    priced = list(game.state.cell.by_key())
    unpriced = [c for c in started(game) if c not in game.state.cell and game.state.floated.get(c)]
    return [f"markers {piles}, prices {priced}"] if piles != priced or unpriced else []


def _trains(game: Game1862) -> list[str]:
    stack = trains_of(game, DEPOT)
    faults = [] if stack else ["the stack is empty"]
    letters = [type_of(game, train).name for train in stack]
    if letters != sorted(letters, key=list(game.title.train_types).index):
        faults.append(f"the stack is out of order: {letters}")
    marks = (game.state.form, game.state.warranties, game.state.expired)
    faults += [f"{train} of the bank is not as new" for train in stack if any(train in mark for mark in marks)]
    for company in game.title.companies:
        faults += [f"{train} has no form" for train in trains_of(game, company) if train not in game.state.form]
    return faults


def _stations(game: Game1862) -> list[str]:
    faults = ["too many terminals in London"] if len(game.state.shelves.on(LONDON)) > 4 else []
    for company in started(game):
        markers = markers_on_map(game, company)
        too_many = len(markers) + len(spare_of(game, company)) > most_stations(game)
        if len(set(markers)) < len(markers) or too_many:
            faults.append(f"{company}: too many stations")
    return faults
