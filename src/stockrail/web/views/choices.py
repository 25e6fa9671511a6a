"""What the panel is made of: exactly the legal actions, as buttons, steppers and choices of a place."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from stockrail.core import Action, ActionRange, Event, IllegalAction
from stockrail.rules.actions import Answer
from stockrail.rules.agreement import Proposal
from stockrail.rules.game import RailGame
from stockrail.web.views.voice import Voice

Entry = Action | ActionRange[Any]
FEW = 12  # numbers of which each has its own words
NOTES = 5


class Why(msgspec.Struct, frozen=True):
    """Why not, and by which rule."""

    sentence: str
    rule: str


class Button(msgspec.Struct, frozen=True):
    """One action, ready to be sent."""

    label: str
    action: str
    notes: list[str] = []
    tone: str = ""  # "primary", "grave" for what nobody presses lightly
    company: str = ""  # that it is about: its home lights up
    line: str = ""  # along which it places something: it lights up, too


class Stepper(msgspec.Struct, frozen=True):
    """An action with a number to choose; `labels` says what the button reads for each number where these are few."""

    name: str  # of the number
    label: str
    action: str
    field: str
    low: int
    high: int
    step: int
    value: int
    template: str  # the button's words with {n} for the number
    labels: list[str] = []
    title: str = ""  # in full, where the button is short


class Option(msgspec.Struct, frozen=True):
    """One of several things for which the same numbers can be chosen."""

    company: str  # if it is one: its home is lit on the map
    chip: Markup
    name: str
    note: str
    action: str
    template: str
    labels: list[str]


class Picker(msgspec.Struct, frozen=True):
    """First a thing, then a number: one button for all."""

    options: list[Option]
    stepper: Stepper


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
    twin = game.fork()
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


def takes(game: RailGame, action: Action) -> bool:
    """Whether the decision knows such actions: it refuses a strange one for another reason than one of its own."""
    return _refused(game, action) != _refused(game, Action(action.player))


def _refused(game: RailGame, action: Action) -> str:
    try:
        game.check(action)
    except IllegalAction as error:
        return error.kind
    return ""


def stepper(voice: Voice, entry: ActionRange[Any], say: Callable[[Action], str] | None = None) -> Stepper:
    """The button reads what the action with that number reads; the number is found in it by trying others."""
    words = say or voice.action
    values = entry.values()
    return Stepper(
        name=voice.speaker.number_name(type(entry.action).__name__, entry.field),
        label=words(entry.lowest()),
        action=encoded(entry.lowest()),
        field=entry.field,
        low=entry.low,
        high=values[-1],
        step=entry.step,
        value=entry.low,
        template=_template(voice, entry, words),
        labels=[words(action) for action in entry] if len(values) <= FEW else [],
        title=voice.action(entry) if say else "",
    )


def _template(voice: Voice, entry: ActionRange[Any], say: Callable[[Action], str]) -> str:
    """The words with {n} where the number stands; of several places the one that also fits the highest number.

    Where the lowest number is not named at all, the words for the next one serve.
    """
    values = entry.values()
    last = say(entry.at(values[-1]))
    for value in values[:2]:
        words, number = say(entry.at(value)), voice.speaker.number(value)
        for place in reversed([found.start() for found in re.finditer(re.escape(number), words)]):
            before, after = words[:place], words[place + len(number) :]
            if f"{before}{voice.speaker.number(values[-1])}{after}" == last:
                return f"{before}{{n}}{after}"
    return say(entry.lowest())


def steppers(game: RailGame, voice: Voice, entries: Sequence[ActionRange[Any]]) -> tuple[list[Stepper], Picker | None]:
    """Each number with its button; where the same numbers go with several things, one choice of a thing first."""
    made = [stepper(voice, entry) for entry in entries]
    alike = {(type(entry.action), entry.field, entry.low, entry.high, entry.step) for entry in entries}
    if len(entries) < 2 or len(alike) > 1 or not all(hasattr(entry.action, "item") for entry in entries):
        return made, None
    options = [_option(game, voice, entry, step) for entry, step in zip(entries, made, strict=True)]
    return [], Picker(options, made[0])


def _option(game: RailGame, voice: Voice, entry: ActionRange[Any], step: Stepper) -> Option:
    item = entry.action.item
    company = game.title.companies.get(item)
    chip = voice.chip(item) if company else Markup("")
    name = company.name if company else voice.speaker.item(item)
    return Option(
        item if company else "", chip, name, about(game, voice, item), step.action, step.template, step.labels
    )


def about(game: RailGame, voice: Voice, item: str) -> str:
    """What a bidder wants to know of a company: what only its title knows of it, and its home."""
    remarks = voice.speaker.remarks(item) if item in game.title.companies else []
    return " · ".join(part for part in (*remarks, home_of(game, voice, item)) if part)


def home_of(game: RailGame, voice: Voice, item: str) -> str:
    """Where a company that is put up for sale has its home."""
    known = game.title.companies.get(item)
    return voice.speaker.hex(known.home[0]) if known and known.home else ""


# Log entries that say no more than the button does; a title names more of its own.
SAID = frozenset({
    "bids", "buys_share", "buys_train", "consents", "declines_proposal", "discards", "issues", "lays",
    "offers_for_train", "passes", "redeems", "runs", "selects", "sells",
})  # fmt: skip


def what_follows(game: RailGame, action: Action | None) -> list[Event]:
    """The events of an action; none if there is no action."""
    return list(tried(game, action).last_events()) if action is not None else []


def consequences(game: RailGame, voice: Voice, action: Action, either: Sequence[Event] = ()) -> list[str]:
    """What else an action brings about, in the words of the log; if somebody is asked first, what their yes would.

    What comes `either` way is left out.
    """
    return effects(game, voice, action, either)[1]


def effects(game: RailGame, voice: Voice, action: Action, either: Sequence[Event] = ()) -> tuple[RailGame, list[str]]:
    """A copy in which it has been done, and agreed to; and what else that brings about."""
    twin = tried(game, action)
    events = list(twin.last_events())
    lines = []
    decision = twin.decision
    if isinstance(decision, Proposal) and not isinstance(action, Answer):
        lines.append(voice._("{player} must agree").format(player=game.players[decision.asked]))
        twin.push(Answer(decision.asked, True))
        events += twin.last_events()
    said = _said(game, voice, twin, [event for event in events if event not in either])
    return twin, (lines + said)[:NOTES]


def told_after(game: RailGame, voice: Voice, twin: RailGame) -> list[str]:
    """What the last action of a copy brought about besides what its button says."""
    return _said(game, voice, twin, twin.last_events())[:NOTES]


def _said(game: RailGame, voice: Voice, twin: RailGame, events: Sequence[Event]) -> list[str]:
    return Voice(twin, voice.language).speaker.log(_untold(game, events))


def _untold(game: RailGame, events: Sequence[Event]) -> list[Event]:
    stop = next((n for n, event in enumerate(events) if event.kind in ("operates", "round_begins")), len(events))
    return [event for event in events[:stop] if event.kind not in SAID | game.title.showing.said]
