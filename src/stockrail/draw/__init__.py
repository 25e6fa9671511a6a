"""Pictures of boards, tiles and markets as SVG, and a board as plain text, from a board and plain data only."""

from .board import board_svg
from .market import market_svg
from .text import board_text
from .theme import DARK, LIGHT, Palette
from .tiles import catalogue_svg, tile_svg, tiles_svg
from .view import BoardView, CompanyStyle, MarketView, Marks, Way, Words

__all__ = [
    "DARK",
    "LIGHT",
    "BoardView",
    "CompanyStyle",
    "MarketView",
    "Marks",
    "Palette",
    "Way",
    "Words",
    "board_svg",
    "board_text",
    "catalogue_svg",
    "market_svg",
    "tile_svg",
    "tiles_svg",
]
