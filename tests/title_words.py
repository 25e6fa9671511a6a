"""The words of the titles: class names, kinds and fields that one title alone has, read from its folder.

What is known outside `titles/`, or said by several titles, is no title's own. Actions are: screens meet them by name.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from tests.words.test_complete import events, folder_of, refusals

from stockrail.core import Action
from stockrail.rules import actions
from stockrail.rules.title import RailTitle
from stockrail.titles import all_titles
from stockrail.words.catalogue import Words
from stockrail.words.english import ENGLISH

PACKAGE = Path(__file__).parents[1] / "src" / "stockrail"
TITLES = PACKAGE / "titles"

# Ordinary words: titles use them as kinds, and general code for other things.
ORDINARY = frozenset(
    {
        *("band", "bonus", "cards", "closed", "connection", "entries", "events", "ipo", "limit", "local", "major"),
        *("markers", "next", "out", "rounds", "second", "state", "then", "total", "used", "waiting", "way"),
    }
)

# What `draw` has a sign for, whoever puts it on the map.
SIGNS = frozenset({"anchor", "coach"})


class TitleWords(NamedTuple):
    """`telling` words are nobody's by chance ("CloseMinor", "minor_upgrades"); `plain` ones are English too."""

    telling: frozenset[str]
    plain: frozenset[str]

    def spoken(self, piece: str) -> Iterator[str]:
        """Those in a piece of code: a telling one anywhere, a plain one as a text, the value of a key, or a class."""
        yield from (word for word in re.findall(r"\w+", piece) if word in self.telling)
        quoted = re.findall(r"""(?<=["'])\w+(?=["'])|(?<==)\w+""", piece)
        named = [piece] if piece[:1].isupper() else []
        yield from (word for word in quoted + named if word in self.plain)


@cache
def title_words() -> TitleWords:
    titles = list(all_titles().values())
    said = Counter(word for title in titles for word in set(words_of(title)))
    acts = {name for title in titles for name in classes([TITLES / folder_of(title) / "actions.py"])}
    found = ({word for word, count in said.items() if count == 1} | acts) - shared_words()
    names = {name for title in titles for name in own_names(title)}
    telling = {word for word in found if is_telling(word)} | names
    return TitleWords(frozenset(telling), frozenset(found - telling))


def is_telling(word: str) -> bool:
    """Whether it has several parts, as names in code have: "red_to_red", "FoundWith"."""
    return "_" in word or len(re.findall(r"[A-Z][a-z]", word)) > 1


# -- what a title says ------------------------------------------------------------------------------------------------


def words_of(title: RailTitle) -> Iterator[str]:
    """The class names of a title, and its kinds of events, refusals, rounds, bonuses, rulings and phases."""
    folder = folder_of(title)
    yield from classes((TITLES / folder).glob("*.py"))
    yield from (each.kind for each in [*events(), *refusals()] if each.folder == folder)
    yield from kinds_worded(title.words)
    yield from values_asked_for(title.words)
    yield from round_kinds((TITLES / folder).glob("*.py"))
    yield from (ruling.name for ruling in title.rulings)
    yield from (status for phase in title.phases.values() for status in phase.status)


def own_names(title: RailTitle) -> set[str]:
    """The fields of a title's own actions, what it calls its companies with one owner, and what a train can be.

    A field that is named after a shared class ("card") is nobody's own.
    """
    shared = {name for kind in vars(actions).values() if is_action(kind) for name in field_names(kind)}
    shared |= {name.lower() for name in classes(outside())}
    fields = {name for kind in title.actions if kind.__module__.startswith(title.package) for name in field_names(kind)}
    kinds = {company.kind for company in title.companies.values() if company.one_owner}
    doubling = {key for facts in title.facts["trains"] if facts["name"] in title.doubling for key in facts["distance"]}
    return (fields - shared | kinds | doubling) - ORDINARY


def is_action(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, Action)


def field_names(kind: type[msgspec.Struct]) -> list[str]:
    return [field.name for field in msgspec.structs.fields(kind)]


def classes(paths: Iterable[Path]) -> set[str]:
    return {node.name for path in paths if path.exists() for node in nodes(path) if isinstance(node, ast.ClassDef)}


def round_kinds(paths: Iterable[Path]) -> Iterator[str]:
    """What is written behind `kind: ClassVar[str] =`."""
    fields = [node for path in paths for node in nodes(path) if isinstance(node, ast.AnnAssign)]
    values = [field.value for field in fields if isinstance(field.target, ast.Name) and field.target.id == "kind"]
    yield from (value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str))


@cache
def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def kinds_worded(words: Words) -> Iterator[str]:
    """The events and refusals that have a sentence."""
    yield from (key.split()[0] for section in ("events", "refusals") for key in words.get(section, ()))


def values_asked_for(words: Words) -> Iterator[str]:
    """What templates ask of their parameters: "hudson" in "PayOut kind=hudson"; no letters and numbers of trains."""
    asked = [text for section in words.values() for key in section for text in key.split()[1:]]
    values = (text.partition("=")[2] for text in asked)
    yield from (value for value in values if len(value) > 1 and not value[0].isdigit())


# -- what everybody says ----------------------------------------------------------------------------------------------


def shared_words() -> set[str]:
    """Known outside the titles: classes, functions, events, refusals, rounds, and what shared templates ask for."""
    kinds = {each.kind for each in [*events(), *refusals()] if not each.folder}
    values = {value for value in values_asked_for(ENGLISH) if not value[0].isupper()}  # else it is a step
    defined = classes(outside()) | functions(outside()) | set(round_kinds(outside()))
    return defined | kinds | set(kinds_worded(ENGLISH)) | values | ORDINARY | SIGNS


def outside() -> list[Path]:
    return [path for path in PACKAGE.rglob("*.py") if not path.is_relative_to(TITLES)]


def functions(paths: Iterable[Path]) -> set[str]:
    """Those of modules; methods may have a title's word for a name."""
    modules = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
    return {node.name for module in modules for node in module.body if isinstance(node, ast.FunctionDef)}
