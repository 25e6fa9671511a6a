"""What all tests share: the check of `rule` markers, the hypothesis profile, the folder `shared`."""

from collections.abc import Generator, Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import settings

from stockrail.cli.rule_index import rules_by_test, rules_by_title

ROOT = Path(__file__).parents[1]

settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2000)  # pytest --hypothesis-profile=explore
settings.load_profile("ci")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder `shared` beside the project (rulebooks, real games); without it the test is skipped."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("no folder 'shared' beside the project")
    return folder


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Refuse rule markers that name no rule, or that `stockrail rules` could not read."""
    report = yield
    tests = [node for node in report.result or [] if isinstance(node, pytest.Item)]
    faults = [fault for test in tests for marker in test.iter_markers("rule") for fault in _faults(test, marker)]
    if faults:
        report.outcome = "failed"
        report.longrepr = "\n".join(faults)
        report.result = []
    return report


def _faults(test: pytest.Item, marker: pytest.Mark) -> Iterator[str]:
    for rule in marker.args:
        if rule not in _known_rules():
            yield f"{test.name}: no checklist has the rule {rule!r}"
        elif rule not in _readable_rules(test.path):
            yield f"{test.name}: `stockrail rules` cannot read {rule!r} here; write it as a plain string"


@cache
def _known_rules() -> frozenset[str]:
    titles = rules_by_title(ROOT / "src" / "stockrail" / "titles") | rules_by_title(ROOT / "tests")
    return frozenset(f"{title}:{rule}" for title, rules in titles.items() for rule in rules)


@cache
def _readable_rules(test_file: Path) -> frozenset[str]:
    return frozenset(chain.from_iterable(rules_by_test(test_file).values()))
