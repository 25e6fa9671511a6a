"""4.4.9 Pullman cars: never two, never alone, first to go."""

from __future__ import annotations

from stockrail.rules.game import RailGame
from stockrail.rules.state import POOL
from stockrail.rules.trains import cars_of, engines_of, excess, limit_of, move_train, trains_of


def drop_car(game: RailGame, company: str, why: str) -> None:
    car = cars_of(game, company)[0]
    move_train(game, car, POOL)
    game.note("loses_car", company=company, why=why)


def drop_lone_car(game: RailGame, company: str) -> None:
    """4.4.9-e A company left with nothing but a Pullman loses it at once."""
    while cars_of(game, company) and not engines_of(game, company):
        drop_car(game, company, "alone")


def drop_lone_cars(game: RailGame) -> None:
    for company in game.title.companies:
        drop_lone_car(game, company)


def cars_after_merger(game: RailGame, company: str) -> None:
    """4.4.9-c, P-9 A second Pullman goes to the pool; on the site only where it breaks the train limit."""
    if game.ruling("second_pullman") == "to_pool":
        while len(cars_of(game, company)) > 1:
            drop_car(game, company, "second")
    automatic_discard(game, company)


def automatic_discard(game: RailGame, company: str) -> None:
    """P-8 Where the Pullman is discarded without asking, a company over its limit loses one at once."""
    automatic = game.ruling("pullman_discard") == "automatic"
    if automatic and cars_of(game, company) and excess(game, company):
        drop_car(game, company, "limit")


def may_own_car(game: RailGame, company: str) -> bool:
    """4.4.9-c The buyer must own another train and no Pullman."""
    return bool(engines_of(game, company)) and not cars_of(game, company)


def at_limit_with_car(game: RailGame, company: str) -> bool:
    """4.4.9-g"""
    return bool(cars_of(game, company)) and len(trains_of(game, company)) >= limit_of(game, company)
