"""3.3.1 Which blocks of shares a player may sell, in a stock turn as well as for a train."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.rules.actions import SellShares
from stockrail.rules.shares import (
    block_is_named,
    leaves_president,
    most_to_sell,
    owner_of,
    pool_room,
    sell,
    shares_of,
)
from stockrail.titles.g18fb.companies import has_operated
from stockrail.titles.g18fb.presidency import settle
from stockrail.titles.g18fb.state import Game18FB


def block_sizes(game: Game18FB, player: int, company: str, keep_presidency: bool = False) -> Sequence[int]:
    """3.3.1-a, d, e, g, T-7c Not always an interval: a larger block may find an heir where a smaller one does not."""
    if company not in game.state.par or not has_operated(game, company):
        return ()
    room = pool_room(game, company, game.title.facts["shares"]["pool_limit"])
    most = min(room, most_to_sell(game, player, company, keep_presidency))
    return [count for count in range(1, most + 1) if leaves_president(game, player, company, count)]


def check_block(game: Game18FB, player: int, action: SellShares, keep_presidency: bool = False) -> None:
    """Raise IllegalAction unless the player may sell this block."""
    company, count, held = action.company, action.count, shares_of(game, player, action.company)
    if not 1 <= count <= held or not block_is_named(game, player, company, count, action.certificates):
        raise game.refusal("not_enough_shares", company=company, count=count, held=held)
    if not has_operated(game, company):
        raise game.refusal("never_operated", company=company)
    if count in block_sizes(game, player, company, keep_presidency):
        return
    limit = game.title.facts["shares"]["pool_limit"]
    if count > pool_room(game, company, limit):
        raise game.refusal("pool_limit", company=company, count=count, limit=limit)
    raise game.refusal("president_needs_heir", company=company, count=count)


def sell_block(game: Game18FB, player: int, action: SellShares) -> None:
    """3.3.1-b, h, 2.2.5-a, 3.3.3-g Paid at the price before it; the price falls once; then who presides and holds."""
    president = owner_of(game, action.company)
    sell(game, player, action.company, action.count, action.certificates)
    settle(game, action.company, president)
