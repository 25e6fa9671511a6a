"""Whether a company could trace one route through named places in order, with a train of any length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stockrail.board.track import Track
from stockrail.routes.lines import stop_at
from stockrail.routes.network import Link, links_from
from stockrail.routes.remembering import remembered


def can_trace(track: Track, company: str, places: Sequence[str]) -> bool:
    """Whether a route of the company meets these hexes in this order or in reverse; others may lie between.

    The route uses no piece of track and no stop twice, no lines, and ends where others' tokens or the map end it.
    Somewhere on it, also beyond the first or the last place, is a token of the company.
    """
    key = ("can_trace", company, tuple(places))
    if key not in track.memo:
        ways = (places, places[::-1])  # a route goes on beyond its last place; turned round, beyond its first
        near = _within_reach(track, company, places)
        track.memo[key] = near and any(_Tracer(track, company, way).found() for way in ways)
    found: bool = track.memo[key]
    return found


def _within_reach(track: Track, company: str, places: Sequence[str]) -> bool:
    """What track does not join, and what a company does not come to, it cannot trace: mostly that is seen at once."""
    return track.joins_somehow(places) and track.leads_somehow(company, places)


TRIES = 40
"""So often a search is split where ways clash; then nothing was found. Routes that were found in games took 8 at most;
where there was none, hundreds said the same.
"""

Spot = tuple[int, int]
"""A stop, where ways come in (0) or go out (1)."""

Flow = dict[Spot, dict[Spot, int]]
"""How many more ways can go from one spot to another."""

SOURCE, SINK = (-1, 0), (-1, 1)


def _add(flow: Flow, one: Spot, other: Spot, room: int) -> None:
    flow.setdefault(one, {})[other] = flow.get(one, {}).get(other, 0) + room


def _send(flow: Flow) -> bool:
    """One more way from source to sink, for which others may give way; False if there is no room."""
    before: dict[Spot, Spot] = {}
    spots = [SOURCE]
    for spot in spots:
        for other, room in flow.get(spot, {}).items():
            if room and other not in before and other != SOURCE:
                before[other] = spot
                spots.append(other)
    if SINK not in before:
        return False
    spot = SINK
    while spot != SOURCE:
        flow[before[spot]][spot] -= 1
        _add(flow, spot, before[spot], 1)
        spot = before[spot]
    return True


def _links(track: Track, stop: int) -> list[Link]:
    key = ("links_from", stop)
    if key not in track.memo:
        track.memo[key] = list(links_from(track, stop))
    found: list[Link] = track.memo[key]
    return found


class _Leg(NamedTuple):
    """A link of a route, how many places are met at its end, and whether a token of the company was."""

    link: Link
    met: int
    own: bool


_PlainLeg = tuple[Link, int, bool]
"""The same while it is looked for, when very many are made."""

Without = frozenset[tuple[Link, int]]
"""Links that may not be used by a route that then has met so many places."""


class _Tracer:
    """Looks for the shortest route through all places; where it clashes with itself, for one without the clash.

    A route comes to a stop once, by one link and with one number of places met. So where the shortest way comes to it
    twice, the search goes on in two parts that together leave no route out.
    """

    def __init__(self, track: Track, company: str, places: Sequence[str]) -> None:
        self.track = track
        self.homes = frozenset(track.starts(company))
        self.blocked = frozenset(track.blocked(company))
        self.places = [track.board.indexes[place] for place in places]
        reached = track.reach(company, one_stop_a_hex=False).stop_numbers()
        stops = sorted(reached)
        self.links = {stop: [link for link in _links(track, stop) if link.last in reached] for stop in stops}
        self.open = frozenset(stop for stop in stops if self._is_open(stop))
        self.into: dict[int, list[Link]] = {stop: [] for stop in stops}
        for link in (link for links in self.links.values() for link in links):
            self.into[link.last].append(link)

    def found(self) -> bool:
        """Most tiles that somebody tries leave the network of a company as it is."""
        network = tuple((link.first, link.last, link.steps) for links in self.links.values() for link in links)
        key = (network, self.homes, self.open, tuple(self.places))
        return remembered(self.track, key, self._found_anew)

    def _found_anew(self) -> bool:
        first = self.places[0]
        stops = [first * 8 + stop for stop in range(len(self.track.faces[first].stops))]
        return any(self._found_from(stop) for stop in stops if stop in self.links)

    def _found_from(self, start: int) -> bool:
        todo: list[Without] = [frozenset((link, met) for link in self.into[start] for met in self._counts())]
        tried = set(todo)
        while todo and len(tried) < TRIES:
            without = todo.pop()
            if not self._has_room(without):
                continue
            route = self._shortest(start, without)
            clash = _clash(route)
            if route and clash is None:
                return True
            for further in [without | part for part in self._parts(*clash)] if clash else ():
                if further not in tried:
                    tried.add(further)
                    todo.append(further)
        return False

    def _has_room(self, without: Without) -> bool:
        """Whether ways between the places can lie apart: most of what cannot be traced is seen from that.

        Of three places in a row the ways to the middle one tell exactly; all places together tell more, not all.
        """
        usable = {link for links in self.links.values() for link in links if self._is_usable(link, without)}
        threes = [self.places[n : n + 3] for n in range(len(self.places) - 2)]
        return all(self._lie_apart(places, usable) for places in (*threes, self.places))

    def _is_usable(self, link: Link, without: Without) -> bool:
        return any((link, met) not in without for met in self._counts())

    def _lie_apart(self, places: list[int], usable: set[Link]) -> bool:
        """Every other place sends as many ways as it has neighbours in the order, the rest take them in.

        Each stop between lets one pass. A route is such a bundle of ways; not every bundle is one.
        """
        wanted = {hex_: 1 if n in (0, len(places) - 1) else 2 for n, hex_ in enumerate(places)}
        sends, takes = set(places[::2]), set(places[1::2])
        flow: Flow = {}
        for stop in self.links:
            hex_ = stop >> 3
            if hex_ in sends:
                _add(flow, SOURCE, (stop, 1), wanted[hex_])
            elif hex_ in takes:
                _add(flow, (stop, 0), SINK, wanted[hex_])
            elif hex_ not in self.places and stop in self.open:
                _add(flow, (stop, 0), (stop, 1), 1)
        for link in sorted(usable, key=lambda link: (link.first, link.last, link.steps)):
            if link.first >> 3 not in takes and link.last >> 3 not in sends:
                _add(flow, (link.first, 1), (link.last, 0), 1)
        return all(_send(flow) for _ in places[1:])

    def _counts(self) -> range:
        return range(1, len(self.places) + 1)

    def _parts(self, one: _Leg, other: _Leg) -> Iterator[Without]:
        """What to do without, once this and once that: no route has both legs."""
        stop = one.link.last
        if stop != other.link.last:  # they share track
            for link in (one.link, other.link):
                yield frozenset((link, met) for met in self._counts())
        elif one.link is other.link:
            yield frozenset((link, met) for link in self.into[stop] for met in self._counts() if met <= one.met)
            yield frozenset((link, met) for link in self.into[stop] for met in self._counts() if met > one.met)
        else:
            yield frozenset((one.link, met) for met in self._counts())
            others = [link for link in self.into[stop] if link is not one.link]
            yield frozenset((link, met) for link in others for met in self._counts())

    def _shortest(self, start: int, without: Without) -> list[_Leg]:
        """The shortest way that meets all places and a token, whether or not it is a route; empty if there is none."""
        before: dict[_PlainLeg, _PlainLeg | None] = dict.fromkeys(self._legs(start, 1, start in self.homes, without))
        legs = list(before)
        for leg in legs:
            link, met, own = leg
            if met == len(self.places) and own:
                return _back_from(leg, before)
            if link.last not in self.open:
                continue
            for onward in self._legs(link.last, met, own, without):
                if onward not in before:
                    before[onward] = leg
                    legs.append(onward)
        return []

    def _legs(self, stop: int, met: int, own: bool, without: Without) -> Iterator[_PlainLeg]:
        """All legs from a stop that may be used and meet no place before its turn."""
        here, later = self.places[met : met + 1], self.places[met + 1 :]
        for link in self.links[stop]:
            hex_ = link.last >> 3
            if hex_ not in later:
                count = met + (hex_ in here)
                if (link, count) not in without:
                    yield link, count, own or link.last in self.homes

    def _is_open(self, stop: int) -> bool:
        return stop_at(self.track, stop).run_through and stop not in self.blocked


def _back_from(leg: _PlainLeg, before: dict[_PlainLeg, _PlainLeg | None]) -> list[_Leg]:
    route: list[_Leg] = []
    at: _PlainLeg | None = leg
    while at is not None:
        route.append(_Leg(*at))
        at = before[at]
    return route[::-1]


def _clash(route: Sequence[_Leg]) -> tuple[_Leg, _Leg] | None:
    """Two legs of which no route has both; of several such pairs the nearest, as least can be done about it."""
    used: dict[object, int] = {}
    pairs: list[tuple[int, int, int]] = []
    for n, leg in enumerate(route):
        for thing in (leg.link.last, *leg.link.steps):
            if thing in used:
                pairs.append((n - used[thing], used[thing], n))
            used[thing] = n
    if not pairs:
        return None
    _, first, second = min(pairs)
    return route[first], route[second]
