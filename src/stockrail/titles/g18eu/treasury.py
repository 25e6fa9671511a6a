"""4.4.8 A corporation sells its treasury shares into the pool, or buys its own back from there."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.actions import IssueShares, Pass, RedeemShares
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import RailGame, pay
from stockrail.rules.prices import fall, price
from stockrail.rules.shares import singles_of
from stockrail.rules.state import BANK, POOL, certs_at
from stockrail.titles.g18eu.stock import room_in_pool


class OwnShares(CompanyDecision, frozen=True):
    """One of both, once, or neither."""

    def any(self, game: RailGame) -> bool:
        return self._most_issued(game) > 0 or self._most_redeemed(game) > 0

    def check(self, game: RailGame, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, IssueShares | RedeemShares) or action.company != self.company:
            raise game.refusal("own_shares_or_pass", company=self.company)
        if self._first_turn(game) and isinstance(action, IssueShares):
            raise game.refusal("no_issue_in_first_turn", company=self.company)
        if self._first_turn(game) and game.ruling("first_turn_buyback") == "no":
            raise game.refusal("no_buyback_in_first_turn", company=self.company)
        issuing = isinstance(action, IssueShares)
        most = self._most_issued(game) if issuing else self._most_redeemed(game)
        pieces = singles_of(game, self.company if issuing else POOL, self.company)
        named = action.certificates
        fits = not named or (len(named) == len({*named} & {*pieces}) == action.count)
        if not 1 <= action.count <= most or not fits:
            kind = "issue_limit" if issuing else "redeem_limit"
            raise game.refusal(kind, company=self.company, count=action.count, most=most)

    def list(self, game: RailGame) -> Menu:
        player, company = self.actor(game), self.company
        menu: Menu = []
        if most := self._most_issued(game):
            menu.append(ActionRange(IssueShares(player, company, 1), "count", 1, most))
        if most := self._most_redeemed(game):
            menu.append(ActionRange(RedeemShares(player, company, 1), "count", 1, most))
        return [*menu, Pass(player)]

    def take(self, game: RailGame, action: Action) -> None:
        game.pop_frame()
        if isinstance(action, IssueShares):
            issue(game, self.company, action.count, action.certificates)
        elif isinstance(action, RedeemShares):
            redeem(game, self.company, action.count, action.certificates)

    def _first_turn(self, game: RailGame) -> bool:
        return not game.state.turns.get(self.company)

    def _most_issued(self, game: RailGame) -> int:
        if self._first_turn(game):
            return 0
        return min(len(singles_of(game, self.company, self.company)), room_in_pool(game, self.company))

    def _most_redeemed(self, game: RailGame) -> int:
        if self._first_turn(game) and game.ruling("first_turn_buyback") == "no":
            return 0
        affordable = game.state.cash[self.company] // price(game, self.company)
        return min(len(singles_of(game, POOL, self.company)), affordable)


def issue(game: RailGame, company: str, count: int, named: Sequence[str] = ()) -> None:
    """4.4.8-a At the price before the fall, which is one row a share."""
    amount = count * price(game, company)
    for cert in named or singles_of(game, company, company)[:count]:
        game.state.shelves.move(cert, certs_at(POOL, company))
    pay(game, BANK, company, amount)
    game.note("issues", company=company, count=count, amount=amount)
    fall(game, company, count)


def redeem(game: RailGame, company: str, count: int, named: Sequence[str] = ()) -> None:
    """4.4.8-b The price does not move."""
    amount = count * price(game, company)
    for cert in named or singles_of(game, POOL, company)[:count]:
        game.state.shelves.move(cert, certs_at(company, company))
    pay(game, company, BANK, amount)
    game.note("redeems", company=company, count=count, amount=amount)
