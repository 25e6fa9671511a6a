"""Trains that are joined wherever they end at the same stop, without anybody's choice: the sets which that makes.

One train begins, the first that may not run alone if there is one. At both of its ends it goes on to whichever train
ends there, too, and so on. Where several could follow, the first branch wins that has a train which may not run alone,
else the longest, among equals the first. What is left makes further sets in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

Ends = tuple[Hashable, Hashable]
"""Where a route begins and ends."""

Rest = tuple[int, ...]
"""The numbers of routes, in the order in which they are taken."""


class Set(NamedTuple):
    """Routes by number."""

    start: int
    before: Rest  # those that follow at its first end
    after: Rest  # and at its last

    @property
    def order(self) -> Rest:
        """From one end to the other."""
        return (*reversed(self.before), self.start, *self.after)


class Joining:
    """The ends of all routes, and which of their trains may not run alone."""

    def __init__(self, ends: Mapping[int, Ends], bound: Iterable[int], look: Callable[[], None] = lambda: None) -> None:
        self.ends = ends
        self.bound = frozenset(bound)
        self.look = look
        self._known: dict[tuple[Hashable, Rest], Rest] = {}

    def sets(self, rest: Rest) -> Iterator[Set]:
        while rest:
            start = next((n for n in rest if n in self.bound), rest[0])
            found = self.grown(start, rest)
            yield found
            rest = without(rest, found.order)

    def grown(self, start: int, rest: Rest, turned: bool = False) -> Set:
        """The set of a route; `turned`, it is written from its last stop to its first."""
        first, last = self.ends[start][::-1] if turned else self.ends[start]
        rest = without(rest, (start,))
        before = self._following(first, rest)
        after = self._following(last, without(rest, before))
        return Set(start, after, before) if turned else Set(start, before, after)

    def _following(self, at: Hashable, rest: Rest) -> Rest:
        """The branch that goes on from a stop."""
        found = self._known.get((at, rest))
        if found is None:
            self.look()
            branches = [
                (n, *self._following(self._far(n, at), without(rest, (n,)))) for n in rest if at in self.ends[n]
            ]
            binding = (branch for branch in branches if self.bound.intersection(branch))
            longest: Rest = max(branches, key=len, default=())
            found = self._known[at, rest] = next(binding, longest)
        return found

    def _far(self, route: int, at: Hashable) -> Hashable:
        first, last = self.ends[route]
        return last if first == at else first


def without(rest: Rest, gone: Sequence[int]) -> Rest:
    return tuple(n for n in rest if n not in gone)


def outer_ends(found: Set, ends: Mapping[int, Ends]) -> list[tuple[int, bool]]:
    """The ends of a set that no other of its routes comes to: route, and whether it is its last stop."""
    times = Counter(end for n in found.order for end in ends[n])
    return [(n, last) for n in found.order for last in (False, True) if times[ends[n][last]] == 1]


def turned_in(found: Set, ends: Mapping[int, Ends]) -> list[tuple[int, bool]]:
    """The routes of a set from one end to the other; whether each begins there with its last stop."""
    way = [(found.start, False)]
    at = ends[found.start][0]
    for n in found.before:  # backwards: what comes before ends where the last one begins
        way.insert(0, (n, ends[n][0] == at))
        at = ends[n][ends[n][0] == at]
    at = ends[found.start][1]
    for n in found.after:
        way.append((n, ends[n][0] != at))
        at = ends[n][ends[n][0] == at]
    return way


class Team(NamedTuple):
    """Routes that shall be a set."""

    routes: Rest
    ring: Hashable = None  # of a set without ends, the stop that it shall pay


class Teams:
    """Whether teams are the sets which their routes make, in whatever order and direction these are written."""

    joins = Joining

    def __init__(self, ends: Mapping[int, Ends], bound: Iterable[int], look: Callable[[], None]) -> None:
        self.ends = ends
        self.bound = frozenset(bound)
        self.joining = self.joins(ends, self.bound, look)

    def fit(self, teams: Sequence[Team]) -> bool:
        times = Counter(end for both in self.ends.values() for end in both)
        if max(times.values(), default=0) > 2:
            return self._fit_in_some_order(list(teams))
        places = [{end for n in team.routes for end in self.ends[n]} for team in teams]
        apart = sum(map(len, places)) == len(set().union(*places))
        return apart and all(team.ring is None or any(self._starts(team)) for team in teams)

    def _starts(self, team: Team) -> Iterator[tuple[int, bool]]:
        """The routes with which a set can begin, and whether they are turned: a ring pays where they begin."""
        held = self.bound.intersection(team.routes)
        for start in team.routes:
            for turned in (False, True):
                if (not held or start in held) and team.ring in (None, self.ends[start][turned]):
                    yield start, turned

    def _fit_in_some_order(self, teams: list[Team]) -> bool:
        """Whether one team after the other is the next set."""
        if not teams:
            return True
        for k, team in enumerate(teams):
            others = [*teams[:k], *teams[k + 1 :]]
            if self.bound.intersection(n for other in others for n in other.routes):
                continue  # the first set begins with a train that may not run alone, and has all of them
            if self._grows(team, others) and self._fit_in_some_order(others):
                return True
        return False

    def _grows(self, team: Team, others: Sequence[Team]) -> bool:
        order = (*team.routes, *(n for other in others for n in other.routes))
        return any(
            set(self.joining.grown(start, (start, *without(order, (start,))), turned).order) == set(team.routes)
            for start, turned in self._starts(team)
        )
