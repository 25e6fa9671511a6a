"""A catalogue: which template says a kind, given its parameters.

A key is a kind and what its parameters must be for the template to fit: "lays", "lays cost=0", "sells before"
(the parameter is there). Of the templates that fit, the one that asks for most is taken. A title's templates stand
above the general ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

Template: TypeAlias = str | tuple[str, str]
Section: TypeAlias = Mapping[str, Template]
Words: TypeAlias = Mapping[str, Section]

SECTIONS = ("events", "refusals", "prompts", "questions", "actions", "names")


class Case(NamedTuple):
    """A template and the parameters that it asks for; without a value it is enough that one is there."""

    wanted: tuple[tuple[str, str | None], ...]
    template: Template

    def fits(self, params: Mapping[str, Any]) -> bool:
        return all(name in params and (value is None or _is(params[name], value)) for name, value in self.wanted)

    def weight(self) -> tuple[int, int]:
        """How much it asks for; a value counts for more than that something is there."""
        return len(self.wanted), sum(value is not None for _, value in self.wanted)


class Catalogue:
    """General templates below, a title's above."""

    def __init__(self, *layers: Words) -> None:
        merged: dict[str, dict[str, Template]] = {section: {} for section in SECTIONS}
        for layer in reversed(layers):  # of templates that ask for as much the title's comes first
            for section in SECTIONS:
                merged[section] |= {k: text for k, text in layer.get(section, {}).items() if k not in merged[section]}
        self._cases: dict[tuple[str, str], list[Case]] = {}
        for section, texts in merged.items():
            for key, template in texts.items():
                kind, *conditions = key.split()
                case = Case(tuple(_condition(text) for text in conditions), template)
                self._cases.setdefault((section, kind), []).append(case)
        for cases in self._cases.values():
            cases.sort(key=lambda case: case.weight(), reverse=True)

    def pick(self, section: str, kind: str, params: Mapping[str, Any]) -> Template | None:
        """The template for a kind with these parameters, if there is one."""
        cases = self._cases.get((section, kind), ())
        return next((case.template for case in cases if case.fits(params)), None)

    def knows(self, section: str, kind: str) -> bool:
        """Whether there is a template for the kind whatever its parameters are."""
        return any(not case.wanted for case in self._cases.get((section, kind), ()))

    def templates(self) -> Iterator[tuple[str, str, Template]]:
        """Section, kind and template of each."""
        for (section, kind), cases in self._cases.items():
            for case in cases:
                yield section, kind, case.template


def _is(given: Any, value: str) -> bool:
    """Whether a parameter has a value; a step is of its own kind and of every kind that it is made from."""
    return value in given if isinstance(given, tuple) else str(given) == value


def _condition(text: str) -> tuple[str, str | None]:
    name, given, value = text.partition("=")
    return name, value if given else None
