"""6 Stock turns: sell any blocks, then buy one share, start a company, or pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.actions import BuyShare, Pass, SellShares, StartCompany
from stockrail.rules.game import pay
from stockrail.rules.prices import place_marker
from stockrail.rules.shares import singles_of
from stockrail.rules.state import BANK, POOL, certs_at
from stockrail.rules.stock import SellingTurn
from stockrail.titles.g1862.companies import (
    certificate_limit,
    certificates_of,
    chart_price,
    float_if_due,
    in_game,
    lner_formed,
    settle_director,
    share_price,
    start_fault,
    startable,
    started,
    starts_in_stock_rounds,
)
from stockrail.titles.g1862.selling import block_sizes, check_block, sell_block
from stockrail.titles.g1862.state import IPO, Game1862


def asked_price(game: Game1862, company: str, source: str) -> int:
    """6.5.1-b, c What a share costs: the IPO price, or the market price; 10.3-c: nothing is left in the IPO then."""
    return game.state.par[company] if source == IPO else share_price(game, company)


def sources(game: Game1862, company: str) -> list[str]:
    """6.5.1-a Where ordinary shares of a company can be bought."""
    return [source for source in (IPO, company, POOL) if singles_of(game, source, company)]


def must_sell(game: Game1862, player: int) -> bool:
    """6.5.2-b, c; Q9"""
    return certificates_of(game, player) > certificate_limit(game) and not lner_formed(game)


class StockTurn(SellingTurn[Game1862], frozen=True):
    """One player's turn in a stock round."""

    def any(self, game: Game1862) -> bool:
        if not isinstance(next(self.entries(game)), Pass):
            return True
        return game.ruling("skipping") == "as_site" and self._asked_on_site(game)

    def _asked_on_site(self, game: Game1862) -> bool:
        """R4 The public site asks who could pay for a certificate, though no company may be started yet."""
        waiting = not lner_formed(game) and any(company not in game.state.par for company in in_game(game))
        room = certificates_of(game, self.player) < certificate_limit(game)
        return waiting and room and game.state.cash[self.player] >= game.title.facts["parliament"]["reserve"]

    def check_block(self, game: Game1862, action: SellShares) -> None:
        check_block(game, self.player, action.company, action.count, action.certificates)

    def sell(self, game: Game1862, action: SellShares) -> None:
        sell_block(game, self.player, action.company, action.count, action.certificates)

    def check_deed(self, game: Game1862, action: Action) -> None:
        if isinstance(action, BuyShare):
            self._refuse(game, self._purchase_fault(game, action), action)
        elif isinstance(action, StartCompany):
            self._refuse(game, self._start_fault(game, action), action)
        else:
            raise game.refusal("stock_turn_only", player=self.player)

    def do(self, game: Game1862, action: Action) -> None:
        if isinstance(action, BuyShare):
            buy_share(game, action)
        elif isinstance(action, StartCompany):
            start_company(game, action)

    # -- what is legal ------------------------------------------------------------------------------------------

    def entries(self, game: Game1862) -> Iterator[Action | ActionRange[Any]]:
        for company in started(game):
            yield from self._sales(game, company)
        if self.to_sell_first(game):
            return
        for company in started(game):
            buys = (BuyShare(self.player, company, source) for source in sources(game, company))
            yield from (buy for buy in buys if self._purchase_fault(game, buy) is None)
        yield from self._starts(game)
        yield Pass(self.player)

    def _sales(self, game: Game1862, company: str) -> Menu:
        """Blocks of any allowed size; sizes that follow on each other are one entry."""
        sizes = [] if company in self.sold else block_sizes(game, self.player, company)
        menu: Menu = []
        for _, group in groupby(enumerate(sizes), key=lambda pair: pair[1] - pair[0]):
            row = [size for _, size in group]
            menu.append(ActionRange(SellShares(self.player, company, row[0]), "count", row[0], row[-1]))
        return menu

    def to_sell_first(self, game: Game1862) -> Sequence[str]:
        """6.5.2-b, c; Q9"""
        if not must_sell(game, self.player):
            return ()
        return tuple(c for c in started(game) if c not in self.sold and block_sizes(game, self.player, c))

    def _starts(self, game: Game1862) -> Iterator[StartCompany]:
        """6.5.3 Every company that may start, at every price that the player can pay."""
        values = [value for value in sorted(game.title.grid.par) if 3 * value <= game.state.cash[self.player]]
        room = certificates_of(game, self.player) < certificate_limit(game)
        if values and room and starts_in_stock_rounds(game):
            for company in startable(game):
                if (self.player, company) not in game.state.sold:
                    yield from (StartCompany(self.player, company, value) for value in values)

    # -- why not ------------------------------------------------------------------------------------------------

    def _refuse(self, game: Game1862, fault: str | None, action: BuyShare | StartCompany) -> None:
        if fault is None:
            return
        start = isinstance(action, StartCompany)
        known = not start and action.company in game.state.par
        params = {"value": action.value, "price": 3 * action.value} if isinstance(action, StartCompany) else {}
        if isinstance(action, BuyShare):
            cost = asked_price(game, action.company, action.source) if known else 0
            params = {"source": action.source, "price": cost}  # type: ignore[dict-item]
        cash, limit = game.state.cash[self.player], certificate_limit(game)
        raise game.refusal(fault, company=action.company, player=self.player, cash=cash, limit=limit, **params)

    def _purchase_fault(self, game: Game1862, action: BuyShare) -> str | None:
        company, source = action.company, action.source
        if company not in game.state.par:
            return "not_started"
        pieces = singles_of(game, source, company) if source in (IPO, company, POOL) else []
        if not pieces or (action.certificate and action.certificate not in pieces):
            return "none_there"
        if (self.player, company) in game.state.sold:
            return "sold_this_round"
        if certificates_of(game, self.player) >= certificate_limit(game):
            return "certificate_limit"
        return "cannot_pay" if game.state.cash[self.player] < asked_price(game, company, source) else None

    def _start_fault(self, game: Game1862, action: StartCompany) -> str | None:
        if not starts_in_stock_rounds(game):
            return "parliament_only"
        fault = start_fault(game, action.company)
        if fault:
            return fault
        if (self.player, action.company) in game.state.sold:
            return "sold_this_round"
        if action.value not in game.title.grid.par:
            return "no_par_value"
        if certificates_of(game, self.player) >= certificate_limit(game):
            return "certificate_limit"
        return "cannot_pay_start" if 3 * action.value > game.state.cash[self.player] else None


def buy_share(game: Game1862, action: BuyShare) -> None:
    """6.5.1-b From the company the money goes there, else to the bank."""
    player, company, source = action.player, action.company, action.source
    cost = asked_price(game, company, source)
    pay(game, player, company if source == company else BANK, cost)
    cert = action.certificate or singles_of(game, source, company)[0]
    game.state.shelves.move(cert, certs_at(player, company))
    game.state.bought[player, company] = game.state.bought.get((player, company), 0) + 1
    game.note("buys_share", player=player, company=company, source=source, amount=cost)
    settle_director(game, company)
    if source != POOL:
        float_if_due(game, company)


def start_company(game: Game1862, action: StartCompany) -> None:
    """6.5.3 The founder pays the company; its other shares lie in its treasury."""
    player, company, value = action.player, action.company, action.value
    game.state.par[company] = chart_price(game, value)
    place_marker(game, company, game.title.grid.par[value])
    pay(game, player, company, 3 * value)
    for cert in list(game.state.shelves.on(certs_at(IPO, company))):
        game.state.shelves.move(cert, certs_at(player if cert.endswith("_0") else company, company))
    game.state.bought[player, company] = 3
    game.note("starts", player=player, company=company, value=value)
