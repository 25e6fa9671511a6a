"""A plain search for a legal run: the best single routes, one after the other, within a limit of steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stockrail.board import Track
from stockrail.routes import RouteFault
from stockrail.titles.g1862.runs import Card, Route, RunResult, Terms, add_up, check_meeting, read_route

STEPS = 1500
"""How many steps are looked at for each train."""

LIKELY = 60
"""How many routes of each train are tried together with those of others."""


def best_found(track: Track, cards: Sequence[Card], terms: Terms) -> list[Route]:
    """Trains are added one by one, each with the route that adds most; a train that adds nothing stays idle."""
    chosen: list[Route] = []
    options = {card.train: _likely(routes_of(track, card, terms), terms) for card in cards}
    waiting = sorted(cards, key=lambda card: (-card.visit, card.train))
    while waiting:
        gains = [
            (gain, card, route) for card in waiting for gain, route in _best(track, chosen, options[card.train], terms)
        ]
        if not gains:
            break
        _, card, route = max(gains, key=lambda found: (found[0], found[1].train))
        chosen.append(route)
        waiting.remove(card)
    return chosen


def _likely(routes: Iterator[Route], terms: Terms) -> list[Route]:
    """The routes that look best by themselves, those through the home first."""
    return sorted(routes, key=lambda route: (terms.home not in route.stops, -sum(route.values)))[:LIKELY]


def _best(track: Track, chosen: list[Route], routes: list[Route], terms: Terms) -> Iterator[tuple[int, Route]]:
    """The route that adds most, if one adds anything."""
    before = _worth(track, chosen, terms)
    best, found = before, None
    for route in routes:
        worth = _worth(track, [*chosen, route], terms)
        if worth > best:
            best, found = worth, route
    if found is not None:
        yield best - before, found


def _worth(track: Track, routes: list[Route], terms: Terms) -> int:
    if not routes:
        return 0
    try:
        check_meeting(routes, terms)
        result: RunResult = add_up(track, routes, terms)
    except RouteFault:
        return -1
    return 10 * result.revenue + result.subsidy


def routes_of(track: Track, card: Card, terms: Terms) -> Iterator[Route]:
    """Routes of one train, from everywhere that its company can reach, until the steps are used up."""
    seen: set[frozenset[str]] = set()
    starts = sorted(track.reach(terms.company, False).stops)
    share = max(1, STEPS // max(1, len(starts)))
    for hex_, stop in starts:
        kind = track.face(hex_).stops[stop].kind
        if kind == "town" or (kind != "city" and card.form == "local"):
            continue
        for way in _ways(track, card, (hex_, stop), share):
            key = frozenset(way)
            if key in seen and way[0] > way[-1]:
                continue
            seen.add(key)
            try:
                yield read_route(track, card, terms, way)
            except RouteFault:
                continue


def _ways(track: Track, card: Card, start: tuple[str, int], steps: int) -> Iterator[tuple[str, ...]]:
    """Ways of hexes from a stop to other stops, nearest first."""
    board = track.board
    face = track.face(start[0])
    queue: list[tuple[tuple[str, ...], int, int]] = []  # the way, the edge by which it entered, stations so far
    for edge in face.edges_of(("s", start[1])):
        queue.append(((start[0],), edge, 1))
    count = 0
    while queue and count < steps:
        way, leave, stations = queue.pop(0)
        here = way[-1]
        other = board.hexes[here].neighbors[leave]
        count += 1
        if other is None or (len(way) > card.visit if card.form == "freight" else stations > card.visit):
            continue
        enter = (leave + 3) % 6
        there, longer = track.face(other), (*way, other)
        stop = there.stop_of(enter)
        kind = there.stops[stop].kind if stop >= 0 else ""
        if kind and kind != "town":
            yield longer
            if kind != "city" or other in way:
                continue
        for edge in sorted(there.exits):
            if edge != enter and there.crossings(enter, edge):
                queue.append((longer, edge, stations + (kind == "city")))
