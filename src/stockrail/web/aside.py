"""Work beside the loop that answers requests: drawing pages, and what takes longer in threads of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

DRAWERS = 2  # Python computes one thing at a time: more threads would only keep the loop from its turn
TURN = 0.001  # seconds that a thread computes before another gets its turn


class Threads(ThreadPoolExecutor):
    """Whoever waits for work here is always answered; asyncio cannot pass a StopIteration on and would wait on."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return super().submit(_ended, partial(fn, *args, **kwargs))


def _ended(work: Callable[[], T]) -> T:
    try:
        return work()
    except StopIteration as error:
        raise RuntimeError("what was looked for is not there") from error


_DRAWINGS = Threads(4, "drawing")  # a few of them wait for searches, which leave Python to the others
_SEARCHES = Threads(2, "search")
_IMPORTS = Threads(2, "import")
_PASSWORDS = Threads(2, "password")  # each takes 64 MB while it computes


def prepare() -> None:
    """For the loop of a server: few threads, short turns. Twenty readers then delay others by a third as much."""
    asyncio.get_running_loop().set_default_executor(Threads(DRAWERS, "aside"))
    sys.setswitchinterval(TURN)


async def drawing(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Pages that many wait for."""
    return await _in(_DRAWINGS, partial(work, *args, **kwargs))


async def slowly(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Searches: however many there are, pages never queue behind them."""
    return await _in(_SEARCHES, partial(work, *args, **kwargs))


async def importing(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Whole games that are checked action by action; a search does not wait for them."""
    return await _in(_IMPORTS, partial(work, *args, **kwargs))


async def hashing(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Passwords, which are slow to compare on purpose; whoever logs in waits for nothing else."""
    return await _in(_PASSWORDS, partial(work, *args, **kwargs))


async def _in(threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, work)
