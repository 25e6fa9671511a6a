"""What lies on the map at one moment, and what each company can reach on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from stockrail.board.faces import EDGE, STOP, Face
from stockrail.board.meeting import Thing, Trails, piece_mark

if TYPE_CHECKING:
    from stockrail.board.board import Board, Cell

Place = tuple[str, int]
"""A hex and the number of a stop, a piece or an edge there."""

Homes = tuple[Place, ...] | None
"""Some of a company's tokens, from which alone it may start; None for all of them."""


class Walk:
    """All that one train without limit finds from one stop; hexes, stops and sides are small integers."""

    __slots__ = ("masks", "stops", "arrived")

    def __init__(self) -> None:
        self.masks: dict[int, int] = {}  # hex -> bit mask of pieces
        self.stops: set[int] = set()
        self.arrived: set[int] = set()  # sides at which track leads into a hex, whether it goes on there or not

    def add(self, other: Walk) -> None:
        for index, mask in other.masks.items():
            self.masks[index] = self.masks.get(index, 0) | mask
        self.stops |= other.stops
        self.arrived |= other.arrived

    def edges(self) -> dict[int, tuple[int, ...]]:
        """The edges of each hex at which track leads into it, rising."""
        found: dict[int, tuple[int, ...]] = {}
        for side in sorted(self.arrived):
            found[side >> 3] = (*found.get(side >> 3, ()), side & 7)
        return found

    def covers(self, other: Walk) -> bool:
        masks = self.masks
        return self.stops >= other.stops and all(not m & ~masks.get(n, 0) for n, m in other.masks.items())


def walk(cells: list[Cell], start: int) -> Walk:
    """Follows all track from a stop. Wherever a walk leads, a route without repetition leads too."""
    found = Walk()
    pieces, stops, todo, done = cells[start >> 3][6 + (start & 7)]
    masks, seen, arrived, met = found.masks, set(done), found.arrived, found.stops
    masks[start >> 3] = pieces
    met.add(start)
    met.update(stops)
    sides = list(todo)
    arrived.update(sides)
    for side in sides:
        if side in seen:
            continue
        index = side >> 3
        pieces, stops, todo, done = cells[index][side & 7]
        if pieces:
            masks[index] = masks.get(index, 0) | pieces
            if stops:
                met.update(stops)
            seen.update(done)
            for following in todo:
                if following not in arrived:
                    arrived.add(following)
                    sides.append(following)
    return found


def loose_walk(cells: list[Cell], starts: Iterable[int]) -> Walk:
    """The same from some stops, and also back over the sides by which it came to a hex, where no route may lead."""
    found = Walk()
    masks, arrived, met = found.masks, found.arrived, found.stops
    sides: list[int] = []
    for start in starts:
        pieces, stops, todo, _ = cells[start >> 3][6 + (start & 7)]
        masks[start >> 3] = masks.get(start >> 3, 0) | pieces
        met.add(start)
        met.update(stops)
        sides += [side for side in todo if side not in arrived]
        arrived.update(todo)
    for side in sides:
        index = side >> 3
        pieces, stops, todo, _ = cells[index][side & 7]
        if pieces:
            masks[index] = masks.get(index, 0) | pieces
            met.update(stops)
            for following in todo:
                if following not in arrived:
                    arrived.add(following)
                    sides.append(following)
    return found


