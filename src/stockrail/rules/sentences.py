"""A title's sentences, where its folder keeps them as data: `words.toml`.

Tables are the sections of `words` (events, prompts, questions, actions, names); keys are as there. A list of two texts
is one with a plural, and `{count}` decides. In the table `refusals` a text is the rule behind a refusal whose sentence
all titles share; with a sentence of its own it is `{ rule = "…", says = "…" }`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from stockrail.core.refusals import Refusals, Why

FILE = "words.toml"
_PLACE = re.compile(r"\{\w+\}")

Sentences = Mapping[str, Mapping[str, Any]]


def read_sentences(package: str) -> tuple[Sentences, Refusals]:
    """The sections of a package's file, and its refusals."""
    found: dict[str, dict[str, Any]] = tomllib.loads((files(package) / FILE).read_text(encoding="utf-8"))
    refusals = found.pop("refusals", {})
    return (
        {section: {key: _text(text) for key, text in texts.items()} for section, texts in found.items()},
        {kind: Why(why["rule"], why["says"]) if isinstance(why, dict) else why for kind, why in refusals.items()},
    )


def _text(text: Any) -> str | tuple[str, ...]:
    return tuple(text) if isinstance(text, list) else text


def to_translate(package: str) -> Iterator[str | tuple[str, ...]]:
    """Every text of the file that has words; those that only put names together need no translation."""
    if not (files(package) / FILE).is_file():
        return
    sections, refusals = read_sentences(package)
    texts = [text for section in sections.values() for text in section.values()]
    texts += [why.sentence for why in refusals.values() if isinstance(why, Why)]
    yield from (text for text in texts if re.search(r"[^\W\d_]", _PLACE.sub("", str(text))))
