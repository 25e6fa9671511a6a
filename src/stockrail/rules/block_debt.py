"""A debt that is paid by selling one block of each company, or not at all."""

from __future__ import annotations

from stockrail.core import Action, Menu
from stockrail.rules.actions import GoBankrupt, SellShares
from stockrail.rules.debt import RaiseMoney, Sales
from stockrail.rules.game import R, pay
from stockrail.rules.state import BANK, Holder


class BlockDebt(RaiseMoney[R], frozen=True):
    """A player sells a block of each company until cash suffices, and then pays; who cannot sell enough is bankrupt.

    A debt for a company ends when the company closes.
    """

    to: Holder = BANK
    company: str = ""
    sold: tuple[str, ...] = ()

    def any(self, game: R) -> bool:
        return self._stands(game) and self.missing(game) > 0

    def _stands(self, game: R) -> bool:
        return not self.company or self.company in game.state.par

    def missing(self, game: R) -> int:
        return self.amount(game) - game.state.cash[self.player]

    def kinds(self, game: R) -> tuple[type[Action], ...]:
        return (SellShares, GoBankrupt)

    def list(self, game: R) -> Menu:
        found = self.sales(game)
        return found.menu(self.player) if found.suffice else [GoBankrupt(self.player, self.company)]

    def check(self, game: R, action: Action) -> None:
        if not isinstance(action, GoBankrupt) or action.company != self.company:
            super().check(game, action)
        elif self.sales(game).suffice:
            raise game.refusal("can_still_pay", player=self.player)

    def check_block(self, game: R, action: SellShares) -> None:
        found = self.sales(game)
        if not found.suffice:
            raise game.refusal("bankrupt_anyway", player=self.player)
        if action.company in self.sold:
            raise game.refusal("sold_in_block", company=action.company)
        self.check_one(game, action)
        found.check_size(game, action.company, action.count)

    def take(self, game: R, action: Action) -> None:
        if isinstance(action, SellShares):
            game.change_frame(sold=(*self.sold, action.company))
            self.sell(game, action)
        else:
            game.pop_frame()
            self.go_bankrupt(game)

    def skip(self, game: R) -> None:
        game.pop_frame()
        if self._stands(game):
            self.settle(game)

    def other_fault(self) -> str:
        return "pay_debt_first"

    # -- what a title says --------------------------------------------------------------------------------------

    def amount(self, game: R) -> int:
        """What the player has to pay in all."""
        return self.owed

    def settle(self, game: R) -> None:
        """Pay; the frame has left the stack."""
        pay(game, self.player, self.to, self.owed)

    def sales(self, game: R) -> Sales:
        """What is missing, and all that the player may sell for it."""
        raise NotImplementedError

    def check_one(self, game: R, action: SellShares) -> None:
        """Raise IllegalAction unless the block may be sold, whatever is owed."""
        raise NotImplementedError

    def go_bankrupt(self, game: R) -> None:
        raise NotImplementedError
