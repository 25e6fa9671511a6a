"""The runs of one company as flat arrays: what the search for the best set of routes reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stockrail.board.faces import Stop
from stockrail.board.track import Track
from stockrail.routes.network import Link, links_from
from stockrail.routes.rules import AtMostOne, OneStopAHex, RunRules, Service, Together, TrainUse
from stockrail.routes.together.lines import Terminal, line_table

# A run is rated by one number: revenue, then subsidy, then fewest trains, then fewest hexes. Each has its own bits.
HEX = 1
TRAIN = 1 << 10
SUBSIDY = 1 << 16
REVENUE = 1 << 30


@dataclass(frozen=True, slots=True)
class Office:
    """What a service does at each stop and on the way, in numbers."""

    weights: tuple[int, ...]  # of each stop, against the reach
    open: tuple[bool, ...]  # whether its trains may come there
    pays: tuple[bool, ...]
    by_hexes: bool
    ends_pay: bool
    joined: bool
    as_one: bool
    sets: bool
    subsidised: int  # the resource of hex 0 for its trains, or -1
    line: tuple[tuple[int, ...], ...]  # pay by the terminals at both ends; empty if it has none


@dataclass(frozen=True, slots=True)
class Kind:
    """Trains that are alike."""

    office: int
    reach: int
    pays: int  # so many counted stops at most; -1 for all
    alone: bool


@dataclass(frozen=True, slots=True)
class Problem:
    """A resource is something that pays once in a run: a location, or a hex to a subsidised service.

    `worth` rates it. Masks are sets of resources; for meeting and joining, of spots. A spot is a location; where each
    of several stops of a location is a place to meet, it is one of these, a resource by itself that is worth nothing.
    """

    worth: tuple[int, ...]  # of each resource; the locations come first, then spots that are none
    payee: tuple[int, ...]  # by resource: of a spot its location, else itself
    location: tuple[int, ...]  # of each stop
    spot: tuple[int, ...]  # of each stop
    marks: tuple[int, ...]  # mask of what a route may come to once only, besides the location
    kind_marks: int  # those of them that go by the kind of stop
    shared: tuple[int, ...]  # by link, mask of track that other links use, too
    through: tuple[bool, ...]
    ends: tuple[bool, ...]  # whether a route may end there
    own: tuple[bool, ...]  # whether a token there lets a route run
    meets: tuple[bool, ...]  # whether routes can meet there
    home: tuple[bool, ...]
    links: tuple[tuple[int, int], ...]  # two stops
    steps: tuple[int, ...]  # by link, hexes beyond the first
    hexes: tuple[tuple[int, ...], ...]  # by link, from its first stop to its second, as numbers from 0
    terminal: tuple[tuple[int, int], ...]  # by link, the terminal at its first stop and at its second
    at: tuple[int, ...]  # stop of each terminal
    offices: tuple[Office, ...]
    kinds: tuple[Kind, ...]
    trains: tuple[int, ...]  # kind of each


@dataclass(frozen=True, slots=True)
class Network:
    """The problem with the names that the search has no need of."""

    names: tuple[str, ...]  # of the hexes
    problem: Problem


def contract(track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> Network:
    """The part of the track that the company's trains can use together; it is made once."""
    key = ("together", company, tuple(trains), rules)
    found: Network | None = track.memo.get(key)
    if found is None:
        found = track.memo[key] = _contracted(track, company, trains, rules)
    return found


