"""The parts of a run that do not get in each other's way: trains that may not share track belong to one part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from stockrail.board.track import Track
from stockrail.routes import hops, kernel
from stockrail.routes.answers import Answer, Part, WrittenRoute
from stockrail.routes.network import contract, hexes_along
from stockrail.routes.remembering import remembered
from stockrail.routes.rules import RunRules, Together, TrainUse
from stockrail.routes.search import Solution
from stockrail.routes.together.part import TogetherPart

MOST_RUNS = 100_000
"""Nobody wants to see more runs than this."""


def parts_of(track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> list[Part]:
    """One part for each mark of track, as far as its trains could earn anything; one for trains that run together."""
    if isinstance(rules.between, Together):
        return [TogetherPart(track, company, trains, rules, rules.between)] if trains else []
    found: list[Part] = []
    for mark in dict.fromkeys(service.track for service in rules.services):
        crew = tuple(train for train in trains if rules.service(train).track == mark)
        if not any(not train.doubles for train in crew):
            continue
        if rules.service(crew[0]).hop:
            found.append(HopPart(track, company, crew, rules))
        else:
            found.append(TrackPart(track, company, crew, rules))
    return found


class TrackPart:
    """Trains that share no track: the search of the kernel."""

    def __init__(self, track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> None:
        self.track = track
        self.names = track.board.names
        self.trains = trains
        self.network = contract(track, company, trains, rules)

    def solve(self, effort: int = 0) -> Answer:
        problem = self.network.problem
        return self.answer(
            remembered(self.track, (problem, effort, kernel.AVAILABLE), lambda: kernel.solve(problem, effort))
        )

    def reference(self, positions: int) -> Answer:
        return self.solve()  # both searches prove the same

    def may_run(self) -> bool:
        return bool(self.solve().written)

    def within(self, seconds: float) -> Answer:
        return self.answer(kernel.solve_within(self.network.problem, seconds))

    def looks(self) -> Iterator[Answer]:
        for solution in kernel.watch(self.network.problem):
            yield self.answer(solution)

    def at_least(self, floor: int) -> list[Answer]:
        """Which stop is doubled makes no other run of one."""
        seen: dict[frozenset[tuple[int, ...]], Solution] = {}
        found = kernel.collect(self.network.problem, floor, MOST_RUNS)
        for solution in sorted(found, key=lambda solution: (-solution.total, solution.routes)):
            seen.setdefault(frozenset(links for links in solution.routes if links), solution)
        return [self.answer(solution) for solution in seen.values()]

    def answer(self, solution: Solution) -> Answer:
        """What the search has found, in trains and hexes."""
        bound = solution.total if solution.complete else solution.bound
        return Answer(self._written(solution), solution.total, solution.complete, solution.looked_at, bound)

    def _written(self, solution: Solution) -> tuple[WrittenRoute, ...]:
        """Trains and hexes. Trains go by falling reach, as in the problem."""
        runners = [train.train for train in self.trains if not train.doubles]
        written: list[WrittenRoute] = [
            (train, [self.names[index] for index in self._hexes(links)])
            for train, links in zip(runners, solution.routes, strict=True)
            if links
        ]
        if solution.doubled is not None:
            doublers = [train.train for train in self.trains if train.doubles][: self.network.problem.doubles]
            hex_ = self.names[self.network.stops[solution.doubled] >> 3]
            written += [(doubler, [hex_]) for doubler in doublers]  # all at the stop that pays most
        return tuple(written)

    def _hexes(self, links: Sequence[int]) -> list[int]:
        ends = [self.network.problem.links[link][:2] for link in links]
        return hexes_along(ends, [self.network.hexes[link] for link in links])


class HopPart:
    """Trains that hop from stop to stop: all their routes are known at once."""

    def __init__(self, track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> None:
        self.trains = [train.train for train in trains]
        self.hops = hops.find_hops(track, company, trains[0], rules)

    def solve(self, effort: int = 0) -> Answer:
        return max(self.at_least(0), key=lambda answer: answer.total)

    def reference(self, positions: int) -> Answer:
        return self.solve()

    def may_run(self) -> bool:
        return bool(self.hops)

    def within(self, seconds: float) -> Answer:
        return self.solve()

    def looks(self) -> Iterator[Answer]:
        yield self.solve()

    def at_least(self, floor: int) -> list[Answer]:
        chosen = hops.choices(self.hops, len(self.trains))
        found = [self._answer(some) for some in islice(chosen, MOST_RUNS) if sum(hop.pays for hop in some) >= floor]
        return sorted(found, key=lambda answer: -answer.total)

    def _answer(self, chosen: Sequence[hops.FoundHop]) -> Answer:
        total = sum(hop.pays for hop in chosen)
        written = tuple((train, hop.hexes) for train, hop in zip(self.trains, chosen, strict=False))
        return Answer(written, total, looked_at=len(self.hops), bound=total)
