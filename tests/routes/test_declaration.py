"""What a title can declare of its runs, beyond what the first one needs: read, searched, and tried out."""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from stockrail.board import Board, Track
from stockrail.board.places import STEPS
from stockrail.routes import (
    AtMostOne,
    EndToEndBonus,
    Hop,
    LineBonus,
    RouteFault,
    RunRules,
    Service,
    StopBonus,
    TrainUse,
    find_best_run,
    read_run,
)

from .trying import Tourist, best_by_trying

# One line from a box over a T city, a town, a city and another town to a second box.
LINE = ("A2", "A4", "A6", "A8", "A10", "A12")
KINDS = {"A2": "box", "A4": "city", "A6": "town", "A8": "city", "A10": "town", "A12": "box"}
VALUES: Mapping[str, int | dict[str, int]] = {"A2": 50, "A4": 30, "A6": 10, "A8": {"pass": 20, "end": 40}, "A12": 70}
ONE_BOX = AtMostOne("one_box", frozenset({"box"}))
HEAVY = Service((("city", 1), ("town", 1), ("box", 2)))
SIMPLE = RunRules("", (Service((("city", 1), ("town", 1), ("box", 1))),))


def stop(kind: str, revenue: int | dict[str, int], slots: int = 0, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "revenue": revenue, "slots": slots, "run_through": kind != "box", **more}


def printed(stops: list[dict[str, Any]], *track: tuple[str, str]) -> dict[str, Any]:
    return {"color": "grey", "stops": stops, "track": [list(piece) for piece in track]}


def line(**tokens: str) -> Track:
    hexes = {name: printed([stop(KINDS[name], VALUES.get(name, 10), 2)], ("e0", "s0"), ("e3", "s0")) for name in LINE}
    board = Board.from_facts({"hexes": hexes}, {"tiles": {}})
    return board.track({}, {(name, 0): (owner,) for name, owner in tokens.items()})


def total(track: Track, rules: RunRules, hexes: tuple[str, ...], reach: int = 9) -> int:
    return read_run(track, "x", [TrainUse("t", reach)], [("t", hexes)], rules).total


def fault(track: Track, rules: RunRules, hexes: tuple[str, ...], reach: int = 9) -> str:
    with pytest.raises(RouteFault) as caught:
        total(track, rules, hexes, reach)
    return caught.value.kind


def test_a_stop_may_count_as_two() -> None:
    track, rules = line(A4="x"), replace(SIMPLE, services=(HEAVY,))
    assert total(track, rules, LINE[:2], reach=3) == 80
    assert fault(track, rules, LINE[:2], reach=2) == "too_long"
    assert find_best_run(track, "x", [TrainUse("t", 2)], rules).total == 40
    assert find_best_run(track, "x", [TrainUse("t", 3)], rules).total == 80


def test_of_some_kinds_a_route_comes_to_one() -> None:
    track, rules = line(A4="x"), replace(SIMPLE, within=(ONE_BOX,))
    assert fault(track, rules, LINE) == "one_box"
    assert find_best_run(track, "x", [TrainUse("t", 9)], SIMPLE).total == 50 + 30 + 10 + 20 + 10 + 70
    assert find_best_run(track, "x", [TrainUse("t", 9)], rules).total == 70 + 10 + 20 + 10 + 30


def test_a_stop_may_pay_otherwise_where_a_route_ends() -> None:
    track = line(A4="x")
    assert total(track, SIMPLE, LINE[1:4]) == 30 + 10 + 40
    assert total(track, SIMPLE, LINE[1:5]) == 30 + 10 + 20 + 10
    assert find_best_run(track, "x", [TrainUse("t", 3)], SIMPLE).total == 50 + 30 + 10


def test_a_stop_bonus_pays_wherever_a_route_touches_it() -> None:
    bonus = StopBonus("anchor", ((("A6", 0), 20), (("A10", 0), 10)))
    track, rules = line(A4="x"), replace(SIMPLE, bonuses=(bonus,))
    run = find_best_run(track, "x", [TrainUse("t", 2)], rules)
    assert (run.total, run.routes[0].bonuses) == (80, ())
    run = find_best_run(track, "x", [TrainUse("t", 5)], rules)
    assert run.routes[0].bonuses == (("anchor", 30),)
    assert run.total == 30 + 10 + 20 + 10 + 70 + 30
    assert bonus.bound() == 30


