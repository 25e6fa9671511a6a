"""Routes that hang together, on small maps with the shape and the numbers of the rulebook's examples."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stockrail.board import Board, Place, Track, hexes_apart
from stockrail.routes import RouteFault, Run, RunRules, Service, find_best_run, read_run
from stockrail.routes.together.counting import share_out
from stockrail.routes.together.lines import Terminal, line_pays

from .together_cases import CITY, FREIGHT, PORT, RED, TOWN, rules_with, trains
from .together_map import eastern_counties, moments

# A port, a line to the south with a branch to the east: port F1, home F3, big city F5, small station G6, G8, H7, F11.
BLUE: Sequence[str] = ("F3", "F5")
RED_LINE: Sequence[str] = ("F1", "F3")
PINK: Sequence[str] = ("F5", "G6", "G8")
ORANGE: Sequence[str] = ("G8", "H7")
VIOLET: Sequence[str] = ("G8", "G10", "F11")


def city(value: int, *edges: int, slots: int = 1) -> dict[str, Any]:
    return place({"kind": CITY, "revenue": value, "slots": slots}, *edges)


def place(stop: dict[str, Any], *edges: int) -> dict[str, Any]:
    return {"color": "white", "stops": [stop], "track": [[f"e{edge}", "s0"] for edge in edges]}


def off(kind: str, location: str, value: int, *edges: int) -> dict[str, Any]:
    return place({"kind": kind, "location": location, "revenue": {"A": value}}, *edges)


def coast() -> Track:
    hexes = {
        "F1": off(PORT, "port", 80, 0),
        "F3": city(20, 0, 3),
        "F5": city(40, 3, 5),
        "G6": place({"kind": TOWN, "revenue": 20}, 2, 0),
        "G8": city(30, 3, 4, 0),
        "H7": city(20, 1),
        "G10": {"color": "white", "stops": [], "track": [["e3", "e1"]]},
        "F11": city(60, 4),
    }
    return Board.from_facts({"hexes": hexes}, {"tiles": {}}).track({}, {("F3", 0): ("x",)})


def coast_on_the_map(shared: Path) -> Track:
    """The same on the real map."""
    laid = {
        "F3": ("57", 0),
        "F5": ("790", 2),
        "G6": ("8851", 2),
        "G8": ("14", 0),
        "H7": ("57", 1),
        "G10": ("8851", 3),
        "F11": ("791", 0),
    }
    board = eastern_counties(shared)
    turn = next(r for r in range(6) if {4} <= board.face("791", r).exits)
    return board.track({**laid, "F11": ("791", turn)}, {("F3", 0): ("x",)})


HOME = rules_with([("F3", 0)])


def best(track: Track, *texts: str, rules: RunRules = HOME) -> Run:
    return find_best_run(track, "x", trains(*texts), rules)


def read(track: Track, routes: Sequence[tuple[str, Sequence[str]]], rules: RunRules = HOME) -> Run:
    """The trains are named by what they are."""
    own = [replace_name(train, name) for (name, _), train in zip(routes, trains(*kinds(routes)), strict=True)]
    return read_run(track, "x", own, routes, rules)


def kinds(routes: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    return [name.split(" ")[0] for name, _ in routes]


def replace_name(train: Any, name: str) -> Any:
    return train._replace(train=name)


def fault(track: Track, routes: Sequence[tuple[str, Sequence[str]]], rules: RunRules = HOME) -> str:
    with pytest.raises(RouteFault) as caught:
        read(track, routes, rules)
    return caught.value.kind


def check_table(track: Track) -> None:
    """The revenue table: what trains earn at best on the coast."""
    for texts, total, subsidy in [
        (("1F",), 100, 0),
        (("1F", "1F"), 150, 0),
        (("2F",), 150, 0),
        (("3F",), 150, 0),
        (("2E",), 100, 0),
        (("2E", "2/3E"), 170, 0),
        (("2/3L",), 90, 40),
        (("2F", "2L"), 170, 20),
        (("6F",), 260, 0),
    ]:
        run = best(track, *texts)
        assert (run.total, run.subsidy, run.complete) == (total, subsidy, True), texts
    south = ("F1", "F3", "F5", "G6", "G8")
    both = read(track, [("6F", (*south, "G10", "F11")), ("5E", (*south, "H7"))])
    assert [route.revenue for route in both.routes] == [260, 110]


def test_the_revenue_table_comes_out_as_printed() -> None:
    check_table(coast())


def test_the_revenue_table_comes_out_on_the_real_map(shared: Path) -> None:
    check_table(coast_on_the_map(shared))


def test_joined_trains_are_paid_at_their_outer_ends_and_the_first_has_the_bonus() -> None:
    run = read(coast(), [("1F a", RED_LINE), ("1F b", BLUE)])
    assert run.chains == (("1F a", "1F b"),)
    assert [(route.values, route.bonuses) for route in run.routes] == [
        ((80, 0), (("straight_line", 30),)),
        ((0, 40), ()),
    ]
    assert run.total == 150


def test_a_local_skips_the_stop_that_pays_least_and_always_counts_small_stations() -> None:
    run = read(coast(), [("2/3L", ("F3", "F5", "G6", "G8"))])
    assert run.routes[0].values == (0, 40, 20, 30)
    assert (run.total, run.subsidy) == (90, 40)


def test_a_place_pays_once_whichever_train_counts_it() -> None:
    run = read(coast(), [("2F", ("F1", "F3", "F5")), ("2L", BLUE)])
    assert run.routes[1].values == (20, 0)
    assert (run.total, run.subsidy) == (170, 20)


def test_a_train_that_skips_leaves_stops_to_others() -> None:
    run = read(coast(), [("1/2E", BLUE), ("1/2E b", BLUE)])
    assert run.total == 60
    assert sorted(sum(route.values) for route in run.routes) == [20, 40]


def test_small_stations_and_off_board_places_are_no_ends_for_freight_or_locals() -> None:
    assert fault(coast(), [("3F", ("F3", "F5", "G6"))]) == "wrong_end"
    assert fault(coast(), [("2L", RED_LINE)]) == "shuns"
    assert fault(coast(), [("1F", ("F1", "F3", "F5"))]) == "too_far"


def test_one_route_visits_the_home_and_the_others_hang_on_it() -> None:
    board = coast().board
    track = board.track({}, {("F3", 0): ("x",), ("G8", 0): ("x",)})
    assert fault(track, [("2E", ORANGE)]) == "no_home"
    assert fault(track, [("2E", RED_LINE), ("2E b", ORANGE)]) == "hangs_apart"
    assert read(track, [("3E", ("F3", "F5", "G6", "G8")), ("2E", ORANGE)]).total == 110
    run = best(track, "2E", "2E")
    assert {frozenset(route.hexes) for route in run.routes} == {frozenset(RED_LINE), frozenset(BLUE)}


def test_a_small_station_is_no_meeting_place_unless_it_is_declared() -> None:
    hexes = {
        "B1": city(20, 0),
        "B3": place({"kind": TOWN, "revenue": 20}, 3, 0),
        "B5": city(20, 3),
    }
    board = Board.from_facts({"hexes": hexes}, {"tiles": {}})
    track = board.track({}, {("B1", 0): ("x",)})
    assert best(track, "2L", rules=rules_with([("B1", 0)])).total == 60


def test_a_full_foreign_city_connects_two_routes_that_end_in_it() -> None:
    hexes = {"B1": city(20, 0), "B3": city(50, 3, 0), "B5": city(60, 3)}
    board = Board.from_facts({"hexes": hexes}, {"tiles": {}})
    track = board.track({}, {("B1", 0): ("x",), ("B3", 0): ("y",), ("B5", 0): ("x",)})
    rules = rules_with([("B1", 0)])
    assert fault(track, [("3E", ("B1", "B3", "B5"))], rules) == "passes_blocked"
    assert best(track, "2E", "2E", rules=rules).total == 130
    joined = best(track, "2F", "2F", rules=rules)
    assert (joined.total, len(joined.chains)) == (20 + 60 + 20, 1)


def long_line(own: Sequence[Place] = (("B13", 0),)) -> Track:
    """A red area, B13, four hexes of track and cities, G12 and its port: the example of two permanent freights."""
    hexes = {
        "A14": off(RED, "London", 200, 4),
        "B13": city(30, 1, 4, slots=2),
        "C12": {"color": "white", "stops": [], "track": [["e1", "e5"]]},
        "D13": city(20, 2, 4, slots=2),
        "E12": city(20, 1, 4, slots=2),
        "F11": city(20, 1, 5, slots=2),
        "G12": city(20, 2, 4, slots=2),
        "H11": off(PORT, "sea", 130, 1),
    }
    board = Board.from_facts({"hexes": hexes}, {"tiles": {}})
    return board.track({}, dict.fromkeys(own, ("x",)))


WHOLE = ("A14", "B13", "C12", "D13", "E12", "F11", "G12", "H11")


def test_permanent_freights_run_separately_if_that_earns_more() -> None:
    rules = rules_with([("B13", 0)])
    run = read(long_line(), [("7F", WHOLE), ("6F", WHOLE[1:])], rules)
    assert [route.revenue for route in run.routes] == [510, 180]
    assert not run.chains
    assert best(long_line(), "7F", "6F", rules=rules).total == 690


def test_freights_that_are_not_permanent_must_be_joined() -> None:
    track = long_line([("B13", 0), ("E12", 0)])
    rules = rules_with([("B13", 0)])
    assert read(track, [("5F", WHOLE[:4]), ("5F b", WHOLE[3:])], rules).total == 510
    assert fault(track, [("5F", WHOLE[:4]), ("5F b", WHOLE[4:])], rules) == "hangs_apart"
    assert fault(track, [("5F", WHOLE[:5]), ("5F b", WHOLE[3:])], rules) == "not_joined"
    assert fault(track, [("6F", WHOLE[:5]), ("5F", WHOLE[3:])], rules) == "not_joined"
    assert read(track, [("6F", WHOLE[:5]), ("6F b", WHOLE[3:])], rules).total == 200 + 20 + 3 * 20 + 20 + 130 + 3 * 30


def test_whether_a_chain_may_have_two_ports_is_declared() -> None:
    hexes = {"B1": off(PORT, "one", 50, 0), "B3": city(20, 3, 0), "B5": off(PORT, "two", 60, 3)}
    track = Board.from_facts({"hexes": hexes}, {"tiles": {}}).track({}, {("B3", 0): ("x",)})
    routes = [("1F a", ("B1", "B3")), ("1F b", ("B3", "B5"))]
    assert fault(track, [("2F", ("B1", "B3", "B5"))], rules_with([("B3", 0)])) == "port_to_port"
    assert read(track, routes, rules_with([("B3", 0)])).total == 110 + 30
    bound = rules_with([("B3", 0)], freight=replace(FREIGHT, as_one=True))
    assert fault(track, routes, bound) == "not_joined"
    assert best(track, "1F", "1F", rules=bound).total == 80


SETS = replace(FREIGHT, sets=True)
AMID, NORTH, SOUTH, WEST = "C4", "C2", "C6", "B5"


def star() -> Track:
    """A city with three others round it, two of which are neighbours of each other."""
    hexes = {AMID: city(50, 0, 1, 3), NORTH: city(30, 0), SOUTH: city(40, 3), WEST: city(20, 4)}
    return Board.from_facts({"hexes": hexes}, {"tiles": {}}).track({}, {(AMID, 0): ("x",)})


def in_star(*routes: tuple[str, str], freight: Service = SETS) -> Run:
    """Trains are 6F unless a name says otherwise: "2F a"."""
    names = [name for name, _ in routes]
    written = [(name, tuple(hexes.split())) for name, hexes in routes]
    assert len(set(names)) == len(names)
    return read(star(), written, rules_with([(AMID, 0)], freight=freight))


def test_where_three_freights_end_the_first_two_are_joined() -> None:
    """North and south with one hex between them and a single line; or two neighbours, and what is left of the star."""
    north, south, west = ("6F n", f"{NORTH} {AMID}"), ("6F s", f"{AMID} {SOUTH}"), ("6F w", f"{AMID} {WEST}")
    first = in_star(north, south, west)
    assert (first.total, first.chains) == (30 + 40 + 20 + 50 + 20, (("6F n", "6F s"),))
    other = in_star(south, west, north)
    assert (other.total, other.chains) == (40 + 20 + 30 + 50, (("6F w", "6F s"),))


def test_at_a_branch_a_freight_that_is_not_permanent_comes_first() -> None:
    north, south, short = ("6F n", f"{NORTH} {AMID}"), ("6F s", f"{AMID} {SOUTH}"), ("2F w", f"{AMID} {WEST}")
    assert in_star(north, south, short).chains == (("6F n", "2F w"),)


def test_a_ring_of_freights_pays_the_stop_where_the_first_begins() -> None:
    there, back = ("6F a", f"{NORTH} {AMID}"), ("6F b", f"{AMID} {NORTH}")
    assert [in_star(there, back).total, in_star(back, there).total] == [30, 50]


def test_a_set_with_one_end_is_none() -> None:
    routes = [("6F a", f"{NORTH} {AMID}"), ("6F b", f"{AMID} {SOUTH}"), ("6F c", f"{AMID} {SOUTH}")]
    with pytest.raises(RouteFault) as error:
        in_star(*routes)
    assert error.value.kind == "not_joined"
    assert in_star(*routes, freight=FREIGHT).total > 0


def test_sets_of_freights_that_are_not_permanent_need_one_that_is() -> None:
    """Two of them end at different places: the second makes a set of its own."""
    short, permanent = ("2F a", f"{NORTH} {AMID} {SOUTH}"), ("6F b", f"{AMID} {WEST}")
    with pytest.raises(RouteFault) as error:
        in_star(short, permanent)
    assert error.value.kind == "not_joined"
    assert in_star(("6F a", short[1]), permanent).total == 30 + 40 + 20 + 50 + 20


def test_london_may_be_closed() -> None:
    rules = rules_with([("B13", 0)], barred=("London",))
    assert fault(long_line(), [("7F", WHOLE)], rules) == "barred"
    assert best(long_line(), "7F", rules=rules).total == 30 + 130 + 5 * 30


def in_city(name: str) -> Terminal:
    return Terminal.of(CITY, True, name, "")


def off_map(kind: str, entry: str, at: str = "A1") -> Terminal:
    return Terminal.of(kind, False, at, entry)


@pytest.mark.parametrize(
    ("first", "last", "pays"),
    [
        (in_city("F5"), in_city("E2"), 20),
        (in_city("F5"), off_map(PORT, "E2"), 60),
        (in_city("E12"), off_map(RED, "B13"), 60),
        (in_city("E12"), off_map(RED, "D13"), 20),
        (off_map(RED, "B13"), off_map(PORT, "G12"), 180),
        (in_city("F3"), in_city("F3"), 0),
    ],
)
def test_the_straight_line_goes_by_the_way_in(first: Terminal, last: Terminal, pays: int) -> None:
    assert line_pays(FREIGHT.line, first, last) == line_pays(FREIGHT.line, last, first) == pays


def test_the_straight_line_may_go_to_the_end_itself() -> None:
    assert FREIGHT.line is not None
    line = replace(FREIGHT.line, by_entry=False)
    assert line_pays(line, in_city("F5"), off_map(PORT, "E2", at="D1")) == 2 * 30
    assert line_pays(line, in_city("F5"), off_map(PORT, "E2", at="F1")) == 30
    assert line_pays(line, in_city("F5"), in_city("E2")) == 20


def test_hexes_apart() -> None:
    assert [hexes_apart("F3", name) for name in ("F3", "F5", "G4", "G8", "F11", "AA2")] == [0, 1, 1, 3, 4, 21]


def test_what_is_counted_is_shared_out_over_several_trains() -> None:
    assert share_out([50, 40, 30], [(1, (0, 1)), (1, (0,)), (1, (0, 2))]) == {0: 1, 1: 0, 2: 2}


def test_every_recorded_run_earns_what_was_recorded(shared: Path) -> None:
    for moment in moments(shared):
        run = read_run(moment.track, moment.company, moment.trains, moment.routes(), moment.rules)
        recorded = moment.action["recomputed"]
        assert (run.total, run.subsidy) == (recorded["revenue"], recorded["subsidy"])
