"""Lines: links between two stops without track between them, in the network of the search and in written routes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from stockrail.board.faces import Stop
from stockrail.board.track import Place, Track
from stockrail.routes.rules import Excludes, Line, RunRules, Service

LINE_PORT = 40
"""The ways out of a stop are numbered as its pieces of track are; lines come after all of them."""


def stop_at(track: Track, number: int) -> Stop:
    return track.faces[number >> 3].stops[number & 7]


# -- in the network ---------------------------------------------------------------------------------------------------


class OpenLine(NamedTuple):
    """A line that starts at a stop within reach. Its box is a node of its own: the pay may depend on the line."""

    stop: int
    box: int
    again: int  # what the stop pays once more


def open_lines(track: Track, stops: Sequence[int], service: Service, rules: RunRules) -> list[OpenLine]:
    """The lines from these stops that such trains may use."""
    found = []
    for line in rules.lines:
        stop, box = _numbers(track, line)
        place = stop_at(track, box)
        if stop in stops and place.kind not in service.shuns and place.location not in rules.barred:
            paid = stop_at(track, stop)
            again = paid.value(rules.colour) if line.again and service.pays(paid.kind) else 0
            found.append(OpenLine(stop, box, again))
    return found


def _numbers(track: Track, line: Line) -> tuple[int, int]:
    indexes = track.board.indexes
    return indexes[line.stop[0]] * 8 + line.stop[1], indexes[line.box[0]] * 8 + line.box[1]


def with_lines(values: Sequence[int], lines: Sequence[OpenLine]) -> tuple[int, ...]:
    """The values of all stops, of which the last are the boxes of lines."""
    further = [0] * (len(values) - len(lines)) + [line.again for line in lines]
    return tuple(value + more for value, more in zip(values, further, strict=True))


def line_masks(lines: Sequence[OpenLine], masks: Sequence[int]) -> list[tuple[OpenLine, int]]:
    """Each line with a bit of track of its own, above those of all links."""
    width = max((mask.bit_length() for mask in masks), default=0)
    return [(line, 1 << width + n) for n, line in enumerate(lines)]


def exclusions(track: Track, number: int, stops: Sequence[int], rule: Excludes) -> list[object]:
    """The groups by which a rule keeps stops apart: one for all of its kind, and one with each stop of other kinds."""
    kind = stop_at(track, number).kind
    if kind != rule.kind:
        return [(rule, number)] if kind in rule.kinds else []
    others = [stop for stop in stops if stop_at(track, stop).kind in rule.kinds - {rule.kind}]
    return [rule, *((rule, stop) for stop in others)]


# -- in a written route -----------------------------------------------------------------------------------------------


def lines_along(track: Track, hexes: Sequence[str], rules: RunRules) -> list[Line | None]:
    """Between each two hexes the line that a route uses; None where they lie side by side, or nothing leads."""
    sides = track.board.edge_between
    return [
        None if pair in sides else next((line for line in rules.lines if line.joins(pair)), None)
        for pair in pairwise(hexes)
    ]


def called_at(hexes: Sequence[str], lines: Sequence[Line | None]) -> list[int | None]:
    """In each hex the stop at which a line ends; None where a route comes and goes by track."""
    called: list[int | None] = [None] * len(hexes)
    for n, line in enumerate(lines):
        for at in (n, n + 1) if line else ():
            assert line is not None
            called[at] = line.stop[1] if hexes[at] == line.stop[0] else line.box[1]
    return called


def paid_again(
    values: tuple[int, ...], stops: Sequence[Place], faces: Sequence[Stop], lines: Sequence[Line | None], colour: str
) -> tuple[int, ...]:
    """What stops pay, those that pay once more for a line included."""
    again = [line.stop for line in lines if line and line.again]
    if not again:
        return values
    return tuple(
        value + (face.value(colour) * again.count(place) if value else 0)
        for value, place, face in zip(values, stops, faces, strict=True)
    )
