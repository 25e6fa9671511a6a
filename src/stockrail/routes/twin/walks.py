"""Upper bounds for routes: the best walk onward from a stop, where the walk remembers only some of what it has used.

A route uses nothing twice. A walk that remembers all that it has used is a route, but there are too many ways to
remember; one that forgets everything is easily counted, but runs in circles. So each stop has a set of things that
a walk which comes there keeps in mind (the "ng-routes" of vehicle routing); the sets grow where the best walks
still go round. All walks together make a graph without circles, in which the best walk is found by one pass. It
does not depend on prices, so that many prices are tried at little cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stockrail.routes.twin.graph import TAIL, Graph, Move

NEVER = -1_000_000_000

FEW_MOVES = 150
"""Small networks can afford to remember more from the start."""


class Mode(NamedTuple):
    """A kind of route: any (its bonus left out), or one that earns a bonus for its two ends."""

    may_end: tuple[bool, ...]
    with_bonus: bool = False
    a_station: int = 0  # an own station adds no more than this
    table: tuple[int, ...] = ()

    def overrated(self, stations: int) -> int:
        """How much too high the bound of the bonus is for a whole route."""
        if not self.with_bonus:
            return 0
        return self.a_station * stations - self.table[min(stations, len(self.table)) - 1]


class Bundle:
    """Moves, or tails, from one stop to another which no memory tells apart."""

    __slots__ = ("head", "uses", "moves", "net")

    def __init__(self, head: int, uses: int, move: int) -> None:
        self.head = head
        self.uses = uses
        self.moves = [move]
        self.net = 0  # the best of them


class Arc:
    """A bundle on the way from one state to the next; none beyond a tail (-1)."""

    __slots__ = ("bundle", "next", "doubles", "value")

    def __init__(self, bundle: Bundle, onward: int, doubles: bool) -> None:
        self.bundle = bundle
        self.next = onward
        self.doubles = doubles  # whether the head pays twice
        self.value = 0  # of the best walk by this arc


class State:
    """A stop, and what matters of the way to it."""

    __slots__ = ("node", "needs", "arcs", "best", "sorted")

    def __init__(self, node: int, needs: bool, arcs: list[Arc]) -> None:
        self.node = node
        self.needs = needs  # a token
        self.arcs = arcs
        self.best = NEVER
        self.sorted = False


class Start:
    """A way to begin a route, perhaps with a tail behind it."""

    __slots__ = ("top", "node", "tail", "state", "net", "doubles")

    def __init__(self, node: int, tail: int, state: int, doubles: bool) -> None:
        self.node = node
        self.tail = tail
        self.state = state
        self.doubles = doubles
        self.top = self.net = 0


class Trace(NamedTuple):
    """The best walk from a start: what it uses step by step, the stop after each step, and what all trains share."""

    used: list[tuple[int, ...]]
    at: list[int]
    things: list[int]


class Walks:
    """All walks of one mode."""

    def __init__(self, graph: Graph, mode: Mode) -> None:
        self.graph = graph
        self.mode = mode
        own = graph.problem.own
        self.gain = [value + (mode.a_station if own[n] else 0) for n, value in enumerate(graph.values)]
        self.remembers = [0] * graph.stops
        if len(graph.moves) <= FEW_MOVES:
            self._remember_last_move()

    # -- building -------------------------------------------------------------------------------------------------

    def build(self, reaches: Sequence[int]) -> None:
        """Begins anew with walks for trains of these reaches."""
        graph, problem = self.graph, self.graph.problem
        self.states: list[State] = []
        self._known: dict[tuple[int, int, bool, bool, bool, int], int] = {}
        self.size = 0
        self._bundle_up()
        self.starts: list[list[Start]] = [[] for _ in reaches]
        for starts, reach in zip(self.starts, reaches, strict=True):
            for node in graph.nodes:
                left = reach - problem.weight[node]
                if left < 0 or not self.mode.may_end[node]:
                    continue
                self._add_starts(starts, node, -1, left)
                for tail in graph.tails_from[node] if problem.through[node] and not self.mode.with_bonus else ():
                    self._add_starts(starts, node, tail, left)

    def _add_starts(self, starts: list[Start], node: int, tail: int, left: int) -> None:
        graph, doubles = self.graph, self.graph.problem.doubles > 0
        used = graph.group_bits[node] | (graph.tails[tail].uses if tail >= 0 else 0)
        needs = not graph.problem.own[node]
        starts.append(Start(node, tail, self._enter(node, left, (needs, doubles, False), used), False))
        if doubles:
            starts.append(Start(node, tail, self._enter(node, left, (needs, False, False), used), True))

    def _enter(self, node: int, left: int, flags: tuple[bool, bool, bool], used: int) -> int:
        """The state of a walk that comes to a stop; states are made after all those that may follow them."""
        needs, may_double, halts = flags
        memory = used & self.remembers[node]
        key = (node, left, needs, may_double, halts, memory)
        found = self._known.get(key)
        if found is None:
            arcs = [] if halts else self._arcs(node, left, (needs, may_double), memory)
            self.size += len(arcs)
            self.states.append(State(node, needs, arcs))
            found = self._known[key] = len(self.states) - 1
        return found

    def _arcs(self, node: int, left: int, flags: tuple[bool, bool], memory: int) -> list[Arc]:
        problem, (needs, may_double) = self.graph.problem, flags
        arcs = []
        for bundle in self._bundles_from[node]:
            if bundle.uses & memory:
                continue
            head = bundle.head
            if head == TAIL:
                arcs += [] if needs or self.mode.with_bonus else [Arc(bundle, -1, False)]
                continue
            rest = left - problem.weight[head]
            if rest < 0:
                continue
            still, end = needs and not problem.own[head], not problem.through[head]
            now = memory | self.graph.group_bits[node] | bundle.uses
            arcs.append(Arc(bundle, self._enter(head, rest, (still, may_double, end), now), False))
            if may_double:
                arcs.append(Arc(bundle, self._enter(head, rest, (still, False, end), now), True))
        return arcs

    def _remember_last_move(self) -> None:
        """Whatever a move may have in common with the next one."""
        graph = self.graph
        came, leaves = [0] * graph.stops, [0] * graph.stops
        for move in graph.moves:
            came[move.head] |= move.uses | graph.group_bits[move.source]
            leaves[move.source] |= move.uses
        for node in graph.nodes:
            self.remembers[node] = came[node] & leaves[node] & ~graph.group_bits[node]

    def _bundle_up(self) -> None:
        """Sorts the moves of each stop into bundles by what the memory of their two ends can hold."""
        graph, remembers = self.graph, self.remembers
        self._bundles_from: list[list[Bundle]] = []
        for node in range(graph.stops):
            bundles: dict[tuple[int, int], Bundle] = {}
            for n in graph.moves_from[node]:
                move = graph.moves[n]
                _put(bundles, n, move.head, move.uses & (remembers[node] | remembers[move.head]))
            for n in graph.tails_from[node]:
                _put(bundles, n, TAIL, graph.tails[n].uses & remembers[node])
            self._bundles_from.append(list(bundles.values()))

    # -- valuing --------------------------------------------------------------------------------------------------

    def value(self, shared: list[int], own: list[int]) -> None:
        """The best walks under these prices.

        Those of track are shared by all trains; own ones on whatever a route uses once are given back for every route.
        """
        self.shared, self.own, self.slack = shared, own, sum(own)
        self._fill_prices()
        for bundle in (bundle for bundles in self._bundles_from for bundle in bundles):
            nets = self.net_tail if bundle.head == TAIL else self.net_move
            bundle.moves.sort(key=lambda move, nets=nets: -nets[move])  # type: ignore[misc]
            bundle.net = nets[bundle.moves[0]]
        for state in self.states:
            state.best = self.end_pay[state.node] if self.can_end(state) else NEVER
            state.sorted = False
            for arc in state.arcs:
                arc.value = self._worth(arc)
                state.best = max(state.best, arc.value)
        for starts in self.starts:
            for start in starts:
                self._value_start(start)
            starts.sort(key=lambda start: -start.top)

    def most(self, team: int) -> int:
        """No route of a team is worth more."""
        starts = self.starts[team]
        return starts[0].top + self.slack if starts else NEVER

    def can_end(self, state: State) -> bool:
        return not state.needs and self.mode.may_end[state.node]

    def options(self, number: int) -> list[Arc]:
        """The arcs of a state, the most promising first."""
        state = self.states[number]
        if not state.sorted:
            state.arcs.sort(key=lambda arc: -arc.value)
            state.sorted = True
        return state.arcs

    def doubled(self, stop: int) -> int:
        """What it brings to double a stop."""
        return self.graph.again(stop) - self.shared[self.graph.doubling]

    def _worth(self, arc: Arc) -> int:
        if arc.next < 0:
            return arc.bundle.net
        ahead = self.states[arc.next].best
        if ahead <= NEVER // 2:
            return NEVER
        return arc.bundle.net + (self.doubled(arc.bundle.head) if arc.doubles else 0) + ahead

    def _fill_prices(self) -> None:
        graph, shared, own = self.graph, self.shared, self.own
        self.pass_price = [shared[cut] if cut >= 0 else 0 for cut in graph.pass_cut]
        self.end_pay = [pays + price for pays, price in zip(graph.ending, self.pass_price, strict=True)]

        def charges(moves: Sequence[Move]) -> list[tuple[int, int]]:
            return [(sum([shared[n] for n in m.things]), sum([own[n] for n in m.bits])) for m in moves]

        moves, tails = charges(graph.moves), charges(graph.tails)
        self.shared_move = [
            all_pay + self.pass_price[move.head] for move, (all_pay, _) in zip(graph.moves, moves, strict=True)
        ]
        self.shared_tail = [all_pay for all_pay, _ in tails]
        self.net_move = [
            move.extra + self.gain[move.head] - all_pay - own_pay
            for move, all_pay, (_, own_pay) in zip(graph.moves, self.shared_move, moves, strict=True)
        ]
        self.net_tail = [t.extra - all_pay - own_pay for t, (all_pay, own_pay) in zip(graph.tails, tails, strict=True)]

    def _value_start(self, start: Start) -> None:
        net = self.gain[start.node]
        if start.tail >= 0:
            net += self.net_tail[start.tail] - self.pass_price[start.node]
        else:
            net += self.graph.ending[start.node]
        for bit in self.graph.group_list[start.node]:
            net -= self.own[bit]
        start.net = net + (self.doubled(start.node) if start.doubles else 0)
        ahead = max([NEVER, *(arc.value for arc in self.states[start.state].arcs)])
        start.top = NEVER if ahead <= NEVER // 2 else start.net + ahead

    # -- learning -------------------------------------------------------------------------------------------------

    def trace(self, start: Start) -> Trace:
        """The best walk from a start, found again by its value."""
        graph = self.graph
        found = Trace([graph.group_list[start.node]], [start.node], [graph.doubling] if start.doubles else [])
        if start.tail >= 0:
            found.used.append(graph.tails[start.tail].bits)
            found.at.append(start.node)
            found.things.extend(graph.tails[start.tail].things)
            self._pass(start.node, found.things)
        rest, number = start.top - start.net, start.state
        while True:
            state = self.states[number]
            way = next(arc for arc in state.arcs if arc.value == rest)
            if way.doubles:
                found.things.append(graph.doubling)
            move = (graph.tails if way.next < 0 else graph.moves)[way.bundle.moves[0]]
            found.used.append(move.bits)
            found.things.extend(move.things)
            number = way.next
            if number < 0:
                found.at.append(state.node)
                return found
            onward = self.states[number]
            found.at.append(onward.node)
            rest = onward.best
            if self.can_end(onward) and rest == self.end_pay[onward.node]:
                return found
            self._pass(onward.node, found.things)

    def _pass(self, node: int, things: list[int]) -> None:
        if self.graph.pass_cut[node] >= 0:
            things.append(self.graph.pass_cut[node])

    def learn(self, walk: Trace, at_most: int) -> bool:
        """Lets the stops on the shortest circle of a walk remember what it comes back to; whether there was one."""
        last_use: dict[int, int] = {}
        begin, end, what = 0, 1 << 31, -1
        for step, used in enumerate(walk.used):
            for bit in used:
                if bit in last_use and step - last_use[bit] <= end - begin:
                    begin, end, what = last_use[bit], step, bit
                last_use[bit] = step
        learnt = False
        for node in walk.at[begin:end] if what >= 0 else ():
            memory = self.remembers[node]
            if (memory | self.graph.group_bits[node]) >> what & 1 or memory.bit_count() >= at_most:
                continue
            self.remembers[node] |= 1 << what
            learnt = True
        return learnt


def _put(bundles: dict[tuple[int, int], Bundle], move: int, head: int, uses: int) -> None:
    known = bundles.get((head, uses))
    if known is None:
        bundles[head, uses] = Bundle(head, uses, move)
    else:
        known.moves.append(move)
