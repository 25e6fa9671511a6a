"""What may be done besides what is asked: folded away, one choice for all that is of a kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from stockrail.core import ActionRange
from stockrail.rules.game import RailGame
from stockrail.web.views.choices import Entry, bare, encoded, stepper
from stockrail.web.views.voice import Voice


class Pick(msgspec.Struct, frozen=True):
    """One of several actions of a kind, with the numbers that go with it."""

    text: str
    action: str
    label: str  # of the button
    template: str  # the same with {n} for the number
    labels: list[str]
    low: int
    high: int
    value: int  # that is proposed
    step: int = 1
    title: ClassVar[str] = ""  # its button says no more, unlike that of a stepper


class Aside(msgspec.Struct, frozen=True):
    """All actions of a kind; `field` is the number to choose, if there is one, and `number` its name."""

    id: str
    name: str
    field: str
    number: str
    picks: list[Pick]


def asides_of(game: RailGame, voice: Voice, menu: Sequence[Entry]) -> list[Aside]:
    kinds: dict[str, list[Entry]] = {}
    for entry in menu:
        kinds.setdefault(type(bare(entry)).__name__, []).append(entry)
    return [_aside(game, voice, kind, entries) for kind, entries in kinds.items()]


def _aside(game: RailGame, voice: Voice, kind: str, entries: Sequence[Entry]) -> Aside:
    field = next((entry.field for entry in entries if isinstance(entry, ActionRange)), "")
    return Aside(
        id=kind,
        name=voice.speaker.group(kind),
        field=field,
        number=voice.speaker.number_name(kind, field) if field else "",
        picks=[_pick(game, voice, entry) for entry in entries],
    )


def _pick(game: RailGame, voice: Voice, entry: Entry) -> Pick:
    text = voice.speaker.choice(entry)
    if not isinstance(entry, ActionRange):
        label = voice.action(entry)
        return Pick(text, encoded(entry), label, label, [label], 0, 0, 0)
    made, value = stepper(voice, entry), game.title.proposed_number(game, entry)
    label = voice.action(entry.at(value))
    numbers = {"low": made.low, "high": made.high, "value": value, "step": made.step}
    return Pick(text, made.action, label, made.template, made.labels, **numbers)
