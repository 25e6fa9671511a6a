"""3.3.2, 3.3.3 Concessions: buying, deposits, refunds, withdrawal, buying back."""

from __future__ import annotations

from stockrail.titles.g18fb.actions import BuyConcession
from stockrail.titles.g18fb.state import Game18FB


def deposit_now(game: Game18FB, company: str) -> int:
    """3.3.2-a, k The regular deposit in this phase, without cards."""
    return 0  # TO BUILD (B)


def buy_concession(game: Game18FB, action: BuyConcession) -> None:
    """3.3.2 A checked purchase: deposit, par value, president's certificate, float; or a withdrawn one (3.3.3-f, h)."""
    return  # TO BUILD (B)


def refund(game: Game18FB, company: str) -> None:
    """3.3.2-e, n, 3.3.3-i, 3.5.3-b Pay back what is due by what the company has reached."""
    return  # TO BUILD (B)


def withdraw(game: Game18FB, company: str) -> None:
    """3.3.3-b The concession goes to the pool, its deposit to the bank: the company is frozen."""
    return  # TO BUILD (B)


def discard_concessions(game: Game18FB) -> None:
    """3.6-c, g Phase 5: all concessions leave the game, deposits are lost."""
    return  # TO BUILD (B)
