"""A table before it starts: what will be played there."""

from __future__ import annotations

from typing import Any

import msgspec

from stockrail.core.saving import Header
from stockrail.rules.overlay import differing
from stockrail.web.language import tongue
from stockrail.web.play.live import LiveGame
from stockrail.web.play.seating import gathering_of as plan_of


def gathering_of(live: LiveGame, person: str, language: str) -> dict[str, Any]:
    """The context of the page."""
    _, row, game = tongue(language).gettext, live.row, live.position
    header = msgspec.json.decode(row.header, type=Header)
    title = game.title
    usual = title.resolve_rulings(None, {})
    options = [_(option.text) for option in title.options if option.name in header.options]
    rulings = [(_(r.question), _(r.answers[game.rulings[r.name]])) for r in title.rulings]
    answers = [usual[r.name] != game.rulings[r.name] for r in title.rulings]
    return {
        "row": row,
        "number": live.number,
        "acts": 0,
        "mine": row.seats_of(person or None),
        "title_name": title.name,
        "options": options,
        "rulings": [each for each, other in zip(rulings, answers, strict=True) if other],
        "differing": differing(title),
        "real_dice": header.real_dice,
        "draw": plan_of(row).draw,
        "gathers": True,
        "subtitle": _("waiting for players"),
    }
