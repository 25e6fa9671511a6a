"""How far a game can grow: far beyond any real one, and no further."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core.marking import N_
from stockrail.web.play.course import ACTING, SEAT
from stockrail.web.play.errors import Enough
from stockrail.web.play.projection import Projection

ACTIONS = 8_000  # that stand; long games have two thousand
ENTRIES = 30_000  # with all that was taken back
IN_A_ROW = 100  # undo, redo and requests without an action in between
A_SEAT = 500  # undo, redo, requests and new owners of one seat in one game: who plays with the button stops nobody else

_ROW = N_("too many undos and redos in a row: take an action first, or open a copy with “Try from here”")
_A_SEAT = N_("you have undone too often in this game: continue from here, or open a copy with “Try from here”")
_SEATS = N_("seats have changed hands too often in this game: continue as you sit now")
_TOO_LONG = N_("this game has become too long to continue: open a copy of an earlier position with “Try from here”")


def is_full(projection: Projection) -> bool:
    """Whether the game can take no further action."""
    return len(projection.done) >= ACTIONS or projection.number >= ENTRIES


def check(projection: Projection, made: Sequence[tuple[str, int, str]]) -> None:
    """Refuse what would let a game grow without end. Answers to a request are as few as those who are asked."""
    kind, seat, _ = made[0]
    course = projection.course
    if kind in ("undo", "redo", "ask"):
        if course.in_a_row >= IN_A_ROW:
            raise Enough(_ROW)
        if course.asides[seat] >= A_SEAT or projection.number >= ENTRIES:
            raise Enough(_A_SEAT)
    elif kind == SEAT and (course.asides[seat] >= A_SEAT or projection.number >= ENTRIES):
        raise Enough(_SEATS)
    elif kind in ACTING and is_full(projection):
        raise Enough(_TOO_LONG)
