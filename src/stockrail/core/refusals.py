"""A title's table of refusals: each kind with its rule and, if the kind is the title's own, its English sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias


class Why(NamedTuple):
    """The rule behind a refusal, and the sentence that explains it."""

    rule: str
    sentence: str


# Keys are kinds ("needs_minor"), kinds within one decision ("Dispose.none_there") where another rule holds there,
# kinds with certain parameters ("none_there source=ipo") where these want another sentence, and decisions ("LayTrack")
# for whatever is refused there without a line of its own. A rule alone means that the sentence is shared by all
# titles; see `words.reasons`.
Refusals: TypeAlias = Mapping[str, str | Why]


def rule_in(table: Refusals, kind: str) -> str | None:
    """The id of the rule behind a kind of refusal."""
    found = table.get(kind)
    return found.rule if isinstance(found, Why) else found


def sentences_in(table: Refusals) -> dict[str, str]:
    """The title's own sentences."""
    return {kind: why.sentence for kind, why in table.items() if isinstance(why, Why)}
