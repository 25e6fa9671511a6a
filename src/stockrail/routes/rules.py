"""What a title declares about running trains.

Reading a run, explaining it and searching for the best one all follow this declaration; no title has code of its own
inside them. A name in it (of a conflict rule or a bonus) is also the kind of the refusal or entry that cites it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from stockrail.board.track import Place


class TrainUse(NamedTuple):
    """A train that runs."""

    train: str
    reach: int  # how much the counted stops of its route may weigh, or how many hexes it goes: as its service says
    doubles: bool = False  # it has no route and lets a counted stop of another train pay twice
    service: str = ""  # what it does on its way, by name
    pays: int | None = None  # so many of its counted stops pay at most; all of them if None
    alone: bool = False  # whether it may run unjoined although its service joins trains


@dataclass(frozen=True, slots=True)
class Hop:
    """A route that is one stretch of track, from a stop on a higher level down to the next one, and pays a part."""

    levels: tuple[tuple[str, int], ...]  # of each hex; all others lie at 0
    parts: int = 2  # it pays one of so many parts,
    rounded_to: int = 10  # rounded up to a multiple of this
    name: str = "hop"  # under which the part that is not paid stands as a loss
    steps: frozenset[tuple[int, int]] | None = None  # from which level to which; any that goes down if None
    whole: frozenset[str] = frozenset()  # bonuses that are paid in full, by name

    def pays(self, value: int) -> int:
        return -(-value // (self.parts * self.rounded_to)) * self.rounded_to

    def goes_down(self, hexes: Sequence[str]) -> bool:
        levels = dict(self.levels)
        first, last = levels.get(hexes[0], 0), levels.get(hexes[-1], 0)
        return first > last if self.steps is None else (first, last) in self.steps


@dataclass(frozen=True, slots=True)
class Service:
    """What all trains of one kind do: what counts against their reach, what pays, where they may go."""

    weights: tuple[tuple[str, int], ...] = ()  # kinds of stop that count against the reach, and how much
    name: str = ""
    by_hexes: bool = False  # the reach is in hexes beyond the first, and no stop counts
    ends_pay: bool = False  # only the two ends pay
    paid: frozenset[str] | None = None  # kinds of stop that pay; all of them if None
    shuns: frozenset[str] = frozenset()  # kinds of stop that its trains may not come to
    joined: bool = False  # its trains are joined end to end and act as one (`TrainUse.alone` may free one of it)
    always: bool = False  # whatever can be joined is; trains that may stay alone do so only where they must
    sets: bool = False  # trains that end at the same stop are joined, in as many chains as that makes; see `sets`
    as_one: bool = False  # whether the rules within a route also bind its joined trains as a whole
    line: LineBonus | None = None  # pays by the straight line between the ends
    subsidy: int = 0  # for each hex that its trains touch; no part of the revenue
    hop: Hop | None = None
    track: str = ""  # the trains of all services with the same mark share no track with each other

    @classmethod
    def counting(cls, *kinds: str) -> Service:
        """The usual one: each stop of these kinds counts one, and every stop on the way pays."""
        return cls(tuple((kind, 1) for kind in kinds))

    def weight(self, kind: str) -> int:
        """What a stop of this kind takes of the reach."""
        return next((weight for name, weight in self.weights if name == kind), 0)

    def pays(self, kind: str) -> bool:
        return self.paid is None or kind in self.paid


@dataclass(frozen=True, slots=True)
class OneStopAHex:
    """Within a route: of several stops in one hex it uses one."""

    name: str = "repeats_stop"


@dataclass(frozen=True, slots=True)
class AtMostOne:
    """Within a route: of all stops of these kinds it comes to one."""

    name: str
    kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class Excludes:
    """Within a route: if it comes to a stop of one kind, it comes to no other stop of these kinds."""

    name: str
    kind: str
    kinds: frozenset[str]  # the kind itself among them


Within = OneStopAHex | AtMostOne | Excludes


class Line(NamedTuple):
    """A link between two stops without track or hexes in between, such as a line of another railway.

    It is used once in a run, as a piece of track is, and serves runs only. A stop that blocks a company's routes closes
    the lines there.
    """

    stop: Place
    box: Place  # where it leads; nothing else does
    again: bool = False  # whether the stop pays a second time to a route that uses the line

    def joins(self, hexes: tuple[str, str]) -> bool:
        return hexes in ((self.stop[0], self.box[0]), (self.box[0], self.stop[0]))


@dataclass(frozen=True, slots=True)
class Apart:
    """Between routes: no track is used twice, and each route is paid for all of its stops."""

    name: str = "shares_track"


@dataclass(frozen=True, slots=True)
class Together:
    """Between routes: track is shared, a location pays once in a run, and all routes hang together at the home."""

    meet_at: frozenset[str]  # kinds of stop in which two routes can meet
    home: frozenset[Place]  # one route visits one of these stops
    name: str = "hangs_apart"
    with_subsidy: bool = False  # whether the best run is the one with the most revenue and subsidy together
    by_stop: bool = False  # each stop of a location is a place to meet, to join and to choose, though it pays once


class Way(NamedTuple):
    """What a bonus may ask about a route."""

    stops: Sequence[Place]
    kinds: Sequence[str]  # of the stops
    stations: int  # own tokens on it


class Bonus(Protocol):
    """Something that a route earns besides the values of its stops."""

    @property
    def name(self) -> str: ...

    def value(self, way: Way) -> int:
        """What a route earns by it."""
        ...

    def bound(self) -> int:
        """No route earns more by it. A search may leave out what cannot matter even with this."""
        ...


@dataclass(frozen=True, slots=True)
class EndToEndBonus:
    """Pays for a route between two stops of one kind, by the number of the company's own stations on it."""

    name: str
    kind: str
    table: tuple[int, ...]  # for one own station, two, ...; the last entry also for more

    def value(self, way: Way) -> int:
        return self.by_stations(way.stations) if way.kinds[0] == way.kinds[-1] == self.kind else 0

    def bound(self) -> int:
        return max(self.table, default=0)

    def by_stations(self, stations: int) -> int:
        return self.table[min(stations, len(self.table)) - 1] if stations and self.table else 0


