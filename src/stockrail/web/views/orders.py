"""Standing orders as their owner sees them: what stands, what can be ordered now, what was done and why it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from stockrail.core import ActionRange
from stockrail.core.marking import N_
from stockrail.rules.actions import Bid, Select
from stockrail.rules.game import RailGame
from stockrail.rules.trains import trains_of
from stockrail.web.play.live import LiveGame
from stockrail.web.play.standing import last_payment, price_of, standing, stock_turn
from stockrail.web.play.wishes import MOST_SHARES
from stockrail.web.store.orders import BidUpTo, BuyEach, LayNothing, Order, PassUntil, Refuse, RunAlike, Wishes
from stockrail.web.views.choices import bare
from stockrail.web.views.voice import Voice

# Why orders end. What their owner did, or what was to be expected, needs no band of its own.
WHY: Mapping[str, str] = {
    "undone": N_("something was undone"),
    "cancelled": N_("you cancelled it"),
    "round": N_("the round is over"),
    "over": N_("the game is over"),
    "moved": N_("you acted yourself"),
    "done": N_("it is done"),
    "sold": N_("it has been sold"),
    "move": N_("somebody moved"),
    "traded": N_("somebody else traded its shares"),
    "price": N_("its price has changed"),
    "gone": N_("no more shares of it are for sale"),
    "phase": N_("a new phase began"),
    "president": N_("you no longer decide for it"),
    "trains": N_("its trains have changed"),
    "run": N_("it earns something else now"),
    "pay": N_("it cannot be paid like that now"),
    "dear": N_("it costs more now"),
    "cannot": N_("it was not possible"),
    "harm": N_("it would have cost you something: look before you do it yourself"),
}
EXPECTED = frozenset({"undone", "cancelled", "round", "over", "moved", "done", "sold"})


class Shown(msgspec.Struct, frozen=True):
    """One order."""

    number: int
    text: str
    why: str = ""  # it has ended
    acts: list[int] = []  # the positions after what it did


class Number(msgspec.Struct, frozen=True):
    name: str  # of the field
    label: str
    low: int
    high: int
    step: int
    value: int | None  # None: whoever orders has to say it


class Form(msgspec.Struct, frozen=True):
    """Something that can be ordered: about one of several things, with numbers, by one of several buttons."""

    id: str
    heading: str
    choices: list[tuple[str, str]]
    numbers: list[Number]
    buttons: list[tuple[str, str]]  # kind of order, words
    ends: str  # when it ends


class Orders(msgspec.Struct, frozen=True):
    """All about the orders of a reader; nobody else sees it."""

    seat: int | None  # for which orders can be given now
    passes: bool  # whether one may pass in advance
    given: list[Shown]
    news: list[Shown]  # that ended by something unforeseen
    told: list[Shown]  # all that have ended
    forms: list[Form]


def orders_of(live: LiveGame, voice: Voice, mine: frozenset[int]) -> Orders:
    game, actor = live.position, live.position.actor
    seat = actor if actor in mine else min(mine) if len(mine) == 1 else None
    own = [order for order in live.orders if order.seat in mine]
    stands = [_shown(voice, live, order) for order in own if not order.ended]
    over = [_shown(voice, live, order) for order in reversed(own) if order.ended]
    news = {order.number for order in own if order.ended and order.ended not in EXPECTED}
    passing = seat is not None and any(isinstance(order.wish, PassUntil) for order in standing(live.orders, seat))
    return Orders(
        seat=None if game.is_over else seat,
        passes=seat is not None and stock_turn(live.projection) is not None and not passing,
        given=stands,
        news=[shown for shown in over if shown.number in news][:2],
        told=over,
        forms=_forms(live, voice, seat) if seat is not None and not game.is_over else [],
    )


def _shown(voice: Voice, live: LiveGame, order: Order) -> Shown:
    acts = [act + 1 for act in order.acts if act < len(live.projection.done)]
    why = voice._(WHY[order.ended]) if order.ended else ""
    return Shown(order.number, _text(voice, live, order), why, acts)


def _text(voice: Voice, live: LiveGame, order: Order) -> str:
    """What is ordered, in a sentence."""
    template, named = _words(voice, order.wish)
    bought = len(order.acts) if isinstance(order.wish, BuyEach) else 0
    text = template.format(name=live.position.players[order.seat], bought=bought, **named)
    return text[:1].upper() + text[1:]


def _words(voice: Voice, wish: Wishes) -> tuple[str, dict[str, Any]]:
    _ = voice._
    match wish:
        case PassUntil(until=until):
            ends = _("{name} passes until the round ends."), _("{name} passes until somebody moves.")
            return ends[until == "move"], {}
        case BidUpTo(item="", most=most, asks=asks):
            up_to = _("{name} bids up to {price} for whatever is auctioned in this round.")
            until = _("{name} declines whatever is auctioned until it costs {price} or less.")
            return until if asks else up_to, {"price": voice.money(most)}
        case BidUpTo(item=item, most=most, asks=asks):
            up_to = _("{name} bids up to {price} for {item}.")
            until = _("{name} declines {item} until it costs {price} or less.")
            return until if asks else up_to, {"price": voice.money(most), "item": voice.speaker.item(item)}
        case Refuse(below=None):
            return _("{name} refuses all offers for trains."), {}
        case Refuse(below=below):
            return _("{name} refuses offers for trains below {price}."), {"price": voice.money(below or 0)}
        case BuyEach(company=company, count=count, price=price):
            text = _("{name} buys {company} at {price} in each turn: {bought} of {count}.")
            return text, {"company": company, "count": count, "price": voice.money(price)}
        case LayNothing(company=company):
            return _("{company} lays no tiles and places no tokens."), _company(voice, company)
        case RunAlike(company=company):
            return _("{company} runs and pays as last time."), _company(voice, company)


def _company(voice: Voice, company: str) -> dict[str, str]:
    return {"company": voice.speaker.company(company)}


# -- what can be ordered --------------------------------------------------------------------------------------------


def _forms(live: LiveGame, voice: Voice, seat: int) -> list[Form]:
    game = live.position
    own = [c for c in game.title.outlook.presided(game, seat) if game.title.operates(game, c)]
    found = [_bidding(game, voice, seat), _buying(live, voice), _refusing(game, voice, own)]
    found += [_laying(voice, own), _running(live, voice, own)]
    return [form for form in found if form is not None]


def _bidding(game: RailGame, voice: Voice, seat: int) -> Form | None:
    """For what is auctioned now, or for all that will be in this round."""
    decision, _ = game.decision, voice._
    assert decision is not None
    kinds, up = decision.kinds(game), getattr(decision, "item", "")
    if Bid not in kinds and Select not in kinds:
        return None
    bids = [entry for entry in decision.list(game) if isinstance(bare(entry), Bid)] if Bid in kinds else []
    items = [up] if up else [bid.item for bid in map(bare, bids) if isinstance(bid, Bid)]
    first = next((entry for entry in bids if isinstance(entry, ActionRange)), None)
    low = next((bid.price for bid in map(bare, bids) if isinstance(bid, Bid)), None) if first is None else first.low
    step = 5 if first is None else first.step
    each = [("", _("Each thing in turn"))] if up or Select in kinds else []
    high = game.state.cash[seat] // step * step
    return Form(
        "bid",
        _("Auction"),
        [*((item, voice.speaker.item(item)) for item in dict.fromkeys(items)), *each],
        [Number("number", _("Price"), 0, high, step, None if low is None else min(low, high))],
        [("bid", _("Bid for me up to this price")), ("decline", _("Decline while it costs more, then ask me"))],
        _("Ends when it is sold, or with the round. Each bid is as low as possible."),
    )


def _buying(live: LiveGame, voice: Voice) -> Form | None:
    game, _ = live.position, voice._
    if stock_turn(live.projection) is None:
        return None
    choices = [
        (company, f"{company} {voice.money(price_of(game, company))}")
        for company in game.title.companies
        if price_of(game, company)
    ]
    return Form(
        "buy",
        _("Shares"),
        choices,
        [Number("count", _("How many in all"), 1, MOST_SHARES, 1, 1)],
        [("buy", _("Buy one in each of my turns"))],
        _("Ends when somebody else buys or sells it, when its price changes, when I act myself, or with the round."),
    ) if choices else None  # fmt: skip


def _refusing(game: RailGame, voice: Voice, own: list[str]) -> Form | None:
    _ = voice._
    if not any(trains_of(game, company) for company in own):
        return None
    return Form(
        "refuse",
        _("Offers for my trains"),
        [],
        [Number("number", _("Price"), 1, 2_000, 1, 100)],
        [("refuse", _("Refuse if it is less")), ("refuse_all", _("Refuse all"))],
        _("Ends when a new phase begins."),
    )


def _laying(voice: Voice, own: list[str]) -> Form | None:
    _ = voice._
    return Form(
        "lay",
        _("Track and tokens"),
        [(company, voice.speaker.company(company)) for company in own],
        [],
        [("lay", _("Lay and place nothing"))],
        _("Ends when a new phase begins, or when I no longer decide for the company."),
    ) if own else None  # fmt: skip


def _running(live: LiveGame, voice: Voice, own: list[str]) -> Form | None:
    _ = voice._
    known = live.position.state.last_run
    ran = [company for company in own if known.get(company) or last_payment(live.projection, company)]
    return Form(
        "run",
        _("Runs and dividends"),
        [(company, voice.speaker.company(company)) for company in ran],
        [],
        [("run", _("Run and pay as last time"))],
        _(
            "Ends when it earns more or less than last time, when its trains change, when a new phase begins, or when I"
            " no longer decide for it."
        ),
    ) if ran else None  # fmt: skip
