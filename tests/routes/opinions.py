"""Kernel, Python search and solver on positions of random games: do they agree?

The tests look at some of them. Thousands take a while:

    python -m tests.routes.opinions --count 3000 --seed 1

What is too much for a search, or for the solver to prove, is counted and said; even then none of them may have found
what another has proven impossible.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from stockrail.routes import RouteFault, has_route, kernel, read_run, search
from stockrail.routes.parts import TrackPart
from stockrail.routes.runs import Question
from stockrail.routes.search import Solution

from .positions import Case, cases
from .second_opinion import PATIENCE, Opinion, best_total

KERNEL_BUDGET = 300_000
"""So many positions the kernel may look at; with more, its answer is what it found and a bound."""

PYTHON_BUDGET = 100_000
"""What took the kernel no more positions than this, the Python search can do in a second or so."""


class Verdict(NamedTuple):
    """What the three said of a case."""

    case: Case
    by_kernel: int | None  # None: too much to look at, or no kernel
    by_python: int | None
    opinion: Opinion
    faults: tuple[str, ...]  # none if all is well

    @property
    def unanimous(self) -> bool:
        """All three (without a compiler: both) have answered, each with its proof, and they agree."""
        answered = (self.by_kernel is not None or not kernel.AVAILABLE) and self.by_python is not None
        return answered and self.opinion.proven and not self.faults


def judge(case: Case, patience: float = PATIENCE) -> Verdict:
    """Asks all three, and reads back by the rules what they found."""
    setting = case.track, case.company, case.trains, case.rules
    question = Question(*setting)
    part = TrackPart(case.track, case.company, question.trains, case.rules)
    problem = part.network.problem
    native = python = None
    if kernel.takes(problem):
        native = kernel.solve_natively(problem, KERNEL_BUDGET)
    if native is None or native.looked_at <= PYTHON_BUDGET:
        python = search.solve(problem)
    opinion = best_total(*setting, patience)
    faults = [*_disagree(native, opinion), *_disagree(python, opinion), *_misread(case, opinion)]
    for solution in (native, python):
        faults += _mistold(question, part, solution)
    if has_route(case.track, case.company, case.rules) != (opinion.total > 0) and opinion.proven:
        faults.append(f"a route is said to exist or not, the solver finds {opinion.total}")
    return Verdict(case, _proven(native), _proven(python), opinion, tuple(faults))


def _proven(solution: Solution | None) -> int | None:
    return solution.total if solution and solution.complete else None


def _disagree(solution: Solution | None, opinion: Opinion) -> Iterator[str]:
    """Neither may have found what the other has proven impossible. With both proofs that means: the same total."""
    if solution and (solution.total > opinion.bound or opinion.total > solution.bound):
        theirs, ours = f"{solution.total} to {solution.bound}", f"{opinion.total} to {opinion.bound}"
        yield f"a search says {theirs}, the solver {ours}"


def _misread(case: Case, opinion: Opinion) -> Iterator[str]:
    """What is wrong with the solver's routes, if the rules are asked."""
    try:
        run = read_run(case.track, case.company, case.trains, opinion.routes, case.rules)
    except RouteFault as fault:
        yield f"the solver's routes {opinion.routes} are refused: {fault}"
    else:
        if run.total != opinion.total:
            yield f"the solver's routes {opinion.routes} earn {run.total}, not {opinion.total}"


def _mistold(question: Question, part: TrackPart, solution: Solution | None) -> Iterator[str]:
    """What is wrong with the routes of a search; reading them back compares what they earn."""
    try:
        if solution:
            question.run(part.answer(solution))
    except (RouteFault, AssertionError) as fault:
        yield f"the routes {solution} of a search are refused: {fault}"


# -- thousands of them -----------------------------------------------------------------------------------------------


class Tally:
    """Counts verdicts by phase and by number of trains."""

    def __init__(self) -> None:
        self.by_phase: Counter[str] = Counter()
        self.by_trains: Counter[int] = Counter()
        self.of: Counter[str] = Counter()

    def add(self, verdict: Verdict) -> None:
        case = verdict.case
        self.by_phase[case.phase] += 1
        self.by_trains[case.runners()] += 1
        self.of["positions"] += 1
        self.of["with a doubler"] += any(train.doubles for train in case.trains)
        self.of["with two stops a hex"] += not case.rules.one_stop_a_hex
        self.of["earn something"] += verdict.opinion.total > 0
        self.of["come through a hex twice"] += any(len(set(way)) < len(way) for _, way in verdict.opinion.routes)
        self.of["earn a bonus"] += _has_bonus(verdict)
        self.of["all three proven"] += verdict.unanimous
        self.of["too much for the kernel's budget"] += verdict.by_kernel is None
        self.of["too much for Python"] += verdict.by_python is None
        self.of["not proven by the solver"] += not verdict.opinion.proven
        self.of["at fault"] += bool(verdict.faults)

    def lines(self) -> Iterator[str]:
        yield from (f"{count:6} {what}" for what, count in self.of.items())
        yield "phases: " + ", ".join(f"{phase}: {n}" for phase, n in sorted(self.by_phase.items()))
        yield "trains: " + ", ".join(f"{trains}: {n}" for trains, n in sorted(self.by_trains.items()))


def _has_bonus(verdict: Verdict) -> bool:
    case = verdict.case
    try:
        run = read_run(case.track, case.company, case.trains, verdict.opinion.routes, case.rules)
    except RouteFault:
        return False
    return any(route.bonuses for route in run.routes)


def tell(verdict: Verdict) -> str:
    case = verdict.case
    trains = " ".join(train.train for train in case.trains)
    return f"{case.name}, phase {case.phase}, {case.company} with {trains}: {'; '.join(verdict.faults)}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.routes.opinions", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--count", type=int, default=300, help="how many positions")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--patience", type=float, default=PATIENCE, help="of the solver, about seconds a position")
    args = parser.parse_args()
    tally, started = Tally(), time.perf_counter()
    for case in islice(cases(args.seed), args.count):
        verdict = judge(case, args.patience)
        tally.add(verdict)
        if verdict.faults:
            print(tell(verdict), flush=True)
        if tally.of["positions"] % 100 == 0:
            print(f"{tally.of['positions']} after {time.perf_counter() - started:.0f} s", flush=True)
    print("\n".join(tally.lines()))
    return 1 if tally.of["at fault"] else 0


if __name__ == "__main__":
    sys.exit(main())
