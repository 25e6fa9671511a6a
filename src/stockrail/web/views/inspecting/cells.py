"""A cell of the market: its price and zone, who stands there, and where sales and dividends would lead."""

from __future__ import annotations

import re
from itertools import groupby

from markupsafe import Markup

from stockrail.rules.game import RailGame
from stockrail.rules.shares import owner_of, percent_of
from stockrail.web.views.inspecting.thing import Inspected, Line, company_link, joined, line, sentences, sign, some
from stockrail.web.views.inspecting.trying import paid_prices, sold_prices
from stockrail.web.views.voice import Voice

_CELL = re.compile(r"(\d{1,3})\.(\d{1,3})")


def cell_of(game: RailGame, voice: Voice, name: str) -> Inspected | None:
    found = _CELL.fullmatch(name)
    cell = (int(found[1]), int(found[2])) if found else (-1, -1)
    price = game.title.grid.prices.get(cell)
    if price is None:
        return None
    _, pile = voice._, game.state.pile.get(cell) or ()
    return Inspected(
        of=f"cell:{cell[0]}.{cell[1]}",
        kind=_("Market"),
        name=_("Price {price}").format(price=voice.money(price)),
        picture=sign(str(price), "cell"),
        what=[
            *sentences(voice.speaker.notes("zone", game.title.zone_notes(game, cell))),
            *some([(_("Here, in operating order"), joined(company_link(voice, company) for company in pile))]),
            *([] if pile else [line("", _("No company is in this cell."))]),
        ],
        becomes=[each for company in pile for each in moves(game, voice, company)],
        who=[each for company in pile for each in _holders(game, voice, company)],
        heading=_("Where the price would go"),
        who_heading=_("Who holds shares"),
    )


def moves(game: RailGame, voice: Voice, company: str) -> list[Line]:
    """The price after a sale, by number of shares, and after each way to pay."""
    _, sign_ = voice._, company_link(voice, company)
    sales = _sales(game, voice, company)
    revenue = game.state.last_run.get(company) or game.title.grid.price(game.state.cell[company])
    paid = paid_prices(game, company, revenue) if game.title.operates(game, company) else []
    ways = ", ".join(f"{voice.speaker.way_to_pay(kind)} {voice.money(price)}" for kind, price in paid)
    lines = [line("", sign_ + " " + Markup.escape(text)) for text in sales]
    if ways:
        text = _("earning {revenue}: {ways}").format(revenue=voice.money(revenue), ways=ways)
        lines.append(line("", sign_ + " " + Markup.escape(text)))
    return lines


def _sales(game: RailGame, voice: Voice, company: str) -> list[str]:
    """By whom it makes a difference: the president and the largest other holder, once where it does not."""
    president = owner_of(game, company)
    others = [seat for seat in game.seats if seat != president and percent_of(game, seat, company)]
    sellers = [seat for seat in (president, *sorted(others, key=lambda s: -percent_of(game, s, company))[:1])
               if seat is not None]  # fmt: skip
    found = {seat: sold_prices(game, seat, company) for seat in sellers}
    found = {seat: prices for seat, prices in found.items() if prices}
    longest = max(found.values(), key=len, default=[])
    if all(prices == longest[: len(prices)] for prices in found.values()):
        return [voice._("sold: {prices}").format(prices=_listed(voice, longest))] if longest else []
    text = voice._("sold by {player}: {prices}")
    return [text.format(player=game.players[s], prices=_listed(voice, prices)) for s, prices in found.items()]


def _listed(voice: Voice, prices: list[tuple[int, int]]) -> str:
    """ "1 £82, 2 £75"; blocks after which the price is the same in one."""
    runs = [(price, [count for count, _ in run]) for price, run in groupby(prices, key=lambda each: each[1])]
    spans = ((f"{c[0]}–{c[-1]}" if len(c) > 1 else str(c[0]), price) for price, c in runs)
    return ", ".join(f"{span} → {voice.money(price)}" for span, price in spans)


def _holders(game: RailGame, voice: Voice, company: str) -> list[Line]:
    held = [(seat, percent_of(game, seat, company)) for seat in game.seats]
    text = ", ".join(f"{game.players[seat]} {percent}%" for seat, percent in held if percent)
    return [line("", company_link(voice, company) + " " + Markup.escape(text))] if text else []
