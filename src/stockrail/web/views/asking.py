"""What a question is about: a proposal in full, or an auction with its item, its highest bid and who is still in."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from stockrail.core import Decision
from stockrail.rules.game import RailGame
from stockrail.rules.showing import income_of, power_notes
from stockrail.web.views.choices import about
from stockrail.web.views.voice import Voice


class Auction(msgspec.Struct, frozen=True):
    item: str
    subject: str  # what the inspector shows of it
    chip: Markup
    name: str
    home: str
    told: list[Markup]  # what newcomers ask about it
    lines: list[tuple[str, str]]  # a label and what it says


def auction_of(game: RailGame, voice: Voice, decision: Decision) -> Auction | None:
    """For every decision about an item at a price."""
    item, price = getattr(decision, "item", None), getattr(decision, "price", None)
    company, card = game.title.companies.get(item or ""), game.title.cards.get(item or "")
    if price is None or not (company or card):
        return None
    lines = _lines(game, voice, decision, voice.money(price))
    if card is not None:
        said = [*income_of(card), *power_notes(card)]
        told = [voice.markup(text) for text in voice.marked.notes("row_note", said)]
        return Auction(card.id, f"card:{card.id}", Markup(""), card.name, "", told, lines)
    assert company is not None
    told = [voice.markup(text) for text in voice.marked.notes("explained", game.title.explained(game, company.id))]
    home, chip = about(game, voice, company.id), voice.chip(company.id)
    return Auction(company.id, f"company:{company.id}", chip, company.name, home, told, lines)


def _lines(game: RailGame, voice: Voice, decision: Decision, price: str) -> list[tuple[str, str]]:
    _ = voice._
    leader, others = getattr(decision, "leader", None), getattr(decision, "others", ())
    if leader is None:
        found = [(_("Offered at"), price)]
    else:
        bid = _("{price} by {player}").format(price=price, player=game.players[leader])
        found = [(_("High bid"), bid), (_("Still in"), voice.speaker.listing(game.players[s] for s in others))]
    auctioneer = getattr(decision, "auctioneer", None)
    return found + ([(_("Auctioneer"), game.players[auctioneer])] if auctioneer is not None else [])


def matter_of(voice: Voice, decision: Decision) -> Markup:
    """The question in full, with the companies as chips, where the decision has one of its own."""
    return voice.markup(voice.marked.matter())
