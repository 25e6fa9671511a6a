"""The track of one company contracted to stops and the links between them, as flat arrays for the search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stockrail.board.faces import EDGE, JUNCTION, STOP, End, Face, Stop
from stockrail.board.track import Track
from stockrail.routes.lines import LINE_PORT, exclusions, line_masks, open_lines, stop_at, with_lines
from stockrail.routes.problem import Problem
from stockrail.routes.rules import EndToEndBonus, Excludes, OneStopAHex, RunRules, Service, StopBonus, TrainUse

Step = tuple[int, int]
"""A hex and a piece of track on it."""

NO_END = -1_000_000
"""Paid for ending where no route may end: nothing makes up for it."""


@dataclass(frozen=True, slots=True)
class Network:
    """The contracted track, with the names that the search has no need of."""

    stops: tuple[int, ...]  # hex * 8 + stop, by node
    hexes: tuple[tuple[int, ...], ...]  # by link, from its first stop to its second
    problem: Problem


class Link:
    """A stretch of track between two stops, without a stop on the way."""

    __slots__ = ("first", "hexes", "last", "steps")

    def __init__(self, first: int, last: int, steps: tuple[Step, ...], hexes: tuple[int, ...]) -> None:
        self.first = first
        self.last = last
        self.steps = steps
        self.hexes = hexes


def contract(track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> Network:
    """The part of the track that the company's trains can use, for trains that all do the same service."""
    service = rules.service(trains[0])
    stops = _open_stops(track, company, service, rules)
    nodes = {stop: n for n, stop in enumerate(stops)}
    links = [link for stop in stops for link in links_from(track, stop) if link.last in nodes]
    links = [link for link in links if link.first < link.last]
    masks = _masks(links)
    lines = open_lines(track, stops, service, rules)
    tracks = len(stops)
    stops += [line.box for line in lines]
    blocked = set(track.blocked(company))
    homes = set(track.homes.get(company, ()))
    found = [stop_at(track, stop) for stop in stops]
    problem = Problem(
        values=with_lines(_values(track, stops, service, rules), lines),
        weight=tuple(service.weight(stop.kind) for stop in found),
        ending=tuple(_ending(stop, service, rules) for stop in found),
        own=tuple(
            number in homes and (rules.tokens is None or stop.kind in rules.tokens)
            for number, stop in zip(stops, found, strict=True)
        ),
        through=tuple(s.run_through and n not in blocked for n, s in zip(stops, found, strict=True)),
        groups=_groups(track, stops, rules),
        links=(
            *((nodes[k.first], nodes[k.last], m) for k, m in zip(links, masks, strict=True)),
            *((nodes[k.stop], tracks + n, m) for n, (k, m) in enumerate(line_masks(lines, masks))),
        ),
        ports=(
            *((link.steps[0][1], link.steps[-1][1]) for link in links),
            *((LINE_PORT + n, 0) for n in range(len(lines))),
        ),
        trains=tuple(sorted((train.reach for train in trains if not train.doubles), reverse=True)),
        doubles=min(rules.doublers, sum(train.doubles for train in trains)),
        bonuses=tuple(
            (sum(1 << n for n, stop in enumerate(found) if stop.kind == bonus.kind), bonus.table)
            for bonus in rules.bonuses
            if isinstance(bonus, EndToEndBonus)
        ),
    )
    hexes = (*(link.hexes for link in links), *((line.stop >> 3, line.box >> 3) for line in lines))
    return Network(tuple(stops), hexes, problem)


def _open_stops(track: Track, company: str, service: Service, rules: RunRules) -> list[int]:
    """The stops within reach that such a train may come to."""
    numbers = sorted(track.reach(company, rules.one_stop_a_hex).stop_numbers())
    stops = [(number, stop_at(track, number)) for number in numbers]
    return [n for n, stop in stops if stop.kind not in service.shuns and stop.location not in rules.barred]


def _values(track: Track, stops: list[int], service: Service, rules: RunRules) -> tuple[int, ...]:
    """What each stop pays to a train that passes, with what is paid there besides."""
    values = []
    for number in stops:
        stop = stop_at(track, number)
        place = (track.board.names[number >> 3], number & 7)
        value = stop.value(rules.colour) if service.pays(stop.kind) else 0
        values.append(value + sum(bonus.at(place) for bonus in rules.bonuses if isinstance(bonus, StopBonus)))
    return tuple(values)


