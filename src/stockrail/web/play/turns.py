"""Whose bot thinks next: so many at once, tables in turn, those where somebody waits for it first."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """A door for so many at once. Whoever comes when it is full waits in one of three lines."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._lines: tuple[deque[asyncio.Future[None]], ...] = (deque(), deque(), deque())

    @asynccontextmanager
    async def turn(self, rank: int) -> AsyncIterator[None]:
        """Wait for one's turn and have it. Whoever stands in the first line comes before all in the others."""
        await self._enter(self._lines[rank])
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, line: deque[asyncio.Future[None]]) -> None:
        if self._free:
            self._free -= 1
            return
        place = asyncio.get_running_loop().create_future()
        line.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():
                self._leave()  # it was called up and went away at the same moment
            raise

    def _leave(self) -> None:
        """Call up the next one who is still there, or leave the place free."""
        for line in self._lines:
            while line:
                place = line.popleft()
                if not place.done():
                    place.set_result(None)
                    return
        self._free += 1
