"""The best run of a company, and whether it can run at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stockrail.board.track import Track
from stockrail.routes.answers import Answer, Part, together
from stockrail.routes.parts import parts_of
from stockrail.routes.reading import in_order, read_once
from stockrail.routes.rules import RunRules, Together, TrainUse
from stockrail.routes.run import Run


def has_route(track: Track, company: str, rules: RunRules) -> bool:
    """Whether a train of the company could earn anything: one of its tokens is connected to another stop.

    Over a line only a train that reaches so far can: `may_run` knows the trains.
    """
    if track.reach(company, rules.one_stop_a_hex).joins:
        return True
    return bool(rules.lines) and any(line.stop in track.tokens_of(company) for line in rules.lines)


def find_best_run(
    track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules, seconds: float | None = None
) -> Run:
    """The run that earns most, proven unless a time limit is hit; not all trains need to run."""
    question = Question(track, company, trains, rules)
    key = ("best_run", company, question.trains, rules)
    found: Run | None = track.memo.get(key)
    if found is None:
        parts = question.parts()
        answers = [part.solve() if seconds is None else part.within(seconds / len(parts)) for part in parts]
        found = question.run(together(answers))
        if found.complete:
            track.memo[key] = found
    return found


def find_good_run(track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules, effort: int) -> Run:
    """The best run wherever it is proven with so much effort, else the best of those seen: the same every time."""
    question = Question(track, company, trains, rules)
    key = ("good_run", company, question.trains, rules, effort)
    found: Run | None = track.memo.get(key)
    if found is None:  # that somebody has proven more by now must not matter
        found = question.run(together([part.solve(effort) for part in question.parts()]))
        track.memo[key] = found
        if found.complete:
            track.memo.setdefault(("best_run", company, question.trains, rules), found)
    return found


def find_reference_run(track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules, positions: int) -> Run:
    """The best run that is found everywhere alike, whatever searches a machine has."""
    question = Question(track, company, trains, rules)
    return question.run(together([part.reference(positions) for part in question.parts()]))


def may_run(track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> bool:
    """Whether there is any run; no budget of a search matters."""
    question = Question(track, company, trains, rules)
    key = ("may_run", company, question.trains, rules)
    if key not in track.memo:
        track.memo[key] = any(part.may_run() for part in question.parts())
    found: bool = track.memo[key]
    return found


class Question:
    """A company's trains on its track: what is asked of a search, and how its answers become runs."""

    def __init__(self, track: Track, company: str, trains: Sequence[TrainUse], rules: RunRules) -> None:
        self.track = track
        self.company = company
        self.trains = in_order(trains)
        self.rules = rules

    def parts(self) -> list[Part]:
        """None where no train could earn anything. The last ones of a track are kept: the same is asked repeatedly."""
        asked = (self.company, self.trains, self.rules)
        known: tuple[object, list[Part]] | None = self.track.memo.get("parts")
        if known is None or known[0] != asked:
            able = has_route(self.track, self.company, self.rules)
            known = self.track.memo["parts"] = (asked, parts_of(self.track, *asked) if able else [])
        return known[1]

    def run(self, answer: Answer) -> Run:
        """An answer as a run, read back by the rules: search and rules must agree on what it earns."""
        run = read_once(self.track, self.company, self.trains, answer.written, self.rules)
        worth = worth_of(run, self.rules)
        if worth != answer.total:
            raise AssertionError(f"the search found {answer.total}, the rules say {worth}")
        bound = run.total + answer.bound - answer.total
        return replace(run, complete=answer.complete, looked_at=answer.looked_at, bound=bound)


def worth_of(run: Run, rules: RunRules) -> int:
    """What the best run has most of."""
    with_subsidy = isinstance(rules.between, Together) and rules.between.with_subsidy
    return run.total + (run.subsidy if with_subsidy else 0)
