"""Whether a company could trace one route through named places in order, with a train of any length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stockrail.board.track import Track
from stockrail.routes.lines import stop_at
from stockrail.routes.network import Link, Step, links_from


def can_trace(track: Track, company: str, places: Sequence[str]) -> bool:
    """Whether a route of the company meets these hexes in this order or in reverse; others may lie between.

    The route uses no piece of track and no stop twice, no lines, and ends where others' tokens or the map end it.
    Somewhere on it, also beyond the first or the last place, is a token of the company.
    """
    key = ("can_trace", company, tuple(places))
    if key not in track.memo:
        track.memo[key] = _within_reach(track, company, places) and _Tracer(track, company, places).found()
    found: bool = track.memo[key]
    return found


def _within_reach(track: Track, company: str, places: Sequence[str]) -> bool:
    """What a company does not reach at all it cannot trace."""
    stops = track.reach(company, one_stop_a_hex=False).stops
    return {place for place, _ in stops}.issuperset(places)


class _Way(NamedTuple):
    """How far a route has come."""

    at: int  # the stop where it is
    stops: frozenset[int]
    steps: frozenset[Step]
    met: int  # how many of the places it has met
    own: bool  # whether it has met a token of the company


class _Tracer:
    """Follows routes from the first place; where one has all places, either end may go on until it finds a token."""

    def __init__(self, track: Track, company: str, places: Sequence[str]) -> None:
        self.track = track
        self.homes = frozenset(track.starts(company))
        self.blocked = frozenset(track.blocked(company))
        self.places = [track.board.indexes[place] for place in places]
        self.links: dict[int, list[Link]] = {}

    def found(self) -> bool:
        first = self.places[0]
        starts = [first * 8 + stop for stop in range(len(self.track.faces[first].stops))]
        return any(
            self._through(_Way(stop, frozenset({stop}), frozenset(), 1, stop in self.homes), stop) for stop in starts
        )

    def _through(self, way: _Way, start: int) -> bool:
        """Whether a route can go on to the last place, and has or finds a token."""
        if way.met == len(self.places):
            return way.own or self._finds_token(way) or self._finds_token(way._replace(at=start))
        return self._hopeful(way) and any(self._through(further, start) for further in self._further(way))

    def _hopeful(self, way: _Way) -> bool:
        """Whether the next place can still be reached without a stop twice: most of what leads nowhere ends here."""
        goal, seen, todo = self.places[way.met], set(way.stops), [way.at]
        for stop in todo:
            if stop != way.at and not self._is_open(stop):
                continue
            for link in self._links(stop):
                if link.last >> 3 == goal and link.last not in way.stops:
                    return True
                if link.last not in seen:
                    seen.add(link.last)
                    todo.append(link.last)
        return False

    def _finds_token(self, way: _Way) -> bool:
        """Whether the route can go on from an end until it meets a token."""
        return any(further.own or self._finds_token(further) for further in self._further(way))

    def _further(self, way: _Way) -> list[_Way]:
        """One stop on; none from a stop that ends routes, unless the route begins there."""
        if len(way.stops) > 1 and not self._is_open(way.at):
            return []
        return [further for link in self._links(way.at) if (further := self._along(way, link))]

    def _along(self, way: _Way, link: Link) -> _Way | None:
        """The way on by a link, if it uses nothing twice and meets the places in their order."""
        if link.last in way.stops or not way.steps.isdisjoint(link.steps):
            return None
        met = way.met
        if link.last >> 3 in self.places[met:]:
            if link.last >> 3 != self.places[met]:
                return None
            met += 1
        return _Way(
            link.last, way.stops | {link.last}, way.steps.union(link.steps), met, way.own or link.last in self.homes
        )

    def _links(self, stop: int) -> list[Link]:
        if stop not in self.links:
            self.links[stop] = list(links_from(self.track, stop))
        return self.links[stop]

    def _is_open(self, stop: int) -> bool:
        return stop_at(self.track, stop).run_through and stop not in self.blocked
