"""Lines along which tokens are placed: which there are, what they cost and bring, which of them are listed."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from stockrail.board import Board, End, Face, Place, Track
from stockrail.board.faces import EDGE, STOP
from stockrail.rules.actions import PlaceToken
from stockrail.rules.lines import Line, cheapest, line_along, lines

TWINS = frozenset({"Twin"})
Hexes = dict[str, dict[str, Any]]


def city(*edges: int, slots: int = 1, location: str | None = None) -> dict[str, Any]:
    place = {"location": location} if location else {}
    stop = {"kind": "city", "slots": slots, "revenue": 10, **place}
    return {"color": "grey", "stops": [stop], "track": [[f"e{edge}", "s0"] for edge in edges]}


def town(*edges: int, markers: int = 1) -> dict[str, Any]:
    stop = {"kind": "town", "revenue": 10, "markers": markers}
    return {"color": "grey", "stops": [stop], "track": [[f"e{edge}", "s0"] for edge in edges]}


def double_town(*pairs: tuple[int, int]) -> dict[str, Any]:
    stops = [{"kind": "town", "revenue": 10, "markers": 1} for _ in pairs]
    track = [[f"e{edge}", f"s{n}"] for n, pair in enumerate(pairs) for edge in pair]
    return {"color": "grey", "stops": stops, "track": track}


def plain(*pairs: tuple[int, int]) -> dict[str, Any]:
    return {"color": "grey", "track": [[f"e{a}", f"e{b}"] for a, b in pairs]}


def board_of(hexes: Hexes) -> Board:
    return Board.from_facts({"hexes": hexes}, {"tiles": {}})


def even(board: Board, cost: int = 10) -> dict[Place, int]:
    return {(name, edge): cost for name in board.hexes for edge in range(6)}


def on(hexes: Hexes, **tokens: str) -> tuple[Track, dict[Place, int]]:
    """A map with one token in the first stop of some hexes, on which each side costs ten."""
    board = board_of(hexes)
    return board.track({}, {(hex_, 0): (company,) for hex_, company in tokens.items()}), even(board)


# A column of hexes: edge 0 leads south, 3 north.
COLUMN: Hexes = {"A1": city(0), "A3": town(0, 3), "A5": plain((0, 3)), "A7": city(0, 3), "A9": city(3)}


def test_a_line_goes_over_towns_to_the_next_city_and_no_further() -> None:
    track, costs = on(COLUMN, A1="x")
    goals = frozenset({("A7", 0), ("A9", 0)})
    assert lines(track, "x", goals, costs) == {("A7", 0): (Line(("A1", "A3", "A5", "A7"), 30, 1),)}
    assert lines(track, "y", goals, costs) == {}


def test_a_line_starts_at_any_token_of_the_company() -> None:
    track, costs = on(COLUMN, A1="x", A7="x")
    assert lines(track, "x", frozenset({("A9", 0)}), costs) == {("A9", 0): (Line(("A7", "A9"), 10, 0),)}


def test_sides_cost_what_the_table_says() -> None:
    track, costs = on(COLUMN, A1="x")
    costs |= {("A1", 0): 100, ("A3", 3): 100}
    assert lines(track, "x", frozenset({("A7", 0)}), costs)["A7", 0][0].cost == 120


def test_an_own_token_in_the_way_is_a_city_too() -> None:
    track, costs = on(COLUMN, A1="x", A7="x")
    assert lines(track, "x", frozenset({("A9", 0), ("A7", 0)}), costs)["A9", 0][0].hexes == ("A7", "A9")


# Two ways from A2 to B5: by B3 (a town, dear), and by A4 (no town, cheap).
FORK: Hexes = {"A2": city(0, 5), "A4": plain((3, 5)), "B3": town(0, 2), "B5": city(2, 3)}


def test_lines_are_listed_that_no_other_beats_in_cost_and_markers() -> None:
    track, costs = on(FORK, A2="x")
    goal = ("B5", 0)
    dear = costs | {("A2", 5): 60, ("B3", 2): 60}
    cheap, rich = Line(("A2", "A4", "B5"), 20, 0), Line(("A2", "B3", "B5"), 70, 1)
    assert lines(track, "x", frozenset({goal}), dear) == {goal: (cheap, rich)}
    assert lines(track, "x", frozenset({goal}), costs) == {goal: (Line(("A2", "B3", "B5"), 20, 1),)}
    assert line_along(track, "x", goal, cheap.hexes, costs) == cheap, "legal all the same"


def test_what_is_no_line_is_not_found_along_its_hexes() -> None:
    track, costs = on(FORK, A2="x")
    for hexes in (("A2", "B5"), ("A2",), (), ("B3", "B5"), ("A2", "A4", "B5", "B3"), ("nowhere",)):
        assert line_along(track, "x", ("B5", 0), hexes, costs) is None
    assert line_along(track, "x", ("B3", 0), ("A2", "B3"), costs) is None, "a town is no goal"


def test_a_double_town_counts_once_though_both_its_tracks_are_used() -> None:
    # A1 south into B2's western track, round by B4 and back over its eastern one.
    hexes: Hexes = {
        "A1": city(5),
        "B2": double_town((2, 0), (1, 4)),
        "B4": plain((3, 2)),
        "A3": plain((5, 4)),
        "C1": city(1),
    }
    track, costs = on(hexes, A1="x")
    assert lines(track, "x", frozenset({("C1", 0)}), costs) == {
        ("C1", 0): (Line(("A1", "B2", "B4", "A3", "B2", "C1"), 50, 1),)
    }


def test_no_town_and_no_side_is_used_twice() -> None:
    # The loop B2, B4, A3 comes back to the town of B2, which has a way on to C1.
    hexes: Hexes = {
        "A1": city(5),
        "B2": town(2, 0, 1),
        "B4": plain((3, 2)),
        "A3": town(5, 4),
        "C1": city(1),
    }
    track, costs = on(hexes, A1="x")
    assert lines(track, "x", frozenset({("C1", 0)}), costs) == {}


def test_a_side_where_two_lines_meet_is_crossed_once() -> None:
    # South from A3 into A5, round by A7 and B6, and back: only over the same side the way would lead on to B4.
    hexes: Hexes = {
        "A1": city(0),
        "A3": plain((3, 0), (0, 5)),
        "A5": plain((3, 0), (3, 5)),
        "A7": plain((3, 4)),
        "B6": plain((1, 2)),
        "B4": city(2),
    }
    track, costs = on(hexes, A1="x")
    assert lines(track, "x", frozenset({("B4", 0)}), costs) == {}


def test_a_dear_way_is_followed_if_a_cheap_one_has_used_up_what_lies_ahead() -> None:
    # Both come south into A7. From there one may go to C7 at once, or back over the side B4-A5 and by a town.
    hexes: Hexes = {
        "A3": city(0, 5),
        "A5": plain((4, 0), (4, 5), (3, 0)),
        "A7": plain((3, 4)),
        "B4": plain((2, 1), (1, 4)),
        "B6": plain((1, 2), (1, 5)),
        "C3": town(1, 0),
        "C5": plain((3, 0)),
        "C7": city(2, 3),
    }
    track, costs = on(hexes, A3="x")
    cheap = Line(("A3", "B4", "A5", "A7", "B6", "C7"), 50, 0)
    rich = Line(("A3", "A5", "A7", "B6", "A5", "B4", "C3", "C5", "C7"), 170, 1)
    assert lines(track, "x", frozenset({("C7", 0)}), costs | {("A3", 0): 100}) == {("C7", 0): (cheap, rich)}


def test_a_dear_way_is_followed_if_a_cheap_one_has_counted_what_lies_ahead() -> None:
    # Both have one marker in A7, but the cheap one from the hex with two towns through which both go on.
    town_beside_line = {"color": "grey", "stops": [{"kind": "town", "markers": 1}]}
    hexes: Hexes = {
        "A3": city(0, 5),
        "A5": {**town_beside_line, "track": [["e3", "s0"], ["s0", "e0"], ["e4", "e0"]]},
        "A7": plain((3, 4)),
        "B4": double_town((2, 1), (0, 4)),
        "B6": plain((1, 3)),
        "C3": city(1),
    }
    track, costs = on(hexes, A3="x")
    cheap = Line(("A3", "B4", "A5", "A7", "B6", "B4", "C3"), 60, 1)
    rich = Line(("A3", "A5", "A7", "B6", "B4", "C3"), 140, 2)
    assert lines(track, "x", frozenset({("C3", 0)}), costs | {("A3", 0): 100}) == {("C3", 0): (cheap, rich)}


# A5 and A7 are the halves of one city, joined by track; A3 lies north of them, A9 south.
HALVES: Hexes = {
    "A1": city(0),
    "A3": town(0, 3),
    "A5": city(0, 3, location="Twin"),
    "A7": city(0, 3, location="Twin"),
    "A9": city(3),
}


def test_a_line_leaves_by_the_twin_of_a_token_and_pays_the_side_between() -> None:
    track, costs = on(HALVES, A5="x")
    goals = frozenset({("A9", 0), ("A1", 0)})
    assert lines(track, "x", goals, costs, TWINS)["A9", 0] == (Line(("A5", "A7", "A9"), 20, 0),)
    assert ("A9", 0) not in lines(track, "x", goals, costs)


def test_a_line_reaches_a_twin_through_the_other_even_a_full_one() -> None:
    track, costs = on(HALVES, A1="x", A5="y")
    goals = frozenset({("A7", 0), ("A9", 0)})
    assert lines(track, "x", goals, costs, TWINS) == {("A7", 0): (Line(("A1", "A3", "A5", "A7"), 30, 1),)}
    assert lines(track, "x", goals, costs) == {}
    assert line_along(track, "x", ("A7", 0), ("A1", "A3", "A5", "A7"), costs, TWINS) == Line(
        ("A1", "A3", "A5", "A7"), 30, 1
    )


def test_halves_that_no_track_joins_directly_are_two_cities() -> None:
    apart = {**HALVES, "A7": town(0, 3), "A9": city(3, location="Twin")}
    track, costs = on(apart, A5="x")
    assert lines(track, "x", frozenset({("A9", 0)}), costs, TWINS)["A9", 0] == (Line(("A5", "A7", "A9"), 20, 1),)
    track, costs = on(apart, A1="x")
    assert lines(track, "x", frozenset({("A9", 0)}), costs, TWINS) == {}


def test_halves_with_a_town_between_them_are_two_cities() -> None:
    stops = [{"kind": "city", "slots": 1, "location": "Twin"}, {"kind": "town", "markers": 1}]
    beside = {"color": "grey", "stops": stops, "track": [["e3", "s1"], ["s1", "s0"], ["s0", "e0"]]}
    track, costs = on({**HALVES, "A7": beside}, A5="x")
    assert lines(track, "x", frozenset({("A9", 0)}), costs, TWINS) == {}
    track, costs = on({**HALVES, "A7": beside}, A9="x")
    assert lines(track, "x", frozenset({("A5", 0)}), costs, TWINS) == {}


def test_lines_are_remembered_by_the_table_of_costs() -> None:
    track, costs = on(COLUMN, A1="x")
    goals = frozenset({("A7", 0)})
    assert lines(track, "x", goals, costs) is lines(track, "x", goals, costs)
    assert lines(track, "x", goals, even(track.board, 20))["A7", 0][0].cost == 60


def test_a_token_without_a_line_is_written_as_before() -> None:
    assert b"line" not in msgspec.json.encode(PlaceToken(0, "Red", "A2", 0))
    assert b'"line":["A2","A4"]' in msgspec.json.encode(PlaceToken(0, "Red", "A4", 0, ("A2", "A4")))


# -- against a search without any cleverness ------------------------------------------------------------------------


class Judge:
    """Every legal line of a company, piece by piece."""

    def __init__(self, track: Track, company: str, costs: dict[Place, int]) -> None:
        self.track, self.costs = track, costs
        self.found: dict[Place, set[Line]] = {}
        for hex_, stop in track.tokens_of(company):
            self.walk((hex_,), (STOP, stop), 0, frozenset(), {}, "leaving")

    def face(self, hex_: str) -> Face:
        return self.track.face(hex_)

    def walk(
        self, hexes: tuple[str, ...], at: End, cost: int, used: frozenset[object], towns: dict[str, int], mode: str
    ) -> None:
        """`mode` is "leaving" while only twins of the token were passed, then "free", then "ended" at a city."""
        here = hexes[-1]
        for piece, end in self.face(here).ways(at):
            if ("piece", here, piece) in used:
                continue
            now = used | {("piece", here, piece)}
            if end[0] == EDGE:
                self.cross(hexes, end[1], cost, now, towns, mode)
            elif end[0] != STOP:
                self.walk(hexes, end, cost, now, towns, mode)
            elif self.face(here).stops[end[1]].slots:
                self.arrive(hexes, end, cost, now, towns, mode)
            elif ("town", here, end[1]) not in used and mode != "ended":
                gives = max(towns.get(here, 0), self.face(here).stops[end[1]].markers)
                self.walk(hexes, end, cost, now | {("town", here, end[1])}, towns | {here: gives}, "free")

    def cross(
        self, hexes: tuple[str, ...], edge: int, cost: int, used: frozenset[object], towns: dict[str, int], mode: str
    ) -> None:
        beyond = self.track.board.hexes[hexes[-1]].neighbors[edge]
        if not beyond:
            return
        side = ("side", *min((hexes[-1], edge), (beyond, (edge + 3) % 6)))
        if side not in used:
            cost += self.costs[hexes[-1], edge]
            self.walk((*hexes, beyond), (EDGE, (edge + 3) % 6), cost, used | {side}, towns, mode)

    def arrive(
        self, hexes: tuple[str, ...], end: End, cost: int, used: frozenset[object], towns: dict[str, int], mode: str
    ) -> None:
        line = Line(hexes, cost, sum(towns.values()))
        self.found.setdefault((hexes[-1], end[1]), set()).add(line)
        if self.face(hexes[-1]).stops[end[1]].location != "Twin":
            return
        for onward, place, step_cost, step_used in self.steps_to_twins(hexes, end, used):
            self.found.setdefault(place, set()).add(Line(onward, cost + step_cost, sum(towns.values())))
            assert step_used > used

    def steps_to_twins(
        self, hexes: tuple[str, ...], end: End, used: frozenset[object]
    ) -> Iterator[tuple[tuple[str, ...], Place, int, frozenset[object]]]:
        """From one half directly to the other, which lies beside it; there are two of them."""
        here = hexes[-1]
        for piece, (kind, edge) in self.face(here).ways(end):
            beyond = self.track.board.hexes[here].neighbors[edge] if kind == EDGE else None
            side = beyond and ("side", *min((here, edge), (beyond, (edge + 3) % 6)))
            if not beyond or ("piece", here, piece) in used or side in used:
                continue
            for other, (into, stop) in self.face(beyond).ways((EDGE, (edge + 3) % 6)):
                twin = into == STOP and self.face(beyond).stops[stop].location == "Twin"
                if twin and ("piece", beyond, other) not in used:
                    yield (*hexes, beyond), (beyond, stop), self.costs[here, edge], used | {side}


class TwinJudge(Judge):
    """The same where tokens in one half leave by the other."""

    def __init__(self, track: Track, company: str, costs: dict[Place, int]) -> None:
        super().__init__(track, company, costs)
        for hex_, stop in track.tokens_of(company):
            if self.face(hex_).stops[stop].location == "Twin":
                for hexes, (_, other), cost, _ in self.steps_to_twins((hex_,), (STOP, stop), frozenset()):
                    pieces = {("piece", hex_, n) for n, end in self.face(hex_).ways((STOP, stop)) if end[0] == EDGE}
                    self.after_step(hexes, other, cost, pieces)

    def after_step(self, hexes: tuple[str, ...], stop: int, cost: int, _: object) -> None:
        edge = next(e for e, n in enumerate(self.track.board.hexes[hexes[0]].neighbors) if n == hexes[1])
        used: set[object] = {("side", *min((hexes[0], edge), (hexes[1], (edge + 3) % 6)))}
        for hex_, at in ((hexes[0], edge), (hexes[1], (edge + 3) % 6)):
            used |= {("piece", hex_, n) for n, end in self.face(hex_).ways((EDGE, at)) if end[0] == STOP}
        self.walk(hexes, (STOP, stop), cost, frozenset(used), {}, "free")


def town_with_bypass(edges: list[int]) -> dict[str, Any]:
    """Two towns of different worth on two lines that join at their ends, and a line beside them."""
    a, b, c, d, e, f = edges
    stops = [{"kind": "town", "revenue": 10, "markers": markers} for markers in (1, 2)]
    ends = [(a, "s0"), ("s0", b), (a, "s1"), ("s1", c), (a, d), (e, b), (f, d)]
    track = [[end if isinstance(end, str) else f"e{end}" for end in piece] for piece in ends]
    return {"color": "grey", "stops": stops, "track": track}


def random_hex(dice: random.Random) -> dict[str, Any]:
    edges = dice.sample(range(6), 6)
    pairs = (edges[0], edges[1]), (edges[2], edges[3])
    return dice.choice(
        [
            city(*edges[:4]),
            town(*edges[:5], markers=dice.randrange(3)),
            town(*edges[:4]),
            double_town(*pairs),
            plain(*pairs, (edges[4], edges[5])),
            plain(*pairs, (edges[0], edges[3])),
            plain(*pairs, (edges[0], edges[3]), (edges[1], edges[4])),
            plain(*pairs, (edges[4], edges[5]), (edges[0], edges[2])),
            town(*edges, markers=2),
            town_with_bypass(edges),
            {"color": "grey", "track": [[f"e{edge}", "j0"] for edge in edges[:4]]},
        ]
    )


def random_board(dice: random.Random, cities: int | None) -> Board:
    """Sixteen hexes, with a city in two halves beside each other; perhaps only so many other cities."""
    names = [f"{column}{row}" for column in "ABCD" for row in range(1, 9) if (ord(column) + row) % 2 == 0]
    hexes = {name: random_hex(dice) for name in names}
    while cities is not None and sum(is_city(place) for place in hexes.values()) > cities:
        hexes[dice.choice([name for name in names if is_city(hexes[name])])] = random_hex(dice)
    for name, (first, *others) in {"B4": (0, 1, 2, 4, 5), "B6": (3, 0, 1, 4, 5)}.items():
        hexes[name] = city(*({first} if dice.random() < 0.7 else set()), *dice.sample(others, 3), location="Twin")
    return Board.from_facts({"hexes": hexes, "twins": sorted(TWINS)}, {"tiles": {}})


def is_city(place: dict[str, Any]) -> bool:
    return any(stop.get("slots") for stop in place.get("stops", ()))


def beaten(line: Line, others: set[Line]) -> bool:
    return any(
        (other.cost <= line.cost and other.markers >= line.markers)
        and ((other.cost, -other.markers) != (line.cost, -line.markers) or rank(other) < rank(line))
        for other in others
    )


def rank(line: Line) -> tuple[int, tuple[str, ...]]:
    return len(line.hexes), line.hexes


@pytest.mark.parametrize("cities", [None, 2])
@pytest.mark.parametrize("seed", range(4))
def test_lines_are_those_that_trying_every_way_finds(seed: int, cities: int | None) -> None:
    dice = random.Random(seed)
    many = 0
    for _ in range(60):
        board = random_board(dice, cities)
        costs: dict[Place, int] = {}
        for name, place in board.hexes.items():
            for edge, other in enumerate(place.neighbors):
                if other:
                    costs[name, edge] = costs.get((other, (edge + 3) % 6), dice.choice([0, 10, 10, 40, 60]))
        stops = [(name, 0) for name, place in board.hexes.items() if any(s.slots for s in place.printed.stops)]
        tokens = dict.fromkeys(dice.sample(stops, 2 if cities is None else 1), ("x",))
        track = board.track({}, tokens)
        held = any(place in tokens for place in (("B4", 0), ("B6", 0)))
        goals = frozenset(p for p in stops if p not in tokens and not (held and p in (("B4", 0), ("B6", 0))))
        found = lines(track, "x", goals, costs, TWINS)
        judge = TwinJudge(track, "x", costs).found
        assert found.keys() == judge.keys() & goals
        for wanted in (goals, *(frozenset({goal}) for goal in sorted(goals)[:3])):
            prices = [line.cost for goal in wanted for line in found.get(goal, ())]
            assert cheapest(track, "x", wanted, costs) == min(prices, default=None)
        for goal, some in found.items():
            best = {line for line in judge[goal] if not beaten(line, judge[goal])}
            assert set(some) == best and list(some) == sorted(some, key=lambda line: line.cost)
            many += len(some) > 1
            for line in dice.sample(sorted(judge[goal]), min(5, len(judge[goal]))):
                legal = line_along(track, "x", goal, line.hexes, costs, TWINS)
                assert legal == max(
                    (other for other in judge[goal] if other.hexes == line.hexes), key=lambda other: other.markers
                )
    assert many > 3


def test_a_search_that_is_cut_short_has_the_cheap_lines_and_checks_all(monkeypatch: pytest.MonkeyPatch) -> None:
    track, costs = on(FORK, A2="x")
    goal, dear = ("B5", 0), costs | {("A2", 5): 60}
    monkeypatch.setattr("stockrail.rules.lines.MOST_POSITIONS", 3)
    assert lines(track, "x", frozenset({goal}), dear) == {goal: (Line(("A2", "A4", "B5"), 20, 0),)}
    assert line_along(track, "x", goal, ("A2", "B3", "B5"), dear) == Line(("A2", "B3", "B5"), 70, 1)
