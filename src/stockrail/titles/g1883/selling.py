"""5.2, 5.3.4 Which blocks of shares a player may sell, in a stock turn as well as for a debt."""

from __future__ import annotations

from stockrail.rules.actions import SellShares
from stockrail.rules.shares import block_is_named, most_to_sell, pool_room, shares_of
from stockrail.titles.g1883.companies import is_cooperative, is_launched
from stockrail.titles.g1883.state import Game1883


def largest_block(game: Game1883, player: int, company: str) -> int:
    """5.2-c, A59 How many shares a player could sell now; 8.1.1-b CCFR's not before its capitalisation."""
    if not is_launched(game, company) or is_cooperative(game, company):
        return 0
    room = pool_room(game, company, game.title.facts["shares"]["pool_limit"])
    return max(0, min(most_to_sell(game, player, company), room))


def check_block(game: Game1883, player: int, action: SellShares) -> None:
    """Raise IllegalAction unless the player could sell this block of a launched company."""
    company, count, held = action.company, action.count, shares_of(game, player, action.company)
    if not 1 <= count <= held or not block_is_named(game, player, company, count, action.certificates):
        raise game.refusal("not_enough_shares", company=company, count=count, held=held)
    if is_cooperative(game, company):
        raise game.refusal("cooperative_not_traded", company=company)
    if count > most_to_sell(game, player, company):
        raise game.refusal("president_needs_heir", company=company, count=count)
    if count > largest_block(game, player, company):
        limit = game.title.facts["shares"]["pool_limit"]
        raise game.refusal("pool_limit", company=company, count=count, limit=limit)
