"""For authors of titles: a conformance suite, perft, and a builder of positions for rule tests."""

from stockrail.testing.position import Position

__all__ = ["Position"]
