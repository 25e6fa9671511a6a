"""Searches that are cut short: whatever the effort, the run is legal, earns what is said, and no more than the best."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest

import stockrail
from stockrail.board import Track
from stockrail.files import load_bytes
from stockrail.routes import Run, RunRules, TrainUse, kernel, read_run
from stockrail.routes.asking import setting_of
from stockrail.routes.runs import find_best_run, find_good_run, worth_of
from stockrail.routes.together import kernel as together_kernel
from stockrail.rules.running import RunDecision

from . import positions
from .together_cases import Case, random_case, random_crowd, random_freights, random_joined_case, random_sets_case

EFFORTS = (100, 300, 1_000, 3_000, 10_000)
CORPUS = Path(__file__).parents[1] / "corpus"
Question = tuple[Track, str, Sequence[TrainUse], RunRules]

with_and_without_the_kernel = pytest.mark.parametrize(
    "native",
    [pytest.param(True, marks=pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel was not built")), False],
)


def use_kernel(native: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (kernel, together_kernel):
        monkeypatch.setattr(module, "AVAILABLE", native)


def check(question: Question, efforts: Sequence[int], name: object) -> set[bool]:
    """Asks with every effort; says whether searches were cut short, ended, or both."""
    rules = question[-1]
    best = find_best_run(*question)
    ended = set()
    for effort in efforts:
        run = find_good_run(*question, effort)
        assert as_read(run, question) == (run.total, run.subsidy, run.chains), (name, effort)
        assert worth_of(run, rules) <= worth_of(best, rules) <= worth_of(run, rules) + run.gap, (name, effort)
        ended.add(run.complete)
    return ended


def as_read(run: Run, question: Question) -> tuple[int, int, tuple[tuple[str, ...], ...]]:
    track, company, trains, rules = question
    read = read_run(track, company, trains, run.written, rules)
    return read.total, read.subsidy, read.chains


@with_and_without_the_kernel
def test_routes_found_as_single_trains_earn_what_they_do_if_they_are_joined(
    native: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search goes through the ways to join trains one after the other and may be cut short in between."""
    use_kernel(native, monkeypatch)
    for seed in (157, 186):
        assert check(random_freights(seed), range(10, 300, 10), seed) == {False, True}


@with_and_without_the_kernel
@pytest.mark.parametrize("made", [random_case, random_crowd, random_freights, random_joined_case, random_sets_case])
def test_on_small_maps(made: Callable[[int], Case], native: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    use_kernel(native, monkeypatch)
    ended = set()
    for seed in range(70_000, 70_060):
        ended |= check(made(seed), (20, 50, *EFFORTS), seed)
    assert ended == {False, True}


def runs_in(game: stockrail.RailGame) -> Iterator[tuple[Question, str]]:
    """The questions at all runs of a game, the last first."""
    while game.actions:
        game.pop()
        if isinstance(game.decision, RunDecision):
            company = game.decision.company
            setting = setting_of(game, company)
            yield (setting.track, company, setting.trains, setting.rules), f"action {len(game.actions)}, {company}"


@pytest.mark.parametrize("title", ["18EU", "1862"])
def test_at_the_runs_of_recorded_games(title: str, shared: Path) -> None:
    ended = set()
    for path in sorted((shared / "fixtures" / title).glob("[0-9]*[0-9].json"))[:3]:
        for question, name in runs_in(stockrail.load(path)):
            ended |= check(question, EFFORTS, (path.name, name))
    assert ended == {False, True}


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*/saves/*[!d].json.gz")), ids=lambda path: path.name.split(".")[0])
def test_at_the_runs_of_saved_games(path: Path) -> None:
    """With options of which the recorded games know nothing."""
    for question, name in islice(runs_in(load_bytes(gzip.decompress(path.read_bytes()))), 6):
        check(question, EFFORTS, name)


def test_on_thick_maps() -> None:
    """With trains as they may fall to any company."""
    ended = set()
    for case in islice(positions.cases(5), 40):
        ended |= check((case.track, case.company, case.trains, case.rules), EFFORTS, case.name)
    assert ended == {False, True}
