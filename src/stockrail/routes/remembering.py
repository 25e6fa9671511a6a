"""Remembers what searches found, by all that they read: the same question on another track has the same answer."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from stockrail.board.track import Track

SOLUTIONS_KEPT = 4096
"""Most tiles that a bot tries leave the network of a company as it is."""

S = TypeVar("S")


def remembered(track: Track, question: Hashable, find: Callable[[], S]) -> S:
    """What was found for the question on this board; the oldest answers are forgotten."""
    known: dict[Hashable, S] = track.board.memo.setdefault("solutions", {})
    found = known.get(question)
    if found is None:
        if len(known) >= SOLUTIONS_KEPT:
            known.pop(next(iter(known)), None)  # another thread may have been faster
        found = known[question] = find()
    return found
