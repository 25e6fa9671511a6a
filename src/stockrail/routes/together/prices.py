"""Prices for what pays once only: they turn the trains' quarrel about it into a bound for all of them.

A resource r with the price p(r) pays p(r) to nobody and the rest of its worth to each train that counts it. Whatever
the prices (from nothing to the whole worth), no run is worth more than the sum of all prices and of what each slot
earns at best under them. Prices are found by going against the grain: what several slots want becomes dearer, what
nobody wants cheaper.
"""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.board.track import bits
from stockrail.routes.together.choices import Choice, Choices, Slot


class Candidate:
    """A choice that has not been ruled out, with what it earns under the present prices."""

    __slots__ = ("choice", "chosen", "certain", "earns")

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.chosen = tuple(bits(choice.chosen))
        self.certain = tuple(bits(choice.certain))
        self.earns = 0


class Field:
    """The candidates of all slots that are alike."""

    def __init__(self, slot: Slot, count: int, choices: Sequence[Choice]) -> None:
        self.slot = slot
        self.count = count
        self.candidates = [Candidate(choice) for choice in choices]
        self.best = 0  # earned by the best candidate, or by staying idle
        self.best_home = 0  # by the best one that visits the home; hugely negative if there is none
        self.champion: Candidate | None = None

    def rate(self, gains: Sequence[int]) -> None:
        """Works out what each candidate earns where a resource brings so much."""
        limit = self.slot.limit
        self.best, self.best_home, self.champion = 0, NEVER, None
        for candidate in self.candidates:
            earns = candidate.choice.value
            for resource in candidate.certain:
                earns += gains[resource]
            if len(candidate.chosen) <= limit:
                for resource in candidate.chosen:
                    earns += gains[resource]
            elif candidate.chosen:
                earns += sum(sorted([gains[resource] for resource in candidate.chosen], reverse=True)[:limit])
            candidate.earns = earns
            if earns > self.best:
                self.best, self.champion = earns, candidate
            if earns > self.best_home and candidate.choice.home:
                self.best_home = earns

    def wants(self, gains: Sequence[int]) -> list[int]:
        """The resources that the best candidate counts."""
        if self.champion is None:
            return []
        chosen = sorted(self.champion.chosen, key=lambda resource: -gains[resource])
        return [*self.champion.certain, *chosen[: self.slot.limit]]


NEVER = -(1 << 60)


class Market:
    """The slots of a formation and the prices."""

    def __init__(self, choices: Choices, slots: Sequence[Slot], prices: list[int]) -> None:
        self.worth = choices.problem.worth
        self.payee = choices.problem.payee
        self.prices = prices
        self.fields = [Field(slot, slots.count(slot), choices.of(slot)) for slot in dict.fromkeys(slots)]
        self.bound = 0
        self.rate()

    def gains(self) -> list[int]:
        return [worth - price for worth, price in zip(self.worth, self.prices, strict=True)]

    def rate(self) -> None:
        """Brings everything up to date with the prices."""
        gains = self.gains()
        for field in self.fields:
            field.rate(gains)
        self.bound = sum(self.prices) + sum(field.count * field.best for field in self.fields) - self.detour()

    def detour(self, without: Field | None = None) -> int:
        """What it costs at least that one slot must visit the home; `without` one of the slots of a field."""
        costs = [f.best - f.best_home for f in self.fields if f is not without or f.count > 1]
        return min(costs, default=-NEVER)

    def tune(self, known: int, rounds: int) -> None:
        """Betters the prices, as long as the bound is above the best run known."""
        best_bound, best_prices = self.bound, self.prices[:]
        pace = 1.0
        for _ in range(rounds):
            if best_bound <= known or not self._step(known, pace):
                break
            self.rate()
            if self.bound < best_bound:
                best_bound, best_prices = self.bound, self.prices[:]
            else:
                pace *= 0.8
        self.prices = best_prices
        self.rate()

    def _step(self, known: int, pace: float) -> bool:
        """Changes the prices against the quarrel; False if there is none."""
        gains = self.gains()
        wanted = [0] * len(self.worth)
        for field in self.fields:
            for resource in field.wants(gains):
                wanted[resource] += field.count
        moves = {n: times - 1 for n, times in enumerate(wanted) if times != 1 and (times > 1 or self.prices[n] > 0)}
        if not moves:
            return False
        step = pace * (self.bound - known + 1) / sum(move * move for move in moves.values())
        for n, move in moves.items():
            self.prices[n] = min(self.worth[n], max(0, self.prices[n] + int(step * move) or move))
        return True

    def rule_out(self, known: int) -> None:
        """Drops every candidate with which no run can be better than the one known."""
        total = self.bound + self.detour()
        for field in self.fields:
            elsewhere = self.detour(field)
            base = total - field.best
            field.candidates = [
                c for c in field.candidates if base + c.earns - (0 if c.choice.home else elsewhere) > known
            ]
        self.rate()
