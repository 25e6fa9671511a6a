"""A refusal is written once: a title's own in its table, a shared one's sentence in `words.reasons`."""

from __future__ import annotations

import ast
from collections import Counter

import pytest
from tests.words.test_complete import (
    calls,
    classes_under,
    declared_by,
    finds_faults,
    folder_of,
    forms,
    of_folder,
    of_title,
    refusals,
    sources,
    titles,
    values,
)

from stockrail.core import Decision
from stockrail.core.refusals import Why, rule_in, sentences_in
from stockrail.rules.title import RailTitle
from stockrail.words.catalogue import Catalogue
from stockrail.words.naming import catalogue_of
from stockrail.words.reasons import REFUSALS

SHARED = ""  # the folder of what core, rules, board and routes refuse


@pytest.fixture(params=titles(), ids=lambda title: title.name)
def title(request: pytest.FixtureRequest) -> RailTitle:
    found: RailTitle = request.param
    return found


def folders(everywhere: bool = False) -> dict[str, set[str]]:
    """Who refuses with each kind: shared modules, folders of titles, if need be of those that are not listed yet."""
    found: dict[str, set[str]] = {}
    for each in refusals(everywhere):
        found.setdefault(each.kind, set()).add(each.folder)
    return found


def plain(key: str) -> str:
    """The kind alone, without a decision before it or parameters behind it."""
    return key.split(maxsplit=1)[0].rsplit(".", 1)[-1]


def test_every_refusal_can_be_traced_to_its_kinds() -> None:
    """Written out, made from a route's fault, or found by a function that `refusals` reads."""
    for tree in (tree for _, tree in sources()):
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            for call in calls(function, "refusal"):
                kind = call.args[0]
                if isinstance(kind, ast.Name):
                    given = [argument.arg for argument in function.args.args]
                    assert (kind.id == "fault" and kind.id in given) or found_in(function, kind.id), ast.unparse(call)
                elif not (isinstance(kind, ast.Attribute) and finds_faults(kind.attr)):
                    assert values(kind) or ast.unparse(kind) == "f'route_{fault.kind}'", ast.unparse(call)


def found_in(function: ast.FunctionDef, name: str) -> bool:
    """Whether a variable is set to kinds, or to what functions find that look for faults."""
    set_to = [node.value for node in ast.walk(function) if isinstance(node, ast.Assign) and name in ast.unparse(node)]
    asked = [node for value in set_to for node in ast.walk(value) if isinstance(node, ast.Call)]
    return any(values(value) for value in set_to) or any(finds_faults(ast.unparse(call.func)) for call in asked)


def test_what_shared_modules_refuse_has_a_shared_sentence() -> None:
    shared = Catalogue({"refusals": REFUSALS})
    kinds = {kind for kind, where in folders().items() if SHARED in where or len(where) > 1}
    assert {"bid_too_low", "blank_side", "route_repeats_stop", "run_first"} <= kinds
    missing = {kind for kind in kinds if not shared.knows("refusals", kind)}
    assert missing == set(), "a kind that titles share has its sentence in words/reasons.py"


def test_what_one_title_refuses_has_its_sentence_there() -> None:
    alone = {kind for kind, where in folders(everywhere=True).items() if len(where) == 1 and SHARED not in where}
    misplaced = {plain(key) for key in REFUSALS} & alone
    assert misplaced == set(), "a kind of one title has its sentence in that title's refusals"


def test_no_sentence_is_written_twice() -> None:
    tables = [REFUSALS, *(sentences_in(title.refusals) for title in titles())]
    said = Counter(text for table in tables for template in table.values() for text in forms(template))
    assert [text for text, times in said.items() if times > 1] == []


def test_each_kind_that_can_come_up_has_one_line(title: RailTitle) -> None:
    kinds = {each.kind for each in of_title(refusals(), title)}
    assert {kind for kind in kinds if not rule_in(title.refusals, kind)} == set()
    assert {plain(key) for key in title.refusals} - kinds == set(), "lines for kinds that cannot come up"


def test_a_title_has_sentences_for_kinds_that_it_raises(title: RailTitle) -> None:
    """A line with a sentence is for a kind of its own, or says a shared one in the title's words."""
    own = {each.kind for each in refusals() if each.folder == folder_of(title)}
    shared = {plain(key) for key in REFUSALS} | {f"route_{kind}" for kind in declared_by(title)}
    assert {plain(key) for key in sentences_in(title.refusals)} <= own | shared


def test_what_never_comes_up_has_no_line(title: RailTitle) -> None:
    assert {plain(key) for key in title.refusals} & title.never == set()
    assert title.never <= {kind for kind, where in folders().items() if SHARED in where}


def test_a_line_for_one_decision_names_one_that_there_is(title: RailTitle) -> None:
    decisions = {kind.__name__ for kind in of_folder(classes_under(Decision), title)}
    named = {key.split(".")[0] for key in title.refusals if "." in key}
    assert named <= decisions


def test_a_sentence_for_certain_parameters_has_the_rule_of_its_kind(title: RailTitle) -> None:
    variants = {key: why for key, why in title.refusals.items() if " " in key}
    assert all(isinstance(why, Why) for why in variants.values())
    assert {key for key in variants if rule_in(title.refusals, key) != rule_in(title.refusals, plain(key))} == set()


def test_every_rule_in_the_table_is_in_the_checklist(title: RailTitle) -> None:
    rules = {rule_in(title.refusals, key) for key in title.refusals}
    assert {rule for rule in rules if f"`{rule}`" not in title.checklist} == set()


def test_the_speaker_finds_a_titles_own_sentence(title: RailTitle) -> None:
    known = catalogue_of(title)
    for key, sentence in sentences_in(title.refusals).items():
        kind, *conditions = key.split()
        params = dict(condition.split("=") for condition in conditions)
        assert known.pick("refusals", kind, params) == sentence
