"""Paying a dividend to all who hold shares."""

from __future__ import annotations

from stockrail.rules.game import RailGame, pay
from stockrail.rules.prices import price
from stockrail.rules.shares import controlled, shares_of
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


def note_dividend(
    game: RailGame, company: str, revenue: int, dividend: int, sums: dict[Holder, int], before: int
) -> None:
    """Into the log once the price has moved; `before` is what it was."""
    game.note(
        "dividend",
        company=company,
        revenue=revenue,
        dividend=dividend,
        sums=sums,
        president=controlled(game, company),
        before=before,
        after=price(game, company),
    )
