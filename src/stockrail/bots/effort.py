"""How much a bot may think about one decision: counted in work, not in seconds, so that all machines play alike."""

from __future__ import annotations

PUSH = 1  # an action that is tried and judged
INCOME = 10  # a run on track that this decision has not asked about yet; if it is remembered from before, no less


class Effort:
    """Units of work: how many are allowed, and how many are used. Whoever has spent them tries nothing more."""

    __slots__ = ("allowed", "used")

    def __init__(self, allowed: int) -> None:
        self.allowed = allowed
        self.used = 0

    def allow_besides(self) -> None:
        """Allow the whole of it from now on: what was used so far had to be asked in any case."""
        self.allowed += self.used

    def spend(self, units: int) -> None:
        self.used += units

    @property
    def spent(self) -> bool:
        return self.used >= self.allowed
