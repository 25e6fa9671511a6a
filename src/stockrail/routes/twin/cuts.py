"""Rules that follow from "no track twice" only for whole routes, and so are news to bounds that mix halves of routes.

Of three ways that meet in one place a route which passes uses two, so that one route passes at most; but half a
route by each pair of ways would use no way more than once. In general: of an odd set of track, at most half of it,
rounded down, can be used in pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

MOST_CUTS = 400


class Cut(NamedTuple):
    """A move counts as often as it uses two of these."""

    track: tuple[int, ...]
    capacity: int


def ways_out(links: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The ways out of a stop, told by a bit that all links of one way share; none if a link may be used by all."""
    users = Counter(bit for track in links for bit in track)
    if not all(links):
        return ()
    return tuple(sorted({max(track, key=users.__getitem__) for track in links}))


def junctions(links: Sequence[tuple[int, ...]]) -> list[Cut]:
    """Triples of track where links run from each to each: junctions."""
    pairs: dict[tuple[int, int], list[set[int]]] = {}
    for track in {track for track in links if len(track) > 1}:
        for a in track:
            for b in track:
                if a < b:
                    pairs.setdefault((a, b), []).append(set(track))

    def joins(a: int, b: int, without: int) -> bool:
        return any(without not in mask for mask in pairs.get((min(a, b), max(a, b)), ()))

    onward: dict[int, list[int]] = {}
    for b, c in sorted(pairs):
        onward.setdefault(b, []).append(c)
    cuts = [
        Cut((a, b, c), 1)
        for a, b in sorted(pairs)
        for c in onward.get(b, ())
        if joins(a, b, c) and joins(b, c, a) and joins(a, c, b)
    ]
    return cuts[:MOST_CUTS]
