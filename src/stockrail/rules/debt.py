"""Raising money by selling shares: what blocks can bring, and a debt that is paid block by block."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from stockrail.core import Action, Menu
from stockrail.rules.actions import SellShares
from stockrail.rules.decisions import PlayerDecision
from stockrail.rules.game import R, RailGame, pay
from stockrail.rules.state import BANK, Holder
from stockrail.rules.stock import blocks as entries

Block = Mapping[int, int]
"""What a debtor may sell of one company at once: how many shares, and what they bring."""


def block(most: int, each: int) -> Block:
    """So many shares at most, each at the same price."""
    return {count: count * each for count in range(1, most + 1)}


class Sales(NamedTuple):
    """The sum needed, and what the debtor may sell to raise it."""

    missing: int
    blocks: Mapping[str, Block]

    @property
    def total(self) -> int:
        """What all blocks raise together."""
        return sum(max(block.values(), default=0) for block in self.blocks.values())

    @property
    def suffice(self) -> bool:
        return self.total >= self.missing

    def most(self, company: str) -> int:
        return max(self.blocks[company], default=0)

    def useful(self, company: str) -> int:
        """The most shares that may be sold without selling more than needed."""
        enough = (count for count, amount in self.blocks[company].items() if amount >= self.missing)
        return min(enough, default=self.most(company))

    def least(self, company: str) -> int:
        """The fewest shares to sell so that all other blocks could still raise the rest."""
        block = self.blocks[company]
        rest = self.missing - (self.total - max(block.values(), default=0))
        return min((count for count, amount in block.items() if amount >= rest), default=self.most(company))

    def sizes(self, company: str) -> Sequence[int]:
        """No more shares than are needed, and not so few that the rest cannot be raised."""
        least, useful = self.least(company), self.useful(company)
        return [count for count in self.blocks[company] if least <= count <= useful]

    def menu(self, player: int, sizes: Callable[[str], Sequence[int]] | None = None) -> Menu:
        """The blocks that the debtor may sell now; a title may allow other sizes."""
        allowed = {company: (sizes or self.sizes)(company) for company, block in self.blocks.items() if block}
        return [entry for company in allowed for entry in entries(player, company, allowed[company])]

    def check_size(self, game: RailGame, company: str, count: int, sizes: Sequence[int] | None = None) -> None:
        """Raise IllegalAction unless a block has one of the sizes."""
        allowed = self.sizes(company) if sizes is None else sizes
        if count not in allowed:
            kind = "more_than_needed" if count > max(allowed, default=0) else "less_than_needed"
            raise game.refusal(kind, company=company, needed=self.missing)


class RaiseMoney(PlayerDecision[R], frozen=True):
    """A player in debt sells until it is paid, or until nothing is left to sell. A title says what may be sold."""

    payee: ClassVar[Holder] = BANK

    owed: int

    def any(self, game: R) -> bool:
        return self.owed > 0 and bool(self.list(game))

    def check(self, game: R, action: Action) -> None:
        if not isinstance(action, SellShares):
            fault = self.other_fault()
            raise game.refusal(fault, player=self.player, amount=self.owed)
        if action.company not in game.state.par:
            raise game.refusal("not_started", company=action.company)
        self.check_block(game, action)

    def kinds(self, game: R) -> tuple[type[Action], ...]:
        return (SellShares,)

    def take(self, game: R, action: Action) -> None:
        assert isinstance(action, SellShares)
        self.sell(game, action)
        game.change_frame(owed=pay_debt(game, self.player, self.payee, self.owed))

    def skip(self, game: R) -> None:
        game.pop_frame()
        if self.owed:
            self.cannot_pay(game)

    # -- what a title says --------------------------------------------------------------------------------------

    def other_fault(self) -> str:
        """The refusal for any other action by the debtor."""
        raise NotImplementedError

    def check_block(self, game: R, action: SellShares) -> None:
        """Raise IllegalAction unless the block may be sold."""
        raise NotImplementedError

    def sell(self, game: R, action: SellShares) -> None:
        raise NotImplementedError

    def cannot_pay(self, game: R) -> None:
        """What happens to a debtor with nothing left to sell."""
        raise NotImplementedError


def pay_debt(game: RailGame, player: int, payee: Holder, owed: int) -> int:
    """The player pays as much as they can; returns what they still owe."""
    paid = min(owed, game.state.cash[player])
    pay(game, player, payee, paid)
    return owed - paid
