"""Puts routes together to the best run: one route a train, no track twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stockrail.routes.hunt import Found

Plan = Sequence[Found | None]
"""A route or none for each train."""


class Packing:
    """Tries all combinations that may be worth more than `known`, which tells the best so far.

    A set of routes is a mask, in which the route that is worth most has the lowest bit.
    """

    def __init__(
        self,
        routes: Sequence[Sequence[Found]],
        kinds: Sequence[int],
        width: int,
        need: Callable[[], int],
        offer: Callable[[Plan], None],
    ) -> None:
        self._routes = routes  # by kind of train, falling worth
        self._kinds = kinds  # of each train, rising
        self._need = need
        self._offer = offer
        self._users = [_users(some, width) for some in routes]

    def run(self, constant: int) -> None:
        """`constant` is what the prices on track have taken from all routes together."""
        self._place(0, [(1 << len(some)) - 1 for some in self._routes], constant, ())

    def _place(self, n: int, free: list[int], worth: int, chosen: tuple[Found | None, ...]) -> None:
        """Chooses a route for the n-th train among the free ones, or none."""
        if n == len(self._kinds):
            self._offer(chosen)
            return
        kind = self._kinds[n]
        routes, here = self._routes[kind], free[kind]
        rest = worth + self._most(n + 1, free)
        while here:
            low = here & -here
            route = routes[low.bit_length() - 1]
            if rest + route.worth < self._need():
                break  # nor do those that are worth less; but under prices some routes are worse than none
            here ^= low
            left = [self._without(k, here if k == kind else mask, route.track) for k, mask in enumerate(free)]
            if worth + route.worth + self._most(n + 1, left) >= self._need():
                self._place(n + 1, left, worth + route.worth, (*chosen, route))
        # Nothing for this train, nor then for its equals.
        left = [0 if k == kind else mask for k, mask in enumerate(free)]
        if worth + self._most(n + 1, left) >= self._need():
            self._place(n + 1, left, worth, (*chosen, None))

    def _most(self, n: int, free: list[int]) -> int:
        """No more can be had from the n-th train on: each takes the best free route, as if it were alone."""
        total = 0
        for kind in self._kinds[n:]:
            mask = free[kind]
            if mask:
                total += max(0, self._routes[kind][(mask & -mask).bit_length() - 1].worth)
        return total

    def _without(self, kind: int, free: int, track: int) -> int:
        """The free routes that use none of the track."""
        users = self._users[kind]
        while track:
            low = track & -track
            free &= ~users[low.bit_length() - 1]
            track ^= low
        return free


def _users(routes: Sequence[Found], width: int) -> list[int]:
    """For each bit of track the set of the routes that use it."""
    users: list[list[int]] = [[] for _ in range(width)]
    for n, route in enumerate(routes):
        track = route.track
        while track:
            low = track & -track
            users[low.bit_length() - 1].append(n)
            track ^= low
    return [_mask(numbers) for numbers in users]


def _mask(numbers: list[int]) -> int:
    if not numbers:
        return 0
    digits = bytearray(numbers[-1] // 8 + 1)
    for n in numbers:
        digits[n >> 3] |= 1 << (n & 7)
    return int.from_bytes(digits, "little")
