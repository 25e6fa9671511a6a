"""6.8.5-a, b 2Gs as possessions: how many a company may own, and where they go."""

from __future__ import annotations

from stockrail.rules.state import Holder
from stockrail.rules.trains import move_train, trains_of, type_of
from stockrail.titles.g1883.running import is_gravity
from stockrail.titles.g1883.state import Game1883


def gravity_of(game: Game1883, holder: Holder) -> list[str]:
    return [train for train in trains_of(game, holder) if is_gravity(game, train)]


def engines_for_gravity(game: Game1883, company: str) -> list[str]:
    """The trains that allow a 2G each."""
    kinds = game.title.facts["gravity"]["needs"]
    return [train for train in trains_of(game, company) if type_of(game, train).name in kinds]


def may_own_more_gravity(game: Game1883, company: str) -> bool:
    return len(gravity_of(game, company)) < len(engines_for_gravity(game, company))


def return_surplus_gravity(game: Game1883, company: str) -> None:
    """A35 To be called wherever a company has lost a train: surplus 2Gs go back to their stack at once."""
    surplus = len(gravity_of(game, company)) - len(engines_for_gravity(game, company))
    for train in gravity_of(game, company)[: max(0, surplus)]:
        _put_back(game, company, train)


def return_gravity(game: Game1883, company: str) -> None:
    """5.8-b All 2Gs of a company that closes."""
    for train in gravity_of(game, company):
        _put_back(game, company, train)


def _put_back(game: Game1883, company: str, train: str) -> None:
    move_train(game, train, type_of(game, train).stack)
    game.note("gravity_goes_back", company=company, train=train)
