"""What the panel is made of: exactly the legal actions, as buttons, steppers and choices of a place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from stockrail.core import Action, ActionRange, IllegalAction
from stockrail.rules.game import RailGame
from stockrail.web.views.voice import Voice

Entry = Action | ActionRange[Any]


class Why(msgspec.Struct, frozen=True):
    """Why not, and by which rule."""

    sentence: str
    rule: str


class Button(msgspec.Struct, frozen=True):
    """One action, ready to be sent."""

    label: str
    action: str
    notes: list[str] = []


class Stepper(msgspec.Struct, frozen=True):
    """An action with a number to choose; `labels` says what the button reads for each number where that differs."""

    label: str
    action: str
    field: str
    low: int
    high: int
    step: int
    value: int
    template: str  # the button's words with {n} for the number


class Outcome(msgspec.Struct, frozen=True):
    """What a number of shares would do: told by trying it on a copy of the game."""

    count: int
    label: str
    action: str
    get: str
    before: str
    after: str
    falls: bool
    cell: str  # where the price would stand, as the market names its cells
    changes: list[tuple[str, str, bool]]  # player, change of worth, whether it is a loss
    notes: list[str]


def bare(entry: Entry) -> Action:
    return entry.action if isinstance(entry, ActionRange) else entry


def encoded(action: Action) -> str:
    return msgspec.json.encode(action).decode()


def tried(game: RailGame, action: Action) -> RailGame:
    """A copy of the game in which the action has been taken."""
    twin: RailGame = game.fork()  # type: ignore[assignment]
    twin.push(action)
    return twin


def shortened(why: Why) -> Why:
    """The reason alone, where what it is about stands beside it: "Share of SNCB: none is left"."""
    reason = why.sentence.split(": ", 1)[-1]
    return Why(reason[:1].upper() + reason[1:], why.rule)


def why_not(game: RailGame, voice: Voice, action: Action) -> Why | None:
    """Why an action is refused; None if it is not."""
    try:
        game.check(action)
    except IllegalAction as error:
        return Why(*voice.refusal(error))
    return None


def button(voice: Voice, action: Action, notes: list[str] | None = None) -> Button:
    return Button(voice.action(action), encoded(action), notes or [])


def stepper(voice: Voice, entry: ActionRange[Any]) -> Stepper:
    """The button reads what the action with that number reads; the number is found in it by trying others."""
    low = voice.action(entry.at(entry.low))
    template = _template(voice, entry, low)
    return Stepper(
        low, encoded(entry.at(entry.low)), entry.field, entry.low, entry.values()[-1], entry.step, entry.low, template
    )


def _template(voice: Voice, entry: ActionRange[Any], text: str) -> str:
    """The words with {n} where the number stands; of several places the one that also fits the highest number.

    Where the lowest number is not named at all ("no warranties"), the words for the next one serve.
    """
    values = entry.values()
    last = voice.action(entry.at(values[-1]))
    for value in values[:2]:
        words, number = voice.action(entry.at(value)), voice.speaker.number(value)
        for place in reversed([found.start() for found in re.finditer(re.escape(number), words)]):
            before, after = words[:place], words[place + len(number) :]
            if f"{before}{voice.speaker.number(values[-1])}{after}" == last:
                return f"{before}{{n}}{after}"
    return text


def consequences(game: RailGame, voice: Voice, action: Action, known: Mapping[str, object] | None = None) -> list[str]:
    """What else an action brings about, in the words of the log, but for what its own button says."""
    twin = tried(game, action)
    own = {"buys_train", "offers_for_train", "sells", "buys_share", "runs", "lays", *(known or ())}
    events = list(twin.last_events())
    stop = next((n for n, event in enumerate(events) if event.kind in ("operates", "round_begins")), len(events))
    return Voice(twin, voice.language).speaker.log([e for e in events[:stop] if e.kind not in own])
