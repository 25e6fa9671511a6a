"""7.8 What a written run is: each route by itself, how routes hang together, and what they earn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations, product
from typing import TypeAlias

from stockrail.board import Track
from stockrail.routes import RouteFault

Spot: TypeAlias = str | tuple[str, int]
"""A place that pays once: a location that spans hexes, or a stop of a hex."""


@dataclass(frozen=True, slots=True)
class Card:
    """A train that may run: its form and how far it goes."""

    train: str
    form: str
    visit: int  # hexes of a freight, stations of the others
    pay: int
    permanent: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """What runs of a company depend on beside track and trains."""

    company: str
    home: tuple[str, int]
    level: str  # which value of red areas and ports counts
    london: bool  # whether the company has a terminal there
    bonus: int
    port_bonus: int
    subsidy: int
    meeting: str
    joining: str
    distance: str
    chain_ends: str


@dataclass(frozen=True, slots=True)
class Route:
    """One train's way: the hexes in order, and the stops on it."""

    card: Card
    hexes: tuple[str, ...]
    stops: tuple[tuple[str, int], ...]
    spots: tuple[Spot, ...]
    kinds: tuple[str, ...]
    values: tuple[int, ...]

    @property
    def ends(self) -> tuple[Spot, Spot]:
        return self.spots[0], self.spots[-1]


@dataclass(frozen=True, slots=True)
class Chain:
    """Freight trains joined end to end; what counts is its two outer ends and the straight line between them."""

    trains: tuple[str, ...]
    ends: tuple[Spot, Spot]
    bonus: int


@dataclass(frozen=True, slots=True)
class RunResult:
    """A whole run: revenue, subsidy, what each train brings, and what the local trains earned."""

    revenue: int
    subsidy: int
    parts: tuple[tuple[Route, int], ...]
    local_income: int


def read_run(
    track: Track, cards: Sequence[Card], terms: Terms, written: Sequence[tuple[str, Sequence[str]]]
) -> RunResult:
    """The run that the routes make up; raises `RouteFault` where they break a rule."""
    by_name = {card.train: card for card in cards}
    seen: set[str] = set()
    for train, _ in written:
        if train not in by_name:
            raise RouteFault("unknown_train", train=train)
        if train in seen:
            raise RouteFault("train_twice", train=train)
        seen.add(train)
    routes = [read_route(track, by_name[train], terms, hexes) for train, hexes in written]
    if not routes:
        return RunResult(0, 0, (), 0)
    check_meeting(routes, terms)
    return add_up(track, routes, terms)


# -- one route ------------------------------------------------------------------------------------------------------


def read_route(track: Track, card: Card, terms: Terms, hexes: Sequence[str]) -> Route:
    """7.8-a to k, 7.4 One route, checked by itself."""
    stops = follow(track, card.train, hexes)
    faces = [track.face(name).stops[stop] for name, stop in stops]
    route = Route(
        card=card,
        hexes=tuple(hexes),
        stops=tuple(stops),
        spots=tuple(face.location or place for face, place in zip(faces, stops, strict=True)),
        kinds=tuple(face.kind for face in faces),
        values=tuple(face.value(terms.level) for face in faces),
    )
    _check_ends(route)
    _check_stops(track, route, terms)
    _check_length(route)
    return route


def follow(track: Track, train: str, hexes: Sequence[str]) -> list[tuple[str, int]]:
    """The stops on a way from hex to hex; no piece of track is used twice."""
    if len(hexes) < 2:
        raise RouteFault("needs_stops", train=train)
    between = track.board.edge_between
    leaves = [between.get(pair, -1) for pair in pairwise(hexes)]
    if -1 in leaves:
        raise RouteFault("no_such_track", train=train, hex=hexes[leaves.index(-1)])
    used: dict[str, int] = {}
    stops: list[tuple[str, int]] = []
    enter = -1
    for name, leave in zip(hexes, [*leaves, -1], strict=True):
        face, at_end = track.face(name), enter < 0 or leave < 0
        ways = face.ends_at(max(enter, leave)) if at_end else face.crossings(enter, leave)
        if not ways:
            off_stop = at_end and max(enter, leave) in face.exits
            raise RouteFault("ends_off_stop" if off_stop else "no_such_track", train=train, hex=name)
        way = ways[0]
        if used.get(name, 0) & way.pieces:
            raise RouteFault("repeats_track", train=train, hex=name)
        used[name] = used.get(name, 0) | way.pieces
        if way.stop >= 0:
            stops.append((name, way.stop))
        enter = (leave + 3) % 6
    return stops


