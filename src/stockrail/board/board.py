"""The map and the tiles of a title: hexes, their neighbours, every face that can lie on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from stockrail.board.catalogue import with_faces
from stockrail.board.faces import EDGE, STOP, Face
from stockrail.board.places import At, Chart, Link
from stockrail.board.track import Track

Laid = Mapping[str, tuple[str, int]]
Tokens = Mapping[tuple[str, int], tuple[str, ...]]

# How many tracks are remembered. A game has some hundreds; a bot that looks ahead visits thousands, but none for long,
# and each keeps what was found out about it: a process in which four such bots play grew by 140 MB with each game.
TRACKS_KEPT = 1024


@dataclass(frozen=True, slots=True)
class TileType:
    """A kind of tile in the supply."""

    name: str
    color: str
    count: int | None  # None: without end
    label: str | None
    fits: tuple[str, ...]  # the classes of hexes that it may lie on
    base: str  # the tile of the supply that it is: its own name, unless markers on a tile make several of one


@dataclass(frozen=True, slots=True, eq=False)
class Hex:
    """A place on the map."""

    name: str
    index: int
    place: str | None
    kind: str
    label: str | None
    terrain: tuple[Mapping[str, Any], ...]
    borders: tuple[Mapping[str, Any], ...]  # sides that cost something or are closed
    at: At
    printed: Face
    neighbors: tuple[str | None, ...]
    open_sides: frozenset[int]  # where new track may point


class Entry(NamedTuple):
    """What a walk finds when it enters a hex by an edge or starts from a stop there.

    A side is hex * 8 + edge, a stop is hex * 8 + its number: small integers, so that a walk is cheap.
    """

    pieces: int  # bit mask
    stops: tuple[int, ...]
    nexts: tuple[int, ...]  # sides of neighbours at which track arrives
    done: tuple[int, ...]  # sides of this hex that would show nothing more


Cell = tuple[Entry, ...]
"""A face lying on a hex, as a walk sees it: six entries by edge, then one for each stop."""


class Board:
    """The map of a title with its tiles. It never changes; what lies on it is a `Track`."""

    nowhere: Cell = (Entry(0, (), (), ()),) * 14  # a hex that no walk enters

    def __init__(
        self,
        chart: Chart,
        hexes: Mapping[str, Hex],
        tiles: Mapping[str, TileType],
        faces: list[list[Face]],
        twins: Iterable[str] = (),
    ) -> None:
        self.chart = chart
        self.hexes = MappingProxyType(dict(hexes))
        self.tiles = MappingProxyType(dict(tiles))
        self.buildable = frozenset(kind for tile in tiles.values() for kind in tile.fits)  # kinds of hex for tiles
        self.names = tuple(hexes)
        self.indexes = {name: place.index for name, place in hexes.items()}
        self.twins = frozenset(twins)
        """Locations whose stops are one city where track joins them directly, over a common side."""
        self.across = _across(self.hexes, self.indexes)
        self.edge_between = _edge_between(self.hexes)
        self.memo: dict[Any, Any] = {}  # for functions of the board that are worth remembering
        self._faces = {(face.tile, face.rotation): face for turned in faces for face in turned}
        self._cells: dict[tuple[int, Face, int, int], Cell] = {}
        self._tracks: dict[tuple[Any, Any], Track] = {}
        self.printed_faces = [place.printed for place in self.hexes.values()]
        self.printed_cells = [self.cell(n, face) for n, face in enumerate(self.printed_faces)]

    @classmethod
    def from_facts(cls, map_facts: Mapping[str, Any], tile_facts: Mapping[str, Any]) -> Board:
        """Builds the board from the parsed map and tile files of a title."""
        lines: Mapping[str, Mapping[str, Any]] = with_faces(tile_facts)["tiles"]
        tiles = {name: _tile_type(name, facts) for name, facts in lines.items()}
        faces = [[Face.from_facts(name, turn, facts) for turn in range(6)] for name, facts in lines.items()]
        buildable = frozenset(kind for tile in tiles.values() for kind in tile.fits)
        chart = Chart(map_facts)
        return cls(chart, _hexes(map_facts, chart, buildable), tiles, faces, map_facts.get("twins", ()))

    def shut(self, sides: Iterable[tuple[str, int]]) -> Board:
        """A sister board on which no route crosses some sides (hex, edge), though track may point at them.

        It shares hexes, tiles and faces; what is remembered by content it remembers for itself.
        """
        found: Board | None = self.memo.get(key := ("shut", frozenset(sides)))
        if found is None:
            found = self.memo[key] = self._sister(self.across.copy(), self.twins)
            for side in [self.indexes[name] * 8 + edge for name, edge in key[1]]:
                if (beyond := found.across[side]) >= 0:
                    found.across[side] = found.across[beyond] = -1
            found.edge_between = {
                (name, other): edge
                for (name, other), edge in self.edge_between.items()
                if found.across[self.indexes[name] * 8 + edge] >= 0
            }
            found.printed_cells = [found.cell(n, face) for n, face in enumerate(found.printed_faces)]
        return found

    def apart(self) -> Board:
        """A sister board on which twins are separate cities."""
        if not self.twins:
            return self
        found: Board | None = self.memo.get("apart")
        if found is None:
            found = self.memo["apart"] = self._sister(self.across, frozenset())
        return found

    def _sister(self, across: list[int], twins: frozenset[str]) -> Board:
        sister = copy(self)
        sister.across, sister.twins = across, twins
        sister.memo, sister._cells, sister._tracks = {}, {}, {}
        return sister

    def face(self, tile: str, rotation: int) -> Face:
        """The face of a tile turned by `rotation` sixths, clockwise."""
        return self._faces[tile, rotation]

    def track(self, laid: Laid, tokens: Tokens) -> Track:
        """What lies on the map: hex -> (tile, rotation), and (hex, stop) -> owners of the tokens there."""
        key = (frozenset(laid.items()), frozenset(tokens.items()))
        found = self._tracks.get(key)
        if found is None:
            if len(self._tracks) >= TRACKS_KEPT:
                self._tracks.pop(next(iter(self._tracks)), None)  # another thread may have been faster
            found = self._tracks[key] = Track(self, key, dict(laid), dict(tokens))
        return found

    def cell(self, index: int, face: Face, closed: int = 0, removed: int = 0) -> Cell:
        """A face on a hex as a walk sees it; the masks are those of `Face.flood`."""
        key = (index, face, closed, removed)
        found = self._cells.get(key)
        if found is None:
            found = self._cells[key] = self._make_cell(index, face, closed, removed)
        return found

    def _make_cell(self, index: int, face: Face, closed: int, removed: int) -> Cell:
        starts = [(EDGE, n) for n in range(6)] + [(STOP, n) for n in range(len(face.stops))]
        floods = [face.flood(start, closed, removed) for start in starts]
        base = index * 8
        entries = []
        for start, (pieces, stops, edges) in zip(starts, floods, strict=True):
            nexts = tuple(self.across[base + edge] for edge in edges if self.across[base + edge] >= 0)
            done = tuple(base + edge for edge in edges if not floods[edge].pieces & ~pieces)
            found = tuple(base + stop for stop in stops if (STOP, stop) != start)
            entries.append(Entry(pieces, found, nexts, done))
        return tuple(entries)


def _tile_type(name: str, facts: Mapping[str, Any]) -> TileType:
    fits = tuple(facts.get("for", ()))
    return TileType(name, facts["color"], facts.get("count"), facts.get("label"), fits, facts.get("of", name))


def _hexes(map_facts: Mapping[str, Any], chart: Chart, buildable: frozenset[str]) -> dict[str, Hex]:
    facts: Mapping[str, Mapping[str, Any]] = map_facts["hexes"]
    printed = {name: Face.from_facts(None, 0, hex_facts) for name, hex_facts in facts.items()}
    neighbors = _linked({name: _neighbors(name, facts, chart) for name in facts}, chart.links)
    return {
        name: Hex(
            name=name,
            index=index,
            place=hex_facts.get("name"),
            kind=hex_facts.get("class", ""),
            label=hex_facts.get("label"),
            terrain=tuple(hex_facts.get("terrain", ())),
            borders=tuple(hex_facts.get("borders", ())),
            at=chart.places[name],
            printed=printed[name],
            neighbors=neighbors[name],
            open_sides=_open_sides(neighbors[name], facts, printed, buildable),
        )
        for index, (name, hex_facts) in enumerate(facts.items())
    }


Neighbors = tuple[str | None, ...]
"""The neighbours of a hex by edge."""


def _neighbors(name: str, facts: Mapping[str, Mapping[str, Any]], chart: Chart) -> Neighbors:
    """A hex may name its neighbours itself; a side closed on either hex has none."""
    if "neighbours" in facts[name]:
        named = facts[name]["neighbours"]
        return tuple(named.get(str(edge)) for edge in range(6))
    beside = [chart.beside(name, edge) for edge in range(6)]
    return tuple(other if other and _joined(name, edge, other, facts) else None for edge, other in enumerate(beside))


def _joined(name: str, edge: int, other: str, facts: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether two hexes that lie side by side are neighbours to each other."""
    if other not in facts or _shut(facts[name], edge):
        return False
    if "neighbours" in facts[other]:
        return bool(facts[other]["neighbours"].get(str((edge + 3) % 6)) == name)
    return not _shut(facts[other], (edge + 3) % 6)


