"""The command `rules`: a title's checklist with the tests that prove each line."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

import msgspec

import stockrail.cli
from stockrail.cli.problems import DIFFERENCE, Failure
from stockrail.cli.rule_index import checklist_rules, tests_by_rule
from stockrail.cli.screen import Cell, Screen
from stockrail.rules.title import RailTitle
from stockrail.titles import title as find_title

NO_TESTS = "the tests are in Stockrail's source checkout, not in the installed package"


class Line(msgspec.Struct, frozen=True):
    """One rule and its tests."""

    id: str
    text: str
    tests: list[str]


def show_rules(name: str, missing: bool, as_json: bool) -> int:
    title = find_title(name)
    folder = tests_folder()
    if folder is None and (missing or as_json):
        raise Failure(NO_TESTS, hint="Run the command in the checkout.")
    lines = read_lines(title, folder)
    shown = [line for line in lines if is_missing(title, line)] if missing else lines
    screen = Screen()
    if as_json:
        screen.json(shown)
    else:
        _print(screen, title, shown, proofs=folder is not None and not missing)
        # What is missing is a list that may be empty; the sum is for whoever looks at it.
        _sum_up(Screen(sys.stderr) if missing else screen, title, lines, folder)
    return DIFFERENCE if missing and shown else 0


def read_lines(title: RailTitle, folder: Path | None) -> list[Line]:
    proofs = tests_by_rule(folder) if folder else {}
    rules = checklist_rules(Path(str(files(title.package).joinpath("checklist.md"))))
    return [Line(id_, text, proofs.get(f"{title.name}:{id_}", [])) for id_, text in rules.items()]


def is_missing(title: RailTitle, line: Line) -> bool:
    """No test proves it, and it is not mere advice."""
    return not line.tests and line.id not in title.advisory


def tests_folder() -> Path | None:
    """The tests of the checkout that the user is in, or that this program runs from."""
    here = Path.cwd()
    package = Path(stockrail.cli.__file__).parents[1]
    for root in (here, *here.parents, package.parents[1]):
        if (root / "src" / "stockrail").is_dir() and (root / "tests").is_dir():
            return root / "tests"
    return None


def _print(screen: Screen, title: RailTitle, lines: list[Line], proofs: bool) -> None:
    for line in lines:
        mark = _mark(title, line) if proofs else Cell("")
        screen.parts(mark, Cell(line.id, "bold"), f"  {line.text}")
        for test in line.tests:
            screen.line(f"      {test}", "dim")


def _mark(title: RailTitle, line: Line) -> Cell:
    if line.id in title.advisory:
        return Cell("advisory  ", "yellow")
    return Cell("proven    ", "green") if line.tests else Cell("unproven  ", "red")


def _sum_up(screen: Screen, title: RailTitle, lines: list[Line], folder: Path | None) -> None:
    if folder is None:
        screen.line(f"Note: {NO_TESTS}.", "bold yellow")
        return
    advice = sum(line.id in title.advisory for line in lines)
    missing = sum(is_missing(title, line) for line in lines)
    proven = len(lines) - advice - missing
    screen.line(f"{title.name}: {len(lines)} rules, {proven} proven, {missing} missing, {advice} advisory", "bold")
