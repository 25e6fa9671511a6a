"""3.7 The two national companies: asking partners, exchange, what passes to the new company."""

from __future__ import annotations

from stockrail.core import Frame
from stockrail.titles.g18fb.state import Game18FB


class FormNational(Frame[Game18FB], frozen=True):
    """3.7.1-a to u For RM and RA; `buyer` is the company that started phase 6."""

    national: str
    buyer: str

    def proceed(self, game: Game18FB) -> None:
        game.pop_frame()  # TO BUILD (F)


def pay_lease(game: Game18FB, company: str) -> None:
    """3.7.1-n, Q67 As soon as the treasury holds the price."""
    return  # TO BUILD (F)


def may_spend(game: Game18FB, company: str) -> bool:
    """Q67 Whether a lease leaves a company free to spend money."""
    return True  # TO BUILD (F)
