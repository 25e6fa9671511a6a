"""Searches that pages ask for: one for all who ask while it goes on, beside the loop that answers requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from stockrail.web.aside import slowly
from stockrail.web.play.live import LiveGame

T = TypeVar("T")


async def once(live: LiveGame, name: str, work: Callable[[], T]) -> T:
    """A search for all who ask while it goes on; else one page, drawn again and again, would keep all threads busy."""
    key = ("search", name)
    if key not in live.memo:
        live.memo[key] = asyncio.ensure_future(slowly(work))
        live.memo[key].add_done_callback(lambda _: live.memo.pop(key))
    found: T = await asyncio.shield(live.memo[key])
    return found
