"""The index of rules reads markers and checklists as pytest and the titles mean them."""

from pathlib import Path

import pytest

from stockrail.cli.rule_index import rules_by_title, tests_by_rule

MARKED = """
import pytest
from pytest import mark

CASES = [pytest.param(1, marks=mark.rule("T:5-a")), 2]
SALES = ("T:6-a", "T:6-b")
proves_par = pytest.mark.rule("T:7-a")


@pytest.mark.rule("T:1-a", "T:1-b")
def test_two_rules(): ...


@mark.rule("T:1-b")
@mark.rule("T:1-b")
@mark.slow
async def test_one_rule_said_twice(): ...


@pytest.mark.parametrize("n", [pytest.param(1, marks=[mark.slow, pytest.mark.rule("T:4-a")]), 2])
def test_of_cases(n): ...


@pytest.mark.parametrize("n", CASES)
def test_of_named_cases(n): ...


@pytest.mark.rule(*SALES)
def test_of_named_rules(): ...


@proves_par
def test_with_named_marker(): ...


def test_of_nothing(): ...


@pytest.mark.rule("T:9-z")
def helper(): ...


@pytest.mark.rule("T:2-a")
class TestClass:
    pytestmark = [pytest.mark.rule("T:2-b")]

    @pytest.mark.rule("T:2-c")
    def test_method(self): ...

    class TestInner:
        def test_inner(self): ...
"""


def index_of(tmp_path: Path, text: str) -> dict[str, list[str]]:
    file = tmp_path / "tests" / "rules" / "test_x.py"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    return tests_by_rule(tmp_path / "tests")


@pytest.mark.parametrize(
    ("rule", "tests"),
    [
        ("T:1-a", ["test_two_rules"]),
        ("T:1-b", ["test_two_rules", "test_one_rule_said_twice"]),
        ("T:4-a", ["test_of_cases"]),
        ("T:5-a", ["test_of_named_cases"]),
        ("T:6-a", ["test_of_named_rules"]),
        ("T:6-b", ["test_of_named_rules"]),
        ("T:7-a", ["test_with_named_marker"]),
        ("T:2-a", ["TestClass::test_method", "TestClass::TestInner::test_inner"]),
        ("T:2-b", ["TestClass::test_method", "TestClass::TestInner::test_inner"]),
        ("T:2-c", ["TestClass::test_method"]),
    ],
)
def test_a_rule_is_proved_by_the_tests_that_carry_its_marker(tmp_path: Path, rule: str, tests: list[str]) -> None:
    assert index_of(tmp_path, MARKED)[rule] == [f"tests/rules/test_x.py::{test}" for test in tests]


def test_a_marker_outside_of_a_test_proves_nothing(tmp_path: Path) -> None:
    assert "T:9-z" not in index_of(tmp_path, MARKED)


@pytest.mark.parametrize("mark", ['pytest.mark.rule("T:3-a")', '[pytest.mark.slow, pytest.mark.rule("T:3-a")]'])
def test_a_module_marker_counts_for_all_its_tests(tmp_path: Path, mark: str) -> None:
    text = f"import pytest\npytestmark = {mark}\ndef test_a(): ...\nTestPlay = Machine.TestCase\n"
    found = index_of(tmp_path, text)
    assert found == {"T:3-a": ["tests/rules/test_x.py::test_a", "tests/rules/test_x.py::TestPlay"]}


def test_a_checklist_belongs_to_the_title_of_its_facts(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "facts.toml").write_text('title = "T"\n')
    (folder / "checklist.md").write_text("# T\nSee `notes`.\n\n- `1-a` First, `2` trains.\n- `1.2-b` Second.\n")
    assert rules_by_title(tmp_path) == {"T": {"1-a": "First, `2` trains.", "1.2-b": "Second."}}
