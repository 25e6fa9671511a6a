"""The best run, against recorded games and against trying everything."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from stockrail.board import Board, Track
from stockrail.board.faces import EDGE, JUNCTION, STOP, End
from stockrail.routes import (
    Route,
    RouteFault,
    Run,
    RunRules,
    TrainUse,
    find_best_run,
    has_route,
    read_run,
)
from stockrail.routes.network import contract
from stockrail.routes.search import solve

from .conftest import Moment, plain_rules

RULES = plain_rules("brown", (20, 40, 60, 80))

Laid = dict[str, tuple[str, int]]
Tokens = dict[tuple[str, int], tuple[str, ...]]


def test_recorded_runs_are_never_better_than_the_best(moments: list[Moment]) -> None:
    for moment in moments:
        best = find_best_run(moment.track, moment.company, moment.trains, moment.rules)
        assert best.complete
        assert best.total >= moment.action["recomputed"]["revenue"]


def test_the_best_run_is_a_legal_run(moments: list[Moment]) -> None:
    for moment in moments[::7]:
        best = find_best_run(moment.track, moment.company, moment.trains, moment.rules)
        written = [(route.train, route.hexes) for route in best.routes]
        if best.doubled:
            written.append((best.doubled[0], (best.doubled[1][0],)))
        assert read_run(moment.track, moment.company, moment.trains, written, moment.rules).total == best.total


def test_a_company_that_runs_can_run(moments: list[Moment]) -> None:
    for moment in moments:
        assert has_route(moment.track, moment.company, moment.rules)


def test_without_a_connection_there_is_no_run(board: Board) -> None:
    track = board.track({"D3": ("201", 5), "M16": ("202", 3)}, {("D3", 0): ("x",), ("J7", 0): ("x",)})
    assert not has_route(track, "x", RULES)
    assert find_best_run(track, "x", [TrainUse("8-0", 8)], RULES) == Run()


def test_a_doubler_alone_earns_nothing(board: Board) -> None:
    track = board.track({"D3": ("201", 5), "D5": ("4", 0)}, {("D3", 0): ("x",)})
    assert find_best_run(track, "x", [TrainUse("P-0", 0, True)], RULES).total == 0
    assert find_best_run(track, "x", [TrainUse("P-0", 0, True), TrainUse("2-0", 2)], RULES).total == 70


class Tourist:
    """Writes down every way through the track, hex by hex, without any cleverness."""

    def __init__(self, track: Track) -> None:
        self.track = track
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

    def legal(self, company: str, reach: int, rules: RunRules) -> Iterator[Route]:
        for hexes in sorted(self.ways):
            try:
                yield read_run(self.track, company, [TrainUse("t", reach)], [("t", hexes)], rules).routes[0]
            except RouteFault:
                continue


def best_by_trying(tourist: Tourist, company: str, trains: list[TrainUse], rules: RunRules) -> int:
    track = tourist.track
    kinds = [[None, *tourist.legal(company, train.reach, rules)] for train in trains if not train.doubles]
    doubles = any(train.doubles for train in trains)
    best = 0
    for routes in product(*kinds):
        run = [route for route in routes if route]
        if sum(len(route.pieces) for route in run) == len(frozenset().union(*(route.pieces for route in run))):
            best = max(best, _total(track, run, doubles))
    return best


def _total(track: Track, run: list[Route], doubles: bool) -> int:
    paid = [
        value
        for route in run
        for (name, stop), value in zip(route.stops, route.values, strict=True)
        if track.face(name).stops[stop].kind in ("city", "offboard")
    ]
    return sum(route.revenue for route in run) + (max(paid, default=0) if doubles else 0)


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


# By the number of trains: with more ways than this, trying everything takes too long.
MOST_WAYS = {1: 400, 2: 120, 3: 40}

TRAINS = [
    [TrainUse("2-0", 2)],
    [TrainUse("3-0", 3), TrainUse("P-0", 0, True)],
    [TrainUse("8-0", 8)],
    [TrainUse("2-0", 2), TrainUse("2-1", 2)],
    [TrainUse("3-0", 3), TrainUse("2-0", 2), TrainUse("P-0", 0, True)],
    [TrainUse("2-0", 2), TrainUse("4-0", 4)],
    [TrainUse("2-0", 2), TrainUse("2-1", 2), TrainUse("2-2", 2)],
]


@pytest.mark.rule("18EU:4.4.3-a", "18EU:4.4.3-m", "18EU:4.4.9-a")
@pytest.mark.parametrize("center", ["K14", "J5", "G4", "D5", "F11", "C18", "M14", "A8"])
@pytest.mark.parametrize("one_stop_a_hex", [True, False])
def test_the_best_run_equals_what_trying_everything_finds(board: Board, center: str, one_stop_a_hex: bool) -> None:
    dice = random.Random(f"{center}{one_stop_a_hex}")
    rules = plain_rules("brown", (20, 40, 60, 80), one_stop_a_hex)
    for _ in range(12):
        track = random_track(board, center, dice)
        tourist = Tourist(track)
        for trains in TRAINS:
            if len(tourist.ways) < MOST_WAYS[sum(not train.doubles for train in trains)]:
                best = best_by_trying(tourist, "own", trains, rules)
                assert find_best_run(track, "own", trains, rules).total == best
                # A kernel may have answered; the search in Python must find the same.
                assert solve(contract(track, "own", trains, rules).problem).total == best
