"""A card or private company: what it costs and brings, and who has it."""

from __future__ import annotations

from markupsafe import Markup

from stockrail.rules.cards import holder_of_card
from stockrail.rules.game import RailGame
from stockrail.rules.showing import power_notes
from stockrail.web.views.inspecting.thing import Inspected, company_link, player_link, sign, some
from stockrail.web.views.voice import Voice


def card_of(game: RailGame, voice: Voice, name: str) -> Inspected | None:
    card = game.title.cards.get(name)
    if card is None or name not in game.state.shelves.place_of:
        return None
    _, holder = voice._, holder_of_card(game, name)
    if isinstance(holder, int):
        who = player_link(game, holder)
    else:
        known = holder in game.title.companies
        who = company_link(voice, holder) if known else Markup.escape(voice.speaker.holder(holder))
    return Inspected(
        of=f"card:{name}",
        kind=_("Card"),
        name=card.name,
        picture=sign(name),
        what=some([
            (_("Price"), voice.money(card.price) if card.price else ""),
            (_("Pays each round"), voice.money(card.income) if card.income else ""),
        ]),
        becomes=some([("", told) for told in voice.speaker.notes("row_note", power_notes(card))]),
        who=some([(_("Held by"), who)]),
        heading=_("What it can do"),
        who_heading=_("Who has it"),
    )  # fmt: skip
