"""Laying tiles where a tile may be replaced by one of its colour and loose ends may be altered."""

from itertools import product
from typing import Any

import pytest

from stockrail.board import Board, Lay, LayPolicy, Track, check_lay, possible_lays, stop_map
from stockrail.board.laying import USUAL, fitting, keeps_track

FREE = LayPolicy(same_colour=True, keep="joined")
SAME, LOOSE = LayPolicy(same_colour=True), LayPolicy(keep="joined")


def tile(color: str, fits: str, *track: str, **stops: Any) -> dict[str, Any]:
    """Track as "0-3" or "0-s0"; `stops` names the kind of the stops and what each has."""
    pieces = [[end if end[0] == "s" else f"e{end}" for end in piece.split("-")] for piece in track]
    found = [{"kind": kind, **more} for kind, some in stops.items() for more in some]
    return {"color": color, "count": 2, "for": [fits], "stops": found, "track": pieces}


CITY = {"slots": 1, "revenue": 20}
TOWN = {"revenue": 10, "markers": 1}
TILES = {
    "straight": tile("yellow", "plain", "0-3"),
    "bend": tile("yellow", "plain", "0-2"),
    "sharp": tile("yellow", "plain", "0-1"),
    "switch": tile("green", "plain", "0-3", "0-2"),
    "cross": tile("green", "plain", "0-3", "1-4"),
    "fork": tile("green", "plain", "0-1", "0-2"),
    "stop": tile("yellow", "city", "0-s0", "3-s0", city=[CITY]),
    "hook": tile("yellow", "city", "0-s0", "1-s0", city=[CITY]),
    "halt": tile("yellow", "town", "0-s0", "3-s0", town=[TOWN]),
    "halt2": tile("green", "town", "0-s0", "3-s0", town=[{**TOWN, "markers": 2}]),
    "halt1": tile("green", "town", "0-s0", "3-s0", town=[{**TOWN, "revenue": 20}]),
    "pair": tile("yellow", "pair", "0-s0", "3-s0", "1-s1", "4-s1", city=[CITY, CITY]),
    "pair2": tile("green", "pair", "0-s1", "1-s1", "4-s0", "5-s0", city=[CITY, CITY]),
    "home": tile("yellow", "home", "0-s0", city=[{**CITY, "slots": 2}]),
    "home2": tile("green", "home", "0-s0", "1-s0", city=[{**CITY, "slots": 2}]),
}
WHITE = {"color": "white", "class": "plain"}


def column(**changes: dict[str, Any]) -> Board:
    """A1 to A9 from north to south, and two hexes beside them."""
    home = {"color": "grey", "stops": [{"kind": "city", **CITY}], "track": [["e0", "s0"]]}
    hexes = {"A1": home, **{f"A{n}": WHITE for n in (3, 5, 7, 9)}, "B2": WHITE, "B4": WHITE, "B6": WHITE, **changes}
    return Board.from_facts({"hexes": hexes}, {"tiles": TILES})


def on(board: Board, **laid: tuple[str, int]) -> Track:
    return board.track(laid, {("A1", 0): ("x",)})


def fault(track: Track, lay: tuple[str, str, int], policy: LayPolicy) -> str | None:
    return check_lay(track, "x", Lay(*lay), False, None, policy)


def test_a_tile_of_the_same_colour_is_laid_only_where_the_policy_says() -> None:
    track = on(column(), A3=("straight", 0))
    lay = ("A3", "bend", 3)  # 3-5: keeps the side to A1, turns to B4
    assert fault(track, lay, FREE) is None
    assert fault(track, lay, LOOSE) == "wrong_colour"
    assert fault(track, lay, SAME) == "drops_track", "the end at the south is loose, but kept"
    assert fault(track, lay, USUAL) == "wrong_colour"


def test_what_is_joined_to_a_neighbour_is_kept() -> None:
    track = on(column(), A3=("straight", 0), A5=("straight", 0))
    assert fault(track, ("A3", "bend", 3), FREE) == "drops_track"
    assert fault(track, ("A5", "bend", 3), FREE) is None
    assert fault(track, ("A5", "bend", 0), FREE) == "drops_track", "leaves the north side out"


def test_a_way_between_two_joined_sides_is_kept() -> None:
    board = column()
    track = on(board, A3=("straight", 0), A5=("switch", 0), A7=("straight", 0))  # A5: 0-3 and 0-2
    sides = LOOSE.on(track, board.hexes["A5"]).sides
    assert sides == frozenset({0, 3})
    old, cross = track.face("A5"), board.face("cross", 0)
    assert keeps_track(old, cross, sides) and not keeps_track(old, cross)
    assert not keeps_track(old, board.face("switch", 1), sides)


