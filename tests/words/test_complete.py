"""Every kind of log entry and refusal, every decision, action and round has words: kinds are read from the source."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from stockrail.core import Action, Decision, Event, IllegalAction
from stockrail.routes import Together
from stockrail.rules.actions import TrainRun
from stockrail.rules.decisions import Choice
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import Round
from stockrail.rules.sentences import to_translate
from stockrail.rules.title import RailTitle
from stockrail.titles import all_titles
from stockrail.words import Speaker
from stockrail.words.catalogue import Template
from stockrail.words.naming import catalogue_of

PACKAGE = Path(__file__).parents[2] / "src" / "stockrail"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
OUTLOOK = "stockrail.rules.outlook"  # asks about steps of every kind, without making a title use them


class Found(NamedTuple):
    """A kind, the names of the parameters that come with it, and who knows it: a title's folder, or "" and a module."""

    kind: str
    params: frozenset[str]
    folder: str
    module: str = ""


@cache
def events() -> list[Found]:
    """The kinds that `game.note` is called with."""
    return [
        Found(_text(call), _keywords(call), folder, module)
        for folder, module, tree in modules()
        for call in calls(tree, "note")
    ]


@cache
def refusals(everywhere: bool = False) -> list[Found]:
    """The kinds that `game.refusal` is called with, and those that the functions return which find faults."""
    named = [
        Found(kind, _keywords(call), folder, module)
        for folder, module, tree in modules(everywhere)
        for function in ast.walk(tree)
        if isinstance(function, FUNCTIONS)
        for call in calls(function, "refusal")
        for kind in _kinds(call, function)
    ]
    given = (name for _, tree in sources() for call in calls(tree, "refusal") for name in _keywords(call))
    anywhere = frozenset((*given, *(name for _, tree in sources() for name in _told(tree))))
    returned = [
        Found(kind, anywhere, folder, module)
        for folder, module, tree in modules(everywhere)
        for kind in _returned_faults(tree)
    ]
    return named + returned + [Found(f"route_{kind}", params, folder) for kind, params, folder in _route_faults()]


@cache
def modules(everywhere: bool = False) -> list[tuple[str, str, ast.Module]]:
    """Each file of the engine: the folder of its title, its module, what it says; titles if they are listed."""
    found, offered = [], {"", *(title.package.rsplit(".", 1)[-1] for title in all_titles().values())}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        if parts[0] not in ("words", "bots", "cli", "web"):
            folder = parts[1] if parts[0] == "titles" and len(parts) > 2 else ""
            if folder not in offered and not everywhere:
                continue
            module = ".".join(("stockrail", *parts)).removesuffix(".py")
            found.append((folder, module, ast.parse(path.read_text(encoding="utf-8"))))
    return found


def sources() -> list[tuple[str, ast.Module]]:
    """Each file of the engine with the folder of its title."""
    return [(folder, tree) for folder, _, tree in modules()]


@cache
def steps_of(folder: str) -> frozenset[str]:
    """The modules of `rules` that a title builds on: a step that it does not use refuses nothing there."""
    used: set[str] = set()
    waiting = [tree for own, _, tree in modules() if own == folder]
    trees = {module: tree for _, module, tree in modules()}
    while waiting:
        for module in _imports(waiting.pop()) - used:
            if module in trees and module.startswith("stockrail.rules.") and module != OUTLOOK:
                used.add(module)
                waiting.append(trees[module])
    return frozenset(used)


def _imports(tree: ast.Module) -> set[str]:
    return {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}


def can_come_up(each: Found, title: RailTitle) -> bool:
    if each.folder:
        return each.folder == folder_of(title)
    return not each.module.startswith("stockrail.rules.") or each.module in steps_of(folder_of(title))


def calls(tree: ast.AST, name: str) -> list[ast.Call]:
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    return [call for call in found if isinstance(call.func, ast.Attribute) and call.func.attr == name]


def _keywords(call: ast.Call) -> frozenset[str]:
    return frozenset(keyword.arg for keyword in call.keywords if keyword.arg)


def _text(call: ast.Call) -> str:
    kind = call.args[0]
    assert isinstance(kind, ast.Constant) and isinstance(kind.value, str), f"line {call.lineno}: write the kind out"
    return kind.value


