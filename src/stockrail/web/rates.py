"""How often something may happen within some minutes, for each address, name, or whatever it is counted by."""

from __future__ import annotations

import time
from collections import OrderedDict

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
