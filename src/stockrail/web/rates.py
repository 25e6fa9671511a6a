"""How often something may happen within some minutes, for each address, name, or whatever it is counted by."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import TooManyRequestsException


class Rate:
    """Counts by keys; the memory for them is bounded."""

    def __init__(self, most: int, span: float, known: int = 10_000) -> None:
        self.most, self.span, self.known = most, span, known
        self._times: OrderedDict[str, list[float]] = OrderedDict()

    def check(self, key: str, refusal: str) -> None:
        """Refuse if it happened too often of late."""
        since = time.monotonic() - self.span
        if sum(at > since for at in self._times.get(key, ())) >= self.most:
            raise TooManyRequestsException(refusal)

    def count(self, key: str) -> None:
        self._times[key] = [*self._times.pop(key, ()), time.monotonic()][-self.most :]
        while len(self._times) > self.known:
            self._times.popitem(last=False)

    def forget(self, key: str) -> None:
        self._times.pop(key, None)


class Waiting:
    """How many pieces of long work may wait at once, in all and for each key."""

    def __init__(self, most: int, most_here: int) -> None:
        self.most, self.most_here = most, most_here
        self._open: Counter[str] = Counter()

    @contextmanager
    def one(self, key: str, refusal: str) -> Iterator[None]:
        """One more for as long as it takes, or a refusal."""
        if self._open[key] >= self.most_here or self._open.total() >= self.most:
            raise TooManyRequestsException(refusal)
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            self._open += Counter()  # forgets whoever waits for nothing


class Minute:
    """Counts for a minute by keys, and forgets them all: that costs little, however many there are."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._ends = 0.0
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._counts)

    def allows(self, key: str) -> bool:
        """Count one more; whether that is not too many."""
        now = time.monotonic()
        if now >= self._ends:
            self._ends = now + 60
            self._counts.clear()
        self._counts[key] += 1
        return self._counts[key] <= self.most


def place_of(address: str) -> str:
    """What counts as one address: with IPv6 everybody has some billions of them, so it is the network."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or ip_network((known, 64), strict=False))
    return address


def whence(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where a request comes from, to count by."""
    return place_of(connection.client.host) if connection.client else ""
