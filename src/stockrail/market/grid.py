"""A market of rows and columns: what a cell is worth and where a marker goes from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

Cell: TypeAlias = tuple[int, int]


class Grid:
    """Rows from the top, cells from the left; rows may differ in length, and None is a place without a cell.

    A marker may come to a closed cell like to any other; its company closes there. A ledge is a row whose lower border
    stops a marker that would fall just over it. Zones are names of cells to which rules apply; a cell has one at most.
    """

    def __init__(
        self,
        rows: Sequence[Sequence[int | None]],
        par: Mapping[int, Cell],
        closed: Iterable[Cell] = (),
        ledges: Iterable[int] = (),
        zones: Mapping[Cell, str] = MappingProxyType({}),
    ) -> None:
        self.rows = tuple(tuple(row) for row in rows)
        self.par = dict(par)
        self.closed = frozenset(closed)
        self.ledges = tuple(sorted(ledges))
        self.zones = dict(zones)
        places = {(r, c): price for r, row in enumerate(self.rows) for c, price in enumerate(row)}
        self.prices = {cell: price for cell, price in places.items() if price is not None}
        present = [[c for c, price in enumerate(row) if price is not None] for row in self.rows]
        self._ends = [(columns[0], columns[-1]) if columns else (0, 0) for columns in present]

    def price(self, cell: Cell) -> int:
        return self.prices[cell]

    def zone(self, cell: Cell) -> str:
        """The zone of a cell, or an empty text."""
        return self.zones.get(cell, "")

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

    def fall(self, cell: Cell, rows: int) -> Cell:
        """Where one sale of so many shares leads: down, but what would end one row below a ledge stays on it.

        Ledges count from the top, with the full fall; only then the column's lowest cell ends it.
        """
        end = cell[0] + rows
        for ledge in self.ledges:
            if cell[0] <= ledge == end - 1:
                end = ledge
        return self.down(cell, end - cell[0])

    def right(self, cell: Cell, turns: bool = True) -> Cell:
        """One column right; at the end of the row up instead, or nowhere where markers do not turn."""
        beside = (cell[0], cell[1] + 1)
        if beside in self.prices:
            return beside
        return self.up(cell) if turns else cell

    def left(self, cell: Cell, turns: bool = True) -> Cell:
        """One column left; at the start of the row down instead, whatever ledge there is, or nowhere."""
        beside = (cell[0], cell[1] - 1)
        if beside in self.prices:
            return beside
        return self.down(cell) if turns else cell

    def along(self, cell: Cell, places: int) -> Cell:
        """So many places right (or left, if negative) in the row, at most to its end."""
        first, last = self._ends[cell[0]]
        return cell[0], min(max(cell[1] + places, first), last)

    def cells_of(self, price: int) -> list[Cell]:
        """All cells with a price, from the left."""
        return sorted((cell for cell in self.prices if self.prices[cell] == price), key=lambda cell: cell[1])

    def at_or_below(self, price: int) -> Cell:
        """The dearest cell that costs no more."""
        return max((cell for cell in self.prices if self.prices[cell] <= price), key=lambda cell: self.prices[cell])


def grid_from(market: Mapping[str, Any]) -> Grid:
    """The market of a title's facts: `rows` (a text is a place without a cell) and `par`; perhaps more.

    `closed` lists cells, `ledges` rows; `zones` gives the rows of each zone.
    """
    rows = [[price if isinstance(price, int) else None for price in row] for row in market["rows"]]
    par = {int(price): (row, column) for price, (row, column) in market["par"].items()}
    named = {row: zone for zone, zone_rows in market.get("zones", {}).items() for row in zone_rows}
    zones = {
        (r, c): named[r] for r, row in enumerate(rows) if r in named for c, price in enumerate(row) if price is not None
    }
    closed = [(row, column) for row, column in market.get("closed", ())]
    return Grid(rows, par, closed, market.get("ledges", ()), zones)
