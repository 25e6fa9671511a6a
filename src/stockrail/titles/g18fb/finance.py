"""2.2.3, 2.2.4, 3.5.9 Stock that companies hold, sell and buy, and what the zones of the market forbid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from stockrail.core import Action, ActionRange, Frame
from stockrail.rules.actions import Pass
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import pay
from stockrail.rules.prices import price
from stockrail.rules.shares import percent_of, pool_room, singles_of
from stockrail.rules.state import BANK, IPO, POOL, SHARE, certs_at
from stockrail.titles.g18fb.accounts import is_building
from stockrail.titles.g18fb.actions import BuyStock, SellStock
from stockrail.titles.g18fb.companies import DEFINITIVE, PROVISIONAL, has_operated, may_spend, pay_leases, state_of
from stockrail.titles.g18fb.extras import AnyMoment, is_pressing
from stockrail.titles.g18fb.launching import float_if_sold
from stockrail.titles.g18fb.state import Game18FB

LIGHT, DARK = "light_blue", "dark_blue"


def zone_of(game: Game18FB, company: str) -> str:
    """2.2.3, 2.2.4 The zone in which its price stands, if it has one."""
    return game.title.grid.zone(game.state.cell[company]) if company in game.state.cell else ""


def is_banned(game: Game18FB, company: str, other: str) -> bool:
    """2.2.3-a, 2.2.4-a, Q48 Whether a company may hold no stock of another one, or of itself."""
    return zone_of(game, other) in (LIGHT, DARK) or zone_of(game, company) == DARK


def holds(game: Game18FB, company: str) -> list[str]:
    """The companies of which it holds single certificates, itself among them."""
    return [other for other in game.title.companies if singles_of(game, company, other)]


class ForcedSales(Frame[Game18FB], frozen=True):
    """2.2.3-b, 2.2.4-a, C-2, Q47 At the start of a turn; the order does not matter, as companies move no price."""

    company: str

    def proceed(self, game: Game18FB) -> None:
        game.pop_frame()
        if game.ruling("forced_sales") == "start_of_turn":
            sell_banned(game, self.company)


def sell_banned(game: Game18FB, company: str) -> None:
    """3.5.9-f All stock that the zones forbid, whatever limit there is."""
    for other in holds(game, company):
        if is_banned(game, company, other):
            sell_stock(game, company, other, len(singles_of(game, company, other)), forced=True)


def sell_surplus(game: Game18FB, company: str) -> None:
    """3.5.9-i, Q66 What a merger has brought above the limit for stock of another company."""
    limit: int = game.title.facts["shares"]["company_limit"]
    for other in holds(game, company):
        surplus = (percent_of(game, company, other) - limit) // SHARE
        if other != company and surplus > 0:
            sell_stock(game, company, other, surplus, forced=True)


def sell_stock(game: Game18FB, company: str, other: str, count: int, forced: bool = False) -> None:
    """2.2.5-b, 3.5.9-g At the market price, which does not move."""
    hand_in(game, company, other, count, count * price(game, other), forced)
    pay_leases(game)


def hand_in(game: Game18FB, company: str, other: str, count: int, amount: int, forced: bool) -> None:
    """Stock of a company goes to the pool, and the bank pays for it."""
    for cert in singles_of(game, company, other)[:count]:
        game.state.shelves.move(cert, certs_at(POOL, other))
    pay(game, BANK, company, amount)
    game.note("company_sells", company=company, other=other, count=count, amount=amount, forced=forced)


def most_to_sell(game: Game18FB, company: str, other: str) -> int:
    """3.3.1-a, e, 3.5.9-g The pool limit holds, and stock of a company that has not operated is kept."""
    if other not in game.title.companies or not has_operated(game, other):
        return 0
    return min(pool_room(game, other, game.title.facts["shares"]["pool_limit"]), len(singles_of(game, company, other)))


class Finance(Frame[Game18FB], frozen=True):
    """3.5.9-f, i What must be sold is sold before anything is chosen."""

    company: str

    def proceed(self, game: Game18FB) -> None:
        game.pop_frame()
        sell_banned(game, self.company)
        if trades(game, self.company):
            sell_surplus(game, self.company)
            game.push_frame(Trade(self.company))


def trades(game: Game18FB, company: str) -> bool:
    """3.5.9-a, 3.4-b, f"""
    return state_of(game, company) in (PROVISIONAL, DEFINITIVE) and not is_building(game, company)


class Trade(AnyMoment, CompanyDecision[Game18FB], frozen=True):
    """3.5.9-b Sell any number, then buy one certificate; a purchase ends the step."""

    deeds = (SellStock, BuyStock, Pass)
    unasked_fault = "trade_or_pass"
    tells = ("other",)

    sold: tuple[str, ...] = ()

    def any(self, game: Game18FB) -> bool:
        return next(self.moves(game), None) is not None or is_pressing(game, self.company)

    def moves(self, game: Game18FB) -> Iterator[Action | ActionRange[Any]]:
        player = self.actor(game)
        for other in holds(game, self.company):
            most = most_to_sell(game, self.company, other)
            if most:
                yield ActionRange(SellStock(player, self.company, other, 1), "count", 1, most)
        for other in game.title.started(game):
            buys = (BuyStock(player, self.company, other, source) for source in (IPO, POOL))
            yield from (buy for buy in buys if self._purchase_fault(game, buy) is None)

    def fault(self, game: Game18FB, action: SellStock | BuyStock) -> str | None:
        return self._purchase_fault(game, action) if isinstance(action, BuyStock) else self._sale_fault(game, action)

    def told(self, game: Game18FB, action: SellStock | BuyStock) -> dict[str, Any]:
        if isinstance(action, BuyStock):
            return {**super().told(game, action), "cash": game.state.cash[self.company]}
        most = most_to_sell(game, self.company, action.other)
        return {**super().told(game, action), "count": action.count, "most": most}

    def do(self, game: Game18FB, action: SellStock | BuyStock) -> None:
        if isinstance(action, BuyStock):
            buy_stock(game, action)
        else:
            game.push_frame(msgspec.structs.replace(self, sold=(*self.sold, action.other)))
            sell_stock(game, self.company, action.other, action.count)

    def skip(self, game: Game18FB) -> None:
        game.pop_frame()

    def _sale_fault(self, game: Game18FB, action: SellStock) -> str | None:
        if 1 <= action.count <= most_to_sell(game, self.company, action.other):
            return None
        if action.other not in holds(game, self.company):
            return "company_holds_none"
        return "stock_pool_limit" if has_operated(game, action.other) else "stock_never_operated"

    # -- purchases ----------------------------------------------------------------------------------------------

    def _purchase_fault(self, game: Game18FB, action: BuyStock) -> str | None:
        """3.5.9-c to e, 3.7.1-n Why the company may not buy this certificate."""
        other, source = action.other, action.source
        if other not in game.title.started(game) or source not in self._sources(other):
            return "stock_not_for_sale"
        if not singles_of(game, source, other):
            return "stock_not_there"
        if other in self.sold:
            return "just_sold"
        if is_banned(game, self.company, other):
            return "zone_forbids"
        limit: int = game.title.facts["shares"]["company_limit"]
        if other != self.company and percent_of(game, self.company, other) + SHARE > limit:
            return "company_stock_limit"
        if not may_spend(game, self.company):
            return "lease_first"
        return "stock_too_dear" if stock_price(game, action) > game.state.cash[self.company] else None

    def _sources(self, other: str) -> tuple[str, ...]:
        """3.5.9-c"""
        return (POOL,) if other == self.company else (IPO, POOL)


def stock_price(game: Game18FB, action: BuyStock) -> int:
    """3.5.9-h Par from the initial offer, the market price from the pool."""
    return game.state.par[action.other] if action.source == IPO else price(game, action.other)


def buy_stock(game: Game18FB, action: BuyStock) -> None:
    """3.5.9-h Pool stock pays the bank; so does the initial offer of a company that has not floated (3.6-e)."""
    company, other, source = action.company, action.other, action.source
    amount = stock_price(game, action)
    to_company = source == IPO and game.state.floated.get(other)
    pay(game, company, other if to_company else BANK, amount)
    game.state.shelves.move(singles_of(game, source, other)[0], certs_at(company, other))
    game.note("company_buys", company=company, other=other, source=source, amount=amount)
    float_if_sold(game, other)
