"""The best run by trying everything: every route of every train, every set of them, every way to join and to count.

It shares nothing with the search, and of the reading only what a single route may do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb

from stockrail.board import Track, hexes_apart
from stockrail.routes import AtMostOne, RouteFault, RunRules, Service, Together, TrainUse
from stockrail.routes.reading import read_route
from stockrail.routes.run import Route

Rating = tuple[int, int, int, int]
"""Revenue, subsidy, trains and hexes (as losses)."""


def all_hex_lists(track: Track, longest: int) -> Iterator[tuple[str, ...]]:
    """Every way from hex to hex over track, whatever it is good for."""
    for name in track.board.names:
        yield from _further(track, (name,), longest)


def _further(track: Track, hexes: tuple[str, ...], longest: int) -> Iterator[tuple[str, ...]]:
    if len(hexes) > 1:
        yield hexes
    if len(hexes) > longest:
        return
    for edge, other in enumerate(track.board.hexes[hexes[-1]].neighbors):
        if other and edge in track.face(hexes[-1]).exits and (edge + 3) % 6 in track.face(other).exits:
            if hexes.count(other) > 1:
                continue  # no face here has more than two ways through
            yield from _further(track, (*hexes, other), longest)


def all_routes(track: Track, company: str, train: TrainUse, rules: RunRules, longest: int = 9) -> list[Route]:
    found: dict[tuple[str, ...], Route] = {}
    for hexes in all_hex_lists(track, longest):
        if hexes[::-1] in found:
            continue
        try:
            found[hexes] = read_route(track, company, train, hexes, rules)
        except RouteFault:
            continue
    return list(found.values())


class Exhaustive:
    """Tries everything."""

    def __init__(self, track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> None:
        assert isinstance(rules.between, Together)
        self.track, self.trains, self.rules, self.between = track, trains, rules, rules.between
        alike = [train._replace(train="") for train in trains]
        known = {train: all_routes(track, company, train, rules) for train in dict.fromkeys(alike)}
        self.routes = [known[train] for train in alike]

    def size(self) -> int:
        total = 1
        for routes in self.routes:
            total *= len(routes) + 1
        return total

    def best(self) -> Rating:
        choices = product(*([None, *routes] for routes in self.routes))
        return max((rating for choice in choices for rating in self.ratings(choice)), key=self.order)

    def crowd_size(self) -> int:
        """How many runs `best_of_crowd` tries."""
        total = 1
        for routes, own in self._alike():
            total *= comb(len(routes) + len(own), len(own))
        return total

    def best_of_crowd(self) -> Rating:
        """The same for trains of which many are alike: which of them takes which route does not matter."""
        options = [list(combinations_with_replacement([None, *routes], len(own))) for routes, own in self._alike()]
        order = [n for _, own in self._alike() for n in own]
        best: Rating = (0, 0, 0, 0)
        for chosen in product(*options):
            routes = [route for some in chosen for route in some]
            choice = [route for _, route in sorted(zip(order, routes, strict=True), key=lambda pair: pair[0])]
            best = max([best, *self.ratings(choice)], key=self.order)
        return best

    def _alike(self) -> list[tuple[list[Route], list[int]]]:
        """The routes of each kind of train, and the numbers of its trains."""
        found: dict[TrainUse, list[int]] = {}
        for n, train in enumerate(self.trains):
            found.setdefault(train._replace(train=""), []).append(n)
        return [(self.routes[own[0]], own) for own in found.values()]

    def order(self, rating: Rating) -> tuple[int, ...]:
        return (rating[0] + rating[1], *rating) if self.between.with_subsidy else rating

    def ratings(self, choice: Sequence[Route | None]) -> Iterator[Rating]:
        running = [(train, route) for train, route in zip(self.trains, choice, strict=True) if route]
        if not running:
            yield (0, 0, 0, 0)
            return
        if not self._hangs([route for _, route in running]):
            return
        losses = (-len(running), -sum(len(route.hexes) - 1 for _, route in running))
        subsidy = self._subsidy(running)
        for ends, bonus in self._joinings(running):
            yield (self._most(running, ends) + bonus, subsidy, *losses)

    def _key(self, route: Route, n: int) -> object:
        name, stop = route.stops[n]
        return self.track.face(name).stops[stop].location or (name, stop)

    def _kind(self, route: Route, n: int) -> str:
        name, stop = route.stops[n]
        return self.track.face(name).stops[stop].kind

    def _meets(self, route: Route) -> set[object]:
        return {self._key(route, n) for n in range(len(route.stops)) if self._kind(route, n) in self.between.meet_at}

    def _hangs(self, routes: Sequence[Route]) -> bool:
        groups = [({n}, self._meets(route)) for n, route in enumerate(routes)]
        for _ in routes:
            for one, other in combinations(groups, 2):
                if one[1] & other[1]:
                    groups.remove(one)
                    groups.remove(other)
                    groups.append((one[0] | other[0], one[1] | other[1]))
                    break
        return len(groups) == 1 and any(stop in self.between.home for route in routes for stop in route.stops)

    def _subsidy(self, running: Sequence[tuple[TrainUse, Route]]) -> int:
        touched = {(train.service, name) for train, route in running for name in route.hexes}
        return sum(service.subsidy for service in self.rules.services for mark, _ in touched if mark == service.name)

    def _joinings(self, running: Sequence[tuple[TrainUse, Route]]) -> Iterator[tuple[dict[str, set[object]], int]]:
        """For each way to join the trains: the ends that pay, by train, and the bonus."""
        joined = [(t, r) for t, r in running if self.rules.service(t).joined]
        if not joined:
            yield {}, 0
            return
        service = self.rules.service(joined[0][0])
        for size in range(len(joined) + 1):
            for chain in combinations(joined, size):
                apart = [pair for pair in joined if pair not in chain]
                if any(not train.alone for train, _ in apart):
                    continue
                if chain and not any(train.alone for train, _ in chain) and apart:
                    continue
                for ends, bonus in self._chained(chain, service) if chain else [({}, 0)]:
                    alone = {t.train: {self._key(r, 0), self._key(r, -1)} for t, r in apart}
                    extra = sum(self._line(service, r, 0, r, -1) for _, r in apart)
                    yield {**ends, **alone}, bonus + extra

    def _chained(
        self, chain: Sequence[tuple[TrainUse, Route]], service: Service
    ) -> Iterator[tuple[dict[str, set[object]], int]]:
        for order in permutations(chain):
            for turns in product((0, -1), repeat=len(order)):
                begins = [self._key(r, turn) for (_, r), turn in zip(order, turns, strict=True)]
                ends = [self._key(r, -1 - turn) for (_, r), turn in zip(order, turns, strict=True)]
                joints = begins[1:]
                if joints != ends[:-1] or len(set(joints)) < len(joints) or {begins[0], ends[-1]} & set(joints):
                    continue
                kinds = [self._kind(r, turn) for (_, r), turn in zip(order[1:], turns[1:], strict=True)]
                if any(kind not in self.between.meet_at for kind in kinds):
                    continue
                if service.as_one and not self._as_one([r for _, r in order], kinds):
                    continue
                pays: dict[str, set[object]] = {train.train: set() for train, _ in order}
                pays[order[0][0].train].add(begins[0])
                pays[order[-1][0].train].add(ends[-1])
                yield pays, self._line(service, order[0][1], turns[0], order[-1][1], -1 - turns[-1])

    def _as_one(self, routes: Sequence[Route], joints: list[str]) -> bool:
        visited = [self._kind(route, n) for route in routes for n in range(len(route.stops))]
        for joint in joints:
            visited.remove(joint)
        rules = [rule.kinds for rule in self.rules.within if isinstance(rule, AtMostOne)]
        return all(sum(kind in kinds for kind in visited) <= 1 for kinds in rules)

    def _line(self, service: Service, first: Route, at: int, last: Route, end: int) -> int:
        if not service.line:
            return 0
        beyond, hexes = 0, []
        for route, n in ((first, at), (last, end)):
            name, stop = route.stops[n]
            off = not self.track.face(name).stops[stop].run_through
            beyond += off
            hexes.append((route.hexes if n == 0 else route.hexes[::-1])[int(off)])
        kinds = (self._kind(first, at), self._kind(last, end))
        if first.stops[at] == last.stops[end] and hexes[0] == hexes[1] and not service.line.to_itself:
            return 0
        each = max([service.line.a_hex, *(pay for kind, pay in service.line.with_end if kind in kinds)])
        return each * max(0, hexes_apart(*hexes) - 1 + beyond)

    def _most(self, running: Sequence[tuple[TrainUse, Route]], ends: dict[str, set[object]]) -> int:
        """All ways to count."""
        worth: dict[object, int] = {}
        options: list[list[frozenset[object]]] = []
        for train, route in running:
            service = self.rules.service(train)
            certain: set[object] = set()
            chosen: set[object] = set()
            for n, (name, stop) in enumerate(route.stops):
                face = self.track.face(name).stops[stop]
                key = self._key(route, n)
                worth[key] = face.value(self.rules.colour)
                if not service.pays(face.kind) or (service.ends_pay and key not in ends[train.train]):
                    continue
                (chosen if train.pays is not None and service.weight(face.kind) else certain).add(key)
            sizes = min(len(chosen), train.pays or 0)
            options.append([frozenset(certain) | frozenset(some) for some in combinations(chosen, sizes)])
        return max(sum(worth[key] for key in frozenset().union(*counted)) for counted in product(*options))
