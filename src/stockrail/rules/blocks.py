"""Which blocks of shares a player may sell where the pool has a limit."""

from __future__ import annotations

from stockrail.rules.actions import SellShares
from stockrail.rules.game import RailGame
from stockrail.rules.shares import block_is_named, leaves_president, most_to_sell, pool_room, shares_of


def pool_block_sizes(
    game: RailGame, player: int, company: str, pool_limit: int, keep_presidency: bool = False
) -> list[int]:
    """How many shares the presidency and the limit of the pool let a player sell at once.

    Not always an interval: where a take-over needs a margin, a larger block may find an heir and a smaller one none.
    """
    most = min(most_to_sell(game, player, company, keep_presidency), pool_room(game, company, pool_limit))
    return [count for count in range(1, most + 1) if leaves_president(game, player, company, count)]


def largest_pool_block(game: RailGame, player: int, company: str, pool_limit: int) -> int:
    """The most shares that presidency and pool let a player sell at once, where any smaller block may be sold, too."""
    return max(0, min(most_to_sell(game, player, company), pool_room(game, company, pool_limit)))


def check_pool_block(
    game: RailGame,
    player: int,
    sale: SellShares,
    pool_limit: int,
    fault: str | None,
    keep_presidency: bool = False,
) -> None:
    """Raise IllegalAction unless the player could sell this block; `fault` is why nobody may sell this company."""
    company, count, held = sale.company, sale.count, shares_of(game, player, sale.company)
    if not 1 <= count <= held or not block_is_named(game, player, company, count, sale.certificates):
        raise game.refusal("not_enough_shares", company=company, count=count, held=held)
    if fault:
        raise game.refusal(fault, company=company)
    most = most_to_sell(game, player, company, keep_presidency)
    if count > most or not leaves_president(game, player, company, count):
        raise game.refusal("president_needs_heir", company=company, count=count)
    if count > pool_room(game, company, pool_limit):
        raise game.refusal("pool_limit", company=company, count=count, limit=pool_limit)
