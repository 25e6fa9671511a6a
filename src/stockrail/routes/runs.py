"""The best run of a company, and whether it can run at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stockrail.board.track import Track
from stockrail.routes.kernel import solve
from stockrail.routes.network import Network, contract
from stockrail.routes.reading import read_run
from stockrail.routes.rules import RunRules, Together, TrainUse
from stockrail.routes.run import Run
from stockrail.routes.search import Solution
from stockrail.routes.together import search as together
from stockrail.routes.together.best import Task


def has_route(track: Track, company: str, rules: RunRules) -> bool:
    """Whether a train of the company could earn anything: one of its tokens is connected to another stop."""
    return track.reach(company, rules.one_stop_a_hex).joins


def find_best_run(track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> Run:
    """The run that earns most, proven; not all trains need to run."""
    named = tuple(sorted(trains, key=lambda train: (-train.reach, train.train)))
    key = ("best_run", company, named, rules)
    found: Run | None = track.memo.get(key)
    if found is None:
        found = track.memo[key] = _best_run(track, company, named, rules)
    return found


def _best_run(track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> Run:
    if not has_route(track, company, rules) or all(train.doubles for train in trains):
        return Run()
    if isinstance(rules.between, Together):
        task = Task(track, company, trains, rules)
        return run_together(track, company, rules, task, task.solve())
    network = contract(track, company, trains, rules)
    return run_from(track, company, trains, rules, network, solve(network.problem))


def run_from(
    track: Track,
    company: str,
    trains: Sequence[TrainUse],
    rules: RunRules,
    network: Network,
    solution: Solution,
) -> Run:
    """A solution as a run, read back by the rules: search and rules must agree on what it earns."""
    run = read_run(track, company, trains, _written(track, network, trains, solution), rules)
    if run.total != solution.total:
        raise AssertionError(f"the search found {solution.total}, the rules say {run.total}")
    bound = run.total if solution.complete else solution.bound
    return replace(run, complete=solution.complete, looked_at=solution.looked_at, bound=bound)


def run_together(track: Track, company: str, rules: RunRules, task: Task, solution: together.Solution) -> Run:
    """The same for trains that run together."""
    run = read_run(track, company, task.runners, task.written(solution), rules)
    if task.worth(run) != task.worth_of(solution):
        raise AssertionError(f"the search found {task.worth_of(solution)}, the rules say {task.worth(run)}")
    bound = run.total + task.gap(solution)
    return replace(run, complete=solution.complete, looked_at=solution.looked_at, bound=bound)


def _written(
    track: Track, network: Network, trains: Sequence[TrainUse], solution: Solution
) -> list[tuple[str, Sequence[str]]]:
    """The solution as trains and hexes. Trains go by falling reach, as in the problem."""
    names = track.board.names
    runners = [train.train for train in trains if not train.doubles]
    written: list[tuple[str, Sequence[str]]] = []
    for train, links in zip(runners, solution.routes, strict=True):
        if links:
            written.append((train, [names[index] for index in _hexes(network, links)]))
    if solution.doubled is not None:
        doubler = next(train.train for train in trains if train.doubles)
        written.append((doubler, [names[network.stops[solution.doubled] >> 3]]))
    return written


def _hexes(network: Network, links: Sequence[int]) -> list[int]:
    """The hexes of a route, given its links in order."""
    ends = [network.problem.links[link][:2] for link in links]
    at = ends[0][0] if len(ends) == 1 or ends[0][1] in ends[1] else ends[0][1]
    if len(ends) > 1 and set(ends[0]) == set(ends[1]):
        at = ends[0][0]
    hexes: list[int] = []
    for link, (first, last) in zip(links, ends, strict=True):
        way = network.hexes[link] if at == first else network.hexes[link][::-1]
        hexes += way if not hexes else way[1:]
        at = last if at == first else first
    return hexes
