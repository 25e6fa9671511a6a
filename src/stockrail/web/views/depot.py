"""Trains and phases: what is left, and what the next purchases will change."""

from __future__ import annotations

from collections import Counter

import msgspec
from markupsafe import Markup

from stockrail.rules.game import RailGame
from stockrail.rules.rounds import operating_company
from stockrail.rules.state import POOL
from stockrail.rules.trains import is_sold_now, phase_begun_by, trains_of, type_of
from stockrail.web.views.ledger import Train, train_chip
from stockrail.web.views.voice import Voice

MANY = 7  # kinds of trains: with more there is no room for currency signs
ENDLESS = -1  # how many there are of a kind that never runs out


class Group(msgspec.Struct, frozen=True):
    """Trains of one kind in one place."""

    kind: str
    train: Train
    count: int
    price: str
    pool: bool
    opens: bool  # the first of another stack
    forms: str = ""  # what it will be for the company in turn, where that depends on the company


class Depot(msgspec.Struct, frozen=True):
    groups: list[Group]
    following: list[Markup]
    next: str  # the kind that is sold next
    in_force: list[str]


def depot_of(game: RailGame, voice: Voice) -> Depot:
    stacks = game.title.stacks
    first = next((type_of(game, trains[0]).name for stack in stacks if (trains := trains_of(game, stack))), "")
    groups = [group for place in (*stacks, POOL) for group in _groups(game, voice, place)]
    in_force = voice.speaker.in_force()
    if len(groups) > MANY or in_force:
        sign = str(game.title.facts.get("currency", "")).replace("{}", "")
        groups = [msgspec.structs.replace(group, price=group.price.replace(sign, "")) for group in groups]
    return Depot(
        groups,
        [text for stack in stacks for text in _following(game, voice, stack)],
        first,
        in_force,
    )


def _groups(game: RailGame, voice: Voice, place: str) -> list[Group]:
    trains = trains_of(game, place)
    counted = Counter(type_of(game, train).name for train in trains)
    found: list[Group] = []
    for name, count in counted.items():
        kind = game.title.train_types[name]
        train = next(train for train in trains if type_of(game, train).name == name)
        left = ENDLESS if kind.count is None and place == kind.stack else count
        opens = not found and place != game.title.stacks[0]
        chip, forms = train_chip(game, voice, train), _forms(game, train)
        found.append(Group(name, chip, left, _price(game, voice, train), place == POOL, opens, forms))
    return found


def _forms(game: RailGame, train: str) -> str:
    """What the train would be called by the company in turn, for which it can only be some things."""
    company = operating_company(game)
    return " ".join(game.title.train_for(game, train, company)) if company else ""


def _following(game: RailGame, voice: Voice, stack: str) -> list[Markup]:
    """The next train of a stack, and the next that begins a phase; nothing of a stack that is not sold yet."""
    trains = trains_of(game, stack)
    first = next(iter(trains), None)
    if first is None or not is_sold_now(game, first):
        return []
    new = next((train for train in trains if phase_begun_by(game, train)), None)
    texts = []
    if not phase_begun_by(game, first):
        text = Markup(voice._("<b>Next: {train} for {price}</b>, no change."))
        texts.append(text.format(train=type_of(game, first).name, price=_price(game, voice, first)))
    return [*texts, _change(game, voice, new, new == first)] if new is not None else texts


def _change(game: RailGame, voice: Voice, train: str, at_once: bool) -> Markup:
    """What the first train of a kind will change."""
    _, name = voice._, type_of(game, train).name
    lead = (
        _("<b>Next: {train} for {price}</b> starts phase {phase}{losses}.")
        if at_once
        else _("<b>First {train}</b> for {price} starts phase {phase}{losses}.")
    )
    price, phase = _price(game, voice, train), phase_begun_by(game, train)
    return Markup(lead).format(train=name, price=price, phase=phase, losses=_losses(game, voice, name))


def _price(game: RailGame, voice: Voice, train: str) -> str:
    return voice.money(game.title.train_price(game, train))


def _losses(game: RailGame, voice: Voice, newest: str) -> str:
    """Who loses how many when the first train of a kind is bought; those who lose as many are named together."""
    kinds = [kind.name for kind in game.title.train_types.values() if kind.rusts_on == newest]
    if not kinds:
        return ""
    losers: dict[int, list[str]] = {}
    for holder in [*game.title.companies, POOL]:
        count = sum(type_of(game, train).name in kinds for train in trains_of(game, holder))
        losers.setdefault(count, []).append(holder)
    parts = [
        voice.ngettext("{holders} loses {count}", "{holders} lose {count} each", len(holders)).format(
            holders=_together(game, voice, holders), count=count
        )
        for count, holders in sorted(losers.items())
        if count
    ]
    text = voice._(": {trains} trains rust").format(trains=voice.speaker.listing(kinds))
    return text + (f"; {voice.speaker.listing(parts)}" if parts else "")


def _together(game: RailGame, voice: Voice, holders: list[str]) -> str:
    """Several holders in a row: "SNCB, minors 3, 14 and the pool"."""
    small: dict[str, list[str]] = {}
    for holder in holders:
        known = game.title.companies.get(holder)
        if known is not None and known.one_owner:
            small.setdefault(known.kind, []).append(holder)
    single = {holder for ids in small.values() for holder in ids}
    said = [voice.speaker.holder(holder) for holder in holders if holder not in single]
    return voice.speaker.listing([*(voice.speaker.owned(kind, ids) for kind, ids in small.items()), *said])
