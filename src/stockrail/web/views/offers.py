"""Things for sale at a value that the buyer chooses, such as the right to start a company: one line for each thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from stockrail.core import Action
from stockrail.rules.game import RailGame
from stockrail.web.views.choices import Entry, encoded
from stockrail.web.views.voice import Voice


class Offer(msgspec.Struct, frozen=True):
    """One thing with the values that it may get."""

    company: str
    chip: Markup
    terms: str
    values: list[tuple[str, str, str, str]]  # value, words in full, words of the button, action


class Offers(msgspec.Struct, frozen=True):
    name: str
    rows: list[Offer]


def with_values(menu: Sequence[Entry]) -> list[Action]:
    """Actions that name a company and a value, where there is more than one value."""
    groups = _groups([entry for entry in menu if isinstance(entry, Action) and _is_valued(entry)])
    return [action for group in groups for action in group if len(group) > 1]


def _is_valued(action: Action) -> bool:
    return hasattr(action, "company") and hasattr(action, "value")


def _groups(actions: Sequence[Action]) -> list[list[Any]]:
    """Those that differ in nothing but the value."""
    found: dict[Action, list[Any]] = {}
    for action in actions:
        found.setdefault(msgspec.structs.replace(action, value=0), []).append(action)
    return list(found.values())


def offers_of(game: RailGame, voice: Voice, actions: Sequence[Action]) -> list[Offers]:
    kinds: dict[str, list[Offer]] = {}
    for group in _groups(actions):
        kinds.setdefault(type(group[0]).__name__, []).append(_offer(game, voice, group))
    return [Offers(voice.speaker.group(kind), rows) for kind, rows in kinds.items()]


def _offer(game: RailGame, voice: Voice, group: Sequence[Any]) -> Offer:
    first = group[0]
    values = [_value(game, voice, action) for action in sorted(group, key=lambda action: -action.value)]
    return Offer(first.company, voice.chip(first.company), voice.speaker.terms(first), values)


def _value(game: RailGame, voice: Voice, action: Any) -> tuple[str, str, str, str]:
    amount = game.title.amounts(game, action).get("amount", action.value)
    short = voice._("Buy for {price}").format(price=voice.money(amount))
    return voice.money(action.value), voice.action(action), short, encoded(action)
