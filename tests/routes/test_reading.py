"""Routes written as hexes: what they earn, and which are refused."""

from collections.abc import Sequence

import pytest

from stockrail.board import Board, Track
from stockrail.routes import RouteFault, Run, RunRules, TrainUse, read_run
from stockrail.routes.rules import Way

from .conftest import Moment, plain_rules

YELLOW = plain_rules("yellow")
BROWN = plain_rules("brown", (20, 40, 60, 80))

# Amsterdam - Utrecht - Cologne - D9 - D11 - Strasbourg, all in one column; Amsterdam also faces its port.
COLUMN = {"D3": ("582", 3), "D5": ("4", 0), "D7": ("57", 0), "D9": ("9", 0), "D11": ("9", 0), "D13": ("202", 1)}
WHOLE = ("D3", "D5", "D7", "D9", "D11", "D13")


def column(board: Board, **tokens: str) -> Track:
    return board.track(COLUMN, {(name, 0): (owner,) for name, owner in tokens.items()})


def run(track: Track, hexes: Sequence[str], reach: int = 3, rules: RunRules = YELLOW) -> Run:
    return read_run(track, "x", [TrainUse("t", reach)], [("t", hexes)], rules)


def refused(track: Track, hexes: Sequence[str], reach: int = 3, rules: RunRules = YELLOW) -> str:
    with pytest.raises(RouteFault) as caught:
        run(track, hexes, reach, rules)
    return caught.value.kind


@pytest.mark.rule("18EU:4.4.3-b", "18EU:4.4.3-e", "18EU:4.4.3-n")
def test_every_stop_on_the_way_pays_wherever_the_token_is(board: Board) -> None:
    found = run(column(board, D13="x"), WHOLE)
    assert found.routes[0].stops == (("D3", 0), ("D5", 0), ("D7", 0), ("D13", 0))
    assert found.routes[0].values == (50, 10, 20, 30)
    assert found.total == 110
    assert run(column(board, D7="x"), WHOLE[::-1]).total == 110


@pytest.mark.rule("18EU:4.4.3-d")
def test_cities_count_against_the_train_and_towns_do_not(board: Board) -> None:
    track = column(board, D3="x")
    assert run(track, WHOLE, reach=3).total == 110
    assert refused(track, WHOLE, reach=2) == "too_long"
    assert run(track, WHOLE[:3], reach=2).total == 80


@pytest.mark.rule("18EU:4.4.3-c", "18EU:4.6-n")
def test_a_city_and_its_port_are_a_route_and_the_port_does_not_count(board: Board) -> None:
    assert run(column(board, D3="x"), ("D1", "D3"), reach=1).total == 60


@pytest.mark.rule("18EU:4.4.3-b")
def test_a_route_needs_an_own_token(board: Board) -> None:
    assert refused(column(board, D3="y"), WHOLE) == "no_token"


def test_a_route_begins_and_ends_at_stops_and_has_two(board: Board) -> None:
    track = column(board, D3="x")
    assert refused(track, ("D3",)) == "needs_stops"
    assert refused(track, ()) == "needs_stops"
    assert refused(track, ("D3", "D5", "D7", "D9")) == "ends_off_stop"


def test_a_route_follows_track_that_is_there(board: Board) -> None:
    track = column(board, D3="x")
    assert refused(track, ("D3", "C4")) == "no_such_track"
    assert refused(track, ("D3", "D7")) == "no_such_track"
    assert refused(track, ("D3", "Q99")) == "no_such_track"
    assert refused(track, ("D5", "D3", "D5")) == "no_such_track"


@pytest.mark.rule("18EU:4.4.3-l")
def test_a_city_full_of_foreign_tokens_ends_a_route(board: Board) -> None:
    track = column(board, D3="x", D7="y")
    assert run(track, WHOLE[:3]).total == 80
    assert refused(track, WHOLE) == "passes_blocked"


@pytest.mark.rule("18EU:4.4.3-f")
def test_off_map_places_end_a_route_except_hamburg(board: Board) -> None:
    hamburg = board.track({"G4": ("9", 0), "F3": ("4", 1), "G6": ("4", 0)}, {("F3", 0): ("x",)})
    assert run(hamburg, ("F3", "G2", "G4", "G6")).total == 50
    london = board.track({"A8": ("9", 0), "A10": ("580", 3), "B7": ("4", 2)}, {("A10", 0): ("x",)})
    assert run(london, ("A6", "A8", "A10")).total == 100
    assert refused(london, ("B7", "A6", "A8", "A10")) == "passes_end"


