"""Trains whose route is one stretch of track downhill: few enough to list them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stockrail.board.track import Track
from stockrail.routes.network import links_from
from stockrail.routes.reading import read_route
from stockrail.routes.rules import RunRules, TrainUse
from stockrail.routes.run import Route, RouteFault


class FoundHop(NamedTuple):
    """A route from one stop to the next."""

    hexes: tuple[str, ...]
    pays: int
    route: Route


def find_hops(track: Track, company: str, train: TrainUse, rules: RunRules) -> list[FoundHop]:
    """All hops that such a train may make, the best first; they stay the same whatever else the company runs."""
    key = ("hops", company, train, rules)
    known: list[FoundHop] | None = track.memo.get(key)
    if known is None:
        known = track.memo[key] = _find_hops(track, company, train, rules)
    return known


def _find_hops(track: Track, company: str, train: TrainUse, rules: RunRules) -> list[FoundHop]:
    names = track.board.names
    found: dict[tuple[str, ...], FoundHop] = {}
    for start in sorted(track.reach(company, rules.one_stop_a_hex).stop_numbers()):
        for link in links_from(track, start):
            hexes = tuple(names[index] for index in link.hexes)
            try:
                route = read_route(track, company, train, hexes, rules)
            except RouteFault:
                continue
            found[hexes] = FoundHop(hexes, route.revenue, route)
    return sorted(found.values(), key=lambda hop: (-hop.pays, hop.hexes))


def choices(hops: Sequence[FoundHop], at_most: int) -> Iterator[tuple[FoundHop, ...]]:
    """All sets of so many hops or fewer that share no track."""
    yield ()
    if at_most:
        for n, hop in enumerate(hops):
            free = [other for other in hops[n + 1 :] if not hop.route.pieces & other.route.pieces]
            for others in choices(free, at_most - 1):
                yield (hop, *others)
