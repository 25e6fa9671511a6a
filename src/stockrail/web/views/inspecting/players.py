"""A player: cash, worth and what it is made of, certificates, companies; what they may sell."""

from __future__ import annotations

from markupsafe import Markup

from stockrail.rules.cards import cards_of
from stockrail.rules.game import RailGame
from stockrail.rules.shares import companies_in_play, holdings_of
from stockrail.web.views.inspecting.thing import Inspected, Line, company_link, joined, line, link, sign, some
from stockrail.web.views.inspecting.trying import blocks, in_stock_turn
from stockrail.web.views.voice import Voice


def player_of(game: RailGame, voice: Voice, name: str) -> Inspected | None:
    if not (name.isdecimal() and len(name) < 3 and int(name) < len(game.players)):
        return None
    seat, _, speaker = int(name), voice._, voice.speaker
    counts = game.title.counts(game, seat)
    held, limit = game.title.certificates(game, seat)
    runs = [company for company in companies_in_play(game) if game.title.controller(game, company) == seat]
    cards = (link(f"card:{card}", game.title.cards[card].name) for card in cards_of(game, seat))
    return Inspected(
        of=f"player:{seat}",
        kind=_("Player"),
        name=game.players[seat],
        picture=sign(game.players[seat][:1], f"p{seat % 8}"),
        what=some([
            (_("Cash"), _cash(game, voice, seat)),
            (_("Worth"), _worth(game, voice, seat)),
            (_("Certificates"), _("{held} of {limit}").format(held=held, limit=limit)),
            *((speaker.say("names", "count", {"id": kind}), str(count)) for kind, count in counts.items()),
            (_("Leads"), joined(company_link(voice, company) for company in runs)),
            (_("Cards"), joined(cards, ", ")),
            ("", _("Has priority: acts first in the next stock round.") if _is_first(game, seat) else ""),
            ("", _("bankrupt") if game.state.bankrupt.get(seat) else ""),
        ]),
        becomes=_sales(game, voice, seat),
        who=_shares(game, voice, seat),
        heading=_("May sell"),
        who_heading=_("Shares"),
    )  # fmt: skip


def _is_first(game: RailGame, seat: int) -> bool:
    return game.state.flags.get("priority") == seat


def _cash(game: RailGame, voice: Voice, seat: int) -> str:
    cash, bound = voice.money(game.state.cash[seat]), game.title.set_aside(game, seat)
    return voice._("{cash}, {bound} of it in bids").format(cash=cash, bound=voice.money(bound)) if bound else cash


def _worth(game: RailGame, voice: Voice, seat: int) -> str:
    """In all, and the part of it that is not cash."""
    worth, cash = game.title.worth(game, seat), game.state.cash[seat]
    text = voice._("{worth}, of which {shares} in shares")
    return text.format(worth=voice.money(worth), shares=voice.money(worth - cash))


def _sales(game: RailGame, voice: Voice, seat: int) -> list[Line]:
    """The largest block of each company, as if it were the player's stock turn now."""
    if game.state.bankrupt.get(seat) or game.is_over:
        return []
    most = {block.company: block.count for block in blocks(in_stock_turn(game, seat), seat)}
    price = game.title.selling_price
    text = voice._("up to {count} for {amount}")
    lines = [
        line("", company_link(voice, company) + " " + Markup.escape(text.format(count=count, amount=amount)))
        for company, count in most.items()
        for amount in (voice.money(count * price(game, company)),)
    ]
    return lines or [line("", voice._("Nothing now."))]


def _shares(game: RailGame, voice: Voice, seat: int) -> list[Line]:
    started = game.title.started(game)
    return [
        line("", company_link(voice, company) + " " + link(f"share:{company}.{seat}", text))
        for company, percent in holdings_of(game, seat).items()
        for text in (_share(game, voice, seat, company, percent, company in started),)
    ]


def _share(game: RailGame, voice: Voice, seat: int, company: str, percent: int, started: bool) -> str:
    return f"{percent}%, {voice.money(game.title.shares_worth(game, seat, company))}" if started else f"{percent}%"
