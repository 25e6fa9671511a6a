"""3.3.1, 3.3.5 Who presides, and which blocks of shares a player may sell, in a stock turn as well as for a train."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.rules.actions import SellShares
from stockrail.rules.blocks import check_pool_block, pool_block_sizes
from stockrail.rules.shares import (
    owner_of,
    sell,
    settle_presidency,
)
from stockrail.titles.g18fb.companies import concessionaire, has_operated, is_bourbon
from stockrail.titles.g18fb.concessions import RebuyConcession, is_outheld, withdraw
from stockrail.titles.g18fb.state import Game18FB


def margin(game: Game18FB) -> int:
    """3.3.5-a, b, d How many shares a claimant must be ahead: two in phases 1 to 4, one from phase 5."""
    return 2 if is_bourbon(game) else 1


def settle(game: Game18FB, company: str, before: int | None = None) -> None:
    """3.3.3-g, 3.3.5 To be asked after every movement of shares: changes the president, withdraws, asks to buy back.

    A sale passes the president's certificate on by itself: `before` is who presided before it. Q44 The withdrawal looks
    at the holder of the concession, the presidency at the president. May push a RebuyConcession.
    """
    before = owner_of(game, company) if before is None else before
    settle_presidency(game, company)
    holder = concessionaire(game, company)
    if holder is None or not is_outheld(game, holder, company):
        return
    withdraw(game, company)
    if owner_of(game, company) != before:
        game.push_frame(RebuyConcession(company))


def block_sizes(game: Game18FB, player: int, company: str, keep_presidency: bool = False) -> Sequence[int]:
    """3.3.1-a, d, e, g, T-7c"""
    if company not in game.state.par or not has_operated(game, company):
        return ()
    return pool_block_sizes(game, player, company, game.title.facts["shares"]["pool_limit"], keep_presidency)


def check_block(game: Game18FB, player: int, action: SellShares, keep_presidency: bool = False) -> None:
    """Raise IllegalAction unless the player may sell this block."""
    limit, fault = game.title.facts["shares"]["pool_limit"], _trade_fault(game, action.company)
    check_pool_block(game, player, action, limit, fault, keep_presidency)


def _trade_fault(game: Game18FB, company: str) -> str | None:
    """3.3.1-e"""
    return None if has_operated(game, company) else "never_operated"


def sell_block(game: Game18FB, player: int, action: SellShares) -> None:
    """3.3.1-b, h, 2.2.5-a, 3.3.3-g Paid at the price before it; the price falls once; then who presides and holds."""
    president = owner_of(game, action.company)
    sell(game, player, action.company, action.count, action.certificates)
    settle(game, action.company, president)
