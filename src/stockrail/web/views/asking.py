"""What a question is about: a proposal in full, or an auction with its item, its highest bid and who is still in."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from stockrail.core import Decision
from stockrail.rules.auctions import RisingAuction
from stockrail.rules.game import RailGame
from stockrail.rules.trains import trains_of
from stockrail.web.views.choices import about
from stockrail.web.views.voice import Voice


class Auction(msgspec.Struct, frozen=True):
    thing: str  # what the inspector shows of it: "company:SNCB", "card:Ferry"
    company: str  # if it is one
    chip: Markup
    name: str
    home: str
    told: list[Markup]  # what newcomers ask about it
    lines: list[tuple[str, str]]  # a label and what it says


def auction_of(game: RailGame, voice: Voice, decision: Decision) -> Auction | None:
    """For every decision about an item at a price."""
    item, price = getattr(decision, "item", None), getattr(decision, "price", None)
    if not isinstance(item, str) or price is None:
        return None
    lines = _lines(game, voice, decision)
    company = game.title.companies.get(item)
    if company is None:
        return _of_card(game, voice, item, lines) if item in game.title.cards else None
    return Auction(
        thing=f"company:{item}",
        company=item,
        chip=voice.chip(item),
        name=company.name,
        home=about(game, voice, item),
        told=[Markup.escape(told) for told in voice.speaker.notes("explained", game.title.explained(game, item))],
        lines=lines,
    )


def _of_card(game: RailGame, voice: Voice, card: str, lines: list[tuple[str, str]]) -> Auction:
    """What its row on the title's sheet says of it."""
    rows = [row for sheet in game.title.sheets(game) for row in sheet.rows if row.id == card]
    told = [voice.markup(note) for row in rows[:1] for note in voice.marked.notes("row_note", row.notes)]
    return Auction(f"card:{card}", "", Markup(""), voice.speaker.item(card), "", told, lines)


def _lines(game: RailGame, voice: Voice, decision: Decision) -> list[tuple[str, str]]:
    """What is bid, or asked for as long as nobody has bid; who may still bid."""
    _ = voice._
    leader, others = getattr(decision, "leader", None), getattr(decision, "others", ())
    price, item = voice.money(getattr(decision, "price", 0)), getattr(decision, "item", "")
    if leader is not None:
        found = [(_("High bid"), _("{price} by {player}").format(price=price, player=game.players[leader]))]
    elif isinstance(decision, RisingAuction):
        found = [(_("Starts at"), voice.money(decision.least(game)))]
    else:
        found = [(_("Offered at"), price)]
    if others:
        found.append((_("Still in"), voice.speaker.listing(game.players[s] for s in others)))
    auctioneer = getattr(decision, "auctioneer", None)
    if item in game.title.companies:
        found += _brings(game, voice, item)
    return found + ([(_("Auctioneer"), game.players[auctioneer])] if auctioneer is not None else [])


def _brings(game: RailGame, voice: Voice, company: str) -> list[tuple[str, str]]:
    """What a company that is auctioned has already."""
    trains, cash = trains_of(game, company), game.state.cash[company]
    names = " ".join(game.title.train_name(game, train) for train in trains)
    found = [(voice._("Trains"), names)] if trains else []
    return found + ([(voice._("Treasury"), voice.money(cash))] if cash else [])


def matter_of(voice: Voice, decision: Decision) -> Markup:
    """The question in full, with the companies as chips, where the decision has one of its own."""
    return voice.markup(voice.marked.matter())
