"""Choosing the ways between given ends so that all routes hang together, with the fewest hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from stockrail.routes.together.choices import Choice, Choices, Team
from stockrail.routes.together.sets import Team as JoinedTeam
from stockrail.routes.together.sets import Teams
from stockrail.routes.together.ways import Pair, Way

Meeting = tuple[int, bool]
"""Where a route can be met, and whether it visits the home."""

Pick = tuple[Team, Choice]
"""A team and what it does."""

Links = tuple[tuple[int, Way], ...]
"""Kind and way of each train of a team; joined ones in order."""


class Settled(NamedTuple):
    """The routes of all teams, and how many hexes more they take than the shortest ways would."""

    ways: tuple[Links, ...]  # by team
    extra: int


def hangs_together(routes: Sequence[Meeting]) -> bool:
    """Whether every route is connected with one that visits the home. Nothing hangs together, too."""
    main = next((n for n, (_, home) in enumerate(routes) if home), None)
    if main is None:
        return not routes
    met = routes[main][0]
    todo = [touch for n, (touch, _) in enumerate(routes) if n != main]
    while todo:
        apart = [touch for touch in todo if not touch & met]
        if len(apart) == len(todo):
            return False
        for touch in todo:
            met |= touch if touch & met else 0
        todo = apart
    return True


def settle(choices: Choices, picks: Sequence[Pick], spare: int) -> Settled | None:
    """The shortest ways on which the routes hang together, at most `spare` hexes longer than the shortest of all."""
    order = sorted(range(len(picks)), key=lambda n: (picks[n][1].way is None, len(picks[n][0])))
    search = _Settling(choices, [picks[n] for n in order], spare)
    search.go(0, 0, (), ())
    if search.best is None:
        return None
    by_pick = dict(zip(order, search.best.ways, strict=True))
    return Settled(tuple(by_pick[n] for n in range(len(picks))), search.best.extra)


class _Settling:
    def __init__(self, choices: Choices, picks: Sequence[Pick], spare: int) -> None:
        self.choices = choices
        self.picks = picks
        self.spare = spare
        self.best: Settled | None = None

    def go(self, depth: int, extra: int, met: tuple[Meeting, ...], ways: tuple[Links, ...]) -> None:
        """Settles one team after the other; those to come are taken to touch all that they could."""
        self.choices.look()
        if not hangs_together([*met, *((pick.touch, pick.home) for _, pick in self.picks[depth:])]):
            return
        if depth == len(self.picks):
            if not self._are_sets(ways):
                return
            self.best = Settled(ways, extra)
            self.spare = extra - 1  # from now on only a shorter one is of interest
            return
        team, pick = self.picks[depth]
        for links, steps in self._ways_of(team, pick, extra):
            longer = extra + steps - pick.steps
            if longer <= self.spare:
                now = (*met, *((way.touch, way.home) for _, way in links))
                self.go(depth + 1, longer, now, (*ways, links))
            if self.spare < extra:
                return

    def _are_sets(self, ways: tuple[Links, ...]) -> bool:
        """Whether trains that are joined wherever they can be are joined as they are meant to be."""
        problem = self.choices.problem
        ends: dict[int, tuple[int, int]] = {}
        bound, teams = [], []
        for links in ways:
            kinds = [problem.kinds[kind] for kind, _ in links]
            if not problem.offices[kinds[0].office].sets:
                continue
            team = range(len(ends), len(ends) + len(links))
            ends |= {n: self._joints(way, n) for n, (_, way) in zip(team, links, strict=True)}
            bound += [n for n, kind in zip(team, kinds, strict=True) if not kind.alone]
            first, last = ends[team[0]][0], ends[team[-1]][1]
            teams.append(JoinedTeam(tuple(team), first if first == last else None))
        return len(ends) < 2 or Teams(ends, bound, self.choices.look).fit(teams)

    def _joints(self, way: Way, number: int) -> tuple[int, int]:
        """The spots at both ends of a route; where none can be joined, numbers of its own."""
        problem = self.choices.problem
        first, last = (problem.at[end] for end in way.ends)
        return (
            problem.spot[first] if problem.meets[first] else -2 * number - 1,
            problem.spot[last] if problem.meets[last] else -2 * number - 2,
        )

    def _ways_of(self, team: Team, pick: Choice, extra: int) -> Iterator[tuple[Links, int]]:
        if pick.way is not None:
            yield ((team[0], pick.way),), pick.way.steps
        elif len(team) == 1:
            for way in self.choices.ways[team[0]].by_ends[pick.ends]:
                yield ((team[0], way),), way.steps
        else:
            chains = _Chains(self.choices, pick.ends, lambda: self.spare - extra + pick.steps)
            yield from chains.of(team, _Part((), pick.ends[0], 0, 0, frozenset()))


class _Part(NamedTuple):
    """The beginning of a chain."""

    links: Links
    at: int  # terminal
    steps: int
    marks: int
    joints: frozenset[int]  # spots


class _Chains:
    """All chains of a team between two terminals that are short enough."""

    def __init__(self, choices: Choices, ends: Pair, most: Callable[[], int]) -> None:
        self.choices = choices
        self.ends = ends
        self.most = most
        self.outer = {choices.spot[end] for end in ends}

    def of(self, team: Team, part: _Part) -> Iterator[tuple[Links, int]]:
        """Prolongs a chain by the trains of a team."""
        if not team:
            yield part.links, part.steps
            return
        for n, kind in enumerate(team):
            if n and kind == team[n - 1]:
                continue
            rest = team[:n] + team[n + 1 :]
            for begin, end in self.choices.pairs_from(kind, self.choices.spot[part.at]):
                if (part.links or begin == part.at) and self._may_end(end, rest, part):
                    yield from self._by(kind, (begin, end), rest, part)

    def _may_end(self, end: int, rest: Team, part: _Part) -> bool:
        """The last train comes to the end of the chain; the others to a joint that no other train shares.

        Sets of trains that are joined without anybody's choice may come to a joint again.
        """
        if not rest:
            return end == self.ends[1]
        spot = self.choices.spot[end]
        again = spot in part.joints and not self.choices.ways[rest[0]].office.sets
        return self.choices.joins[end] and spot not in self.outer and not again

    def _by(self, kind: int, pair: Pair, rest: Team, part: _Part) -> Iterator[tuple[Links, int]]:
        choices = self.choices
        begin, end = pair
        onward = choices.least_steps(rest, choices.spot[end], self.ends[1]) if rest else 0
        at_joint = choices.problem.marks[choices.problem.at[begin]] if part.links else 0
        if not rest and choices.ways[kind].office.sets and choices.spot[end] == choices.spot[self.ends[0]]:
            at_joint |= choices.problem.marks[choices.problem.at[end]]  # a ring is closed
        for way in choices.ways[kind].by_ends[pair]:
            steps = part.steps + way.steps
            if steps + onward > self.most():
                return  # the ways come by rising length
            if way.marks & part.marks & ~at_joint:
                continue
            joints = part.joints | {choices.spot[end]}
            longer = _Part((*part.links, (kind, way)), end, steps, part.marks | way.marks, joints)
            yield from self.of(rest, longer)
