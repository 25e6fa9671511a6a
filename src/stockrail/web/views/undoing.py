"""What an undo takes back: how many actions, and whose."""

from __future__ import annotations

from collections import Counter

import msgspec

from stockrail.web.play.live import LiveGame
from stockrail.web.views.voice import Voice


class Undoing(msgspec.Struct, frozen=True):
    """What pressing the button does."""

    asks: bool  # whether others must agree
    count: int
    whose: str  # "2 by Ada, 1 by Ben"


def undoing_of(live: LiveGame, voice: Voice, mine: frozenset[int], at: int | None) -> Undoing | None:
    """Back to the reader's own last decision; in the past, to the moment that is shown. None if that is nothing."""
    projection = live.projection
    to = projection.own_last(mine) if at is None else at
    if to is None or not mine or to >= len(projection.done):
        return None
    own = projection.done[to].line.seat
    touched = projection.others_touched(own if own in mine else min(mine), to)
    return Undoing(bool(touched - mine), len(projection.done) - to, whose(live, voice, to))


def whose(live: LiveGame, voice: Voice, to: int) -> str:
    """Whose actions go, and how many of each; what chance has brought is nobody's."""
    taken = Counter(done.line.seat for done in live.projection.done[to:])
    counted = voice._("{count} by {name}")
    names = {seat: voice.speaker.player(seat) for seat in sorted(taken) if seat >= 0}
    return ", ".join(counted.format(name=name, count=taken[seat]) for seat, name in names.items())
