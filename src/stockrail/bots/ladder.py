"""How strong a bot is: the games that measure it, and the figures with their intervals.

One bot sits with others of one kind. It goes through all seats with each seed, because seats matter, and all bots are
measured with the same seeds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import mean

import msgspec

from stockrail.bots.pairings import Entrant, Pairing, entrant
from stockrail.bots.record import Cost, Record, joined
from stockrail.core import UnknownChoice
from stockrail.core.chance import Dice

Z = 1.96  # 95 % of a normal distribution lie within so many deviations
RESAMPLES = 1_000
RESAMPLING_SEED = 18

Seated = tuple[Record, int]
"""A game that was played, and a seat in it."""


class Interval(msgspec.Struct, frozen=True):
    """A figure, and where it lies with 95 % certainty."""

    value: float
    low: float
    high: float


class Standing(msgspec.Struct, frozen=True):
    """What a bot has achieved, over all seats it had."""

    bot: str
    seats: int
    won: float  # a shared first place counts as its part
    rate: Interval | None  # None if it had several seats in one game: they depend on each other
    ratio: Interval | None  # own worth over the mean of the others; None also if no game was played to its end
    worth: int | None  # the mean of games played to their end
    faults: int  # games that it lost by its own fault
    cost: Cost  # per move
    work: float | None  # the mean per move, if the bot counts it


# -- the games ----------------------------------------------------------------------------------------------------


class Rung(msgspec.Struct, frozen=True):
    """A bot against others of one kind, in one title."""

    strong: Entrant
    weak: Entrant
    pairings: tuple[Pairing, ...]

    def standing(self, records: Mapping[str, Record]) -> Standing:
        """How the strong one did in the games that have been played."""
        games = enumerate(self.pairings)
        return standing(
            self.strong.spec,
            [(records[one.id], number % len(one.seats)) for number, one in games if one.id in records],
        )


def rungs(base: Pairing, bots: Sequence[str], games: int) -> list[Rung]:
    """Each bot against the next one of the list, with the title, number of players and first seed of a pairing."""
    if len(bots) < 2:
        raise UnknownChoice("a ladder needs at least two bots, the strongest first")
    entrants = [entrant(spec) for spec in bots]
    for strong, weak in pairwise(entrants):
        if strong == weak:
            raise UnknownChoice(f"{strong.spec} against itself wins exactly its share; name two different bots")
    return [Rung(strong, weak, _rotated(base, strong, weak, games)) for strong, weak in pairwise(entrants)]


def _rotated(base: Pairing, strong: Entrant, weak: Entrant, games: int) -> tuple[Pairing, ...]:
    players = len(base.seats)
    return tuple(
        msgspec.structs.replace(
            base,
            seats=tuple(strong if seat == number % players else weak for seat in range(players)),
            seed=base.seed + number // players,
        )
        for number in range(games)
    )


# -- the figures --------------------------------------------------------------------------------------------------


def standings(records: Sequence[Record]) -> list[Standing]:
    """How each bot of some games did, in the order in which they first come up."""
    seats: dict[str, list[Seated]] = {}
    for record in records:
        for seat, bot in enumerate(record.bots):
            seats.setdefault(bot.spec, []).append((record, seat))
    return [standing(spec, seated) for spec, seated in seats.items()]


def standing(bot: str, seated: Sequence[Seated]) -> Standing:
    """How a bot did in its seats. Games that say nothing about bots do not count."""
    seated = [(record, seat) for record, seat in seated if record.counts]
    ended = [(record, seat) for record, seat in seated if record.fault is None]
    alone = len({record.id for record, _ in seated}) == len(seated)
    won = sum(record.part(seat) for record, seat in seated)
    return Standing(
        bot=bot,
        seats=len(seated),
        won=won,
        rate=wilson(won, len(seated)) if alone and seated else None,
        ratio=_ratio(ended) if alone and ended else None,
        worth=round(mean(record.worth[seat] for record, seat in ended)) if ended else None,
        faults=sum(record.fault is not None and record.fault.seat == seat for record, seat in seated),
        cost=joined(record.costs[seat] for record, seat in seated),
        work=_work(seated),
    )


def wilson(won: float, games: int) -> Interval:
    """The rate of victories, with Wilson's interval."""
    rate, z = won / games, Z * Z / games
    middle = (rate + z / 2) / (1 + z)
    half = Z * math.sqrt(rate * (1 - rate) / games + z / games / 4) / (1 + z)
    return Interval(rate, max(0.0, middle - half), min(1.0, middle + half))


def _ratio(seated: Sequence[Seated]) -> Interval:
    """Own worth over the mean of the others': the geometric mean over all games, with a bootstrap interval."""
    logs = [_log_ratio(record.worth, seat) for record, seat in seated]
    low, high = bootstrap(logs)
    return Interval(math.exp(mean(logs)), math.exp(low), math.exp(high))


def _log_ratio(worth: Sequence[int], seat: int) -> float:
    """Whoever has less than a hundredth of the usual counts as having that, so that ruin does not outweigh all else."""
    least = max(mean(worth) / 100, 1.0)
    others = mean(sum_ for other, sum_ in enumerate(worth) if other != seat)
    return math.log(max(worth[seat], least) / max(others, least))


def bootstrap(numbers: Sequence[float]) -> tuple[float, float]:
    """Where the mean lies with 95 % certainty, by drawing as many numbers again and again; the same every time."""
    dice, count = Dice(RESAMPLING_SEED), len(numbers)
    means = sorted(sum(numbers[dice.below(count)] for _ in range(count)) / count for _ in range(RESAMPLES))
    tail = RESAMPLES // 40
    return means[tail], means[-1 - tail]


def _work(seated: Sequence[Seated]) -> float | None:
    """The mean work per move, where the bot counts it."""
    known = [(work, record.costs[seat].all.moves) for record, seat in seated if (work := record.work[seat]) is not None]
    moves = sum(count for _, count in known)
    return sum(work for work, _ in known) / moves if moves else None
