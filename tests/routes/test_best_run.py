"""The best run, against recorded games and against trying everything."""

import random
from dataclasses import replace

import pytest

from stockrail.board import Board
from stockrail.routes import (
    Run,
    TrainUse,
    find_best_run,
    has_route,
    read_run,
)
from stockrail.routes.network import contract
from stockrail.routes.search import solve

from .conftest import Moment, plain_rules
from .trying import Tourist, best_by_trying, random_track

RULES = plain_rules("brown", (20, 40, 60, 80))


def test_recorded_runs_are_never_better_than_the_best(moments: list[Moment]) -> None:
    for moment in moments:
        best = find_best_run(moment.track, moment.company, moment.trains, moment.rules)
        assert best.complete
        assert best.total >= moment.action["recomputed"]["revenue"]


def test_the_best_run_is_a_legal_run(moments: list[Moment]) -> None:
    for moment in moments[::7]:
        best = find_best_run(moment.track, moment.company, moment.trains, moment.rules)
        assert read_run(moment.track, moment.company, moment.trains, best.written, moment.rules).total == best.total


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


# By the number of trains: with more ways than this, trying everything takes too long.
MOST_WAYS = {1: 400, 2: 120, 3: 40}

TRAINS = [
    [TrainUse("2-0", 2)],
    [TrainUse("3-0", 3), TrainUse("P-0", 0, True)],
    [TrainUse("8-0", 8)],
    [TrainUse("2-0", 2), TrainUse("2-1", 2)],
    [TrainUse("3-0", 3), TrainUse("2-0", 2), TrainUse("P-0", 0, True)],
    [TrainUse("3-0", 3), TrainUse("2-0", 2), TrainUse("P-0", 0, True), TrainUse("P-1", 0, True)],
    [TrainUse("2-0", 2), TrainUse("4-0", 4)],
    [TrainUse("2-0", 2), TrainUse("2-1", 2), TrainUse("2-2", 2)],
]


@pytest.mark.rule("18EU:4.4.3-a", "18EU:4.4.3-m", "18EU:4.4.9-a")
@pytest.mark.parametrize("center", ["K14", "J5", "G4", "D5", "F11", "C18", "M14", "A8"])
@pytest.mark.parametrize("one_stop_a_hex", [True, False])
def test_the_best_run_equals_what_trying_everything_finds(board: Board, center: str, one_stop_a_hex: bool) -> None:
    dice = random.Random(f"{center}{one_stop_a_hex}")
    rules = replace(plain_rules("brown", (20, 40, 60, 80), one_stop_a_hex), doublers=2)
    for _ in range(12):
        track = random_track(board, center, dice)
        tourist = Tourist(track)
        for trains in TRAINS:
            if len(tourist.ways) < MOST_WAYS[sum(not train.doubles for train in trains)]:
                best = best_by_trying(tourist, "own", trains, rules)
                assert find_best_run(track, "own", trains, rules).total == best
                # A kernel may have answered; the search in Python must find the same.
                assert solve(contract(track, "own", trains, rules).problem).total == best