@pytest.mark.rule("18EU:2-g")
def test_off_map_places_pay_by_phase(board: Board) -> None:
    track = board.track({"B7": ("4", 2)}, {("B7", 0): ("x",)})
    assert run(track, ("A6", "B7"), rules=YELLOW).total == 50
    assert run(track, ("A6", "B7"), rules=BROWN).total == 80


@pytest.mark.rule("18EU:4.4.3-k")
def test_a_route_uses_one_circle_of_a_hex(board: Board) -> None:
    # A loop from one circle of Vienna into another: K16 and L15 join its south and its south-east.
    laid = {"K14": ("581", 0), "K16": ("83", 4), "L15": ("3", 1)}
    track = board.track(laid, {("K14", 0): ("x",)})
    assert (track.face("K14").stop_of(0), track.face("K14").stop_of(5)) == (0, 2)
    loop = ("K14", "K16", "L15", "K14")
    both = plain_rules("yellow", one_stop_a_hex=False)
    assert refused(track, loop) == "repeats_stop"
    assert run(track, loop, rules=both).total == 110


@pytest.mark.rule("18EU:4.4.3-m")
def test_two_trains_share_stops_and_no_track(board: Board) -> None:
    track = column(board, D7="x")
    trains = [TrainUse("a", 3), TrainUse("b", 3)]
    two = [("a", WHOLE[:3]), ("b", WHOLE[2:])]
    assert read_run(track, "x", trains, two, YELLOW).total == 80 + 50
    with pytest.raises(RouteFault, match="shares_track"):
        read_run(track, "x", trains, [("a", WHOLE[:3]), ("b", WHOLE[1:])], YELLOW)


def test_each_train_runs_once_and_must_be_there(board: Board) -> None:
    track = column(board, D7="x")
    with pytest.raises(RouteFault, match="unknown_train"):
        read_run(track, "x", [], [("a", WHOLE)], YELLOW)
    with pytest.raises(RouteFault, match="train_twice"):
        read_run(track, "x", [TrainUse("a", 3)], [("a", WHOLE[:3]), ("a", WHOLE[2:])], YELLOW)


@pytest.mark.rule("18EU:4.4.9-a")
def test_a_doubler_adds_a_city_of_another_train_once_more(board: Board) -> None:
    track = column(board, D7="x")
    trains = [TrainUse("a", 3), TrainUse("P", 0, True)]
    found = read_run(track, "x", trains, [("P", ("D3",)), ("a", WHOLE)], YELLOW)
    assert (found.doubled, found.extra, found.total) == ((("P", ("D3", 0), 50),), 50, 160)
    for hexes, kind in [(("D5",), "doubler_stop"), (("E6",), "doubler_stop"), ((), "doubler_stop")]:
        with pytest.raises(RouteFault, match=kind):
            read_run(track, "x", trains, [("P", hexes), ("a", WHOLE)], YELLOW)
    with pytest.raises(RouteFault, match="doubler_alone"):
        read_run(track, "x", trains, [("P", ("D3",))], YELLOW)


@pytest.mark.rule("18EU:4.4.3-h")
@pytest.mark.parametrize(("stations", "pays"), [(0, 0), (1, 20), (2, 40), (4, 80), (6, 80)])
def test_the_bonus_between_ends_goes_by_own_stations(stations: int, pays: int) -> None:
    (bonus,) = BROWN.bonuses
    ends = (("A6", 0), ("D1", 0))
    assert bonus.value(Way(ends, ("offboard", "offboard"), stations)) == pays <= bonus.bound()
    assert bonus.value(Way(ends, ("offboard", "city"), stations)) == 0


def test_every_recorded_run_earns_what_was_recorded(moments: list[Moment]) -> None:
    for moment in moments:
        found = read_run(moment.track, moment.company, moment.trains, moment.routes(), moment.rules)
        assert found.total == moment.action["recomputed"]["revenue"]
