"""Lines and stops that exclude others: all searches agree on random boards of 1883, in all phases."""

from __future__ import annotations

import pytest

from stockrail.board import Track
from stockrail.board.faces import EDGE, JUNCTION, STOP, End
from stockrail.core.chance import Dice
from stockrail.routes import (
    Excludes,
    Line,
    RouteFault,
    RunRules,
    Service,
    Together,
    TrainUse,
    find_best_run,
    has_route,
    kernel,
    may_run,
    read_run,
    search,
)
from stockrail.routes.passage import can_trace
from stockrail.routes.runs import Question
from stockrail.rules.track import track

from .emilia import COMPANIES, Board1883, board
from .second_opinion import best_total
from .trying import Tourist, best_by_trying

Seen = frozenset[tuple[str, int]]

SMALL = range(1, 41)
WHOLE = range(101, 131)


def ordinary(case: Board1883) -> Board1883:
    """Without the trains that hop."""
    return case._replace(trains=tuple(train for train in case.trains if not train.service))


@pytest.mark.rule("1883:6.6-e", "1883:6.6-f", "1883:6.6-j", "1883:6.7.2-c", "1883:6.8.5-e")
@pytest.mark.parametrize("seed", SMALL)
def test_the_best_run_is_the_one_that_trying_everything_finds(seed: int) -> None:
    case = board(seed, area=9, most=2)
    now = track(case.game)
    found = best_by_trying(Tourist(now, case.rules.lines), case.company, list(case.trains), case.rules)
    run = find_best_run(now, case.company, case.trains, case.rules)
    assert run.total == found
    assert may_run(now, case.company, case.trains, case.rules) == (found > 0)


@pytest.mark.parametrize("seed", SMALL)
def test_a_second_opinion_agrees_on_lines(seed: int) -> None:
    case = ordinary(board(seed, area=14, most=2))
    setting = track(case.game), case.company, case.trains, case.rules
    opinion, run = best_total(*setting), find_best_run(*setting)
    assert opinion.proven and opinion.total == run.total
    assert read_run(*setting[:3], opinion.routes, case.rules).total == opinion.total
    assert has_route(setting[0], case.company, case.rules) or not run.total


@pytest.mark.parametrize("seed", WHOLE)
def test_kernel_and_python_agree_on_whole_boards(seed: int) -> None:
    case = ordinary(board(seed))
    for part in Question(track(case.game), case.company, case.trains, case.rules).parts():
        problem = part.network.problem  # type: ignore[attr-defined]
        native = kernel.solve(problem)
        assert native.complete and native.total == search.solve(problem).total


def test_the_boards_use_lines_in_every_phase() -> None:
    """Else the tests above would prove little."""
    seen, phases = 0, set()
    for seed in SMALL:
        case = board(seed, area=9, most=2)
        run = find_best_run(track(case.game), case.company, case.trains, case.rules)
        seen += sum(len(route.lines) for route in run.routes)
        phases |= {case.game.phase.name} if any(route.lines for route in run.routes) else set()
    assert seen >= 12
    assert len(phases) >= 6


@pytest.mark.rule("1883:5.6.1-a", "1883:5.6.1-b")
@pytest.mark.parametrize("seed", range(1, 31))
def test_what_can_be_traced_is_what_trying_every_way_finds(seed: int) -> None:
    now = track(board(seed, area=14).game)
    dice = Dice(seed)
    cities = sorted({hex_ for company in COMPANIES for hex_, _ in now.reach(company, False).stops})
    for company in COMPANIES:
        for length in (2, 3, 4):
            places = dice.shuffled(cities)[:length]
            if len(places) == length:
                assert can_trace(now, company, places) == traced_by_trying(now, company, places), (company, places)


def traced_by_trying(now: Track, company: str, places: list[str]) -> bool:
    """Every way through the track, and whether the rules of a passage let it count."""
    tourist = now.memo.setdefault("tourist", Tourist(now))
    wanted = [places, places[::-1]]
    return any(_traces(now, company, way, wanted) for way in tourist.ways)


def _traces(now: Track, company: str, way: tuple[str, ...], wanted: list[list[str]]) -> bool:
    named = [name for name in way if name in wanted[0]]
    if named not in wanted:
        return False
    rules = RunRules("low", (Service((("city", 0),)),))
    try:
        read_run(now, company, [TrainUse("x", 0)], [("x", way)], rules)
    except RouteFault:
        return False
    return True


def test_routes_that_hang_together_take_no_lines() -> None:
    together = Together(frozenset({"city"}), frozenset({("A1", 0)}))
    line = Line(("A1", 0), ("B2", 0))
    with pytest.raises(ValueError, match="hang together"):
        RunRules("yellow", (Service.counting("city"),), between=together, lines=(line,))
    rule = Excludes("one_box", "fs", frozenset({"fs", "offboard"}))
    with pytest.raises(ValueError, match="hang together"):
        RunRules("yellow", (Service.counting("city"),), within=(rule,), between=together)


# -- reach over track that meets at sides -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(1, 25))
def test_reach_over_merging_track_is_what_trying_every_way_finds(seed: int) -> None:
    """Boards of 1883 are full of track that merges: to come to a piece from behind may need a stop twice."""
    now = track(board(seed, area=16).game)
    for company in COMPANIES:
        found: set[tuple[str, int]] = set()
        for hex_, stop in now.tokens_of(company):
            _walk_all(now, company, hex_, (STOP, stop), frozenset(), frozenset({(hex_, stop)}), found)
        assert now.reach(company, False).pieces == found, company


def _walk_all(
    now: Track, company: str, hex_: str, at: End, used: Seen, stops: Seen, found: set[tuple[str, int]]
) -> None:
    for piece, other in now.face(hex_).ways(at):
        kind, n = other
        if (hex_, piece) in used or (kind == STOP and (hex_, n) in stops):
            continue
        found.add((hex_, piece))
        behind = used | {(hex_, piece)}
        if kind == EDGE:
            beyond = now.board.hexes[hex_].neighbors[n]
            if beyond:
                _walk_all(now, company, beyond, (EDGE, (n + 3) % 6), behind, stops, found)
        elif kind == JUNCTION or (now.face(hex_).stops[n].run_through and not now.blocks(hex_, n, company)):
            here = stops | {(hex_, n)} if kind == STOP else stops
            _walk_all(now, company, hex_, other, behind, here, found)
