"""The checklist with its proofs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stockrail.titles import title

Cli = Callable[..., Any]

PROOF = """
import pytest


@pytest.mark.rule("18EU:1.2-a", "18EU:5-d")
def test_something() -> None: ...
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout with a single test, in which the user stands."""
    (tmp_path / "src" / "stockrail").mkdir(parents=True)
    (tmp_path / "tests" / "inner").mkdir(parents=True)
    (tmp_path / "tests" / "inner" / "test_one.py").write_text(PROOF)
    monkeypatch.chdir(tmp_path / "tests" / "inner")


def test_each_rule_with_the_tests_that_prove_it(cli: Cli, checkout: None) -> None:
    outcome = cli("rules", "18eu", "--json")
    assert outcome.status == 0
    lines = json.loads(outcome.out)
    assert all(list(line) == ["id", "text", "tests"] for line in lines)
    proofs = {line["id"]: line["tests"] for line in lines}
    assert proofs["5-d"] == ["tests/inner/test_one.py::test_something"]
    assert proofs["5-c"] == []


def test_what_is_missing_is_listed_and_advice_is_not(cli: Cli, checkout: None) -> None:
    outcome = cli("rules", "18EU", "--missing", "--json")
    assert outcome.status == 1
    missing = [line["id"] for line in json.loads(outcome.out)]
    assert "5-c" in missing
    assert not {"1.2-a", "5-d"} & set(missing)
    assert not title("18EU").advisory & set(missing)


def test_the_list_in_words_marks_advice(cli: Cli, checkout: None) -> None:
    outcome = cli("rules", "18EU")
    assert outcome.status == 0
    assert "advisory  1.4-b" in outcome.out
    assert "proven    5-d" in outcome.out
    assert "unproven  5-c" in outcome.out
    assert ", 2 proven, " in outcome.out.splitlines()[-1]


def test_nothing_missing_is_exit_status_zero(cli: Cli, checkout: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stockrail.cli.rules.is_missing", lambda title, line: False)
    outcome = cli("rules", "18EU", "--missing")
    assert (outcome.status, outcome.out) == (0, "")


def test_the_checkout_that_the_program_runs_from_is_found_from_anywhere(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    proven = [line for line in json.loads(cli("rules", "18EU", "--json").out) if line["tests"]]
    assert proven


def test_outside_a_checkout_it_says_that_the_tests_are_not_there(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stockrail.cli.rules.tests_folder", lambda: None)
    outcome = cli("rules", "18EU")
    assert outcome.status == 0
    assert "the tests are in Stockrail's source checkout" in outcome.out
    assert "proven  " not in outcome.out
    for flag in ("--missing", "--json"):
        outcome = cli("rules", "18EU", flag)
        assert (outcome.status, outcome.out) == (1, "")
        assert "the tests are in Stockrail's source checkout" in outcome.err
