"""7.13 A company buys one of its own shares back."""

from __future__ import annotations

from stockrail.core import Action, Menu
from stockrail.rules.actions import Pass, RedeemShares
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import pay
from stockrail.rules.prices import price
from stockrail.rules.shares import singles_of
from stockrail.rules.state import BANK, POOL, certs_at
from stockrail.titles.g1862.companies import in_receivership, is_floated
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.variants import novices


class RedeemShare(CompanyDecision[Game1862], frozen=True):
    """7.13-a One share a turn from the pool, at the market price; Q14 after the LNER too."""

    def any(self, game: Game1862) -> bool:
        return is_floated(game, self.company) and self._fault(game) is None

    def check(self, game: Game1862, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, RedeemShares) or action.company != self.company:
            raise game.refusal("redeem_or_pass", company=self.company)
        fault = self._fault(game)
        if action.count != 1 or (
            action.certificates and action.certificates[0] not in singles_of(game, POOL, self.company)
        ):
            fault = fault or "one_share_a_turn"
        if fault:
            cash = game.state.cash[self.company]
            raise game.refusal(fault, company=self.company, price=price(game, self.company), cash=cash)

    def list(self, game: Game1862) -> Menu:
        return [RedeemShares(self.actor(game), self.company, 1), Pass(self.actor(game))]

    def take(self, game: Game1862, action: Action) -> None:
        game.pop_frame()
        if isinstance(action, RedeemShares):
            company, cost = self.company, price(game, self.company)
            cert = action.certificates[0] if action.certificates else singles_of(game, POOL, company)[0]
            pay(game, company, BANK, cost)
            game.state.shelves.move(cert, certs_at(company, company))
            game.note("redeems", company=company, count=1, amount=cost)

    def _fault(self, game: Game1862) -> str | None:
        if novices(game):
            return "no_redeeming"
        if in_receivership(game, self.company):
            return "receivership_redeems_not"
        if not singles_of(game, POOL, self.company):
            return "none_in_pool"
        return "treasury_cannot_redeem" if game.state.cash[self.company] < price(game, self.company) else None
