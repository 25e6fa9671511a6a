"""Choosing the ways between given ends so that all routes hang together, with the fewest hexes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

from stockrail.routes.together.choices import Choice, Team
from stockrail.routes.together.hanging import Meeting, hangs_together
from stockrail.routes.together.position import Plan
from stockrail.routes.together.sets import Joining, Rest, Teams, without
from stockrail.routes.together.sets import Team as JoinedTeam
from stockrail.routes.together.twin.choices import Choices
from stockrail.routes.together.twin.ways import NOWHERE
from stockrail.routes.together.ways import Pair, Way


class Leg(NamedTuple):
    """The route of one train."""

    kind: int
    links: tuple[int, ...]
    ends: Pair
    slot: int  # which of the picks it belongs to


class Chain(NamedTuple):
    """The beginning of a chain."""

    choice: Choice
    at: int
    steps: int
    marks: int
    joints: tuple[int, ...]
    depth: int
    longer: int


class Settling:
    """The shortest ways on which the routes hang together, at most `spare` hexes longer than the shortest of all."""

    def __init__(self, choices: Choices, plan: Plan, spare: int) -> None:
        self.choices = choices
        self.problem = choices.problem
        self.picks = sorted(plan, key=lambda pick: (pick[1].way is None, len(pick[0].team)))
        self.spare = spare
        self.best: tuple[Leg, ...] | None = None
        self.extra = 0
        self._met: list[Meeting] = []
        self._legs: list[Leg] = []
        self._go(0, 0)

    def _go(self, depth: int, longer: int) -> None:
        self.choices.pulse.look()
        if not hangs_together([*self._met, *((choice.touch, choice.home) for _, choice in self.picks[depth:])]):
            return
        if depth == len(self.picks):
            if self._are_sets():
                self.best, self.extra = tuple(self._legs), longer
                self.spare = longer - 1  # from now on only a shorter one is of interest
            return
        slot, choice = self.picks[depth]
        if choice.way is not None:
            self._with(Leg(slot.team[0], (), NOWHERE, depth), choice.way, lambda: self._go(depth + 1, longer))
        elif len(slot.team) == 1:
            self._go_alone(slot.team[0], choice, depth, longer)
        else:
            self._prolong(slot.team, Chain(choice, choice.ends[0], 0, 0, (), depth, longer))

    def _go_alone(self, kind: int, choice: Choice, depth: int, longer: int) -> None:
        for way in self.choices.ways[kind].between(*choice.ends):
            now = longer + way.steps - choice.steps
            if now > self.spare:
                return
            self._with(Leg(kind, (), choice.ends, depth), way, lambda now=now: self._go(depth + 1, now))  # type: ignore[misc]
            if self.spare < longer:
                return

    def _with(self, leg: Leg, way: Way, then: Callable[[], None]) -> None:
        """Goes on with one more route. Ways between terminals are written from the lower to the higher."""
        turned = leg.ends[0] > leg.ends[1]
        self._legs.append(leg._replace(links=way.links[::-1] if turned else way.links))
        self._met.append((way.touch, way.home))
        then()
        self._met.pop()
        self._legs.pop()

    def _prolong(self, team: Team, chain: Chain) -> None:
        """Prolongs a chain by the trains of a team, in every order."""
        self.choices.pulse.look()
        if not team:
            self._go(chain.depth + 1, chain.longer + chain.steps - chain.choice.steps)
            return
        for n, kind in enumerate(team):
            if n and kind == team[n - 1]:
                continue
            rest = team[:n] + team[n + 1 :]
            for pair in self.choices.pairs_from(kind, self.choices.spot[chain.at]):
                if (chain.steps or pair[0] == chain.at) and self._may_end(pair[1], rest, chain):
                    self._prolong_by(kind, pair, rest, chain)
                    if self.spare < chain.longer:
                        return

    def _prolong_by(self, kind: int, pair: Pair, rest: Team, chain: Chain) -> None:
        choices, problem, (first, last) = self.choices, self.problem, pair
        choice, ways, spot = chain.choice, choices.ways[kind], choices.spot[last]
        onward = choices.least_steps(rest, spot, choice.ends[1]) if rest else 0
        at_joint = problem.marks[problem.at[first]] if chain.steps else 0
        if not rest and ways.office.sets and spot == choices.spot[choice.ends[0]]:
            at_joint |= problem.marks[problem.at[last]]  # a ring is closed
        for way in ways.between(first, last):
            if chain.longer + chain.steps + way.steps + onward - choice.steps > self.spare:
                return
            if way.marks & chain.marks & ~at_joint:
                continue
            further = chain._replace(
                at=last, steps=chain.steps + way.steps, marks=chain.marks | way.marks, joints=(*chain.joints, spot)
            )
            leg = Leg(kind, (), pair, chain.depth)
            self._with(leg, way, lambda further=further: self._prolong(rest, further))  # type: ignore[misc]
            if self.spare < chain.longer:
                return

    def _may_end(self, last: int, rest: Team, chain: Chain) -> bool:
        """The last train comes to the end of the chain; the others to a joint that no other train shares.

        Sets of trains that are joined without anybody's choice may come to a joint again.
        """
        choices, ends = self.choices, chain.choice.ends
        if not rest:
            return last == ends[1]
        spot = choices.spot[last]
        outer = spot in (choices.spot[ends[0]], choices.spot[ends[1]])
        again = spot in chain.joints and not choices.ways[rest[0]].office.sets
        return choices.joins[last] and not outer and not again

    def _are_sets(self) -> bool:
        """Whether trains that are joined wherever they can be are joined as they are meant to be."""
        problem = self.problem
        ends: dict[int, tuple[int, int]] = {}
        bound: list[int] = []
        by_slot: dict[int, list[int]] = {}
        for leg in self._legs:
            kind = problem.kinds[leg.kind]
            if problem.offices[kind.office].sets:
                n = len(ends)
                by_slot.setdefault(leg.slot, []).append(n)
                ends[n] = (self._joint(leg.ends[0], -2 * n - 1), self._joint(leg.ends[1], -2 * n - 2))
                bound += [] if kind.alone else [n]
        if len(ends) < 2:
            return True
        teams = []
        for _, routes in sorted(by_slot.items()):
            first, last = ends[routes[0]][0], ends[routes[-1]][1]
            teams.append(JoinedTeam(tuple(routes), first if first == last else None))
        return HastyTeams(ends, bound, self.choices.pulse.look).fit(teams)

    def _joint(self, end: int, own: int) -> int:
        """The spot of a terminal; where none can be joined, a number of its own."""
        return self.choices.spot[end] if self.choices.joins[end] else own


class HastyJoining(Joining):
    """Follows no further branch once one has a train that may not run alone."""

    def _following(self, at: Hashable, rest: Rest) -> Rest:
        found = self._known.get((at, rest))
        if found is None:
            self.look()
            found = ()
            for n in rest:
                if at not in self.ends[n]:
                    continue
                branch = (n, *self._following(self._far(n, at), without(rest, (n,))))
                binds = bool(self.bound.intersection(branch))
                if binds or len(branch) > len(found):
                    found = branch
                if binds:
                    break
            self._known[at, rest] = found
        return found


class HastyTeams(Teams):
    """Teams that are joined in haste."""

    joins = HastyJoining
