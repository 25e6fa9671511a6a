"""2.2.3 to 2.2.5 The market of 18FB: what sales do near the two ledges."""

from __future__ import annotations

import pytest

from stockrail.market import Cell
from stockrail.rules.actions import SellShares
from stockrail.rules.prices import fall, price
from stockrail.rules.state import POOL
from stockrail.titles.g18fb.companies import PROVISIONAL

from .holding import TITLE, A, B, Place


@pytest.mark.rule("18FB:T-6a", "18FB:2.2.3-g", "18FB:2.2.3-e", "18FB:2.2.3-f", "18FB:2.2.3-h")
@pytest.mark.parametrize(("shares", "end", "after"), [(1, (10, 17), 170), (2, (10, 17), 170), (3, (12, 17), 150)])
def test_the_example_of_the_rulebook(shares: int, end: Cell, after: int) -> None:
    """D180 one row above the ledge row, and D150 at the bottom."""
    place = Place("2").major("NN", {A: 2, B: 4}, PROVISIONAL).price("NN", 9, 17)
    assert price(place.game, "NN") == 180
    game = place.stock_round(B)
    game.push(SellShares(B, "NN", shares))
    assert game.state.cell["NN"] == end and price(game, "NN") == after
    assert len(game.state.shelves.on(("certs", POOL, "NN"))) == shares


@pytest.mark.rule(
    "18FB:T-6b",
    "18FB:T-6c",
    "18FB:T-6f",
    "18FB:2.2.3-d",
    "18FB:2.2.3-j",
    "18FB:2.2.3-i",
    "18FB:2.2.4-b",
    "18FB:2.2.5-i",
)
@pytest.mark.parametrize(
    ("start", "shares", "end", "after"),
    [
        ((10, 17), 1, (10, 17), 170),
        ((10, 17), 2, (12, 17), 150),
        ((10, 17), 10, (12, 17), 150),
        ((10, 6), 1, (10, 6), 60),
        ((10, 6), 2, (12, 6), 40),
        ((10, 6), 3, (12, 6), 40),
        ((10, 6), 4, (14, 6), 20),
        ((9, 6), 1, (10, 6), 60),
        ((9, 6), 2, (10, 6), 60),
        ((9, 6), 3, (12, 6), 40),
        ((9, 6), 4, (12, 6), 40),
        ((9, 6), 5, (14, 6), 20),
        ((10, 2), 1, (10, 2), 20),
        ((10, 2), 2, (11, 2), 10),
        ((14, 6), 3, (14, 6), 20),
        ((12, 17), 1, (12, 17), 150),
    ],
)
def test_ledges_hold_what_would_fall_just_over_them(start: Cell, shares: int, end: Cell, after: int) -> None:
    place = Place("2").major("NN", {A: 2}, PROVISIONAL).price("NN", *start)
    fall(place.game, "NN", shares)
    assert place.state.cell["NN"] == end and TITLE.grid.price(end) == after
