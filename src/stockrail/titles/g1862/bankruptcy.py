"""7.12 Bankruptcy of a company."""

from __future__ import annotations

from stockrail.rules.game import pay
from stockrail.rules.prices import price
from stockrail.rules.shares import shares_of
from stockrail.rules.state import BANK
from stockrail.titles.g1862.companies import put_back
from stockrail.titles.g1862.stack import give_up_trains
from stockrail.titles.g1862.state import Game1862


def bankrupt_at_zero(game: Game1862, company: str) -> None:
    """7.12-a, b On the grey cell nobody gets anything."""
    if price(game, company) == 0:
        go_bankrupt(game, company, 0)


def bankrupt_for_train(game: Game1862, company: str) -> None:
    """7.12-a, b No train to be had: half of the price for each share of a player."""
    go_bankrupt(game, company, price(game, company) // 2)


def go_bankrupt(game: Game1862, company: str, a_share: int) -> None:
    """7.12-b, c Cash and stations are lost, trains go back to the bank, shares and permit to the IPO."""
    game.note("goes_bankrupt", company=company, amount=a_share)
    for seat in game.seats:
        pay(game, BANK, seat, a_share * shares_of(game, seat, company))
    pay(game, company, BANK, game.state.cash[company])
    give_up_trains(game, company)
    put_back(game, company)
