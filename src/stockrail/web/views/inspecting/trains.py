"""A kind of train: price, range, when it rusts; what its first purchase starts; who has it."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from stockrail.rules.game import RailGame
from stockrail.rules.printed import TrainType
from stockrail.rules.state import POOL
from stockrail.rules.trains import later_phases, trains_of, type_of
from stockrail.web.views.inspecting import phases
from stockrail.web.views.inspecting.thing import (
    Inspected,
    Line,
    company_link,
    joined,
    line,
    link,
    sentences,
    sign,
    some,
)
from stockrail.web.views.voice import Voice


def train_of(game: RailGame, voice: Voice, name: str) -> Inspected | None:
    kind = game.title.train_types.get(name)
    if kind is None:
        return None
    _ = voice._
    train = next((train for train in _of_the_bank(game) if type_of(game, train) == kind), None)
    price = game.title.train_price(game, train) if train else kind.price
    said = voice.speaker.say("names", "train", {"name": name})
    return Inspected(
        of=f"train:{name}",
        kind=_("Train"),
        name=said if said != name else _("{name} trains").format(name=name),
        picture=sign(name),
        what=[
            *some([
                (_("Price"), voice.money(price)),
                (_("On sale from phase"), kind.available_from or ""),
            ]),
            line("", rusting(voice, kind)),
            *sentences(voice.speaker.notes("train_note", game.title.train_notes(game, name))),
        ],
        becomes=_starts(game, voice, kind),
        who=_holders(game, voice, kind),
        heading=_("What buying the first one changes"),
        who_heading=_("Who has it"),
    )  # fmt: skip


def rusting(voice: Voice, kind: TrainType) -> Markup:
    if not kind.rusts_on:
        return Markup.escape(voice._("Never rusts."))
    text = Markup.escape(voice._("Rusts when the first {train} is bought."))
    return text.format(train=link(f"train:{kind.rusts_on}", kind.rusts_on))


def _of_the_bank(game: RailGame) -> list[str]:
    places = [*game.title.stacks, POOL]
    return [train for place in places for train in trains_of(game, place)]


def _starts(game: RailGame, voice: Voice, kind: TrainType) -> list[Line]:
    """The phase that the first one starts, or has started, with all that it changes."""
    _, phase = voice._, phases.started_by(game, kind.name)
    if phase is None:
        return [line("", _("Nothing changes."))]
    coming = phase in later_phases(game)
    text = _("Starts phase {phase}") if coming else _("Phase {phase} has begun")
    lines = [line("", text.format(phase=phase.name))]
    changed = phases.changes(game, voice, phase)
    lines += some([(_("Brings"), ", ".join(changed))]) + sentences(phases.notes(game, voice, phase))
    return lines + _losses(game, voice, kind.name, coming)


def _losses(game: RailGame, voice: Voice, newest: str, coming: bool) -> list[Line]:
    """The kinds that rust then, and who has some."""
    gone = [kind.name for kind in game.title.train_types.values() if kind.rusts_on == newest]
    if not gone:
        return []
    losers = [c for c in game.title.companies if any(type_of(game, t).name in gone for t in trains_of(game, c))]
    text = joined((link(f"train:{name}", name) for name in gone), ", ")
    if coming and losers:
        text += Markup(" ({})").format(joined(company_link(voice, company) for company in losers))
    return [line(voice._("Rusts"), text)]


def _holders(game: RailGame, voice: Voice, kind: TrainType) -> list[Line]:
    _ = voice._
    held = {c: _count(game, c, kind.name) for c in game.title.companies}
    chips = [company_link(voice, c) + (f" ×{count}" if count > 1 else "") for c, count in held.items() if count]
    left = _count(game, kind.stack, kind.name)
    endless = kind.count is None
    return some([
        (_("Companies"), joined(chips, ", ") or _("none")),
        (_("In the depot"), "∞" if endless else str(left)),
        (_("In the pool"), str(_count(game, POOL, kind.name) or "")),
    ])  # fmt: skip


def _count(game: RailGame, holder: str, kind: str) -> int:
    return sum(type_of(game, train).name == kind for train in trains_of(game, holder))


def kinds_for_sale(game: RailGame) -> Sequence[tuple[str, int]]:
    """What the bank sells now: the top of each stack and what lies in the pool, each kind once, with its price."""
    tops = [train for stack in game.title.stacks for train in trains_of(game, stack)[:1]]
    found = {
        type_of(game, train).name: game.title.train_price(game, train) for train in [*tops, *trains_of(game, POOL)]
    }
    return list(found.items())
