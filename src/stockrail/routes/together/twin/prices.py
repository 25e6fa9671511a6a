"""Prices for what pays once only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stockrail.board.track import bits
from stockrail.routes.together.choices import Choice, Slot
from stockrail.routes.together.prices import NEVER
from stockrail.routes.together.twin.choices import Choices

SWING = 0.7
"""How much of the last change goes on."""


class Candidate:
    """A choice that has not been ruled out."""

    __slots__ = ("choice", "certain", "chosen", "earns")

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.certain = tuple(bits(choice.certain))
        self.chosen = tuple(bits(choice.chosen))
        self.earns = 0

    def earned(self, limit: int, gains: Sequence[int]) -> int:
        """What it earns where a resource brings so much."""
        earns = self.choice.value
        for n in self.certain:
            earns += gains[n]
        if len(self.chosen) <= limit:
            for n in self.chosen:
                earns += gains[n]
            return earns
        return earns + sum(sorted([gains[n] for n in self.chosen], reverse=True)[:limit])


class Field:
    """The candidates of all slots that are alike."""

    def __init__(self, slot: Slot, candidates: list[Candidate]) -> None:
        self.slot = slot
        self.count = 1
        self.candidates = candidates
        self.best = 0
        self.best_home = NEVER
        self.champion: Candidate | None = None

    def rate(self, gains: Sequence[int]) -> None:
        limit = self.slot.limit
        self.best, self.best_home, self.champion = 0, NEVER, None
        for candidate in self.candidates:
            earns = candidate.earns = candidate.earned(limit, gains)
            if earns > self.best:
                self.best, self.champion = earns, candidate
            if earns > self.best_home and candidate.choice.home:
                self.best_home = earns

    def want(self, gains: Sequence[int], wanted: list[int]) -> None:
        if self.champion is not None:
            chosen = sorted(self.champion.chosen, key=lambda n: -gains[n])
            for n in (*self.champion.certain, *chosen[: self.slot.limit]):
                wanted[n] += self.count


class Moving:
    """Changes prices against the quarrel.

    Going on a little in the direction of the last change keeps the prices from swinging to and fro.
    """

    def __init__(self, worth: Sequence[int]) -> None:
        self.worth = worth
        self.last = [0.0] * len(worth)

    def move(self, prices: list[int], wanted: Sequence[int], among: Iterable[int], step: float) -> bool:
        """Of what somebody may still count; False if there is no quarrel."""
        last, worth, numbers = self.last, self.worth, list(among)
        norm, quarrel = 0.0, False
        for n in numbers:
            idle = wanted[n] == 0 and prices[n] == 0
            quarrel = quarrel or (wanted[n] != 1 and not idle)
            last[n] = (0 if idle else wanted[n] - 1) + SWING * last[n]
            norm += last[n] * last[n]
        if not quarrel or norm == 0:
            return False
        for n in numbers:
            prices[n] = min(worth[n], max(0, prices[n] + int(step * last[n] / norm)))
        return True


class Market:
    """The slots of a formation and the prices."""

    def __init__(self, choices: Choices, slots: Sequence[Slot], prices: list[int]) -> None:
        self.worth = choices.problem.worth
        self.prices = prices
        self.pulse = choices.pulse
        self.bound = 0
        by_slot: dict[Slot, Field] = {}
        for slot in slots:
            if slot in by_slot:
                by_slot[slot].count += 1
            else:
                by_slot[slot] = Field(slot, [Candidate(choice) for choice in choices.of(slot.team)])
        self.fields = list(by_slot.values())
        self.rate()

    def gains(self) -> list[int]:
        return [worth - price for worth, price in zip(self.worth, self.prices, strict=True)]

    def rate(self) -> None:
        """Brings everything up to date with the prices."""
        gains = self.gains()
        self.bound = sum(self.prices)
        for field in self.fields:
            field.rate(gains)
            self.bound += field.count * field.best
            self.pulse.look(len(field.candidates))
        self.bound -= self.detour()

    def detour(self, without: Field | None = None) -> int:
        """What it costs at least that one slot must visit the home; `without` one of the slots of a field."""
        costs = [f.best - f.best_home for f in self.fields if f is not without or f.count > 1]
        return min([-NEVER, *costs])

    def tune(self, known: int, rounds: int) -> None:
        best_bound, best_prices = self.bound, self.prices[:]
        moving, pace = Moving(self.worth), 1.0
        for _ in range(rounds):
            if best_bound <= known:
                break
            wanted, gains = [0] * len(self.worth), self.gains()
            for field in self.fields:
                field.want(gains, wanted)
            if not moving.move(self.prices, wanted, range(len(wanted)), pace * float(self.bound - known)):
                break
            self.rate()
            if self.bound < best_bound:
                best_bound, best_prices = self.bound, self.prices[:]
            else:
                pace *= 0.9
        self.prices = best_prices
        self.rate()

    def rule_out(self, known: int) -> None:
        """Drops every candidate with which no run can be better than the one known."""
        total = self.bound + self.detour()
        elsewhere = [self.detour(field) for field in self.fields]
        for field, away in zip(self.fields, elsewhere, strict=True):
            base = total - field.best
            field.candidates = [c for c in field.candidates if base + c.earns - (0 if c.choice.home else away) > known]
        self.rate()

    def size(self) -> int:
        return sum(len(field.candidates) for field in self.fields)
