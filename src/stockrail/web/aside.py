"""Work that takes long, in threads of its own: however much of it there is, pages never queue behind it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_SLOW = ThreadPoolExecutor(2, "slow")


async def slowly(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Searches, imports, hashes of passwords: two at a time, the others wait."""
    return await asyncio.get_running_loop().run_in_executor(_SLOW, lambda: work(*args, **kwargs))
