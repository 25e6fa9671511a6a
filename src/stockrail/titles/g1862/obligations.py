"""4.3 Charters that did not float in time: the fine, and the sales that pay it."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Action, Menu
from stockrail.rules.actions import SellShares
from stockrail.rules.decisions import PlayerDecision
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
        owed = _pay(game, player, fine)
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


def _pay(game: Game1862, player: int, owed: int) -> int:
    """4.3-c Cash first; what is still owed."""
    paid = min(owed, game.state.cash[player])
    pay(game, player, BANK, paid)
    return owed - paid


def _sell_own(game: Game1862, player: int, company: str, owed: int) -> int:
    """D8 On the public site his shares of the failed company pay first, at half price, as many as are needed."""
    a_share = cash_price(game, company)
    for percent in sorted(game.title.percent[cert] for cert in game.state.shelves.on(certs_at(player, company))):
        if owed > 0:
            owed -= a_share * percent // 10
    pay(game, BANK, player, max(0, -owed))
    return max(0, owed)


class PayFine(PlayerDecision[Game1862], frozen=True):
    """4.3-c Sell shares of other companies until the fine is paid; what cannot be raised is forgiven (Q5)."""

    owed: int

    def any(self, game: Game1862) -> bool:
        return self.owed > 0 and bool(self.list(game))

    def check(self, game: Game1862, action: Action) -> None:
        if not isinstance(action, SellShares):
            raise game.refusal("pay_fine_first", player=self.player, amount=self.owed)
        if action.company not in game.state.par:
            raise game.refusal("not_started", company=action.company)
        check_block(game, self.player, action.company, action.count, action.certificates)

    def list(self, game: Game1862) -> Menu:
        return [
            SellShares(self.player, company, size)
            for company in started(game)
            for size in block_sizes(game, self.player, company)
        ]

    def take(self, game: Game1862, action: Action) -> None:
        assert isinstance(action, SellShares)
        sell_block(game, self.player, action.company, action.count, action.certificates)
        game.change_frame(owed=_pay(game, self.player, self.owed))

    def skip(self, game: Game1862) -> None:
        if self.owed:
            game.note("debt_forgiven", player=self.player, amount=self.owed)
        game.pop_frame()
