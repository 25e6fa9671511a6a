"""What each slot could do, as the rows of a trial.

Every route but the first is met by one before it. Where a route has at most one stop more than its train counts, its
entry has them all: the stop where it is met is left to the other. Only the first to visit the home may have to leave
one out. That holds where whoever can be met in a stop counts it. Other choices have an entry for each way to count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from stockrail.board.track import bits
from stockrail.routes.together.choices import Choice
from stockrail.routes.together.position import Entry, Row
from stockrail.routes.together.prices import Field, Market


class Rows(NamedTuple):
    """What a trial begins with."""

    rows: tuple[Row, ...]
    loose: int  # mask of the locations where somebody may be met who does not count them
    spare: bool  # whether an entry may have a stop more than its train counts


def rows_of(market: Market) -> Rows:
    paying = sum(1 << n for n, payee in enumerate(market.payee) if market.worth[payee] > 0)
    tight = [_is_tight(field) for field in market.fields]
    loose = _loose(market, tight) & paying
    changed = True
    while changed:
        changed = False
        for n, field in enumerate(market.fields):
            if tight[n] and _lacks(field) and any(c.choice.touch & loose for c in field.candidates):
                tight[n], changed = False, True
                loose = _loose(market, tight) & paying
    rows = []
    for field, has_all in zip(market.fields, tight, strict=True):
        entries = tuple(entry for c in field.candidates for entry in _entries(c.choice, field.slot.limit, has_all))
        if entries:
            rows.append(Row(field.slot, field.count, entries))
    spare = any(has_all and _lacks(field) > 0 for field, has_all in zip(market.fields, tight, strict=True))
    return Rows(tuple(rows), loose, spare)


def ways_to_count(choice: Choice, limit: int) -> Iterator[int]:
    """Masks of so many of the chosen resources, and of those that pay in any case."""
    chosen = tuple(bits(choice.chosen))
    for some in combinations(chosen, min(limit, len(chosen))):
        yield choice.certain | sum(1 << n for n in some)


def _is_tight(field: Field) -> bool:
    return _lacks(field) <= 1 and all(candidate.choice.way is not None for candidate in field.candidates)


def _lacks(field: Field) -> int:
    """How many stops a route may have beyond those that its train counts."""
    return max(
        (len(candidate.chosen) - field.slot.limit for candidate in field.candidates if candidate.chosen), default=0
    )


def _loose(market: Market, tight: list[bool]) -> int:
    loose = 0
    for field, has_all in zip(market.fields, tight, strict=True):
        for candidate in field.candidates:
            choice = candidate.choice
            loose |= choice.touch & ~as_spots(choice.resources if has_all else choice.certain, choice, market.payee)
    return loose


def as_spots(counted: int, choice: Choice, payee: Sequence[int]) -> int:
    """Of the spots that a choice touches, those that count because their locations are among the counted ones."""
    return sum(1 << n for n in bits(choice.touch) if counted >> payee[n] & 1)


def _entries(choice: Choice, limit: int, has_all: bool) -> list[Entry]:
    masks = [choice.resources] if has_all else ways_to_count(choice, limit)
    return [Entry.of(choice, mask) for mask in masks]
