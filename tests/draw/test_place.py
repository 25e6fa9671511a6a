"""Names, discs and labels keep clear of track and of one another."""

from itertools import combinations
from typing import Any

import pytest

from stockrail.draw.faces import Face, Stop
from stockrail.draw.geometry import FLAT, LAYOUTS, Layout, distance, segment_distance
from stockrail.draw.place import placement
from stockrail.draw.room import NARROW, WIDE
from stockrail.draw.setting import PLATE_AIR, PLATE_HEIGHT, Line, Placement, Setting, furnished_room

BARE_TOWN = Face("white", (Stop("town", 0, (("", 0),)),))
CAPITALS = 0.36  # half the height of capital letters, in sizes


def capsule(line: Line) -> tuple[tuple[float, float], tuple[float, float], float]:
    plate = line.style == "plate"
    radius = PLATE_HEIGHT / 2 if plate else line.size * CAPITALS
    half = max(0.0, (line.width - 3 + (PLATE_AIR if plate else 0)) / 2 - radius)
    x, y = line.middle
    return (x - half, y), (x + half, y), radius


def room_of(setting: Setting, line: Line, air: float) -> float:
    """Least distance between a text and whatever stands in the hex, track with its casing."""
    room = furnished_room(setting)
    (x0, y), (x1, _), radius = capsule(line)
    steps = max(1, int((x1 - x0) // 4))
    return min(room.clearance((x0 + (x1 - x0) * i / steps, y), air) for i in range(steps + 1)) - radius


def overlap(places: Placement) -> float:
    """How far the nearest two things of a placement are apart, negative if they overlap."""
    things = [capsule(line) for line in places.lines] + [(d.middle, d.middle, d.radius) for d in places.discs]
    gaps = [float("inf")]
    for (a0, a1, ra), (b0, b1, rb) in combinations(things, 2):
        near = [segment_distance(p, b0, b1) for p in (a0, a1)]
        near += [segment_distance(p, a0, a1) for p in (b0, b1)]
        gaps.append(min(near) - ra - rb)
    return min(gaps)


def longest_name(box: Any, classes: tuple[str, ...]) -> str:
    names = [place.place or "" for place in box.board.hexes.values() if place.kind in classes]
    return max(names, key=len)


def all_settings(box: Any, layout: Layout) -> list[Setting]:
    """Every tile in every turn, under the longest name of the hexes on which it may lie."""
    return [
        Setting(Face.of(box.board.face(name, 0)), rotation, layout, longest_name(box, tile.fits))
        for name, tile in box.board.tiles.items()
        for rotation in range(6)
    ]


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_no_free_text_of_any_tile_in_any_turn_touches_a_casing(box: Any, layout: Layout) -> None:
    tight = []
    for setting in all_settings(box, layout):
        places = placement(setting)
        free = [line for line in places.lines if line.style != "plate"]
        tight += [line for line in free if room_of(setting, line, NARROW) < 0]
    assert all(line.halo for line in tight), "a text over track has a halo"
    assert len(tight) <= 6, "only the longest pass on the fullest junction finds no free place, in six turns"


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_no_disc_of_any_tile_in_any_turn_touches_a_casing(box: Any, layout: Layout) -> None:
    for setting in all_settings(box, layout):
        room = furnished_room(setting)
        for disc in placement(setting).discs:
            assert room.clearance(disc.middle, NARROW) >= disc.radius - 1


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_names_discs_and_labels_do_not_overlap(box: Any, layout: Layout) -> None:
    for setting in all_settings(box, layout):
        assert overlap(placement(setting)) > 0


def test_most_texts_are_clear_even_of_a_route(box: Any) -> None:
    found = [
        room_of(setting, line, WIDE) >= 0
        for setting in all_settings(box, FLAT)
        for line in placement(setting).lines
        if line.style != "plate"
    ]
    assert sum(found) > 0.8 * len(found)


def test_a_plate_goes_above_only_where_track_leads_down_and_none_up(box: Any) -> None:
    def plate(name: str, rotation: int) -> float:
        face = Face.of(box.board.face(name, 0))
        return placement(Setting(face, rotation, FLAT, "Turin")).lines[0].middle[1]

    assert plate("57", 0) > 0, "a straight line leads both up and down"
    assert plate("57", 1) > 0
    assert plate("202", 0) < 0, "edges 0 and 2"
    assert plate("202", 1) > 0, "edges 1 and 3"


def test_one_disc_serves_stops_that_pay_the_same(box: Any) -> None:
    places = placement(Setting(Face.of(box.board.face("581", 0)), 0, FLAT, "Berlin"))
    assert len(places.discs) == 1


def test_ground_without_stop_has_its_sign_badge_and_name_in_a_column() -> None:
    bare = placement(Setting(Face("white"), 0, FLAT, "", "rough", "60"))
    named = placement(Setting(Face("white"), 0, FLAT, "Gotthard", "mountain", "120"))
    assert (bare.sign, bare.badge) == ((0, -10), (0, 34))
    assert (named.sign, named.badge) == ((0, -14), (0, 24))
    assert [line.style for line in named.lines] == ["pass"]


def test_a_long_name_is_set_in_two_lines() -> None:
    port = Face("blue", (Stop("port", 0, (("", 10),)),), (("e1", "s0"),))
    lines = placement(Setting(port, 0, FLAT, "Port of Felixstowe (Denmark)")).lines
    assert [line.text for line in lines] == ["Port of Felixstowe", "(Denmark)"]


def test_a_placement_is_searched_only_once() -> None:
    setting = Setting(BARE_TOWN, 0, FLAT, "Lille")
    first = placement(setting)
    misses = placement.cache_info().misses
    assert placement(Setting(setting.face, 0, FLAT, "Lille")) is first
    assert placement.cache_info().misses == misses


def test_a_name_lies_near_its_stop() -> None:
    (line,) = placement(Setting(BARE_TOWN, 0, FLAT, "Nice")).lines
    assert distance(line.middle, (0, 33)) < 4
