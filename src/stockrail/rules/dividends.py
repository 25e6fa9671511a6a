"""Paying a dividend to all who hold shares."""

from __future__ import annotations

from stockrail.rules.game import RailGame, pay
from stockrail.rules.shares import shares_of
from stockrail.rules.state import BANK, Holder


def pay_shares(game: RailGame, company: str, dividend: int) -> dict[Holder, int]:
    """The bank pays each holder his tenths; treasury shares pay the treasury, the pool gets nothing."""
    a_share = dividend // 10
    sums: dict[Holder, int] = {}
    holders: list[Holder] = [*game.seats, company]
    for holder in holders:
        amount = a_share * shares_of(game, holder, company)
        if amount:
            sums[holder] = amount
            pay(game, BANK, holder, amount)
    return sums
