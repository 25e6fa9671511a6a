"""A run to propose: the best wherever little effort proves it, and else the best that was seen, the same every time."""

from __future__ import annotations

from pathlib import Path

import pytest

import stockrail
from stockrail.routes import best_run, good_run
from stockrail.rules.running import RunDecision


@pytest.fixture(scope="module")
def running(shared: Path) -> stockrail.Game:
    """The recorded game where a company with three trains of two kinds is to run."""
    game = stockrail.load(shared / "fixtures" / "1862" / "46925.json")
    while len(game.actions) > 516:
        game.pop()
    return game


def company_of(game: stockrail.Game) -> str:
    assert isinstance(game.decision, RunDecision)
    return game.decision.company


def test_it_is_the_best_one_if_that_is_soon_proven(running: stockrail.Game) -> None:
    company = company_of(running)
    found = good_run(running.fork(), company)
    assert found.complete and found.total == best_run(running, company).total


def test_with_little_effort_it_is_legal_the_same_every_time_and_says_what_may_be_missing(
    running: stockrail.Game,
) -> None:
    company = company_of(running)
    found = {good_run(running.fork(), company, 20_000) for _ in range(3)}
    (run,) = found
    assert run.routes and not run.complete
    assert run.total <= best_run(running, company).total <= run.bound
