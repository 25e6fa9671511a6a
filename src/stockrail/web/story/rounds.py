"""A game round by round: what each company earned and paid, what each player got, who held what at its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from stockrail.core import Event
from stockrail.rules.game import RailGame
from stockrail.rules.prices import price
from stockrail.rules.shares import percent_of
from stockrail.rules.state import Holder

OPERATING = "operating"


class Turn(msgspec.Struct, frozen=True):
    """What a company earned in one of its turns, and how much of it was paid on its shares."""

    company: str
    revenue: int
    paid: int
    at: int  # the number of the action after which it was settled


class Standing(msgspec.Struct, frozen=True):
    """Who had what at one moment."""

    cash: tuple[int, ...]
    worth: tuple[int, ...]
    prices: Mapping[str, int]
    shares: Mapping[str, Mapping[int, int]]  # percent, by company and seat


class Round(msgspec.Struct, frozen=True):
    """One round: from which action to which, what was earned, and how things stood at its end."""

    kind: str
    turn: int
    number: int
    start: int  # so many actions had been taken when it began
    end: int
    turns: tuple[Turn, ...]
    income: tuple[int, ...]  # by seat: dividends, and whatever else companies and cards pay
    standing: Standing

    @property
    def operating(self) -> bool:
        return self.kind == OPERATING


class _Open:
    """A round that is being gone through."""

    def __init__(self, event: Event, start: int, players: int) -> None:
        self.event, self.start = event, start
        self.turns: list[Turn] = []
        self.income = [0] * players

    def closed(self, end: int, standing: Standing) -> Round:
        kind, turn, number = (self.event[name] for name in ("kind", "turn", "number"))
        return Round(kind, turn, number, self.start, end, tuple(self.turns), tuple(self.income), standing)


def rounds_of(game: RailGame) -> list[Round]:
    """All rounds so far; the last one as far as it has come."""
    found: list[_Open] = []
    ends: list[int] = []
    for at, events in told(game):
        for event in events:
            if event.kind == "round_begins":
                ends += [at] if found else []
                found.append(_Open(event, at, len(game.players)))
            elif found:
                _count(game, found[-1], event, at)
    standings = _standings(game, {*ends, game.ply})
    return [round_.closed(end, standings[end]) for round_, end in zip(found, [*ends, game.ply], strict=bool(found))]


def told(game: RailGame) -> Iterator[tuple[int, list[Event]]]:
    """What happened before the first action, and after each, with how many actions had then been taken."""
    each = [game.events_of(number) for number in range(game.ply)]
    yield 0, game.log[: len(game.log) - sum(map(len, each))]
    yield from enumerate(each, 1)


def _count(game: RailGame, round_: _Open, event: Event, at: int) -> None:
    """What an event says of earnings and income."""
    paid = settled(game, event)
    if paid is not None:
        round_.turns.append(Turn(event["company"], event["revenue"], paid, at))
    for seat, amount in incomes(game, event):
        round_.income[seat] += amount


def settled(game: RailGame, event: Event) -> int | None:
    """How much of a company's revenue is paid; None for an event that settles none."""
    field = "dividend" if event.kind == "dividend" else game.title.showing.settles.get(event.kind)
    return None if field is None else int(event[field])


def incomes(game: RailGame, event: Event) -> Iterator[tuple[int, int]]:
    """Which players an event pays, and how much: that they sell something is no income."""
    sums = event.params.get("sums")
    pairs: list[tuple[Holder, int]] = []
    if isinstance(sums, Mapping):
        pairs = list(sums.items())
    elif sums is not None:
        pairs = [(holder, amount) for _, holder, amount in sums]
    elif event.kind == "card_pays":
        pairs = [(event["holder"], event["amount"])]
    elif (fields := game.title.showing.pays.get(event.kind)) is not None:
        pairs = [(event["player"], sum(event[field] for field in fields.split()))]
    seats = range(len(game.players))
    yield from ((int(holder), amount) for holder, amount in pairs if holder in seats)


def standing_of(game: RailGame) -> Standing:
    """How things stand now."""
    seats = range(len(game.players))
    shares = {
        company: {seat: percent for seat in seats if (percent := percent_of(game, seat, company))}
        for company in game.title.companies
    }
    return Standing(
        cash=tuple(game.state.cash[seat] for seat in seats),
        worth=tuple(game.title.worth(game, seat) for seat in seats),
        prices={company: price(game, company) for company in game.title.companies if company in game.state.cell},
        shares={company: held for company, held in shares.items() if held},
    )


def _standings(game: RailGame, wanted: set[int]) -> dict[int, Standing]:
    """How things stood at some moments: actions are taken back on a copy, from the last to the first."""
    copy: RailGame = game.fork()
    found = {}
    for at in sorted(wanted, reverse=True):
        while copy.ply > at:
            copy.pop()
        found[at] = standing_of(copy)
    return found
