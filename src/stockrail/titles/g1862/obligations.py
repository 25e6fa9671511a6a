"""4.3 Charters that did not float in time: the fine, and the sales that pay it."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Menu
from stockrail.rules.actions import SellShares
from stockrail.rules.debt import RaiseMoney, pay_debt
from stockrail.rules.game import pay
from stockrail.rules.rounds import StockRound, current_round
from stockrail.rules.state import BANK, certs_at
from stockrail.titles.g1862.companies import cash_price, in_game, put_back, started
from stockrail.titles.g1862.selling import block_sizes, check_block, sell_block
from stockrail.titles.g1862.state import Game1862


def enforce(game: Game1862) -> None:
    """4.3-a, b, d All at the end of the stock round; whoever cannot pay from his cash goes on to sell, Q29 in turn."""
    debts: dict[int, int] = {}
    game.state.bought.clear()  # the round is over; Q29 what was bought in it pays for the fine too
    for company in [company for company in in_game(game) if company in game.state.obliged]:
        player = game.state.obliged[company]
        fine = game.title.facts["parliament"]["fine_multiple"] * game.state.par[company]
        game.note("misses_obligation", player=player, company=company, amount=fine)
        owed = pay_debt(game, player, BANK, fine)  # 4.3-c cash first
        if game.ruling("missed_shares") == "sold_half":
            owed = _sell_own(game, player, company, owed)
        put_back(game, company)
        if game.ruling("missed_restart") == "next_stock_round":
            game.state.barred[company] = True
        debts[player] = debts.get(player, 0) + owed
    for player in reversed(_in_turn(game)):
        if debts.get(player):
            game.push_frame(PayFine(player, debts[player]))


def _in_turn(game: Game1862) -> Sequence[int]:
    """Q29 From whoever began the stock round that is over."""
    round_ = current_round(game)
    assert isinstance(round_, StockRound) and round_.opener is not None
    return game.seats_from(round_.opener)


def _sell_own(game: Game1862, player: int, company: str, owed: int) -> int:
    """D8 On the public site his shares of the failed company pay first, at half price, as many as are needed."""
    a_share = cash_price(game, company)
    for percent in sorted(game.title.percent[cert] for cert in game.state.shelves.on(certs_at(player, company))):
        if owed > 0:
            owed -= a_share * percent // 10
    pay(game, BANK, player, max(0, -owed))
    return max(0, owed)


class PayFine(RaiseMoney[Game1862], frozen=True):
    """4.3-c Sell shares of other companies until the fine is paid; what cannot be raised is forgiven (Q5)."""

    def other_fault(self) -> str:
        return "pay_fine_first"

    def check_block(self, game: Game1862, action: SellShares) -> None:
        check_block(game, self.player, action.company, action.count, action.certificates)

    def list(self, game: Game1862) -> Menu:
        return [
            SellShares(self.player, company, size)
            for company in started(game)
            for size in block_sizes(game, self.player, company)
        ]

    def sell(self, game: Game1862, action: SellShares) -> None:
        sell_block(game, self.player, action.company, action.count, action.certificates)

    def cannot_pay(self, game: Game1862) -> None:
        game.note("debt_forgiven", player=self.player, amount=self.owed)
