"""What is counted where trains choose stop by stop, although all stops of a location pay once together.

The stops that are worth most together are counted. They may be several of one location: then it pays less than another
choice would. Among choices that are worth the same the best is taken here; whether a run can be written so that the
rules take it, too, its reading tells.
"""

from __future__ import annotations

from collections.abc import Iterator

from stockrail.board.track import bits
from stockrail.routes.together.choices import Choice
from stockrail.routes.together.counting import share_out
from stockrail.routes.together.position import Plan
from stockrail.routes.together.problem import Problem


class Counting:
    """What the routes of a plan count."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.twins = sum(1 << n for n, payee in enumerate(problem.payee) if payee != n)

    def of(self, plan: Plan) -> int:
        """Mask of the resources that are counted."""
        if self.twins and self._visits_twins(plan):
            return counted_by_stop(self.problem, plan)
        certain = 0
        for _, choice in plan:
            certain |= choice.certain
        limits = [(slot.limit, tuple(bits(choice.chosen & ~certain))) for slot, choice in plan if choice.chosen]
        for item in share_out(self.problem.worth, limits):
            certain |= 1 << item
        return certain

    def worth(self, plan: Plan) -> int:
        """What they are worth."""
        return sum(self.problem.worth[n] for n in bits(self.of(plan)))

    def _visits_twins(self, plan: Plan) -> bool:
        """Whether routes come to different stops of one location."""
        visited = 0
        for _, choice in plan:
            visited |= choice.certain & self.twins
        locations = [self.problem.payee[n] for n in bits(visited)]
        return len(set(locations)) < len(locations)


def counted_by_stop(problem: Problem, plan: Plan) -> int:
    """Mask of the resources that are counted."""
    payee = problem.payee
    sure = {item for _, choice in plan for item in _items(problem, choice, choice.certain)}
    limits = [
        (slot.limit, [n for n in _items(problem, choice, choice.chosen) if n not in sure])
        for slot, choice in plan
        if choice.chosen
    ]
    open_to = sorted({item for _, own in limits for item in own})
    paid = {payee[item] for item in sure}
    found = []
    for turn in range(max((len(twins) for twins in _twins(problem, open_to)), default=1)):
        preferred = {twins[turn % len(twins)] for twins in _twins(problem, open_to)}
        worth = {
            n: problem.worth[payee[n]] + (payee[n] == n or (n in preferred and payee[n] not in paid)) for n in open_to
        }
        counted = {payee[item] for item in [*sure, *share_out(worth, limits)]}
        found.append(sum(1 << n for n in counted))
    return max(found, key=lambda mask: sum(problem.worth[n] for n in bits(mask)))


def _items(problem: Problem, choice: Choice, counted: int) -> Iterator[int]:
    """What a choice counts, with the stops in place of locations that have several."""
    stops = [n for n in bits(choice.certain) if problem.payee[n] != n]
    split = {problem.payee[n] for n in stops}
    yield from (n for n in bits(counted) if problem.payee[n] == n and n not in split)
    yield from (n for n in stops if counted >> problem.payee[n] & 1)


def _twins(problem: Problem, items: list[int]) -> list[list[int]]:
    """The stops of each location that has several, as far as they are among the items."""
    found: dict[int, list[int]] = {}
    for n in items:
        if problem.payee[n] != n:
            found.setdefault(problem.payee[n], []).append(n)
    return list(found.values())
