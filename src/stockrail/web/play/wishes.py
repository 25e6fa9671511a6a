"""What somebody asks the table to do for them, checked: the wish of a standing order as the game is now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import msgspec

from stockrail.core.marking import N_
from stockrail.rules.rounds import current_round
from stockrail.rules.trains import trains_of
from stockrail.web.play.errors import Enough, Unreadable
from stockrail.web.play.projection import Projection
from stockrail.web.play.standing import MOST, UNTIL, Orders, mark_of, price_of, round_name, standing, stock_turn
from stockrail.web.play.standing import with_order as added
from stockrail.web.store.orders import BidUpTo, BuyEach, LayNothing, Order, PassUntil, Refuse, RunAlike, Wishes

DEAREST = 1_000_000
MOST_SHARES = 10


class Asked(msgspec.Struct, frozen=True):
    """A wish as it comes from a page: its kind, what it is about, a number, another one."""

    kind: str
    what: str = ""
    number: int = 0
    count: int = 1


def with_wish(projection: Projection, orders: Orders, seat: int, asked: Asked) -> Orders:
    """The orders of a table with one more; raises Unreadable or Enough."""
    make = MAKERS.get(asked.kind)
    if make is None or not 0 <= asked.number <= DEAREST or projection.game.is_over:
        raise Unreadable(N_("that cannot be ordered now"))
    wish = make(projection, seat, asked)
    order = Order(0, seat, len(projection.done), wish)
    same = [other for other in standing(orders, seat) if other.wish == wish]
    if same:
        return orders  # a double click
    made = added(orders, order)
    if len(standing(made, seat)) > MOST:
        raise Enough(N_("you have too many standing orders: cancel one first"))
    return made


def _passing(projection: Projection, _: int, asked: Asked) -> PassUntil:
    turn = stock_turn(projection)
    if turn is None or asked.what not in UNTIL:
        raise Unreadable(N_("you can pass in advance only in a stock round"))
    return PassUntil(asked.what, turn)


def _bidding(asks: bool) -> Callable[[Projection, int, Asked], BidUpTo]:
    def make(projection: Projection, _: int, asked: Asked) -> BidUpTo:
        game = projection.game
        if current_round(game) is None or asked.what not in ("", *game.title.companies, *game.title.cards):
            raise Unreadable(N_("that cannot be ordered now"))
        was = mark_of(game, asked.what) if asked.what else ""
        return BidUpTo(asked.what, asked.number, asks, round_name(game), was)

    return make


def _refusing(all_: bool) -> Callable[[Projection, int, Asked], Refuse]:
    def make(projection: Projection, _: int, asked: Asked) -> Refuse:
        return Refuse(None if all_ else asked.number, projection.game.phase.name)

    return make


def _buying(projection: Projection, _: int, asked: Asked) -> BuyEach:
    turn = stock_turn(projection)
    if turn is None or asked.what not in projection.game.title.companies or not 1 <= asked.count <= MOST_SHARES:
        raise Unreadable(N_("that cannot be ordered now"))
    price = price_of(projection.game, asked.what)
    if not price:
        raise Unreadable(N_("no share of it is for sale now"))
    return BuyEach(asked.what, asked.count, price, turn)


def _own_company(projection: Projection, seat: int, asked: Asked) -> str:
    """The company that is named, if the seat decides for it."""
    game = projection.game
    known = asked.what in game.title.companies and game.title.operates(game, asked.what)
    if not known or game.title.controller(game, asked.what) != seat:
        raise Unreadable(N_("you do not decide for that company"))
    return asked.what


def _laying(projection: Projection, seat: int, asked: Asked) -> LayNothing:
    return LayNothing(_own_company(projection, seat, asked), projection.game.phase.name)


def _running(projection: Projection, seat: int, asked: Asked) -> RunAlike:
    company = _own_company(projection, seat, asked)
    return RunAlike(company, projection.game.phase.name, tuple(trains_of(projection.game, company)))


Maker = Callable[[Projection, int, Asked], Wishes]
MAKERS: Mapping[str, Maker] = MappingProxyType({
    "pass": _passing,
    "bid": _bidding(False),
    "decline": _bidding(True),
    "refuse": _refusing(False),
    "refuse_all": _refusing(True),
    "buy": _buying,
    "lay": _laying,
    "run": _running,
})  # fmt: skip
