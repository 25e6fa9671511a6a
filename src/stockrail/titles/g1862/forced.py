"""7.11 Raising money for a train that must be bought: treasury shares, or refinancing."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Frame
from stockrail.rules.game import pay
from stockrail.rules.prices import move_marker, price
from stockrail.rules.state import BANK
from stockrail.rules.trains import top_of_stack
from stockrail.rules.treasury import issue
from stockrail.titles.g1862.bankruptcy import bankrupt_at_zero
from stockrail.titles.g1862.companies import lner_formed, sales_move_prices
from stockrail.titles.g1862.exchange import begin_exchange
from stockrail.titles.g1862.stack import fixed_price
from stockrail.titles.g1862.state import Game1862


def shortfall(game: Game1862, company: str) -> int:
    """What is missing for the train of the bank."""
    return fixed_price(game, top_of_stack(game)) - game.state.cash[company]


def shares_needed(game: Game1862, company: str) -> int:
    """7.11.1-a The least number of treasury shares that brings enough, at the full price."""
    return -(-shortfall(game, company) // price(game, company))


def refinancing_helps(game: Game1862, company: str) -> bool:
    return fresh_money(game, company) >= shortfall(game, company)


def fresh_money(game: Game1862, company: str) -> int:
    """5.1.3-b, D6"""
    return int(game.title.facts["refinancing"]["multiple"]) * game.state.par[company]


def sell_treasury(game: Game1862, company: str, count: int, named: Sequence[str] = ()) -> None:
    """7.11.1-a, D11, E12 One step down for each share, as if the director sold; after the LNER the price stays."""
    issue(game, company, count, named)
    if sales_move_prices(game) or (lner_formed(game) and game.ruling("lner_treasury_sale") == "moves"):
        move_marker(game, company, game.title.grid.along(game.state.cell[company], -count))
        bankrupt_at_zero(game, company)


def refinance(game: Game1862, company: str) -> None:
    """7.11.2-a, b All holdings are halved, then the money comes; the price stays."""
    game.note("refinances", company=company)
    game.push_frame(FreshMoney(company))
    begin_exchange(game, company, company, "", price(game, company))


class FreshMoney(Frame[Game1862], frozen=True):
    """5.1.3-b After the exchange the company receives its money; it may have another director then, or none."""

    company: str

    def proceed(self, game: Game1862) -> None:
        game.pop_frame()
        amount = fresh_money(game, self.company)
        pay(game, BANK, self.company, amount)
        game.note("gets_capital", company=self.company, amount=amount)
