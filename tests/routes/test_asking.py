"""Asking about runs in a game: the best, ties, the next best, watching a search, and explaining a run."""

import itertools

import pytest

from stockrail.routes import best_run, best_runs, explain, tied_runs, watch_best_run
from stockrail.rules.game import RailGame
from stockrail.testing import Position
from stockrail.words import Speaker


def two_ways() -> RailGame:
    """SNCB in Brussels with a 3: north to the town of Antwerp, east to the city of Cologne, or both."""
    return (
        Position("18EU")
        .phase("3")
        .corporation("SNCB", {0: 5}, cash=100)
        .token("SNCB", "C8")
        .train("3-0", "SNCB")
        .tiles(C8=("201", 3), C6=("58", 4), D7=("57", 1))
        .operating("SNCB", "RunStep")
    )


def test_the_best_run_comes_with_its_proof() -> None:
    game = two_ways()
    run = best_run(game, "SNCB")
    assert run.complete
    assert run.gap == 0
    assert run.bound == run.total == sum(route.revenue for route in run.routes)


def test_the_best_runs_come_in_order_and_begin_with_the_best() -> None:
    game = two_ways()
    runs = best_runs(game, "SNCB", 5)
    totals = [run.total for run in runs]
    assert totals == sorted(totals, reverse=True)
    assert totals[0] == best_run(game, "SNCB").total
    assert len({run.routes for run in runs}) == len(runs)
    assert best_runs(game, "SNCB", 0) == []


def test_runs_that_tie_all_earn_the_same() -> None:
    game = two_ways()
    best = best_run(game, "SNCB").total
    tied = tied_runs(game, "SNCB")
    assert {run.total for run in tied} == {best}
    assert len(tied) == len([run for run in best_runs(game, "SNCB", 50) if run.total == best])


def test_watching_ends_with_the_proof_and_the_gap_never_grows() -> None:
    answers = list(itertools.islice(watch_best_run(two_ways(), "SNCB"), 20))
    assert answers[-1].complete
    assert answers[-1].total == best_run(two_ways(), "SNCB").total == 60
    assert all(later.gap <= earlier.gap for earlier, later in itertools.pairwise(answers))


def test_a_time_limit_that_is_not_hit_changes_nothing() -> None:
    game = two_ways()
    assert best_run(game, "SNCB", seconds=600).total == best_run(game, "SNCB").total
    assert best_run(game, "SNCB", seconds=600).complete


def test_without_track_there_is_nothing_to_run() -> None:
    game = Position("18EU").corporation("SNCB", {0: 5}).token("SNCB", "C8").train("3-0", "SNCB").operating("SNCB")
    assert best_run(game, "SNCB").total == 0
    assert tied_runs(game, "SNCB") == best_runs(game, "SNCB", 3) == []
    assert [run.total for run in watch_best_run(game, "SNCB")] == [0]


def test_a_run_that_is_drawn_is_explained() -> None:
    game = two_ways()
    best = best_run(game, "SNCB")
    route = best.routes[0]
    perfect = explain(game, "SNCB", [(route.train, route.hexes)])
    assert (perfect.short_of_best, perfect.reason) == (0, None)
    shorter = explain(game, "SNCB", [("3-0", ("C8", "C6"))])
    assert shorter.run is not None
    assert shorter.short_of_best == best.total - shorter.run.total == 20
    assert shorter.reason is not None
    assert shorter.reason.rule == "4.4.3-a"
    said = "SNCB must run for the maximum, £60, not £40. 18EU 4.4.3-a"
    assert Speaker(game).refusal(shorter.reason) == said


@pytest.mark.parametrize(
    ("routes", "fault"),
    [
        ([("3-0", ("C8", "C10"))], "route_no_such_track"),
        ([("3-0", ("C8",))], "route_needs_stops"),
        ([("4-0", ("C8", "C6"))], "route_unknown_train"),
        ([("3-0", ("C8", "C6")), ("3-0", ("C8", "C6"))], "route_train_twice"),
    ],
)
def test_a_run_that_is_not_allowed_says_why(routes: list[tuple[str, tuple[str, ...]]], fault: str) -> None:
    game = two_ways()
    explanation = explain(game, "SNCB", routes)
    assert explanation.run is None
    assert explanation.reason is not None
    assert explanation.reason.kind == fault
    assert str(explanation.reason.rule) in Speaker(game).refusal(explanation.reason)