class Reach:
    """What a company can get to with a train of any length.

    Where track meets at sides of hexes a walk may miss something. Then all track that leads on somehow is walked, too:
    only what lies between the two has to be looked for, and only if somebody asks for it.
    """

    def __init__(self, track: Track, company: str, one_stop_a_hex: bool, homes: Homes) -> None:
        self._track = track
        self._asked = (company, one_stop_a_hex, homes)
        self.walks = _walks(track, company, one_stop_a_hex, homes)
        """From each of the stops that were walked from."""
        self._least = _united(self.walks.values())

    @cached_property
    def joins(self) -> bool:
        """Whether some token of the company is connected to a second stop."""
        if any(len(found.stops) > 1 for found in self.walks.values()):
            return True
        return self._track.meets and any(self._come_to_another(start) for start in self.walks)

    def _come_to_another(self, start: int) -> bool:
        """Whether trails lead from a stop to another one."""
        loose = self._track.loose_walk(self._asked[0], start)
        pieces = {piece for stop in loose.stops - {start} for piece in self._pieces_at(stop)}
        return any(self._trails[start].come_to(piece) for piece in sorted(pieces))

    @cached_property
    def _most(self) -> Walk:
        """All track that leads on somehow, be it by ways that are no routes."""
        company, _, homes = self._asked
        return self._track.loose(company, homes) if self._track.meets else self._least

    @cached_property
    def _trails(self) -> dict[int, Trails]:
        """For each stop that was walked from, the routes which the walk may miss where track meets."""
        company, one_stop_a_hex, _ = self._asked
        return {start: Trails(self._track, company, one_stop_a_hex, start) for start in self.walks}

    def _come_to(self, thing: Thing) -> bool:
        """Whether a route comes to something that no walk has found."""
        return any(trails.come_to(thing) for trails in self._trails.values())

    @cached_property
    def _found(self) -> Walk:
        """What routes come to."""
        if self._most is self._least:
            return self._least
        total = _united([self._least])
        total.masks.update((index, self._pieces_in(index)) for index in self._most.masks)
        total.stops |= self.stop_numbers()
        total.arrived.update(side for side in self._most.arrived - total.arrived if self._come_to(("a", side)))
        return total

    def _pieces_in(self, index: int) -> int:
        least = self._least.masks.get(index, 0)
        missing = self._most.masks.get(index, 0) & ~least
        return least | sum(1 << n for n in bits(missing) if self._come_to(piece_mark(index, n)))

    @cached_property
    def _stops(self) -> set[int]:
        missing = self._most.stops - self._least.stops
        return self._least.stops | {stop for stop in missing if any(map(self._come_to, self._pieces_at(stop)))}

    def _pieces_at(self, stop: int) -> list[Thing]:
        """The pieces of track that come to a stop."""
        pieces = self._track.faces[stop >> 3].pieces
        return [piece_mark(stop >> 3, n) for n, ends in enumerate(pieces) if (STOP, stop & 7) in ends]

    @cached_property
    def stops(self) -> frozenset[Place]:
        names = self._track.board.names
        return frozenset((names[stop >> 3], stop & 7) for stop in self.stop_numbers())

    @cached_property
    def pieces(self) -> frozenset[Place]:
        names = self._track.board.names
        masks = self._found.masks
        return frozenset((names[index], n) for index, mask in masks.items() for n in bits(mask))

    @cached_property
    def edges(self) -> frozenset[Place]:
        """Both sides of each border that the company's track crosses or comes up to."""
        board = self._track.board
        own = {
            index * 8 + n
            for index, mask in self._found.masks.items()
            for piece in bits(mask)
            for kind, n in self._track.faces[index].pieces[piece]
            if kind == EDGE
        }
        sides = own | {board.across[side] for side in own if board.across[side] >= 0}
        return frozenset((board.names[side >> 3], side & 7) for side in sides)

    def stop_numbers(self) -> set[int]:
        """The stops as numbers, hex * 8 + stop; not to be altered."""
        return self._stops

    def pieces_in(self, name: str) -> int:
        """The bit mask of the pieces reached in a hex."""
        return self._pieces_in(self._track.board.indexes[name])

    def stops_in(self, name: str) -> tuple[int, ...]:
        """The stops reached in a hex."""
        base, least, most = self._track.board.indexes[name] * 8, self._least.stops, self._most.stops
        stops = [n for n in range(len(self._track.faces[base >> 3].stops)) if base + n in most]
        return tuple([n for n in stops if base + n in least or any(map(self._come_to, self._pieces_at(base + n)))])

    def arrivals_in(self, name: str) -> tuple[int, ...]:
        """The edges of a hex up to which track leads from outside."""
        least, most = self.arrivals_between(name)
        base = self._track.board.indexes[name] * 8
        return least if least == most else tuple(n for n in most if n in least or self._come_to(("a", base + n)))

    def arrivals_between(self, name: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The same as far as it is seen at once: some of these edges, and these with others."""
        index = self._track.board.indexes[name]
        return self._edges_at_least.get(index, ()), self._edges_at_most.get(index, ())

    @cached_property
    def _edges_at_least(self) -> dict[int, tuple[int, ...]]:
        return self._least.edges()

    @cached_property
    def _edges_at_most(self) -> dict[int, tuple[int, ...]]:
        return self._edges_at_least if self._most is self._least else self._most.edges()

    def touched(self) -> list[str]:
        """The hexes that the company's track enters or comes up to, in the order of the map."""
        return self._hexes_of(self._found)

    def touched_at_most(self) -> list[str]:
        """The same, perhaps with others, but found at once."""
        return self._hexes_of(self._most)

    def _hexes_of(self, found: Walk) -> list[str]:
        indexes = {side >> 3 for side in found.arrived} | {stop >> 3 for stop in found.stops}
        return [self._track.board.names[index] for index in sorted(indexes)]


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, rising."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class RoughReach(Reach):
    """The same without what single walks miss."""

    @cached_property
    def _most(self) -> Walk:
        return self._least

    @cached_property
    def joins(self) -> bool:
        return any(len(found.stops) > 1 for found in self.walks.values())


class Track:
    """An immutable snapshot of tiles and tokens. Get it from `Board.track`, which keeps those made before."""

    __slots__ = ("board", "key", "faces", "laid", "token_map", "homes", "full", "memo", "meets", "_cells", "_reaches")

    def __init__(
        self,
        board: Board,
        key: tuple[Any, Any],
        laid: Mapping[str, tuple[str, int]],
        tokens: Mapping[Place, tuple[str, ...]],
    ) -> None:
        self.board = board
        self.key = key
        self.laid = laid
        self.token_map = tokens
        self.memo: dict[Any, Any] = {}  # for functions of the track that are worth remembering
        self._reaches: dict[tuple[str, bool, Homes], Reach] = {}
        self._lay_faces()
        self._set_tokens()

    def _lay_faces(self) -> None:
        board = self.board
        self.faces = board.printed_faces.copy()
        self._cells = board.printed_cells.copy()
        for name, (tile, rotation) in self.laid.items():
            index = board.indexes[name]
            face = self.faces[index] = board.face(tile, rotation)
            self._cells[index] = board.cell(index, face)
        self.meets = any(face.meets for face in self.faces)
        """Whether track meets at a side of some hex."""

    def _set_tokens(self) -> None:
        self.homes: dict[str, list[int]] = {}  # company -> its stops
        self.full: list[tuple[int, tuple[str, ...]]] = []  # stops without a free slot
        for (name, stop), owners in self.token_map.items():
            index = self.board.indexes[name]
            number = index * 8 + stop
            for owner in owners:
                self.homes.setdefault(owner, []).append(number)
            if 0 < self.faces[index].stops[stop].slots <= len(owners):
                self.full.append((number, owners))
        for stops in self.homes.values():
            stops.sort()

    def face(self, name: str) -> Face:
        """What is to be seen on a hex: its tile, or what is printed."""
        return self.faces[self.board.indexes[name]]

    def tokens(self, name: str, stop: int) -> tuple[str, ...]:
        """The owners of the tokens at a stop."""
        return self.token_map.get((name, stop), ())

    def tokens_of(self, company: str) -> list[Place]:
        """The stops that hold a token of the company, in the order of the map."""
        names = self.board.names
        return [(names[stop >> 3], stop & 7) for stop in dict.fromkeys(self.homes.get(company, ()))]

    def is_open(self, name: str, stop: int) -> bool:
        """Whether a token could still be put there."""
        return len(self.tokens(name, stop)) < self.face(name).stops[stop].slots

    def blocks(self, name: str, stop: int, company: str) -> bool:
        """Whether the stop is full of other companies' tokens."""
        owners = self.tokens(name, stop)
        if not 0 < self.face(name).stops[stop].slots <= len(owners) or company in owners:
            return False
        return not self._passed_by_twins(self.board.indexes[name] * 8 + stop, company)

    def blocked(self, company: str) -> list[int]:
        """The numbers of all stops that block the company."""
        blocked = [stop for stop, owners in self.full if company not in owners]
        return [n for n in blocked if not self._passed_by_twins(n, company)] if self.board.twins else blocked

    def apart(self) -> Track:
        """The same for companies that take twins for separate cities."""
        board = self.board.apart()
        return self if board is self.board else board.track(self.laid, self.token_map)

    def _passed_by_twins(self, stop: int, company: str) -> bool:
        """Whether a full stop lets a company pass, as a stop joined to it has room or a token of the company."""
        names = self.board.names
        joined = self.joined_twins(stop)
        return any(
            company in self.tokens(names[n >> 3], n & 7) or self.is_open(names[n >> 3], n & 7) for n in joined - {stop}
        )

    def joined_twins(self, stop: int) -> frozenset[int]:
        """A stop with all that are one city with it, as numbers: of its location, and joined directly over sides."""
        location = self.faces[stop >> 3].stops[stop & 7].location
        if location not in self.board.twins:
            return frozenset({stop})
        key, joined = ("twins", stop), [stop]
        if key not in self.memo:
            for each in joined:
                joined += [n for n in self._beside(each) if n not in joined and self._is_at(n, location)]
            self.memo[key] = frozenset(joined)
        found: frozenset[int] = self.memo[key]
        return found

    def _is_at(self, stop: int, location: str | None) -> bool:
        return self.faces[stop >> 3].stops[stop & 7].location == location

    def _beside(self, stop: int) -> Iterator[int]:
        """The stops of other hexes to which track leads over one side and no other stop."""
        for edge in self.faces[stop >> 3].edges_of((STOP, stop & 7)):
            beyond = self.board.across[(stop >> 3) * 8 + edge]
            if beyond >= 0:
                yield from (
                    (beyond >> 3) * 8 + n
                    for n in range(len(self.faces[beyond >> 3].stops))
                    if beyond & 7 in self.faces[beyond >> 3].edges_of((STOP, n))
                )

    def reach(self, company: str, one_stop_a_hex: bool = True, homes: Homes = None) -> Reach:
        """All that the company can get to, from all its tokens or from some; see `Reach`."""
        key = (company, one_stop_a_hex, homes)
        found = self._reaches.get(key)
        if found is None:
            found = self._reaches[key] = Reach(self, company, one_stop_a_hex, homes)
        return found

    def arrivals_apart(self, name: str, company: str, one_stop_a_hex: bool, homes: Homes = None) -> tuple[int, ...]:
        """Edges of a hex up to which routes lead that do not pass the hex before; there may be more of them."""
        cells, closed = self.cells_for(company)
        index = self.board.indexes[name]
        # where no walk goes on, it makes no difference that it came there
        onward = [index * 8 + edge for edge, entry in enumerate(cells[index][:6]) if entry.nexts]
        cells = [*cells[:index], self.board.nowhere, *cells[index + 1 :]]
        known = {} if one_stop_a_hex else self.reach(company, False, homes).walks
        missing = {index * 8 + edge for edge in range(6)}
        for start in self.starts(company, homes):
            if start >> 3 == index:
                continue
            found = known.get(start)
            if found is None or not found.arrived.isdisjoint(onward):
                if missing.isdisjoint(self.loose_walk(company, start).arrived):
                    continue
                found = _walk_singly(self, cells, closed, start)[0] if one_stop_a_hex else walk(cells, start)
            missing -= found.arrived
        return tuple([edge for edge in range(6) if index * 8 + edge not in missing])

    def leads_somehow(self, company: str, names: Iterable[str]) -> bool:
        """Whether track leads from tokens of the company to stops in all these hexes, be it by no route."""
        indexes = {self.board.indexes[name] for name in names}
        return indexes <= {stop >> 3 for stop in self.loose(company, None).stops}

    def joins_somehow(self, names: Sequence[str]) -> bool:
        """Whether track leads from the first of these hexes to stops in all others, whatever tokens are in its way."""
        index, key = self.board.indexes[names[0]], ("joined", names[0])
        if key not in self.memo:
            starts = [index * 8 + n for n in range(len(self.faces[index].stops))]
            self.memo[key] = {stop >> 3 for stop in loose_walk(self._cells, starts).stops}
        return all(self.board.indexes[name] in self.memo[key] for name in names)

    def loose_walk(self, company: str, start: int) -> Walk:
        """All track that leads from a stop, passed as no route may pass it."""
        key = ("loose_walk", company, start)
        found: Walk | None = self.memo.get(key)
        if found is None:
            found = self.memo[key] = loose_walk(self.cells_for(company)[0], (start,))
        return found

    def loose(self, company: str, homes: Homes) -> Walk:
        """The same from all tokens, or some."""
        key = ("loose", company, homes)
        found: Walk | None = self.memo.get(key)
        if found is None:
            found = self.memo[key] = loose_walk(self.cells_for(company)[0], self.starts(company, homes))
        return found

    def rough_reach(self, company: str) -> Reach:
        """The same by single walks, found much sooner: where track meets at sides, something may be missing."""
        found: Reach | None = self.memo.get(("rough_reach", company))
        if found is None:
            found = self.memo["rough_reach", company] = RoughReach(self, company, False, None)
        return found

    def starts(self, company: str, homes: Homes = None) -> list[int]:
        """The stops with a token of the company, of which `homes` may pick some; not to be altered."""
        key = ("starts", company, homes)
        found: list[int] | None = self.memo.get(key)
        if found is None:
            stops = list(dict.fromkeys(self.homes.get(company, ())))
            wanted = stops if homes is None else {self.board.indexes[name] * 8 + stop for name, stop in homes}
            found = self.memo[key] = [stop for stop in stops if stop in wanted]
        return found

    def cells_for(self, company: str) -> tuple[list[Cell], dict[int, int]]:
        """The map as its trains see it; and hex -> the mask of the stops closed to them. Not to be altered."""
        known: tuple[list[Cell], dict[int, int]] | None = self.memo.get(("cells", company))
        if known is None:
            known = self.memo["cells", company] = self._cells_for(company)
        return known

    def _cells_for(self, company: str) -> tuple[list[Cell], dict[int, int]]:
        closed: dict[int, int] = {}
        for stop in self.blocked(company):
            closed[stop >> 3] = closed.get(stop >> 3, 0) | 1 << (stop & 7)
        cells = self._cells.copy()
        for index, mask in closed.items():
            cells[index] = self.board.cell(index, self.faces[index], mask)
        return cells, closed

    def with_tile(self, name: str, tile: str, rotation: int, stop_map: Mapping[int, int]) -> Track:
        """The same with one more tile; the tokens of the hex go where `stop_map` says."""
        laid = {**self.laid, name: (tile, rotation)}
        tokens = {place: owners for place, owners in self.token_map.items() if place[0] != name}
        for stop in range(len(self.face(name).stops)):
            owners = self.tokens(name, stop)
            if owners and stop in stop_map:
                place = (name, stop_map[stop])
                tokens[place] = tokens.get(place, ()) + owners
        return self.board.track(laid, tokens)


def _walks(track: Track, company: str, one_stop_a_hex: bool, homes: Homes) -> dict[int, Walk]:
    """A walk from each of the company's stops, unless another one has found all that it would."""
    cells, closed = track.cells_for(company)
    walks: dict[int, Walk] = {}
    covered: set[int] = set()
    for start in track.starts(company, homes):
        if start not in covered:
            found, exact = _walk_singly(track, cells, closed, start) if one_stop_a_hex else (walk(cells, start), True)
            walks[start] = found
            if exact and not track.meets:  # then whatever a token found on this walk could reach is found already
                covered |= found.stops
    return walks


def _united(walks: Iterable[Walk]) -> Walk:
    total = Walk()
    for found in walks:
        total.add(found)
    return total


def _walk_singly(track: Track, cells: list[Cell], closed: dict[int, int], start: int) -> tuple[Walk, bool]:
    """A walk on which no way uses two stops of one hex; and whether that rule made no difference at all.

    Where the plain walk finds several stops of a hex, every way uses one of them at most: so each choice of
    one stop for each such hex is walked with the others taken away, and the findings are united.
    """
    board, faces = track.board, track.faces
    home = start >> 3
    others = (1 << len(faces[home].stops)) - 1 & ~(1 << (start & 7))
    if others:
        cells = cells.copy()
        cells[home] = board.cell(home, faces[home], closed.get(home, 0), others)
    plain = walk(cells, start)
    choices = _choices(plain.stops, cells)
    if not choices:
        return plain, not others
    total = Walk()
    for kept in product(*choices):
        cells = cells.copy()
        for stop in kept:
            index = stop >> 3
            gone = (1 << len(faces[index].stops)) - 1 & ~(1 << (stop & 7))
            cells[index] = board.cell(index, faces[index], closed.get(index, 0), gone)
        total.add(walk(cells, start))
        if total.covers(plain):
            break
    return total, False


def _choices(stops: Iterable[int], cells: list[Cell]) -> list[list[int]]:
    """The stops of each hex of which several were found, one of them at least on the way to somewhere."""
    by_hex: dict[int, list[int]] = {}
    for stop in sorted(stops):
        by_hex.setdefault(stop >> 3, []).append(stop)
    return [found for index, found in by_hex.items() if len(found) > 1 and _leads_on(cells[index])]


def _leads_on(cell: Cell) -> bool:
    """Whether some edge of the hex leads over a stop to another edge."""
    return any(entry.stops and entry.nexts for entry in cell[:6])
