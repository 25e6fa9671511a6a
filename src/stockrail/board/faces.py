"""What is printed on a hex, or one tile in one rotation: its stops, its track, and where track leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

End = tuple[str, int]
"""One end of a track piece: ("e", edge), ("s", stop) or ("j", junction)."""

Piece = tuple[End, End]

EDGE, STOP, JUNCTION = "e", "s", "j"

# The entries of a revenue table that goes by what a train does at the stop.
PASS, END = "pass", "end"

# Kinds of stop that end a route unless the facts say otherwise.
TERMINAL_KINDS = frozenset({"offboard", "port"})


class Stop:
    """A place on a face where a train may earn."""

    __slots__ = ("kind", "revenue", "slots", "run_through", "location", "markers")

    def __init__(
        self,
        kind: str,
        revenue: int | Mapping[str, int],
        slots: int,
        run_through: bool,
        location: str | None = None,
        markers: int = 0,
    ) -> None:
        self.kind = kind
        self.revenue = revenue  # a table is by colour, or tells passing ("pass") from ending ("end")
        self.slots = slots
        self.run_through = run_through
        self.location = location  # stops of one location, in one hex or in many, are one place
        self.markers = markers  # what a line over it brings besides money

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Stop:
        kind = facts["kind"]
        through = facts.get("run_through", kind not in TERMINAL_KINDS)
        place, markers = facts.get("location"), facts.get("markers", 0)
        return cls(kind, facts.get("revenue", 0), facts.get("slots", 0), through, place, markers)

    def value(self, colour: str) -> int:
        """What the stop pays to a train that passes; `colour` picks the entry of a revenue table."""
        revenue = self.revenue
        if isinstance(revenue, int):
            return revenue
        return revenue[PASS] if PASS in revenue else revenue[colour]

    def value_at_end(self, colour: str) -> int:
        """What the stop pays to a train that begins or ends its route there."""
        revenue = self.revenue
        return revenue[END] if not isinstance(revenue, int) and END in revenue else self.value(colour)

    def best_value(self) -> int:
        """The most that the stop can ever pay as it is."""
        revenue = self.revenue
        return revenue if isinstance(revenue, int) else max(revenue.values())

    def looks(self) -> tuple[Any, ...]:
        """What a player sees of it, comparable: stops with equal looks differ in their place only."""
        revenue = self.revenue
        table = (("", revenue),) if isinstance(revenue, int) else tuple(sorted(revenue.items()))
        markers = (self.markers,) if self.markers else ()
        return (self.kind, table, self.slots, self.run_through, self.location or "", *markers)


class Flood(NamedTuple):
    """All that lies within one face beyond a starting end."""

    pieces: int  # bit mask
    stops: tuple[int, ...]
    edges: tuple[int, ...]


class Crossing(NamedTuple):
    """A way from one edge to another edge, or from an edge to a stop, within one face."""

    pieces: int  # bit mask
    stop: int  # the stop on it, or -1


Ways = tuple[tuple[tuple[int, End], ...], ...]


class Face:
    """What is printed on a hex, or one tile in one rotation; a board keeps one object of each."""

    __slots__ = (
        "tile",
        "rotation",
        "color",
        "label",
        "stops",
        "pieces",
        "exits",
        "from_edge",
        "from_stop",
        "from_junction",
        "plain",
        "meets",
        "_floods",
        "_crossings",
        "_layout",
    )

    def __init__(
        self,
        tile: str | None,
        rotation: int,
        color: str,
        label: str | None,
        stops: tuple[Stop, ...],
        pieces: tuple[Piece, ...],
    ) -> None:
        self.tile = tile
        self.rotation = rotation
        self.color = color
        self.label = label
        self.stops = stops
        self.pieces = pieces
        self.exits = frozenset(n for piece in pieces for kind, n in piece if kind == EDGE)
        junctions = 1 + max((n for piece in pieces for kind, n in piece if kind == JUNCTION), default=-1)
        self.from_edge: Ways = tuple(ways_from(pieces, (EDGE, n)) for n in range(6))
        self.from_stop: Ways = tuple(ways_from(pieces, (STOP, n)) for n in range(len(stops)))
        self.from_junction: Ways = tuple(ways_from(pieces, (JUNCTION, n)) for n in range(junctions))
        self.meets = any(len(ways) > 1 for ways in self.from_edge)  # two lines join at a side
        # One stop at most and no edge where two pieces meet: the way in does not matter for what is reached.
        self.plain = len(stops) <= 1 and not self.meets
        self._floods: dict[tuple[End, int, int], Flood] = {}
        self._crossings: dict[tuple[int, int], tuple[Crossing, ...]] = {}
        self._layout: tuple[Any, ...] | None = None

    @classmethod
    def from_facts(cls, tile: str | None, rotation: int, facts: Mapping[str, Any]) -> Face:
        stops = tuple(Stop.from_facts(stop) for stop in facts.get("stops", ()))
        pieces = tuple(_piece(ends, rotation) for ends in facts.get("track", ()))
        return cls(tile, rotation, facts["color"], facts.get("label"), stops, pieces)

    def __repr__(self) -> str:
        return f"Face({self.tile}, {self.rotation}, {self.color})"

    def ways(self, end: End) -> tuple[tuple[int, End], ...]:
        """The pieces that start at an end, each with its other end."""
        kind, n = end
        table = self.from_edge if kind == EDGE else self.from_stop if kind == STOP else self.from_junction
        return table[n]

    def flood(self, start: End, closed: int = 0, removed: int = 0) -> Flood:
        """All within reach of `start` inside the face.

        Track to the stops in the mask `removed` is not entered; those in `closed` are reached, not passed.
        """
        key = (start, closed, removed)
        found = self._floods.get(key)
        if found is None:
            found = self._floods[key] = self._flooded(start, closed, removed)
        return found

    def _flooded(self, start: End, closed: int, removed: int) -> Flood:
        pieces = 0
        ends = [start]
        for end in ends:
            if end != start and not self._passable(end, closed):
                continue
            for piece, other in self.ways(end):
                if other[0] == STOP and removed >> other[1] & 1:
                    continue
                pieces |= 1 << piece
                if other not in ends:
                    ends.append(other)
        stops = tuple(sorted(n for kind, n in ends if kind == STOP))
        return Flood(pieces, stops, tuple(sorted(n for kind, n in ends if kind == EDGE and (EDGE, n) != start)))

    def _passable(self, end: End, closed: int) -> bool:
        kind, n = end
        if kind == STOP:
            return self.stops[n].run_through and not closed >> n & 1
        return kind == JUNCTION

    def crossings(self, enter: int, leave: int) -> tuple[Crossing, ...]:
        """The ways from one edge to another, each over one stop at most."""
        key = (enter, leave)
        found = self._crossings.get(key)
        if found is None:
            found = self._crossings[key] = tuple(_crossings(self, (EDGE, enter), (EDGE, leave), 0, -1))
        return found

    def ends_at(self, edge: int) -> tuple[Crossing, ...]:
        """The ways from an edge to the next stop."""
        key = (edge, -1)
        found = self._crossings.get(key)
        if found is None:
            ways = [way for n in range(len(self.stops)) for way in _crossings(self, (EDGE, edge), (STOP, n), 0, -1)]
            found = self._crossings[key] = tuple(ways)
        return found

    def layout(self) -> tuple[Any, ...]:
        """Comparable: equal for two rotations of a tile that look the same."""
        if self._layout is None:
            stops = sorted((stop.looks(), self.edges_of((STOP, n))) for n, stop in enumerate(self.stops))
            junctions = sorted(self.edges_of((JUNCTION, n)) for n in range(len(self.from_junction)))
            straight = sorted(sorted(piece) for piece in self.pieces if piece[0][0] == piece[1][0] == EDGE)
            self._layout = (tuple(stops), tuple(junctions), tuple(map(tuple, straight)))
        return self._layout

    def edges_of(self, end: End) -> tuple[int, ...]:
        """The edges that a stop or junction is joined to, by one piece or over junctions."""
        return tuple(sorted({n for kind, n in _near(self, end) if kind == EDGE}))

    def stop_of(self, edge: int) -> int:
        """The stop that an edge leads to, or -1."""
        ways = self.ends_at(edge)
        return ways[0].stop if ways else -1

    def joined(self) -> frozenset[tuple[int, int]]:
        """The pairs of edges (lower first) between which a train can pass, over one stop at most."""
        pairs = [(a, b) for a in self.exits for b in self.exits if a < b]
        return frozenset(pair for pair in pairs if self.crossings(*pair))


def _piece(ends: Sequence[str], rotation: int) -> Piece:
    first, second = (_end(text, rotation) for text in ends)
    return first, second


def _end(text: str, rotation: int) -> End:
    kind, n = text[0], int(text[1:])
    return (kind, (n + rotation) % 6) if kind == EDGE else (kind, n)


def ways_from(pieces: tuple[Piece, ...], end: End) -> tuple[tuple[int, End], ...]:
    """The pieces that start at an end, each with its other end."""
    ways = []
    for n, (first, second) in enumerate(pieces):
        if first == end:
            ways.append((n, second))
        elif second == end:
            ways.append((n, first))
    return tuple(ways)


def _near(face: Face, start: End) -> list[End]:
    """The edges and stops next to an end, looking through junctions only."""
    ends = [start]
    for end in ends:
        if end == start or end[0] == JUNCTION:
            ends.extend(other for _, other in face.ways(end) if other not in ends)
    return [end for end in ends[1:] if end[0] != JUNCTION]


def _crossings(face: Face, at: End, goal: End, pieces: int, stop: int) -> list[Crossing]:
    """All ways from `at` to `goal` that use no piece twice and one stop at most."""
    found = []
    for piece, other in face.ways(at):
        bit = 1 << piece
        if pieces & bit:
            continue
        if other == goal:
            found.append(Crossing(pieces | bit, other[1] if other[0] == STOP else stop))
        elif other[0] == JUNCTION:
            found += _crossings(face, other, goal, pieces | bit, stop)
        elif other[0] == STOP and stop < 0 and goal[0] == EDGE:
            found += _crossings(face, other, goal, pieces | bit, other[1])
    return found
