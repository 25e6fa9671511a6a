"""Where a marker goes on a market: gaps, ledges, zones, ends of rows, par prices by phase."""

from collections.abc import Iterator

import pytest
from tests import mini

from stockrail.market import Cell, Grid, grid_from
from stockrail.rules.prices import fall, left_of, move_left, par_prices, place_marker, right_of
from stockrail.testing import Position
from stockrail.titles import add, remove

# Each column falls by ten from 100; two ledges, below rows 2 and 4.
STEEP = [[100, 110, 120], [90, 100, 110], [80, 90, 100], [70, 80, ""], [60, 70, ""], ["", 60, ""], ["", 50, ""]]
FACTS = {"rows": STEEP, "par": {"80": [2, 0]}, "ledges": [2, 4], "zones": {"low": [3, 4], "lowest": [5, 6]}}


@pytest.fixture
def grid() -> Grid:
    return grid_from(FACTS)


def test_a_text_among_prices_is_a_place_without_a_cell(grid: Grid) -> None:
    assert grid.rows[3] == (70, 80, None)
    assert (3, 2) not in grid.prices
    assert len(grid.prices) == 15


@pytest.mark.parametrize(
    ("cell", "shares", "end"),
    [
        ((0, 1), 2, (2, 1)),
        ((0, 1), 3, (2, 1)),  # one row below the ledge: stays on it
        ((0, 1), 4, (4, 1)),  # two rows below: goes through
        ((0, 1), 5, (4, 1)),  # and stays on the second one
        ((0, 1), 6, (6, 1)),
        ((2, 1), 1, (2, 1)),
        ((2, 1), 2, (4, 1)),
        ((2, 1), 3, (4, 1)),
        ((2, 1), 4, (6, 1)),
        ((3, 1), 1, (4, 1)),
        ((4, 1), 1, (4, 1)),
        ((4, 1), 2, (6, 1)),
        ((5, 1), 1, (6, 1)),
        ((6, 1), 1, (6, 1)),
        ((2, 0), 10, (4, 0)),
    ],
)
def test_a_fall_stays_on_a_ledge_rather_than_one_row_below_it(grid: Grid, cell: Cell, shares: int, end: Cell) -> None:
    assert grid.fall(cell, shares) == end


def test_a_ledge_is_met_with_the_full_fall_before_the_column_ends_it() -> None:
    grid = Grid([[30], [20], [10]], {}, ledges=[1])  # one row below the ledge is all there is
    assert grid.fall((1, 0), 1) == (1, 0)
    assert grid.fall((1, 0), 2) == (2, 0)
    assert grid.fall((0, 0), 2) == (1, 0)
    assert grid.fall((0, 0), 3) == (2, 0)


def test_without_ledges_a_fall_is_so_many_rows_down() -> None:
    grid = Grid([[40], [30], [20], [10]], {})
    assert [grid.fall((0, 0), rows) for rows in range(5)] == [grid.down((0, 0), rows) for rows in range(5)]


def test_at_the_ends_of_a_row_markers_turn_or_stay(grid: Grid) -> None:
    assert grid.right((2, 2)) == (1, 2) and grid.right((3, 1)) == (2, 1)
    assert grid.left((1, 0)) == (2, 0) and grid.left((2, 0)) == (3, 0), "no ledge stops it"
    assert grid.left((5, 1)) == (6, 1) and grid.left((4, 0)) == (4, 0), "nothing lies there"
    assert grid.right((2, 2), turns=False) == (2, 2) and grid.left((5, 1), turns=False) == (5, 1)
    assert grid.right((2, 0), turns=False) == (2, 1) and grid.left((5, 1), turns=False) == (5, 1)


def test_places_along_a_row_end_where_its_cells_do(grid: Grid) -> None:
    assert (grid.along((5, 1), -3), grid.along((3, 0), 9), grid.along((0, 0), 1)) == ((5, 1), (3, 1), (0, 1))


def test_zones_are_rows_of_cells(grid: Grid) -> None:
    assert [grid.zone((row, 1)) for row in range(7)] == ["", "", "", "low", "low", "lowest", "lowest"]
    assert grid.zone((3, 2)) == "", "nothing lies there"


class Steep(mini.Mini):
    """Mini on the market above, where markers may stay at the ends of rows."""

    name = "Steep"

    def turns_at_row_ends(self, game: object) -> bool:
        return False


@pytest.fixture
def steep() -> Iterator[Position]:
    phases = [{**phase, "par": [60]} if phase["name"] == "2" else phase for phase in mini.TITLE.facts["phases"]]
    market = {**FACTS, "par": {"80": [2, 0], "60": [4, 0], "100": [2, 2]}}
    add(Steep({"facts.market": market, "facts.phases": phases}))
    yield Position("Steep", players=3)
    remove("Steep")


def test_sales_fall_by_ledges_and_rows_end_as_the_title_says(steep: Position) -> None:
    game = steep.game
    place_marker(game, "Red", (0, 1))
    fall(game, "Red", 3)
    assert game.state.cell["Red"] == (2, 1)
    fall(game, "Red", 1)
    assert game.state.cell["Red"] == (2, 1)
    place_marker(game, "Blue", (1, 0))
    move_left(game, "Blue")
    assert game.state.cell["Blue"] == (1, 0)
    assert (right_of(game, (1, 2)), left_of(game, (1, 1))) == ((1, 2), (1, 0))


def test_a_phase_may_list_its_par_prices(steep: Position) -> None:
    assert par_prices(steep.game) == [60]
    assert par_prices(steep.phase("3").game) == [60, 80, 100]
