"""What grows less step by step. By multiplication alone: `pow` of C libraries differs in the last bit of its results,
and bots have to play the same game on every machine.
"""

from __future__ import annotations


def faded(base: float, steps: float) -> float:
    """The base to the power of a number of steps; between whole numbers on a straight line."""
    whole, found = int(steps), 1.0
    for _ in range(whole):
        found *= base
    return found * (1 - (steps - whole) * (1 - base))
