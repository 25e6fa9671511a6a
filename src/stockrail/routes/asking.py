"""Asking about the runs of a company in a game: the best, all that tie, the next best, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from stockrail.board.track import Track
from stockrail.core import IllegalAction
from stockrail.routes.answers import Answer, Part, combined, together
from stockrail.routes.effort import Effort
from stockrail.routes.reading import read_once
from stockrail.routes.rules import RunRules, TrainUse
from stockrail.routes.run import RouteFault, Run
from stockrail.routes.runs import Question, find_best_run, find_good_run, find_reference_run


class Setting(NamedTuple):
    """What the runs of a company depend on."""

    track: Track
    trains: Sequence[TrainUse]
    rules: RunRules


class RailroadGame(Protocol):
    """A game whose title says what its companies' runs depend on."""

    @property
    def title(self) -> Any: ...

    def refusal(self, kind: str, /, **params: Any) -> IllegalAction: ...


def setting_of(game: RailroadGame, company: str) -> Setting:
    setting: Setting | None = game.title.run_setting(game, company)
    if setting is None:
        raise ValueError(f"{company} does not run trains")
    return setting


def written_run(game: RailroadGame, company: str, routes: Sequence[tuple[str, Sequence[str]]]) -> Run:
    """A run as somebody has written it, checked and added up; raises IllegalAction."""
    setting = setting_of(game, company)
    try:
        return read_once(setting.track, company, setting.trains, routes, setting.rules)
    except RouteFault as fault:
        raise game.refusal(f"route_{fault.kind}", **{"company": company, **fault.params}) from fault


def best_run(game: RailroadGame, company: str, seconds: float | None = None) -> Run:
    """The run that earns most, proven: `run.complete` is always true, unless a time limit is given and hit.

    Then it is the best run that was found, and `run.bound` and `run.gap` tell what a better one could earn.
    """
    setting = setting_of(game, company)
    return find_best_run(setting.track, company, setting.trains, setting.rules, seconds)


def good_run(game: RailroadGame, company: str, effort: int = Effort.MENU) -> Run:
    """A run to propose where the rules do not ask for the most: nearly always the best, and always soon there.

    `effort` counts positions: one of those that have names, or any number.
    """
    setting = setting_of(game, company)
    return find_good_run(setting.track, company, setting.trains, setting.rules, effort)


def reference_run(game: RailroadGame, company: str, positions: int) -> Run:
    """The best run that the search in Python finds in so many positions: what is compulsory can be measured by it.

    It is the same on every machine, be there a kernel or not.
    """
    setting = setting_of(game, company)
    return find_reference_run(setting.track, company, setting.trains, setting.rules, positions)


def watch_best_run(game: RailroadGame, company: str) -> Iterator[Run]:
    """The best run for somebody who watches: better and better answers with a shrinking gap, the last one proven.

    Whoever has seen enough stops asking, and the search ends. What is legal never depends on this.
    """
    question = _question(game, company)
    best: Run | None = None
    for answer in _looks(question):
        run = question.run(answer)
        if best is not None and best.total >= run.total:
            run = replace(best, complete=run.complete, looked_at=run.looked_at, bound=run.bound)
        best = replace(run, bound=min(run.bound, best.bound) if best else run.bound)
        yield best


def _looks(question: Question) -> Iterator[Answer]:
    """All parts look a little, then all look more, until each is proven."""
    looking = [part.looks() for part in question.parts()]
    answers = [next(looks) for looks in looking]
    yield together(answers)
    while not all(answer.complete for answer in answers):
        before = answers
        pairs = zip(answers, looking, strict=True)
        answers = [answer if answer.complete else next(looks, answer) for answer, looks in pairs]
        if answers == before:
            return  # nothing more is to be found, although the last of them was read as less than was hoped for
        yield together(answers)


def best_runs(game: RailroadGame, company: str, count: int) -> list[Run]:
    """The `count` best runs, the best first.

    Runs that use the same track are one; of trains that run together those that come to the same stops.
    """
    question = _question(game, company)
    parts = question.parts()
    if not parts or count < 1:
        return []
    # The best sums are made of the best parts: no part needs more answers than are asked for.
    found = combined([_best_of(part, count) for part in parts])
    return [question.run(answer) for answer in found[:count] if answer.total]


def _best_of(part: Part, count: int) -> list[Answer]:
    """Answers of a part from the best down: a little lower each time, so that it does not drown in them."""
    floor = step = part.solve().total
    found = part.at_least(floor)
    while len(found) < count and floor > 1:
        floor = max(1, floor - max(1, step // 16))
        found = part.at_least(floor)
    return found[:count]


def tied_runs(game: RailroadGame, company: str) -> list[Run]:
    """All runs that earn as much as the best one."""
    question = _question(game, company)
    parts = question.parts()
    found = combined([part.at_least(part.solve().total) for part in parts]) if parts else []
    return [question.run(answer) for answer in found if answer.total]


def _question(game: RailroadGame, company: str) -> Question:
    setting = setting_of(game, company)
    return Question(setting.track, company, setting.trains, setting.rules)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to say of a run that somebody drew.

    `reason` tells why it is not allowed, or that more can be earned: a kind, parameters, the rule's id. `words.Speaker`
    makes a sentence of it. There is none for a run that nothing beats.
    """

    run: Run | None  # None: not allowed
    reason: IllegalAction | None
    best: int

    @property
    def short_of_best(self) -> int:
        """By how much the best run earns more."""
        return self.best - (self.run.total if self.run else 0)


def explain(game: RailroadGame, company: str, routes: Sequence[tuple[str, Sequence[str]]]) -> Explanation:
    """Why a run (trains and the hexes of their routes) is not allowed, or earns less than the best."""
    best = best_run(game, company).total
    try:
        run = written_run(game, company, routes)
    except IllegalAction as reason:
        return Explanation(None, reason, best)
    if run.total < best:
        return Explanation(run, game.refusal("not_the_most", company=company, total=run.total, best=best), best)
    return Explanation(run, None, best)
