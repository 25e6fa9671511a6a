"""6 Stock turns: sell any blocks, then buy one share, start a company, or pass."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Action
from stockrail.rules.actions import BuyShare, SellShares, StartCompany
from stockrail.rules.prices import place_marker
from stockrail.rules.state import POOL, certs_at
from stockrail.rules.stock import SellingTurn, buy_share, start_company
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


def must_sell(game: Game1862, player: int) -> bool:
    """6.5.2-b, c; Q9"""
    return certificates_of(game, player) > certificate_limit(game) and not lner_formed(game)


class StockTurn(SellingTurn[Game1862], frozen=True):
    """One player's turn in a stock round."""

    def any(self, game: Game1862) -> bool:
        return super().any(game) or (game.ruling("skipping") == "as_site" and self._asked_on_site(game))

    def _asked_on_site(self, game: Game1862) -> bool:
        """R4 The public site asks who could pay for a certificate, though no company may be started yet."""
        waiting = not lner_formed(game) and any(company not in game.state.par for company in in_game(game))
        room = certificates_of(game, self.player) < certificate_limit(game)
        return waiting and room and game.state.cash[self.player] >= game.title.facts["parliament"]["reserve"]

    def to_sell_first(self, game: Game1862) -> Sequence[str]:
        """6.5.2-b, c; Q9"""
        if not must_sell(game, self.player):
            return ()
        return tuple(c for c in started(game) if c not in self.sold and block_sizes(game, self.player, c))

    def block_sizes(self, game: Game1862, company: str) -> Sequence[int]:
        return block_sizes(game, self.player, company)

    def check_block(self, game: Game1862, action: SellShares) -> None:
        check_block(game, self.player, action.company, action.count, action.certificates)

    def sell(self, game: Game1862, action: SellShares) -> None:
        sell_block(game, self.player, action.company, action.count, action.certificates)

    def startable(self, game: Game1862) -> Sequence[str]:
        """6.5.3, 11.3-a"""
        companies = startable(game) if starts_in_stock_rounds(game) else []
        return [company for company in companies if (self.player, company) not in game.state.sold]

    def start_fault(self, game: Game1862, action: StartCompany) -> str | None:
        if not starts_in_stock_rounds(game):
            return "parliament_only"
        fault = start_fault(game, action.company)
        if fault:
            return fault
        if (self.player, action.company) in game.state.sold:
            return "sold_this_round"
        if action.value not in game.title.grid.par:
            return "no_par_value"
        dear = game.title.starting_price(action) > game.state.cash[self.player]
        return self.certificate_fault(game) or ("cannot_pay_start" if dear else None)

    def do(self, game: Game1862, action: Action) -> None:
        if isinstance(action, BuyShare):
            buy(game, action)
        elif isinstance(action, StartCompany):
            found(game, action)


def buy(game: Game1862, action: BuyShare) -> None:
    """6.5.1-b, 6.3-b"""
    player, company = action.player, action.company
    buy_share(game, action)
    game.state.bought[player, company] = game.state.bought.get((player, company), 0) + 1
    settle_director(game, company)
    if action.source != POOL:
        float_if_due(game, company)


def found(game: Game1862, action: StartCompany) -> None:
    """6.5.3 The founder pays the company; its other shares lie in its treasury."""
    player, company, value = action.player, action.company, action.value
    game.state.par[company] = chart_price(game, value)
    place_marker(game, company, game.title.grid.par[value])
    start_company(game, action, company)
    for cert in list(game.state.shelves.on(certs_at(IPO, company))):
        game.state.shelves.move(cert, certs_at(company, company))
    game.state.bought[player, company] = 3
