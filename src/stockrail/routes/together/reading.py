"""Reads routes that hang together: what the set of them is paid, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import NamedTuple

from stockrail.board.faces import Stop
from stockrail.board.track import Place, Track
from stockrail.routes.rules import AtMostOne, RunRules, Service, Together, TrainUse
from stockrail.routes.run import Route, RouteFault, Run
from stockrail.routes.together.counting import Limit, first_best, share_out
from stockrail.routes.together.lines import Terminal, line_pays
from stockrail.routes.together.sets import Joining, Set, outer_ends, turned_in

Location = str | Place


class _Line(NamedTuple):
    """A route with what the set asks of it."""

    train: TrainUse
    service: Service
    route: Route
    faces: tuple[Stop, ...]
    locations: tuple[Location, ...]  # of its stops
    spots: tuple[Location, ...]  # the same, or its stops, where each of them is a place to meet, to join and to choose

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

    @property
    def spot(self) -> Location:
        return self.line.spots[-self.last]

    @property
    def terminal(self) -> Terminal:
        return self.line.terminal(self.last)

    @property
    def far(self) -> _End:
        """The other end of the route."""
        return _End(self.line, not self.last)


Chain = tuple[_End, ...]
"""Routes joined end to end, each by the end where it begins in the chain."""


class _Joined(NamedTuple):
    """A chain, perhaps of one route, and the two ends that pay."""

    chain: Chain
    outer: tuple[_End, _End]

    @classmethod
    def of(cls, chain: Chain) -> _Joined:
        return cls(chain, (chain[0], chain[-1].far))


def read_together(
    track: Track, trains: Mapping[str, TrainUse], routes: Sequence[Route], rules: RunRules, between: Together
) -> Run:
    """The run that routes, each legal by itself, make up."""
    lines = [_line(track, trains[route.train], route, rules, between) for route in routes]
    if not lines:
        return Run()
    _check_home(lines, between)
    _check_meeting(lines, between)
    readings = [_Reading(chains, lines, rules, between).run() for chains in _all_chains(lines, rules, between)]
    return max(readings, key=lambda run: (run.total, -len(run.chains)))


def _line(track: Track, train: TrainUse, route: Route, rules: RunRules, between: Together) -> _Line:
    faces = tuple(track.face(name).stops[stop] for name, stop in route.stops)
    locations = tuple(face.location or place for face, place in zip(faces, route.stops, strict=True))
    spots = route.stops if between.by_stop else locations
    return _Line(train, rules.service(train), route, faces, locations, spots)


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
    return {x for x, face in zip(line.spots, line.faces, strict=True) if face.kind in between.meet_at}


def _all_chains(lines: Sequence[_Line], rules: RunRules, between: Together) -> Iterator[list[_Joined]]:
    """All ways to read the trains as joined or not: for each, the chains (also those of one train)."""
    by_service: list[list[list[_Joined]]] = []
    for service in rules.services:
        own = [line for line in lines if line.service == service]
        if not own:
            continue
        if service.joined and service.sets:
            by_service.append([_sets(own, rules, between)])
        else:
            ways = _ways_to_join(own, rules, between) if service.joined else [_single(own)]
            by_service.append([[_Joined.of(chain) for chain in way] for way in ways])
    for choice in product(*by_service):
        yield [chain for chains in choice for chain in chains]


def _sets(lines: Sequence[_Line], rules: RunRules, between: Together) -> list[_Joined]:
    """The chains that routes make by ending at the same stops, in the order in which they are written.

    Trains that may not run alone are all in one of them, together with one that may, unless it is the only one.
    """
    ends = {n: (_joint(line, n, False, between), _joint(line, n, True, between)) for n, line in enumerate(lines)}
    bound = {n for n, line in enumerate(lines) if not line.train.alone}
    sets = list(Joining(ends, bound).sets(tuple(ends)))
    holding = [found for found in sets if bound.intersection(found.order)]
    if len(holding) > 1 or (holding and bound.issuperset(holding[0].order) and len(sets) > 1):
        raise RouteFault("not_joined", train=lines[max(bound)].train.train)
    joined = [_joined_set(found, lines, ends) for found in sets]
    for found in joined:
        if not _as_one(found.chain, rules):
            raise RouteFault("not_joined", train=found.chain[-1].line.train.train)
    return joined


def _joint(line: _Line, number: int, last: bool, between: Together) -> Hashable:
    """Where a route can be joined with another; by itself where no routes meet."""
    end = _End(line, last)
    return end.spot if line.faces[-last].kind in between.meet_at else (number, last, end.spot)


def _joined_set(found: Set, lines: Sequence[_Line], ends: Mapping[int, tuple[Hashable, Hashable]]) -> _Joined:
    """A set without ends is a ring: it pays the stop where its first route begins. With one end it is nothing."""
    chain = tuple(_End(lines[n], last) for n, last in turned_in(found, ends))
    outer = [_End(lines[n], last) for n, last in outer_ends(found, ends)]
    if len(outer) == 1:
        raise RouteFault("not_joined", train=outer[0].line.train.train)
    ring = _End(lines[found.start], False)
    return _Joined(chain, (outer[0], outer[1]) if outer else (ring, ring))


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
    far = chain[-1].far.spot
    if not rest:
        yield chain
        return
    begun = [end.spot for end in chain]
    if far in begun or line.faces[last - 1].kind not in between.meet_at:
        return
    for n, other in enumerate(rest):
        for turned in (False, True):
            if other.spots[-turned] == far and other.spots[turned - 1] not in begun[1:]:
                yield from _prolonged((*chain, _End(other, turned)), [*rest[:n], *rest[n + 1 :]], between)


def _as_one(chain: Chain, rules: RunRules) -> bool:
    """Whether a chain keeps the rules for single routes, where its service asks for it."""
    if not chain[0].line.service.as_one:
        return True
    visits = [face.kind for end in chain for face in end.line.faces]
    joints = [end.line.faces[-end.last].kind for end in chain[1:]]  # two trains come there, the chain once
    if chain[0].line.service.sets and len(chain) > 1 and chain[0].spot == chain[-1].far.spot:
        joints.append(chain[0].line.faces[-chain[0].last].kind)  # a ring
    rules_of_kinds = [rule.kinds for rule in rules.within if isinstance(rule, AtMostOne)]
    return all(
        sum(kind in kinds for kind in visits) - sum(kind in kinds for kind in joints) <= 1 for kinds in rules_of_kinds
    )


class _Reading:
    """One way to read the routes, with what it pays."""

    def __init__(self, joined: Sequence[_Joined], lines: Sequence[_Line], rules: RunRules, between: Together) -> None:
        self.joined = joined
        self.lines = lines
        self.rules = rules
        self.between = between
        self.numbers: dict[Location, int] = {}
        self.worth: dict[int, int] = {}
        for line in lines:
            for location, face in zip(line.locations, line.faces, strict=True):
                number = self.numbers.setdefault(location, len(self.numbers))
                self.worth[number] = face.value(rules.colour)

    def run(self) -> Run:
        bonuses = {found.chain[0].line.train.train: self._bonus(found) for found in self.joined}
        paid = self._paid()
        routes = []
        for line, own in zip(self.lines, paid, strict=True):
            values = tuple(self.worth[n] if n in own else 0 for n in map(self.numbers.__getitem__, line.locations))
            extra = bonuses.get(line.train.train, ())
            revenue = sum(values) + sum(pays for _, pays in extra)
            routes.append(replace(line.route, values=values, bonuses=extra, revenue=revenue))
        chains = [tuple(end.line.train.train for end in found.chain) for found in self.joined]
        total = sum(route.revenue for route in routes)
        joined = tuple(chain for chain in chains if len(chain) > 1)
        return Run(tuple(routes), total=total, subsidy=self._subsidy(), chains=joined)

    def _bonus(self, found: _Joined) -> tuple[tuple[str, int], ...]:
        bonus = found.chain[0].line.service.line
        pays = line_pays(bonus, *(end.terminal for end in found.outer))
        return ((bonus.name, pays),) if bonus and pays else ()

    def _paid(self) -> list[set[int]]:
        """The locations that each route is paid for."""
        certain, limits = zip(*(self._could_pay(line) for line in self.lines), strict=True)
        if self.between.by_stop:
            certain, limits = self._chosen_by_stop(certain, limits), ()
        paid: list[set[int]] = []
        taken: set[int] = set()
        for own in certain:
            paid.append(own - taken)
            taken |= own
        choices = [(limit, own - taken) for limit, own in limits]
        for item, n in share_out(self.worth, choices).items():
            paid[n].add(item)
        return paid

    def _chosen_by_stop(self, certain: Sequence[set[int]], limits: Sequence[Limit]) -> tuple[set[int], ...]:
        """Of the stops that a train may choose from, those that are worth most stop by stop: so a place with several
        stops may be chosen twice, although it pays once."""
        stops = [dict(zip(map(self.numbers.__getitem__, x.locations), x.spots, strict=True)) for x in self.lines]
        worth = {spot: self.worth[n] for own in stops for n, spot in own.items()}
        sure = [{own[n] for n in some} for own, some in zip(stops, certain, strict=True)]
        open_to = [(most, [own[n] for n in own if n in some]) for own, (most, some) in zip(stops, limits, strict=True)]
        chosen = first_best(worth, sure, open_to)
        return tuple({n for n, spot in own.items() if spot in some} for own, some in zip(stops, chosen, strict=True))

    def _could_pay(self, line: _Line) -> tuple[set[int], Limit]:
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
        for found in self.joined:
            if any(end.line is line for end in found.chain):
                return {end.location for end in found.outer if end.line is line}
        return set()

    def _subsidy(self) -> int:
        """For each hex that trains of a service touch, however many."""
        total = 0
        for service in self.rules.services:
            hexes = {name for line in self.lines if line.service == service for name in line.route.hexes}
            total += service.subsidy * len(hexes)
        return total
