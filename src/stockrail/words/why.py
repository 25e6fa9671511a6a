"""Why a bot chose what it chose: its alternatives, how much worse it thought them, and in what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from stockrail.core import Action
from stockrail.words.speaker import Speaker

MOST_REASONS = 2  # for and as many against, so that a sentence can be read
SMALL = 0.1  # of the largest difference: what is less is not worth saying


class Weighed(Protocol):
    """An action that a bot considered, its worth to the bot in money, and the parts of that sum by name."""

    @property
    def action(self) -> Action: ...
    @property
    def value(self) -> float: ...
    @property
    def parts(self) -> Mapping[str, float]: ...


class Why(NamedTuple):
    """What was chosen, and a sentence about each alternative."""

    chosen: str
    others: list[str]


def why(speaker: Speaker, thoughts: Sequence[Weighed]) -> Why:
    """The sentences about a choice, which comes first. The speaker's game is as it was when the bot chose."""
    chosen, *others = thoughts
    player, action = chosen.action.player, speaker.action(chosen.action)
    said = [_instead(speaker, chosen, other) for other in others]
    alone = speaker.say("names", "only_choice", {})
    return Why(speaker.say("names", "chosen", {"player": player, "action": action}), said or [alone])


def _instead(speaker: Speaker, chosen: Weighed, other: Weighed) -> str:
    change = round(other.value - chosen.value)
    sign = "worse" if change < 0 else "better" if change > 0 else "same"
    params: dict[str, Any] = {"action": speaker.action(other.action), "amount": abs(change), "sign": sign}
    against, favour = _reasons(speaker, _differences(chosen, other))
    if against:
        params["reasons"] = against
    if against and favour:
        params["though"] = favour
    return speaker.say("names", "instead", params)


def _differences(chosen: Weighed, other: Weighed) -> list[tuple[str, int]]:
    """By how much each part differs, the largest first."""
    names = dict.fromkeys([*chosen.parts, *other.parts])
    found = [(name, round(other.parts.get(name, 0) - chosen.parts.get(name, 0))) for name in names]
    found = [(name, change) for name, change in found if change]
    largest = max((abs(change) for _, change in found), default=0)
    return sorted(((n, c) for n, c in found if abs(c) >= SMALL * largest), key=lambda part: -abs(part[1]))


def _reasons(speaker: Speaker, parts: Iterable[tuple[str, int]]) -> tuple[str, str]:
    """What speaks against an alternative, and what for it."""
    said: tuple[list[str], list[str]] = [], []
    for name, change in parts:
        more = {"more": True} if change > 0 else {}
        said[change > 0].append(
            speaker.say("names", "reason", {"name": name.replace("_", " "), "amount": abs(change), **more})
        )
    against, favour = (speaker.listing(texts[:MOST_REASONS]) if texts else "" for texts in said)
    return against, favour
