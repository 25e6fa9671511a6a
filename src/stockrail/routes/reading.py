"""Reads routes written as hexes: checks them against the track and computes what they earn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from stockrail.board.faces import Crossing, Stop
from stockrail.board.track import Place, Track
from stockrail.routes.answers import WrittenRoute
from stockrail.routes.lines import called_at, lines_along, paid_again
from stockrail.routes.rules import Excludes, Line, OneStopAHex, RunRules, Service, Together, TrainUse, Way
from stockrail.routes.run import Doubling, Route, RouteFault, Run
from stockrail.routes.together.reading import read_together


def in_order(trains: Sequence[TrainUse]) -> tuple[TrainUse, ...]:
    """By falling reach."""
    return tuple(sorted(trains, key=lambda train: (-train.reach, train.train)))


def read_once(
    track: Track, company: str, trains: Sequence[TrainUse], routes: Sequence[WrittenRoute], rules: RunRules
) -> Run:
    """What `read_run` says. Whoever proposes a run, checks it, takes it and shows it asks here, and it is read once."""
    written = tuple((train, tuple(hexes)) for train, hexes in routes)
    key, memo = (company, in_order(trains), rules, written), track.memo
    last: tuple[Any, Run] | None = memo.get("written")
    if last is None or last[0] != key:
        last = memo["written"] = (key, read_run(track, company, trains, written, rules))
    return last[1]


def read_run(
    track: Track,
    company: str,
    trains: Sequence[TrainUse],
    routes: Sequence[WrittenRoute],
    rules: RunRules,
) -> Run:
    """The run that the routes make up; raises `RouteFault` where they break a rule."""
    by_name = {train.train: train for train in trains}
    _check_trains(by_name, routes)
    read = [
        read_route(track, company, by_name[train], hexes, rules)
        for train, hexes in routes
        if not by_name[train].doubles
    ]
    if isinstance(rules.between, Together):
        return read_together(track, by_name, read, rules, rules.between)
    for mark in dict.fromkeys(service.track for service in rules.services):
        _check_shared([route for route in read if rules.service(by_name[route.train]).track == mark])
    doubling = [(train, hexes) for train, hexes in routes if by_name[train].doubles]
    if len(doubling) > rules.doublers:
        raise RouteFault("doubler_alone", train=doubling[-1][0])
    doubled = tuple(_doubled(track, train, hexes, read, rules) for train, hexes in doubling)
    total = sum(route.revenue for route in read) + sum(found.pays for found in doubled)
    return Run(tuple(read), doubled, total)


def _check_trains(by_name: dict[str, TrainUse], routes: Sequence[WrittenRoute]) -> None:
    seen: set[str] = set()
    for train, _ in routes:
        if train not in by_name:
            raise RouteFault("unknown_train", train=train)
        if train in seen:
            raise RouteFault("train_twice", train=train)
        seen.add(train)


def _check_shared(routes: Sequence[Route]) -> None:
    used: dict[str, int] = {}
    lines: set[Line] = set()
    for route in routes:
        for name, mask in route.masks:
            if used.get(name, 0) & mask:
                raise RouteFault("shares_track", train=route.train, hex=name)
        for line in route.lines:
            if line in lines:
                raise RouteFault("shares_track", train=route.train, hex=line.stop[0])
            lines.add(line)
        for name, mask in route.masks:
            used[name] = used.get(name, 0) | mask


def _doubled(track: Track, train: str, hexes: Sequence[str], routes: Sequence[Route], rules: RunRules) -> Doubling:
    """The stop that pays once more and what that brings: any counted stop of any route."""
    if not routes:
        raise RouteFault("doubler_alone", train=train)
    paid = [
        (track.face(place[0]).stops[place[1]].value(rules.colour), place)
        for route in routes
        for place in route.stops
        if (place[0],) == tuple(hexes) and _counts(track, place, rules)
    ]
    if not paid:
        raise RouteFault("doubler_stop", train=train, hex=hexes[0] if hexes else None)
    value, place = max(paid)
    return Doubling(train, place, value)


def _counts(track: Track, place: Place, rules: RunRules) -> bool:
    kind = track.face(place[0]).stops[place[1]].kind
    return any(service.weight(kind) for service in rules.services)


def read_route(track: Track, company: str, train: TrainUse, hexes: Sequence[str], rules: RunRules) -> Route:
    """One route, checked by itself."""
    service = rules.service(train)
    lines = lines_along(track, hexes, rules)
    stops, masks = _trace(track, train.train, hexes, lines)
    faces = [track.face(name).stops[stop] for name, stop in stops]
    _check_visits(train.train, stops, faces, service, rules)
    _check_passed(track, company, train.train, stops)
    _check_length(train, faces, hexes, service)
    stations = sum(
        company in track.tokens(*place) and (rules.tokens is None or face.kind in rules.tokens)
        for place, face in zip(stops, faces, strict=True)
    )
    if not stations:
        raise RouteFault("no_token", train=train.train)
    values = paid_again(_values(faces, service, rules.colour), stops, faces, lines, rules.colour)
    bonuses = _bonuses(Way(stops, [face.kind for face in faces], stations), values, service, rules)
    revenue = sum(values) + sum(pays for _, pays in bonuses)
    used = tuple(line for line in lines if line)
    return Route(train.train, tuple(hexes), tuple(stops), values, bonuses, revenue, tuple(masks.items()), used)


def _bonuses(way: Way, values: Sequence[int], service: Service, rules: RunRules) -> tuple[tuple[str, int], ...]:
    found = [(bonus.name, bonus.value(way)) for bonus in rules.bonuses]
    if service.hop:
        whole = sum(values) + sum(pays for name, pays in found if name not in service.hop.whole)
        found.append((service.hop.name, service.hop.pays(whole) - whole))
    return tuple((name, pays) for name, pays in found if pays)


def _values(faces: Sequence[Stop], service: Service, colour: str) -> tuple[int, ...]:
    """What each stop pays by itself."""
    last = len(faces) - 1
    return tuple(
        (stop.value_at_end(colour) if n in (0, last) else 0 if service.ends_pay else stop.value(colour))
        if service.pays(stop.kind)
        else 0
        for n, stop in enumerate(faces)
    )


def _check_length(train: TrainUse, faces: Sequence[Stop], hexes: Sequence[str], service: Service) -> None:
    if service.by_hexes:
        if len(hexes) - 1 > train.reach:
            raise RouteFault("too_far", train=train.train, hexes=len(hexes) - 1, reach=train.reach)
        return
    counted = sum(service.weight(stop.kind) for stop in faces)
    if counted > train.reach:
        raise RouteFault("too_long", train=train.train, stops=counted, reach=train.reach)
    if service.hop and (len(faces) > 2 or not service.hop.goes_down(hexes)):
        raise RouteFault("no_hop", train=train.train)


def _trace(
    track: Track, train: str, hexes: Sequence[str], lines: Sequence[Line | None]
) -> tuple[list[Place], dict[str, int]]:
    """Follows the track from hex to hex: the stops on the way, and hex -> mask of the pieces used."""
    if len(hexes) < 2:
        raise RouteFault("needs_stops", train=train)
    edges = _edges(track, train, hexes, lines)
    stops: list[Place] = []
    masks: dict[str, int] = {}
    enter = -1
    for name, leave, stop in zip(hexes, [*edges, -1], called_at(hexes, lines), strict=True):
        way = _choose(track, train, name, enter, leave, masks.get(name, 0), stop)
        masks[name] = masks.get(name, 0) | way.pieces
        if way.stop >= 0:
            stops.append((name, way.stop))
        enter = (leave + 3) % 6 if leave >= 0 else -1
    return stops, masks


def _edges(track: Track, train: str, hexes: Sequence[str], lines: Sequence[Line | None]) -> list[int]:
    """The edge by which each hex but the last is left; -1 where a line leads on."""
    between = track.board.edge_between
    edges = [between.get(pair, -1) for pair in pairwise(hexes)]
    for name, edge, line in zip(hexes, edges, lines, strict=False):
        if edge < 0 and line is None:
            raise RouteFault("no_such_track", train=train, hex=name)
    return edges


def _choose(track: Track, train: str, name: str, enter: int, leave: int, used: int, stop: int | None) -> Crossing:
    """The way through a hex; at the ends of a route (no edge: -1) the way to a stop; at a line to the line's own."""
    face = track.face(name)
    at_end = enter < 0 or leave < 0
    if stop is not None and enter < 0 and leave < 0:
        return Crossing(0, stop)
    ways = face.ends_at(max(enter, leave)) if at_end else face.crossings(enter, leave)
    if stop is not None:
        ways = tuple(way for way in ways if way.stop == stop)
    if not ways:
        off_stop = at_end and max(enter, leave) in face.exits
        raise RouteFault("ends_off_stop" if off_stop else "no_such_track", train=train, hex=name)
    for way in ways:
        if not way.pieces & used:
            return way
    raise RouteFault("repeats_track", train=train, hex=name)