def _ending(stop: Stop, service: Service, rules: RunRules) -> int:
    """What the stop pays more where a route ends; so little that none can, where none may."""
    if rules.ends is not None and stop.kind not in rules.ends:
        return NO_END
    return stop.value_at_end(rules.colour) - stop.value(rules.colour) if service.pays(stop.kind) else 0


def _groups(track: Track, stops: list[int], rules: RunRules) -> tuple[tuple[int, ...], ...]:
    """By stop the numbers of the groups of which a route visits one stop at most."""
    numbers: dict[object, int] = {}
    return tuple(
        tuple(numbers.setdefault(mark, len(numbers)) for mark in _marks(track, number, stops, rules))
        for number in stops
    )


def _marks(track: Track, number: int, stops: list[int], rules: RunRules) -> list[object]:
    stop = stop_at(track, number)
    marks: list[object] = [stop.location] if stop.location else []
    for rule in rules.within:
        if isinstance(rule, OneStopAHex):
            marks.append(number >> 3)
        elif isinstance(rule, Excludes):
            marks += exclusions(track, number, stops, rule)
        elif stop.kind in rule.kinds:
            marks.append(rule)
    return marks


def _masks(links: list[Link]) -> list[int]:
    """A bit mask for each link. Pieces that always come together share a bit."""
    users: dict[Step, int] = {}
    for n, link in enumerate(links):
        for step in link.steps:
            users[step] = users.get(step, 0) | 1 << n
    bit_of: dict[int, int] = {}
    for used_by in users.values():
        bit_of.setdefault(used_by, 1 << len(bit_of))
    masks = []
    for link in links:
        mask = 0
        for step in link.steps:
            mask |= bit_of[users[step]]
        masks.append(mask)
    return masks


LINKS_KEPT = 16
"""For how many surroundings of a stop its links are remembered: a bot tries many tiles beside it."""

Seen = dict[int, Face]
"""The faces that tell all about some links, by hex."""


def links_from(track: Track, start: int) -> Sequence[Link]:
    """All stretches from a stop to the next stops.

    A stretch that meets a junction twice is left out: without the loop it serves the same stops with less track.
    They are remembered by the faces between: another tile elsewhere changes nothing here.
    """
    memo, faces, key = track.board.memo, track.faces, ("links", start)
    known: tuple[tuple[Seen, Sequence[Link]], ...] = memo.get(key, ())
    for seen, links in known:
        for index, face in seen.items():
            if faces[index] is not face:
                break
        else:
            return links
    tracing = _Tracing(track, start)
    found = tuple(tracing.follow(start >> 3, (STOP, start & 7), (), (start >> 3,), ()))
    memo[key] = ((tracing.seen, found), *known[: LINKS_KEPT - 1])
    return found


class _Tracing:
    """Follows track from a stop, and notes all faces that it looks at."""

    def __init__(self, track: Track, start: int) -> None:
        self.faces = track.faces
        self.across = track.board.across
        self.start = start
        self.seen: Seen = {}

    def follow(
        self,
        index: int,
        at: End,
        steps: tuple[Step, ...],
        hexes: tuple[int, ...],
        passed: tuple[tuple[int, End], ...],
    ) -> Iterator[Link]:
        """All stretches onward from an end of track in a hex."""
        face = self.seen[index] = self.faces[index]
        for piece, other in face.ways(at):
            if (index, piece) in steps or (index, other) in passed:
                continue
            now = (*steps, (index, piece))
            kind, n = other
            if kind == STOP:
                if index * 8 + n != self.start:
                    yield Link(self.start, index * 8 + n, now, hexes)
            elif kind == JUNCTION:
                yield from self.follow(index, other, now, hexes, (*passed, (index, other)))
            else:
                beyond = self.across[index * 8 + n]
                if beyond >= 0:
                    mark = (*passed, (index, other), (beyond >> 3, (EDGE, beyond & 7)))
                    yield from self.follow(beyond >> 3, (EDGE, beyond & 7), now, (*hexes, beyond >> 3), mark)


def hexes_along(ends: Sequence[tuple[int, int]], ways: Sequence[Sequence[int]]) -> list[int]:
    """The hexes of a route, given the stops at both ends of its links in order, and the hexes of each link."""
    at = ends[0][0]
    if len(ends) > 1 and at in ends[1] and set(ends[0]) != set(ends[1]):
        at = ends[0][1]
    hexes: list[int] = []
    for (first, last), way in zip(ends, ways, strict=True):
        onward = way if at == first else way[::-1]
        hexes += onward if not hexes else onward[1:]
        at = last if at == first else first
    return hexes
