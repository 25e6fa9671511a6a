"""Sides that no route crosses for now, and cities in two halves."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import pytest
from tests import mini

from stockrail import RailGame
from stockrail.board import Board, Lay, LayPolicy, Track, check_lay, possible_lays
from stockrail.board.laying import joined_sides
from stockrail.rules.tokens import cities_to_token, cities_with_room, has_token_at, token_fault
from stockrail.rules.track import track
from stockrail.testing import Position
from stockrail.titles import add, remove

Hexes = dict[str, dict[str, Any]]


def city(*edges: int, slots: int = 1, **more: Any) -> dict[str, Any]:
    stop = {"kind": "city", "slots": slots, "revenue": 10, **more}
    return {"color": "grey", "stops": [stop], "track": [[f"e{edge}", "s0"] for edge in edges]}


def half(*edges: int, slots: int = 1) -> dict[str, Any]:
    return city(*edges, slots=slots, location="Twin")


PLAIN = {"color": "grey", "track": [["e0", "e3"]]}
COLUMN: Hexes = {"A1": city(0), "A3": PLAIN, "A5": half(0, 3), "A7": half(0, 3), "A9": PLAIN, "A11": city(3)}


def board_of(twins: bool = True, tiles: Hexes | None = None, **changes: dict[str, Any]) -> Board:
    facts = {"hexes": {**COLUMN, **changes}, "twins": ["Twin"] if twins else []}
    return Board.from_facts(facts, {"tiles": tiles or {}})


def on(board: Board, **tokens: tuple[str, ...]) -> Track:
    return board.track({}, {(hex_, 0): owners for hex_, owners in tokens.items()})


def stops(track_: Track, company: str = "x", **more: Any) -> set[str]:
    return {hex_ for hex_, _ in track_.reach(company, False, **more).stops}


# -- closed sides -------------------------------------------------------------------------------------------------


def test_no_route_crosses_a_shut_side_from_either_hex() -> None:
    board = board_of(twins=False)
    for side in (("A3", 0), ("A5", 3)):
        shut = board.shut([side])
        assert stops(on(board, A1=("x",))) == {"A1", "A5", "A7", "A11"}
        assert stops(on(shut, A1=("x",))) == {"A1"}
        assert stops(on(shut, A11=("x",))) == {"A5", "A7", "A11"}
        assert ("A3", "A5") in board.edge_between and ("A3", "A5") not in shut.edge_between
        assert ("A5", "A7") in shut.edge_between


def test_a_sister_is_made_once_and_remembers_for_itself() -> None:
    board = board_of()
    shut = board.shut([("A3", 0)])
    assert shut is board.shut([("A3", 0)]) is not board
    assert shut.hexes is board.hexes and shut.face is not None and shut.twins == board.twins
    assert on(shut, A1=("x",)) is not on(board, A1=("x",))
    assert board.shut([("A1", 3)]).across == board.across, "nothing lies there"


def test_track_may_point_at_a_shut_side_and_ends_there() -> None:
    tiles = {"9": {"color": "yellow", "count": 9, "for": ["plain"], "track": [["e0", "e3"]]}}
    white = {"color": "white", "class": "plain"}
    board = board_of(twins=False, tiles=tiles, A3=white, A5=white)
    shut = board.shut([("A3", 0)])
    assert possible_lays(on(shut, A1=("x",)), "x", ["9"]) == [Lay("A3", "9", 0)]
    laid, tokens = {"A3": ("9", 0)}, {("A1", 0): ("x",)}
    assert possible_lays(board.track(laid, tokens), "x", ["9"]) == [Lay("A5", "9", 0)]
    assert possible_lays(shut.track(laid, tokens), "x", ["9"]) == []
    both = {"A3": ("9", 0), "A5": ("9", 0)}
    assert joined_sides(shut.track(both, tokens), shut.hexes["A5"]) == frozenset({3, 0}), "track meets there"


class Passes(mini.Mini):
    """Mini with a side that opens in phase 3."""

    name = "Passes"

    def board_now(self, game: RailGame) -> Board:
        return self.board.shut([("A2", 4)]) if game.phase.name == "2" else self.board


class Halves(mini.Mini):
    """Mini where Redhill and Middleton are one city."""

    name = "Halves"

    @cached_property
    def map_facts(self) -> Mapping[str, Any]:
        return {**super().map_facts, "twins": ["Twin"]}


@pytest.fixture(autouse=True)
def found() -> Iterator[None]:
    add(Passes())
    places = {f"map.hexes.{name}.stops": [{"kind": "city", "slots": 1, "location": "Twin"}] for name in ("A2", "C4")}
    tile = {"count": 4, "for": ["city"], "color": "yellow", "track": [["e0", "s0"], ["e2", "s0"]]}
    stop = [{"kind": "city", "revenue": 20, "slots": 1, "location": "Twin"}]
    add(Halves({**places, "tiles.tiles.6": {**tile, "stops": stop}}))
    yield
    remove("Passes")
    remove("Halves")


def test_rules_ask_the_board_of_the_moment() -> None:
    position = Position("Passes", players=3).corporation("Red", {0: 4}, value=60, cash=100).token("Red", "A2")
    game = position.tiles(A2=("5", 4), B1=("8", 0), B3=("8", 0)).game
    assert track(game).board is not game.title.board
    shut = track(game).reach("Red").arrivals_in("B1")
    position.phase("3")
    assert track(game).board is game.title.board
    assert not shut and track(game).reach("Red").arrivals_in("B1")


# -- a city in two halves -----------------------------------------------------------------------------------------


def test_a_full_half_lets_pass_if_the_other_has_room() -> None:
    board = board_of()
    assert stops(on(board, A1=("x",), A5=("y",))) == {"A1", "A5", "A7", "A11"}
    assert stops(on(board, A1=("x",), A5=("y",), A7=("z",))) == {"A1", "A5"}
    assert stops(on(board_of(twins=False), A1=("x",), A5=("y",))) == {"A1", "A5"}


def test_a_full_half_lets_pass_who_has_a_token_in_the_other() -> None:
    board = board_of()
    now = on(board, A5=("x",), A7=("z",))
    assert stops(now) == {"A1", "A5", "A7", "A11"}
    assert not now.blocks("A7", 0, "x") and now.blocks("A7", 0, "y")
    assert now.blocked("x") == [] and len(now.blocked("y")) == 2


def test_halves_without_track_between_them_are_two_cities() -> None:
    for board in (board_of(A5=half(3)), board_of(A7=half(0))):
        assert on(board, A1=("x",), A5=("y",)).blocks("A5", 0, "x")
    between = board_of(A7=PLAIN, A9=half(0, 3))
    assert on(between, A5=("y",)).blocks("A5", 0, "x"), "no common side"
    shut = board_of().shut([("A5", 0)])
    assert on(shut, A5=("y",)).blocks("A5", 0, "x")


def test_for_some_companies_twins_are_apart() -> None:
    now = on(board_of(), A1=("x",), A5=("y",))
    assert stops(now.apart()) == {"A1", "A5"}
    assert now.apart() is now.apart()
    plain = on(board_of(twins=False), A1=("x",))
    assert plain.apart() is plain


GREEN = {
    "g": {**half(0, 3), "color": "green", "count": 2, "for": ["half"]},
    "y": {**half(3), "color": "yellow", "count": 2, "for": ["half"]},
    "9": {"color": "yellow", "count": 9, "for": ["plain"], "track": [["e0", "e3"]]},
}


def test_a_tile_that_joins_the_halves_opens_the_way_beyond() -> None:
    yellow = {**half(3), "color": "yellow", "class": "half"}
    board = board_of(tiles=GREEN, A5=yellow, A9={"color": "white", "class": "plain"})
    now = on(board, A1=("x",), A5=("y",))
    for twins in (LayPolicy(), LayPolicy(keep="joined")):
        assert check_lay(now, "x", Lay("A5", "g", 0), False, None, twins) is None, "new track beyond a full half"
        assert Lay("A5", "g", 0) in possible_lays(now, "x", ["g"], False, None, twins)
    full = on(board, A1=("x",), A5=("y",), A7=("z",))
    assert check_lay(full, "x", Lay("A5", "g", 0), False) == "adds_nothing"
    assert check_lay(now.apart(), "x", Lay("A5", "g", 0), False) == "adds_nothing"
    after = board.track({"A5": ("g", 0)}, {("A1", 0): ("x",), ("A5", 0): ("y",)})
    assert check_lay(after, "x", Lay("A9", "9", 0), False) is None


def test_a_tile_on_a_joined_half_brings_new_track_though_the_half_is_full() -> None:
    brown = {**half(0, 3, 5), "color": "brown", "count": 1, "for": ["half"]}
    green = {**half(0, 3), "color": "green", "class": "half"}
    board = board_of(tiles={"b": brown}, A5=green, B6={"color": "grey", "track": [["e2", "e0"]]})
    now = on(board, A1=("x",), A5=("y",))
    assert check_lay(now, "x", Lay("A5", "b", 0), False) is None
    assert Lay("A5", "b", 0) in possible_lays(now, "x", ["b"], False)
    full = on(board, A1=("x",), A5=("y",), A7=("z",))
    assert check_lay(full, "x", Lay("A5", "b", 0), False) == "adds_nothing"


def halves() -> RailGame:
    position = Position("Halves", players=3).corporation("Red", {0: 4}, value=60, cash=100).token("Red", "A2")
    position.corporation("Blue", {1: 4}, value=60, cash=100).token("Blue", "B5")
    return position.tiles(A2=("6", 4), B3=("9", 5), C4=("6", 2)).game


def test_a_company_has_one_token_in_both_halves() -> None:
    game = halves()
    assert has_token_at(game, "Red", ("C4", 0)) and has_token_at(game, "Red", ("A2", 0))
    assert not has_token_at(game, "Blue", ("C4", 0))
    assert token_fault(game, "Red", "C4", 0) == "token_in_hex"
    assert ("C4", 0) not in cities_to_token(game, "Red")
    assert ("C4", 0) not in cities_with_room(game, "Red")
    assert cities_with_room(game, "Blue") == {("C4", 0), ("D1", 0)}
