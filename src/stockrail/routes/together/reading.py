"""Reads routes that hang together: what the set of them is paid, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import NamedTuple

from stockrail.board.faces import Stop
from stockrail.board.track import Place, Track
from stockrail.routes.rules import AtMostOne, RunRules, Service, Together, TrainUse
from stockrail.routes.run import Route, RouteFault, Run
from stockrail.routes.together.counting import share_out
from stockrail.routes.together.lines import Terminal, line_pays

Location = str | Place


class _Line(NamedTuple):
    """A route with what the set asks of it."""

    train: TrainUse
    service: Service
    route: Route
    faces: tuple[Stop, ...]
    locations: tuple[Location, ...]  # of its stops

    def terminal(self, last: bool) -> Terminal:
        hexes = self.route.hexes[::-1] if last else self.route.hexes
        face = self.faces[-last]
        return Terminal.of(face.kind, face.run_through, hexes[0], hexes[1])


class _End(NamedTuple):
    line: _Line
    last: bool  # the last stop of the route, or the first

    @property
    def location(self) -> Location:
        return self.line.locations[-self.last]


Chain = tuple[_End, ...]
"""Routes joined end to end, each by the end where it begins in the chain."""


def read_together(
    track: Track, trains: Mapping[str, TrainUse], routes: Sequence[Route], rules: RunRules, between: Together
) -> Run:
    """The run that routes, each legal by itself, make up."""
    lines = [_line(track, trains[route.train], route, rules) for route in routes]
    if not lines:
        return Run()
    _check_home(lines, between)
    _check_meeting(lines, between)
    readings = [_Reading(chains, lines, rules).run() for chains in _all_chains(lines, rules, between)]
    return max(readings, key=lambda run: (run.total, -len(run.chains)))


def _line(track: Track, train: TrainUse, route: Route, rules: RunRules) -> _Line:
    faces = tuple(track.face(name).stops[stop] for name, stop in route.stops)
    locations = tuple(face.location or place for face, place in zip(faces, route.stops, strict=True))
    return _Line(train, rules.service(train), route, faces, locations)


def _check_home(lines: Sequence[_Line], between: Together) -> None:
    if not any(_at_home(line, between) for line in lines):
        raise RouteFault("no_home", train=lines[0].train.train)


def _at_home(line: _Line, between: Together) -> bool:
    return any(place in between.home for place in line.route.stops)


def _check_meeting(lines: Sequence[_Line], between: Together) -> None:
    """Everything hangs on a route that visits the home. (A blocked city is met at an end: it cannot be passed.)"""
    main = next(line for line in lines if _at_home(line, between))
    met = _meets(main, between)
    todo = [line for line in lines if line is not main]
    while todo:
        near = [line for line in todo if met & _meets(line, between)]
        if not near:
            raise RouteFault(between.name, train=todo[0].train.train)
        for line in near:
            met |= _meets(line, between)
            todo.remove(line)


def _meets(line: _Line, between: Together) -> set[Location]:
    """Where another route can meet it."""
    return {x for x, face in zip(line.locations, line.faces, strict=True) if face.kind in between.meet_at}


def _all_chains(lines: Sequence[_Line], rules: RunRules, between: Together) -> Iterator[list[Chain]]:
    """All ways to read the trains as joined or not: for each, the chains (also those of one train)."""
    by_service = []
    for service in rules.services:
        own = [line for line in lines if line.service == service]
        if own:
            by_service.append(_ways_to_join(own, rules, between) if service.joined else [_single(own)])
    for choice in product(*by_service):
        yield [chain for chains in choice for chain in chains]


def _single(lines: Sequence[_Line]) -> list[Chain]:
    return [(_End(line, False),) for line in lines]


def _ways_to_join(lines: Sequence[_Line], rules: RunRules, between: Together) -> list[list[Chain]]:
    bound = [line for line in lines if not line.train.alone]
    free = [line for line in lines if line.train.alone]
    ways = [] if bound else [_single(free)]
    for size in range(1 if bound and free else 0, len(free) + 1):
        for joined in combinations(free, size):
            group = [*bound, *joined]
            if len(group) > 1 or bound:
                apart = [line for line in free if line not in joined]
                ways += [[chain, *_single(apart)] for chain in _joined(group, rules, between)]
    if not ways:
        raise RouteFault("not_joined", train=lines[-1].train.train)
    fewest = min(map(len, ways))
    return [way for way in ways if len(way) == fewest] if lines[0].service.always else ways


def _joined(lines: Sequence[_Line], rules: RunRules, between: Together) -> Iterator[Chain]:
    """All chains of exactly these routes; the same one in both directions is found once."""
    for line in lines:
        for last in (False, True):
            rest = [other for other in lines if other is not line]
            for chain in _prolonged((_End(line, last),), rest, between):
                one_way = len(lines) > 1 and lines.index(chain[0].line) < lines.index(chain[-1].line)
                if (one_way or (len(lines) == 1 and not last)) and _as_one(chain, rules):
                    yield chain


def _prolonged(chain: Chain, rest: Sequence[_Line], between: Together) -> Iterator[Chain]:
    """A joint is shared by exactly two trains; only the two ends of the whole may be the same location."""
    line, last = chain[-1]
    far = line.locations[last - 1]
    if not rest:
        yield chain
        return
    begun = [end.location for end in chain]
    if far in begun or line.faces[last - 1].kind not in between.meet_at:
        return
    for n, other in enumerate(rest):
        for turned in (False, True):
            if other.locations[-turned] == far and other.locations[turned - 1] not in begun[1:]:
                yield from _prolonged((*chain, _End(other, turned)), [*rest[:n], *rest[n + 1 :]], between)


def _as_one(chain: Chain, rules: RunRules) -> bool:
    """Whether a chain keeps the rules for single routes, where its service asks for it."""
    if not chain[0].line.service.as_one:
        return True
    visits = [face.kind for end in chain for face in end.line.faces]
    joints = [end.line.faces[-end.last].kind for end in chain[1:]]  # two trains come there, the chain once
    rules_of_kinds = [rule.kinds for rule in rules.within if isinstance(rule, AtMostOne)]
    return all(
        sum(kind in kinds for kind in visits) - sum(kind in kinds for kind in joints) <= 1 for kinds in rules_of_kinds
    )


class _Reading:
    """One way to read the routes, with what it pays."""

    def __init__(self, chains: Sequence[Chain], lines: Sequence[_Line], rules: RunRules) -> None:
        self.chains = chains
        self.lines = lines
        self.rules = rules
        self.numbers: dict[Location, int] = {}
        self.worth: dict[int, int] = {}
        for line in lines:
            for location, face in zip(line.locations, line.faces, strict=True):
                number = self.numbers.setdefault(location, len(self.numbers))
                self.worth[number] = face.value(rules.colour)

    def run(self) -> Run:
        bonuses = {chain[0].line.train.train: self._bonus(chain) for chain in self.chains}
        paid = self._paid()
        routes = []
        for line, own in zip(self.lines, paid, strict=True):
            values = tuple(self.worth[n] if n in own else 0 for n in map(self.numbers.__getitem__, line.locations))
            extra = bonuses.get(line.train.train, ())
            revenue = sum(values) + sum(pays for _, pays in extra)
            routes.append(replace(line.route, values=values, bonuses=extra, revenue=revenue))
        joined = tuple(tuple(end.line.train.train for end in chain) for chain in self.chains if len(chain) > 1)
        total = sum(route.revenue for route in routes)
        return Run(tuple(routes), total=total, subsidy=self._subsidy(), chains=joined)

    def _bonus(self, chain: Chain) -> tuple[tuple[str, int], ...]:
        first, last = chain[0].line.terminal(chain[0].last), chain[-1].line.terminal(not chain[-1].last)
        bonus = chain[0].line.service.line
        pays = line_pays(bonus, first, last)
        return ((bonus.name, pays),) if bonus and pays else ()

    def _paid(self) -> list[set[int]]:
        """The locations that each route is paid for."""
        certain, limits = zip(*(self._could_pay(line) for line in self.lines), strict=True)
        paid: list[set[int]] = []
        taken: set[int] = set()
        for own in certain:
            paid.append(own - taken)
            taken |= own
        choices = [(limit, own - taken) for limit, own in limits]
        for item, n in share_out(self.worth, choices).items():
            paid[n].add(item)
        return paid

    def _could_pay(self, line: _Line) -> tuple[set[int], tuple[int, set[int]]]:
        """What a route is paid for in any case; and how many it may count of which others."""
        service, ends = line.service, self._paying_ends(line)
        certain: set[int] = set()
        chosen: set[int] = set()
        for location, face in zip(line.locations, line.faces, strict=True):
            if service.pays(face.kind) and (not service.ends_pay or location in ends):
                limited = line.train.pays is not None and service.weight(face.kind) > 0
                (chosen if limited else certain).add(self.numbers[location])
        return certain, (line.train.pays or 0, chosen)

    def _paying_ends(self, line: _Line) -> set[Location]:
        """Of trains that are joined, the joints pay nothing."""
        if not line.service.joined:
            return {line.locations[0], line.locations[-1]}
        for chain in self.chains:
            outer = (chain[0], _End(chain[-1].line, not chain[-1].last))
            if any(end.line is line for end in chain):
                return {end.location for end in outer if end.line is line}
        return set()

    def _subsidy(self) -> int:
        """For each hex that trains of a service touch, however many."""
        total = 0
        for service in self.rules.services:
            hexes = {name for line in self.lines if line.service == service for name in line.route.hexes}
            total += service.subsidy * len(hexes)
        return total