def test_no_route_ends_where_none_may() -> None:
    track, rules = line(A4="x"), replace(SIMPLE, ends=frozenset({"city", "box"}))
    assert fault(track, rules, LINE[1:3]) == "wrong_end"
    assert find_best_run(line(A8="x"), "x", [TrainUse("t", 2)], replace(rules, services=(HEAVY,))).total == 0
    assert find_best_run(track, "x", [TrainUse("t", 3)], rules).total == 80


def test_some_stops_are_shunned_by_a_service_or_barred_to_a_company() -> None:
    track = line(A4="x")
    shy = replace(SIMPLE, services=(replace(SIMPLE.services[0], shuns=frozenset({"town"})),))
    assert fault(track, shy, LINE[1:4]) == "shuns"
    assert find_best_run(track, "x", [TrainUse("t", 9)], shy).total == 80
    hexes = {
        "A2": printed([stop("box", 50, location="London")], ("e0", "s0")),
        "A4": printed([stop("city", 30, 1)], ("e3", "s0"), ("e0", "s0")),
        "A6": printed([stop("box", 40, location="London")], ("e3", "s0")),
    }
    track = Board.from_facts({"hexes": hexes}, {"tiles": {}}).track({}, {("A4", 0): ("x",)})
    assert fault(track, SIMPLE, ("A2", "A4", "A6")) == "repeats_stop"  # two ways into one location
    assert find_best_run(track, "x", [TrainUse("t", 9)], SIMPLE).total == 80
    closed = replace(SIMPLE, barred=frozenset({"London"}))
    assert fault(track, closed, ("A2", "A4")) == "barred"
    assert find_best_run(track, "x", [TrainUse("t", 9)], closed).total == 0


def test_a_token_lets_a_route_run_only_where_it_may() -> None:
    track, rules = line(A6="x"), replace(SIMPLE, tokens=frozenset({"city"}))
    assert total(track, SIMPLE, LINE[:3]) == 90
    assert fault(track, rules, LINE[:3]) == "no_token"


LEVELS = (("A4", 2), ("A6", 1), ("A8", 1))
GRAVITY = Service((("city", 1), ("town", 1), ("box", 1)), name="gravity", hop=Hop(LEVELS), track="gravity")
HILLY = replace(SIMPLE, services=(SIMPLE.services[0], GRAVITY))


def hop(train: str) -> TrainUse:
    return TrainUse(train, 2, service="gravity")


def hop_fault(track: Track, hexes: tuple[str, ...]) -> str:
    with pytest.raises(RouteFault) as caught:
        read_run(track, "x", [hop("g")], [("g", hexes)], HILLY)
    return caught.value.kind


def test_a_hop_goes_down_to_the_next_stop_and_pays_half_rounded_up() -> None:
    track = line(A4="x", A8="x")
    run = read_run(track, "x", [hop("g")], [("g", ("A8", "A10"))], HILLY)
    assert (run.total, run.routes[0].bonuses) == (30, (("hop", -20),))  # half of 40 and 10, rounded up
    assert hop_fault(track, ("A10", "A8")) == "no_hop"
    assert hop_fault(track, ("A8", "A6")) == "no_hop"  # on one level
    assert hop_fault(track, ("A4", "A6", "A8")) == "too_long"


def test_hops_share_track_with_ordinary_trains_and_not_with_each_other() -> None:
    track = line(A4="x", A8="x")
    trains = [TrainUse("t", 2), hop("g1"), hop("g2")]
    run = find_best_run(track, "x", trains, HILLY)
    assert run.total == 80 + 40 + 30  # box and city; half of that and of city and town
    both = [("t", ("A2", "A4")), ("g1", ("A4", "A2")), ("g2", ("A8", "A10"))]
    assert read_run(track, "x", trains, both, HILLY).total == run.total
    twice = [("g1", ("A4", "A2")), ("g2", ("A4", "A2"))]
    with pytest.raises(RouteFault, match="shares_track"):
        read_run(track, "x", trains, twice, HILLY)


