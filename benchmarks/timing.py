"""Clocks: processor time, the best of several, and the yardstick loop."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

SHARED = Path(__file__).parents[2] / "shared" / "fixtures"


def best_of(times: int, work: Callable[[], object]) -> float:
    """Seconds of processor time of the fastest of several runs."""
    found = []
    for _ in range(times):
        gc.collect()
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


class Spent(NamedTuple):
    """Seconds of the processor and of the clock on the wall: where they differ much, the machine had other work."""

    cpu: float
    wall: float

    def __str__(self) -> str:
        return f"{self.cpu:.3f} s of processor, {self.wall:.3f} s of clock"


@contextmanager
def spending() -> Iterator[list[Spent]]:
    """What the work inside takes is in the list afterwards."""
    found: list[Spent] = []
    cpu, wall = time.process_time(), time.perf_counter()
    yield found
    found.append(Spent(time.process_time() - cpu, time.perf_counter() - wall))


def yardstick() -> float:
    """What the public Ruby engine needs for log 74045: four million steps of a plain loop."""

    def loop() -> int:
        x = 0
        for i in range(4_000_000):
            x = (x * 31 + i) & 0xFFFF
        return x

    return best_of(3, loop)


def spread(seconds: Sequence[float]) -> str:
    """Median, 95 % and worst, in milliseconds."""
    ordered = sorted(seconds)
    at = [ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)], ordered[-1]]
    median, most, worst = (f"{1000 * value:.2f}" for value in at)
    return f"median {median} ms, 95 % {most} ms, worst {worst} ms"