def _contracted(track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> Network:
    between = rules.between
    if not isinstance(between, Together) or rules.bonuses:
        raise ValueError("trains that run together know no bonus but the straight line")
    for train in trains:
        if not _is_known(rules.service(train), train):
            raise ValueError(f"a service that the search for trains together does not know: {train.service}")
    return _Contraction(track, company, rules, between).network(trains)


def _is_known(service: Service, train: TrainUse) -> bool:
    """Joined trains and the straight line go with pay at the ends, and that with neither subsidy nor skipped stops."""
    if service.ends_pay:
        return not service.hop and not service.subsidy and train.pays is None
    return not (service.hop or service.joined or service.line)


class _Contraction:
    def __init__(self, track: Track, company: str, rules: RunRules, between: Together) -> None:
        self.track = track
        self.rules = rules
        self.between = between
        reached = sorted(track.reach(company, rules.one_stop_a_hex).stop_numbers())
        self.numbers = [n for n in reached if self._stop(n).location not in rules.barred]
        self.stops = [self._stop(n) for n in self.numbers]
        self.node = {number: n for n, number in enumerate(self.numbers)}
        links = [link for number in self.numbers for link in links_from(track, number)]
        self.links = [link for link in links if link.first < link.last and link.last in self.node]
        names = [track.board.names[number >> 3] for number in self.numbers]
        self.places = [(name, number & 7) for name, number in zip(names, self.numbers, strict=True)]
        keys = [stop.location or place for stop, place in zip(self.stops, self.places, strict=True)]
        self.keys = list(dict.fromkeys(keys))
        self.location = [self.keys.index(key) for key in keys]
        self.spots = self._spots()
        self.hexes = sorted({index for link in self.links for index in link.hexes})
        blocked = set(track.blocked(company))
        self.through = [s.run_through and n not in blocked for n, s in zip(self.numbers, self.stops, strict=True)]
        homes = set(track.homes.get(company, ()))
        self.own = [
            n in homes and (rules.tokens is None or s.kind in rules.tokens)
            for n, s in zip(self.numbers, self.stops, strict=True)
        ]

    def _spots(self) -> list[int]:
        """Of each stop; those that are no locations are numbered after them."""
        if not self.between.by_stop:
            return self.location
        further = iter(range(len(self.keys), len(self.keys) + len(self.location)))
        return [next(further) if self.location.count(n) > 1 else n for n in self.location]

    def _payees(self, size: int) -> tuple[int, ...]:
        of = dict(zip(self.spots, self.location, strict=True))
        return tuple(of.get(n, n) for n in range(size))

    def _stop(self, number: int) -> Stop:
        return self.track.faces[number >> 3].stops[number & 7]

    def network(self, trains: Sequence[TrainUse]) -> Network:
        rules, stops, node = self.rules, self.stops, self.node
        terminals, by_link = self._terminals()
        offices, extra = self._offices([end for _, end in terminals], {train.service for train in trains})
        uses = [train for train in trains if not train.doubles]
        services = [rules.services.index(rules.service(train)) for train in uses]
        kind_of = [
            Kind(service, train.reach, -1 if train.pays is None else train.pays, train.alone)
            for service, train in zip(services, uses, strict=True)
        ]
        kinds = list(dict.fromkeys(kind_of))
        number = {index: n for n, index in enumerate(self.hexes)}
        worth = (*self._worths(), *extra)
        problem = Problem(
            worth=worth,
            payee=self._payees(len(worth)),
            location=tuple(self.location),
            spot=tuple(self.spots),
            marks=self._marks(),
            kind_marks=(1 << sum(isinstance(rule, AtMostOne) for rule in rules.within)) - 1,
            shared=_shared(self.links),
            through=tuple(self.through),
            ends=tuple(rules.ends is None or stop.kind in rules.ends for stop in stops),
            own=tuple(self.own),
            meets=tuple(stop.kind in self.between.meet_at for stop in stops),
            home=tuple(place in self.between.home for place in self.places),
            links=tuple((node[link.first], node[link.last]) for link in self.links),
            steps=tuple(len(link.hexes) - 1 for link in self.links),
            hexes=tuple(tuple(number[index] for index in link.hexes) for link in self.links),
            terminal=by_link,
            at=tuple(stop for stop, _ in terminals),
            offices=offices,
            kinds=tuple(kinds),
            trains=tuple(kinds.index(kind) for kind in kind_of),
        )
        return Network(tuple(self.track.board.names[index] for index in self.hexes), problem)

    def _worths(self) -> list[int]:
        """What each location is worth in the rating."""
        unit = REVENUE + SUBSIDY if self.between.with_subsidy else REVENUE
        worth = [0] * max(len(self.keys), 1 + max(self.spots, default=-1))
        for location, stop in zip(self.location, self.stops, strict=True):
            worth[location] = stop.value(self.rules.colour) * unit
        return worth

    def _marks(self) -> tuple[int, ...]:
        """A bit for each rule within a route that allows one stop of several; for stops of a hex one bit a hex."""
        marks = [0] * len(self.stops)
        bit = 1
        for rule in self.rules.within:
            if isinstance(rule, AtMostOne):
                for n, stop in enumerate(self.stops):
                    marks[n] |= bit if stop.kind in rule.kinds else 0
                bit <<= 1
        if any(isinstance(rule, OneStopAHex) for rule in self.rules.within):
            names = [name for name, _ in self.places]
            for name in dict.fromkeys(name for name in names if names.count(name) > 1):
                for n, other in enumerate(names):
                    marks[n] |= bit if other == name else 0
                bit <<= 1
        return tuple(marks)

    def _terminals(self) -> tuple[list[tuple[int, Terminal]], tuple[tuple[int, int], ...]]:
        """All ends as the straight line sees them, with their stops; and those at the ends of each link."""
        names = self.track.board.names
        found: dict[tuple[int, Terminal], int] = {}
        by_link = []
        for link in self.links:
            hexes = [names[index] for index in link.hexes]
            ends = []
            for number, (end, beside) in ((link.first, hexes[:2]), (link.last, hexes[:-3:-1])):
                stop = self._stop(number)
                key = (self.node[number], Terminal.of(stop.kind, stop.run_through, end, beside))
                ends.append(found.setdefault(key, len(found)))
            by_link.append((ends[0], ends[1]))
        return list(found), tuple(by_link)

    def _offices(self, terminals: list[Terminal], in_use: set[str]) -> tuple[tuple[Office, ...], list[int]]:
        """The services in numbers, and the worth of the hexes to those that are subsidised."""
        extra: list[int] = []
        unit = REVENUE if self.between.with_subsidy else SUBSIDY
        offices = []
        for service in self.rules.services:
            first = len(self._worths()) + len(extra) if service.subsidy else -1
            extra += [service.subsidy * unit] * len(self.hexes) if service.subsidy else []
            offices.append(self._office(service, terminals if service.name in in_use else [], first))
        return tuple(offices), extra

    def _office(self, service: Service, terminals: list[Terminal], subsidised: int) -> Office:
        """Of a service without trains nobody asks what its lines pay: it comes without terminals."""
        unit = REVENUE + SUBSIDY if self.between.with_subsidy else REVENUE
        return Office(
            weights=tuple(service.weight(stop.kind) for stop in self.stops),
            open=tuple(stop.kind not in service.shuns for stop in self.stops),
            pays=tuple(service.pays(stop.kind) for stop in self.stops),
            by_hexes=service.by_hexes,
            ends_pay=service.ends_pay,
            joined=service.joined,
            as_one=service.as_one,
            sets=service.sets,
            subsidised=subsidised,
            line=line_table(service.line, terminals, unit) if service.line else (),
        )


def _shared(links: Sequence[Link]) -> tuple[int, ...]:
    """Track that several links use, one bit a piece. What one link has for itself no route can use twice."""
    users: dict[tuple[int, int], int] = {}
    for link in links:
        for step in link.steps:
            users[step] = users.get(step, 0) + 1
    bit = {step: 1 << n for n, step in enumerate(step for step, count in users.items() if count > 1)}
    return tuple(sum(bit.get(step, 0) for step in link.steps) for link in links)
