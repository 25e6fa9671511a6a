"""Work beside the loop that answers requests: drawing pages, and what takes longer in threads of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

DRAWERS = 2  # Python computes one thing at a time: more threads would only keep the loop from its turn
TURN = 0.001  # seconds that a thread computes before another gets its turn
_SLOW = ThreadPoolExecutor(2, "slow")


def prepare() -> None:
    """For the loop of a server: few threads, short turns. Twenty readers then delay others by a third as much."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(DRAWERS, "aside"))
    sys.setswitchinterval(TURN)


async def slowly(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Searches, imports, hashes of passwords: however many there are, pages never queue behind them."""
    return await asyncio.get_running_loop().run_in_executor(_SLOW, lambda: work(*args, **kwargs))
