"""Who counts what: each location pays once, and some trains count fewer stops than they visit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

Limit = tuple[int, Collection[int]]
"""How many items a train may count at most, and which it could."""


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
