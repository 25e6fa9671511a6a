"""What a question is about: a proposal in full, or an auction with its item, its highest bid and who is still in."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from stockrail.core import Decision
from stockrail.rules.game import RailGame
from stockrail.web.views.choices import about
from stockrail.web.views.voice import Voice


class Auction(msgspec.Struct, frozen=True):
    company: str
    chip: Markup
    name: str
    home: str
    told: list[str]  # what newcomers ask about it
    lines: list[tuple[str, str]]  # a label and what it says


def auction_of(game: RailGame, voice: Voice, decision: Decision) -> Auction | None:
    """For every decision about an item at a price."""
    item, price = getattr(decision, "item", None), getattr(decision, "price", None)
    company = game.title.companies.get(item or "")
    if company is None or price is None:
        return None
    return Auction(
        company=company.id,
        chip=voice.chip(company.id),
        name=company.name,
        home=about(game, voice, company.id),
        told=voice.speaker.notes("explained", game.title.explained(game, company.id)),
        lines=_lines(game, voice, decision, voice.money(price)),
    )


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
