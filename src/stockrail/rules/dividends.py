"""Dividends: how a company pays, who is paid for whose shares, and how the price moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stockrail.core import Action, Menu
from stockrail.rules.actions import PayOut
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import R, RailGame, pay
from stockrail.rules.prices import price
from stockrail.rules.shares import controlled, shares_of
from stockrail.rules.state import BANK, Holder


class DividendStep(CompanyDecision[R], frozen=True):
    """Pay out or withhold. A title says how a company may pay, and pays."""

    revenue: int

    def any(self, game: R) -> bool:
        return self.revenue > 0

    def check(self, game: R, action: Action) -> None:
        if not isinstance(action, PayOut) or action.company != self.company:
            raise game.refusal("pay_first", company=self.company)
        if action.kind not in self.ways(game):
            raise game.refusal("no_such_dividend", kind=action.kind)
        fault = self.fault(game, action.kind)
        if fault:
            raise game.refusal(fault, company=self.company, revenue=self.revenue, price=price(game, self.company))

    def kinds(self, game: R) -> tuple[type[Action], ...]:
        return (PayOut,)

    def list(self, game: R) -> Menu:
        ways = [kind for kind in self.ways(game) if self.fault(game, kind) is None]
        return [PayOut(self.actor(game), self.company, kind) for kind in ways]

    def take(self, game: R, action: Action) -> None:
        assert isinstance(action, PayOut)
        game.pop_frame()
        self.pay(game, action.kind)

    def skip(self, game: R) -> None:
        game.pop_frame()
        self.pay(game, "withhold")

    def distribute(self, game: R, dividend: int, paid_for: Mapping[Holder, Holder] | None = None) -> None:
        """Shareholders get the dividend and the treasury the rest; then the price moves and the log records it."""
        company = self.company
        pay(game, BANK, company, max(0, self.revenue - dividend))
        sums = pay_shares(game, company, dividend, paid_for)
        before = price(game, company)
        game.state.last_run[company] = self.revenue
        self.move_price(game, dividend)
        game.note(
            "dividend",
            company=company,
            revenue=self.revenue,
            dividend=dividend,
            sums=sums,
            president=controlled(game, company),
            before=before,
            after=price(game, company),
        )

    # -- what a title says --------------------------------------------------------------------------------------

    def ways(self, game: R) -> Sequence[str]:
        """The ways to pay: "full", "half", "withhold", or a title's own."""
        return ("full", "withhold")

    def fault(self, game: R, kind: str) -> str | None:
        """Why the company may not pay in this way now."""
        return None

    def pay(self, game: R, kind: str) -> None:
        """Carry out this payment; the step has left the stack."""
        self.distribute(game, self.revenue if kind == "full" else 0)

    def move_price(self, game: R, dividend: int) -> None:
        raise NotImplementedError


def pay_shares(
    game: RailGame, company: str, dividend: int, paid_for: Mapping[Holder, Holder] | None = None
) -> dict[Holder, int]:
    """The bank pays each share a tenth. `paid_for` names who is paid for whose shares: for a holder's own, unless told.

    Without it players are paid, and the treasury for its own shares; the pool gets nothing.
    """
    a_share = dividend // 10
    sums: dict[Holder, int] = {}
    own: list[Holder] = [*game.seats, company]
    for holder, payee in zip(own, own, strict=True) if paid_for is None else paid_for.items():
        amount = a_share * shares_of(game, holder, company)
        if amount:
            sums[payee] = sums.get(payee, 0) + amount
            pay(game, BANK, payee, amount)
    return sums