def _check_ends(route: Route) -> None:
    """7.8-a, b, f"""
    train, kinds = route.card.train, route.kinds
    for kind, (name, stop) in zip((kinds[0], kinds[-1]), (route.stops[0], route.stops[-1]), strict=True):
        if kind == "town":
            raise RouteFault("wrong_end", train=train, hex=name, stop=stop)
    if len(route.stops) < 2 or "city" not in kinds:
        raise RouteFault("needs_stops", train=train)
    if kinds[0] == kinds[-1] != "city":
        name, stop = route.stops[-1]
        raise RouteFault("two_ports" if kinds[0] == "port" else "two_red_areas", train=train, hex=name, stop=stop)


def _check_stops(track: Track, route: Route, terms: Terms) -> None:
    """7.4, 7.8-k, 7.6.5-c"""
    train = route.card.train
    if len(set(route.spots)) < len(route.spots):
        twice = next(n for n, spot in enumerate(route.spots) if spot in route.spots[:n])
        raise RouteFault("repeats_stop", train=train, hex=route.stops[twice][0], stop=route.stops[twice][1])
    for (name, stop), kind in zip(route.stops[1:-1], route.kinds[1:-1], strict=True):
        if kind not in ("city", "town"):
            raise RouteFault("passes_end", train=train, hex=name, stop=stop)
        if track.blocks(name, stop, terms.company):
            raise RouteFault("passes_blocked", train=train, hex=name, stop=stop)
    if not any(terms.company in track.tokens(*place) for place in route.stops):
        raise RouteFault("no_token", train=train)
    if "London" in route.spots and not terms.london:
        name, stop = route.stops[route.spots.index("London")]
        raise RouteFault("barred", train=train, hex=name, stop=stop)


def _check_length(route: Route) -> None:
    """7.8.1-a, 7.8.2-a, c, 7.8.3-a, b"""
    card = route.card
    shunned = [place for place, kind in zip(route.stops, route.kinds, strict=True) if kind not in ("city", "town")]
    if card.form == "local" and shunned:
        raise RouteFault("shuns", train=card.train, hex=shunned[0][0], stop=shunned[0][1])
    hexes, stops = len(route.hexes) - 1, sum(kind != "town" for kind in route.kinds)
    if card.form == "freight" and hexes > card.visit:
        raise RouteFault("too_far", train=card.train, hexes=hexes, reach=card.visit)
    if card.form != "freight" and stops > card.visit:
        raise RouteFault("too_long", train=card.train, stops=stops, reach=card.visit)


# -- routes together ------------------------------------------------------------------------------------------------


def check_meeting(routes: Sequence[Route], terms: Terms) -> None:
    """7.8-c, d, e One run visits the home, and all hang together in large stations (D2: at any stop)."""
    joints = [_joints(route, terms) for route in routes]
    reached = {n for n, route in enumerate(routes) if terms.home in route.stops}
    if not reached:
        raise RouteFault("no_home", train=routes[0].card.train)
    grown = True
    while grown:
        met = set().union(*(joints[n] for n in reached))
        new = {n for n in range(len(routes)) if n not in reached and joints[n] & met}
        reached |= new
        grown = bool(new)
    for n, route in enumerate(routes):
        if n not in reached:
            raise RouteFault("hangs_apart", train=route.card.train)


def _joints(route: Route, terms: Terms) -> set[tuple[str, int]]:
    cities = {stop for stop, kind in zip(route.stops, route.kinds, strict=True) if kind == "city"}
    return cities if terms.meeting == "large_stations" else set(route.stops)


# -- what it earns --------------------------------------------------------------------------------------------------


def add_up(track: Track, routes: Sequence[Route], terms: Terms) -> RunResult:
    """Every place pays once; which stations are left out, and which freights are joined, is chosen for the most."""
    freights = [route for route in routes if route.card.form == "freight"]
    others = [route for route in routes if route.card.form != "freight"]
    chainings = list(_chainings(track, freights, terms)) if freights else [()]
    if not chainings:
        raise RouteFault("not_joined", train=freights[0].card.train)
    results = [_pay(routes, others, chains, skips, terms) for chains in chainings for skips in _skips(others)]
    return max(results, key=lambda result: (result.revenue, result.local_income))


def _skips(routes: Sequence[Route]) -> Iterator[tuple[Spot | None, ...]]:
    """7.8.2-c, 7.8.3-b Which station each train leaves out, where it visits one more than it counts."""
    return product(*[_skippable(route) for route in routes])


def _skippable(route: Route) -> list[Spot | None]:
    large = [spot for spot, kind in zip(route.spots, route.kinds, strict=True) if kind != "town"]
    return [None] if len(large) <= route.card.pay else [*large]


