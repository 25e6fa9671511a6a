"""What a position is worth to each player, in money of the game's end: features by name, times fitted weights."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from stockrail.bots.fading import faded
from stockrail.bots.prospects import CARDS, CASH, DUTIES, FEATURES, RESERVE, Prospect, Row
from stockrail.bots.sight import Sight
from stockrail.core.journal import Move, Pay, Set
from stockrail.rules.cards import cards_of
from stockrail.rules.game import RailGame
from stockrail.rules.outlook import Standing
from stockrail.rules.shares import shares_of
from stockrail.rules.title import RailTitle

NAME = "weights.toml"
STAGES = ("early", "middle", "late")
ABSENT = (Standing.CLOSED, Standing.UNOPENED)


Tables = Mapping[str, Mapping[str, float]]
"""Weights as they stand in a file: two numbers for all stages, then a table for each."""


class Weights:
    """One weight per feature and stage of the game; between two stages they are mixed."""

    def __init__(self, tables: Tables) -> None:
        self.envy = float(tables["all"]["envy"])  # how much of the others' mean value is taken from one's own
        self.boldness = float(tables["all"]["boldness"])  # how much of one's cash a bid may take
        self.variety = float(tables["all"]["variety"])  # how often another idea than the best one is taken
        self.stages = [[float(tables[stage].get(name, 0.0)) for name in FEATURES] for stage in STAGES]

    def at(self, stage: float) -> list[float]:
        """The weights at a moment of the game: 0 is its beginning, 1 its end."""
        place = min(1, int(stage * 2))
        part = stage * 2 - place
        pairs = zip(self.stages[place], self.stages[place + 1], strict=True)
        return [one + (other - one) * part for one, other in pairs]


def usual_tables() -> Tables:
    """The weights that suit all titles."""
    return _tables("stockrail.bots")


def tables_for(title: RailTitle[Any]) -> Tables:
    """The usual weights, and instead of some of them those in the title's own folder."""
    usual, own = usual_tables(), _tables(title.package)
    return {name: {**table, **own.get(name, {})} for name, table in usual.items()}


@cache
def _tables(package: str) -> Tables:
    file = files(package).joinpath(NAME)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@cache
def weights_for(title: RailTitle[Any]) -> Weights:
    return Weights(tables_for(title))


def features(game: RailGame, sight: Sight) -> list[Row]:
    """A row for each player, with a number for each feature."""
    rows = [[0.0] * len(FEATURES) for _ in game.players]
    for company in game.title.companies:
        add_company(game, sight, company, rows)
    add_players(game, sight, rows)
    return rows


def add_company(game: RailGame, sight: Sight, company: str, rows: list[Row]) -> None:
    """What a company means to each player, if it is in play."""
    if sight.outlook.standing(game, company) not in ABSENT:
        Prospect(game, sight, company).add_to(rows)


def add_players(game: RailGame, sight: Sight, rows: list[Row]) -> None:
    """What belongs to players themselves: their cash, their cards and their duties."""
    for seat in game.seats:
        row, cash = rows[seat], game.state.cash[seat]
        row[CASH] += cash
        row[RESERVE] += min(cash, 5 * min(game.title.grid.par))
        row[DUTIES] += sum(_danger(game, sight, seat, cash))
        row[CARDS] += sum(sight.card_worth(game, card) for card in cards_of(game, seat))
        row[CARDS] += sight.outlook.other_worth(game, seat)
    for bid in sight.outlook.standing_bids(game):
        assert bid.leader is not None
        rows[bid.leader][CARDS] += sight.card_worth(game, bid.item)
        rows[bid.leader][CASH] -= bid.price


def _danger(game: RailGame, sight: Sight, seat: int, cash: int) -> Iterator[float]:
    """What a player loses by duties that are missed: the fine and what was paid for the company, by the chance of it.

    Others may buy the shares that are missing, but nobody should count on it.
    """
    for duty in sight.outlook.fined(game, seat):
        need = sight.outlook.float_need(game, duty.company)
        if need is None or not need.shares:
            continue
        held, limit = game.title.certificates(game, seat)
        unpaid = max(0, need.cost - cash) * need.shares / max(1, need.cost)
        short = max(unpaid, need.shares - (limit - held))  # shares that the player cannot buy
        paid = shares_of(game, seat, duty.company) * game.state.par.get(duty.company, 0)
        yield (duty.fine + paid) * (1 - faded(0.35, short) + 0.02 * need.shares)


class Evaluation:
    """Values of positions one after the other, all within a few actions of the first one.

    A company that no action has touched counts as in the first position, so most of them are looked at once.
    """

    def __init__(self, game: RailGame, sight: Sight, weights: Weights) -> None:
        self.sight, self.envy, self.boldness, self.variety = sight, weights.envy, weights.boldness, weights.variety
        self.factors = weights.at(sight.stage)
        self._companies = {company: self._company(game, company) for company in game.title.companies}
        self._sums = [sum(column) for column in zip(*self._companies.values(), strict=True)]
        self._mark = len(game.state.journal)
        # How near these are to floating depends on their presidents' cash, too.
        self._started = [c for c in game.title.companies if sight.outlook.standing(game, c) == Standing.STARTED]

    def values(self, game: RailGame) -> list[float]:
        """What the position is worth to each player."""
        worth = self._sums.copy()
        for company in self._touched(game):
            pairs = zip(self._company(game, company), self._companies[company], strict=True)
            for seat, (now, before) in enumerate(pairs):
                worth[seat] += now - before
        rows = [[0.0] * len(FEATURES) for _ in game.players]
        add_players(game, self.sight, rows)
        return [sum_ + sum(self.weighed(row)) for sum_, row in zip(worth, rows, strict=True)]

    def _company(self, game: RailGame, company: str) -> list[float]:
        rows = [[0.0] * len(FEATURES) for _ in game.players]
        add_company(game, self.sight, company, rows)
        return [sum(self.weighed(row)) for row in rows]

    def weighed(self, row: Row) -> list[float]:
        """Each feature times its weight."""
        return [number * weight for number, weight in zip(row, self.factors, strict=True)]

    def _touched(self, game: RailGame) -> list[str]:
        """The companies that something was done to since the first position, in the order of the title."""
        names: set[object] = {self.sight.subject, *self._started}
        for entry in game.state.journal.entries[self._mark :]:
            if isinstance(entry, Pay):
                names.update((entry.source, entry.target))
            elif isinstance(entry, Move):
                names.update(_parts(entry.source), _parts(entry.target))
                names.add(entry.asset.rsplit("_", 1)[0])
                if self._is_of_the_bank(entry):
                    return list(self._companies)
            elif isinstance(entry, Set):
                names.update(_parts(entry.key))
        return list(self._companies) if "phase" in names else [one for one in self._companies if one in names]

    def _is_of_the_bank(self, move: Move) -> bool:
        """Whether a train came from or went to the bank, which changes what the next one costs."""
        places = [place for place in (move.source, move.target) if isinstance(place, tuple) and place[0] == "trains"]
        return any(place[1] not in self._companies for place in places)


def _parts(place: object) -> tuple[object, ...]:
    return place if isinstance(place, tuple) else (place,)


def advantage(worth: Sequence[float], player: int, envy: float) -> float:
    """A player's own value, less a part of the mean of the others'."""
    others = [value for seat, value in enumerate(worth) if seat != player]
    return worth[player] - envy * sum(others) / max(1, len(others))