def _check_visits(train: str, stops: Sequence[Place], faces: Sequence[Stop], service: Service, rules: RunRules) -> None:
    """Nothing is visited that may not be, nor twice, nor against a rule that is named in the declaration."""
    for (name, stop), face in zip(stops, faces, strict=True):
        if face.kind in service.shuns:
            raise RouteFault("shuns", train=train, hex=name, stop=stop)
        if face.location in rules.barred:
            raise RouteFault("barred", train=train, hex=name, stop=stop)
    for n in (0, -1):
        if rules.ends is not None and faces[n].kind not in rules.ends:
            raise RouteFault("wrong_end", train=train, hex=stops[n][0], stop=stops[n][1])
    _check_twice(
        "repeats_stop", train, stops, [face.location or place for place, face in zip(stops, faces, strict=True)]
    )
    for rule in rules.within:
        if isinstance(rule, OneStopAHex):
            _check_twice(rule.name, train, stops, [name for name, _ in stops])
        elif isinstance(rule, Excludes):
            excluded = rule.kinds if any(face.kind == rule.kind for face in faces) else frozenset()
            _check_twice(rule.name, train, stops, [rule if face.kind in excluded else None for face in faces])
        else:
            _check_twice(rule.name, train, stops, [rule if face.kind in rule.kinds else None for face in faces])


def _check_twice(kind: str, train: str, stops: Sequence[Place], marks: Sequence[object]) -> None:
    """No two stops have the same mark; None is no mark."""
    seen: set[object] = set()
    for (name, stop), mark in zip(stops, marks, strict=True):
        if mark in seen:
            raise RouteFault(kind, train=train, hex=name, stop=stop)
        if mark is not None:
            seen.add(mark)


def _check_passed(track: Track, company: str, train: str, stops: Sequence[Place]) -> None:
    """Nothing is passed that ends a route."""
    for name, stop in stops[1:-1]:
        if not track.face(name).stops[stop].run_through:
            raise RouteFault("passes_end", train=train, hex=name, stop=stop)
        if track.blocks(name, stop, company):
            raise RouteFault("passes_blocked", train=train, hex=name, stop=stop)
