"""Trains that run together, as a question with answers like any other part of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice, permutations, product

from stockrail.board.track import Track
from stockrail.routes.answers import Answer, WrittenRoute
from stockrail.routes.network import hexes_along
from stockrail.routes.reading import read_once
from stockrail.routes.remembering import remembered
from stockrail.routes.rules import RunRules, Together, TrainUse
from stockrail.routes.run import RouteFault
from stockrail.routes.together import kernel, search
from stockrail.routes.together.problem import REVENUE, SUBSIDY, Network, Problem, contract
from stockrail.routes.together.search import Solution
from stockrail.routes.together.ways import comes_home

MOST_RUNS = 1000
"""Nobody wants to see more runs than this."""

MOST_POSITIONS = 5000
"""So many are looked at to prove that trains which must be joined earn no more."""


MOST_ORDERS = 4000
"""In so many orders and directions a run is written to be read as it was found."""


class TogetherPart:
    """All trains of a company. What counts is revenue, or revenue and subsidy where the rules say so."""

    def __init__(
        self, track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules, between: Together
    ) -> None:
        self.setting = (track, company, trains, rules)
        self.trains = trains
        self.with_subsidy = between.with_subsidy
        self.network = contract(track, company, trains, rules)
        services = [rules.service(train) for train in trains]
        self.bound_to_join = any(
            service.always and not service.sets and train.alone for service, train in zip(services, trains, strict=True)
        )
        # Then the order in which routes are written may matter.
        self.in_order = between.by_stop or any(service.sets for service in services)

    def solve(self, effort: int = 0) -> Answer:
        return self._found(lambda problem: self._solved(problem, effort))

    def _solved(self, problem: Problem, effort: int) -> Solution:
        question = (problem, effort, kernel.AVAILABLE)
        return remembered(self.setting[0], question, lambda: kernel.solve(problem, effort))

    def reference(self, positions: int) -> Answer:
        """By the plain search, which never changes: what is compulsory is measured by it."""
        return self._found(lambda problem: self._plainly(problem, positions))

    def _plainly(self, problem: Problem, positions: int) -> Solution:
        question = ("plainly", problem, positions)
        return remembered(self.setting[0], question, lambda: search.solve_plainly(problem, positions))

    def may_run(self) -> bool:
        """One train by itself that visits the home is a run, and every run has such a train."""
        problem = self.network.problem
        return any(comes_home(problem, kind) for kind in range(len(problem.kinds)))

    def within(self, seconds: float) -> Answer:
        share = seconds / 2 if self.bound_to_join else seconds
        return self._found(lambda problem: kernel.solve_within(problem, share))

    def looks(self) -> Iterator[Answer]:
        if self.bound_to_join:
            yield self.solve()
            return
        for solution in kernel.watch(self.network.problem):
            yield self.answer(solution)

    def _found(self, find: Callable[[Problem], Solution]) -> Answer:
        free = self.answer(find(self.network.problem))
        return self._bound(free, find) if self.bound_to_join else free

    def _bound(self, free: Answer, find: Callable[[Problem], Solution]) -> Answer:
        """Trains that must be joined where they can be: the answer is theirs if it is read as it was meant.

        Else all runs that would earn more than the best in which they are joined are read, one by one.
        """
        if self._read(free).total == free.total:
            return free
        track, company, trains, rules = self.setting
        bound = tuple(train._replace(alone=False) for train in trains)
        strict = self.answer(find(contract(track, company, bound, rules).problem))
        best = max(self._read(strict), self._read(free), key=lambda answer: answer.total)
        if not free.complete or not strict.complete:
            return best._replace(complete=False, bound=free.bound)
        return self._proven(best, free.bound)

    def _proven(self, best: Answer, bound: int) -> Answer:
        """The best of all runs that promise more, and what those promise that may be read otherwise on other ways."""
        floor = (best.total + 1) * REVENUE - SUBSIDY
        found = search.collect_all(self.network.problem, floor, MOST_RUNS, MOST_POSITIONS)
        if found is None:
            return best._replace(complete=best.total >= bound, bound=bound)
        highest = 0
        for answer in map(self.answer, found):
            read = self._read(answer)
            best = max(best, read, key=lambda answer: answer.total)
            if read.total != answer.total and not self._ends_tell(answer):
                highest = max(highest, answer.total)
        bound = max(best.total, highest)
        return best._replace(complete=best.total == bound, bound=bound)

    def _ends_tell(self, answer: Answer) -> bool:
        """Whether the ends of its routes tell all about which trains of a run are joined: two trains, joined or not.

        Stops of which a chain may have one only must not be passed.
        """
        problem, rules = self.network.problem, self.setting[3]
        running = {train for train, _ in answer.written}
        joined = [train for train in self.trains if train.train in running and rules.service(train).joined]
        passed = zip(problem.marks, problem.through, strict=True)
        return len(joined) <= 2 and not any(marks & problem.kind_marks and through for marks, through in passed)

    def _read(self, answer: Answer) -> Answer:
        """The answer with what the rules say that it earns."""
        track, company, trains, rules = self.setting
        run = read_once(track, company, trains, answer.written, rules)
        return answer._replace(total=run.total + (run.subsidy if self.with_subsidy else 0))

    def at_least(self, floor: int) -> list[Answer]:
        """Runs that come to the same stops are one."""
        if floor < 1:
            return []
        if self.bound_to_join:
            return [answer for answer in [self.solve()] if answer.total >= floor]
        found = search.collect(self.network.problem, floor * REVENUE - SUBSIDY, MOST_RUNS)
        seen: dict[frozenset[tuple[int, frozenset[int]]], Solution] = {}
        for solution in sorted(found, key=lambda solution: (-solution.rating, solution.routes)):
            seen.setdefault(self._stops(solution), solution)
        return [self.answer(solution) for solution in seen.values()]

    def answer(self, solution: Solution) -> Answer:
        """What the search has found, in trains and hexes."""
        routes = zip(self.trains, solution.routes, strict=True)
        written = tuple((train.train, hexes_of(self.network, links)) for train, links in routes if links)
        total, bound = revenue_in(solution.rating), revenue_in(solution.bound)
        found = Answer(written, total, solution.complete, solution.looked_at, total if solution.complete else bound)
        if self.in_order:
            return self._in_order(found)
        return found if found.complete or self.bound_to_join else self._at_its_best(found)

    def _at_its_best(self, answer: Answer) -> Answer:
        """What the rules say of an answer that is not proven.

        The same routes can be joined in several ways, and the rules take the one that pays most. A search that goes
        through these ways one after the other, and is cut short, may not have come to that one.
        """
        return max(answer, self._read(answer), key=lambda answer: answer.total)

    def _in_order(self, answer: Answer) -> Answer:
        """The answer written so that the rules read as much in it as they can; less than was found is no proof."""
        best = answer._replace(written=(), total=0)
        for written in islice(self._orders(answer.written), MOST_ORDERS):
            with suppress(RouteFault):
                best = max(best, self._read(answer._replace(written=written)), key=lambda answer: answer.total)
            if best.total >= answer.total:
                return best
        return best._replace(complete=False, bound=answer.bound)

    def _orders(self, written: Sequence[WrittenRoute]) -> Iterator[tuple[WrittenRoute, ...]]:
        """First all orders of the routes that are joined, then of all."""
        service = {train.train: self.setting[3].service(train) for train in self.trains}
        joined = [route for route in written if service[route[0]].sets]
        others = tuple(route for route in written if not service[route[0]].sets)
        yield from ((*some, *others) for some in orders(joined))
        yield from orders(written)

    def _stops(self, solution: Solution) -> frozenset[tuple[int, frozenset[int]]]:
        ends = self.network.problem.links
        return frozenset(
            (n, frozenset(stop for link in links for stop in ends[link]))
            for n, links in enumerate(solution.routes)
            if links
        )


def orders(written: Sequence[WrittenRoute]) -> Iterator[tuple[WrittenRoute, ...]]:
    """All orders of routes and all directions; as they are first."""
    for order in permutations(written):
        for turned in product((False, True), repeat=len(order)):
            pairs = zip(order, turned, strict=True)
            yield tuple((train, hexes[::-1] if turn else hexes) for (train, hexes), turn in pairs)


def revenue_in(rating: int) -> int:
    """What trains and hexes cost in a rating is less than a unit of subsidy."""
    return (rating + SUBSIDY) // REVENUE


def hexes_of(network: Network, links: Sequence[int]) -> list[str]:
    problem = network.problem
    ends, ways = [problem.links[link] for link in links], [problem.hexes[link] for link in links]
    return [network.names[index] for index in hexes_along(ends, ways)]
