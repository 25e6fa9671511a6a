"""What must hold after every action of 1862."""

from __future__ import annotations

from stockrail.rules.audit import shared_faults
from stockrail.rules.state import DEPOT
from stockrail.rules.tokens import spare_of
from stockrail.rules.trains import trains_of, type_of
from stockrail.titles.g1862.companies import most_stations, started
from stockrail.titles.g1862.exchange import Exchange
from stockrail.titles.g1862.merging import markers_on_map
from stockrail.titles.g1862.state import LONDON, Game1862


def audit(game: Game1862) -> list[str]:
    exchanging = any(isinstance(frame, Exchange) for frame in game.stack)
    return [
        *shared_faults(game, settled=not exchanging, foreign=exchanging),
        *_trains(game),
        *_stations(game),
    ]


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
