"""What a company can reach."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from stockrail.board import Board, Face, Track
from stockrail.board.faces import EDGE, JUNCTION, STOP, End

Laid = dict[str, tuple[str, int]]
Tokens = dict[tuple[str, int], tuple[str, ...]]


def test_a_token_on_a_city_without_track_reaches_that_city_only(board: Board) -> None:
    reach = board.track({}, {("D3", 0): ("12",)}).reach("12")
    assert reach.stops == {("D3", 0)}
    assert not reach.pieces
    assert not reach.edges
    assert not reach.joins


def test_a_company_without_tokens_reaches_nothing(board: Board) -> None:
    assert not board.track({}, {}).reach("12").stops


def test_track_is_reached_up_to_the_next_blank_side(board: Board) -> None:
    # Amsterdam - Utrecht - Cologne's blank side
    track = board.track({"D3": ("201", 0), "D5": ("4", 0)}, {("D3", 0): ("12",)})
    reach = track.reach("12")
    assert reach.stops == {("D3", 0), ("D5", 0)}
    assert {("D5", 0), ("D7", 3), ("D3", 0), ("D5", 3)} <= reach.edges
    assert ("D7", 0) not in reach.edges
    assert reach.joins


@pytest.mark.rule("18EU:4.4.3-l")
def test_a_city_full_of_foreign_tokens_is_reached_and_not_passed(board: Board) -> None:
    laid = {"D3": ("202", 0), "D5": ("4", 0), "D7": ("57", 0), "D9": ("9", 0)}
    free = board.track(laid, {("D3", 0): ("12",)})
    full = board.track(laid, {("D3", 0): ("12",), ("D7", 0): ("2",)})
    assert ("D9", 0) in free.reach("12").pieces
    assert ("D7", 0) in full.reach("12").stops
    assert ("D9", 0) not in full.reach("12").pieces
    assert full.blocks("D7", 0, "12")
    assert not full.blocks("D7", 0, "2")
    assert not full.is_open("D7", 0)


def test_an_own_token_in_a_full_city_keeps_it_passable(board: Board) -> None:
    laid = {"D3": ("202", 0), "D5": ("4", 0), "D7": ("14", 0), "D9": ("9", 0)}
    track = board.track(laid, {("D3", 0): ("NS",), ("D7", 0): ("2", "NS")})
    assert ("D9", 0) in track.reach("NS").pieces
    assert not track.blocks("D7", 0, "NS")


@pytest.mark.rule("18EU:4.4.3-f", "18EU:4.6-n")
def test_routes_go_on_beyond_hamburg_and_not_beyond_london_or_a_port(board: Board) -> None:
    # Hamburg joins edges 0, 1 and 5; London edges 0 and 5.
    hamburg = board.track({"G4": ("9", 0), "F3": ("4", 1), "G6": ("4", 0)}, {("F3", 0): ("x",)})
    assert ("G6", 0) in hamburg.reach("x").stops
    london = board.track({"A8": ("9", 0), "B7": ("4", 2)}, {("B7", 0): ("x",)})
    assert ("A6", 0) in london.reach("x").stops
    assert ("A8", 0) not in london.reach("x").pieces


@pytest.mark.rule("18EU:4.4.3-k", "18EU:4.3-f")
def test_a_route_uses_one_circle_of_a_hex_only(board: Board) -> None:
    # K16 and L15 join Vienna's south circle to its south-east one.
    laid = {"K14": ("581", 0), "K16": ("83", 4), "L15": ("3", 1)}
    track = board.track(laid, {("K14", 0): ("11",)})
    assert track.reach("11").stops_in("K14") == (0,)
    assert track.reach("11", one_stop_a_hex=False).stops_in("K14") == (0, 2)


def test_both_circles_are_reached_where_different_routes_lead_to_them(board: Board) -> None:
    # Paris: Lille lies between both printed circles' ways, neither circle is passed through.
    laid: Laid = {"B9": ("80", 5), "B11": ("8", 2), "C10": ("7", 1), "B7": ("4", 0)}
    track = board.track(laid, {("B7", 0): ("x",)})
    plain = track.reach("x", one_stop_a_hex=False).stops
    assert track.reach("x").stops == plain


def _ways_on(face: Face, end: End, closed: bool) -> tuple[tuple[int, End], ...]:
    if end[0] == STOP and (closed or not face.stops[end[1]].run_through):
        return ()
    return face.ways(end)


class Rambler:
    """Tries every route without any cleverness: the judge of `Track.reach`."""

    def __init__(self, track: Track, company: str, one_stop_a_hex: bool) -> None:
        self.track, self.company, self.single = track, company, one_stop_a_hex
        self.stops: set[tuple[str, int]] = set()
        self.pieces: set[tuple[str, int]] = set()
        self.arrived: set[tuple[str, int]] = set()
        for place in track.tokens_of(company):
            self.stops.add(place)
            self.go(place[0], (STOP, place[1]), {place}, set(), True)

    def go(
        self,
        name: str,
        at: End,
        stops: set[tuple[str, int]],
        used: set[tuple[str, int]],
        start: bool = False,
    ) -> None:
        face = self.track.face(name)
        closed = at[0] == STOP and not start and self.track.blocks(name, at[1], self.company)
        for piece, other in face.ways(at) if start else _ways_on(face, at, closed):
            if (name, piece) in used or self._barred(name, other, stops):
                continue
            self.pieces.add((name, piece))
            now = used | {(name, piece)}
            if other[0] == STOP:
                self.stops.add((name, other[1]))
                self.go(name, other, stops | {(name, other[1])}, now)
            elif other[0] == JUNCTION:
                self.go(name, other, stops, now)
            else:
                self._cross(name, other[1], stops, now)

    def _cross(self, name: str, edge: int, stops: set[tuple[str, int]], used: set[tuple[str, int]]) -> None:
        beyond = self.track.board.hexes[name].neighbors[edge]
        if beyond:
            self.arrived.add((beyond, (edge + 3) % 6))
            self.go(beyond, (EDGE, (edge + 3) % 6), stops, used)

    def _barred(self, name: str, end: End, stops: set[tuple[str, int]]) -> bool:
        if end[0] != STOP:
            return False
        return any(hex_name == name if self.single else (hex_name, stop) == (name, end[1]) for hex_name, stop in stops)


def random_tracks(board: Board, center: str, count: int, seed: int) -> Iterator[Track]:
    """Small maps around a hex, with tiles of all colours that fit there and some tokens."""
    dice = random.Random(seed)
    area = [center, *filter(None, board.hexes[center].neighbors)]
    area += [n for name in area[1:] for n in board.hexes[name].neighbors if n and n not in area and dice.random() < 0.4]
    for _ in range(count):
        laid: Laid = {}
        for name in dict.fromkeys(area):
            fits = [tile.name for tile in board.tiles.values() if board.hexes[name].kind in tile.fits]
            if fits and dice.random() < 0.8:
                laid[name] = (dice.choice(fits), dice.randrange(6))
        yield board.track(laid, _random_tokens(board, laid, area, dice))


def _random_tokens(board: Board, laid: Laid, area: list[str], dice: random.Random) -> Tokens:
    tokens: Tokens = {}
    for name in dict.fromkeys(area):
        face = board.face(*laid[name]) if name in laid else board.hexes[name].printed
        for n, stop in enumerate(face.stops):
            owners = tuple(dice.sample(["own", "p", "q", "r"], min(stop.slots, dice.randrange(4))))
            if owners:
                tokens[name, n] = owners
    return tokens


@pytest.mark.parametrize("center", ["K14", "J5", "A10", "D5", "G4"])
@pytest.mark.parametrize("one_stop_a_hex", [True, False])
def test_reach_equals_what_trying_every_route_finds(board: Board, center: str, one_stop_a_hex: bool) -> None:
    for track in random_tracks(board, center, 60, seed=18):
        reach = track.reach("own", one_stop_a_hex)
        judge = Rambler(track, "own", one_stop_a_hex)
        assert reach.stops == judge.stops
        assert reach.pieces == judge.pieces


def meeting_board(dice: random.Random) -> Board:
    """A patch of printed hexes whose lines join at sides of hexes as well as in stops and junctions."""
    names = [f"{column}{row}" for column in "ABCD" for row in range(2, 10) if (ord(column) + row) % 2 == 1]
    hexes: dict[str, Any] = {}
    for name in names:
        stops: list[dict[str, Any]] = []
        if dice.random() < 0.4:
            stops = [{"kind": dice.choice(["city", "town", "offboard"]), "revenue": 10, "slots": 1}]
            track = [[f"e{edge}", "s0"] for edge in dice.sample(range(6), 3)]
        elif dice.random() < 0.2:
            track = [[f"e{edge}", "j0"] for edge in dice.sample(range(6), 3)]
        else:
            meeting, *others = dice.sample(range(6), 4)
            track = [[f"e{meeting}", f"e{edge}"] for edge in others]
        hexes[name] = {"color": "grey", "stops": stops, "track": track}
    return Board.from_facts({"hexes": hexes}, {"tiles": {}})


@pytest.mark.parametrize("one_stop_a_hex", [True, False])
def test_track_that_meets_at_a_side_is_reached_from_behind(one_stop_a_hex: bool) -> None:
    dice = random.Random(23)
    helped = 0
    for _ in range(120):
        board = meeting_board(dice)
        cities = [(name, 0) for name, place in board.hexes.items() if any(s.slots for s in place.printed.stops)]
        tokens = {place: (owner,) for place, owner in zip(cities, ["own", "p", "own"], strict=False)}
        track = board.track({}, tokens)
        reach, judge = track.reach("own", one_stop_a_hex), Rambler(track, "own", one_stop_a_hex)
        assert reach.stops == judge.stops
        assert reach.pieces == judge.pieces
        assert {(name, edge) for name in board.hexes for edge in reach.arrivals_in(name)} == judge.arrived
        alone = [track.reach("own", one_stop_a_hex, (place,)) for place in track.tokens_of("own")]
        assert reach.joins == any(len(one.stops) > 1 for one in alone)
        for name in board.hexes:
            track._reaches.clear()  # nothing else is known when somebody asks for one hex
            there = track.reach("own", one_stop_a_hex)
            assert (there.pieces_in(name), there.stops_in(name)) == (reach.pieces_in(name), reach.stops_in(name))
        track._reaches.clear()
        track.meets = False
        helped += track.reach("own", one_stop_a_hex).pieces != judge.pieces
    assert helped > 5
