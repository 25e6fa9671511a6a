"""Trains: the stack, the pool, phases and rusting."""

from __future__ import annotations

from collections.abc import Callable

from stockrail.rules.game import RailGame
from stockrail.rules.printed import Phase, TrainType
from stockrail.rules.state import BOX, DEPOT, POOL, Holder, trains_at


def type_of(game: RailGame, train: str) -> TrainType:
    """The kind of a single train: "3-0" is a 3."""
    return game.title.type_by_train[train]


def trains_of(game: RailGame, holder: Holder) -> list[str]:
    return game.state.shelves.on(trains_at(holder))


def engines_of(game: RailGame, holder: Holder) -> list[str]:
    """Trains that can run by themselves: all but those that merely double a stop."""
    return [train for train in trains_of(game, holder) if not type_of(game, train).doubles]


def cars_of(game: RailGame, holder: Holder) -> list[str]:
    """Trains that merely double a stop of another."""
    return [train for train in trains_of(game, holder) if type_of(game, train).doubles]


def holder_of(game: RailGame, train: str) -> Holder | None:
    place = game.state.shelves.place_of.get(train)
    holder: Holder | None = place[1] if isinstance(place, tuple) and place[0] == "trains" else None
    return holder


def tops_of_stacks(game: RailGame) -> list[str]:
    """The trains of the bank that are for sale: the first of each stack, as long as there is one."""
    return [train for stack in game.title.stacks for train in trains_of(game, stack)[:1]]


def is_sold_now(game: RailGame, train: str) -> bool:
    """Whether the phase has come from which trains of this kind are sold."""
    return type_of(game, train).available_from not in [phase.name for phase in later_phases(game)]


def top_of_stack(game: RailGame) -> str:
    """The one train that the bank sells, in a title whose only stack never runs out."""
    return trains_of(game, DEPOT)[0]


def next_train(game: RailGame) -> str | None:
    """The first train of the depot, in a title whose depot may be sold out."""
    return next(iter(trains_of(game, DEPOT)), None)


def trains_for_duty(game: RailGame) -> list[str]:
    """The trains of the depot and, out of it, in the pool that a company could be forced to buy, the cheapest first."""
    pool = [train for train in trains_of(game, POOL) if type_of(game, train).stack == DEPOT]
    return sorted([*trains_of(game, DEPOT)[:1], *pool], key=lambda train: type_of(game, train).price)


def move_train(game: RailGame, train: str, target: Holder) -> None:
    """Hand a train over; an endless kind never leaves its stack empty."""
    source, kind = holder_of(game, train), type_of(game, train)
    game.state.shelves.move(train, trains_at(target))
    if source == kind.stack and kind.count is None and not trains_of(game, kind.stack):
        name, number = train.rsplit("-", 1)
        game.state.shelves.create(f"{name}-{int(number) + 1}", trains_at(kind.stack))


def give_train(game: RailGame, kind: str, company: str) -> bool:
    """A gift of the bank: the next train of a kind, if there is one."""
    left = [train for train in trains_of(game, game.title.train_types[kind].stack) if type_of(game, train).name == kind]
    if left:
        game.state.shelves.move(left[0], trains_at(company))
    return bool(left)


def limit_of(game: RailGame, company: str) -> int:
    return game.phase.train_limit[game.title.companies[company].kind]


def may_own_trains(game: RailGame, company: str) -> bool:
    """Whether a company can have trains at all; a title may count limits by something else than its kind."""
    return game.title.train_limits(game).get(game.title.companies[company].kind, 1) > 0


def excess(game: RailGame, company: str) -> int:
    """How many trains a company has above its limit."""
    return max(0, len(limited_trains(game, company)) - limit_of(game, company))


def limited_trains(game: RailGame, holder: Holder) -> list[str]:
    """Those that count against the train limit."""
    return [train for train in trains_of(game, holder) if type_of(game, train).limited]


def phase_begun_by(game: RailGame, train: str) -> str | None:
    """The phase that begins when this train is bought, if a later one than today's does."""
    name = type_of(game, train).name
    return next((phase.name for phase in later_phases(game) if phase.begins_with == name), None)


def later_phases(game: RailGame) -> list[Phase]:
    """The phases to come, the next one first."""
    phases = list(game.title.phases.values())
    return phases[phases.index(game.phase) + 1 :]


def begin_phase(game: RailGame, name: str, rust: Callable[[RailGame, str, Holder], None] | None = None) -> None:
    """A phase begins at once: the trains that it makes obsolete leave all owners, the pool and their own stacks."""
    game.state.flags["phase"] = name
    game.note("phase_begins", phase=name)
    newest = game.phase.begins_with
    stacks = [stack for stack in game.title.stacks if stack != DEPOT]  # a depot has sold them before
    for holder in [*game.title.companies, POOL, *stacks]:
        for train in [t for t in trains_of(game, holder) if type_of(game, t).rusts_on == newest]:
            (rust or rust_train)(game, train, holder)


def rust_train(game: RailGame, train: str, holder: Holder) -> None:
    """Out of the game, without payment."""
    game.state.shelves.move(train, trains_at(BOX))
    game.note("train_rusts", train=train, holder=holder)
