"""Trains: depot, pool and other companies in one list, each with its price and what it changes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from stockrail.core import Action, ActionRange
from stockrail.rules.actions import BuyTrain
from stockrail.rules.agreement import Proposal
from stockrail.rules.game import RailGame
from stockrail.rules.state import POOL
from stockrail.rules.trains import holder_of, tops_of_stacks, trains_of, type_of
from stockrail.web.views.choices import (
    Entry,
    Stepper,
    Why,
    bare,
    effects,
    encoded,
    shortened,
    stepper,
    takes,
    tried,
    why_not,
)
from stockrail.web.views.earning import change_of_earnings
from stockrail.web.views.voice import Voice


class TrainRow(msgspec.Struct, frozen=True):
    name: str
    form: str  # as what it is bought, where there is a choice
    source: str
    label: str
    short: str  # the button beside all that
    action: str
    notes: list[str]
    stepper: Stepper | None = None
    why: Why | None = None
    primary: bool = False


class Need(msgspec.Struct, frozen=True):
    """Who pays what for a train that must be bought."""

    heading: str
    lines: list[tuple[str, str]]


def sells_trains(game: RailGame) -> bool:
    """Whether trains are bought now, even if none can be afforded."""
    actor, company = game.actor, game.decision.subject(game) if game.decision else None
    train = next(iter(_of_the_bank(game)), None)
    if actor is None or not isinstance(company, str) or train is None:
        return False
    return takes(game, BuyTrain(actor, company, train, game.title.train_price(game, train)))


def _of_the_bank(game: RailGame) -> list[str]:
    """What stands on top of the stacks or in the pool."""
    return [*tops_of_stacks(game), *trains_of(game, POOL)]


def trains_on_offer(game: RailGame, voice: Voice, menu: Sequence[Entry]) -> list[TrainRow]:
    """What can be bought; then what stands in the depot or the pool and cannot, with the reason."""
    entries = [entry for entry in menu if isinstance(bare(entry), BuyTrain)]
    rows: dict[tuple[str, ...], TrainRow] = {}
    for entry in entries:
        row = _row(game, voice, entry)
        rows.setdefault((row.label, row.source), row)  # two trains of a kind are one choice
    stacks = [voice.speaker.holder(stack) for stack in game.title.stacks]
    bank = [row for row in rows.values() if row.source in stacks]
    found = [msgspec.structs.replace(row, primary=bank == [row]) for row in rows.values()]
    return [*found, *_closed(game, voice, [bare(entry) for entry in entries])]


def _row(game: RailGame, voice: Voice, entry: Entry) -> TrainRow:
    buy: Any = bare(entry)
    lowest = entry.lowest() if isinstance(entry, ActionRange) else buy
    say = partial(_short, game, voice, isinstance(tried(game, lowest).decision, Proposal))
    control = stepper(voice, entry, say) if isinstance(entry, ActionRange) else None
    twin, notes = effects(game, voice, lowest)
    earns = change_of_earnings(game, twin, voice, buy.company)
    return TrainRow(
        name=game.title.train_as(game, buy.train, buy.form),
        form=voice.speaker.form(buy.form) if buy.form else "",
        source=_source(game, voice, buy.train),
        label=voice.action(lowest),
        short=_helped(game, voice, lowest) or say(lowest),
        action=encoded(lowest),
        notes=[*notes, *([earns] if earns else [])],
        stepper=control,
    )


def _short(game: RailGame, voice: Voice, asks: bool, buy: Action) -> str:
    """What the button says beside the train: the whole price, and whether it is only an offer."""
    assert isinstance(buy, BuyTrain)
    total = game.title.amounts(game, buy).get("total", buy.price)
    text = voice._("Offer {price}") if asks else voice._("Buy for {price}")
    return text.format(price=voice.money(total))


def _helped(game: RailGame, voice: Voice, buy: BuyTrain) -> str:
    short = buy.price - game.state.cash[buy.company]
    if short <= 0:
        return ""
    text = voice._("Buy for {price}, {short} from {player}")
    return text.format(price=voice.money(buy.price), short=voice.money(short), player=game.players[buy.player])


def _source(game: RailGame, voice: Voice, train: str) -> str:
    holder = holder_of(game, train)
    return voice.speaker.holder(holder) if holder is not None else ""


def _closed(game: RailGame, voice: Voice, offered: Sequence[Any]) -> list[TrainRow]:
    """Trains of the bank that cannot be bought: each is tried in every form that it could have."""
    actor, company = game.actor, game.decision.subject(game) if game.decision else None
    if actor is None or not isinstance(company, str):
        return []
    rows: dict[tuple[str, str, str], TrainRow] = {}
    sold = {(type_of(game, buy.train).name, holder_of(game, buy.train), buy.form) for buy in offered}
    for train in _of_the_bank(game):
        kind, source = type_of(game, train), _source(game, voice, train)
        for form in game.title.train_forms(game) if holder_of(game, train) in game.title.stacks else ("",):
            why = why_not(game, voice, BuyTrain(actor, company, train, game.title.train_price(game, train), form=form))
            if why is None or (kind.name, holder_of(game, train), form) in sold:
                continue
            name = game.title.train_as(game, train, form)
            _join(rows, kind.name, TrainRow(name, form, source, "", "", "", [], why=shortened(why)), voice)
    return list(rows.values())


def _join(rows: dict[tuple[str, str, str], TrainRow], kind: str, row: TrainRow, voice: Voice) -> None:
    """Forms that are closed for one reason share a line."""
    assert row.why is not None
    form = voice.speaker.form(row.form) if row.form else ""
    key = (kind, row.source, row.why.sentence)
    old = rows.get(key)
    if old is None:
        rows[key] = msgspec.structs.replace(row, form=form)
    elif form and form not in old.form.split(", "):
        rows[key] = msgspec.structs.replace(old, name=kind, form=f"{old.form}, {form}")


def need_of(game: RailGame, voice: Voice) -> Need | None:
    """What a purchase that cannot be declined takes from whom, where the treasury is too small."""
    forced = game.title.forced_purchase(game)
    company = getattr(game.decision, "company", "")
    if forced is None or forced.treasury >= forced.price or not company:
        return None
    _ = voice._
    train = game.title.train_name(game, forced.train)
    lines = [
        (_("{train} train").format(train=train), voice.money(forced.price)),
        (_("{company} has").format(company=voice.speaker.company(company)), voice.money(forced.treasury)),
    ]
    if forced.helper is not None:
        adds = _("{player} adds from cash").format(player=game.players[forced.helper])
        lines.append((adds, voice.money(forced.help)))
    by_shares = _("To raise by selling shares") if forced.helper is not None else _("Still to raise")
    lines.append((by_shares, voice.money(forced.missing)))
    heading = _("{company} must own a train").format(company=voice.speaker.company(company))
    return Need(heading[:1].upper() + heading[1:], lines)
