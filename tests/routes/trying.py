"""The best run by trying everything: slow, plain, and independent of the search."""

import random
from collections.abc import Iterator
from itertools import product

from stockrail.board import Board, Track
from stockrail.board.faces import EDGE, JUNCTION, STOP, End
from stockrail.routes import Line, Route, RouteFault, RunRules, TrainUse, read_run

Laid = dict[str, tuple[str, int]]
Tokens = dict[tuple[str, int], tuple[str, ...]]


class Tourist:
    """Writes down every way through the track, hex by hex, without any cleverness."""

    def __init__(self, track: Track, lines: tuple[Line, ...] = ()) -> None:
        self.track = track
        self.lines = lines
        self.ways: set[tuple[str, ...]] = set()
        for name, place in track.board.hexes.items():
            for stop in range(len(track.faces[place.index].stops)):
                self._go(name, (STOP, stop), (name,), frozenset(), frozenset({(name, stop)}))

    def _go(
        self,
        name: str,
        at: End,
        hexes: tuple[str, ...],
        used: frozenset[tuple[str, int]],
        stops: frozenset[tuple[str, int]],
    ) -> None:
        if at[0] == STOP:
            self._go_by_lines((name, at[1]), hexes, used, stops)
        for piece, other in self.track.face(name).ways(at):
            if (name, piece) in used:
                continue
            now = used | {(name, piece)}
            if other[0] == STOP and (name, other[1]) not in stops:
                self.ways.add(min(hexes, hexes[::-1]))
                self._go(name, other, hexes, now, stops | {(name, other[1])})
            elif other[0] == JUNCTION:
                self._go(name, other, hexes, now, stops)
            elif other[0] == EDGE:
                beyond = self.track.board.hexes[name].neighbors[other[1]]
                if beyond:
                    self._go(beyond, (EDGE, (other[1] + 3) % 6), (*hexes, beyond), now, stops)

    def _go_by_lines(
        self,
        at: tuple[str, int],
        hexes: tuple[str, ...],
        used: frozenset[tuple[str, int]],
        stops: frozenset[tuple[str, int]],
    ) -> None:
        """To the box, where a way ends; and from the box where it began."""
        for line in self.lines:
            if at == line.stop and line.box not in stops:
                self.ways.add(min((*hexes, line.box[0]), (line.box[0], *hexes[::-1])))
            elif at == line.box and len(stops) == 1:
                self._go(line.stop[0], (STOP, line.stop[1]), (*hexes, line.stop[0]), used, stops | {line.stop})

    def legal(self, company: str, train: TrainUse, rules: RunRules) -> Iterator[Route]:
        for way in sorted(self.ways):
            for hexes in dict.fromkeys((way, way[::-1])):
                try:
                    yield read_run(self.track, company, [train], [(train.train, hexes)], rules).routes[0]
                except RouteFault:
                    continue


def best_by_trying(tourist: Tourist, company: str, trains: list[TrainUse], rules: RunRules) -> int:
    """The most that any choice of routes earns: one a train or none, no track twice under one mark."""
    track = tourist.track
    runners = [train for train in trains if not train.doubles]
    marks = [rules.service(train).track for train in runners]
    kinds = [[None, *_distinct(tourist.legal(company, train, rules))] for train in runners]
    doubles = min(rules.doublers, sum(train.doubles for train in trains))
    best = 0
    for routes in product(*kinds):
        if all(_apart([r for r, m in zip(routes, marks, strict=True) if r and m == mark]) for mark in set(marks)):
            best = max(best, _total(track, [route for route in routes if route], doubles))
    return best


def _distinct(routes: Iterator[Route]) -> list[Route]:
    """Of routes over the same track that pay the same, one."""
    return list({(route.masks, route.lines, route.revenue): route for route in routes}.values())


def _apart(routes: list[Route]) -> bool:
    used: list[object] = [thing for route in routes for thing in (*route.pieces, *route.lines)]
    return len(used) == len(set(used))


def _total(track: Track, run: list[Route], doubles: int) -> int:
    """Each of the doublers takes the stop that pays most."""
    paid = [
        value
        for route in run
        for (name, stop), value in zip(route.stops, route.values, strict=True)
        if track.face(name).stops[stop].kind in ("city", "offboard")
    ]
    return sum(route.revenue for route in run) + doubles * max(paid, default=0)


def random_track(board: Board, center: str, dice: random.Random) -> Track:
    """A small, dense map around a hex, with tiles of all colours that fit there and some tokens."""
    near = list(filter(None, board.hexes[center].neighbors))
    far = sorted({n for name in near for n in board.hexes[name].neighbors if n} - {center, *near})
    area = [center, *near, *(name for name in far if dice.random() < 0.25)]
    laid: Laid = {}
    for name in area:
        fits = [tile.name for tile in board.tiles.values() if board.hexes[name].kind in tile.fits]
        if fits:
            tries = [(dice.choice(fits), dice.randrange(6)) for _ in range(4)]
            laid[name] = max(tries, key=lambda lay: _contacts(board, name, lay, area))
    tokens: Tokens = {}
    for name in area:
        face = board.face(*laid[name]) if name in laid else board.hexes[name].printed
        for n, stop in enumerate(face.stops):
            owners = tuple(dice.sample(["own", "own2", "p", "q"], min(stop.slots, dice.randrange(4))))
            if owners:
                tokens[name, n] = tuple(owner[:3] for owner in owners)
    return board.track(laid, tokens)


def _contacts(board: Board, name: str, lay: tuple[str, int], area: list[str]) -> int:
    """How many sides of the tile lead somewhere within the area."""
    return sum(board.hexes[name].neighbors[edge] in area for edge in board.face(*lay).exits)
