"""Which tiles may be laid where: what the map, the tile and the company's own track have to say."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from stockrail.board.board import Board, Hex
from stockrail.board.faces import EDGE, JUNCTION, STOP, Face, Piece
from stockrail.board.track import Homes, Track

NEXT_COLOR = {"white": "yellow", "yellow": "green", "green": "brown", "brown": "grey"}


class Lay(NamedTuple):
    """A tile put on a hex, turned by `rotation` sixths clockwise."""

    hex: str
    tile: str
    rotation: int


class Terms(NamedTuple):
    """What a policy means for one hex: whether the colour may stay, and the sides where track must (None: all)."""

    same_colour: bool = False
    sides: frozenset[int] | None = None


class LayPolicy(NamedTuple):
    """What a tile may replace, and what must be kept.

    Usually a tile is of the next colour and keeps all track. With `same_colour` it may also be of the colour of the
    tile that it replaces; keeping "joined", not "all", binds only sides where track meets that of a neighbour, the
    ways between two of them, and the stops to which they lead. Its other track may be altered or left out. Keeping
    "pieces" binds these sides and, where a piece of track leads from one of them to another side, that one as well.
    """

    same_colour: bool = False
    keep: Literal["all", "joined", "pieces"] = "all"

    def on(self, track: Track, place: Hex) -> Terms:
        if self.keep == "all":
            return Terms(self.same_colour)
        sides = joined_sides(track, place)
        return Terms(
            self.same_colour, sides if self.keep == "joined" else _with_far_ends(track.face(place.name), sides)
        )


USUAL, USUAL_TERMS = LayPolicy(), Terms()


def joined_sides(track: Track, place: Hex) -> frozenset[int]:
    """The sides of a hex at which a neighbour has track, be it a side that may not be crossed yet."""
    around = enumerate(place.neighbors)
    return frozenset(edge for edge, other in around if other and (edge + 3) % 6 in track.face(other).exits)


def _with_far_ends(face: Face, sides: frozenset[int]) -> frozenset[int]:
    """Sides with those to which a piece of track leads from one of them."""
    across = [{n for kind, n in piece} for piece in face.pieces if all(kind == EDGE for kind, _ in piece)]
    return sides.union(*(ends for ends in across if ends & sides))


def check_lay(
    track: Track,
    company: str,
    lay: Lay,
    one_stop_a_hex: bool = True,
    homes: Homes = None,
    policy: LayPolicy = USUAL,
) -> str | None:
    """None if the company may lay that tile there, else the kind of the fault.

    Colour by phase, supply, cost and the number of tiles a turn are the caller's business. `homes` are the only tokens
    from which the company's track may lead there.
    """
    board = track.board
    place = board.hexes.get(lay.hex)
    if lay.tile not in board.tiles or lay.rotation not in range(6):
        return "no_such_tile"
    if place is None:
        return "closed_hex"
    old, new = track.face(lay.hex), board.face(lay.tile, lay.rotation)
    arrival = Arrival(track, company, place, one_stop_a_hex, homes, policy)
    return map_fault(board, place, old, new, arrival.terms) or arrival.why_not(new)


def possible_lays(
    track: Track,
    company: str,
    tiles: Sequence[str],
    one_stop_a_hex: bool = True,
    homes: Homes = None,
    policy: LayPolicy = USUAL,
) -> list[Lay]:
    """All lays of these tiles that `check_lay` accepts, sorted; of equal-looking rotations the lowest."""
    known: list[Lay] | None = track.memo.get(("lays", company, tuple(tiles), one_stop_a_hex, homes, policy))
    return list(each_lay(track, company, tiles, one_stop_a_hex, homes, policy) if known is None else known)


def each_lay(
    track: Track,
    company: str,
    tiles: Sequence[str],
    one_stop_a_hex: bool = True,
    homes: Homes = None,
    policy: LayPolicy = USUAL,
) -> Iterator[Lay]:
    """The same one after the other, for whoever wants to know only whether there is any."""
    key = ("lays", company, tuple(tiles), one_stop_a_hex, homes, policy)
    if key in track.memo:
        yield from track.memo[key]
        return
    hexes, buildable, wanted = track.board.hexes, track.board.buildable, frozenset(tiles)
    found: list[Lay] = []
    for name in sorted(track.reach(company, one_stop_a_hex, homes).touched_at_most()):
        if hexes[name].kind in buildable:
            arrival = Arrival(track, company, hexes[name], one_stop_a_hex, homes, policy)
            for new in arrival.welcomes(wanted):
                lay = Lay(name, new.tile or "", new.rotation)
                found.append(lay)
                yield lay
    track.memo[key] = found


def sure_lays(
    track: Track,
    company: str,
    tiles: Sequence[str],
    one_stop_a_hex: bool = True,
    homes: Homes = None,
    policy: LayPolicy = USUAL,
) -> Iterator[Lay]:
    """Some of the same, in no order: those that are seen at once."""
    hexes, wanted = track.board.hexes, frozenset(tiles)
    for name in track.reach(company, one_stop_a_hex, homes).touched_at_most():
        if hexes[name].kind in track.board.buildable:
            arrival = Arrival(track, company, hexes[name], one_stop_a_hex, homes, policy)
            yield from (Lay(name, new.tile or "", new.rotation) for new in arrival.sure if new.tile in wanted)


def stop_map(old: Face, new: Face, sides: frozenset[int] | None = None) -> dict[int, int]:
    """Where the old stops are on the new face: by shared edges; one without track takes a free place.

    Only some sides may count, namely those where track is kept.
    """
    moved: dict[int, int] = {}
    for stop in range(len(old.stops)):
        edges = _edges_of(old, stop, sides)
        if edges:
            home = new.stop_of(edges[0])
            if home >= 0:
                moved[stop] = home
    for stop in range(len(old.stops)):
        free = [n for n in range(len(new.stops)) if n not in moved.values()]
        if stop not in moved and new.stops:
            moved[stop] = free[0] if free else 0
    return dict(sorted(moved.items()))


def _edges_of(face: Face, stop: int, sides: frozenset[int] | None) -> tuple[int, ...]:
    edges = face.edges_of((STOP, stop))
    return edges if sides is None else tuple(edge for edge in edges if edge in sides)


def map_fault(board: Board, place: Hex, old: Face, new: Face, terms: Terms = USUAL_TERMS) -> str | None:
    """What keeps a tile off a hex whoever lays it, or None."""
    if place.kind not in board.buildable:
        return "closed_hex"
    tile = board.tiles[new.tile or ""]
    if place.kind not in tile.fits or (tile.label and tile.label != place.label):
        return "wrong_tile"
    if NEXT_COLOR.get(old.color) != new.color and not (terms.same_colour and _is_swap(old, new)):
        return "wrong_colour"
    if not keeps_track(old, new, terms.sides) or (tile.base != tile.name and len(new.stops) != len(old.stops)):
        return "drops_track"  # a tile with markers comes with as many as there were
    if new.exits - old.exits - place.open_sides:
        return "blank_side"
    return None


def _is_swap(old: Face, new: Face) -> bool:
    """Whether a tile replaces another one of its colour, or the same one differently turned; none lies as printed."""
    return old.tile is not None and old.color == new.color and (old.tile, old.layout()) != (new.tile, new.layout())


def keeps_track(old: Face, new: Face, sides: frozenset[int] | None = None) -> bool:
    """Whether every connection of the old face, or those of some sides, is there on the new one, stop by stop."""
    if not (old.exits if sides is None else old.exits & sides) <= new.exits:
        return False
    pairs = old.joined() - new.joined()
    if any(sides is None or sides.issuperset(pair) for pair in pairs):
        return False
    moved = stop_map(old, new, sides)
    for stop in range(len(old.stops)):
        if any(moved.get(stop) != new.stop_of(edge) for edge in _edges_of(old, stop, sides)):
            return False
    # Stops may merge only on a tile that has fewer of them.
    return len(new.stops) < len(old.stops) or len(set(moved.values())) == len(moved)


def adds_stop(board: Board, old: Face, new: Face) -> bool:
    """Whether the new face is the old tile with one more stop marked on its track."""
    same = old.tile and new.tile and board.tiles[old.tile].base == board.tiles[new.tile].base
    if not same or len(new.stops) != len(old.stops) + 1 or old.exits != new.exits:
        return False
    return old.joined() == new.joined() and keeps_track(old, new)


def stop_additions(track: Track) -> list[Lay]:
    """All ways of marking one more stop on a tile in play, sorted; of equal-looking ones the first."""
    found: list[Lay] | None = track.memo.get("additions")
    if found is None:
        board = track.board
        found = sorted(Lay(name, *way) for name in track.laid for way in _with_one_more(board, track.face(name)))
        track.memo["additions"] = found
    return found


def _with_one_more(board: Board, old: Face) -> tuple[tuple[str, int], ...]:
    key = ("one_more", old)
    if key not in board.memo:
        found: dict[object, tuple[str, int]] = {}
        for tile in board.tiles:
            for rotation in range(6):
                new = board.face(tile, rotation)
                if adds_stop(board, old, new):
                    found.setdefault(new.layout(), (tile, rotation))
        board.memo[key] = tuple(found.values())
    ways: tuple[tuple[str, int], ...] = board.memo[key]
    return ways


def fitting(board: Board, place: Hex, old: Face, terms: Terms = USUAL_TERMS) -> tuple[Face, ...]:
    """The tiles and rotations that fit on a hex, each look of a tile once."""
    key = ("fitting", place.kind, place.label, place.open_sides, old, terms)  # many hexes are alike
    if key not in board.memo:
        by_look: dict[object, Face] = {}
        colours = (NEXT_COLOR.get(old.color), old.color if terms.same_colour else None)
        for tile in [name for name, kind in board.tiles.items() if place.kind in kind.fits and kind.color in colours]:
            for rotation in range(6):
                face = board.face(tile, rotation)
                if map_fault(board, place, old, face, terms) is None:
                    by_look.setdefault((tile, face.layout()), face)
        board.memo[key] = tuple(by_look.values())
    faces: tuple[Face, ...] = board.memo[key]
    return faces


def lowerings(board: Board, place: Hex, face: Face) -> tuple[Face, ...]:
    """The tiles of the colour below that a face could have replaced on a hex, each look once: for a tile lost."""
    below = next((colour for colour, next_ in NEXT_COLOR.items() if next_ == face.color), None)
    by_look: dict[object, Face] = {}
    for tile in [name for name, kind in board.tiles.items() if kind.color == below and place.kind in kind.fits]:
        for rotation in range(6):
            lower = board.face(tile, rotation)
            if map_fault(board, place, lower, face) is None and keeps_track(place.printed, lower):
                by_look.setdefault((tile, lower.layout()), lower)
    return tuple(by_look.values())


class Change(NamedTuple):
    """What an upgrade alters, whoever looks at it."""

    moved: dict[int, int]  # old stop -> new stop
    gains: tuple[int, ...]  # masks of pieces; to reach all pieces of one of them is to reach new track
    rises: frozenset[int]  # stops that are worth more than before
    old: int  # the mask of the pieces that lay there already, to the same side or stop

    def is_gain(self, pieces: int, stops: Iterable[int]) -> bool:
        """Whether whoever reaches these pieces and stops has something new."""
        return any(pieces & gain == gain for gain in self.gains) or not self.rises.isdisjoint(stops)


class Welcome(NamedTuple):
    """The tiles that fit on a hex and gain something, as far as the sides tell at which a company arrives."""

    sure: frozenset[Face]
    sorted: tuple[Face, ...]  # with those of which it may depend on the rest of the way


class Arrival:
    """A company's own track at a hex, before a tile is laid there."""

    def __init__(
        self,
        track: Track,
        company: str,
        place: Hex,
        one_stop_a_hex: bool,
        homes: Homes = None,
        policy: LayPolicy = USUAL,
    ) -> None:
        self.track = track
        self.company = company
        self.place = place
        self.one_stop_a_hex = one_stop_a_hex
        self.homes = homes
        self.old = track.faces[place.index]
        self.terms = policy.on(track, place)
        self.owners = track.tokens(place.name, 0)
        self.own = company in self.owners and (homes is None or (place.name, 0) in homes)
        self.reach = track.reach(company, one_stop_a_hex, homes)
        self._findings: dict[tuple[int, ...], dict[Face, bool]] = {}

    def welcomes(self, tiles: Container[str]) -> Iterator[Face]:
        """Those of these tiles that may be laid, each look once, sorted; none is judged before it is asked for."""
        least, most = self.reach.arrivals_between(self.place.name)
        known = self._welcome(least)
        perhaps = known if least == most else self._welcome(most)
        for new in perhaps.sorted:
            if new.tile in tiles and (new in known.sure or self._is_welcome(new)):
                yield new

    @property
    def sure(self) -> frozenset[Face]:
        """Tiles that gain something for whoever comes by the sides that are known at once."""
        return self._welcome(self.reach.arrivals_between(self.place.name)[0]).sure

    def _is_welcome(self, new: Face) -> bool:
        """Whether a tile gains something of which the sides where the company surely arrives do not tell."""
        return new in self._welcome(self.edges).sure if self._is_plain(new) else self._gains(new)

    @cached_property
    def edges(self) -> tuple[int, ...]:
        """The sides at which the company arrives."""
        return self.reach.arrivals_in(self.place.name)

    def _welcome(self, edges: tuple[int, ...]) -> Welcome:
        """What fits and is gained from some sides is the same wherever hexes, tiles and sides are alike."""
        place, memo = self.place, self.track.board.memo
        others = -1 if self.company in self.owners else len(self.owners)
        key = ("welcome", place.kind, place.label, place.open_sides, self.old, edges, self.own, others, self.terms)
        known: Welcome | None = memo.get(key)
        if known is None:
            faces = fitting(self.track.board, place, self.old, self.terms)
            sure = tuple(new for new in faces if self._is_plain(new) and self._is_gained(new, edges))
            open_ = tuple(new for new in faces if not self._is_plain(new))
            both = sorted((*sure, *open_), key=lambda face: (face.tile or "", face.rotation))
            known = memo[key] = Welcome(frozenset(sure), tuple(both))
        return known

    def _is_gained(self, new: Face, edges: tuple[int, ...]) -> bool:
        """Whether a plain tile gains something for whoever arrives at these sides."""
        pieces, stops = self._found_on(new, edges)
        return bool(pieces or stops) and self._change(new).is_gain(pieces, stops)

    def _change(self, new: Face) -> Change:
        return _change(self.track.board, self.old, new, self.terms.sides)

    def why_not(self, new: Face) -> str | None:
        """Why the company may not lay a tile that fits."""
        gains = self._is_gained(new, self.edges) if self._is_plain(new) else self._gains(new)
        return None if gains else self.fault(new)

    def fault(self, new: Face) -> str | None:
        """Why the track does not come to a tile or gains nothing by it."""
        change = self._change(new)
        pieces, stops = self._found_on(new, self.edges) if self._is_plain(new) else self._found_after(new, change)
        if not pieces and not stops:
            return "not_reached"
        return None if change.is_gain(pieces, stops) else "adds_nothing"

    def _gains(self, new: Face) -> bool:
        """Whether there is no fault. Mostly that is seen from both sides without laying the tile."""
        if self._has_twins(new):
            return self.fault(new) is None
        if self._is_all_open and not self._finds_gain(self._edges_at_most, new):
            return False
        one_at_most = not self.one_stop_a_hex or len(new.stops) < 2
        if one_at_most and self._finds_gain(self._edges_apart, new):
            return True
        if self._stays_old(new, self._change(new)):
            return False
        return self.fault(new) is None

    def _finds_gain(self, edges: tuple[int, ...], new: Face) -> bool:
        """Whether who comes by some edges, or from the company's own stops, finds something new on a tile.

        It is the same wherever tiles, tokens and edges are alike.
        """
        known: dict[Face, bool] | None = self._findings.get(edges)
        if known is None:
            key = ("findings", self.old, self.terms.sides, self._own_stops, self._held, edges)
            known = self._findings[edges] = self.track.board.memo.setdefault(key, {})
        found = known.get(new)
        if found is None:
            change = self._change(new)
            found = known[new] = change.is_gain(*self._found_from(edges, new, change))
        return found

    @cached_property
    def _held(self) -> tuple[tuple[int, bool], ...]:
        """How many tokens are at each stop, and whether one of them is the company's."""
        owners = [self.track.tokens(self.place.name, stop) for stop in range(len(self.old.stops))]
        return tuple([(len(some), self.company in some) for some in owners])

    def _stays_old(self, new: Face, change: Change) -> bool:
        """Whether routes that come here as things are find nothing on a tile but track that was there before.

        Then the tile makes no new routes: the first new piece of one would be found by what came before it, which is
        a route on the old track. Where no track meets, not all sides are known at which routes come.
        """
        if not self.track.meets or not self._is_all_open:
            return False
        pieces, stops = self._found_from(self.edges, new, change)
        return not pieces & ~change.old and not change.is_gain(pieces, stops)

    @cached_property
    def _edges_apart(self) -> tuple[int, ...]:
        """Where routes arrive that have not passed the hex: of one edge alone that is sure."""
        least, most = self.reach.arrivals_between(self.place.name)
        if least == most and len(least) == 1 and not self._own_stops:
            return least
        return self.track.arrivals_apart(self.place.name, self.company, self.one_stop_a_hex, self.homes)

    @cached_property
    def _edges_at_most(self) -> tuple[int, ...]:
        """Where track arrives somehow, be it by ways that are no routes: with another tile they might be."""
        base, arrived = self.place.index * 8, self.track.loose(self.company, self.homes).arrived
        return tuple([edge for edge in range(6) if base + edge in arrived])

    @cached_property
    def _is_all_open(self) -> bool:
        """Whether the company passes all stops of the hex as it is: then a tile opens nothing but its new track."""
        stops = enumerate(self.old.stops)
        return all(stop.run_through and not self.track.blocks(self.place.name, n, self.company) for n, stop in stops)

    @cached_property
    def _own_stops(self) -> tuple[int, ...]:
        base = self.place.index * 8
        starts = self.track.starts(self.company, self.homes)
        return tuple(start - base for start in starts if start >> 3 == self.place.index)

    def _found_from(self, edges: Iterable[int], new: Face, change: Change) -> tuple[int, set[int]]:
        """The pieces and stops of a new tile that are found from some edges and the company's own stops."""
        closed = self._closed_on(new, change.moved)
        own = [change.moved[stop] for stop in self._own_stops if stop in change.moved]
        pieces, stops = 0, set(own)
        for start in [*((EDGE, edge) for edge in edges), *((STOP, stop) for stop in own)]:
            flood = new.flood(start, closed)
            pieces |= flood.pieces
            stops.update(flood.stops)
        return pieces, stops

    def _closed_on(self, new: Face, moved: Mapping[int, int]) -> int:
        """The mask of the stops of a new tile that are full of other companies' tokens."""
        owners: dict[int, list[str]] = {}
        for stop, now in moved.items():
            owners.setdefault(now, []).extend(self.track.tokens(self.place.name, stop))
        full = [n for n, some in owners.items() if 0 < new.stops[n].slots <= len(some) and self.company not in some]
        return sum(1 << n for n in full)

    def _is_plain(self, new: Face) -> bool:
        return new.plain and self.old.plain and not self._has_twins(new)

    def _has_twins(self, new: Face) -> bool:
        """Whether stops of other hexes have a say in who passes here; then the tile is laid to see what it brings."""
        twins = self.track.board.twins
        return bool(twins) and any(stop.location in twins for stop in (*self.old.stops, *new.stops))

    def _found_after(self, new: Face, change: Change) -> tuple[int, tuple[int, ...]]:
        """The pieces and stops of a new tile that the company would reach."""
        name = self.place.name
        after = self.track.with_tile(name, new.tile or "", new.rotation, change.moved)
        reach = after.reach(self.company, self.one_stop_a_hex, _moved(self.homes, name, change.moved))
        return reach.pieces_in(name), reach.stops_in(name)

    def _found_on(self, new: Face, edges: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """The same without laying it.

        A way to the tile uses nothing but what lies there already, so the reach before the lay tells all sides at
        which the company arrives. True for plain faces only: on others the rest of the way may matter.
        """
        closed = bool(new.stops) and 0 < new.stops[0].slots <= len(self.owners) and self.company not in self.owners
        pieces, stops = 0, self.own
        for edge in edges:
            flood = new.flood((EDGE, edge), int(closed))
            pieces |= flood.pieces
            stops = stops or bool(flood.stops)
        if self.own:
            pieces |= new.flood((STOP, 0), int(closed)).pieces
        return pieces, (0,) if stops else ()


def _moved(homes: Homes, name: str, moved: Mapping[int, int]) -> Homes:
    """The same tokens after a tile was laid in a hex."""
    if homes is None:
        return None
    return tuple((hex_, moved.get(stop, stop) if hex_ == name else stop) for hex_, stop in homes)


def _change(board: Board, old: Face, new: Face, sides: frozenset[int] | None) -> Change:
    key = ("change", old, new, sides)
    if key not in board.memo:
        moved = stop_map(old, new, sides)
        rises = frozenset(stop for stop in range(len(new.stops)) if _rises(old, new, moved, stop))
        board.memo[key] = Change(moved, _gains(old, new), rises, _kept(old, new, moved))
    change: Change = board.memo[key]
    return change


def _gains(old: Face, new: Face) -> tuple[int, ...]:
    fresh = [1 << n for n, piece in enumerate(new.pieces) if _is_fresh(old, piece)]
    pairs = sorted(new.joined() - old.joined())
    return tuple(fresh + [way.pieces for pair in pairs for way in new.crossings(*pair)])


def _kept(old: Face, new: Face, moved: Mapping[int, int]) -> int:
    """The pieces that lead straight from a side to a side, or to a stop that nothing was merged into, as before."""
    single = {stop: now for stop, now in moved.items() if list(moved.values()).count(now) == 1}
    before = {frozenset((kind, single.get(n, -1) if kind == STOP else n) for kind, n in piece) for piece in old.pieces}
    return sum(
        1 << n
        for n, piece in enumerate(new.pieces)
        if frozenset(piece) in before and all(kind != JUNCTION for kind, _ in piece)
    )


def _is_fresh(old: Face, piece: Piece) -> bool:
    """Whether a piece leads to a side where no track was."""
    return any(kind == EDGE and n not in old.exits for kind, n in piece)


def _rises(old: Face, new: Face, moved: dict[int, int], stop: int) -> bool:
    """Whether a city, or a town that gives markers, is worth more than what it was made from."""
    before = [old.stops[was] for was, now in moved.items() if now == stop]
    if new.stops[stop].kind == "city":
        return new.stops[stop].best_value() > max((was.best_value() for was in before), default=0)
    return new.stops[stop].markers > max((was.markers for was in before), default=0)