@dataclass(frozen=True, slots=True)
class StopBonus:
    """Pays at certain stops, to each route that begins, passes or ends there."""

    name: str
    stops: tuple[tuple[Place, int], ...]

    def value(self, way: Way) -> int:
        return sum(pays for place, pays in self.stops if place in way.stops)

    def bound(self) -> int:
        return sum(max(0, pays) for _, pays in self.stops)

    def at(self, place: Place) -> int:
        return sum(pays for other, pays in self.stops if other == place)


@dataclass(frozen=True, slots=True)
class LineBonus:
    """Pays for each hex that lies between the two ends in a straight line, whatever the way of the trains was."""

    name: str
    a_hex: int
    with_end: tuple[tuple[str, int], ...] = ()  # kinds of end that raise the pay of a hex, and to what
    by_entry: bool = True  # an end off the map lies one hex beyond the one by which the train leaves; or where it is
    to_itself: bool = False  # whether such an end is also away from itself, by way of the hex beside it

    def value(self, between: int, ends: Sequence[str]) -> int:
        """For so many hexes between ends of these kinds."""
        return between * max([self.a_hex, *(pays for kind, pays in self.with_end if kind in ends)])

    def bound(self, hexes: int) -> int:
        """For trains that go so many hexes in all: one of them is the last end."""
        return max(0, hexes - 1) * max([self.a_hex, *(pays for _, pays in self.with_end)])


@dataclass(frozen=True, slots=True)
class RunRules:
    """How routes are counted and paid at present. Hashable: results are remembered by it."""

    colour: str  # the entry of revenue tables that applies now
    services: tuple[Service, ...]
    within: tuple[Within, ...] = ()
    between: Apart | Together = Apart()
    bonuses: tuple[EndToEndBonus | StopBonus, ...] = ()
    ends: frozenset[str] | None = None  # kinds of stop where a route may end; any if None
    tokens: frozenset[str] | None = None  # kinds of stop where an own token lets a route run; any if None
    barred: frozenset[str] = frozenset()  # locations that the company's trains may not come to
    doublers: int = 1  # so many trains at most double a stop; several may double the same one
    lines: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        excludes = any(isinstance(rule, Excludes) for rule in self.within)
        if isinstance(self.between, Together) and (self.lines or excludes):
            raise ValueError("routes that hang together cannot use lines or stops that exclude others")

    def service(self, train: TrainUse) -> Service:
        """What the train does."""
        return next(service for service in self.services if service.name == train.service)

    @property
    def one_stop_a_hex(self) -> bool:
        return any(isinstance(rule, OneStopAHex) for rule in self.within)

    def faults(self) -> frozenset[str]:
        """The kinds of fault that runs can have by what is declared here, besides those of all runs."""
        found = {rule.name for rule in (*self.within, self.between)}
        found |= {"too_far" for service in self.services if service.by_hexes}
        found |= {"shuns" for service in self.services if service.shuns}
        found |= {"not_joined" for service in self.services if service.joined}
        found |= {"no_home"} if isinstance(self.between, Together) else set()
        found |= {"no_hop" for service in self.services if service.hop}
        found |= {"wrong_end"} if self.ends is not None else set()
        found |= {"barred"} if self.barred else set()
        return frozenset(found)
