"""Where stops and track of a tile lie."""

from itertools import combinations
from typing import Any

import pytest

from stockrail.draw.faces import Face, Stop, current_column, plan, slot_offsets
from stockrail.draw.geometry import FLAT, LAYOUTS, distance


def tile(box: Any, name: str) -> Face:
    return Face.of(box.board.face(name, 0))


def face(*track: tuple[str, str], stops: int = 0, kind: str = "town") -> Face:
    return Face("yellow", tuple(Stop(kind, 1, (("", 10),)) for _ in range(stops)), track)


def test_a_lone_city_lies_in_the_centre_of_its_hex(box: Any) -> None:
    for name in ("57", "14", "582", "513"):
        assert plan(tile(box, name), FLAT).places == ((0, 0),)


def test_a_town_with_two_exits_lies_on_the_middle_of_its_track(box: Any) -> None:
    assert distance((0, 0), plan(tile(box, "58"), FLAT).places[0]) == pytest.approx(23.2, abs=0.05)
    assert distance((0, 0), plan(tile(box, "3"), FLAT).places[0]) == pytest.approx(50)
    assert plan(tile(box, "58"), FLAT).bar_angle(0) == pytest.approx(150)


def test_a_town_with_more_exits_is_a_dot_in_the_centre(box: Any) -> None:
    drawn = plan(tile(box, "141"), FLAT)
    assert list(drawn.places) == [(0, 0)]
    assert not drawn.is_bar(0)


def test_three_cities_sit_on_their_sharp_arcs(box: Any) -> None:
    places = plan(tile(box, "581"), FLAT).places
    assert [distance((0, 0), place) for place in places] == pytest.approx([50, 50, 50])


def test_two_double_cities_stand_in_two_rows(box: Any) -> None:
    (ax, ay), (bx, by) = plan(tile(box, "583"), FLAT).places
    assert (ax, bx) == pytest.approx((-14, -14), abs=0.1)
    assert (ay, by) == pytest.approx((33.5, -33.5), abs=0.1)


def test_printed_cities_face_their_edges(box: Any) -> None:
    drawn = plan(Face.of(box.board.hexes["K14"].printed), FLAT)
    (_, south), (_, north) = drawn.places
    assert south > 30
    assert north < -30


def test_stops_of_one_hex_never_touch(box: Any) -> None:
    hexes = [Face.of(here) for here in box.faces()]
    for here in [*hexes, face(("e0", "s0"), ("s0", "e3"), ("e1", "s1"), ("s1", "e4"), stops=2)]:
        places = plan(here, FLAT).places
        for i, j in combinations(range(len(places)), 2):
            assert distance(places[i], places[j]) >= here.stops[i].extent + here.stops[j].extent + 5.9


@pytest.mark.parametrize(("name", "arcs"), [("80", 3), ("81", 3), ("544", 6), ("9", 1), ("513", 6)])
def test_a_junction_shows_a_curve_for_every_pair_of_its_edges(box: Any, name: str, arcs: int) -> None:
    assert len(plan(tile(box, name), FLAT).pieces) == arcs


def test_crossing_tracks_are_two_components_and_joining_ones_are_one() -> None:
    crossing = plan(face(("e0", "e3"), ("e1", "e4")), FLAT).pieces
    joining = plan(face(("e0", "e3"), ("e0", "e4")), FLAT).pieces
    late = plan(face(("e0", "e3"), ("e1", "e4"), ("e3", "e4")), FLAT).pieces
    assert len({piece.component for piece in crossing}) == 2
    assert len({piece.component for piece in joining}) == 1
    assert len({piece.component for piece in late}) == 1


def test_every_piece_of_track_ends_on_its_edge_or_in_its_stop(box: Any) -> None:
    for layout in LAYOUTS.values():
        for here in box.faces():
            drawn = plan(Face.of(here), layout)
            for piece in drawn.pieces:
                for end, point in zip(piece.ends, (piece.curve.start, piece.curve.end), strict=True):
                    number = int(end[1:])
                    wanted = layout.edge_mid(number) if end[0] == "e" else drawn.places[number]
                    assert distance(point, wanted) < 1e-6


def test_slots_touch_but_do_not_overlap() -> None:
    for count in range(1, 9):
        radius = Stop("city", count, ()).slot_radius
        slots = slot_offsets(count, radius)
        assert len(slots) == count
        assert all(distance(a, b) >= 2 * radius for a, b in combinations(slots, 2))


def test_slots_stay_upright_when_a_tile_turns(box: Any) -> None:
    drawn = plan(tile(box, "582"), FLAT)
    assert {tuple(drawn.slots(0, rotation)) for rotation in range(6)} == {tuple(drawn.slots(0))}
    for rotation in range(6):
        assert -90 <= plan(tile(box, "583"), FLAT).axis(0, rotation) <= 90


def test_a_table_by_colours_is_read_at_the_latest_colour_reached() -> None:
    assert current_column(["yellow", "brown"], "green") == 0
    assert current_column(["yellow", "brown"], "grey") == 1
    assert current_column(["A", "B", "C"], "B") == 1


def test_equal_neighbouring_values_of_a_table_are_shown_once() -> None:
    stop = Stop("offboard", 0, (("A", 40), ("B", 40), ("C", 90)))
    assert stop.steps() == [(["A", "B"], 40), (["C"], 90)]
    assert stop.value("C") == 90
