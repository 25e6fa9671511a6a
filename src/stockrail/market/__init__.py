"""Share prices and how they move."""

from stockrail.market.grid import Cell, Grid, grid_from

__all__ = ["Cell", "Grid", "grid_from"]
