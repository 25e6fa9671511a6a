"""What the search for the best run reads: integers and bit masks only, so that any kernel can take it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """A network of stops and links, and the trains that run on it.

    A route is a chain of links without a piece of track or a stop twice. It visits at least two stops, of which one
    holds a token of the company, and their weights add up to no more than the train's reach. No two routes share track.
    """

    values: tuple[int, ...]  # of each stop
    weight: tuple[int, ...]  # what the stop takes of a train's reach; 0 if it does not count, as a town
    ending: tuple[int, ...]  # what the stop pays more, or less, where a route begins or ends
    own: tuple[bool, ...]  # whether it holds a token of the company; such a stop must count
    through: tuple[bool, ...]  # whether a route may go on beyond it
    groups: tuple[tuple[int, ...], ...]  # by stop; a route visits one stop of a group at most
    links: tuple[tuple[int, int, int], ...]  # two stops and the mask of the track between them
    ports: tuple[tuple[int, int], ...]  # by link, the way out of its first stop and the way into its second
    trains: tuple[int, ...]  # the reach of each, falling
    doubles: int  # so many times more one counted stop of one route pays its value (what it pays for ending, once)
    bonuses: tuple[tuple[int, tuple[int, ...]], ...]  # mask of the counted stops at both ends, pay by own stations


def track_width(problem: Problem) -> int:
    """How many bits of track there are."""
    return max((mask.bit_length() for _, _, mask in problem.links), default=0)


def whole_groups(problem: Problem) -> list[tuple[int, ...]]:
    """The groups of each stop, with one of its own where it is not alone in any.

    So no stop is visited twice, and the groups of a route tell all of its stops.
    """
    sizes = Counter(group for groups in problem.groups for group in set(groups))
    further = 1 + max(sizes, default=-1)
    whole = []
    for groups in problem.groups:
        if any(sizes[group] == 1 for group in groups):
            whole.append(groups)
        else:
            whole.append((*groups, further))
            further += 1
    return whole
