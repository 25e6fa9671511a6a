"""For authors of titles: a conformance suite, perft, play-throughs, and a position builder for tests of rules."""

from stockrail.testing.conformance import (
    Checked,
    ConformanceError,
    check_doors,
    check_games,
    check_title,
    how_far,
    stir,
)
from stockrail.testing.counting import perft
from stockrail.testing.golden import golden_files, renew, today
from stockrail.testing.outlooks import check_outlook
from stockrail.testing.playthrough import Playthrough
from stockrail.testing.position import Position

__all__ = [
    "Checked",
    "ConformanceError",
    "Playthrough",
    "Position",
    "check_doors",
    "check_games",
    "check_outlook",
    "check_title",
    "golden_files",
    "how_far",
    "perft",
    "renew",
    "stir",
    "today",
]
