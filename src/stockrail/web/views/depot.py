"""Trains and phases: what is left, and what the next purchases will change."""

from __future__ import annotations

from collections import Counter

import msgspec
from markupsafe import Markup

from stockrail.rules.game import RailGame
from stockrail.rules.state import DEPOT, POOL
from stockrail.rules.trains import phases_to_come, trains_of, type_of
from stockrail.web.views.ledger import Train, train_chip
from stockrail.web.views.voice import Voice

MOST_CHIPS = 3


class Group(msgspec.Struct, frozen=True):
    """Trains of one kind in one place."""

    train: Train
    chips: int
    count: int  # -1: no end
    price: str
    pool: bool


class Depot(msgspec.Struct, frozen=True):
    groups: list[Group]
    following: list[Markup]


def depot_of(game: RailGame, voice: Voice) -> Depot:
    groups = [group for place in (*game.title.stacks, POOL) for group in _groups(game, voice, place)]
    return Depot(groups, _following(game, voice))


def _groups(game: RailGame, voice: Voice, place: str) -> list[Group]:
    trains = trains_of(game, place)
    counted = Counter(type_of(game, train).name for train in trains)
    found = []
    for name, count in counted.items():
        kind = game.title.train_types[name]
        train = next(train for train in trains if type_of(game, train).name == name)
        endless = kind.count is None and place == kind.stack
        chips = 1 if endless or count > MOST_CHIPS else count
        price = voice.money(game.title.train_price(game, train))
        found.append(Group(train_chip(game, voice, train), chips, -1 if endless else count, price, place == POOL))
    return found


def _following(game: RailGame, voice: Voice) -> list[Markup]:
    """The next train, and the next that begins a phase."""
    stack = trains_of(game, DEPOT)
    if not stack:
        return []
    _ = voice._
    first = type_of(game, stack[0])
    later = {phase.begins_with: phase.name for phase in phases_to_come(game)}
    texts = []
    if first.name not in later:
        text = _("<b>Next: {train} for {price}</b>, no change.")
        texts.append(Markup(text).format(train=first.name, price=voice.money(game.title.train_price(game, stack[0]))))
        new = next((type_of(game, t) for t in stack if type_of(game, t).name in later), None)
    else:
        new = first
    if new is not None:
        lead = (
            _("<b>Next: {train} for {price}</b> starts phase {phase}{losses}.")
            if new is first
            else _("<b>First {train}</b> for {price} starts phase {phase}{losses}.")
        )
        losses = _losses(game, voice, new.name)
        price = voice.money(new.price)
        texts.append(Markup(lead).format(train=new.name, price=price, phase=later[new.name], losses=losses))
    return texts


def _losses(game: RailGame, voice: Voice, train: str) -> str:
    """Who loses what when the first train of a kind is bought."""
    kinds = [kind.name for kind in game.title.train_types.values() if kind.rusts_on == train]
    if not kinds:
        return ""
    _ = voice._
    parts = []
    for holder in [*game.title.companies, POOL]:
        count = sum(type_of(game, train).name in kinds for train in trains_of(game, holder))
        if count:
            parts.append(f"{voice.speaker.holder(holder)} ({count})")
    text = _(": {trains} trains rust").format(trains=", ".join(kinds))
    return text + (_("; held by {holders}").format(holders=", ".join(parts)) if parts else "")
