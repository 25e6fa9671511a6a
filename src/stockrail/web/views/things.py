"""What is offered thing by thing: cards to buy or to bid for, concessions, each once with all that can be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from markupsafe import Markup

from stockrail.core import Action, ActionRange
from stockrail.rules.game import RailGame
from stockrail.web.views.choices import Button, Entry, Stepper, bare, encoded, stepper
from stockrail.web.views.sheets import is_named, row_name, rows_named
from stockrail.web.views.voice import Voice


class Do(msgspec.Struct, frozen=True):
    """One thing that can be done: a button, or a number with its button."""

    button: Button | None = None
    stepper: Stepper | None = None


class Thing(msgspec.Struct, frozen=True):
    """A thing of one of the title's sheets, and what can be done with it."""

    name: Markup
    way: str
    notes: list[Markup]
    todo: list[Do]


def things_of(game: RailGame, voice: Voice, entries: Sequence[Entry]) -> list[Thing]:
    """The things that some of the entries name, in the order of their sheets."""
    found: list[Thing] = []
    for sheet, row in rows_named(game):
        about = [entry for entry in entries if is_named(sheet, row, bare(entry))]
        if about:
            way = " – ".join(voice.speaker.place(hex_) for hex_ in row.hexes)
            notes = [voice.markup(note) for note in voice.marked.notes("row_note", row.brief)]
            todo = [_do(voice, entry) for entry in about]
            found.append(Thing(row_name(game, voice, sheet, row), way, notes, todo))
    return found


def about_things(game: RailGame, entries: Sequence[Entry]) -> list[Entry]:
    """The entries that name things of a sheet."""
    known = rows_named(game) if entries else []
    return [entry for entry in entries if any(is_named(sheet, row, bare(entry)) for sheet, row in known)]


def _do(voice: Voice, entry: Entry) -> Do:
    if isinstance(entry, ActionRange):
        return Do(stepper=stepper(voice, entry, _short(voice)))
    return Do(button=Button(_said(voice, entry), encoded(entry), company=getattr(entry, "company", "")))


def _short(voice: Voice) -> Callable[[Action], str]:
    return lambda action: voice.speaker.short_action(action) or voice.action(action)


def _said(voice: Voice, action: Action) -> Markup:
    """With companies as chips."""
    return voice.chips(voice.marked.short_action(action) or voice.marked.action(action))
