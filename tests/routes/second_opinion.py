"""A second opinion on the best run: an exact model in OR-Tools CP-SAT that shares nothing with the search.

It is made of the pieces of track as they lie on the map and of what the title declares, never of the contracted
network; so an error in contracting, reading or searching shows as a difference. Each train is a circuit through a
depot: from there to the stop where its route begins, along pieces of track, and back from the stop where it ends.

Slow and thorough, for tests only.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from ortools.sat.python import cp_model

from stockrail.board.faces import EDGE, JUNCTION, STOP
from stockrail.board.track import Place, Track
from stockrail.routes import AtMostOne, EndToEndBonus, Excludes, RunRules, StopBonus, TrainUse

PATIENCE = 5.0
"""How long the solver may think, in its own units (very roughly seconds): the same on every machine."""


class Opinion(NamedTuple):
    """The best run as the solver sees it, its routes as `read_run` takes them."""

    total: int
    routes: tuple[tuple[str, tuple[str, ...]], ...]
    proven: bool
    bound: int  # no run earns more


def best_total(
    track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules, patience: float = PATIENCE
) -> Opinion:
    """The run that earns most; `proven` unless the patience was too short."""
    return RunModel(track, company, trains, rules).solve(patience)


# -- what the declaration says ---------------------------------------------------------------------------------------


class Declared(NamedTuple):
    """All that the declaration and the tokens say of one stop, for one company."""

    kind: str
    value: int
    at_end: int  # what it pays more to a route that ends there
    counts: int  # against a train's number
    own: bool  # holds a station of the company
    through: bool  # may be passed; else it can only be an end
    may_end: bool
    open: bool  # may be visited at all
    location: str | None


def declared(track: Track, company: str, rules: RunRules, place: Place) -> Declared:
    """The one place where the declaration of a stop is read (18EU 4.4.3-b, d, e, f, l)."""
    name, number = place
    service = rules.services[0]
    stop = track.face(name).stops[number]
    owners = track.token_map.get(place, ())
    shut = bool(stop.slots) and len(owners) >= stop.slots and company not in owners
    paid = service.paid is None or stop.kind in service.paid
    value = stop.value(rules.colour) if paid else 0
    bonus = sum(pays for each in rules.bonuses if isinstance(each, StopBonus) for at, pays in each.stops if at == place)
    return Declared(
        kind=stop.kind,
        value=value + bonus,
        at_end=stop.value_at_end(rules.colour) - value if paid else 0,
        counts=dict(service.weights).get(stop.kind, 0),
        own=company in owners and (rules.tokens is None or stop.kind in rules.tokens),
        through=stop.run_through and not shut,
        may_end=rules.ends is None or stop.kind in rules.ends,
        open=stop.kind not in service.shuns and stop.location not in rules.barred,
        location=stop.location,
    )


def exclusive(rules: RunRules, stops: Mapping[Place, Declared]) -> list[list[Place]]:
    """The groups of stops of which a route visits one at most (18EU 4.4.3-k)."""
    groups: dict[object, list[Place]] = defaultdict(list)
    for place, stop in stops.items():
        if stop.location:
            groups[stop.location].append(place)
        for rule in rules.within:
            if isinstance(rule, AtMostOne):
                groups[rule].extend([place] if stop.kind in rule.kinds else [])
            elif isinstance(rule, Excludes):
                for other, there in stops.items():
                    if stop.kind == rule.kind and there.kind in rule.kinds and other != place:
                        groups[rule, frozenset({place, other})] = [place, other]
            else:
                groups[rule, place[0]].append(place)
    return [group for group in groups.values() if len(group) > 1]


# -- the track as a graph --------------------------------------------------------------------------------------------

Spot = tuple[str, str, int]
"""Where pieces of track end: a hex with one of its sides, stops or junctions."""

Node = tuple[Spot, int]
"""A spot as a circuit sees it. It meets a node once; a spot that may be passed more often has several."""

DEPOT: Node = (("", "", 0), 0)


class Rail(NamedTuple):
    """A piece of track."""

    hex: str
    number: int
    ends: tuple[Spot, Spot]


def beyond(track: Track, side: Spot) -> Spot | None:
    """The side of the neighbour that a side of a hex lies against."""
    name, _, edge = side
    other = track.board.hexes[name].neighbors[edge]
    return (other, EDGE, (edge + 3) % 6) if other else None


def rails_near(track: Track, company: str) -> list[Rail]:
    """All pieces that hang together with a station of the company, whatever stands in the way."""
    at: dict[Spot, list[Rail]] = defaultdict(list)
    for name in track.board.hexes:
        for number, (first, second) in enumerate(track.face(name).pieces):
            rail = Rail(name, number, ((name, *first), (name, *second)))
            for end in rail.ends:
                at[end].append(rail)
    todo: list[Spot] = [(name, STOP, stop) for (name, stop), owners in track.token_map.items() if company in owners]
    seen = set(todo)
    for here in todo:
        across = beyond(track, here) if here[1] == EDGE else None
        near = [end for rail in at[here] for end in rail.ends]
        for end in [*near, across] if across else near:
            if end not in seen:
                seen.add(end)
                todo.append(end)
    return sorted({rail for here in seen for rail in at[here]})


class Layout:
    """The track that all trains have in common, as nodes and what joins them."""

    def __init__(self, track: Track, company: str, rules: RunRules) -> None:
        self.rails = rails_near(track, company)
        self.again: dict[Rail, int] = {}  # what the use of a line pays besides
        self._lay_lines(track, company, rules)
        meeting = Counter(end for rail in self.rails for end in rail.ends)
        places = [(name, number) for name, kind, number in meeting if kind == STOP]
        self.stops = {place: declared(track, company, rules, place) for place in places}
        self.crossings: list[tuple[Spot, Spot]] = []  # sides that lie against each other
        self.nodes: dict[Spot, list[Node]] = {}
        for here, pieces in meeting.items():
            passages = 1
            if here[1] == JUNCTION:
                passages = pieces // 2  # track is used once, a junction as often as there is track for (4.4.3-j)
            elif here[1] == EDGE:
                across = beyond(track, here)
                passages = min(pieces, meeting[across]) if across else 0
                if passages and across and here < across:
                    self.crossings.append((here, across))
            self.nodes[here] = [(here, n) for n in range(passages)]

    def _lay_lines(self, track: Track, company: str, rules: RunRules) -> None:
        """A line is a piece of track from one stop to another, which nothing else leads to."""
        near = {end for rail in self.rails for end in rail.ends}
        near |= {(hex_, STOP, stop) for (hex_, stop), owners in track.token_map.items() if company in owners}
        for number, line in enumerate(rules.lines):
            first, last = ((name, STOP, stop) for name, stop in (line.stop, line.box))
            if first in near:
                rail = Rail(line.stop[0], -1 - number, (first, last))
                self.rails.append(rail)
                value = track.face(line.stop[0]).stops[line.stop[1]].value(rules.colour)
                self.again[rail] = value if line.again else 0


# -- the model -------------------------------------------------------------------------------------------------------

Flag = cp_model.IntVar


@dataclass
class Ride:
    """One train in the model: the arcs that its circuit takes, and what follows from them."""

    train: TrainUse
    runs: Flag
    arcs: dict[tuple[Node, Node], Flag] = field(default_factory=dict)
    on_rail: dict[Rail, list[Flag]] = field(default_factory=lambda: defaultdict(list))
    comes_to: dict[Node, Flag] = field(default_factory=dict)
    visits: dict[Place, Flag] = field(default_factory=dict)
    starts: dict[Place, Flag] = field(default_factory=dict)
    ends: dict[Place, Flag] = field(default_factory=dict)


class RunModel:
    """All trains of a company on its track."""

    def __init__(self, track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> None:
        self.model = cp_model.CpModel()
        self.layout = Layout(track, company, rules)
        self.earned: list[cp_model.LinearExprT] = []
        self.rides = [self._ride(train) for train in trains if not train.doubles]
        for ride in self.rides:
            self._limit(ride, rules)
            self._pay(ride, rules)
        self._share_no_track()
        self._order_equal_trains()
        doublers = [train.train for train in trains if train.doubles][: rules.doublers]
        self.doubled = {doubler: self._double() for doubler in doublers}
        self.model.maximize(sum(self.earned))

    def solve(self, patience: float) -> Opinion:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        solver.parameters.linearization_level = 0  # the linear relaxation of circuits is weak: twice as fast without
        solver.parameters.max_deterministic_time = patience
        status = solver.solve(self.model)
        bound = round(solver.best_objective_bound)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return Opinion(0, (), False, bound)
        total = round(solver.objective_value)
        return Opinion(total, tuple(self._written(solver)), status == cp_model.OPTIMAL, bound)

    def _flag(self) -> Flag:
        return self.model.new_bool_var("")

    # -- one train ---------------------------------------------------------------------------------------------------

    def _ride(self, train: TrainUse) -> Ride:
        """The circuit of a train: any way along the track from one stop to another, or none at all."""
        ride = Ride(train, self._flag())
        self._lay_rails(ride)
        self._lay_crossings(ride)
        self._lay_stops(ride)
        self._face_forwards(ride)
        for (_, kind, _), nodes in self.layout.nodes.items():
            for node in nodes if kind == JUNCTION else ():
                ride.comes_to[node] = self._flag()
        for flag in ride.comes_to.values():
            self.model.add_implication(flag, ride.runs)  # else a ring beside the depot would be a circuit too
        numbers = {node: n for n, node in enumerate([DEPOT, *ride.comes_to])}
        taken = [(numbers[here], numbers[there], flag) for (here, there), flag in ride.arcs.items()]
        left_out = [(numbers[node], numbers[node], ~flag) for node, flag in ride.comes_to.items()]
        self.model.add_circuit([*taken, *left_out, (0, 0, ~ride.runs)])
        return ride

    def _lay_rails(self, ride: Ride) -> None:
        for rail in self.layout.rails:
            first, last = (self.layout.nodes[end] for end in rail.ends)
            for arc in [arc for here in first for there in last for arc in ((here, there), (there, here))]:
                ride.arcs[arc] = self._flag()
                ride.on_rail[rail].append(ride.arcs[arc])

    def _lay_crossings(self, ride: Ride) -> None:
        """A train that comes to a side crosses it: it cannot turn there onto other track of the same hex."""
        for first, last in self.layout.crossings:
            for here, there in zip(self.layout.nodes[first], self.layout.nodes[last], strict=True):
                out = ride.arcs[here, there] = self._flag()
                back = ride.arcs[there, here] = self._flag()
                ride.comes_to[here] = ride.comes_to[there] = crossed = self._flag()
                self.model.add(out + back == crossed)

    def _lay_stops(self, ride: Ride) -> None:
        for place, stop in self.layout.stops.items():
            (node,) = self.layout.nodes[place[0], STOP, place[1]]
            start = ride.starts[place] = ride.arcs[DEPOT, node] = self._flag()
            end = ride.ends[place] = ride.arcs[node, DEPOT] = self._flag()
            visit = ride.visits[place] = ride.comes_to[node] = self._flag()
            self.model.add_at_most_one(start, end)  # a route needs two stops (4.4.3-c)
            if not stop.open:
                self.model.add(visit == 0)
            if not stop.may_end:
                self.model.add(start + end == 0)
            if not stop.through:
                self.model.add_bool_or(start, end, ~visit)

    def _face_forwards(self, ride: Ride) -> None:
        """Of a route and the same one backwards the one from the earlier stop: half the work."""
        places = list(self.layout.stops)
        for n, place in enumerate(places):
            self.model.add_bool_or(*(ride.starts[earlier] for earlier in places[:n]), ~ride.ends[place])

    def _limit(self, ride: Ride, rules: RunRules) -> None:
        """What a route may visit, and must."""
        stops = self.layout.stops
        self.model.add(sum(stops[place].counts * flag for place, flag in ride.visits.items()) <= ride.train.reach)
        self.model.add_bool_or(*(flag for place, flag in ride.visits.items() if stops[place].own), ~ride.runs)
        for group in exclusive(rules, stops):
            self.model.add_at_most_one(ride.visits[place] for place in group)

    def _pay(self, ride: Ride, rules: RunRules) -> None:
        self.earned.append(self._pays(ride))
        self.earned += [pays * flag for rail, pays in self.layout.again.items() for flag in ride.on_rail[rail]]
        for bonus in rules.bonuses:
            if isinstance(bonus, EndToEndBonus):
                self._pay_end_to_end(ride, bonus)

    def _pays(self, ride: Ride) -> cp_model.LinearExprT:
        stops = self.layout.stops
        visits = sum(stops[place].value * flag for place, flag in ride.visits.items())
        ends = sum(stops[p].at_end * flag for flags in (ride.starts, ride.ends) for p, flag in flags.items())
        return visits + ends

    def _pay_end_to_end(self, ride: Ride, bonus: EndToEndBonus) -> None:
        """For each number of own stations a flag that the bonus is paid for just so many (4.4.3-h)."""
        stops = self.layout.stops
        starts = sum(flag for place, flag in ride.starts.items() if stops[place].kind == bonus.kind)
        ends = sum(flag for place, flag in ride.ends.items() if stops[place].kind == bonus.kind)
        stations = sum(flag for place, flag in ride.visits.items() if stops[place].own)
        paid = []
        for number, pays in enumerate(bonus.table, 1):
            flag = self._flag()
            self.model.add(starts + ends == 2).only_enforce_if(flag)
            self.model.add(stations >= number).only_enforce_if(flag)
            if number < len(bonus.table):  # the last entry also stands for more
                self.model.add(stations <= number).only_enforce_if(flag)
            paid.append(flag)
            self.earned.append(pays * flag)
        self.model.add_at_most_one(paid)

    # -- all trains together -----------------------------------------------------------------------------------------

    def _share_no_track(self) -> None:
        """Also both directions of one train: no track twice (4.4.3-j, m)."""
        for rail in self.layout.rails:
            self.model.add_at_most_one(flag for ride in self.rides for flag in ride.on_rail[rail])

    def _order_equal_trains(self) -> None:
        """Of trains with the same reach the first one earns most by its stops: spares all exchanges of routes."""
        for first, second in combinations(self.rides, 2):
            if first.train.reach == second.train.reach:
                self.model.add(self._pays(first) >= self._pays(second))

    def _double(self) -> dict[Place, Flag]:
        """One counted stop of one route pays once more (4.4.9-a); each doubler chooses by itself (P-9)."""
        doubled = {}
        for place, stop in self.layout.stops.items():
            if stop.counts:
                flag = doubled[place] = self._flag()
                self.model.add_bool_or(*(ride.visits[place] for ride in self.rides), ~flag)
                self.earned.append(stop.value * flag)
        self.model.add_at_most_one(doubled.values())
        return doubled

    # -- writing the solution down -----------------------------------------------------------------------------------

    def _written(self, solver: cp_model.CpSolver) -> Iterable[tuple[str, tuple[str, ...]]]:
        for ride in self.rides:
            follows = {here: there for (here, there), flag in ride.arcs.items() if solver.boolean_value(flag)}
            if follows:
                yield ride.train.train, _hexes(follows)
        for doubler, flags in self.doubled.items():
            for place, flag in flags.items():
                if solver.boolean_value(flag):
                    yield doubler, (place[0],)


def _hexes(follows: dict[Node, Node]) -> tuple[str, ...]:
    """The hexes along a circuit; a new one begins wherever a side is crossed."""
    hexes: list[str] = []
    before, node = DEPOT, follows[DEPOT]
    while node != DEPOT:
        if before == DEPOT or before[0][0] != node[0][0]:
            hexes.append(node[0][0])
        before, node = node, follows[node]
    return tuple(hexes)
