"""For authors of titles: a conformance suite, perft, play-throughs, and a position builder for tests of rules."""

from stockrail.testing.conformance import ConformanceError, check_doors, check_title, stir
from stockrail.testing.counting import perft
from stockrail.testing.golden import golden_files, renew, today
from stockrail.testing.outlooks import check_outlook
from stockrail.testing.playthrough import Playthrough
from stockrail.testing.position import Position

__all__ = [
    "ConformanceError",
    "Playthrough",
    "Position",
    "check_doors",
    "check_outlook",
    "check_title",
    "golden_files",
    "perft",
    "renew",
    "stir",
    "today",
]
