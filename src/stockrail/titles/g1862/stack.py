"""7.9, 7.12 The trains of the bank: what a train costs now, and those that come back from a bankrupt company."""

from __future__ import annotations

from stockrail.rules.state import BOX, DEPOT, trains_at
from stockrail.rules.trains import trains_of, type_of
from stockrail.titles.g1862.state import Game1862


def fixed_price(game: Game1862, train: str) -> int:
    """7.9-b, c; Q30 Its printed price, half of it as soon as a later letter has been sold; whoever sells it."""
    kind, numbers = type_of(game, train), game.title.phase_numbers
    older = numbers[kind.name] < numbers[game.phase.name]
    return kind.price // 2 if older else kind.price


def give_up_trains(game: Game1862, company: str) -> None:
    """7.12-c, Q15 Trains go back to the bank, but obsolete ones, which only a warranty kept, leave the game."""
    state = game.state
    returned = []
    for train in list(trains_of(game, company)):
        if game.ruling("bankrupt_trains") == "to_bank" and not state.expired.get(train):
            returned.append(train)
        state.shelves.move(train, trains_at(BOX))
        if train in state.expired:
            del state.expired[train]
    if returned:
        _take_back(game, company, returned)


def _take_back(game: Game1862, company: str, trains: list[str]) -> None:
    """2.4.3-d, Q30 To the top of their letter, as cards that nobody has bought: without a form or warranties."""
    state, letters = game.state, list(game.title.train_types)
    for train in trains:
        game.note("train_returns", company=company, train=train)
        del state.form[train]
        del state.warranties[train]
    stack = [*trains, *trains_of(game, DEPOT)]
    for train in sorted(stack, key=lambda train: letters.index(type_of(game, train).name)):
        state.shelves.move(train, trains_at(DEPOT))