def test_a_line_pays_for_the_hexes_between_and_has_a_bound() -> None:
    bonus = LineBonus("line", 20, (("port", 30),))
    assert bonus.value(3, ("city", "offboard")) == 60
    assert bonus.value(3, ("port", "offboard")) == 90
    assert bonus.value(3, ("port", "city")) <= bonus.bound(4)


def random_board(dice: random.Random) -> Board:
    """A patch of printed hexes whose track meets: every kind of stop, and crossings without one."""
    names = [f"{column}{row}" for column in "ABC" for row in range(2, 9) if (ord(column) + row) % 2 == 1]
    edges: dict[str, list[int]] = {name: [] for name in names}
    for name in names:
        for edge, (columns, rows) in enumerate(STEPS["flat"][:3]):
            other = f"{chr(ord(name[0]) + columns)}{int(name[1:]) + rows}"
            if other in edges and dice.random() < 0.6:
                edges[name].append(edge)
                edges[other].append(edge + 3)
    return Board.from_facts({"hexes": {name: _hex(edges[name], dice) for name in names}}, {"tiles": {}})


def random_track(dice: random.Random) -> Track:
    board = random_board(dice)
    cities = [(name, 0) for name, hex_ in board.hexes.items() if any(s.kind == "city" for s in hex_.printed.stops)]
    owners = [("x",), ("x",), ("x", "y"), ("y", "z"), ("y",)]
    return board.track({}, {place: dice.choice(owners) for place in dice.sample(cities, min(4, len(cities)))})


def _hex(edges: list[int], dice: random.Random) -> dict[str, Any]:
    if dice.random() < 0.25:
        pairs = zip(edges[::2], edges[1::2], strict=False)
        return printed([], *((f"e{a}", f"e{b}") for a, b in pairs))
    kind = dice.choice(["city", "city", "town", "box"])
    value: int | dict[str, int] = 10 * dice.randint(1, 6)
    if kind != "box" and dice.random() < 0.3:
        value = {"pass": 10 * dice.randint(1, 4), "end": 10 * dice.randint(1, 6)}
    where = {"location": dice.choice(["North", "South"])} if kind == "box" and dice.random() < 0.5 else {}
    slots = 2 if kind == "city" else 0
    return printed([stop(kind, value, slots, **where)], *((f"e{edge}", "s0") for edge in edges))


def random_rules(track: Track, dice: random.Random) -> RunRules:
    names = list(track.board.names)
    stops = [(name, 0) for name in names if track.face(name).stops]
    weights = (("city", 1), ("town", dice.randint(0, 1)), ("box", dice.randint(1, 2)))
    ordinary = Service(weights, shuns=frozenset({"town"}) if dice.random() < 0.1 else frozenset())
    levels = tuple((name, dice.randint(0, 2)) for name in names)
    gravity = Service((("city", 1), ("town", 1), ("box", 1)), name="gravity", hop=Hop(levels), track="gravity")
    anchors = StopBonus("anchor", tuple((place, 10 * dice.randint(1, 3)) for place in dice.sample(stops, 2)))
    return RunRules(
        "",
        (ordinary, gravity),
        within=(ONE_BOX,) if dice.random() < 0.5 else (),
        bonuses=(anchors, EndToEndBonus("box_to_box", "box", (20, 50))),
        ends=frozenset({"city", "box"}) if dice.random() < 0.3 else None,
        barred=frozenset({"North"}) if dice.random() < 0.3 else frozenset(),
    )


FLEETS = [[2], [3], [4], [2, 3], [3, 3], [2, 2, 2]]


@pytest.mark.parametrize("seed", range(100))
def test_the_best_declared_run_is_what_trying_everything_finds(seed: int) -> None:
    dice = random.Random(seed)
    track = random_track(dice)
    tourist = Tourist(track)
    for fleet in FLEETS:
        rules = random_rules(track, dice)
        trains = [TrainUse(f"{reach}-{n}", reach) for n, reach in enumerate(fleet)]
        trains += [hop(f"g-{n}") for n in range(dice.randint(0, 1))]
        if len(tourist.ways) ** len(fleet) < 40_000:
            run = find_best_run(track, "x", trains, rules)
            assert run.complete
            assert run.total == best_by_trying(tourist, "x", trains, rules), (fleet, rules)
