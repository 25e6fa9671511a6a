"""For authors of titles: a conformance suite, perft, and a builder of positions for rule tests."""

from stockrail.testing.conformance import ConformanceError, check_doors, check_title, perft, stir
from stockrail.testing.position import Position

__all__ = ["ConformanceError", "Position", "check_doors", "check_title", "perft", "stir"]
