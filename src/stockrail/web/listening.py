"""Who listens for news: so many at most, and all are let go when the server closes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from litestar.exceptions import TooManyRequestsException

from stockrail.core.marking import N_

MOST, MOST_HERE = 800, 100  # in all (systems often allow 1,024 open files), and from one address
WAITING = 10  # news for a browser that does not read them; instead of more it is told to look again
GOODBYE = b""
AGAIN = b"again"  # something may have been missed


class Listener:
    """An open stream: who reads it, in which language, and the news that wait there."""

    def __init__(self, address: str, game: str = "", person: str = "", language: str = "en") -> None:
        self.address, self.game, self.person, self.language = address, game, person, language
        self.kind: object = None  # of reader, as which it was told something last
        self.waiting: asyncio.Queue[bytes] = asyncio.Queue(WAITING)

    @property
    def place(self) -> str:
        """What the news must be about: one game, or in the lobby all games of a person."""
        return f"game:{self.game}" if self.game else f"person:{self.person}"

    def tell(self, news: bytes) -> None:
        if self.waiting.full():
            while not self.waiting.empty():
                self.waiting.get_nowait()
            self.waiting.put_nowait(AGAIN)
        self.waiting.put_nowait(news)


class Listeners:
    """The open streams, each with the news that wait for it."""

    def __init__(self, most: int = MOST, most_here: int = MOST_HERE) -> None:
        self.most, self.most_here = most, most_here
        self._addresses: Counter[str] = Counter()
        self._places: dict[str, list[Listener]] = {}

    def __len__(self) -> int:
        return self._addresses.total()

    def check(self, address: str) -> None:
        if len(self) >= self.most or self._addresses[address] >= self.most_here:
            raise TooManyRequestsException(N_("too many pages open at once; close one and reload"))

    def watched(self, game: str) -> bool:
        """Whether somebody listens for news of this game."""
        return f"game:{game}" in self._places

    def at(self, place: str) -> list[Listener]:
        return list(self._places.get(place, ()))

    @contextmanager
    def listening(self, listener: Listener) -> Iterator[asyncio.Queue[bytes]]:
        self._addresses[listener.address] += 1
        self._places.setdefault(listener.place, []).append(listener)
        try:
            yield listener.waiting
        finally:
            self._addresses -= Counter({listener.address: 1})  # which also forgets addresses without any
            here = self._places[listener.place]
            here.remove(listener)
            if not here:
                del self._places[listener.place]

    def say_goodbye(self) -> None:
        """The server closes: whoever listens would hold it open."""
        self._tell_all(GOODBYE)

    def look_again(self) -> None:
        """News did not reach this server for a while."""
        self._tell_all(AGAIN)

    def _tell_all(self, word: bytes) -> None:
        for here in self._places.values():
            for listener in here:
                listener.tell(word)
