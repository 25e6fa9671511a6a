"""Who listens for news: so many at most, and all are let go when the server closes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from litestar.exceptions import TooManyRequestsException

from stockrail.core.marking import N_

MOST, MOST_HERE = 800, 100  # in all (systems often allow 1,024 open files), and from one address
WAITING = 50  # news for a browser that does not read them; older ones are dropped, the next says it all
GOODBYE = b""
AGAIN = b"again"  # something may have been missed


class Listeners:
    """The open streams, each with the news that wait for it."""

    def __init__(self, most: int = MOST, most_here: int = MOST_HERE) -> None:
        self.most, self.most_here = most, most_here
        self._open: dict[asyncio.Queue[bytes], str] = {}
        self._games: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def check(self, address: str) -> None:
        if len(self._open) >= self.most or Counter(self._open.values())[address] >= self.most_here:
            raise TooManyRequestsException(N_("too many open pages at once"))

    def watched(self, game: str) -> bool:
        """Whether somebody listens for news of this game."""
        return game in self._games

    @contextmanager
    def listening(self, address: str, game: str = "") -> Iterator[asyncio.Queue[bytes]]:
        news: asyncio.Queue[bytes] = asyncio.Queue(WAITING)
        self._open[news] = address
        self._games[game] += 1
        try:
            yield news
        finally:
            del self._open[news]
            self._games -= Counter({game: 1})  # which also forgets games that nobody watches

    def say_goodbye(self) -> None:
        """The server closes: whoever listens would hold it open."""
        self._tell_all(GOODBYE)

    def look_again(self) -> None:
        """News did not reach this server for a while."""
        self._tell_all(AGAIN)

    def _tell_all(self, word: bytes) -> None:
        for news in self._open:
            if news.full():
                news.get_nowait()
            news.put_nowait(word)