def test_an_off_map_area_and_a_printed_stub_join_a_side() -> None:
    board = column()
    assert LOOSE.on(on(board, A3=("straight", 0)), board.hexes["A3"]).sides == frozenset({3})
    assert LOOSE.on(on(board), board.hexes["A1"]).sides == frozenset()


def test_the_same_tile_may_be_turned_but_not_laid_as_it_lies() -> None:
    track = on(column(), A3=("bend", 1))  # 1-3
    assert fault(track, ("A3", "bend", 3), FREE) is None  # 3-5
    assert fault(track, ("A3", "bend", 1), FREE) == "wrong_colour"
    straight = on(column(), A3=("straight", 0))
    assert fault(straight, ("A3", "straight", 3), FREE) == "wrong_colour", "looks the same"


def test_no_tile_of_its_colour_replaces_what_is_printed() -> None:
    printed = {"color": "yellow", "class": "plain", "track": [["e3", "e0"]]}
    board = column(A3=printed)
    assert fault(on(board), ("A3", "bend", 3), FREE) == "wrong_colour"
    assert fault(on(board), ("A3", "fork", 3), FREE) is None, "its loose end may go with the next colour"
    assert fault(on(board), ("A3", "fork", 3), USUAL) == "drops_track"


def test_new_track_is_needed_all_the_same() -> None:
    track = on(column(B4={"color": "grey", "track": [["e2", "e0"]]}), A3=("switch", 3))  # 3-0 and 3-5
    assert fault(track, ("A3", "switch", 3), FREE) == "wrong_colour"
    assert fault(track, ("A3", "straight", 0), FREE) == "wrong_colour", "never a colour back"


def test_an_upgrade_without_new_track_needs_a_town_with_more_markers() -> None:
    track = on(column(A3={"color": "white", "class": "town"}), A3=("halt", 0))
    assert fault(track, ("A3", "halt2", 0), USUAL) is None
    assert fault(track, ("A3", "halt1", 0), USUAL) == "adds_nothing", "a town's value is not a city's"


def test_a_stop_follows_its_first_joined_edge() -> None:
    board = column()
    old, new = board.face("pair", 0), board.face("pair2", 0)  # s0 has 0 and 3, s1 has 1 and 4; then s1: 0, 1, s0: 4, 5
    assert stop_map(old, new) == {0: 1, 1: 1}
    assert stop_map(old, new, frozenset({0, 4})) == {0: 1, 1: 0}
    assert keeps_track(old, new, frozenset({0, 4})) and not keeps_track(old, new, frozenset({0, 1}))


def test_what_was_found_for_one_policy_is_not_taken_for_another() -> None:
    track = on(column(), A3=("straight", 0))
    tiles = tuple(TILES)
    first = {policy: possible_lays(track, "x", tiles, False, None, policy) for policy in (USUAL, SAME, LOOSE, FREE)}
    for policy, lays in first.items():
        fresh = on(column(), A3=("straight", 0))
        assert possible_lays(fresh, "x", tiles, False, None, policy) == lays
    assert len({tuple(lays) for lays in first.values()}) > 2
    place = track.board.hexes["A3"]
    assert fitting(track.board, place, track.face("A3")) != fitting(
        track.board, place, track.face("A3"), FREE.on(track, place)
    )


@pytest.mark.parametrize("policy", [SAME, LOOSE, FREE])
def test_the_list_holds_what_the_check_accepts(policy: LayPolicy) -> None:
    board = column(A5={"color": "white", "class": "city"}, A7={"color": "white", "class": "town"})
    maps: list[dict[str, tuple[str, int]]] = [
        {},
        {"A3": ("straight", 0)},
        {"A3": ("bend", 3), "B4": ("bend", 0)},
        {"A3": ("straight", 0), "A5": ("stop", 0)},
        {"A3": ("switch", 3), "A5": ("hook", 3), "B4": ("sharp", 1)},
        {"A3": ("straight", 0), "A5": ("stop", 0), "A7": ("halt", 0)},
    ]
    for laid in maps:
        track = board.track(laid, {("A1", 0): ("x",)})
        listed = set(possible_lays(track, "x", tuple(TILES), False, None, policy))
        for name, tile_, rotation in product(board.hexes, TILES, range(6)):
            legal = check_lay(track, "x", Lay(name, tile_, rotation), False, None, policy) is None
            looks = {
                lay
                for lay in listed
                if lay[:2] == (name, tile_)
                and board.face(tile_, lay.rotation).layout() == board.face(tile_, rotation).layout()
            }
            assert legal == bool(looks)