def _linked(neighbors: Mapping[str, Neighbors], links: Iterable[Link]) -> dict[str, Neighbors]:
    """With the sides that meet although they lie apart: hex, edge, hex, edge. What lies beside them is left out."""
    found = {name: list(around) for name, around in neighbors.items()}
    for link in links:
        if link.other_edge != (link.edge + 3) % 6:
            raise ValueError(f"the link from {link.hex} to {link.other} does not join opposite sides")
        for name, side in link.sides:
            beside = found[name][side]
            if beside is not None:
                found[beside][(side + 3) % 6] = None
        found[link.hex][link.edge], found[link.other][link.other_edge] = link.other, link.hex
    return {name: tuple(around) for name, around in found.items()}


def _shut(facts: Mapping[str, Any], edge: int) -> bool:
    return any(side["edge"] == edge and side["kind"] == "impassable" for side in facts.get("borders", ()))


def _open_sides(
    neighbors: Neighbors,
    facts: Mapping[str, Mapping[str, Any]],
    printed: Mapping[str, Face],
    buildable: frozenset[str],
) -> frozenset[int]:
    """The sides beyond which there is track, or may be some day."""
    return frozenset(
        edge
        for edge, other in enumerate(neighbors)
        if other and (facts[other].get("class", "") in buildable or (edge + 3) % 6 in printed[other].exits)
    )


def _across(hexes: Mapping[str, Hex], indexes: Mapping[str, int]) -> list[int]:
    """For each side the side that it meets, or -1."""
    across = [-1] * (8 * len(hexes))
    for place in hexes.values():
        for edge, other in enumerate(place.neighbors):
            if other is not None:
                across[place.index * 8 + edge] = indexes[other] * 8 + (edge + 3) % 6
    return across


def _edge_between(hexes: Mapping[str, Hex]) -> dict[tuple[str, str], int]:
    return {(name, other): e for name, place in hexes.items() for e, other in enumerate(place.neighbors) if other}
