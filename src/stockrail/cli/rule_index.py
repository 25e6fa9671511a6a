"""Which tests prove which rule: reads checklists and, without running them, the `rule` markers of tests."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

_CHECKLIST_LINE = re.compile(r"^- `(?P<id>[^`\s]+)` +(?P<text>.+)$", re.MULTILINE)


def rules_by_title(titles_folder: Path) -> dict[str, dict[str, str]]:
    """For each title that has a checklist: its rules, id to text."""
    return {
        _title_name(checklist.parent): checklist_rules(checklist)
        for checklist in sorted(titles_folder.glob("*/checklist.md"))
    }


def checklist_rules(checklist: Path) -> dict[str, str]:
    """The rules of one checklist, id to text, in its order."""
    lines = _CHECKLIST_LINE.finditer(checklist.read_text(encoding="utf-8"))
    return {line["id"]: line["text"] for line in lines}


def _title_name(folder: Path) -> str:
    facts = tomllib.loads((folder / "facts.toml").read_text(encoding="utf-8"))
    return str(facts["title"])


def tests_by_rule(tests_folder: Path) -> dict[str, list[str]]:
    """For each rule id (`"TITLE:4.4.3-d"`): the node ids of the tests whose markers name it."""
    index: dict[str, list[str]] = {}
    for path in sorted({*tests_folder.rglob("test_*.py"), *tests_folder.rglob("*_test.py")}):
        file_id = path.relative_to(tests_folder.parent).as_posix()
        for test, rules in rules_by_test(path).items():
            for rule in rules:
                index.setdefault(rule, []).append(f"{file_id}::{test}")
    return index


def rules_by_test(test_file: Path) -> dict[str, list[str]]:
    """For each test of a file (`name`, or `Class::name`): the rules that it proves.

    It sees ids that are written as plain strings: on functions, classes, modules (`pytestmark`) and
    parameters (`pytest.param(..., marks=...)`), also by way of a name that the module assigns.
    """
    module = _Module(ast.parse(test_file.read_text(encoding="utf-8"), filename=str(test_file)))
    return {test: list(dict.fromkeys(rules)) for test, rules in module.tests()}


class _Module:
    """One parsed test file, its tests and their rules."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._names = dict(_assignments(tree.body))

    def tests(self) -> Iterator[tuple[str, list[str]]]:
        return self._tests_in(self._tree.body, "", [])

    def _tests_in(self, body: list[ast.stmt], prefix: str, outer: list[str]) -> Iterator[tuple[str, list[str]]]:
        shared = outer + self._rules(value for name, value in _assignments(body) if name == "pytestmark")
        for statement in body:
            match statement:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name.startswith("test_"):
                    yield prefix + name, shared + self._rules(statement.decorator_list)
                case ast.ClassDef(name=name) if name.startswith("Test"):
                    own = shared + self._rules(statement.decorator_list)
                    yield from self._tests_in(statement.body, f"{prefix}{name}::", own)
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Attribute(attr="TestCase")):
                    yield prefix + name, shared  # a hypothesis state machine

    def _rules(self, expressions: Iterable[ast.expr]) -> list[str]:
        """The ids of all `mark.rule(...)` calls inside, following names that the module assigns."""
        rules: list[str] = []
        followed: set[str] = set()
        waiting: list[ast.AST] = list(expressions)
        for node in waiting:  # the list grows as it is read
            if isinstance(node, ast.Name) and node.id in self._names and node.id not in followed:
                followed.add(node.id)
                waiting.append(self._names[node.id])
            elif isinstance(node, ast.Call) and _is_rule_marker(node.func):
                rules += [rule for arg in node.args for rule in self._texts(arg)]
            else:
                waiting += ast.iter_child_nodes(node)
        return rules

    def _texts(self, arg: ast.expr) -> list[str]:
        match arg:
            case ast.Constant(value=str(text)):
                return [text]
            case ast.Name(id=name) if name in self._names:
                return self._texts(self._names[name])
            case ast.Starred(value=ast.Name(id=name)) if name in self._names:
                return self._texts(self._names[name])
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return [text for item in items for text in self._texts(item)]
        return []


def _is_rule_marker(function: ast.expr) -> bool:
    """Whether it is `pytest.mark.rule` or `mark.rule`."""
    match function:
        case ast.Attribute(attr="rule", value=ast.Attribute(attr="mark") | ast.Name(id="mark")):
            return True
    return False


def _assignments(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