def _kinds(call: ast.Call, function: ast.AST) -> list[str]:
    """The kind as it is written, or whatever the variable is set to in the same function."""
    kind = call.args[0]
    if not isinstance(kind, ast.Name):
        return values(kind)
    assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
    return [
        text
        for node in assigned
        if any(isinstance(target, ast.Name) and target.id == kind.id for target in node.targets)
        for text in values(node.value)
    ]


def _returned_faults(tree: ast.Module) -> list[str]:
    finders = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS) and finds_faults(node.name)]
    returns = [node.value for function in finders for node in ast.walk(function) if isinstance(node, ast.Return)]
    named = [node.value for node in ast.walk(tree) if isinstance(node, ast.Assign | ast.AnnAssign) and _is_fault(node)]
    return [text for value in (*returns, *named) if value is not None for text in values(value)]


def _told(tree: ast.Module) -> Iterator[str]:
    """What decisions name in refusals: fields, and what `named` and `told` return."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("about", "tells"):
            yield from ast.literal_eval(node.value)
        if isinstance(node, FUNCTIONS) and node.name in ("named", "told"):
            tables = [each for each in ast.walk(node) if isinstance(each, ast.Dict)]
            yield from (text for table in tables for key in table.keys if key is not None for text in values(key))


def _is_fault(node: ast.Assign | ast.AnnAssign) -> bool:
    """Whether a class says with which kind it refuses something."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return any(isinstance(target, ast.Name) and target.id.endswith("_fault") for target in targets)


def finds_faults(name: str) -> bool:
    return name.endswith("fault") or name == "check_lay"


# Faults of runs that only some declarations know; `RunRules.faults` tells which.
DECLARED = {f"route_{kind}" for kind in ("too_far", "shuns", "no_hop", "wrong_end", "barred", "no_home", "not_joined")}
DECLARED.add(HANGS_APART := f"route_{Together(frozenset(), frozenset()).name}")


# Who makes faults of runs, and with which parameters.
FAULTS = {"RouteFault": frozenset[str](), "_check_twice": frozenset({"train", "hex", "stop"})}


def _route_faults() -> Iterator[tuple[str, frozenset[str], str]]:
    for folder, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FAULTS:
                for kind in values(node.args[0]):
                    yield kind, _keywords(node) | FAULTS[node.func.id] | {"company"}, folder
    yield HANGS_APART.removeprefix("route_"), frozenset({"company", "train"}), ""
    for title in titles():  # rules of conflict have names of their own
        for kind in declared_by(title) - {kind.removeprefix("route_") for kind in DECLARED}:
            yield kind, frozenset({"company", "train", "hex", "stop"}), folder_of(title)


def declared_by(title: RailTitle) -> frozenset[str]:
    game = RailGame(title, [f"Player {n}" for n in range(title.players[0])])
    setting = title.run_setting(game, next(iter(title.companies)))
    return setting.rules.faults() if setting else frozenset()


