"""A company sells treasury shares into the pool, or buys shares back from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.actions import IssueShares, Pass, RedeemShares
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import R, RailGame, pay
from stockrail.rules.prices import price
from stockrail.rules.shares import singles_of
from stockrail.rules.state import BANK, POOL, certs_at


class OwnSharesStep(CompanyDecision[R], frozen=True):
    """Sell or buy back shares, once, or pass. A title says how many at most, and why not."""

    deals: ClassVar[tuple[type[IssueShares | RedeemShares], ...]] = (IssueShares, RedeemShares)

    def any(self, game: R) -> bool:
        return self.most_issued(game) > 0 or self.most_redeemed(game) > 0

    def check(self, game: R, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, self.deals) or action.company != self.company:
            other = self.other_fault()
            raise game.refusal(other, company=self.company)
        most = self._most(game, action)
        fault = self.fault(game, action) or self._count_fault(game, action, most)
        if fault:
            company, cash, each = self.company, game.state.cash[self.company], price(game, self.company)
            raise game.refusal(fault, company=company, count=action.count, most=most, price=each, cash=cash)

    def _most(self, game: R, action: IssueShares | RedeemShares) -> int:
        return self.most_issued(game) if isinstance(action, IssueShares) else self.most_redeemed(game)

    def _count_fault(self, game: R, action: IssueShares | RedeemShares, most: int) -> str | None:
        issuing = isinstance(action, IssueShares)
        pieces, named = singles_of(game, self.source() if issuing else POOL, self.company), action.certificates
        fits = not named or len(named) == len({*named} & {*pieces}) == action.count
        return None if 1 <= action.count <= most and fits else self.limit_fault(action)

    def kinds(self, game: R) -> tuple[type[Action], ...]:
        return (*self.deals, Pass)

    def list(self, game: R) -> Menu:
        player, company = self.actor(game), self.company
        menu: Menu = []
        for one in [kind(player, company, 1) for kind in self.deals]:
            if most := self._most(game, one):
                menu.append(ActionRange(one, "count", 1, most))
        return [*menu, Pass(player)]

    def take(self, game: R, action: Action) -> None:
        game.pop_frame()
        if isinstance(action, IssueShares):
            self.issue(game, action)
        elif isinstance(action, RedeemShares):
            redeem(game, self.company, action.count, action.certificates)

    # -- what a title says --------------------------------------------------------------------------------------

    def source(self) -> str:
        """Where the shares lie that the company sells: in its treasury, unless a title says otherwise."""
        return self.company

    def most_issued(self, game: R) -> int:
        return 0

    def most_redeemed(self, game: R) -> int:
        return 0

    def fault(self, game: R, action: IssueShares | RedeemShares) -> str | None:
        """Why the company may not do this at all, whatever the number of shares."""
        return None

    def other_fault(self) -> str:
        """The refusal for any other action in this step."""
        return "own_shares_or_pass"

    def limit_fault(self, action: IssueShares | RedeemShares) -> str:
        """The refusal for too many shares."""
        return "issue_limit" if isinstance(action, IssueShares) else "redeem_limit"

    def issue(self, game: R, action: IssueShares) -> None:
        issue(game, self.company, action.count, action.certificates, self.source())


def issue(game: RailGame, company: str, count: int, named: Sequence[str] = (), source: str = "") -> None:
    """Sell at the current price; the title moves it. Shares come from the treasury, unless another source is named."""
    amount = count * price(game, company)
    for cert in named or singles_of(game, source or company, company)[:count]:
        game.state.shelves.move(cert, certs_at(POOL, company))
    pay(game, BANK, company, amount)
    game.note("issues", company=company, count=count, amount=amount)


def redeem(game: RailGame, company: str, count: int, named: Sequence[str] = ()) -> None:
    """Buy back at the current price, which does not change."""
    amount = count * price(game, company)
    for cert in named or singles_of(game, POOL, company)[:count]:
        game.state.shelves.move(cert, certs_at(company, company))
    pay(game, company, BANK, amount)
    game.note("redeems", company=company, count=count, amount=amount)
