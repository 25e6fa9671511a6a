"""Curves of track."""

import math

import pytest

from stockrail.draw.geometry import FLAT, LAYOUTS, POINTY, H, Layout, R, curve, distance, pair, polar


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize(("apart", "radius"), [(1, 50), (2, 150), (4, 150), (5, 50)])
def test_track_between_edges_has_the_radius_of_every_tile(layout: Layout, apart: int, radius: float) -> None:
    assert pair(layout, 0, apart).radius == pytest.approx(radius)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_opposite_edges_are_joined_by_a_line_through_the_centre(layout: Layout) -> None:
    track = pair(layout, 1, 4)
    assert track.centre is None
    assert track.at(0.5) == pytest.approx((0, 0), abs=1e-9)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_track_meets_every_edge_at_a_right_angle(layout: Layout) -> None:
    for first in range(6):
        for second in set(range(6)) - {first}:
            track = pair(layout, first, second)
            inward = layout.edge_angle(first) + 180
            assert math.cos(math.radians(track.tangent(0) - inward)) == pytest.approx(1)
            assert math.cos(math.radians(track.tangent(1) - layout.edge_angle(second))) == pytest.approx(1)


def test_a_curve_ends_in_its_target_wherever_that_is() -> None:
    for angle in range(0, 360, 15):
        target = polar(40, angle)
        track = curve(FLAT, 2, target)
        assert track.at(1) == pytest.approx(target)
        assert distance(track.at(0), FLAT.edge_mid(2)) < 1e-9


def test_a_curve_read_backwards_is_the_same_curve() -> None:
    track = pair(FLAT, 0, 2)
    for t in (0, 0.2, 0.7, 1):
        assert track.back().at(1 - t) == pytest.approx(track.at(t))
        assert track.distance(track.at(t)) == pytest.approx(0, abs=1e-9)


def test_a_parallel_curve_keeps_its_distance_to_the_right() -> None:
    track = pair(FLAT, 0, 2)
    for t in (0, 0.5, 1):
        assert track.distance(track.beside(7.5).at(t)) == pytest.approx(7.5)
    x, _ = track.beside(7.5).start
    assert x > 0, "northwards the right side is in the east"


def test_edges_of_neighbours_coincide() -> None:
    for layout in (FLAT, POINTY):
        for edge in range(6):
            (x, y), (dx, dy) = layout.edge_mid(edge), layout.step(edge)
            ox, oy = layout.edge_mid(edge + 3)
            assert (ox + dx, oy + dy) == pytest.approx((x, y))
            assert math.hypot(x, y) == pytest.approx(H)
            assert all(math.hypot(*corner) == pytest.approx(R) for corner in layout.edge_ends(edge))
