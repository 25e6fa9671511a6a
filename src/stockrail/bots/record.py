"""What is written down of a game between bots: who won, how far it went, what each bot spent."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from stockrail.bots.pairings import Entrant

FAULT = "fault"  # the reason of a game that a fault has ended
BLAMELESS = ("invariant", "engine", "lost")  # faults of the engine or the machine, of which no bot is guilty
FINENESS = 20  # steps in which a time grows tenfold, so neighbouring steps differ by an eighth


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a game was stopped, and whose fault it was.

    Kinds: "illegal" (a choice that the rules refuse), "crash" (the bot raised an error), "changed" (it changed the
    game it was given), "cap" (too many actions: whoever took most of them), "invariant" (a check failed), "engine"
    (a legal action raised an error), "lost" (the process that played it died).
    """

    kind: str
    text: str
    seat: int | None = None


class Cost(msgspec.Struct, frozen=True):
    """Processor seconds of some moves."""

    moves: int
    mean: float
    p99: float
    worst: float


class Costs(msgspec.Struct, frozen=True):
    """Processor seconds of all moves of a seat, and by kind of decision. `spread` counts moves by size, for sums."""

    all: Cost
    kinds: dict[str, Cost]
    spread: dict[int, int]


class Record(msgspec.Struct, frozen=True):
    """A game that was played. Lists go by seat. Everything but `seconds` and `costs` is the same on every machine."""

    id: str
    title: str
    options: tuple[str, ...]
    rulings: dict[str, str]
    seed: int
    bots: tuple[Entrant, ...]
    checked: bool
    worth: tuple[int, ...]
    rank: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    fault: Fault | None
    actions: int
    phases: tuple[str, ...]
    kinds: tuple[dict[str, int], ...]  # decisions met, by kind
    hurried: tuple[int, ...]  # how often a bot was made to pass, after too many actions in one step
    work: tuple[int | None, ...]
    seconds: float
    costs: tuple[Costs, ...]

    def part(self, seat: int) -> float:
        """The part of the victory that a seat has: a shared first place counts as its part."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    @property
    def counts(self) -> bool:
        """Whether it says anything about the bots: not if engine or machine failed."""
        return self.fault is None or self.fault.kind not in BLAMELESS

    def timeless(self) -> Record:
        """The record without what depends on the machine."""
        return msgspec.structs.replace(self, seconds=0.0, costs=())


def ranks(worth: Sequence[int], winners: Sequence[int]) -> tuple[int, ...]:
    """Places from 1, winners first; whoever shares a place has the same number."""
    keys = [(seat in winners, sum_) for seat, sum_ in enumerate(worth)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


# -- times --------------------------------------------------------------------------------------------------------


def costs_of(seconds: Mapping[str, Sequence[float]]) -> Costs:
    """The costs of a seat's moves, given by kind of decision."""
    every = [one for times in seconds.values() for one in times]
    kinds = {kind: _cost(seconds[kind]) for kind in sorted(seconds)}
    return Costs(_cost(every), kinds, dict(sorted(Counter(map(_size, every)).items())))


def _cost(times: Sequence[float]) -> Cost:
    if not times:
        return Cost(0, 0.0, 0.0, 0.0)
    ordered = sorted(times)
    late = ordered[math.ceil(0.99 * len(ordered)) - 1]
    return Cost(len(times), _rounded(sum(times) / len(times)), _rounded(late), _rounded(ordered[-1]))


def _rounded(seconds: float) -> float:
    return round(seconds, 6)


def _size(seconds: float) -> int:
    """The size of a time: how often a microsecond must grow by an eighth to reach it."""
    return max(0, math.ceil(FINENESS * math.log10(max(seconds, 1e-6) * 1e6)))


def joined(costs: Iterable[Costs]) -> Cost:
    """The costs of several games together; the 99th percentile to an eighth."""
    found = [cost for cost in costs if cost.all.moves]
    moves = sum(cost.all.moves for cost in found)
    if not moves:
        return Cost(0, 0.0, 0.0, 0.0)
    sizes: Counter[int] = Counter()
    for cost in found:
        sizes.update(cost.spread)
    total = sum(cost.all.mean * cost.all.moves for cost in found)
    worst = max(cost.all.worst for cost in found)
    return Cost(moves, _rounded(total / moves), min(worst, _at(sizes, math.ceil(0.99 * moves))), worst)


def _at(sizes: Mapping[int, int], place: int) -> float:
    """The time of the move at a place, counted from the fastest."""
    for size in sorted(sizes):
        place -= sizes[size]
        if place <= 0:
            return _rounded(10 ** (size / FINENESS) / 1e6)
    raise AssertionError("there are fewer moves than that")
