"""Prices that keep the bounds of the route search close to what routes can really earn.

A route uses no stop and no track twice, and two routes share no track. The bounds forget this; a price on
whatever is wanted too often reminds them. Any prices are right, since what they take is given back as a constant
(Lagrangian relaxation); good ones are found by raising what the best walks overuse and lowering what they leave.
"""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.routes.bounds import NEVER
from stockrail.routes.hunt import Hunter

PATIENCE = 4
"""Rounds without progress after which steps become smaller."""


def tune_alone(hunter: Hunter, target: int, rounds: int) -> None:
    """Better own prices for one hunter; `target` is what a route is known to be worth."""
    own, best = list(hunter.own), hunter.most()
    prices, kept = [float(price) for price in own], own
    pace, idle = 1.0, 0
    for _ in range(rounds):
        top, counts = overuse(hunter)
        bound = top + hunter.slack
        if bound < best:
            best, kept, idle = bound, list(hunter.own), 0
        else:
            idle += 1
            if idle >= PATIENCE:
                pace, idle = pace / 2, 0
        steps = {n: count - 1 for n, count in counts.items()}
        steps.update({n: -1 for n, price in enumerate(prices) if price > 0 and n not in counts})
        length = sum(step * step for step in steps.values())
        if bound <= target or not length:
            break
        scale = pace * (bound - target) / length
        for n, step in steps.items():
            prices[n] = max(0.0, prices[n] + scale * step)
        hunter.set_prices([round(price) for price in prices], hunter.shared)
    hunter.set_prices(kept, hunter.shared)


def overuse(hunter: Hunter) -> tuple[int, dict[int, int]]:
    """What the best walk of a hunter earns, and how often it uses what."""
    top, used = hunter.bounds.best_walk()
    counts: dict[int, int] = {}
    for mask in used:
        while mask:
            low = mask & -mask
            n = low.bit_length() - 1
            counts[n] = counts.get(n, 0) + 1
            mask ^= low
    return top, counts