def values(node: ast.expr) -> list[str]:
    """The texts that an expression can be."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.IfExp):
        return values(node.body) + values(node.orelse)
    if isinstance(node, ast.BoolOp):
        return [text for value in node.values for text in values(value)]
    return []


# -- what is asked of the words ---------------------------------------------------------------------------------------

FOLDED = {"all_pass", "trains_rust"}  # made from other entries by `Speaker.log`
SAMPLES: dict[str, Any] = {
    "companies": ["SNCB", "14"],
    "company": "SNCB",
    "hex": "D7",
    "hexes": ("A10", "B11", "B13"),
    "holder": "pool",
    "item": "14",
    "kind": "double",
    "minor": "14",
    "phase": "5",
    "players": (0, 1),
    "reason": "bank",
    "rotation": 2,
    "seller": "depot",
    "source": "pool",
    "sums": {0: 36, "SNCB": 9},
    "interest.sums": [("", 0, 36), ("", "SNCB", 9)],
    "shares_bonus.sums": [("president", 0, 36), ("treasury", "SNCB", 9)],
    "tile": "57",
    "train": "3-0",
    "why": "alone",
}


def titles() -> list[RailTitle]:
    return list(all_titles().values())


def folder_of(title: RailTitle) -> str:
    return title.package.rsplit(".", 1)[-1]


def of_title(found: list[Found], title: RailTitle) -> list[Found]:
    others = DECLARED - {f"route_{kind}" for kind in declared_by(title)} | title.never
    return [each for each in found if can_come_up(each, title) and each.kind not in others]


def classes_under(base: type[Any]) -> Iterator[type[Any]]:
    for child in base.__subclasses__():
        if child.__module__.startswith("stockrail."):
            yield child
        yield from classes_under(child)


def of_folder(classes: Iterator[type[Any]], title: RailTitle) -> list[type[Any]]:
    """Those of a title and those that all titles share."""
    every = list(classes)
    return [c for c in every if c.__module__.startswith(title.package) or ".titles." not in c.__module__]


def is_used(kind: type[Any], title: RailTitle) -> bool:
    """Whether a title has it, or builds on the module of `rules` that has it."""
    shared = kind.__module__.startswith("stockrail.rules.")
    return not shared or kind.__module__ in steps_of(folder_of(title))


def templates(section: str = "") -> list[str]:
    found = [(part, text) for title in titles() for part, _, text in catalogue_of(title).templates()]
    return [text for part, template in found if section in ("", part) for text in forms(template)]


def forms(template: Template) -> tuple[str, ...]:
    return (template,) if isinstance(template, str) else template


def sample(each: Found) -> dict[str, Any]:
    return {name: SAMPLES.get(f"{each.kind}.{name}", SAMPLES.get(name, 1)) for name in each.params}


def unfilled(sentence: str) -> bool:
    return "{" in sentence or "}" in sentence or not sentence


@pytest.fixture(params=titles(), ids=lambda title: title.name)
def title(request: pytest.FixtureRequest) -> RailTitle:
    found: RailTitle = request.param
    return found


@pytest.fixture
def speaker(title: RailTitle) -> Speaker:
    return Speaker(RailGame(title, [f"Player {n}" for n in range(title.players[0])]))


def test_the_source_is_read_at_all() -> None:
    assert len({each.kind for each in events()}) > 40
    assert len({each.kind for each in refusals()}) > 100
    assert {"issue_limit", "cannot_pay", "blank_side", "route_too_long"} <= {each.kind for each in refusals()}


def test_every_log_entry_has_words(title: RailTitle) -> None:
    known = catalogue_of(title)
    assert [each.kind for each in of_title(events(), title) if not known.knows("events", each.kind)] == []


def test_every_refusal_has_words(title: RailTitle) -> None:
    known = catalogue_of(title)
    assert [each.kind for each in refusals() if each.kind in DECLARED and not known.knows("refusals", each.kind)] == []
    assert [each.kind for each in of_title(refusals(), title) if not known.knows("refusals", each.kind)] == []


def test_every_refusal_cites_a_rule(title: RailTitle) -> None:
    kinds = {each.kind for each in of_title(refusals(), title)}
    cited = {kind: title.rule_of(kind) for kind in kinds}
    assert {kind for kind, rule in cited.items() if f"`{rule}`" not in title.checklist} == set()


def test_every_decision_has_a_prompt(title: RailTitle) -> None:
    known = catalogue_of(title)
    decisions = [k for k in of_folder(classes_under(Decision), title) if k.list not in (Decision.list, Choice.list)]
    choices = [k for k in classes_under(Choice) if k.list is Choice.list and k.moves is not Choice.moves]
    waiting = [kind for kind in (*decisions, *of_folder(iter(choices), title)) if is_used(kind, title)]
    assert waiting
    asked = [kind for kind in waiting if not kind.__subclasses__()]  # what only serves as a base never waits itself
    unworded = [k for k in asked if not any(known.knows("prompts", above.__name__) for above in k.__mro__)]
    assert unworded == []


def test_every_action_has_words(title: RailTitle) -> None:
    known = catalogue_of(title)
    assert {kind.__name__ for kind in of_folder(classes_under(Action), title)} >= {k.__name__ for k in title.actions}
    assert [kind.__name__ for kind in title.actions if not known.knows("actions", kind.__name__)] == []


def test_every_round_has_a_name(title: RailTitle) -> None:
    known = catalogue_of(title)
    plain = known.pick("names", "round", {})
    rounds = [kind for kind in of_folder(classes_under(Round), title) if is_used(kind, title)]
    assert [r.kind for r in rounds if known.pick("names", "round", {"kind": r.kind}) == plain] == []


def test_no_words_are_left_over_for_kinds_that_are_gone() -> None:
    said = {(part, kind) for title in titles() for part, kind, _ in catalogue_of(title).templates()}
    assert {kind for part, kind in said if part == "events"} - FOLDED == {each.kind for each in events()}
    assert {kind for part, kind in said if part == "refusals"} == {each.kind for each in refusals()}


def test_every_log_entry_is_said_with_the_parameters_that_it_comes_with(title: RailTitle, speaker: Speaker) -> None:
    for each in of_title(events(), title):
        params = sample(each) | ({"president": 0} if "president" in each.params else {})
        sentence = speaker.event(Event(each.kind, params))
        assert not unfilled(sentence), sentence


def test_every_refusal_is_said_with_the_parameters_that_it_comes_with(title: RailTitle, speaker: Speaker) -> None:
    for each in of_title(refusals(), title):
        error = IllegalAction(each.kind, title.rule_of(each.kind), **sample(each))
        sentence = speaker.refusal(error)
        assert not unfilled(sentence), sentence
        assert sentence.endswith(f". {title.name} {error.rule}")


def test_every_action_is_said_although_nothing_in_it_exists(title: RailTitle, speaker: Speaker) -> None:
    odd = {int: 99, bool: True, str: "?", tuple: ()}
    for kind in title.actions:
        hints = {field.name: _plain(field.type) for field in msgspec.structs.fields(kind) if field.name != "player"}
        for runs in ((), (TrainRun("?", ("?",)),)):
            fields = {name: odd[hint] for name, hint in hints.items()} | ({"runs": runs} if "runs" in hints else {})
            sentence = speaker.action(kind(player=99, **fields))
            assert not unfilled(sentence), sentence


def _plain(annotation: Any) -> type:
    return annotation if annotation in (int, bool, str) else tuple


# -- style ------------------------------------------------------------------------------------------------------------


def test_a_prompt_has_at_most_six_words() -> None:
    assert [text for text in templates("prompts") if len(text.split()) > 6] == []


def test_a_refusal_says_what_cannot_be_done_or_what_must_be() -> None:
    """Only "Cannot do this" or "Sell fewer" comes before a colon: no "NS: its trains run first"."""
    before = ("Cannot ", "Sell fewer ", "Sell more ")
    assert [text for text in templates("refusals") if ": " in text and not text.startswith(before)] == []


def test_the_tone_is_calm() -> None:
    loud = ("!", "illegal", "sorry", "invalid", "error")
    assert [text for text in templates() if any(word in text.lower() for word in loud)] == []


def test_buttons_never_say_ok() -> None:
    assert [text for text in templates("actions") if text.lower() in ("ok", "confirm", "submit", "yes", "no")] == []


def test_lines_have_no_full_stop_at_the_end() -> None:
    """A word may be shortened: "Pres."."""
    assert [text for text in templates() if text.endswith(".") and " " in text] == []


def test_placeholders_are_plain_names() -> None:
    for text in templates():
        for _, name, form, conversion in string.Formatter().parse(text):
            assert name is None or (name.isidentifier() and not form and not conversion), text


def test_every_text_is_marked_for_translation() -> None:
    of_titles = [path for name in ("words.py", "refusals.py") for path in (PACKAGE / "titles").glob(f"*/{name}")]
    files = [*(PACKAGE / "words").glob("*.py"), *of_titles]
    found = [n for p in files for n in ast.walk(ast.parse(p.read_text("utf-8"))) if isinstance(n, ast.Call)]
    marks = [call for call in found if isinstance(call.func, ast.Name) and call.func.id in ("N_", "NN_")]
    marked = {text for call in marks for arg in call.args for text in values(arg)}
    of_data = [text for title in titles() for text in to_translate(title.package)]
    marked |= {form for text in of_data for form in ((text,) if isinstance(text, str) else text)}
    worded = [t for t in templates() if any(c.isalpha() for p in string.Formatter().parse(t) for c in p[0])]
    assert [text for text in worded if text not in marked] == []
