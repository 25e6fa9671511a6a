"""What must hold after every action: all money, certificates, trains, tokens and tiles are somewhere, once."""

from __future__ import annotations

from stockrail.rules.audit import shared_faults
from stockrail.rules.game import RailGame
from stockrail.rules.shares import owner_of
from stockrail.rules.state import DEPOT
from stockrail.rules.trains import cars_of, trains_of


def audit(game: RailGame) -> list[str]:
    return [
        *shared_faults(game, game.title.companies_of("major")),
        *_presidents(game),
        *_trains(game),
    ]


def _presidents(game: RailGame) -> list[str]:
    started = [company for company in game.title.companies_of("major") if company in game.state.par]
    return [f"{company}: started without a president" for company in started if owner_of(game, company) is None]


def _trains(game: RailGame) -> list[str]:
    faults = [] if trains_of(game, DEPOT) else ["the stack is empty"]
    for company in game.title.companies:
        if game.ruling("second_pullman") == "to_pool" and len(cars_of(game, company)) > 1:
            faults.append(f"{company} owns two Pullmans")
        if cars_of(game, company) and len(trains_of(game, company)) == len(cars_of(game, company)):
            faults.append(f"{company} owns a Pullman and no train")
    return faults