def _pay(
    routes: Sequence[Route],
    others: Sequence[Route],
    chains: Sequence[Chain],
    skips: Sequence[Spot | None],
    terms: Terms,
) -> RunResult:
    skipped = dict(zip((route.card.train for route in others), skips, strict=True))
    paid: set[Spot] = set()
    earned: dict[str, int] = {}
    local_first = sorted(routes, key=lambda route: route.card.form != "local")
    for route in local_first:
        earned[route.card.train] = 0
        for spot, kind, value in zip(route.spots, route.kinds, route.values, strict=True):
            if spot not in paid and _counts(route, spot, kind, chains, skipped.get(route.card.train)):
                paid.add(spot)
                earned[route.card.train] += value
    for chain in chains:
        earned[chain.trains[0]] += chain.bonus
    parts = tuple((route, earned[route.card.train]) for route in routes)
    local = [route for route in routes if route.card.form == "local"]
    touched = {hex_ for route in local for hex_ in route.hexes}
    income = sum(earned[route.card.train] for route in local)
    return RunResult(sum(earned.values()), terms.subsidy * len(touched), parts, income)


def _counts(route: Route, spot: Spot, kind: str, chains: Sequence[Chain], skipped: Spot | None) -> bool:
    if route.card.form == "freight":
        return any(route.card.train in chain.trains and spot in chain.ends and spot in route.ends for chain in chains)
    return spot != skipped and (kind != "town" or route.card.form == "local")


# -- freight chains -------------------------------------------------------------------------------------------------


def _chainings(track: Track, freights: Sequence[Route], terms: Terms) -> list[tuple[Chain, ...]]:
    """7.8.1-h, l, n All ways of joining the freight trains; D3: on the public site whatever can be joined is."""
    found = []
    for groups in _partitions(list(freights)):
        chains = [_chain(group, terms) for group in groups if _group_is_legal(group, groups)]
        if len(chains) == len(groups) and all(chains):
            found.append(tuple(chain for chain in chains if chain))
    if terms.joining == "joined" and found:
        fewest = min(len(chains) for chains in found)
        return [chains for chains in found if len(chains) == fewest]
    return found


def _partitions(routes: list[Route]) -> Iterator[list[list[Route]]]:
    if not routes:
        yield []
        return
    first, rest = routes[0], routes[1:]
    for groups in _partitions(rest):
        yield [[first], *groups]
        for n in range(len(groups)):
            yield [*groups[:n], [first, *groups[n]], *groups[n + 1 :]]


def _group_is_legal(group: Sequence[Route], groups: Sequence[Sequence[Route]]) -> bool:
    """7.8.1-n Trains that are not permanent go in one chain, with a permanent one if one runs."""
    if all(route.card.permanent for route in group):
        return True
    others = [route for other in groups if other is not group for route in other]
    alone = all(not route.card.permanent for route in group)
    return all(route.card.permanent for route in others) and not (alone and others)


def _chain(group: Sequence[Route], terms: Terms) -> Chain | None:
    """Q27 The trains in a line, each joined to the next in a large station; the best line if there are several."""
    lines = [line for order in permutations(group) for line in _lines(order, terms)]
    chains = [_value_chain(group, start, end, terms) for start, end in lines]
    return max((chain for chain in chains if chain), key=lambda chain: chain.bonus, default=None)


End: TypeAlias = tuple[Route, int]
"""A route and which of its two ends: 0 or -1."""


def _lines(order: Sequence[Route], terms: Terms) -> Iterator[tuple[End, End]]:
    for turned in product((0, -1), repeat=len(order)):
        outs = [(route, -1 - turn) for route, turn in zip(order, turned, strict=True)]
        ins = list(zip(order, turned, strict=True))
        if all(_joined(out, into, terms) for out, into in zip(outs, ins[1:], strict=False)):
            yield ins[0], outs[-1]


def _joined(one: End, other: End, terms: Terms) -> bool:
    """In a large station; D3: on the public site at any common end."""
    (route, at), (next_route, next_at) = one, other
    fits = route.kinds[at] == "city" or terms.joining == "joined"
    return route.stops[at] == next_route.stops[next_at] and fits


def _value_chain(group: Sequence[Route], start: End, end: End, terms: Terms) -> Chain | None:
    kinds = [route.kinds[at] for route, at in (start, end)]
    if len(group) > 1 and terms.chain_ends == "as_one_train" and kinds[0] == kinds[1] != "city":
        return None
    rate = terms.port_bonus if "port" in kinds else terms.bonus
    ends = (start[0].spots[start[1]], end[0].spots[end[1]])
    return Chain(tuple(route.card.train for route in group), ends, rate * hexes_between(start, end, terms.distance))


def hexes_between(start: End, end: End, rule: str) -> int:
    """7.8.1-b, f; Q26 In a straight line; to an off-board end from the land hex before it, plus one."""
    hexes, off_board = [], 0
    for route, at in (start, end):
        outside = route.kinds[at] != "city" and rule == "entry"
        off_board += outside
        hexes.append(route.hexes[at if not outside else (1 if at == 0 else -2)])
    return max(0, straight(*hexes) - 1 + off_board)


def straight(one: str, other: str) -> int:
    """How many steps two hexes are apart."""
    columns = abs(ord(one[0]) - ord(other[0]))
    rows = abs(int(one[1:]) - int(other[1:]))
    return columns + max(0, (rows - columns) // 2)
