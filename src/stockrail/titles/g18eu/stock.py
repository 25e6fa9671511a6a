"""4.1 Stock turns: sell any blocks, then buy one certificate, start a corporation, exchange a minor, or pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.actions import BuyShare, Pass, SellShares, StartCompany
from stockrail.rules.game import RailGame, pay
from stockrail.rules.prices import place_marker, price
from stockrail.rules.shares import (
    block_is_named,
    most_to_sell,
    owner_of,
    percent_of,
    pool_room,
    sell,
    settle_presidency,
    shares_of,
    singles_of,
)
from stockrail.rules.state import BANK, POOL, certs_at
from stockrail.rules.stock import SellingTurn
from stockrail.titles.g18eu.actions import Exchange
from stockrail.titles.g18eu.companies import (
    certificate_limit,
    certificates_of,
    float_if_due,
    has_operated,
    minors_needed,
    minors_of,
    pay_token_fee,
    started,
)
from stockrail.titles.g18eu.discards import discards_after_merger
from stockrail.titles.g18eu.formation import ChooseHome, ChooseMinor, open_circles
from stockrail.titles.g18eu.merging import connected, merge, share_sources

SHARE_LIMIT = 60
POOL_LIMIT = 50


def room_in_pool(game: RailGame, company: str) -> int:
    return pool_room(game, company, POOL_LIMIT)


def largest_block(game: RailGame, player: int, company: str) -> int:
    """How many shares of a corporation a player could sell now."""
    if company not in game.state.par or not has_operated(game, company):
        return 0
    return min(most_to_sell(game, player, company), room_in_pool(game, company))


class StockTurn(SellingTurn, frozen=True):
    """One player's turn in a stock round."""

    def any(self, game: RailGame) -> bool:
        if game.ruling("skipping") == "as_site" and minors_of(game, self.player):
            return True
        return not isinstance(next(self.entries(game)), Pass)

    def check_block(self, game: RailGame, action: SellShares) -> None:
        company, count = action.company, action.count
        check_block(game, self.player, company, count, action.certificates)
        if count < min(over_share_limit(game, self.player, company), largest_block(game, self.player, company)):
            raise game.refusal("sell_down_to_limit", company=company, limit=SHARE_LIMIT)

    def sell(self, game: RailGame, action: SellShares) -> None:
        sell(game, self.player, action.company, action.count, action.certificates)

    def check_deed(self, game: RailGame, action: Action) -> None:
        if isinstance(action, BuyShare):
            self._check_purchase(game, action)
        elif isinstance(action, StartCompany):
            self._check_start(game, action)
        elif isinstance(action, Exchange):
            self._check_exchange(game, action)
        else:
            raise game.refusal("stock_turn_only", player=self.player)

    def do(self, game: RailGame, action: Action) -> None:
        if isinstance(action, BuyShare):
            buy_share(game, action)
        elif isinstance(action, StartCompany):
            start_company(game, action)
        elif isinstance(action, Exchange):
            merge(game, action.minor, action.company, action.source)
            discards_after_merger(game)

    # -- what is legal ------------------------------------------------------------------------------------------

    def to_sell_first(self, game: RailGame) -> Sequence[str]:
        return must_sell(game, self.player, self.sold)

    def entries(self, game: RailGame) -> Iterator[Action | ActionRange[Any]]:
        for company in started(game):
            yield from self._sales(game, company)
        if self.to_sell_first(game):
            return
        for company in started(game):
            buys = (BuyShare(self.player, company, source) for source in (company, POOL))
            yield from (buy for buy in buys if self._purchase_fault(game, buy) is None)
        yield from self._starts(game)
        for minor in minors_of(game, self.player) if minors_needed(game) else []:
            yield from self._exchanges(game, minor)
        yield Pass(self.player)

    def _sales(self, game: RailGame, company: str) -> Menu:
        most = 0 if company in self.sold else largest_block(game, self.player, company)
        least = max(1, min(most, over_share_limit(game, self.player, company)))
        one = SellShares(self.player, company, least)
        return [ActionRange(one, "count", least, most)] if most else []

    def _starts(self, game: RailGame) -> Menu:
        values = sorted(game.title.grid.par)
        starts = [
            StartCompany(self.player, company, value)
            for company in game.title.companies_of("major")
            if company not in game.state.par
            for value in values
        ]
        if not starts or self._start_fault(game, starts[0]):
            return []
        return [start for start in starts if 2 * start.value <= game.state.cash[self.player]]

    def _exchanges(self, game: RailGame, minor: str) -> Menu:
        return [
            Exchange(self.player, minor, company, source)
            for company in connected(game, minor)
            if may_still_merge(game, company)
            for source in share_sources(game, company)
        ]

    # -- why not ------------------------------------------------------------------------------------------------

    def _check_purchase(self, game: RailGame, action: BuyShare) -> None:
        fault = self._purchase_fault(game, action)
        if fault:
            raise game.refusal(
                fault,
                company=action.company,
                source=action.source,
                player=self.player,
                price=price(game, action.company) if action.company in game.state.par else 0,
                cash=game.state.cash[self.player],
                limit=SHARE_LIMIT if fault == "share_limit" else certificate_limit(game),
            )

    def _purchase_fault(self, game: RailGame, action: BuyShare) -> str | None:
        company = action.company
        if company not in game.state.par:
            return "president_first" if company in game.title.companies else "not_started"
        pieces = singles_of(game, action.source, company) if action.source in (company, POOL) else []
        if not pieces or (action.certificate and action.certificate not in pieces):
            return "none_there"
        if (self.player, company) in game.state.sold:
            return "sold_this_round"
        if percent_of(game, self.player, company) + 10 > SHARE_LIMIT and limit_binds(game, company):
            return "share_limit"
        if certificates_of(game, self.player) >= certificate_limit(game):
            return "certificate_limit"
        return "cannot_pay" if game.state.cash[self.player] < price(game, company) else None

    def _check_start(self, game: RailGame, action: StartCompany) -> None:
        fault = self._start_fault(game, action)
        if fault is None and 2 * action.value > game.state.cash[self.player]:
            fault = "cannot_pay"
        if fault:
            raise game.refusal(
                fault,
                company=action.company,
                value=action.value,
                player=self.player,
                price=2 * action.value,
                cash=game.state.cash[self.player],
                limit=certificate_limit(game),
            )

    def _start_fault(self, game: RailGame, action: StartCompany) -> str | None:
        if action.company not in game.title.companies_of("major"):
            return "no_such_company"
        if action.company in game.state.par:
            return "already_started"
        if action.value not in game.title.grid.par:
            return "no_par_value"
        if certificates_of(game, self.player) >= certificate_limit(game):
            return "certificate_limit"
        if minors_needed(game):
            return None if minors_of(game, self.player) else "needs_minor"
        return None if open_circles(game) else "no_open_city"

    def _check_exchange(self, game: RailGame, action: Exchange) -> None:
        minor, company = action.minor, action.company
        if minor not in game.title.companies_of("minor") or owner_of(game, minor) != self.player:
            raise game.refusal("not_your_minor", minor=minor)
        if company not in game.state.par:
            raise game.refusal("not_started", company=company)
        if not may_still_merge(game, company):
            raise game.refusal("merges_before_operating", company=company)
        if action.source not in share_sources(game, company):
            raise game.refusal("none_there", company=company, source=action.source, player=self.player)
        if company not in connected(game, minor):
            raise game.refusal("not_connected", minor=minor, company=company)


