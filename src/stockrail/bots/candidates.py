"""The menu made small: which of its actions are worth trying, and which numbers of its ranges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from stockrail.core import Action, ActionRange
from stockrail.rules.actions import (
    Answer,
    Bid,
    BuyTrain,
    GoBankrupt,
    Merge,
    Pass,
    ProposeEnd,
    SellShares,
)
from stockrail.rules.game import RailGame
from stockrail.rules.trains import holder_of

Entry = Action | ActionRange[Any]

# What shows its price only later. A bot that looks one action ahead takes these only where it must.
HASTY: tuple[type[Action], ...] = (SellShares, Merge, GoBankrupt, ProposeEnd)
FEW = 8  # numbers of a range that are all tried
PAR_VALUES = 6  # at which a company is tried
PATIENCE = 60  # actions in one train step, after which a bot passes if it may


def action_of(entry: Entry) -> Action:
    return entry.action if isinstance(entry, ActionRange) else entry


def may_pass(menu: Sequence[Entry]) -> bool:
    return any(isinstance(entry, Pass) for entry in menu)


def worth_trying(menu: Sequence[Entry], hasty: frozenset[str]) -> list[Entry]:
    """The entries to look at: no hasty ones, unless there is nothing else, and bankruptcy last of all."""
    calm = [entry for entry in menu if not _is_hasty(action_of(entry), hasty)]
    return fewer_starts(calm or [e for e in menu if not isinstance(e, GoBankrupt)] or list(menu))


def _is_hasty(action: Action, hasty: frozenset[str]) -> bool:
    return isinstance(action, HASTY) or type(action).__name__ in hasty


def points(entry: Entry) -> list[Action]:
    """The single actions of an entry. Of a bid the lowest, of any other range all numbers or, of many, some."""
    if not isinstance(entry, ActionRange):
        return [entry]
    if isinstance(entry.action, Bid):
        return [entry.lowest()]
    return [entry.at(number) for number in _spread(entry.values(), FEW)]


def is_start(entry: Entry) -> bool:
    """Whether it starts a company at a par value, by whatever action."""
    return "value" in entry.__struct_fields__ and "company" in entry.__struct_fields__


def fewer_starts(entries: Sequence[Entry], most: int = PAR_VALUES) -> list[Entry]:
    """Of the par values at which a company may be started only so many, the lowest and the highest among them."""
    values: dict[Action, list[int]] = {}
    for start in [start for start in entries if is_start(start)]:
        values.setdefault(_without_value(start), []).append(start.value)  # type: ignore[union-attr]
    kept = {start: _spread(some, most) for start, some in values.items()}
    return [entry for entry in entries if not is_start(entry) or entry.value in kept[_without_value(entry)]]  # type: ignore[union-attr]


def _without_value(start: Any) -> Action:
    """The same for all values at which a company can be started in one way."""
    found: Action = msgspec.structs.replace(start, value=0)
    return found


def _spread(numbers: Sequence[int], most: int) -> Sequence[int]:
    """The lowest, the highest, and some between, evenly."""
    if len(numbers) <= most:
        return numbers
    return [numbers[round(place * (len(numbers) - 1) / (most - 1))] for place in range(most)]


# -- trains of other companies ------------------------------------------------------------------------------------


def is_deal(game: RailGame, entry: Entry) -> bool:
    """Whether it is about a train that another company has."""
    action = action_of(entry)
    return isinstance(action, BuyTrain) and holder_of(game, action.train) in game.title.companies


class TrainTalk:
    """What was said about trains in the step that lasts: its latest actions of these kinds, in a game with history."""

    def __init__(self, game: RailGame) -> None:
        self.trains: set[str] = set()  # bought or asked for: nobody asks twice, and no train goes to and fro
        self.length = 0
        for action in reversed(game.actions):
            if isinstance(action, BuyTrain):
                self.trains.add(action.train)
            elif not isinstance(action, Answer | SellShares):
                break
            self.length += 1

    @property
    def is_endless(self) -> bool:
        return self.length >= PATIENCE

    def new_deals(self, game: RailGame, entries: Sequence[Entry]) -> Iterator[Entry]:
        """Deals about trains of which nothing was said; of trains that are just alike only the first."""
        seen: set[tuple[Any, ...]] = set()
        for entry in entries:
            action = action_of(entry)
            assert isinstance(action, BuyTrain)
            alike = (holder_of(game, action.train), game.title.train_name(game, action.train), action.dropping)
            if action.train not in self.trains and alike not in seen:
                seen.add(alike)
                yield entry
