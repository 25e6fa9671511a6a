"""Trains: depot, pool and other companies in one list, each with its price and what it changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from stockrail.core import ActionRange
from stockrail.rules.actions import BuyTrain
from stockrail.rules.game import RailGame
from stockrail.rules.state import DEPOT, POOL
from stockrail.rules.trains import holder_of, trains_of, type_of
from stockrail.web.views.choices import Entry, Stepper, Why, bare, consequences, encoded, shortened, stepper, why_not
from stockrail.web.views.voice import Voice


class TrainRow(msgspec.Struct, frozen=True):
    name: str
    source: str
    label: str
    action: str
    notes: list[str]
    stepper: Stepper | None = None
    why: Why | None = None


def trains_on_offer(game: RailGame, voice: Voice, menu: Sequence[Entry]) -> list[TrainRow]:
    """What can be bought; then what stands in the depot or the pool and cannot, with the reason."""
    entries = [entry for entry in menu if isinstance(bare(entry), BuyTrain)]
    rows: dict[tuple[str, ...], TrainRow] = {}
    for entry in entries:
        row = _row(game, voice, entry)
        rows.setdefault((row.label, row.source), row)  # two trains of a kind are one choice
    return [*rows.values(), *_closed(game, voice, {bare(entry).train for entry in entries})]  # type: ignore[attr-defined]


def _row(game: RailGame, voice: Voice, entry: Entry) -> TrainRow:
    buy: Any = bare(entry)
    source = _source(game, voice, buy.train)
    lowest = entry.lowest() if isinstance(entry, ActionRange) else buy
    notes = consequences(game, voice, lowest)
    control = stepper(voice, entry) if isinstance(entry, ActionRange) else None
    return TrainRow(
        game.title.train_name(game, buy.train), source, voice.action(lowest), encoded(lowest), notes, control
    )


def _source(game: RailGame, voice: Voice, train: str) -> str:
    holder = holder_of(game, train)
    return voice.speaker.holder(holder) if holder is not None else ""


def _closed(game: RailGame, voice: Voice, offered: set[str]) -> list[TrainRow]:
    actor, company = game.actor, game.decision.subject(game) if game.decision else None
    if actor is None or not isinstance(company, str):
        return []
    rows: dict[tuple[str, str], TrainRow] = {}
    kinds = {type_of(game, train).name for train in offered}
    for train in [*trains_of(game, DEPOT)[:1], *trains_of(game, POOL)]:
        kind = type_of(game, train)
        key = (kind.name, _source(game, voice, train))
        if train in offered or key in rows or (kind.name in kinds and holder_of(game, train) == POOL):
            continue
        why = why_not(game, voice, BuyTrain(actor, company, train, kind.price))
        if why is not None:
            rows[key] = TrainRow(kind.name, key[1], "", "", [], None, shortened(why))
    return list(rows.values())
