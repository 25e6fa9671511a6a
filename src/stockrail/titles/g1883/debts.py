"""5.2, 5.8, 6.8.6, 6.9, A38 Shares that players and companies sell; who owes and cannot pay; companies that close."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from stockrail.rules.actions import IssueShares, RedeemShares, SellShares
from stockrail.rules.block_debt import BlockDebt
from stockrail.rules.blocks import check_pool_block, largest_pool_block
from stockrail.rules.cards import cards_of
from stockrail.rules.closing import (
    end_if_alone,
    forget,
    give_up_shares,
    hand_on_assets,
    leave_game,
    return_certificates,
)
from stockrail.rules.debt import Sales, block
from stockrail.rules.game import pay
from stockrail.rules.prices import by_price, fall, price
from stockrail.rules.shares import pool_room, sell, singles_of
from stockrail.rules.state import BANK, IPO, POOL, spare_tokens
from stockrail.rules.tokens import lift_tokens
from stockrail.rules.treasury import OwnSharesStep
from stockrail.titles.g1883.coaches import lift_coaches
from stockrail.titles.g1883.companies import is_coach, is_cooperative, is_launched
from stockrail.titles.g1883.running import drop_anchors, return_surplus_gravity
from stockrail.titles.g1883.state import FROZEN, Game1883


def largest_block(game: Game1883, player: int, company: str) -> int:
    """5.2-c, A59 How many shares a player could sell now; 8.1.1-b CCFR's not before its capitalisation."""
    if not is_launched(game, company) or is_cooperative(game, company):
        return 0
    return largest_pool_block(game, player, company, game.title.facts["shares"]["pool_limit"])


def check_block(game: Game1883, player: int, action: SellShares) -> None:
    """Raise IllegalAction unless the player could sell this block of a launched company."""
    limit = game.title.facts["shares"]["pool_limit"]
    check_pool_block(game, player, action, limit, _trade_fault(game, action.company))


def _trade_fault(game: Game1883, company: str) -> str | None:
    """8.1.1-b"""
    return "cooperative_not_traded" if is_cooperative(game, company) else None


class IssueStep(OwnSharesStep[Game1883], frozen=True):
    """6.9-a to d One block, or none."""

    deals: ClassVar[tuple[type[IssueShares | RedeemShares], ...]] = (IssueShares,)

    def source(self) -> str:
        return IPO

    def most_issued(self, game: Game1883) -> int:
        if self.fault(game):
            return 0
        offered = len(singles_of(game, IPO, self.company))
        return min(offered, pool_room(game, self.company, game.title.facts["shares"]["pool_limit"]))

    def fault(self, game: Game1883, action: IssueShares | RedeemShares | None = None) -> str | None:
        """6.9-d, A64"""
        bound = is_cooperative(game, self.company) and game.ruling("ccfr_issues_before_5") == "no"
        return "no_issue_by_cooperative" if bound else None

    def issue(self, game: Game1883, action: IssueShares) -> None:
        """6.9-b, A39 The price falls first."""
        fall(game, self.company, action.count)
        super().issue(game, action)
        close_if_worthless(game, self.company)


def sales_for(game: Game1883, player: int, missing: int, sold: tuple[str, ...] = ()) -> Sales:
    """6.8.6-b What is missing, and all that the player may sell for it: one block of each company."""
    others = [company for company in game.title.started(game) if company not in sold]
    return Sales(missing, {c: block(largest_block(game, player, c), price(game, c)) for c in others})


class Debt(BlockDebt[Game1883], frozen=True):
    """6.8.6-a to c Sell until cash suffices, then pay; who cannot is bankrupt, and the company closes.

    A debt for a company ends with the company. Afterwards the frame below goes on, whatever came of it.
    """

    def sales(self, game: Game1883) -> Sales:
        return sales_for(game, self.player, self.missing(game), self.sold)

    def check_one(self, game: Game1883, action: SellShares) -> None:
        """5.2-d, 6.8.6-b"""
        check_block(game, self.player, action)

    def sell(self, game: Game1883, action: SellShares) -> None:
        sell(game, self.player, action.company, action.count, action.certificates)
        close_if_worthless(game, action.company)

    def go_bankrupt(self, game: Game1883) -> None:
        """A74 Who could not raise enough by selling everything sells nothing any more."""
        go_bankrupt(game, self.player, self.company)


def go_bankrupt(game: Game1883, player: int, company: str = "") -> None:
    """6.8.6-c to g, A74 Shares go to the pool, companies to heirs; others close, as that one for which they owed."""
    from stockrail.titles.g1883.cooperative import leave_cooperative
    from stockrail.titles.g1883.privates import close_private

    game.note("goes_bankrupt", player=player, company=company)
    closing = [company] if company else []
    if game.ruling("bankrupt_sales") == "all_that_is_legal":
        closing += [other for other in _sell_out(game, player) if other not in closing]
    leave_game(game, player)
    game.state.flags["just_left"] = game.state.flags.get("just_left", 0) + 1
    leave_cooperative(game, player)
    closing += give_up_shares(game, player, [other for other in game.title.companies if other not in closing])
    pay(game, player, BANK, game.state.cash[player])
    game.state.support[player] = 0
    close_all(game, closing)
    for card in list(cards_of(game, player)):
        close_private(game, card)
    end_if_alone(game)


def _sell_out(game: Game1883, player: int) -> list[str]:
    """A74 Everything that may be sold, the dearest first; returns the companies whose price came to a closed cell."""
    for company in by_price(game, game.title.started(game)):
        count = largest_block(game, player, company)
        if count:
            sell(game, player, company, count)
    return [company for company in game.title.started(game) if is_worthless(game, company)]


# -- closing --------------------------------------------------------------------------------------------------------


def close_if_worthless(game: Game1883, company: str) -> bool:
    """5.8-a To be asked after every move of a marker; whether it closed."""
    closes = is_worthless(game, company)
    if closes:
        close_all(game, [company])
    return closes


def is_worthless(game: Game1883, company: str) -> bool:
    return game.state.cell.get(company) in game.title.grid.closed


def close_all(game: Game1883, companies: Sequence[str]) -> None:
    """5.8-a to e Companies close at once; only then is it seen whose concessions their circles have blocked."""
    # Nearly every module closes companies, so what is called here is imported late.
    from stockrail.titles.g1883.concessions import return_concessions, settle_concessions
    from stockrail.titles.g1883.privates import close_private

    for company in companies:
        _remove(game, company)
        return_concessions(game, company)
        for card in list(cards_of(game, company)):  # 5.8-d with no price any more, SV gets nothing for CNP
            close_private(game, card)
    if companies:
        settle_concessions(game)


def _remove(game: Game1883, company: str) -> None:
    """5.8-a to c Money to the bank, trains to the pool, certificates to the offering; tokens come back."""
    state = game.state
    game.note("corporation_closes", company=company)
    return_surplus_gravity(game, company, closes=True)
    hand_on_assets(game, company, BANK, POOL)
    lift_tokens(game, company, spare_tokens(company))
    return_certificates(game, company, IPO)
    if is_cooperative(game, company):
        state.flags["ccfr"] = FROZEN  # A76
    forget(game, company, state.acted, state.launched, state.operated, state.bought_concession)
    state.closed[company] = turn_of(game)
    drop_anchors(game, company)
    if is_coach(game, company):
        lift_coaches(game)


def may_open_again(game: Game1883, company: str) -> bool:
    """5.8-e In the next stock round, not in the one in which it closed."""
    return game.state.closed.get(company) != turn_of(game)


def turn_of(game: Game1883) -> int:
    turn: int = getattr(game.stack[0], "turn", 0)
    return turn