def limit_binds(game: RailGame, company: str) -> bool:
    """3.1-d, P-21"""
    return has_operated(game, company) or game.ruling("limit_before_operating") == "binds"


def may_still_merge(game: RailGame, company: str) -> bool:
    """4.3-j, P-22"""
    return not game.state.turns.get(company) or game.ruling("late_mergers") == "allowed"


def over_share_limit(game: RailGame, player: int, company: str) -> int:
    """How many shares a player holds above 60 %."""
    return max(0, shares_of(game, player, company) - SHARE_LIMIT // 10)


def must_sell(game: RailGame, player: int, sold: tuple[str, ...]) -> list[str]:
    """3.1-f, A-8, A-9 What must be sold before anything else: holdings above a limit, as far as they can be sold."""
    saleable = [c for c in started(game) if c not in sold and largest_block(game, player, c)]
    if certificates_of(game, player) > certificate_limit(game):
        return saleable
    return [company for company in saleable if over_share_limit(game, player, company)]


def check_block(game: RailGame, player: int, company: str, count: int, named: tuple[str, ...] = ()) -> None:
    """3.1-g, i, l; 4.1.1-b Whether a block may be sold at all."""
    held = shares_of(game, player, company)
    if not 1 <= count <= held or not block_is_named(game, player, company, count, named):
        raise game.refusal("not_enough_shares", company=company, count=count, held=held)
    if not has_operated(game, company):
        raise game.refusal("never_operated", company=company)
    if count > most_to_sell(game, player, company):
        raise game.refusal("president_needs_heir", company=company, count=count)
    if count > room_in_pool(game, company):
        raise game.refusal("pool_limit", company=company, count=count, limit=POOL_LIMIT)


def buy_share(game: RailGame, action: BuyShare) -> None:
    """4.1.2-c From the treasury the money goes there, from the pool to the bank."""
    company, cost = action.company, price(game, action.company)
    pay(game, action.player, company if action.source == company else BANK, cost)
    cert = action.certificate or singles_of(game, action.source, company)[0]
    game.state.shelves.move(cert, certs_at(action.player, company))
    game.note("buys_share", player=action.player, company=company, source=action.source, amount=cost)
    settle_presidency(game, company)
    float_if_due(game, company)


def start_company(game: RailGame, action: StartCompany) -> None:
    """4.1.3-a The president's certificate for twice the starting value; then the home is chosen."""
    company, value = action.company, action.value
    game.state.par[company] = value
    place_marker(game, company, game.title.grid.par[value])
    pay(game, action.player, company, 2 * value)
    game.state.shelves.move(f"{company}_0", certs_at(action.player, company))
    game.note("starts", player=action.player, company=company, value=value)
    if game.ruling("token_fee") == "at_start":
        pay_token_fee(game, company)
    game.push_frame(ChooseMinor(company) if minors_needed(game) else ChooseHome(company))
