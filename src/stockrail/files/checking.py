"""Recorded runs of trains beside the best ones: how often a company earned less than it could, and how much less."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

import msgspec

from stockrail.rules.actions import RunTrains
from stockrail.rules.game import RailGame
from stockrail.rules.running import RunDecision

EACH, ALL = 0.5, 40.0  # seconds for one search and for a whole game


class Checked(msgspec.Struct, frozen=True):
    """One run: `at` is the number of its action, `proven` whether no run could have earned more than `best`."""

    at: int
    company: str
    played: int
    best: int
    proven: bool

    @property
    def below(self) -> int:
        return max(0, self.best - self.played)


class Report(msgspec.Struct, frozen=True):
    """What a check of all runs has found. Those for which there was no time are counted only."""

    actions: int
    runs: int
    found: tuple[Checked, ...]  # in order of play

    @property
    def below(self) -> tuple[Checked, ...]:
        return tuple(run for run in self.found if run.below)

    @property
    def left(self) -> int:
        """How much the companies left on the table."""
        return sum(run.below for run in self.found)

    @property
    def unproven(self) -> int:
        return self.runs - sum(run.proven for run in self.found)


def report_of(game: RailGame, each: float | None = EACH, all_: float = ALL) -> Report:
    """Check the runs of a game until the time is up, the earliest first: they are quick."""
    runs = [number for number, action in enumerate(game.actions, 1) if isinstance(action, RunTrains)]
    until = time.monotonic() + all_
    found = []
    for run in checked(game, runs, each):
        found.append(run)
        if time.monotonic() > until:
            break
    return Report(game.ply, len(runs), tuple(found))


def checked(game: RailGame, runs: Iterable[int], each: float | None = EACH) -> Iterator[Checked]:
    """Some runs by the numbers of their actions, in their order: on a copy that is played again up to each."""
    actions = game.actions
    copy: RailGame = game.fork()
    while copy.ply:
        copy.pop()
    for at in runs:
        while copy.ply < at - 1:
            copy.push(actions[copy.ply])
        action = actions[at - 1]
        assert isinstance(action, RunTrains)
        account, step = copy.title.account(copy, action.company, each), copy.decision
        assert isinstance(step, RunDecision)
        best = account.total if account.run is None else account.run.total  # before dice and events change it
        yield Checked(at, action.company, step.read(copy, action).total, best, account.proven)
