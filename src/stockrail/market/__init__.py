"""Share prices and how they move."""

from stockrail.market.grid import Cell, Grid

__all__ = ["Cell", "Grid"]
