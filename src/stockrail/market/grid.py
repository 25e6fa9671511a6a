"""A market of rows and columns: what a cell is worth and where a marker goes from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]


class Grid:
    """Rows from the top, cells from the left; rows may differ in length.

    A marker may come to a closed cell like to any other; its company closes there.
    """

    def __init__(self, rows: Sequence[Sequence[int]], par: Mapping[int, Cell], closed: Iterable[Cell] = ()) -> None:
        self.rows = tuple(tuple(row) for row in rows)
        self.par = dict(par)
        self.closed = frozenset(closed)
        self.prices = {(r, c): price for r, row in enumerate(self.rows) for c, price in enumerate(row)}

    def price(self, cell: Cell) -> int:
        return self.prices[cell]

    def up(self, cell: Cell) -> Cell:
        """One row up; on the top row it stays."""
        above = (cell[0] - 1, cell[1])
        return above if above in self.prices else cell

    def down(self, cell: Cell, rows: int = 1) -> Cell:
        """So many rows down, at most to the lowest cell of the column."""
        for _ in range(rows):
            below = (cell[0] + 1, cell[1])
            if below not in self.prices:
                break
            cell = below
        return cell

    def right(self, cell: Cell) -> Cell:
        """One column right; at the end of the row up instead."""
        beside = (cell[0], cell[1] + 1)
        return beside if beside in self.prices else self.up(cell)

    def left(self, cell: Cell) -> Cell:
        """One column left; at the start of the row down instead."""
        return (cell[0], cell[1] - 1) if cell[1] > 0 else self.down(cell)

    def along(self, cell: Cell, places: int) -> Cell:
        """So many places right (or left, if negative) in the row, at most to its end."""
        last = len(self.rows[cell[0]]) - 1
        return cell[0], min(max(cell[1] + places, 0), last)

    def cells_of(self, price: int) -> list[Cell]:
        """All cells with a price, from the left."""
        return sorted((cell for cell in self.prices if self.prices[cell] == price), key=lambda cell: cell[1])

    def at_or_below(self, price: int) -> Cell:
        """The dearest cell that costs no more."""
        return max((cell for cell in self.prices if self.prices[cell] <= price), key=lambda cell: self.prices[cell])
