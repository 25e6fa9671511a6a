"""5 The stock round: sales, one purchase of a share, a support card or a concession, launching companies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stockrail.core import Action
from stockrail.rules.actions import BuyShare, SellShares, StartCompany
from stockrail.rules.prices import by_price, reward_sold_out
from stockrail.rules.rounds import StockRound, current_round
from stockrail.rules.shares import percent_of, sell, settle_presidency
from stockrail.rules.state import BANK, IPO, WHOLE
from stockrail.rules.stock import SellingTurn, buy_share, start_company
from stockrail.titles.g1883.actions import BuyConcession, BuySupport
from stockrail.titles.g1883.coaches import end_if_on_top, keeps_ratio, mends_ratio
from stockrail.titles.g1883.companies import in_game, is_cooperative, is_launched
from stockrail.titles.g1883.concessions import buy_concession, concession_fault, concession_offers, cost_of
from stockrail.titles.g1883.cooperative import choose_first_president
from stockrail.titles.g1883.debts import check_block, close_if_worthless, largest_block, may_open_again
from stockrail.titles.g1883.setup import launch
from stockrail.titles.g1883.state import Game1883
from stockrail.titles.g1883.support import buy_support, support_cost, support_fault


class StockTurn(SellingTurn[Game1883], frozen=True):
    """5.1 One player's turn."""

    other_kinds: ClassVar[tuple[type[Action], ...]] = (BuySupport, BuyConcession)

    def sales_follow(self, game: Game1883) -> bool:
        """5.1-b, A13 Sales come before the purchase or after it, not both."""
        return not self.sold

    def pass_fault(self, game: Game1883) -> str | None:
        """5.1-d, 8.2-k, A75 Whoever can do nothing for the ratio may pass."""
        breaks = not keeps_ratio(game, self.player) and any(mends_ratio(game, entry) for entry in self.moves(game))
        return "coach_ratio" if breaks else None

    def to_sell_first(self, game: Game1883) -> Sequence[str]:
        """5.4-d, f; A78 Above the certificate limit: as far as anything can be sold."""
        return self.to_sell_down(game)

    def block_sizes(self, game: Game1883, company: str) -> range:
        return range(1, 0 if is_first_round(game) else largest_block(game, self.player, company) + 1)

    def check_block(self, game: Game1883, action: SellShares) -> None:
        if is_first_round(game):
            raise game.refusal("no_sales_yet", player=self.player)
        check_block(game, self.player, action)

    def sell(self, game: Game1883, action: SellShares) -> None:
        """5.2, 5.8-a"""
        sell(game, self.player, action.company, action.count, action.certificates)
        close_if_worthless(game, action.company)

    def unstarted_fault(self, game: Game1883, company: str) -> str:
        """5.3.2-b"""
        return "president_first" if company in game.title.companies else "not_started"

    def holding_fault(self, game: Game1883, company: str, percent: int) -> str | None:
        """5.3.6-a; 8.1.1-c, A63"""
        if is_cooperative(game, company) and game.ruling("ccfr_shares_before_5") == "not_traded":
            return "cooperative_not_for_sale"
        return super().holding_fault(game, company, percent)

    def opening_fault(self, game: Game1883, company: str) -> str | None:
        """5.8-e, 8.1.8-e, 8.3-m"""
        if is_launched(game, company) or is_cooperative(game, company):
            return "already_started"
        if not in_game(game, company):
            return "company_not_in_game"
        return None if may_open_again(game, company) else "closed_this_round"

    def other_deeds(self, game: Game1883) -> Iterator[Action]:
        if support_fault(game, self.player) is None:
            yield BuySupport(self.player)
        yield from concession_offers(game, self.player)

    def check_other(self, game: Game1883, action: Action) -> None:
        cash = game.state.cash
        if isinstance(action, BuySupport):
            fault, cost = support_fault(game, self.player), support_cost(game, self.player) or 0
            params: dict[str, int | str] = {"player": self.player, "cost": cost, "cash": cash[self.player]}
        elif isinstance(action, BuyConcession):
            company, number, fault = action.company, action.concession, concession_fault(game, action)
            cost = cost_of(game, number)
            params = {"company": company, "concession": number, "cost": cost, "cash": cash[company]}
        else:
            raise game.refusal("stock_turn_only", player=self.player)
        if fault:
            raise game.refusal(fault, **params)

    def do(self, game: Game1883, action: Action) -> None:
        if isinstance(action, BuyShare):
            buy_share(game, action, action.company if action.source == IPO else BANK)
            settle_presidency(game, action.company)
        elif isinstance(action, StartCompany):
            start_company(game, action, action.company)
            settle_presidency(game, action.company)  # A63 somebody may hold more shares of CCFR than its founder
            launch(game, action.company, action.value)
        elif isinstance(action, BuySupport):
            buy_support(game, self.player)
        elif isinstance(action, BuyConcession):
            buy_concession(game, action)


def is_first_round(game: Game1883) -> bool:
    """5.2.1-a"""
    round_ = current_round(game)
    return isinstance(round_, StockRound) and round_.turn == 1


def end_stock_round(game: Game1883) -> None:
    """5.7.2, 8.1.2-a Sold-out companies rise; after the first round CCFR's first president is chosen."""
    game.state.sold.clear()
    game.state.bought_concession.clear()
    for company in by_price(game, game.title.started(game)):
        if sum(percent_of(game, seat, company) for seat in game.seats) == WHOLE:  # 5.7.2-a, A21
            reward_sold_out(game, company)
            if end_if_on_top(game, company):
                return
    choose_first_president(game)
