"""Who counts what: each location pays once, and some trains count fewer stops than they visit."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence, Set
from itertools import combinations
from typing import TypeVar

Limit = tuple[int, Collection[int]]
"""How many items a train may count at most, and which it could."""

T = TypeVar("T", bound=Hashable)


def first_best(
    worth: Mapping[T, int], certain: Sequence[Set[T]], limits: Sequence[tuple[int, Sequence[T]]]
) -> list[Set[T]]:
    """What each train counts, so that all different items together are worth most; of equals the first.

    The choices are in order as if one went through all of them: those of the last train change fastest.
    """
    items = list(worth)
    number = {item: n for n, item in enumerate(items)}
    values = [worth[item] for item in items]
    sure = {number[item] for own in certain for item in own}
    open_to = [(most, [number[item] for item in own]) for most, own in limits]
    found: list[Set[T]] = []
    for n, (most, own) in enumerate(open_to):
        options = list(combinations(own, min(most, len(own))))
        best = max(options, key=lambda some: _most(values, sure.union(some), open_to[n + 1 :]))
        sure.update(best)
        found.append(certain[n] | {items[item] for item in best})
    return found


def _most(values: Sequence[int], sure: Set[int], limits: Sequence[Limit]) -> int:
    """What can be counted in all, where some items are certain."""
    rest = [(most, set(own) - sure) for most, own in limits]
    return sum(values[n] for n in sure) + sum(values[n] for n in share_out(values, rest))


def share_out(worth: Mapping[int, int] | Sequence[int], limits: Sequence[Limit]) -> dict[int, int]:
    """The items that are counted, each with the number of the one who counts it, so that they are worth most.

    The sets of items that can be counted at once are the independent sets of a transversal matroid. In a matroid the
    greedy choice is the best: take items by falling worth, keep each that fits in beside those kept before. Whether
    one fits in, an augmenting path tells: a train that is full may hand one of its items over to another train.
    """
    counted: dict[int, int] = {}
    room = [most for most, _ in limits]
    items = {item for _, own in limits for item in own if worth[item] > 0}
    for item in sorted(items, key=lambda item: (-worth[item], item)):
        _fit_in(item, limits, room, counted, set())
    return counted


def _fit_in(item: int, limits: Sequence[Limit], room: list[int], counted: dict[int, int], tried: set[int]) -> bool:
    takers = [n for n, (_, own) in enumerate(limits) if item in own]
    for n in takers:
        if room[n]:
            room[n] -= 1
            counted[item] = n
            return True
    for n in takers:
        if n in tried:
            continue
        tried.add(n)
        for other in [kept for kept, by in counted.items() if by == n]:
            if _fit_in(other, limits, room, counted, tried):
                counted[item] = n
                return True
    return False
